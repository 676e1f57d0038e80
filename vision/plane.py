"""Maps between the picture and flat things in it: homographies on plain arrays of points."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]
"""Of whatever shape is said where it is asked for."""


def homography(source: Floats, target: Floats) -> Floats:
    """The 3 x 3 map that takes four points (4, 2) to four others."""
    return np.asarray(
        cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32)), float
    )


def shrunk(places: Floats, step: float) -> Floats:
    """Places (..., 2) px of a picture in the one that is smaller by `step`; whole numbers are pixels' middles."""
    small: Floats = (places + 0.5) / step - 0.5
    return small


def apply(matrix: Floats, points: Floats) -> Floats:
    """Map points (..., 2) by a 3 x 3 homography."""
    x, y = points[..., 0], points[..., 1]
    w = matrix[2, 0] * x + matrix[2, 1] * y + matrix[2, 2]
    out = np.empty(points.shape)
    out[..., 0] = (matrix[0, 0] * x + matrix[0, 1] * y + matrix[0, 2]) / w
    out[..., 1] = (matrix[1, 0] * x + matrix[1, 1] * y + matrix[1, 2]) / w
    return out


def quad_area(corners: Floats) -> Floats:
    """Signed areas of polygons (..., k, 2); positive where the corners run clockwise on the screen."""
    nxt = following(corners)
    area: Floats = 0.5 * (corners[..., 0] * nxt[..., 1] - nxt[..., 0] * corners[..., 1]).sum(-1)
    return area


def sides(corners: Floats) -> Floats:
    """Lengths (..., k) of the sides of polygons (..., k, 2), the first from corner 0 to corner 1."""
    way = following(corners) - corners
    lengths: Floats = np.sqrt((way**2).sum(-1))
    return lengths


def following(corners: Floats) -> Floats:
    """Of each corner (..., k, 2) the next one; as numpy's roll, which takes many times as long for a few of them."""
    return np.concatenate([corners[..., 1:, :], corners[..., :1, :]], axis=-2)


def is_convex(corners: Floats) -> NDArray[np.bool_]:
    """Whether polygons (..., k, 2) turn the same way at each of their corners, none of them next to flat."""
    way = following(corners) - corners
    on, lengths = following(way), sides(corners)
    least = FLAT * lengths * np.roll(lengths, -1, axis=-1)
    turns = way[..., 0] * on[..., 1] - way[..., 1] * on[..., 0]
    return np.asarray((turns > least).all(-1) | (turns < -least).all(-1))


FLAT = 1e-3
"""The sine of the turn at a corner that is none: no map takes a rectangle there."""


def rectangle(size: tuple[float, float], at: tuple[float, float] = (0.0, 0.0)) -> Floats:
    """The corners (4, 2) of an upright rectangle, from the one it lies `at`, clockwise as y points down."""
    (x, y), (w, h) = at, size
    return np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]])


def side_px(to_px: Floats, size: tuple[float, float], place: Floats) -> float:
    """How large a rectangle of a size looks at a place (2,) px, as the side of a square as large, in pixels; `to_px`
    (3, 3) maps the units of its size to pixels."""
    x, y = apply(np.linalg.inv(to_px), place)
    lying = rectangle(size, (x - size[0] / 2, y - size[1] / 2))
    return float(np.sqrt(abs(quad_area(apply(to_px, lying)))))


def cells(corners: Floats, columns: int, rows: int) -> list[Floats]:
    """The equal cells (4, 2) of a rectangle seen with its `corners` (4, 2), row by row from the first, whose side 0 is
    along it."""
    to_px = homography(rectangle((columns, rows)), corners)
    return [apply(to_px, rectangle((1, 1), (i, j))) for j in range(rows) for i in range(columns)]


def turned_onto(form: Floats, seen: Floats) -> Floats | None:
    """The turn and shift (3, 3) that brings points (n, 2) as near to others as can be; None where they tell no turn."""
    a = (form - form.mean(0)) @ np.array([1, 1j])
    b = (seen - seen.mean(0)) @ np.array([1, 1j])
    turn = complex((b * a.conj()).sum())
    if abs(turn) <= 1e-9:
        return None
    turn = turn / abs(turn)
    spin = np.array([[turn.real, -turn.imag], [turn.imag, turn.real]])
    found = np.eye(3)
    found[:2, :2], found[:2, 2] = spin, seen.mean(0) - spin @ form.mean(0)
    return found
