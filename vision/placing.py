"""Quadrilaterals that were found coarsely, each once, with their sides moved to the edges right beside them."""

from __future__ import annotations

import numpy as np

from vision.edges import refine
from vision.outlines import OutlineConfig, QuadSighting, WorkPicture, cluster
from vision.photo import Pixels
from vision.plane import Floats, quad_area

SAME_PX = 4.0
"""What ends so near to each other in the work picture is one quadrilateral."""
MOST = 300


def placed(
    image: Pixels, corners: Floats, fills: Floats, work: WorkPicture, reach: float, outlines: OutlineConfig
) -> list[QuadSighting]:
    """Quadrilaterals (n, 4, 2) of the work picture of a photo (height, width, 3), each of which fills (n,) so much of
    itself: the fullest and largest of those that are one, moved to edges within `reach` of the work picture's pixels.
    """
    if not len(corners):
        return []
    kept = cluster(corners, np.abs(quad_area(corners)) * fills**2, SAME_PX)[:MOST]
    full = (corners[kept] + 0.5) * work.step - 0.5
    reach_px = reach * work.step + 1.0
    sharp, support = refine(image, full, reach_px, outlines.samples)
    away = np.abs(sharp - full).max((1, 2)) > 2 * reach_px
    sharp[away] = full[away]
    return [
        QuadSighting(quad, (float(a), float(b), float(c), float(d)), float(fill))
        for quad, (a, b, c, d), fill in zip(sharp, support, fills[kept], strict=True)
        if min(a, b, c, d) >= outlines.least_support
    ]
