"""The radial curve of a lens: how far from the middle a ray lands, and whether the model still means anything there."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from calibration.find import Points
from calibration.lens import Lens

STEEP_ENOUGH = 0.35
"""Where the curve rises less than this, one pixel is stretched to three or more where it is straightened."""
FARTHEST = 6.0


def corner_radius(lens: Lens) -> float:
    """The distance of the picture's farthest corner from the principal point, in focal lengths."""
    (width, height), (fx, fy), (cx, cy) = lens.size_px, lens.focal_px, lens.centre_px
    return max(
        float(np.hypot((x - cx) / fx, (y - cy) / fy))
        for x in (-0.5, width - 0.5)
        for y in (-0.5, height - 0.5)
    )


def bent(radius: Points, distortion: Sequence[float]) -> Points:
    """Where rays at these tangents (n,) land, in focal lengths; the radial part of Brown's polynomial."""
    k1, k2, _, _, k3 = distortion
    square = radius**2
    return np.asarray(radius * (1 + square * (k1 + square * (k2 + square * k3))))


def reach(distortion: Sequence[float]) -> float:
    """How far from the middle, in focal lengths, the curve rises well; beyond it nothing can be straightened."""
    radius = np.linspace(0, FARTHEST, 6001)
    lands = bent(radius, distortion)
    flat = np.flatnonzero(np.diff(lands) < STEEP_ENOUGH * (radius[1] - radius[0]))
    return float(lands[flat[0]]) if len(flat) else float("inf")


def holds(lens: Lens) -> bool:
    """Whether the lens's curve rises well all the way to the picture's corners."""
    return reach(lens.distortion) >= corner_radius(lens)
