"""Maps between the picture and flat things in it: homographies on plain arrays of points."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]


def homography(source: Floats, target: Floats) -> Floats:
    """The 3 x 3 map that takes four points (4, 2) to four others."""
    return np.asarray(cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32)), float)


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
    nxt = np.roll(corners, -1, axis=-2)
    area: Floats = 0.5 * (corners[..., 0] * nxt[..., 1] - nxt[..., 0] * corners[..., 1]).sum(-1)
    return area


def sides(corners: Floats) -> Floats:
    """Lengths (..., k) of the sides of polygons (..., k, 2), the first from corner 0 to corner 1."""
    lengths: Floats = np.linalg.norm(np.roll(corners, -1, axis=-2) - corners, axis=-1)
    return lengths
