"""A Zangle that was told, and is another one now: more was laid to it, or a card of it had only fallen there.

A right claim is told as soon as its cards lie there. For a short while its caller may lay more on it, as a Z or a
target for all its cards; and until something else is entered, a card may be put back to where it lay. If the rules call
what lies there then a Zangle too, the claim is undone and told anew, as a person at the table would do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from companion.table.past import Done
from companion.table.watch.claiming import Call, Key
from companion.table.zangle import events as ev
from companion.table.zangle.table import Table


@dataclass(frozen=True, slots=True)
class Told:
    """A claim that the rules call a Zangle, as the camera has told it."""

    call: Call
    """As it was put down, and goes on to be watched."""
    claim: ev.Claim
    cards: tuple[Key, ...]
    at_s: float
    laid: frozenset[Key] = frozenset()
    """What has lain in the claim zone since."""
    closed: bool = False
    """Whether nothing more may be laid to it."""

    def open_at(self, now_s: float, more_s: float, *, waits: bool) -> bool:
        """Whether it may grow still: for `more_s`, and as long again where what came by then has yet to come to rest
        (`waits`).
        """
        return now_s <= self.at_s + (2 * more_s if waits else more_s)

    def is_last(self, last: Done[ev.Event, Table] | None) -> bool:
        """Whether nothing has been entered since."""
        claim = None if last is None else last.event
        return isinstance(claim, ev.Claim) and (claim.seat, claim.cards) == (
            self.claim.seat,
            self.claim.cards,
        )

    def becomes(self, other: Told, back: Collection[Key]) -> bool:
        """Whether another Zangle, told over the same table, is this one with more laid to it, or without cards that
        lie where they lay before (`back`).
        """
        more = Counter(other.cards) - Counter(self.cards)
        less = Counter(self.cards) - Counter(other.cards)
        if self.closed and not less:
            return False
        return bool(more or less) and not less - Counter(back) and self.laid.issuperset(more)
