"""A second, naive Tranglar on polygons: what touches is measured, what fits is intersected; no code of the engine.

Pieces are frozensets of cells' names. Shapely does all geometry; nothing here knows bits, lattices or sides that
were worked out beforehand, save that lengths once measured are kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations

import shapely
from shapely import LineString, Polygon
from shapely.affinity import rotate, scale, translate

Piece = frozenset[str]
SLACK = 1e-6
R = 0.5  # half a side of a square

# The outlines by hand, in sides of a square: (corners, handed, how many sides). The R hand where there are two.
OUTLINES: dict[str, tuple[list[tuple[float, float]], bool, int]] = {
    "small triangle": ([(0, 0), (1, 0), (R, R)], False, 3),
    "large triangle": ([(0, 0), (1, 0), (1, 1)], False, 3),
    "medium square": ([(1, 0), (1 + R, R), (1, 1), (R, R)], False, 4),
    "trapeze": ([(0, 0), (1, 0), (1 + R, R), (1, 1)], True, 4),
    "five-sided": ([(0, 0), (1, 0), (1, 1), (R, R), (0, 1)], False, 5),
    "large square": ([(0, 0), (1, 0), (1, 1), (0, 1)], False, 4),
    "rectangle": ([(1, 0), (2, 1), (1 + R, 1 + R), (R, R)], False, 4),
    "parallelogram": ([(0, 0), (1, 0), (2, 1), (1, 1)], True, 4),
}
NEUTRAL_OUTLINES: dict[str, list[tuple[float, float]]] = {
    "small triangle": [(0, 0), (1, 0), (R, R)],
    "neutral trapeze": [(R, R), (2, 2), (2, 1), (1, 0)],
    "neutral five-sided": [(0, 0), (1, 0), (1 + R, R), (1, 1), (0, 1)],
}
OTHER = {"petrol": "green", "green": "petrol"}


def cell_polygon(name: str) -> Polygon:
    x, y = "abcd".index(name[0]), int(name[1]) - 1
    corners = {
        "S": [(x, y), (x + 1, y)],
        "E": [(x + 1, y), (x + 1, y + 1)],
        "N": [(x + 1, y + 1), (x, y + 1)],
        "W": [(x, y + 1), (x, y)],
    }
    return Polygon([*corners[name[2]], (x + R, y + R)])


CELLS = {name: cell_polygon(name) for name in (c + r + q for c in "abcd" for r in "1234" for q in "NESW")}


def covered(shape: Polygon) -> Piece | None:
    """The cells that a polygon fills; None where it cuts one or leaves the board."""
    inside = set()
    for name, cell in CELLS.items():
        area = shape.intersection(cell).area
        if area > cell.area - SLACK:
            inside.add(name)
        elif area > SLACK:
            return None
    return frozenset(inside) if abs(len(inside) / 4 - shape.area) < SLACK else None


@cache
def places(name: str, hand: str | None, neutral: bool = False) -> frozenset[Piece]:
    """Everywhere that a piece can lie on an empty board."""
    outline = NEUTRAL_OUTLINES[name] if neutral else OUTLINES[name][0]
    drawn = Polygon(outline)
    drawings = [drawn, scale(drawn, xfact=-1)] if neutral else [drawn]
    if hand == "L":
        drawings = [scale(drawn, xfact=-1)]
    found = set()
    for one in drawings:
        for quarter in range(4):
            turned = rotate(one, 90 * quarter, origin=(0, 0))
            left, low, _, _ = turned.bounds
            for x in range(8):
                for y in range(8):
                    cells = covered(translate(turned, x / 2 - left, y / 2 - low))
                    if cells:
                        found.add(cells)
    return frozenset(found)


@cache
def labels() -> dict[Piece, str]:
    """Every place of every player's piece, with what a supply calls it."""
    found = {}
    for name, (_, handed, _) in OUTLINES.items():
        for hand in ("L", "R") if handed else (None,):
            for cells in places(name, hand):
                assert cells not in found
                found[cells] = name if hand is None else f"{name} {hand}"
    return found


@cache
def polygon(cells: Piece) -> Polygon:
    return shapely.union_all([CELLS[name] for name in cells], grid_size=1e-9)


