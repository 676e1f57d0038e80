"""Areas and faces painted on pictures, as exactly as a camera would see them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

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


def lay(picture: NDArray[np.float64], face: Pixels, to_px: Floats, border: int = cv2.BORDER_CONSTANT) -> None:
    """A face (h, w, 3) on a picture (h, w, 3), which it maps to by `to_px` (3, 3); only what it covers is painted."""
    height, width = face.shape[:2]
    rim = np.array([[[-1, -1], [width, -1], [width, height], [-1, height]]], float)
    seen = cv2.perspectiveTransform(rim, to_px)[0]
    left, top = np.maximum(np.floor(seen.min(0)).astype(int) - 2, 0).tolist()
    right, low = np.minimum(np.ceil(seen.max(0)).astype(int) + 3, picture.shape[1::-1]).tolist()
    if right <= left or low <= top:
        return
    size = whole_blocks((right, low), (picture.shape[1], picture.shape[0]))
    laid = cv2.warpPerspective(face, to_px, size, flags=cv2.INTER_AREA, borderMode=border)
    share = cv2.warpPerspective(np.ones((height, width), np.float32), to_px, size)[..., None]
    window = np.s_[top:low, left:right]
    picture[window] = picture[window] * (1 - share[window]) + laid[window] * share[window]


def whole_blocks(upto: tuple[int, int], size: tuple[int, int]) -> tuple[int, int]:
    """A width and a height of at least so much, within a picture's size, in which pixels are mapped as in the whole
    picture, bit for bit."""
    # OpenCV maps them in blocks from the first pixel on.
    return min(-(-upto[0] // 64) * 64, size[0]), min(-(-upto[1] // 64) * 64, size[1])
