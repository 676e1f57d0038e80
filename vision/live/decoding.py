"""What OpenCV hands on as a frame, and what it tells on standard error by itself."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import cv2
import numpy as np

from vision.photo import MIN_SIDE_PX, Pixels


def checked(frame: object) -> Pixels | None:
    """A frame as (h, w, 3) uint8; None for what is no picture, or is too small for one of a table."""
    if not isinstance(frame, np.ndarray) or frame.dtype != np.uint8 or frame.ndim not in (2, 3):
        return None
    if min(frame.shape[:2]) < MIN_SIDE_PX:
        return None
    channels = 1 if frame.ndim == 2 else frame.shape[2]
    if channels == 3:
        return frame
    if channels not in (1, 4):
        return None
    code = cv2.COLOR_GRAY2BGR if channels == 1 else cv2.COLOR_BGRA2BGR
    return np.asarray(cv2.cvtColor(frame, code), np.uint8)


@contextmanager
def silent() -> Iterator[None]:
    """OpenCV tells what fails on standard error by itself: what has to be said is said by who called."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    before = cv2.utils.logging.getLogLevel()
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        yield
    finally:
        cv2.utils.logging.setLogLevel(before)
