"""Areas painted on pictures, as exactly as a camera would see them."""

from __future__ import annotations

import cv2
import numpy as np

from vision.photo import Pixels
from vision.plane import Floats


def fill(picture: Pixels, corners: Floats, colour: Floats) -> None:
    """An area with a soft rim, four times as fine and then averaged."""
    height, width = picture.shape[:2]
    left, top = np.maximum(np.floor(corners.min(0)).astype(int) - 1, 0)
    right, low = np.minimum(np.ceil(corners.max(0)).astype(int) + 2, (width, height))
    if right <= left or low <= top:
        return
    cover = np.zeros(((low - top) * 4, (right - left) * 4), np.uint8)
    fine = np.asarray(np.round((corners - (left, top) + 0.5) * 64 - 8), np.int32)
    cv2.fillPoly(cover, [fine], 255, cv2.LINE_8, 4)
    share = cv2.resize(cover, (right - left, low - top), interpolation=cv2.INTER_AREA)[..., None] / 255.0
    spot = picture[top:low, left:right]
    spot[:] = np.round(spot * (1 - share) + colour * share)
