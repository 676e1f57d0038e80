"""Whether a picture shows any colour at all: what is told by its colour cannot be told from one without."""

from __future__ import annotations

import cv2
import numpy as np

from vision.photo import Pixels

HUED_PERCENT, LEAST_HUE = 99.5, 10.0
"""So much of a picture's range, of 255, is noise, at all but the last of its pixels."""
LOOKED_AT_PX = 1280
"""Noise is evened out in larger pictures, by making them smaller."""


def colourless(image: Pixels, least_hue: float = LEAST_HUE) -> bool:
    """Whether nothing in a picture (h, w, 3) has a hue: a grey camera's, or one in light of a single colour."""
    scale = LOOKED_AT_PX / max(image.shape[:2])
    picture = (
        cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    )
    # By channel: over the short last axis numpy takes ten times as long.
    blue, green, red = (np.asarray(channel, np.float32) for channel in cv2.split(picture))
    grey = (blue + green + red) / 3
    middle = max(float(grey.mean()), 1.0)
    rest = [part - grey * np.float32(max(float(part.mean()), 1.0) / middle) for part in (blue, green, red)]
    hue = np.maximum(np.maximum(rest[0], rest[1]), rest[2]) - np.minimum(
        np.minimum(rest[0], rest[1]), rest[2]
    )
    return float(np.percentile(hue, HUED_PERCENT)) < least_hue
