"""Whether a camera can have taken the view that a plane's map implies.

Seen by a camera whose focal length is like a webcam's or a phone's, the two directions of a table have equal lengths
and a right angle between them (Zhang 2000). Cards that all lie one way also fit a plane on which they lie the other
way, twice as long as broad under a tilt; no camera takes that view without making far cards smaller.
"""

from __future__ import annotations

import numpy as np

from vision.plane import Floats

FOCALS = np.geomspace(0.55, 2.6, 12)
"""Focal lengths over the picture's longer side: from wide phones to pictures cut out of larger ones."""

MOST = 9.0


def strangeness(to_mm: Floats, size_px: tuple[int, int]) -> float:
    """How far the map (3, 3) from pixels to a plane's millimetres is from one that a camera makes, 0 to MOST.

    The smallest over all focal lengths of the directions' log ratio of lengths and the cosine between them, root of
    the sum of squares. `size_px`: width and height; the optical axis is taken to go through the middle.
    """
    return view_of(to_mm, size_px)[0]


def view_of(to_mm: Floats, size_px: tuple[int, int]) -> tuple[float, float]:
    """The strangeness of a map (3, 3), and how far the table is tilted at the focal length that makes it least, in
    radians."""
    try:
        to_px = np.linalg.inv(to_mm)
    except np.linalg.LinAlgError:
        return MOST, np.pi / 2
    width, height = size_px
    middle = np.array([[1, 0, -(width - 1) / 2], [0, 1, -(height - 1) / 2], [0, 0, 1.0]])
    ways = (middle @ to_px)[:, :2]
    rays = np.repeat(ways[None], len(FOCALS), 0)
    rays[:, :2] /= (FOCALS * max(size_px))[:, None, None]
    lengths = np.linalg.norm(rays, axis=1)
    upright = np.cross(rays[:, :, 0], rays[:, :, 1])
    with np.errstate(divide="ignore", invalid="ignore"):
        uneven = np.log(lengths[:, 0] / lengths[:, 1])
        slant = (rays[:, :, 0] * rays[:, :, 1]).sum(-1) / lengths.prod(-1)
        odd = np.hypot(uneven, slant)
        tilt = np.arccos(np.clip(np.abs(upright[:, 2]) / np.linalg.norm(upright, axis=1), 0, 1))
    odd = np.where(np.isfinite(odd) & np.isfinite(tilt), np.minimum(odd, MOST), MOST)
    k = int(odd.argmin())
    return float(odd[k]), float(tilt[k]) if odd[k] < MOST else np.pi / 2
