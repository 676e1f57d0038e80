"""A camera that looks on: what it sees to have been played is entered once it has lain there for a while."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from companion.rules.verdict import Ruling
from companion.table.played.camera import LEFT_UNSEEN, Proposed, laid_on_piles, proposed
from companion.table.played.events import Claim, Event
from companion.table.played.table import Table
from vision.parts.sighting import PartsSeen

Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PatienceConfig:
    """How long something must lie as it lies before it is entered."""

    settled_s: float = 0.9
    """What was turned up, and a right turn that is whole."""
    patience_s: float = 5.0
    """What would be wrong, or cannot be told yet."""
    laying_s: float = 2.0
    """What is right and may yet grow, card by card or tile by tile: as long as Zangle's table waits for more."""

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
    laid: frozenset[str] = frozenset()
    """Cards that lay open on a pile since then, for they may lie beneath others now."""
    settled: frozenset[str] = frozenset()
    """Those of them that lay there already when something was last entered, and have not been taken back since."""
    says: str = ""

    def looked(self, table: Table, seen: PartsSeen, at_s: float) -> tuple[Watch, Event | None]:
        """After another look, and the event to enter now."""
        names = tuple(sorted(str(part.name) for part in seen.parts if part.face == "up"))
        if names == self.acted:
            return replace(self, event=None, says=""), None
        laid = laid_on_piles(table, seen, self.laid)
        settled = self.settled & laid
        found = proposed(table, seen, laid)
        if found.event is not None and (unseen := sorted(settled - {*names})):
            # Who mends what was wrong lays another card over it, or in its place: both look the same.
            found = Proposed(None, LEFT_UNSEEN.format(card=unseen[0]))
        watch = replace(self, laid=laid, settled=settled, says=found.says)
        if found.event is None:
            return replace(watch, event=None), None
        if found.event != self.event:
            watch = replace(watch, event=found.event, since_s=at_s)
        if at_s - watch.since_s < self._wanted_s(found):
            return watch, None
        return replace(watch, event=None, acted=names, settled=laid), found.event

    def _wanted_s(self, found: Proposed) -> float:
        if isinstance(found.event, Claim) and found.ruling is not Ruling.LEGAL:
            return self.config.patience_s
        return self.config.laying_s if found.grows else self.config.settled_s
