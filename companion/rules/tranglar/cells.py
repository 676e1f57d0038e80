"""The board: 64 triangles by name, each one bit of an integer, in the order of their names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from operator import or_

from companion.rules.errors import BadInput, quoted
from companion.rules.polyform import QUARTER, Shape, Triangle
from companion.rules.polyform.outline import edges

COLUMNS, RANKS, QUARTERS = "abcd", "1234", "ENSW"
CELLS = tuple(f"{column}{rank}{quarter}" for column in COLUMNS for rank in RANKS for quarter in QUARTERS)
"""All names, sorted: bit i of a mask is CELLS[i]."""
BIT = {name: 1 << number for number, name in enumerate(CELLS)}
FULL = (1 << len(CELLS)) - 1

_SQUARE = re.compile(r"([a-d][1-4])([NESW]+)")


def mask_of(cells: Iterable[str]) -> int:
    """The mask of cells given by name. Raises BadInput for a name that is none, and for one given twice."""
    mask = 0
    for name in cells:
        bit = BIT.get(name) if isinstance(name, str) else None
        if bit is None:
            raise BadInput(f"There is no cell {quoted(name)} on the board; cells are named a1N to d4W.")
        if mask & bit:
            raise BadInput(f"The cell {name} is named twice in one piece; name each once.")
        mask |= bit
    return mask


def numbers(mask: int) -> Iterator[int]:
    """The numbers of a mask's bits, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def names(mask: int) -> tuple[str, ...]:
    """The names of a mask's cells, sorted."""
    return tuple([CELLS[number] for number in numbers(mask)])


MOST_NAMED = 8


def listed(cells: Sequence[str], many: str = "{} cells") -> str:
    """Cells in a sentence: a few by name, `many` with how many they are where nobody would read the names."""
    return ", ".join(cells) if len(cells) <= MOST_NAMED else many.format(len(cells))


def named(mask: int) -> str:
    """A mask in a sentence: every cell by its whole name, as a player finds it on the board."""
    return ", ".join(names(mask))


def together(masks: Iterable[int]) -> int:
    """All cells of some masks, which may overlap."""
    return reduce(or_, masks, 0)


@lru_cache(maxsize=4096)
def spelt(mask: int) -> str:
    """A mask as text: each square's name once, followed by its quarters, such as `a1ESb1W`."""
    text, last = "", ""
    for name in names(mask):
        text += name[2] if name[:2] == last else name
        last = name[:2]
    return text


def read_spelt(text: str) -> int:
    """The mask that `spelt` wrote. Raises BadInput for other text."""
    found = list(_SQUARE.finditer(text))
    if not text or "".join(match[0] for match in found) != text:
        raise BadInput(f"{quoted(text)} names no cells; write squares with their quarters, such as a1ESb1W.")
    return mask_of(match[1] + quarter for match in found for quarter in match[2])


@lru_cache(maxsize=1)
def triangles() -> tuple[Triangle, ...]:
    """Every cell's triangle in the lattice QUARTER, the square a1 at the origin, y upwards."""
    found = []
    for name in CELLS:
        column, rank, quarter = tuple(name)
        x, y = 2 * COLUMNS.index(column), 2 * RANKS.index(rank)
        low, right, top, left = (x, y), (x + 2, y), (x + 2, y + 2), (x, y + 2)
        side = {"S": (low, right), "E": (right, top), "N": (left, top), "W": (low, left)}[quarter]
        found.append((*side, (x + 1, y + 1)))
    return tuple(found)


@lru_cache(maxsize=1)
def cell_at() -> dict[frozenset[tuple[int, int]], int]:
    """The number of the cell that has these three corners."""
    return {frozenset(triangle): number for number, triangle in enumerate(triangles())}


@lru_cache(maxsize=1)
def cells_by_edge() -> dict[tuple[tuple[int, int], tuple[int, int]], int]:
    """The mask of the one or two cells that have this side, its smaller vertex first."""
    found: dict[tuple[tuple[int, int], tuple[int, int]], int] = {}
    for number, triangle in enumerate(triangles()):
        for edge in edges(triangle):
            found[edge] = found.get(edge, 0) | 1 << number
    return found


def shape_of(mask: int) -> Shape:
    """The polyform that a mask's cells make. Raises BadInput where they do not hang together."""
    at = triangles()
    return Shape.of(QUARTER, (at[number] for number in numbers(mask)))


@lru_cache(maxsize=1)
def board() -> Shape:
    """The whole board as a polyform."""
    return shape_of(FULL)
