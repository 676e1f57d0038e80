"""A camera's noise, soon had: a part of one large grain, another one and another way round for each picture."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

SLACK_PX = 256


def grainy(still: NDArray[np.generic], sigma: float, number: int, seed: int = 4) -> NDArray[np.uint8]:
    """The picture (h, w) or (h, w, 3) of that number in a film, in noise of `sigma` shades."""
    height, width = still.shape[:2]
    chance = np.random.default_rng((seed, number))
    x, y = chance.integers(0, SLACK_PX, 2)
    # What was only moved would look like a camera that moves.
    across, down, sign = chance.choice((-1, 1), 3)
    grain = _grain(seed, (height + SLACK_PX, width + SLACK_PX, *still.shape[2:]))
    own = np.ascontiguousarray(grain[y : y + height, x : x + width][::down, ::across])
    noisy = cv2.scaleAdd(own, float(sign * sigma), np.asarray(still, np.float32))
    return np.asarray(cv2.convertScaleAbs(np.maximum(noisy, 0, out=noisy)), np.uint8)


@lru_cache(maxsize=2)
def _grain(seed: int, shape: tuple[int, ...]) -> NDArray[np.float32]:
    return np.random.default_rng(seed).standard_normal(shape, np.float32)


def noise(seed: int, sigma: float, shape: tuple[int, ...]) -> NDArray[np.float64]:
    """A camera's noise of `sigma` shades over a single picture, drawn once for all of its shape."""
    return _drawn(seed, shape) * sigma


@lru_cache(maxsize=2)
def _drawn(seed: int, shape: tuple[int, ...]) -> NDArray[np.float64]:
    return np.random.default_rng(seed).standard_normal(shape)
