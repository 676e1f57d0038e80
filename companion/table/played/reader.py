"""What a camera's look at a game's cards or tiles comes to; this one reads none, and so serves any game."""

from __future__ import annotations

from collections.abc import Mapping

from companion.table.played.events import Claim, Event
from companion.table.played.proposal import NOTHING, Proposed, Wait
from companion.table.played.seen_since import SeenSince
from companion.table.played.table import Table
from vision.parts.sighting import PartsSeen

Lying = frozenset[tuple[str, str]]
"""Cells with tiles."""


class Reader:
    """A game before a camera. Nothing here changes anything."""

    def read(
        self, table: Table, seen: PartsSeen, laid: frozenset[str], since: SeenSince | None = None
    ) -> Proposed:
        """What was played; `laid` is what `laid_on_piles` told, and `since` what was seen before, where somebody
        looked on. Raises BadInput."""
        return Proposed(None, NOTHING)

    def known_to_lie(self, table: Table) -> frozenset[str]:
        """What the table has on its piles, or on its board and on which cells, covered or not."""
        return frozenset()

    def laid_on_piles(self, table: Table, seen: PartsSeen, laid: frozenset[str]) -> frozenset[str]:
        """The cards that lay open on a pile since the last turn, and may lie beneath others now; `laid` before this
        look."""
        return frozenset()

    def left_lying(self, table: Table, was: object, seen: PartsSeen, left: Lying) -> Lying:
        """The cells and tiles that were taken back since the position `was`, or were `left` before, and still lie
        there."""
        return frozenset()

    def gathered(self, table: Table, seen: PartsSeen, claim: Claim, since: SeenSince) -> Claim | None:
        """A turn that lay there before, if all of it was gathered by now, as it lies; None where it was not."""
        return None

    def tops(self, seen: PartsSeen) -> Mapping[str, str]:
        """What shows on each pile, where piles have names."""
        return {}

    def doubted(self, table: Table, event: Event | None, since: SeenSince) -> Proposed | None:
        """What is asked instead where what lay there before leaves open whether this was played."""
        return None

    def waits(self, table: Table, event: Event | None, since: SeenSince) -> Wait | None:
        """How long what was played must lie there, where a part of it may be of somebody who lifts a card for a while,
        or tries the next turn."""
        return None

    def late_s(self, table: Table, event: Event | None, since: SeenSince) -> float:
        """For how long what a turn ends with had lain there before what it begins with, in seconds; 0 where nothing
        says in which order things are laid."""
        return 0.0
