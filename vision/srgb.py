"""From the values of a picture to light itself."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.plane import Floats


def linear(shares: Floats) -> Floats:
    """The light, 0..1, of sRGB values over 255, of any shape; as precise as they are."""
    light: Floats = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    return light


def linear_rgb(srgb: NDArray[np.uint8]) -> Floats:
    """The light (..., 3) of sRGB values (..., 3), 0..1."""
    return linear(srgb.astype(float) / 255)


def steps(light: Floats) -> Floats:
    """The sRGB values, 0..255 and between them, that show such light, 0..1, of any shape."""
    held = np.clip(light, 0, 1)
    values: Floats = 255 * np.where(held <= 0.0031308, 12.92 * held, 1.055 * held ** (1 / 2.4) - 0.055)
    return values


LINEAR = linear(np.arange(256) / 255.0).astype(np.float32)
"""The light of the 256 sRGB values, 0..1."""

DARKEST = 1e-3
"""Light of which less is as good as none, where logarithms are compared."""
LOGS = np.log(np.maximum(LINEAR, DARKEST))
"""The logarithms of the light of the 256 sRGB values."""


def log_light(light: Floats) -> Floats:
    """The logarithms of light, 0..1, of any shape."""
    logs: Floats = np.log(np.maximum(light, DARKEST))
    return logs
