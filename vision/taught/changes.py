"""What changed between two pictures of a table by a camera that stands still."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Pixels
from vision.plane import Floats
from vision.quads import Box


@dataclass(frozen=True, slots=True)
class ChangeConfig:
    """What counts as changed."""

    block_px: int = 8
    blur_px: float = 1.2
    """Noise and the codec's trembling are smoothed by as much."""
    least: float = 9.0
    """Of 255: how far a block's worst pixel is off, at least. A card's edge that moved, or another print, is more."""
    times: float = 4.0
    """That over how far blocks are off in the median, which is noise."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Which blocks of a picture of `size_px` (width, height) changed: (rows, columns)."""

    blocks: NDArray[np.bool_]
    block_px: int
    size_px: tuple[int, int]

    @property
    def share(self) -> float:
        """How much of the picture changed."""
        return float(self.blocks.mean())

    def touch(self, corners: Floats) -> bool:
        """Whether anything changed on a quadrilateral (4, 2) px or right beside it."""
        mask = np.zeros(self.blocks.shape, np.uint8)
        outline = np.round((corners / self.block_px - 0.5) * 16).astype(np.int32)
        cv2.fillConvexPoly(mask, outline, 1, cv2.LINE_8, 4)
        cv2.polylines(mask, [outline], True, 1, 1, cv2.LINE_8, 4)
        return bool((mask.astype(bool) & self.blocks).any())

    def boxes(self, reach_px: float, touched: Sequence[Floats] = ()) -> list[Box]:
        """Boxes, none of which overlap, that hold all that changed and so much around it, and whole what was `touched`,
        quadrilaterals (4, 2) px, with a block around it."""
        width, height = self.size_px
        reach = max(1, int(np.ceil(reach_px / self.block_px)))
        count, _, stats, _ = cv2.connectedComponentsWithStats(self.blocks.astype(np.uint8), connectivity=8)
        around = [(*quad.min(0) - self.block_px, *quad.max(0) + self.block_px) for quad in touched]
        boxes = [_box(np.round(ends)) for ends in around]
        for left, top, wide, high, _ in stats[1:count].tolist():
            ends = (left - reach, top - reach, left + wide + reach, top + high + reach)
            boxes.append(_box(np.array(ends) * self.block_px))
        return [
            (max(0, left), max(0, top), min(width, right), min(height, bottom))
            for left, top, right, bottom in _merged(boxes)
        ]

    def renewed(self, before: Pixels, now: Pixels) -> Pixels:
        """The picture (h, w, 3) before with what changed, and a block around it, as it is now."""
        near = cv2.dilate(self.blocks.astype(np.uint8), np.ones((3, 3), np.uint8))
        whole = near.repeat(self.block_px, 0).repeat(self.block_px, 1)[: now.shape[0], : now.shape[1]]
        return np.where(whole[..., None].astype(bool), now, before)


def changes(before: Pixels, now: Pixels, config: ChangeConfig) -> Changes:
    """What changed between two pictures (height, width, 3) uint8 of one size, whatever the exposure did."""
    one, two = (_smooth(pixels, config) for pixels in (before, now))
    gain = np.median(two, axis=(0, 1)) / np.maximum(np.median(one, axis=(0, 1)), 1.0)
    off = np.abs(two - one * gain.astype(np.float32)).max(2)
    worst = off.reshape(
        off.shape[0] // config.block_px, config.block_px, off.shape[1] // config.block_px, config.block_px
    ).max((1, 3))
    usual = float(np.median(worst))
    return Changes(
        worst > max(config.least, config.times * usual), config.block_px, (now.shape[1], now.shape[0])
    )


def _smooth(pixels: Pixels, config: ChangeConfig) -> NDArray[np.float32]:
    """Smoothed, and continued to whole blocks."""
    height, width = pixels.shape[:2]
    below, beside = -height % config.block_px, -width % config.block_px
    whole = cv2.copyMakeBorder(pixels, 0, below, 0, beside, cv2.BORDER_REPLICATE)
    return np.asarray(cv2.GaussianBlur(whole, (0, 0), config.blur_px), np.float32)


def _box(ends: NDArray[np.generic]) -> Box:
    left, top, right, bottom = (int(end) for end in ends)
    return left, top, right, bottom


def _merged(boxes: Sequence[Box]) -> list[Box]:
    """Boxes that hold those that overlap."""
    merged: list[Box] = []
    for part in boxes:
        box = part
        while (other := next((one for one in merged if _overlap(one, box)), None)) is not None:
            merged.remove(other)
            box = _box(np.r_[np.minimum(box[:2], other[:2]), np.maximum(box[2:], other[2:])])
        merged.append(box)
    return merged


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
