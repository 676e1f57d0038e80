"""How things lie beside and over one another on a table, from their corners in millimetres."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

Point = tuple[float, float]
Loop = Sequence[Point]
"""A convex loop of corners, all one way round."""


def overlap_mm2(one: Loop, other: Loop) -> float:
    """The area that two convex loops share (Sutherland and Hodgman 1974)."""
    if _boxes_apart(one, other) > 0:
        return 0.0
    left = list(_clockwise(one))
    for a, b in _sides(_clockwise(other)):
        kept: list[Point] = []
        for p, q in _sides(left):
            p_in, q_in = _turn(a, b, p) >= 0, _turn(a, b, q) >= 0
            if p_in:
                kept.append(p)
            if p_in != q_in:
                kept.append(_crossing(a, b, p, q))
        left = kept
        if not left:
            return 0.0
    return abs(_area(left))


def gap_mm(one: Loop, other: Loop) -> float:
    """The distance between two convex loops; 0 where they meet."""
    if overlap_mm2(one, other) > 0:
        return 0.0
    ways = [(p, side) for p in one for side in _sides(other)] + [
        (p, side) for p in other for side in _sides(one)
    ]
    return min(_from_side(p, side) for p, side in ways)


def holds(loop: Loop, point: Point) -> bool:
    """Whether a point lies in a convex loop or on its rim."""
    return all(_turn(a, b, point) >= -1e-9 for a, b in _sides(_clockwise(loop)))


def together(loops: Sequence[Loop], gap: float) -> list[list[int]]:
    """The numbers of loops that lie within `gap` millimetres of one another, directly or by others between them."""
    left, groups = list(range(len(loops))), []
    while left:
        group = [left.pop(0)]
        for number in group:
            near = [other for other in left if _near(loops[number], loops[other], gap)]
            left = [other for other in left if other not in near]
            group += near
        groups.append(sorted(group))
    return groups


def _near(one: Loop, other: Loop, gap: float) -> bool:
    # Most things lie far from most others, which their boxes tell at once.
    return _boxes_apart(one, other) <= gap + HAIR_MM and gap_mm(one, other) <= gap


HAIR_MM = 1e-6
"""By more than what is rounded, and by less than anything is measured."""


def _boxes_apart(one: Loop, other: Loop) -> float:
    """How far the upright boxes about two loops are apart, across or down: never more than the loops are."""
    (left, top, right, bottom), (west, north, east, south) = _box(one), _box(other)
    return max(west - right, left - east, north - bottom, top - south)


def _box(loop: Loop) -> tuple[float, float, float, float]:
    across, down = zip(*loop, strict=True)
    return min(across), min(down), max(across), max(down)


def middle(loop: Loop) -> Point:
    """The mean of the corners."""
    return sum(x for x, _ in loop) / len(loop), sum(y for _, y in loop) / len(loop)


def _sides(loop: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(loop, [*loop[1:], *loop[:1]], strict=True))


def _clockwise(loop: Loop) -> Sequence[Point]:
    """Y runs down: clockwise on the table is a positive area."""
    return loop if _area(loop) >= 0 else list(reversed(loop))


def _area(loop: Sequence[Point]) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in _sides(loop)) / 2


def _turn(a: Point, b: Point, p: Point) -> float:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def _crossing(a: Point, b: Point, p: Point, q: Point) -> Point:
    here, there = _turn(a, b, p), _turn(a, b, q)
    t = here / (here - there)
    return p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])


def _from_side(point: Point, side: tuple[Point, Point]) -> float:
    (ax, ay), (bx, by) = side
    along, up = bx - ax, by - ay
    size = along * along + up * up
    t = 0.0 if size == 0 else max(0.0, min(1.0, ((point[0] - ax) * along + (point[1] - ay) * up) / size))
    return hypot(point[0] - ax - t * along, point[1] - ay - t * up)
