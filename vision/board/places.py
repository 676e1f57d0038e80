"""Which of the places where edges would lay the board is it, by what shows there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from vision.board.again import Glimpse, glimpse
from vision.board.board_config import BoardConfig
from vision.board.cell_looks import CellLooks, cell_looks
from vision.board.cells import CELLS, SIDE, square_of
from vision.board.find import Candidate, upright
from vision.board.flat import flatten
from vision.board.goes_on import goes_on
from vision.board.likelihood import COVERED, FLAT
from vision.board.packing import TooMany, packings
from vision.board.read import Shown, read_board, shown_by
from vision.board.reading import BoardRead
from vision.board.register import View
from vision.board.settle import settled
from vision.photo import Pixels

MARKED = 1000
"""What a place is worth beyond its edges if markers say that the board lies there."""


@dataclass(frozen=True, slots=True)
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


def place_of(image: Pixels, views: Sequence[Candidate], config: BoardConfig) -> Place | None:
    """Where a photo's board lies, of these places, the likeliest first; None where none is seen."""
    candidates = views[: config.looked_at]
    least = max([config.nearly_all_score, *(config.close * candidate.score for candidate in candidates)])
    tried = [one for one in candidates if one.marked or one.score >= least]
    places: list[Place] = []
    moved: list[Place] = []
    for one in tried:
        # Whatever shows there, it is worth no more than its edges say, nor is what lies a square beside it.
        most = one.score + MARKED * one.marked - min(config.moved_on, 0.0)
        if most < _left(best_of([*places, *moved], config), config):
            continue
        place = _place(image, one, config)
        if place is not None:
            places.append(place)
            moved += [] if one.marked else _a_square_back(image, one, place, config)
    places += moved
    best = best_of(places, config)
    return best if best is not None and best.found.mixed < config.most_mixed else None


def _place(image: Pixels, candidate: Candidate, config: BoardConfig) -> Place | None:
    """What lies at a candidate's place; None where that is no board."""
    view = settled(flatten(image, candidate.view, config.flat), candidate.view, config.settle)
    if not candidate.marked and goes_on(image, view, config.goes_on):
        return None
    # The network needs no Python while it computes: both looks are taken at once.
    with ThreadPoolExecutor(1) as pool:
        small = pool.submit(flatten, image, view, FLAT)
        asked = pool.submit(lambda: glimpse(image, small.result(), config.again))
        faint = not candidate.marked and candidate.score < config.least_score
        if faint and not _is_board(asked.result(), candidate.score, config):
            return None
        # What the third look goes by, of which nearly every board is asked, is left to whichever is done first.
        looked = pool.submit(lambda: cell_looks(small.result()))
        shown = shown_by(flatten(image, view, config.flat), config.read)
        found = read_board(shown, config.read)
        looks = cell_looks(small.result()) if looked.cancel() else looked.result()
        second = asked.result()
    # A faint grid has to make sense: pieces that lie within it, and nothing else, or the network sees a board.
    alone = found.spoilt < config.faint_spoilt and found.runs_on <= config.faint_runs_on
    plain = candidate.marked or candidate.score >= config.plain_score
    if not (plain or alone or _is_board(second, candidate.score, config)):
        return None
    # What lies over the board spoils a good place too: it only settles between places much alike.
    worth = (candidate.score + MARKED * candidate.marked) * (
        1 - config.spoilt * min(found.spoilt, 1.0)
    ) - config.cut_off * found.cut_off
    return Place(worth, found, view, shown, second, looks)


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


def _a_square_back(image: Pixels, candidate: Candidate, place: Place, config: BoardConfig) -> list[Place]:
    """The places a square away from where a whole row of this one seems to lie beyond the board."""
    found = []
    for row in _rows_beyond(place.second.over(config.again), config):
        view = upright(place.view.moved(*FROM_ROWS[row]))
        back = _place(image, replace(candidate, view=view), config)
        if back is not None:
            found.append(replace(back, worth=back.worth - config.moved_on))
    return found


def best_of(places: Sequence[Place], config: BoardConfig) -> Place | None:
    """The place that is worth most; where others come near it the network decides too: where a grid lies a square
    beside the board's, or aslant over it, a row of it is no part of a board, or no pieces make what is seen there,
    however well all lines fit."""
    most = max((place.worth for place in places), default=0.0)
    near = [place for place in places if place.worth >= config.contested * most]
    if len(near) < 2:
        return near[0] if near else None
    return max(near, key=lambda place: (_makes_sense(place, config), _left(place, config)))


def _makes_sense(place: Place, config: BoardConfig) -> bool:
    """Whether some pieces make what the network sees at a place."""
    covered = place.found.covered | place.second.over(config.again)
    try:
        return (
            packings(place.second.seen.states(), place.second.seen.sides, covered, config.again.packing)
            is not None
        )
    except TooMany:
        return False


def _left(place: Place | None, config: BoardConfig) -> float:
    """What a place is worth where the network decides too; less than any if there is none."""
    if place is None:
        return -math.inf
    return place.worth - config.beyond * float(np.exp(place.second.seen.cells[:, COVERED]).sum())
