"""Pictures as a camera without colours takes them."""

from __future__ import annotations

import cv2
import numpy as np

from tests.grain import noise
from vision.photo import Pixels


def in_one_colour(photo: Pixels, light: tuple[float, float, float]) -> Pixels:
    """What a grey camera sees, tinted by a light (3,) BGR, with a little noise in each channel."""
    grey = cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY)[..., None].astype(float) * np.array(light)
    return np.asarray(np.clip(grey + noise(0, 1.5, photo.shape), 0, 255), np.uint8)
