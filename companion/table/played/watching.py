"""A camera that looks on: what it sees to have been played is entered once it has lain there for a while.

Of two turns that were played faster than that the first is told once the second is whole, if it was seen by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from companion.rules.verdict import Ruling
from companion.table.played.camera import (
    LEFT_UNSEEN,
    TWO_TURNS,
    Proposed,
    known_to_lie,
    laid_on_piles,
    proposed,
)
from companion.table.played.claims import after_claim
from companion.table.played.events import Claim, Event
from companion.table.played.score_last import late_s
from companion.table.played.seen_since import SeenSince
from companion.table.played.table import Table
from vision.parts.sighting import PartsSeen

Names = tuple[str, ...]
COVERED = "{card} lay there and does not show now: uncover it, or take it back."


@dataclass(frozen=True, slots=True)
class PatienceConfig:
    """How long something must lie as it lies before it is entered."""

    settled_s: float = 0.9
    """What was turned up, and a right turn that is whole."""
    patience_s: float = 5.0
    """What would be wrong, or cannot be told yet, or was laid in another order than it is played in."""
    laying_s: float = 2.0
    """What is right and may yet grow, card by card or tile by tile: as long as Zangle's table waits for more."""
    apart_s: float = 3.0
    """What is played first in a turn and came so long after what is played last is of another turn."""

    def __post_init__(self) -> None:
        if not 0 <= self.settled_s <= self.laying_s <= self.patience_s <= 120:
            raise ValueError(
                "settled_s, laying_s and patience_s are from 0 to 120, none less than the one before"
            )


@dataclass(frozen=True, slots=True)
class Watch:
    """What is known from one picture to the next."""

    config: PatienceConfig = field(default_factory=PatienceConfig)
    event: Event | None = None
    """What the last picture came to."""
    since_s: float = 0.0
    """Since when."""
    acted: Names | None = None
    """The cards that lay open when something was last entered: as long as they do, nothing new has happened."""
    since: SeenSince = field(default_factory=SeenSince)
    """Since when each card lies open; as long as the table's position is one, ..."""
    right: tuple[Claim, ...] = ()
    """... which right turns lay there, each by itself, in one picture at least."""
    laid: frozenset[str] = frozenset()
    """Cards that lay open on a pile since then, for they may lie beneath others now."""
    settled: frozenset[str] = frozenset()
    """Those of them that lay there already when something was last entered, and have not been taken back since."""
    says: str = ""

    def looked(self, table: Table, seen: PartsSeen, at_s: float) -> tuple[Watch, Event | None]:
        """After another look, and the event to enter now."""
        names = tuple(sorted(str(part.name) for part in seen.parts if part.face == "up"))
        since = self.since.saw(table.position, names, at_s)
        right = self.right if self.since.position == table.position else ()
        watch = replace(self, since=since, right=right)
        if names == self.acted:
            return replace(watch, event=None, says=""), None
        laid = laid_on_piles(table, seen, self.laid)
        settled = self.settled & laid
        found = proposed(table, seen, laid)
        if found.event is not None and (unseen := sorted(settled - {*names})):
            # Who mends what was wrong lays another card over it, or in its place: both look the same.
            found = Proposed(None, LEFT_UNSEEN.format(card=unseen[0]))
        gone = since.gone(self.config.laying_s, laid | known_to_lie(table))
        late = late_s(table, found.event, since)
        if late > self.config.apart_s:
            found = Proposed(None, TWO_TURNS)
        whole = found.event is not None and found.ruling is not Ruling.ILLEGAL
        first = None if whole else watch._first_of_two(table, seen, laid)
        if first is not None:
            found = first
        elif isinstance(found.event, Claim) and found.ruling is Ruling.LEGAL and not (late or gone):
            watch = watch._having(found.event)
        watch = replace(watch, laid=laid, settled=settled, says=found.says)
        if found.event is None:
            return replace(watch, event=None), None
        if found.event != self.event:
            watch = replace(watch, event=found.event, since_s=at_s)
        if gone:
            # A hand may lie over it; what is left would be another turn.
            return replace(watch, says=COVERED.format(card=gone[0])), None
        if at_s - watch.since_s < self._wanted_s(found, late):
            return watch, None
        if first is not None:
            return replace(
                watch, event=None, acted=None
            ), found.event  # The next turn lies beside it already.
        return replace(watch, event=None, acted=names, settled=laid), found.event

    def _having(self, claim: Claim) -> Watch:
        return self if claim in self.right else replace(self, right=(*self.right, claim))

    def _first_of_two(self, table: Table, seen: PartsSeen, laid: frozenset[str]) -> Proposed | None:
        """The right turn that lay there by itself before, if what lies there now is it and a right turn of the next
        player's; None where there is none, or more than one could be it."""
        found = []
        for claim in self.right:
            then = after_claim(table, claim)
            if then is not None and then.on_turn is not None:
                second = proposed(then, seen, laid_on_piles(then, seen, laid))
                if second.event is not None and second.ruling is Ruling.LEGAL:
                    found.append(Proposed(claim, "", Ruling.LEGAL, second.grows))
        return found[0] if len(found) == 1 else None

    def _wanted_s(self, found: Proposed, late: float) -> float:
        if isinstance(found.event, Claim) and (found.ruling is not Ruling.LEGAL or late):
            return self.config.patience_s
        return self.config.laying_s if found.grows else self.config.settled_s
