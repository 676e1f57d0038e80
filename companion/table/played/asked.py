"""What players are asked where pictures leave open which of several turns was played, once they have for a while."""

from __future__ import annotations

from dataclasses import dataclass

from companion.table.played.news import News

LONGEST_GAP_S = 1.0
"""Between two pictures; a longer one counts for no more."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the last pictures leave open."""

    open: News | None = None
    open_s: float = 0.0
    """For how long they have."""
    last_s: float = 0.0
    """When the last one of them was taken."""

    def news(self, after_s: float) -> News | None:
        """What is asked, once it has been open for so long."""
        return self.open if self.open_s >= after_s else None

    def then(self, now: News | None, at_s: float, kept_s: float) -> Asked:
        """After another look, which leaves `now` open; a hand over the table that hides it changes nothing for so many
        seconds."""
        if now is None:
            return self if at_s - self.last_s <= kept_s else Asked()
        same = now == self.open
        return Asked(now, self.open_s + min(at_s - self.last_s, LONGEST_GAP_S) if same else 0.0, at_s)
