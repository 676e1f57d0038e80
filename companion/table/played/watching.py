"""A camera that looks on: what it sees to have been played is entered once it has lain there for a while.

Of two turns that were played faster than that the first is told once the second is whole, if it was seen by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum

from companion.rules.sentences import in_a_row
from companion.rules.verdict import Ruling
from companion.table.played.asked import LONGEST_GAP_S, Asked
from companion.table.played.camera import (
    doubted,
    gathered,
    known_to_lie,
    laid_on_piles,
    late_s,
    left_lying,
    pile_tops,
    proposed,
    waits,
)
from companion.table.played.claims import after_claim
from companion.table.played.events import Claim, Event
from companion.table.played.news import News
from companion.table.played.proposal import LEFT_UNSEEN, TWO_TURNS, Proposed
from companion.table.played.seen_since import SeenSince
from companion.table.played.table import Table
from vision.parts.sighting import PartsSeen

Names = tuple[str, ...]
COVERED = "{card} lay there and does not show now: uncover it, or take it back."
TAKEN_BACK = "The table has no tile on {cells} any more: take off what lies there."
HIDDEN = "What lies on {cell} is not seen: show it."


@dataclass(frozen=True, slots=True)
class PatienceConfig:
    """How long something must lie as it lies before it is entered."""

    settled_s: float = 0.9
    """What was turned up, and a right turn that is whole."""
    patience_s: float = 5.0
    """What would be wrong, or cannot be told yet, or was laid in another order than it is played in."""
    laying_s: float = 2.0
    """An action on a board. Twice as long has what is right and may yet grow, card by card or tile by tile, and five
    times a part of a board that cannot be seen: a turn may lie there."""
    apart_s: float = 3.0
    """What is played first in a turn and came so long after what is played last is of another turn."""

    def __post_init__(self) -> None:
        if not 0 <= self.settled_s <= self.laying_s <= self.patience_s <= 120:
            raise ValueError(
                "settled_s, laying_s and patience_s are from 0 to 120, none less than the one before"
            )


class How(Enum):
    """How a turn lies on the table."""

    LIES = "by itself"
    BESIDE = "beside the next player's"
    GATHERED = "put away"


@dataclass(frozen=True, slots=True)
class Watch:
    """What is known from one picture to the next."""

    config: PatienceConfig = field(default_factory=PatienceConfig)
    event: Event | None = None
    """What the last picture came to."""
    how: How = How.LIES
    """How it lies there."""
    waited_s: float = 0.0
    """For how long it has come to that."""
    acted: Names | None = None
    """The cards that lay open when something was last entered: as long as they do, nothing new has happened."""
    since: SeenSince = field(default_factory=SeenSince)
    """Since when each card lies open; as long as the table's position is one, ..."""
    right: tuple[tuple[Claim, frozenset[str]], ...] = ()
    """... which right turns lay there, each by itself, in one picture at least, and what lay open then."""
    stood: Claim | None = None
    """The right turn in the last picture since then that shows one; None if a part of it had been taken away."""
    laid: frozenset[str] = frozenset()
    """Cards that lay open on a pile since then, for they may lie beneath others now."""
    settled: frozenset[str] = frozenset()
    """Those of them that lay there already when something was last entered, and have not been taken back since."""
    left: frozenset[tuple[str, str]] = frozenset()
    """Cells and tiles that were taken back and lie there still: they are nobody's turn."""
    says: str = ""
    asked: Asked = field(default_factory=Asked)
    """Which of several turns it was, where that does not show."""

    @property
    def news(self) -> News | None:
        """What the players are asked: what stays open for a while."""
        return self.asked.news(self.config.patience_s)

    def looked(self, table: Table, seen: PartsSeen, at_s: float) -> tuple[Watch, Event | None]:
        """After another look, and the event to enter now."""
        before = self.asked if self.since.position == table.position else Asked()
        watch, event = replace(self, asked=Asked())._after(table, seen, at_s)
        if event is not None or watch.event is not None:
            return watch, event
        return replace(watch, asked=before.then(watch.asked.open, at_s, self.config.patience_s)), None

    def _after(self, table: Table, seen: PartsSeen, at_s: float) -> tuple[Watch, Event | None]:
        names = tuple(sorted(str(part.name) for part in seen.parts if part.face == "up"))
        watch = self._with_spans(table, seen, names, at_s)
        if watch.left:
            cells = in_a_row(sorted(cell for cell, _ in watch.left))
            return replace(watch, event=None, says=TAKEN_BACK.format(cells=cells)), None
        if names == self.acted:
            return replace(watch, event=None, says=""), None
        laid = laid_on_piles(table, seen, self.laid)
        watch = replace(watch, laid=laid, settled=self.settled & laid)
        found, late = watch._by_itself(table, seen, names)
        whole = found.event is not None and found.ruling is not Ruling.ILLEGAL
        first = None if whole else watch._first_of_two(table, seen, laid, names)
        over = None if whole or first else watch._gathered(table, seen)
        # What was told to be wrong is taken back.
        known = laid | known_to_lie(table) | {*(self.acted or ())}
        if over is not None:
            known |= {*watch.since.spans}
        gone, hidden = watch._gone(known), watch._hidden(known)
        if isinstance(found.event, Claim) and found.ruling is Ruling.LEGAL:
            watch = watch._having(found.event, names, sure=not (late or gone or hidden))
        watch = replace(watch, asked=Asked(None if first or over else found.news))
        found, how = first or over or found, How.BESIDE if first else How.GATHERED if over else How.LIES
        watch = replace(watch, says=found.says)
        if found.event is None:
            return replace(watch, event=None), None
        watch = watch._waiting(found.event, how, at_s - self.since.last_s)
        if gone:
            return replace(watch, waited_s=0.0, says=gone), None
        if hidden:
            return replace(watch, says=hidden), None
        if watch.waited_s < watch._wanted_s(found, late) or watch._too_early(found, at_s):
            return watch, None
        if first is not None:
            # The next turn lies beside it already.
            return replace(watch, event=None, acted=None), found.event
        return replace(watch, event=None, acted=names, settled=laid), found.event

    def _with_spans(self, table: Table, seen: PartsSeen, names: Names, at_s: float) -> Watch:
        """With since when each card lies open; in another position nothing is known yet of its turn."""
        since = self.since.saw(table.position, names, at_s, seen.hidden, pile_tops(table, seen))
        watch = replace(self, since=since, left=left_lying(table, self.since.position, seen, self.left))
        same = self.since.position == table.position
        return watch if same else replace(watch, right=(), stood=None)

    def _by_itself(self, table: Table, seen: PartsSeen, names: Names) -> tuple[Proposed, float]:
        """What lies there as one turn, and for how many seconds its end had lain there before its beginning came."""
        found = proposed(table, seen, self.laid, self.since)
        if found.event is not None and (unseen := sorted(self.settled - {*names})):
            # Who mends what was wrong lays another card over it, or in its place: both look the same.
            found = Proposed(None, LEFT_UNSEEN.format(card=table.desk.named(unseen[0])))
        if open_ := doubted(table, found.event, self.since):
            found = open_
        elif found.event is not None:
            found = replace(found, wait=waits(table, found.event, self.since))
        late = late_s(table, found.event, self.since)
        return (Proposed(None, TWO_TURNS) if late > self.config.apart_s else found), late

    def _waiting(self, event: Event, how: How, gap_s: float) -> Watch:
        """With for how long it has come to the same; `gap_s` is how long before this picture the last one was taken."""
        same = (event, how) == (self.event, self.how)
        # What happened while no picture came, nobody saw.
        waited_s = self.waited_s + min(gap_s, LONGEST_GAP_S) if same else 0.0
        return replace(self, event=event, how=how, waited_s=waited_s)

    def _gone(self, known: frozenset[str]) -> str:
        """What lay there a moment ago and does not show now, in a sentence; "" for nothing. A hand may lie over it, and
        what is left would be another turn."""
        gone = self.since.gone(self.config.laying_s, known)
        return COVERED.format(card=gone[0]) if gone else ""

    def _hidden(self, known: frozenset[str]) -> str:
        """What cannot be seen for a while, where more of the turn may lie, in a sentence; "" for nothing."""
        hidden = self.since.covered(5 * self.config.laying_s, known)
        return HIDDEN.format(cell=hidden[0]) if hidden else ""

    def _having(self, claim: Claim, names: Names, *, sure: bool) -> Watch:
        if not sure:
            return replace(self, stood=None)
        right = dict(self.right)
        right[claim] = right.get(claim, frozenset()) | {*names}
        return replace(self, right=tuple(right.items()), stood=claim)

    def _gathered(self, table: Table, seen: PartsSeen) -> Proposed | None:
        """The turn that stood there, if its cards lie on the play pile by now."""
        return None if self.stood is None else gathered(table, seen, self.stood, self.since)

    def _first_of_two(
        self, table: Table, seen: PartsSeen, laid: frozenset[str], names: Names
    ) -> Proposed | None:
        """The right turn that lay there by itself before, if what lies there now is it and a right turn of the next
        player's; None where there is none, where more than one could be it, or where all of it was one right turn."""
        found: list[Proposed] = []
        if any(lay.issuperset(names) for _, lay in self.right):
            return None
        for claim, _ in self.right:
            then = None if doubted(table, claim, self.since) else after_claim(table, claim)
            if then is not None and then.on_turn is not None:
                second = proposed(then, seen, laid_on_piles(then, seen, laid))
                if second.event is not None and second.ruling is Ruling.LEGAL:
                    found.append(Proposed(claim, "", Ruling.LEGAL, second.grows))
        return found[0] if len(found) == 1 else None

    def _too_early(self, found: Proposed, at_s: float) -> bool:
        wait = found.wait
        return wait is not None and at_s - wait.from_s < wait.times * self.config.patience_s

    def _wanted_s(self, found: Proposed, late: float) -> float:
        if isinstance(found.event, Claim) and (found.ruling is not Ruling.LEGAL or late):
            return self.config.patience_s * (2 if found.grows else 1)
        if self.how is How.GATHERED and found.event != self.stood:
            # The card that was laid last is not on top: it may still be in a hand.
            return self.config.laying_s
        return 2 * self.config.laying_s if found.grows else self.config.settled_s
