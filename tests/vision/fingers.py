"""Fingers and pens laid over pictures: what covers a part of a card."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Pixels
from vision.plane import Floats

SKIN, INK = (125, 160, 205), (40, 35, 30)
SUB = 4
"""Bits of a part of a pixel."""


def finger_over(picture: Pixels, tip: Floats, towards: Floats, radius_px: float, colour: Floats) -> Pixels:
    """The picture (h, w, 3) with a round bar over it: its `tip` (2,) px, the direction (2,) that it comes from, its
    colour BGR at its middle; it throws a soft shadow."""
    way = towards / np.hypot(*towards)
    end = tip + way * 4 * max(picture.shape)
    shadow = _bar(picture.shape[:2], tip + 0.3 * radius_px, end + 0.3 * radius_px, 1.15 * radius_px)
    soft = cv2.GaussianBlur(shadow, (0, 0), 0.25 * radius_px)[..., None]
    lit = picture * (1 - 0.35 * soft)
    across = np.zeros(picture.shape[:2], np.float32)
    for share in np.linspace(1.0, 0.1, 10):
        bar = _bar(picture.shape[:2], tip, end, share * radius_px)
        across = np.maximum(across, bar * np.float32(0.6 + 0.4 * np.sqrt(1 - (share - 0.1) ** 2)))
    over = _bar(picture.shape[:2], tip, end, radius_px)[..., None]
    shown = lit * (1 - over) + np.asarray(colour) * across[..., None] * over
    return np.asarray(np.clip(shown, 0, 255), np.uint8)


def _bar(size: tuple[int, int], start: Floats, end: Floats, radius_px: float) -> NDArray[np.float32]:
    mask = np.zeros(size, np.uint8)
    a, b = (tuple(int(value) for value in np.round(place * 2**SUB)) for place in (start, end))
    cv2.line(mask, a, b, 255, max(1, round(2 * radius_px)), cv2.LINE_AA, SUB)
    return np.asarray(mask / np.float32(255), np.float32)
