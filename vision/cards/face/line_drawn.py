"""Figures of which only the lines are printed: filled, up to the middle of their lines.

What a line encloses belongs to the figure whatever fills it. A line that is drawn along an edge covers half of its own
breadth beyond that edge, so that the edge lies half a line within the outermost ink.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.paper import median, quantile

Plane = NDArray[np.float32]
Mask = NDArray[np.uint8]

LEAST_HOLLOW = 0.15
"""Of a figure drawn in lines at least such a share is not ink; less is a scratch, a gap or a speck of glare."""
PAPERY = 0.5
"""What is enclosed is nearer to the paper's colour than to the ink's: a second ink is a picture's."""
LEAST_EVEN = 0.78
"""A line's breadth hardly changes: all but a tenth of it is at least such a share of the median. Of lines of .8 to 2 mm
nine in ten had more than .82, of triangles with a white spot in each none more than .75."""
FINER = 4
"""A line is but a few pixels broad: its breadth is measured in such parts of one."""


class LineDrawn(NamedTuple):
    """Shares (h, w) of ink, 0..1, with all that the lines enclose, as far as the outermost line's middle; and how far
    that line's ink goes on beyond it, in pixels."""

    whole: Plane
    beyond_px: float


def line_drawn(inked: Plane, closed: Plane, off_paper: Plane) -> LineDrawn | None:
    """A figure as one that is printed all over; None where next to nothing is enclosed, or what is no paper.

    `inked` (h, w) is as seen, 0..1, `closed` with its narrow gaps closed; `off_paper` is how far each pixel is from the
    paper's colour, over how far the ink is.
    """
    # Of narrow triangles the inside is closed as a gap would be: what is enclosed is looked for before that.
    for lines in (inked, closed):
        hollow = _enclosed(np.asarray(lines > 0.5, np.uint8))
        if hollow is not None:
            is_paper = median(off_paper[hollow > 0]) < PAPERY
            return _to_the_middle(np.maximum(closed, hollow), lines) if is_paper else None
    return None


def _to_the_middle(whole: Plane, lines: Plane) -> LineDrawn | None:
    """A figure (h, w) less half of the breadth of the `lines` about it."""
    size = whole.shape[1] * FINER, whole.shape[0] * FINER
    fine, drawn = (
        np.asarray(cv2.resize(plane, size, interpolation=cv2.INTER_LINEAR) > 0.5, np.uint8)
        for plane in (whole, lines)
    )
    fine = _whole(fine)
    hollow = _enclosed(drawn)
    if hollow is None:
        return None
    within = cv2.distanceTransform(fine, cv2.DIST_L2, 5)
    beyond = cv2.distanceTransform(np.asarray(1 - fine, np.uint8), cv2.DIST_L2, 5)
    rim = (fine > 0) & (within <= 1.5)
    across = np.asarray(cv2.distanceTransform(np.asarray(1 - hollow, np.uint8), cv2.DIST_L2, 5), np.float32)
    breadth = median(across[rim])
    if quantile(across[rim], 0.1) < LEAST_EVEN * breadth:
        # Not as far from the rim all along it: spots within a figure that is printed all over.
        breadth = 0.0
    deep = (within - beyond - np.float32(breadth / 2)) / np.float32(FINER)
    soft = np.clip(deep + np.float32(0.5), 0, 1)
    shares = np.asarray(cv2.resize(soft, whole.shape[::-1], interpolation=cv2.INTER_AREA), np.float32)
    return LineDrawn(shares, float(breadth) / 2 / FINER)


def _enclosed(inked: Mask) -> Mask | None:
    """What of a patch (h, w) of ones the ink encloses without covering it, if that is much of the figure."""
    whole = _whole(inked)
    area = cv2.countNonZero(whole)
    hollow = np.asarray(cv2.bitwise_and(whole, 1 - inked), np.uint8)
    return hollow if area and cv2.countNonZero(hollow) >= LEAST_HOLLOW * area else None


def _whole(inked: Mask) -> Mask:
    """The ink (h, w) of ones with all that it encloses."""
    loops, _ = cv2.findContours(inked, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    whole = np.zeros_like(inked)
    cv2.drawContours(whole, loops, -1, 1, cv2.FILLED)
    return np.asarray(whole, np.uint8)
