"""The pieces as polyforms, and every place on the board where each of them fits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from companion.rules.polyform import QUARTER, Shape
from vision.board.cells import CELLS, NUMBER, cell_at, triangle_of

PLAYERS = ("petrol", "green")
NEUTRAL = "neutral"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of piece: its name, whose it is, one drawing by cells, how many there are of it, and which hands are told.

    `count` is of each player, or of all neutral ones together; `handed` says whether the drawing is the right hand
    of a pair that the game tells apart.
    """

    name: str
    neutral: bool
    drawn: tuple[str, ...]
    count: int
    handed: bool = False


KINDS: tuple[Kind, ...] = (
    Kind("small triangle", False, ("a1S",), 4),
    Kind("large triangle", False, ("a1S", "a1E"), 4),
    Kind("medium square", False, ("a1E", "b1W"), 3),
    Kind("trapeze", False, ("a1S", "a1E", "b1W"), 2, True),
    Kind("five-sided", False, ("a1S", "a1E", "a1W"), 1),
    Kind("large square", False, ("a1N", "a1E", "a1S", "a1W"), 1),
    Kind("rectangle", False, ("a1E", "b1W", "b1N", "b2S"), 1),
    Kind("parallelogram", False, ("a1S", "a1E", "b1W", "b1N"), 1, True),
    Kind("small triangle", True, ("a1S",), 6),
    Kind("neutral trapeze", True, ("b3E", "b3N", "b4S", "b4W", "c3W"), 1),
    Kind("neutral five-sided", True, ("a1E", "a1N", "a1S", "a1W", "b1W"), 1),
)


@dataclass(frozen=True, slots=True)
class Spot:
    """A piece laid somewhere: the kind's number, the hand if there are two, its cells as bits of a 64-bit board."""

    kind: int
    hand: str | None
    mask: int
    cells: tuple[int, ...] = field(compare=False)

    @property
    def names(self) -> list[str]:
        """Its cells' names, sorted."""
        return sorted(CELLS[cell] for cell in self.cells)


def shape_of(cells: Iterable[str]) -> Shape:
    """The polyform that these cells make."""
    return Shape.of(QUARTER, (triangle_of(NUMBER[name]) for name in cells))


@lru_cache(maxsize=1)
def spots() -> tuple[Spot, ...]:
    """Every place of every kind on an empty board, kind by kind."""
    found: dict[tuple[int, int], Spot] = {}
    for number, kind in enumerate(KINDS):
        base = shape_of(kind.drawn)
        for hand, shape in (("R", base), ("L", base.mirrored())):
            for cells in _places(shape):
                spot = Spot(number, hand if kind.handed else None, sum(1 << cell for cell in cells), cells)
                # A kind with one hand lies there turned over as well.
                found.setdefault((number, spot.mask), spot)
    return tuple(found.values())


@lru_cache(maxsize=2)
def spots_by_cell(*, neutral: bool) -> tuple[tuple[Spot, ...], ...]:
    """For each cell the places of the players' kinds, or of the neutral ones, that cover it."""
    table: list[list[Spot]] = [[] for _ in CELLS]
    for spot in spots():
        if KINDS[spot.kind].neutral == neutral:
            for cell in spot.cells:
                table[cell].append(spot)
    return tuple(tuple(places) for places in table)


def _places(shape: Shape) -> Iterable[tuple[int, ...]]:
    """The cells that a shape covers in each of its places on the board, turned but not turned over."""
    at = cell_at()
    seen = set()
    for matrix in QUARTER.rotations:
        a, b, c, d = matrix
        turned = [[(a * x + b * y, c * x + d * y) for x, y in corners] for corners in shape.triangles]
        low_x = min(x for corners in turned for x, _ in corners)
        low_y = min(y for corners in turned for _, y in corners)
        for dx in range(-1, 9):
            for dy in range(-1, 9):
                covered = []
                for corners in turned:
                    cell = at.get(frozenset((x - low_x + dx, y - low_y + dy) for x, y in corners))
                    if cell is None:
                        break
                    covered.append(cell)
                cells = tuple(sorted(covered))
                if len(cells) == len(turned) and cells not in seen:
                    seen.add(cells)
                    yield cells
