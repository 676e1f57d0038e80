"""Edges of a set of unit triangles: what holds it together, what bounds it, what lies between."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from companion.rules.polyform.lattice import Point, Triangle

Edge = tuple[Point, Point]


def edges(triangle: Triangle) -> tuple[Edge, Edge, Edge]:
    """The three sides, each with its smaller vertex first."""
    a, b, c = sorted(triangle)
    return (a, b), (a, c), (b, c)


def connected(triangles: Sequence[Triangle]) -> bool:
    """Whether the triangles hang together by whole common sides."""
    beside: defaultdict[Edge, list[int]] = defaultdict(list)
    for i, triangle in enumerate(triangles):
        for edge in edges(triangle):
            beside[edge].append(i)
    reached = {0}
    fresh = [0]
    while fresh:
        near = {j for i in fresh for edge in edges(triangles[i]) for j in beside[edge]}
        fresh = list(near - reached)
        reached |= near
    return len(reached) == len(triangles)


def inner_edges(triangles: Sequence[Triangle]) -> tuple[Edge, ...]:
    """The sides that two triangles share, sorted."""
    once: set[Edge] = set()
    twice: set[Edge] = set()
    for triangle in triangles:
        for edge in edges(triangle):
            (twice if edge in once else once).add(edge)
    return tuple(sorted(twice))


def loops(triangles: Sequence[Triangle]) -> tuple[tuple[Point, ...], ...]:
    """The boundary as closed loops without repeated or collinear vertices, the outer one first.

    The region is on the left of every loop, so that the outer one runs counter-clockwise.
    """
    onward: defaultdict[Point, list[Point]] = defaultdict(list)
    for start, end in sorted(_boundary(triangles)):
        onward[start].append(end)
    found = []
    while onward:
        first = min(onward)
        loop = [first]
        here, there = first, onward[first].pop(0)
        while True:
            if not onward[here]:
                del onward[here]
            if there == first:
                break
            loop.append(there)
            # Where the region touches itself, turn through the outside: that keeps a hole which the
            # touch closes apart from the outer loop, and every loop simple.
            following = _rightmost(here, there, onward[there])
            onward[there].remove(following)
            here, there = there, following
        found.append(_merged(loop))
    return tuple(sorted(found, key=lambda loop: -_twice_area(loop)))


def _boundary(triangles: Sequence[Triangle]) -> set[Edge]:
    """The sides of one triangle only, directed with that triangle on the left."""
    directed: set[Edge] = set()
    for triangle in triangles:
        a, b, c = triangle if _turn(*triangle) > 0 else triangle[::-1]
        for start, end in ((a, b), (b, c), (c, a)):
            if (end, start) in directed:
                directed.remove((end, start))
            else:
                directed.add((start, end))
    return directed


def _turn(a: Point, b: Point, c: Point) -> int:
    """Positive where a, b, c turn left. Every basis here is right-handed, so integers decide."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _rightmost(before: Point, here: Point, choices: Sequence[Point]) -> Point:
    best = choices[0]
    for other in choices[1:]:
        if _right_of(before, here, other, best):
            best = other
    return best


def _right_of(before: Point, here: Point, one: Point, other: Point) -> bool:
    """Whether leaving `here` for `one` turns further right than for `other`."""
    left_one = _turn(before, here, one) >= 0
    left_other = _turn(before, here, other) >= 0
    if left_one != left_other:
        return left_other
    return _cross(here, one, other) > 0


def _cross(origin: Point, a: Point, b: Point) -> int:
    return (a[0] - origin[0]) * (b[1] - origin[1]) - (a[1] - origin[1]) * (b[0] - origin[0])


def _merged(loop: Sequence[Point]) -> tuple[Point, ...]:
    around = zip((loop[-1], *loop), loop, (*loop[1:], loop[0]), strict=False)
    return tuple(b for a, b, c in around if _turn(a, b, c) != 0)


def _twice_area(loop: Sequence[Point]) -> int:
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(loop, (*loop[1:], loop[0]), strict=True))
