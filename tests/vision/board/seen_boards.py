"""Boards as the second look would see them, made up, and pieces to lay on them."""

from __future__ import annotations

import numpy as np

from vision.board.cells import NUMBER, edges
from vision.board.laying.packing import ENDS, INNER, NONE, STATES
from vision.board.laying.pieces import NEUTRAL, Spot, spots_by_cell
from vision.board.laying.reading import BoardRead, Laid, Reading
from vision.board.second_look.again import Again, AgainConfig, weighed_again
from vision.board.second_look.likelihood import COVERED, Likelihood

SURE = 12.0


def spot(*names: str, neutral: bool = False) -> Spot:
    return next(s for s in spots_by_cell(neutral=neutral)[NUMBER[names[0]]] if set(s.names) == set(names))


LARGE = (NEUTRAL, spot("b2N", "b2E", "b2W", "b2S", "b3S", neutral=True))
DIAMOND = ("petrol", spot("c3E", "d3W"))
HALVES = (("petrol", spot("c3E")), ("petrol", spot("d3W")))
SMALL = (NEUTRAL, spot("a4N", neutral=True))
PAIR = (("petrol", spot("a1N", "a1E")), ("petrol", spot("a1S", "a1W")))
"""Two pieces of one colour, edge to edge."""
SQUARE = ("petrol", spot("d1N", "d1E", "d1S", "d1W"))


def seen(*laid: Laid, covered: tuple[str, ...] = ()) -> Likelihood:
    """A board on which these pieces are seen without any doubt."""
    cells = np.full((64, 5), -SURE)
    owner = [0] * 64
    piece = [-1] * 64
    for number, (who, place) in enumerate(laid):
        for cell in place.cells:
            owner[cell], piece[cell] = STATES.index(who), number
    cells[np.arange(64), owner] = 0.0
    for name in covered:
        cells[NUMBER[name]] = -SURE
        cells[NUMBER[name], COVERED] = 0.0
    sides = np.full((104, 3), -SURE)
    for number, edge in enumerate(edges()):
        one, other = piece[edge.left], piece[edge.right]
        sides[number, NONE if one == other == -1 else INNER if one == other else ENDS] = 0.0
    return Likelihood(cells, sides)


def between(board: Likelihood, one: str, other: str, inner: float) -> Likelihood:
    """The same where the side between two cells is within a piece with a chance of `inner`, or else parts two."""
    pair = {NUMBER[one], NUMBER[other]}
    side = next(k for k, edge in enumerate(edges()) if {edge.left, edge.right} == pair)
    board.sides[side] = np.log([inner, 1 - inner, 1e-6])
    return board


def again(board: Likelihood) -> Again:
    return weighed_again(board, 0, 0, AgainConfig())


def read(*readings: tuple[float, tuple[Laid, ...]], **more: int) -> BoardRead:
    """What colours and edges leave open."""
    found = tuple(Reading(laid, chance) for chance, laid in readings)
    return BoardRead(found, 0, 0, (None,) * 64, 0.0, frozenset(), fit=0.5, **more)  # type: ignore[arg-type]


def bits(*names: str) -> int:
    return sum(1 << NUMBER[name] for name in names)


def hardly(owner: str, chance: float) -> Likelihood:
    """A board with a small piece that is seen so far, or else nothing there."""
    board = seen(LARGE)
    board.cells[NUMBER["a4N"]] = np.log(1e-6)
    board.cells[NUMBER["a4N"], [0, STATES.index(owner)]] = np.log([1 - chance, chance])
    for side, edge in enumerate(edges()):
        if NUMBER["a4N"] in (edge.left, edge.right):
            board.sides[side] = np.log([1e-6, max(chance, 0.5), min(1 - chance, 0.5)])
    return board
