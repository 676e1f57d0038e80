"""Which of the patches that are marked on a face is its print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.face.ink import InkConfig, Mask


@dataclass(frozen=True, slots=True)
class Part:
    """A connected part: its upright box and the mask within (h, w)."""

    x: int
    y: int
    own: NDArray[np.bool_]
    alone: bool
    """Whether no other patch of the face has about its size."""

    def touches(self, rim_px: int, shape: tuple[int, ...]) -> bool:
        """Whether it goes as far as the rim of a face of that `shape` (h, w)."""
        (height, width), (h, w) = shape, self.own.shape
        left_top = self.x <= rim_px or self.y <= rim_px
        return left_top or self.x + w >= width - rim_px or self.y + h >= height - rim_px


@dataclass(frozen=True, slots=True)
class Patches:
    """The connected patches of a face: their labels (h, w), the boxes and areas by label, and the main one's label."""

    labels: NDArray[np.uint16]
    boxes: list[list[int]]
    main: int


def patches_of(closed: Mask, config: InkConfig) -> Patches | None:
    """What is marked on a face (h, w), or None where nothing about its middle is large enough for a print."""
    height, width = closed.shape
    count, labels, stats, middles = cv2.connectedComponentsWithStats(closed, connectivity=8, ltype=cv2.CV_16U)
    least = config.least_area_mm2 * config.px_per_mm**2
    best, best_score = 0, 0.0
    boxes = stats.tolist()
    for k in range(1, count):
        _, _, w, h, area = boxes[k]
        # A ring of colour round the face is its border, not its shape.
        ring = w > 0.72 * width and h > 0.72 * height
        if area < least or (ring and area < 0.5 * width * height):
            continue
        off = np.hypot((middles[k][0] - width / 2) / width, (middles[k][1] - height / 2) / height)
        score = area * float(np.exp(-((off / 0.25) ** 2)))
        if score > best_score:
            best, best_score = k, score
    return Patches(np.asarray(labels, np.uint16), boxes, best) if best else None


def main_part(closed: Mask, config: InkConfig) -> Part | None:
    """The main patch of what is marked on a face (h, w); None where none is large enough for a print."""
    patches = patches_of(closed, config)
    if patches is None:
        return None
    boxes, main = patches.boxes, patches.main
    x, y, w, h, _ = boxes[main]
    alone = not any(_alike(boxes[main], boxes[k]) for k in range(1, len(boxes)) if k != main)
    return Part(x, y, np.asarray(patches.labels[y : y + h, x : x + w] == main), alone)


def _alike(one: Sequence[int], other: Sequence[int]) -> bool:
    """Whether two patches, each its box and area, are of one size and about as far across either way."""
    return all(abs(np.log(one[k] / other[k])) < 0.22 for k in (2, 3, 4))
