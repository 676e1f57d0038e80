"""The board's cells: 4 x 4 squares, each cut by both diagonals into the quarters N, E, S, W.

Board coordinates have the side of a square for their unit, x to the right along the columns a-d and y up the ranks
1-4. Vertices are written in half units, as the polyform lattice QUARTER has them: a square's corners are even, its
centre is odd.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from companion.rules.polyform import Triangle
from vision.plane import Floats

SIDE = 4
RIM = np.array([[0.0, 0.0], [SIDE, 0.0], [SIDE, SIDE], [0.0, SIDE]])
"""The grid's corners (4, 2), in board units."""
QUARTERS = "NESW"
CELLS: tuple[str, ...] = tuple(
    f"{column}{rank}{quarter}" for rank in "1234" for column in "abcd" for quarter in QUARTERS
)
NUMBER: dict[str, int] = {name: number for number, name in enumerate(CELLS)}

Vertex = tuple[int, int]


def square_of(cell: int) -> Vertex:
    """Column and rank, from 0, of a cell's square."""
    return cell // 4 % SIDE, cell // (4 * SIDE)


def triangle_of(cell: int) -> Triangle:
    """A cell's corners in half units, counter-clockwise, the square's centre last."""
    column, rank = square_of(cell)
    x, y = 2 * column, 2 * rank
    ring = ((x + 2, y + 2), (x, y + 2), (x, y), (x + 2, y))
    # N lies between the two upper corners, and the others follow clockwise from there.
    start = {"N": 0, "W": 1, "S": 2, "E": 3}[QUARTERS[cell % 4]]
    return ring[start], ring[(start + 1) % 4], (x + 1, y + 1)


@lru_cache(maxsize=1)
def cell_at() -> dict[frozenset[Vertex], int]:
    """Which cell has these three corners."""
    return {frozenset(triangle_of(cell)): cell for cell in range(len(CELLS))}


@dataclass(frozen=True, slots=True)
class Edge:
    """A side of a cell, from vertex to vertex in half units, and the cells to its left and right.

    `right` is -1 along the board's rim.
    """

    start: Vertex
    end: Vertex
    left: int
    right: int

    @property
    def diagonal(self) -> bool:
        """Whether it is half a diagonal of a square."""
        return self.start[0] != self.end[0] and self.start[1] != self.end[1]


@lru_cache(maxsize=1)
def edges() -> tuple[Edge, ...]:
    """All 104 sides of cells, each once: 88 between two cells and 16 along the rim."""
    owners: dict[tuple[Vertex, Vertex], int] = {}
    for cell in range(len(CELLS)):
        corners = triangle_of(cell)
        for k in range(3):
            owners[corners[k], corners[(k + 1) % 3]] = cell
    found = []
    for (start, end), cell in owners.items():
        other = owners.get((end, start), -1)
        if other < cell:
            found.append(Edge(start, end, cell, other))
    return tuple(found)


@lru_cache(maxsize=1)
def neighbours() -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each cell the (edge number, other cell) of its sides within the board."""
    around: list[list[tuple[int, int]]] = [[] for _ in CELLS]
    for number, edge in enumerate(edges()):
        if edge.right >= 0:
            around[edge.left].append((number, edge.right))
            around[edge.right].append((number, edge.left))
    return tuple(tuple(sides) for sides in around)


@lru_cache(maxsize=1)
def around() -> tuple[tuple[int, ...], ...]:
    """For each cell all others that share a corner with it."""
    corners = [set(triangle_of(cell)) for cell in range(len(CELLS))]
    return tuple(
        tuple(other for other in range(len(CELLS)) if other != cell and corners[cell] & corners[other])
        for cell in range(len(CELLS))
    )


def touched(cell: int, part: int) -> bool:
    """Whether a cell shares a corner with one of these cells (bits), itself left out."""
    return any(part >> other & 1 for other in around()[cell])


@lru_cache(maxsize=1)
def tints() -> Floats:
    """1/2 for east and west quarters and -1/2 for others, and the same for every second square (2, 64): boards give
    them tints of their own."""
    squares = np.array([sum(square_of(cell)) for cell in range(len(CELLS))])
    return np.stack([np.arange(len(CELLS)) % 2 - 0.5, squares % 2 - 0.5])


@lru_cache(maxsize=1)
def beside_edges() -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The cells to the left and to the right of every edge (104,); -1 for none."""
    left, right = (np.array(own) for own in zip(*((edge.left, edge.right) for edge in edges()), strict=True))
    return left, right


@lru_cache(maxsize=1)
def edge_ends() -> Floats:
    """Every edge's two ends (104, 2, 2) in board units."""
    ends: Floats = np.array([[edge.start, edge.end] for edge in edges()], float) / 2
    return ends


@lru_cache(maxsize=1)
def cell_corners() -> Floats:
    """Every cell's three corners (64, 3, 2) in board units."""
    corners: Floats = np.array([triangle_of(cell) for cell in range(len(CELLS))], float) / 2
    return corners


def chosen_of(cells: int) -> NDArray[np.bool_]:
    """Which cells are among these bits (65,), the last for what is no cell: never."""
    told = np.frombuffer(cells.to_bytes(9, "little"), np.uint8)
    return np.unpackbits(told, count=len(CELLS) + 1, bitorder="little").astype(bool)


def bits_of(chosen: NDArray[np.bool_]) -> int:
    """The cells that are chosen (64,), as bits."""
    return sum(1 << int(cell) for cell in np.flatnonzero(chosen))
