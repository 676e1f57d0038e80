"""Cards of a taught deck looked for by their size on the table, over and over: each that is found tells the table
better."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from vision.any_cards import Ways
from vision.photo import Pixels
from vision.plane import Floats, quad_area
from vision.quads import common_area
from vision.sighting import CardSighting, Unread
from vision.taught.by_size import SizeConfig
from vision.taught.growing import GrowConfig, Grown, rectangles, tables
from vision.taught.sighting import TaughtSighting, same_spot


@dataclass(frozen=True, slots=True)
class SearchConfig:
    """What is looked for, and when it is given up."""

    sized: SizeConfig = field(default_factory=SizeConfig)
    grow: GrowConfig = field(default_factory=GrowConfig)
    rounds: int = 6
    again: float = 0.03
    nearly: float = 0.012
    """What lies as near as this, over its size, to what was looked at is not looked at again, nor what lies as near as
    the second and was most likely a card."""
    chances: int = 6
    """So many rectangles are looked at of which none is a card that was taught, before another size is tried."""
    most: int = 60
    """So many rectangles are looked at in a photo of which none is a card that was taught: a pattern has hundreds."""
    likely: float = 0.4
    """What costs no more than this most likely lies where the kind does that it is most like."""
    partly: float = 0.15
    framed: float = 0.7
    """What costs less than the first, or has four sides as clear as the second, is most likely a card, though none that
    is certain."""


@dataclass(frozen=True, slots=True)
class Identified:
    """What a face is, what that costs, and its `corners` (4, 2) px, top-left first, where it most likely lies."""

    corners: Floats
    thing: TaughtSighting | CardSighting | Unread
    cost: float


Where = Callable[[Floats], bool]
"""Whether it is asked for what would lie within corners (4, 2) px."""

Identify = Callable[[Floats, bool], Identified]
"""Tells what a face is that lies about within corners (4, 2) px, upright or upside down; or in any turn."""


class SizeSearch:
    """A search in one photo, (height, width, 3) BGR, whose outlines `seen` has, for what would lie within corners
    (4, 2) px `where` it is asked for, on a `table` if that is known; none where `config` is None."""

    def __init__(
        self,
        image: Pixels,
        seen: Ways,
        identify: Identify,
        config: SearchConfig | None,
        least_px: float,
        where: Where,
        table: Grown | None = None,
    ) -> None:
        if config is not None and table is not None:
            config = replace(config, rounds=1, grow=replace(config.grow, enough=0))
        self._image, self._seen, self._identify, self._config = image, seen, identify, config
        self._least_px, self._where, self._table = least_px, where, table
        self._found: list[TaughtSighting | CardSighting] = []
        self._tried: list[tuple[Floats, float, Unread | None]] = []
        """What was looked at, how clear it is, and what it is if it is no card for certain."""
        self._likely: list[Floats] = []
        self._misses = 0

    def further(self, named: Sequence[TaughtSighting | CardSighting]) -> list[TaughtSighting | CardSighting]:
        """Cards beside those that are named."""
        c, before = self._config, len(self._found)
        for _ in range(0 if c is None else c.rounds):
            assert c is not None
            known, likely = len(self._found), len(self._likely)
            new = self._found[before:]
            cards = [np.array(thing.corners_px) for thing in (*named, *new)]
            anchors = [*cards, *self._likely]
            for table in self._tables(anchors, c):
                self._look(table, cards, c, len(anchors) < c.grow.enough)
                if len(self._found) > known or len(self._likely) > likely or self._misses >= c.most:
                    break
            if self._misses >= c.most or (len(self._found) == known and len(self._likely) <= likely):
                break
        return self._found[before:]

    def _tables(self, anchors: Sequence[Floats], c: SearchConfig) -> Iterable[Grown]:
        """The table that is known, or those that it may be."""
        if self._table is not None:
            return [self._table]
        return tables(self._image, anchors, self._seen, c.grow, self._least_px)

    def doubts(self, named: Sequence[TaughtSighting | CardSighting]) -> list[Unread]:
        """What is most like a card beside those that are named, though none for certain."""
        c, taken = self._config, [np.array(thing.corners_px) for thing in named]
        found: list[Unread] = []
        for corners, clear, thing in self._tried if taken and c is not None else ():
            assert c is not None
            if thing is None or clear < c.framed or any(common_area(corners, at) > 0 for at in taken):
                continue
            found.append(thing)
            taken.append(corners)
        return found

    def _look(self, table: Grown, cards: Sequence[Floats], c: SearchConfig, any_turn: bool) -> None:
        """Look at the rectangles on a table beside cards."""
        misses, known = 0, len(self._found)
        likely: list[Floats] = []
        seeds = [quad for quad in self._likely if not any(common_area(quad, card) > 0 for card in cards)]
        for k, (clear, corners) in enumerate(rectangles(self._image, table, cards, c.sized, c.grow, seeds)):
            size = float(np.sqrt(abs(quad_area(corners))))
            again = c.nearly if k < len(seeds) else c.again
            if (
                size < self._least_px
                or not self._where(corners)
                or self._known(corners, again * size, any_turn)
            ):
                continue
            if any_turn and misses >= c.chances and not likely and len(self._found) == known:
                break
            if self._misses >= c.most:
                break
            looked = self._identify(corners, any_turn)
            if not isinstance(looked.thing, Unread):
                if not any(same_spot(looked.thing, other) for other in self._found):
                    self._found.append(looked.thing)
                self._tried.append((corners, clear, None))
                continue
            misses += 1
            self._misses += 1
            if looked.cost <= c.likely:
                likely.append(looked.corners)
            self._tried.append((corners, 1.0 if looked.cost <= c.partly else clear, looked.thing))
        self._likely = likely or self._likely

    def _known(self, corners: Floats, reach_px: float, any_turn: bool) -> bool:
        """Whether what lies within corners was looked at."""
        turns = range(4) if any_turn else (0, 2)
        return any(
            np.abs(np.roll(corners, turn, axis=0) - other).max() < reach_px
            for other, _, _ in self._tried
            for turn in turns
        )
