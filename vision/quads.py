"""Small questions about quadrilaterals in the photo: which way up, inside, the same place."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.plane import Floats, quad_area, sides
from vision.sighting import Quad

Box = tuple[int, int, int, int]
"""Left, top, right, bottom, px."""


def about(boxes: Sequence[Box]) -> Box:
    """The box about some boxes."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def side_by_side(boxes: Sequence[Box], most: float) -> list[tuple[int, ...]]:
    """Which of some boxes are taken as one: those that one box about them makes no more than `most` times as much."""
    groups: list[tuple[tuple[int, ...], Box]] = []
    for number, box in enumerate(boxes):
        one: tuple[int, ...] = (number,)
        whole = box
        for group in tuple(groups):
            both = about([group[1], whole])
            if area(both) <= most * (area(group[1]) + area(whole)):
                groups.remove(group)
                one, whole = (*group[0], *one), both
        groups.append((one, whole))
    return [numbers for numbers, _ in groups]


def area(box: Box) -> int:
    """How many pixels a box holds."""
    return (box[2] - box[0]) * (box[3] - box[1])


def as_quad(corners: Floats) -> Quad:
    """Four corners (4, 2) as plain values."""
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return a, b, c, d


def upright(corners: Floats) -> Floats:
    """Corners (4, 2) turned so that the first side is a short one, and the first corner the upper of the two such."""
    lengths = sides(corners)
    start = 0 if lengths[0] + lengths[2] <= lengths[1] + lengths[3] else 1
    return upper_first(np.roll(corners, -start, axis=0))


def upper_first(corners: Floats) -> Floats:
    """Corners (4, 2) turned by half, if need be, so that the first side is the upper of the two."""
    other = np.roll(corners, -2, axis=0)
    return corners if corners[:2, 1].mean() <= other[:2, 1].mean() else other


def middle_of(corners: Floats) -> Floats:
    """The place in the photo, (2,) px: where the diagonals meet, since a tilted card's corners are lopsided."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners.tolist()
    across = (cx - ax) * (dy - by) - (cy - ay) * (dx - bx)
    if abs(across) < 1e-9:
        return np.array([(ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4])
    t = ((bx - ax) * (dy - by) - (by - ay) * (dx - bx)) / across
    return np.array([ax + t * (cx - ax), ay + t * (cy - ay)])


def inside(point: Floats, corners: Floats) -> bool:
    """Whether a point (2,) lies in a convex quadrilateral (4, 2), whichever way round its corners go."""
    x, y = float(point[0]), float(point[1])
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners.tolist()
    # Thousands of times a photo: written out, and no more of it than tells.
    first = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    second = (cx - bx) * (y - by) - (cy - by) * (x - bx)
    if first * second < 0:
        return False
    third = (dx - cx) * (y - cy) - (dy - cy) * (x - cx)
    last = (ax - dx) * (y - dy) - (ay - dy) * (x - dx)
    return bool(min(first, second, third, last) >= 0 or max(first, second, third, last) <= 0)


def meet(one: Floats, other: Floats) -> bool:
    """Whether the middle of either of two quadrilaterals (4, 2) lies within the other."""
    return inside(middle_of(one), other) or inside(middle_of(other), one)


def cut_off(corners: Floats, box: Box, size: tuple[int, int], edge_px: float) -> bool:
    """Whether a box, and not the picture of such a width and height, ends within corners (4, 2) px or beside them."""
    left, top, right, bottom = box
    width, height = size
    (x0, y0), (x1, y1) = corners.min(axis=0) - edge_px, corners.max(axis=0) + edge_px
    return bool(
        (left > 0 and x0 < left)
        or (top > 0 and y0 < top)
        or (right < width and x1 > right)
        or (bottom < height and y1 > bottom)
    )


def ends_beyond(corners: Floats, size: tuple[int, int]) -> float:
    """How far, px, the furthest of four corners (4, 2) lies beyond a picture of such a width and height; negative where
    all lie within."""
    return float(max(-corners.min(), (corners - (size[0] - 1.0, size[1] - 1.0)).max()))


def common_area(a: Floats, b: Floats) -> float:
    """The area, px squared, that two convex quadrilaterals (4, 2) share."""
    if (a.max(0) < b.min(0)).any() or (b.max(0) < a.min(0)).any():
        return 0.0
    return float(cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))[0])


def same_place(a: Floats, b: Floats) -> bool:
    """Whether two quadrilaterals (4, 2) stand for one card: their middles are close for the smaller one's size."""
    reach = 0.3 * np.sqrt(min(abs(float(quad_area(a))), abs(float(quad_area(b)))))
    return bool(np.linalg.norm(a.mean(0) - b.mean(0)) < reach) or inside(a.mean(0), b)


def any_at(corners: Floats, others: Floats) -> bool:
    """Whether a quadrilateral stands for the same card as any of the others (n, 4, 2)."""
    if not len(others):
        return False
    middle = corners.mean(0)
    reach = 0.3 * np.sqrt(np.minimum(abs(float(quad_area(corners))), np.abs(quad_area(others))))
    if bool((np.linalg.norm(others.mean(1) - middle, axis=1) < reach).any()):
        return True
    along, out = np.roll(others, -1, axis=1) - others, middle - others
    turn = along[..., 0] * out[..., 1] - along[..., 1] * out[..., 0]
    return bool(((turn >= 0).all(1) | (turn <= 0).all(1)).any())


def holds(corners: Floats, other: Floats) -> bool:
    """Whether a quadrilateral (4, 2) stands over another card, and is not only that card's rim about its own frame."""
    if not inside(other.mean(0), corners) and not inside(corners.mean(0), other):
        return False
    size = np.sqrt(abs(float(quad_area(other))))
    near = np.linalg.norm(corners.mean(0) - other.mean(0)) < 0.08 * size
    return not (near and abs(float(quad_area(corners))) < 1.6 * size**2)
