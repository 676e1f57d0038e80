"""The pieces as the seed names them, and every place where each can lie, computed once when first asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from companion.rules.errors import BadInput
from companion.rules.polyform import Shape, placements
from companion.rules.polyform.lattice import Point
from companion.rules.seeds import seed
from companion.rules.tranglar.cells import board, cell_at, cells_by_edge, mask_of, names, shape_of

PLAYERS = ("petrol", "green")
NEUTRAL = "neutral"
OTHER_HAND = {"L": "R", "R": "L", None: None}

Line = tuple[Point, Point]


HANDED = {"L": "left-handed", "R": "right-handed"}
"""Hands in a sentence."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A piece as a supply counts it: one hand of it, where it has hands."""

    name: str
    hand: str | None
    code: str
    """What stands for it in a position's line, such as `S` or `TL`."""
    shape: Shape = field(repr=False)
    """The hand's own drawing; it may be turned, and not turned over."""
    free: bool
    """Whether it may be turned over all the same: a neutral piece is alike on both sides."""
    start: tuple[int, int]
    """How many petrol and green start with."""

    @property
    def label(self) -> str:
        """Its name in a supply, such as `trapeze L`."""
        return self.name if self.hand is None else f"{self.name} {self.hand}"

    @property
    def noun(self) -> str:
        """What it is called in a sentence, such as `five-sided piece`."""
        return f"{self.name} piece" if self.name.endswith("-sided") else self.name

    @property
    def noun_and_hand(self) -> str:
        """The same with its hand, where it has one."""
        return self.noun if self.hand is None else f"{HANDED[self.hand]} {self.noun}"


@dataclass(frozen=True, slots=True)
class Side:
    """A maximal straight stretch of a piece's outline."""

    line: Line
    """Its ends, in half sides of a square, a1's outer corner (0, 0), y upwards."""
    beyond: int
    """The mask of the cells that share some length with it on the outside; 0 along the rim."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A piece of a kind laid on the board."""

    kind: int
    """The kind's number in `kinds()`, or in `neutral_kinds()`."""
    mask: int
    sides: tuple[Side, ...] = field(compare=False, repr=False)
    beyond: tuple[int, ...] = field(compare=False, repr=False)
    """`beyond` of every side."""
    needs: int = field(compare=False)
    """How many touched sides trap it: the least number that is more than half."""
    size: int = field(compare=False)
    """How many triangles."""


@lru_cache(maxsize=1)
def kinds() -> tuple[Kind, ...]:
    """What the players' supplies hold, in the seed's order, L before R."""
    found = []
    for row in seed("tranglar")["pieces"]:
        right = shape_of(mask_of(row["cells"]))
        petrol, green = row["start"]
        if not row.get("hands"):
            found.append(Kind(row["name"], None, row["code"], right, False, (petrol[0], green[0])))
            continue
        for number, (hand, shape) in enumerate((("L", right.mirrored()), ("R", right))):
            start = (petrol[number], green[number])
            found.append(Kind(row["name"], hand, row["code"] + hand, shape, False, start))
    return tuple(found)


@lru_cache(maxsize=1)
def neutral_kinds() -> tuple[Kind, ...]:
    """The neutral pieces: the small triangle and then the two large ones."""
    rows = seed("tranglar")["neutral_pieces"]
    return tuple(
        Kind(row["name"], None, row["code"], shape_of(mask_of(row["cells"])), True, (0, 0)) for row in rows
    )


@lru_cache(maxsize=1)
def other_hands() -> tuple[int, ...]:
    """For each kind the number of what it is when turned over."""
    at = {(kind.name, kind.hand): number for number, kind in enumerate(kinds())}
    return tuple(at[kind.name, OTHER_HAND[kind.hand]] for kind in kinds())


@lru_cache(maxsize=1)
def kind_named() -> dict[str, int]:
    """The number of a player's kind by its label."""
    return {kind.label: number for number, kind in enumerate(kinds())}


def spots_of(kind: Kind, number: int) -> tuple[Spot, ...]:
    """Every place of a kind on an empty board, in the order of their masks."""
    at = cell_at()
    found = {
        sum(1 << at[frozenset(triangle)] for triangle in place.triangles)
        for place in placements(board(), kind.shape, mirrored=kind.free or kind.hand is None)
    }
    return tuple(_spot(number, mask) for mask in sorted(found))


def _spot(number: int, mask: int) -> Spot:
    sides = sides_of(mask)
    return Spot(
        number, mask, sides, tuple(side.beyond for side in sides), len(sides) // 2 + 1, mask.bit_count()
    )


def sides_of(mask: int) -> tuple[Side, ...]:
    """The maximal straight stretches of a region's outline, with the cells beyond each."""
    around = cells_by_edge()
    loop = _corners(mask)
    sides = []
    for start, end in zip(loop, (*loop[1:], loop[0]), strict=True):
        beyond = 0
        for edge, both in around.items():
            if both & mask and both & ~mask and _along(start, end, edge):
                beyond |= both & ~mask
        sides.append(Side((start, end), beyond))
    return tuple(sides)


def _corners(mask: int) -> tuple[Point, ...]:
    # The outline comes in squares' sides; whole numbers of halves keep it exact.
    loop = shape_of(mask).outline()[0]
    return tuple((round(2 * x), round(2 * y)) for x, y in loop)


def _along(start: Point, end: Point, edge: Line) -> bool:
    """Whether an edge of the lattice lies on the stretch from start to end."""
    (ax, ay), (bx, by) = start, end
    for x, y in edge:
        if (bx - ax) * (y - ay) != (by - ay) * (x - ax):
            return False
        if not (min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by)):
            return False
    return True


@lru_cache(maxsize=1)
def spots() -> dict[int, Spot]:
    """Every place of the players' pieces by its mask; no two kinds fill the same cells."""
    return {spot.mask: spot for number, kind in enumerate(kinds()) for spot in spots_of(kind, number)}


@lru_cache(maxsize=1)
def neutral_spots() -> dict[int, Spot]:
    """Every place of the neutral pieces by its mask."""
    return {spot.mask: spot for number, kind in enumerate(neutral_kinds()) for spot in spots_of(kind, number)}


def spot_at(mask: int) -> Spot:
    """The player's piece that fills these cells. Raises BadInput where none does."""
    spot = spots().get(mask)
    if spot is None:
        raise BadInput(f"No player's piece has the shape of {', '.join(names(mask)) or 'no cells'}.")
    return spot


def neutral_spot_at(mask: int) -> Spot:
    """The neutral piece that fills these cells. Raises BadInput where none does."""
    spot = neutral_spots().get(mask)
    if spot is None:
        raise BadInput(f"No neutral piece has the shape of {', '.join(names(mask)) or 'no cells'}.")
    return spot
