"""A frame as pages show it."""

from __future__ import annotations

import cv2
import numpy as np

from vision.photo import Pixels

SIDE_PX, QUALITY = 1280, 80


def jpeg(pixels: Pixels, side_px: int = SIDE_PX) -> bytes:
    """The frame (h, w, 3) uint8 BGR as JPEG, its longer side no longer than a page needs."""
    scale = side_px / max(pixels.shape[:2])
    if scale < 1:
        size = (round(pixels.shape[1] * scale), round(pixels.shape[0] * scale))
        pixels = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
    _, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return data.tobytes()
