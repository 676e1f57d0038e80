"""Which of the places where edges would lay the board is it, by what shows there."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from vision.board.board_config import BoardConfig
from vision.board.cells import CELLS, RIM, SIDE, square_of
from vision.board.first_look.read import Shown, read_board, shown_by
from vision.board.flat import Flat, flatten
from vision.board.grid.find import upright
from vision.board.grid.goes_on import goes_on
from vision.board.grid.register import View
from vision.board.grid.weigh import Candidate
from vision.board.laying.packing import TooMany, packings
from vision.board.laying.reading import BoardRead
from vision.board.second_look.again import AgainConfig, Glimpse, glimpse
from vision.board.second_look.likelihood import COVERED, FLAT
from vision.board.settle import settled
from vision.board.third_look.cell_looks import CellLooks, cell_looks
from vision.photo import Pixels

MARKED = 1000
"""What a place is worth beyond its edges if markers say that the board lies there."""


@dataclass(frozen=True, slots=True)
class _Sight:
    """A place that may hold the board, settled, and what the network makes of it once it has looked there."""

    candidate: Candidate
    view: View
    flat: Future[Flat]
    asked: Future[Glimpse]
    moved_on: float = 0.0
    """What it is worth less than its edges say."""

    @property
    def most(self) -> float:
        """What it is worth at most."""
        return _by_edges(self.candidate) - self.moved_on


@dataclass(frozen=True)
class Place:
    """A place that may hold the board, as colours and edges read it, and what it is worth by that."""

    worth: float
    found: BoardRead
    view: View
    shown: Shown
    second: Glimpse
    """What the network makes of it."""
    looks: CellLooks
    """What its cells look like."""
    config: AgainConfig

    @cached_property
    def makes_sense(self) -> bool:
        """Whether some pieces make what the network sees there."""
        seen, covered = self.second.seen, self.found.covered | self.second.over(self.config)
        try:
            return packings(seen.states(), seen.sides, covered, self.config.packing) is not None
        except TooMany:
            return False


def place_of(image: Pixels, views: Sequence[Candidate], config: BoardConfig) -> Place | None:
    """Where a photo's board lies, of these places, the likeliest first; None where none is seen."""
    candidates = views[: config.looked_at]
    least = max([config.nearly_all_score, *(config.close * candidate.score for candidate in candidates)])
    known: list[View] = []
    places: list[Place] = []
    # The network needs no Python while it computes: both looks are taken at once.
    with ThreadPoolExecutor(1) as pool:
        for one in candidates:
            # Whatever shows there, it is worth no more than its edges say, nor is what lies a square beside it.
            most = _by_edges(one) - min(config.moved_on, 0.0)
            if not (one.marked or one.score >= least) or most < _left(best_of(places, config), config):
                continue
            for sight in _sights(image, one, known, config, pool):
                places += _read(image, sight, best_of(places, config), config, pool)
                known.append(sight.view)
    best = best_of(places, config)
    return best if best is not None and best.found.mixed < config.most_mixed else None


def place_at(image: Pixels, view: View, config: BoardConfig) -> Place:
    """What lies at a place that nothing contests."""
    flat = flatten(image, view, FLAT)
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(glimpse, image, flat, config.again)
        shown = shown_by(flatten(image, view, config.flat), config.read)
        found = read_board(shown, config.read)
        return Place(0.0, found, view, shown, asked.result(), cell_looks(flat), config.again)


def _sights(
    image: Pixels, candidate: Candidate, known: list[View], config: BoardConfig, pool: Executor
) -> Iterator[_Sight]:
    """A candidate's place, and those a square away from where a whole row of it seems to lie beyond the board; none at
    which that is no board, and no square back to a view that is known."""
    view = settled(flatten(image, candidate.view, config.flat), candidate.view, config.settle)
    if not candidate.marked and goes_on(image, view, config.goes_on):
        return
    first = _looked_at(image, candidate, view, config, pool)
    yield first
    # A faint grid is a board's only if no row of it lies beyond.
    if candidate.marked or candidate.score < config.least_score:
        return
    for row in _rows_beyond(first.asked.result().over(config.again), config):
        back = upright(view.moved(*FROM_ROWS[row]))
        back = settled(flatten(image, back, config.flat), back, config.settle)
        # Two places a square apart, of which one is the board's, both lead to it.
        if not any(_same_place(back, other) for other in known) and not goes_on(image, back, config.goes_on):
            yield replace(_looked_at(image, candidate, back, config, pool), moved_on=config.moved_on)


def _by_edges(candidate: Candidate) -> float:
    """What a place is worth by edges and markers alone."""
    return candidate.score + MARKED * candidate.marked


