"""What lies face down: backs are printed all over, most of them in a frame of plain paper, which faces are not."""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np

from vision.photo import Pixels
from vision.plane import Floats

LEAST_PAPER = 0.7
FRAME = 1.6
"""So many times as light as the print inside it is the frame of a back: 2.7 to 3.9 times with the project's own."""
_ALONG = (0.1, 0.3, 0.42, 0.5, 0.58, 0.7, 0.9)
_EDGE = np.array([[u, v] for u, v in product(_ALONG, _ALONG) if min(u, 1 - u, v, 1 - v) < 0.11])
"""Points along the edge of a card, as shares of its sides."""
_OUTSIDE, _MARGIN, _PRINT = -0.025, 0.02, 0.1
"""How far within its edge rings lie, as shares of its sides: the outline may be the frame's or that of the print."""


def face_up(pixels: Pixels, corners: Floats) -> bool:
    """Whether a card (4, 2) px shows the same paper all along its edge, as faces do and printed backs do not."""
    levels = _levels(pixels, corners, _EDGE)
    return float(np.median(levels)) > LEAST_PAPER * float(np.percentile(levels, 95))


def in_frame(pixels: Pixels, corners: Floats) -> bool:
    """Whether what lies within the edge of a card (4, 2) px is much darker than the edge, or than what is beside it. So
    is a back with a frame of paper, and so is a dark card on a light table."""
    beside = max(float(np.median(_levels(pixels, corners, _ring(at)))) for at in (_OUTSIDE, _MARGIN))
    return beside > FRAME * float(np.median(_levels(pixels, corners, _ring(_PRINT))))


def _ring(inset: float) -> Floats:
    along = np.linspace(0.06, 0.94, 9)
    at = np.full_like(along, inset)
    sides = [(along, at), (along, 1 - at), (at, along), (1 - at, along)]
    return np.concatenate([np.column_stack(side) for side in sides])


def _levels(pixels: Pixels, corners: Floats, at: Floats) -> Floats:
    """The light (n,) of a picture (h, w, 3) at points `at` (n, 2) of a quadrilateral, in shares of its sides."""
    a, b, c, d = corners
    u, v = at[:, :1], at[:, 1:]
    points = a * (1 - u) * (1 - v) + b * u * (1 - v) + c * u * v + d * (1 - u) * v
    left, top = np.maximum(np.floor(points.min(axis=0)).astype(int) - 2, 0)
    right, low = np.ceil(points.max(axis=0)).astype(int) + 3
    part = pixels[top : max(low, top + 1), left : max(right, left + 1)]
    if not part.size:
        return np.zeros(len(at))
    grey = np.asarray(cv2.cvtColor(np.ascontiguousarray(part), cv2.COLOR_BGR2GRAY), np.uint8)
    spots = (points - [left, top]).astype(np.float32)
    seen = cv2.remap(grey, spots[:, :1], spots[:, 1:], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, float).ravel()
