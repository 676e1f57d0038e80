"""Straight edges of a photo, found at a size that costs little, and what makes them visible: light or colour."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Pixels
from vision.plane import Floats


@dataclass(frozen=True, slots=True)
class SegmentConfig:
    """How straight edges are looked for."""

    search_side_px: int = 1000
    """The photo's longer side while searching; larger finds finer seams and takes longer."""
    least_px: float = 9.0
    """Shorter segments, in pixels of the search, are texture."""
    most: int = 1500
    """The longest so many are kept: a patterned tablecloth has thousands."""


def find_segments(image: Pixels, config: SegmentConfig) -> Floats:
    """Segments (n, 2, 2) from point to point in pixels of the photo (h, w, 3), the longest first."""
    scale = min(1.0, config.search_side_px / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    detector = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD)
    found = []
    for channel in _channels(np.asarray(small, np.uint8)):
        lines = detector.detect(channel)[0]
        if lines is not None:
            found.append(np.asarray(lines, float).reshape(-1, 2, 2))
    if not found:
        return np.zeros((0, 2, 2))
    segments = np.concatenate(found)
    lengths = np.linalg.norm(segments[:, 1] - segments[:, 0], axis=1)
    order = np.argsort(-lengths, kind="stable")
    order = order[lengths[order] >= config.least_px][: config.most]
    # Pixel centres are whole numbers before and after.
    kept: Floats = (segments[order] + 0.5) / scale - 0.5
    return kept


def _channels(image: Pixels) -> list[NDArray[np.uint8]]:
    """Light, and blue against red: a dark blue piece on a dark board differs in colour alone."""
    blue, red = image[..., 0].astype(np.int16), image[..., 2].astype(np.int16)
    light = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    tint = np.clip(128 + (blue - red), 0, 255).astype(np.uint8)
    return [light, tint]
