"""Unions of cards as polygons: where a side runs into another card there is a reflex corner, and a cut to try.

Plain numbers, no arrays: a polygon has a dozen corners, and there are many of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Any

Xy = Sequence[float]
Polygon = list[Any]
"""Corners, each a pair of x and y."""

MOST_CORNERS = 14
MOST_PIECES = 10
REFLEX = -0.1
STRAIGHT = 0.12
"""Sines of the turn at a corner: inwards for certain, and hardly any."""


def quads_within(polygon: Polygon, least_area: float, most_aspect: float) -> list[Polygon]:
    """Quadrilaterals, clockwise on the screen, that sides extended at reflex corners cut off a simple polygon.

    `least_area` is in the polygon's square units. A card that lies on or against others has its own straight
    sides; the outline of all of them turns inwards where one begins.
    """
    if area(polygon) < 0:
        polygon = polygon[::-1]
    found: list[Polygon] = []
    queue, tried = [polygon], 0
    seen: set[tuple[int, ...]] = set()
    while queue and tried < MOST_PIECES:
        piece = queue.pop(0)
        tried += 1
        for part in _cuts(piece):
            if len(part) < 4 or area(part) < least_area:
                continue
            plain = _straightened(part)
            if not 4 <= len(plain) <= MOST_CORNERS:
                continue
            key = tuple(round(v) for v in sorted(x + 1000 * y for x, y in plain))
            if key in seen:
                continue
            seen.add(key)
            if min(_turns(plain)) < REFLEX:
                queue.append(plain)
            elif len(plain) == 4 and _aspect(plain) <= most_aspect:
                found.append(plain)
    return found


def area(polygon: Polygon) -> float:
    """Signed; positive where the corners run clockwise on the screen."""
    return 0.5 * sum(
        (a[0] * b[1] - b[0] * a[1] for a, b in zip(polygon, polygon[1:] + polygon[:1], strict=True)), 0.0
    )


def side_lengths(polygon: Polygon) -> list[float]:
    """The first from corner 0 to corner 1."""
    return [hypot(b[0] - a[0], b[1] - a[1]) for a, b in zip(polygon, polygon[1:] + polygon[:1], strict=True)]


def _aspect(quad: Polygon) -> float:
    a, b, c, d = side_lengths(quad)
    return max(a + c, b + d) / max(min(a + c, b + d), 1e-9)


def _turns(polygon: Polygon) -> list[float]:
    """The sine of the turn at each corner, negative where the polygon turns inwards."""
    turns = []
    before = polygon[-1]
    for here, after in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        ax, ay, bx, by = here[0] - before[0], here[1] - before[1], after[0] - here[0], after[1] - here[1]
        turns.append((ax * by - ay * bx) / max(hypot(ax, ay) * hypot(bx, by), 1e-9))
        before = here
    return turns


def _straightened(polygon: Polygon) -> Polygon:
    """Without corners that do not turn and sides that are much too short."""
    while len(polygon) > 4:
        lengths, turns = side_lengths(polygon), [abs(t) for t in _turns(polygon)]
        if min(lengths) < 0.06 * max(lengths):
            k = lengths.index(min(lengths))
            j = (k + 1) % len(polygon)
            drop = k if turns[k] < turns[j] else j
        elif min(turns) < STRAIGHT:
            drop = turns.index(min(turns))
        else:
            break
        polygon = polygon[:drop] + polygon[drop + 1 :]
    return polygon


def _cuts(polygon: Polygon) -> list[Polygon]:
    """Both parts of the polygon for each cut that runs on from a side at a reflex corner."""
    parts: list[Polygon] = []
    count = len(polygon)
    for k, turn in enumerate(_turns(polygon)):
        if turn >= REFLEX:
            continue
        for other in (polygon[k - 1], polygon[(k + 1) % count]):
            hit = _first_hit(polygon, k, other)
            if hit is None:
                continue
            j, spot = hit
            parts.append([polygon[(k + i) % count] for i in range((j - k) % count + 1)] + [spot])
            parts.append([spot] + [polygon[(j + 1 + i) % count] for i in range((k - j - 1) % count + 1)])
    return parts


def _first_hit(polygon: Polygon, corner: int, other: Xy) -> tuple[int, Xy] | None:
    """The side, and the place on it, that the line from `other` over a corner meets first."""
    x, y = polygon[corner]
    rx, ry = x - other[0], y - other[1]
    count = len(polygon)
    best, found = float("inf"), None
    for j in range(count):
        if j in (corner, (corner - 1) % count):
            continue
        (sx, sy), (ex, ey) = polygon[j], polygon[(j + 1) % count]
        dx, dy = ex - sx, ey - sy
        det = rx * dy - ry * dx
        if abs(det) < 1e-9:
            continue
        far = ((sx - x) * dy - (sy - y) * dx) / det
        part = ((sx - x) * ry - (sy - y) * rx) / det
        if 1e-6 < far < best and 0 <= part <= 1:
            best, found = far, (j, (x + far * rx, y + far * ry))
    return found
