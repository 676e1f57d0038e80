"""A second, naive Zangle: shapes as sets of little triangles, everything tried; no code of the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import permutations, product

Vertex = tuple[int, ...]
Little = frozenset[Vertex]
Region = frozenset[Little]
Corners = Sequence[tuple[int, int]]
Turn = Callable[[Vertex], Vertex]


def _signed(order: Sequence[int], signs: Sequence[int]) -> Turn:
    return lambda vertex: tuple(sign * vertex[i] for i, sign in zip(order, signs, strict=True))


# Equilateral vertices in three coordinates that add up to 0: the twelve symmetries of the lattice are
# the permutations of the coordinates, with either sign.
_IAMOND_TURNS = tuple(
    _signed(order, signs) for order in permutations(range(3)) for signs in ((1,) * 3, (-1,) * 3)
)
_SQUARE_TURNS = tuple(
    _signed(order, signs) for order in permutations(range(2)) for signs in product((1, -1), repeat=2)
)
TURNS = {"iamond": _IAMOND_TURNS, "abolo": _SQUARE_TURNS}


def littles(lattice: str, triangles: Iterable[Corners]) -> Region:
    """The region of some triangles; abolo vertices are doubled so that a square's centre is one."""
    found: set[Little] = set()
    for corners in triangles:
        if lattice == "iamond":
            found.add(frozenset((a, b, -a - b) for a, b in corners))
            continue
        doubled = [(2 * x, 2 * y) for x, y in corners]
        for a, b, c in permutations(doubled):
            if (b[0] - a[0]) * (c[0] - a[0]) + (b[1] - a[1]) * (c[1] - a[1]) == 0:
                middle = ((b[0] + c[0]) // 2, (b[1] + c[1]) // 2)
                found |= {frozenset((a, b, middle)), frozenset((a, c, middle))}
    return frozenset(found)


def _slid(region: Region, by: Vertex) -> Region:
    return frozenset(
        frozenset(tuple(p + q for p, q in zip(v, by, strict=True)) for v in little) for little in region
    )


def _turned(region: Region, turn: Turn) -> Region:
    return frozenset(frozenset(turn(v) for v in little) for little in region)


def _origin(region: Region) -> Region:
    least = min(v for little in region for v in little)
    # A square's centre has odd coordinates and is no place that a slide can move a corner to.
    corner = tuple(x - x % 2 for x in least) if len(least) == 2 else least
    return _slid(region, tuple(-x for x in corner))


@cache
def poses(lattice: str, region: Region) -> frozenset[Region]:
    """All ways to turn and mirror it, slid to the origin."""
    return frozenset(_origin(_turned(region, turn)) for turn in TURNS[lattice])


def same(lattice: str, a: Region, b: Region) -> bool:
    return _origin(a) in poses(lattice, b)


def all_fillings(lattice: str, target: Region, parts: Sequence[Region]) -> Iterator[tuple[Region, ...]]:
    """Every way to lay the parts, in order, on the target; identical parts in every order."""
    if not parts:
        if not target:
            yield ()
        return
    for placed in _all_places(lattice, target, parts[0]):
        for rest in all_fillings(lattice, target - placed, parts[1:]):
            yield (placed, *rest)


def _all_places(lattice: str, target: Region, part: Region) -> set[Region]:
    found = set()
    for pose in poses(lattice, part):
        anchor = min(min(pose, key=sorted))
        for corner in {v for little in target for v in little}:
            by = tuple(p - q for p, q in zip(corner, anchor, strict=True))
            if lattice == "abolo" and any(x % 2 for x in by):
                continue
            if (placed := _slid(pose, by)) <= target:
                found.add(placed)
    return found


@cache
def fills(lattice: str, target: Region, parts: tuple[Region, ...]) -> bool:
    if sum(map(len, parts)) != len(target):
        return False
    return next(all_fillings(lattice, target, sorted(parts, key=len, reverse=True)), None) is not None


def free_counts(lattice: str, most: int) -> list[int]:
    """How many polyforms of 1, 2, ... triangles, by growing each with every triangle near it."""
    if lattice == "iamond":
        first: list[Corners] = [((0, 0), (1, 0), (0, 1)), ((1, 1), (1, 0), (0, 1))]
    else:
        square = ((0, 0), (1, 0), (1, 1), (0, 1))
        first = [tuple(c for j, c in enumerate(square) if j != i) for i in range(4)]
    near = [
        tuple((x + dx, y + dy) for x, y in corners)
        for corners in first
        for dx, dy in product(range(-most, most + 1), repeat=2)
    ]
    level: list[list[Corners]] = [[first[0]]]
    counts = [1]
    for _ in range(most - 1):
        seen: set[Region] = set()
        grown: list[list[Corners]] = []
        for shape in level:
            region = littles(lattice, shape)
            for corners in near:
                touches = any(len(set(corners) & set(own)) == 2 for own in shape)
                fresh = littles(lattice, [corners])
                if touches and not fresh & region and region | fresh not in seen:
                    union = region | fresh
                    if _origin(union) not in seen:
                        seen |= poses(lattice, union)
                        grown.append([*shape, corners])
        level = grown
        counts.append(len(level))
    return counts


NaiveCard = tuple[str, int, Region | None]
"""Where it lies ("centre", "own", "other"), its triangles, its region (None for a Z)."""


def broken(
    lattice: str, cards: Sequence[NaiveCard], *, z_fills: bool = True, z_target: bool = False
) -> set[str]:
    """The clauses that a wholly known claim breaks, by trying every card as the target."""
    wrong = set()
    if len(cards) < 3:
        wrong.add("at-least-three")
    if any(place == "other" for place, _, _ in cards):
        wrong.add("no-other-players-cards")
    for place in ("centre", "own"):
        if not any(where == place and (region is not None or z_fills) for where, _, region in cards):
            wrong.add("both-locations")
    shapes = [(size, region) for _, size, region in cards if region is not None]
    if cards and not shapes:
        if not z_target:
            wrong.add("z-is-no-target")
        return wrong
    fits, counts_agree = False, False
    for i, (size, region) in enumerate(shapes):
        others = shapes[:i] + shapes[i + 1 :]
        if sum(s for s, _ in others) == size:
            counts_agree = True
            parts = sorted((r for _, r in others), key=lambda r: sorted(map(sorted, r)))
            fits = fits or fills(lattice, region, tuple(parts))
    if not counts_agree:
        wrong.add("one-target")
    elif not fits:
        wrong |= {"exact-cover", "shapes-stay-whole"}
    elif len(cards) == 2:
        wrong.add("identical-pair")
    return wrong