@cache
def side_lines(cells: Piece) -> tuple[LineString, ...]:
    """The straight stretches of a piece's outline."""
    ring = list(polygon(cells).exterior.coords)[:-1]
    corners = []
    for i, (x, y) in enumerate(ring):
        (ax, ay), (bx, by) = ring[i - 1], ring[(i + 1) % len(ring)]
        if abs((x - ax) * (by - y) - (y - ay) * (bx - x)) > SLACK:
            corners.append((x, y))
    return tuple(LineString([corners[i - 1], corner]) for i, corner in enumerate(corners))


@cache
def touching(cells: Piece, other: Piece) -> frozenset[int]:
    """Which sides of one piece share a length with another piece."""
    shape = polygon(other)
    if not shape.intersects(polygon(cells)):
        return frozenset()
    return frozenset(
        number for number, side in enumerate(side_lines(cells)) if side.intersection(shape).length > SLACK
    )


@dataclass
class Naive:
    """A position as lists and counters; flips and actions change it in place."""

    pieces: dict[str, set[Piece]]
    neutral: set[Piece]
    supply: dict[str, Counter[str]]
    mover: str
    whites: dict[str, int] = field(default_factory=lambda: {"petrol": 3, "green": 3})

    def copy(self) -> Naive:
        return Naive(
            {owner: set(held) for owner, held in self.pieces.items()},
            set(self.neutral),
            {owner: Counter(held) for owner, held in self.supply.items()},
            self.mover,
            dict(self.whites),
        )

    @property
    def everything(self) -> set[Piece]:
        return self.pieces["petrol"] | self.pieces["green"] | self.neutral

    def touched(self, cells: Piece, owner: str) -> int:
        sides: set[int] = set()
        for other in self.pieces[OTHER[owner]]:
            sides |= touching(cells, other)
        return len(sides)

    def trapped(self, cells: Piece, owner: str) -> bool:
        return 2 * self.touched(cells, owner) > len(side_lines(cells))

    def all_trapped(self, owner: str) -> set[Piece]:
        return {cells for cells in self.pieces[owner] if self.trapped(cells, owner)}

    def free(self, cells: Piece) -> bool:
        return not any(polygon(cells).intersection(polygon(other)).area > SLACK for other in self.everything)

    # --- what turns over ---------------------------------------------------------------------------

    def settle(self, stuck: set[Piece], own_too: bool = True) -> list[tuple[Piece, str]]:
        flips: list[tuple[Piece, str]] = []
        turned: set[Piece] = set()
        while self._once(self.mover, stuck, turned, flips):
            pass
        if own_too:
            self._once(OTHER[self.mover], stuck, turned, flips)
        return flips

    def _once(
        self, captor: str, stuck: set[Piece], turned: set[Piece], flips: list[tuple[Piece, str]]
    ) -> bool:
        owner = OTHER[captor]
        ready = []
        spare = Counter(self.supply[captor])
        for cells in sorted(self.all_trapped(owner) - turned, key=sorted):
            label = labels()[cells]
            if label.startswith("parallelogram"):
                continue
            if label.startswith("trapeze"):
                if cells in stuck or spare[label] == 0:
                    continue
                spare[label] -= 1
            ready.append(cells)
        for cells in ready:
            label = labels()[cells]
            if label.startswith("trapeze"):
                self.supply[captor][label] -= 1
                self.supply[captor][other_hand(label)] += 1
            self.pieces[owner].remove(cells)
            self.pieces[captor].add(cells)
            turned.add(cells)
            flips.append((cells, captor))
        return bool(ready)

    def stuck(self) -> set[Piece]:
        return {
            cells
            for owner in OTHER
            for cells in self.all_trapped(owner)
            if labels()[cells].startswith("trapeze")
        }

    # --- what may be done --------------------------------------------------------------------------

    def may_place(self, cells: Piece, captures_first: bool = False) -> bool:
        if not self.supply[self.mover][labels()[cells]] or not self.free(cells):
            return False
        if not self.trapped(cells, self.mover):
            return True
        if not captures_first:
            return False
        then = self.copy()
        stuck = then.stuck()
        then.pieces[self.mover].add(cells)
        then.supply[self.mover][labels()[cells]] -= 1
        then.settle(stuck, own_too=False)
        return not then.trapped(cells, self.mover)

    def may_place_white(self, cells: Piece) -> bool:
        none_left = not self.supply[self.mover]["small triangle"]
        return none_left and self.whites[self.mover] > 0 and self.free(cells)

    def fills(self, remove: Iterable[Piece], place: Iterable[Piece]) -> bool:
        gone, come = list(remove), list(place)
        one = shapely.union_all([polygon(cells) for cells in gone], grid_size=1e-9)
        two = shapely.union_all([polygon(cells) for cells in come], grid_size=1e-9)
        alone = sum(polygon(cells).area for cells in come) < two.area + SLACK
        return bool(alone and one.symmetric_difference(two).area < SLACK)

    def in_supply(self, place: Iterable[Piece]) -> bool:
        return not Counter(labels()[cells] for cells in place) - self.supply[self.mover]

    def may_attack(self, remove: Piece, place: Iterable[Piece]) -> bool:
        place = list(place)
        if remove not in self.pieces[OTHER[self.mover]] or labels()[remove] == "small triangle":
            return False
        return len(place) >= 2 and self.fills([remove], place) and self.in_supply(place)

    def may_replace(self, remove: Iterable[Piece], place: Iterable[Piece]) -> bool:
        remove, place = list(remove), list(place)
        if not set(remove) <= self.pieces[self.mover] or len(set(remove)) < len(remove):
            return False
        if not self.fills(remove, place) or not self.in_supply(place):
            return False
        return Counter(labels()[cells] for cells in remove) != Counter(labels()[cells] for cells in place)

    def may_swap(self, cells: Piece) -> bool:
        label = labels()[cells]
        theirs = cells in self.pieces[OTHER[self.mover]] and label.startswith("trapeze")
        return theirs and self.trapped(cells, OTHER[self.mover]) and self.supply[self.mover][label] > 0

    # --- doing it ----------------------------------------------------------------------------------

    def do(self, kind: str, remove: Iterable[Piece], place: Iterable[Piece]) -> list[tuple[Piece, str]]:
        """Play an action that is allowed; what turned over, in order."""
        stuck = self.stuck()
        own, theirs = self.pieces[self.mover], self.pieces[OTHER[self.mover]]
        for cells in remove:
            label = labels()[cells]
            if kind == "replace":
                own.remove(cells)
                self.supply[self.mover][label] += 1
            else:
                theirs.remove(cells)
                stuck -= {cells}
                self.supply[self.mover][other_hand(label)] += 1
        for cells in place:
            if kind == "white":
                self.neutral.add(cells)
                self.whites[self.mover] -= 1
            else:
                own.add(cells)
                self.supply[self.mover][labels()[cells]] -= 1
        return self.settle(stuck)

    # --- everything that may be done -----------------------------------------------------------------

    def every_action(self) -> Iterator[tuple[str, frozenset[Piece], frozenset[Piece]]]:
        """All legal actions but to pass and to concede: (kind, removed, placed)."""
        nothing: frozenset[Piece] = frozenset()
        for cells in labels():
            if self.may_place(cells):
                yield "place", nothing, frozenset([cells])
        for cells in places("small triangle", None, True):
            if self.may_place_white(cells):
                yield "white", nothing, frozenset([cells])
        for cells in self.pieces[OTHER[self.mover]]:
            for cover in covers(cells):
                if self.may_attack(cells, cover):
                    yield "attack", frozenset([cells]), cover
            if self.may_swap(cells):
                yield "swap", frozenset([cells]), frozenset([cells])
        for number in range(1, len(self.pieces[self.mover]) + 1):
            for some in combinations(sorted(self.pieces[self.mover], key=sorted), number):
                for cover in covers(frozenset().union(*some)):
                    # What is laid back as it lies is no other action than without it.
                    if not cover & set(some) and self.may_replace(some, cover):
                        yield "replace", frozenset(some), cover


def other_hand(label: str) -> str:
    if label.endswith(" L"):
        return label[:-1] + "R"
    return label[:-1] + "L" if label.endswith(" R") else label


@cache
def covers(region: Piece) -> tuple[frozenset[Piece], ...]:
    """Every exact cover of a region by players' pieces, however many of each it takes."""
    if not region:
        return (frozenset(),)
    first = min(region)
    return tuple(
        rest | {cells} for cells in by_cell()[first] if cells <= region for rest in covers(region - cells)
    )


@cache
def by_cell() -> dict[str, list[Piece]]:
    return {name: [cells for cells in labels() if name in cells] for name in CELLS}
