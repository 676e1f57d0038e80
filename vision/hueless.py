"""Whether a picture shows any colour at all: what is told by its colour cannot be told from one without."""

from __future__ import annotations

import cv2
import numpy as np

from vision.photo import Pixels
from vision.plane import Floats

HUED_PERCENT, LEAST_HUE = 99.5, 10.0
"""So much of a picture's range, of 255, is noise, at all but the last of its pixels."""
LOOKED_AT_PX = 1280
"""Noise is evened out in larger pictures, by making them smaller."""
ROWS = 32
"""So many are looked at together."""


def colourless(image: Pixels, least_hue: float = LEAST_HUE, about: Floats | None = None) -> bool:
    """Whether nothing in a picture (h, w, 3) has a hue: a grey camera's, or one in light of a single colour.

    Where only what lies `about` some corners (n, 2) px matters, nothing beside it is looked at: a few small things in a
    wide picture would pass for noise.
    """
    scale = LOOKED_AT_PX / max(image.shape[:2])
    picture = (
        cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    )
    if about is not None:
        x, y = (about * min(scale, 1.0)).T
        left, top = max(0, int(x.min())), max(0, int(y.min()))
        picture = picture[top : int(y.max()) + 2, left : int(x.max()) + 2]
    means = np.array(cv2.mean(picture)[:3])
    tints = np.maximum(means, 1.0) / max(float(means.mean()), 1.0)
    # How far each channel is from a grey of the picture's tint, and so how far two are apart: a pixel's hue is the
    # most that any two are.
    rest = np.eye(3) - np.outer(tints, np.full(3, 1 / 3))
    apart = np.roll(rest, -1, axis=0) - rest
    most_hued = picture.shape[0] * picture.shape[1] * (1 - HUED_PERCENT / 100)
    hued = 0
    # From the middle: a few rows show enough colour in most pictures.
    for top in sorted(range(0, len(picture), ROWS), key=lambda top: abs(2 * top - len(picture))):
        between = cv2.transform(picture[top : top + ROWS].astype(np.float32), apart.astype(np.float32))
        grey = cv2.inRange(between, (-least_hue,) * 3, (least_hue,) * 3)
        hued += grey.size - cv2.countNonZero(grey)
        if hued > most_hued:
            return False
    return True
