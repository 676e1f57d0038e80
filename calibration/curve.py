"""The radial curve of a lens: how far from the middle a ray lands, and whether the model still means anything there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from calibration.find import Points
    from calibration.lens import Lens

LEAST_SLOPE = 0.15
"""A curve that rises less folds the picture over, or is about to."""
WIDE_SLOPE, WIDE_DEGREES = 0.35, 50.0
"""A lens that sees more than this off its axis and bends more than this there is a fisheye, whatever it is called."""
FARTHEST = 6.0
MOST_PULLED = 2.0
"""No lens draws what is at the picture's corner out to more than this many times its distance from the middle, ..."""
MOST_ASIDE = 0.25
"""... nor moves it aside by more than this share of that distance."""


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


def at_corner(lens: Lens) -> tuple[float, float] | None:
    """The angle off the axis (degrees) at which the picture's farthest corner is seen, and the curve's slope there.

    None where the curve folds before it gets there.
    """
    radius = np.linspace(0, FARTHEST, 6001)
    lands = bent(radius, lens.distortion)
    slope = np.diff(lands) / (radius[1] - radius[0])
    folds = np.flatnonzero(slope < LEAST_SLOPE)
    last = int(folds[0]) if len(folds) else len(slope) - 1
    there = int(np.searchsorted(lands[: last + 1], corner_radius(lens)))
    if there > last:
        return None
    return float(np.degrees(np.arctan(radius[there]))), float(slope[min(there, last)])


def holds(lens: Lens) -> bool:
    """Whether the lens's curve makes sense all the way to the picture's corners."""
    corner = at_corner(lens)
    if corner is None:
        return False
    degrees, slope = corner
    return slope >= WIDE_SLOPE or degrees <= WIDE_DEGREES


def possible(lens: Lens) -> bool:
    """Whether a lens like this may exist: its curve makes sense to the corners, and it moves nothing there by far."""
    corner, radius = at_corner(lens), corner_radius(lens)
    if corner is None or not holds(lens):
        return False
    _, _, p1, p2, _ = lens.distortion
    degrees, _ = corner
    aside = 3 * float(np.hypot(p1, p2)) * radius
    return radius <= MOST_PULLED * float(np.tan(np.radians(degrees))) and aside <= MOST_ASIDE