def _looked_at(
    image: Pixels, candidate: Candidate, view: View, config: BoardConfig, pool: Executor
) -> _Sight:
    """A place at which the network is looking."""
    flat = pool.submit(flatten, image, view, FLAT)
    return _Sight(candidate, view, flat, pool.submit(lambda: glimpse(image, flat.result(), config.again)))


def _same_place(one: View, other: View) -> bool:
    """Whether two views have the board in one place: all corners within a tenth of a square."""
    corners = other.to_px(RIM)
    square_px = float(np.linalg.norm(corners[0] - corners[2])) / (SIDE * math.sqrt(2))
    return float(np.abs(one.to_px(RIM) - corners).max()) < 0.1 * square_px


def _read(
    image: Pixels, sight: _Sight, rival: Place | None, config: BoardConfig, pool: Executor
) -> list[Place]:
    """What lies at a place; none where that is no board, or not the board if what lies at its rival is one."""
    candidate = sight.candidate
    faint = not candidate.marked and candidate.score < config.least_score
    if faint and not _is_board(sight.asked.result(), candidate.score, config):
        return []
    # To read a place takes longest.
    if (
        rival is not None
        and sight.most - config.beyond * _cells_over(sight.asked.result()) < _left(rival, config)
        and rival.makes_sense
    ):
        return []
    # What the third look goes by, of which nearly every board is asked, is left to whichever is done first.
    looked = pool.submit(lambda: cell_looks(sight.flat.result()))
    shown = shown_by(flatten(image, sight.view, config.flat), config.read)
    found = read_board(shown, config.read)
    looks = cell_looks(sight.flat.result()) if looked.cancel() else looked.result()
    second = sight.asked.result()
    # A faint grid has to make sense: pieces that lie within it, and nothing else, or the network sees a board.
    alone = found.spoilt < config.faint_spoilt and found.runs_on <= config.faint_runs_on
    plain = candidate.marked or candidate.score >= config.plain_score
    if not (plain or alone or _is_board(second, candidate.score, config)):
        return []
    # What lies over the board spoils a good place too: it only settles between places much alike.
    worth = _by_edges(candidate) * (1 - config.spoilt * min(found.spoilt, 1.0))
    worth -= config.cut_off * found.cut_off
    return [Place(worth - sight.moved_on, found, sight.view, shown, second, looks, config.again)]


RIM_ROWS = tuple(
    sum(1 << cell for cell in range(len(CELLS)) if square_of(cell)[axis] == end)
    for axis in (0, 1)
    for end in (0, SIDE - 1)
)
"""The cells (bits) of each of the four rows of squares along the rim: files a and d, ranks 1 and 4."""
FROM_ROWS = ((1, 0), (-1, 0), (0, -1), (0, 1))
"""The way from each of these rows to the opposite one, in columns and, downwards, rows."""


def _is_board(one: Glimpse, score: float, config: BoardConfig) -> bool:
    """Whether the network sees a board at a place of such a score: it knows what lies on most cells, and a piece on
    some, and no row along the rim is beyond it."""
    over, plain = one.over(config.again), one.plain(config.again)
    known, taken = plain.bit_count(), (plain & ~one.bare()).bit_count()
    if taken < config.taken or (score < config.known_score and known < config.nearly_all):
        return False
    shown = len(CELLS) - over.bit_count()
    enough = known >= config.known_cells or (
        shown >= config.open_cells and known >= config.known_open * shown
    )
    return enough and not _rows_beyond(over, config)


def _rows_beyond(over: int, config: BoardConfig) -> list[int]:
    """Which of the rows along the rim lie beyond the board, or under something, by the cells (bits) with that over."""
    return [k for k, row in enumerate(RIM_ROWS) if (over & row).bit_count() > config.most_beyond]


def best_of(places: Sequence[Place], config: BoardConfig) -> Place | None:
    """The place that is worth most; where others come near it the network decides too: where a grid lies a square
    beside the board's, or aslant over it, a row of it is no part of a board, or no pieces make what is seen there,
    however well all lines fit."""
    most = max((place.worth for place in places), default=0.0)
    near = [place for place in places if place.worth >= config.contested * most]
    if len(near) < 2:
        return near[0] if near else None
    return max(near, key=lambda place: (place.makes_sense, _left(place, config)))


def _left(place: Place | None, config: BoardConfig) -> float:
    """What a place is worth where the network decides too; less than any if there is none."""
    if place is None:
        return -math.inf
    return place.worth - config.beyond * _cells_over(place.second)


def _cells_over(one: Glimpse) -> float:
    """How many cells the network holds for covered, or for beyond the board."""
    return float(np.exp(one.seen.cells[:, COVERED]).sum())
