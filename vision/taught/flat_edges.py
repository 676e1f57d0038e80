"""A table's edges as seen from straight above: how much of one each place is, whatever its contrast, and which way it
runs."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Pixels
from vision.plane import Floats, apply, rectangle
from vision.taught.levelling import Table

_Plane = NDArray[np.float32]
_LEAST = 0.3
"""The least that edges are compared with: in the roots of grey values, by a Sobel's eight."""
_FINER = 0.8
"""A photo is shrunk to no fewer pixels than so many of the flat picture's: else fine patterns turn to coarse ones."""


@dataclass(frozen=True, slots=True)
class FlatEdges:
    """`ways` (h, w, 2): how much of an edge each pixel is, 0..1, by the cosine and the sine of twice the way in which
    light changes there. `to_px` (3, 3): from these pixels to the photo's. `card_px`: the root of a card's area."""

    ways: NDArray[np.float32]
    to_px: Floats
    card_px: float

    def photographed(self, spots: Floats) -> Floats:
        """Where spots (n, 2) of the flat picture lie in the photo."""
        return apply(self.to_px, spots)

    def laid(self, spots: Floats) -> Floats:
        """Where spots (n, 2) of the photo lie in the flat picture."""
        return apply(np.linalg.inv(self.to_px), spots)


def flat_edges(image: Pixels, table: Table, card_px: float, most_px: int) -> FlatEdges:
    """The edges of all that a photo (height, width, 3) uint8 BGR shows of a table, a card's area of such a root unless
    the picture's longer side were above `most_px`."""
    height, width = image.shape[:2]
    ends = table.laid(rectangle((width - 1.0, height - 1.0)))
    low, high = ends.min(0), ends.max(0)
    scale = min(card_px, most_px / float((high - low).max()))
    size = tuple(int(n) for n in np.ceil((high - low) * scale))
    to_laid = np.array([[scale, 0, -scale * low[0]], [0, scale, -scale * low[1]], [0, 0, 1]]) @ table.to_table
    middle = np.array([[width / 2, height / 2]])
    grown = scale * float(np.sqrt(abs(np.linalg.det(table.slopes(middle)[0]))))
    step = max(1.0, _FINER / grown)
    if step > 1:
        image = np.asarray(
            cv2.resize(image, None, fx=1 / step, fy=1 / step, interpolation=cv2.INTER_AREA), np.uint8
        )
    shrunk = np.diag([width / image.shape[1], height / image.shape[0], 1.0])
    flat = cv2.warpPerspective(
        image, to_laid @ shrunk, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return FlatEdges(_ways(np.asarray(flat, np.uint8)), np.linalg.inv(to_laid), scale)


def upright_edges(ways: NDArray[np.float32], angle: float) -> tuple[_Plane, _Plane]:
    """How much of an edge (h, w) runs down and across at each pixel of ways (h, w, 2) that were turned by an angle,
    radians, counter to the clock, as pictures are: the ways in them are not yet."""
    cos, sin = np.float32(np.cos(2 * angle)), np.float32(np.sin(2 * angle))
    upright = ways[..., 0] * cos + ways[..., 1] * sin
    none = np.float32(0)
    return np.maximum(upright, none), np.maximum(-upright, none)


def _ways(flat: Pixels) -> NDArray[np.float32]:
    # Roots: in shade an edge is as much of one as in light.
    smooth = cv2.GaussianBlur(cv2.LUT(flat, _ROOTS), (0, 0), 1.0)
    best: tuple[_Plane, _Plane, _Plane] | None = None
    for plane in cv2.split(smooth):
        across, down = (np.asarray(cv2.Sobel(plane, cv2.CV_32F, k, 1 - k), np.float32) for k in (1, 0))
        strength = across * across + down * down
        if best is None:
            best = across, down, strength
            continue
        more = cv2.compare(strength, best[2], cv2.CMP_GT)
        for new, old in zip((across, down, strength), best, strict=True):
            cv2.copyTo(new, more, old)
    assert best is not None
    across, down, strength = best
    root = np.sqrt(strength)
    faint = np.float32(max(float(np.median(root)), _LEAST))
    share = root / (root + faint) / (strength + np.float32(1e-6))
    return np.dstack([(across * across - down * down) * share, 2 * across * down * share])


_ROOTS = np.sqrt(np.arange(256, dtype=np.float32))
