"""A picture as a page gets it."""

from __future__ import annotations

import cv2
import numpy as np

from vision.photo import Pixels

LONGEST_PX = 2000
"""The longer side: sharp on a big screen, and some 400 KB."""


def page_jpeg(picture: Pixels) -> bytes:
    """The picture (height, width, 3) uint8 BGR as JPEG, no larger than a page needs."""
    scale = LONGEST_PX / max(picture.shape[:2])
    if scale < 1:
        picture = np.asarray(
            cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
        )
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 88])
    return data.tobytes()
