"""Two pictures of one face made equally sharp, by blurring the sharper one."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Planes = NDArray[np.float32]
"""(h, w) or (h, w, planes)"""

_ROUNDS = 2
_SMOOTH_PX = 0.8
_MOST = 3.0
"""The blur's width, squared and halved, is no more."""
_SHARE = np.float32(50.0)
"""A pixel whose squared difference is 1 / this counts half."""
_LEAST = 1e-3


def smoothed(planes: Planes, width_px: float) -> Planes:
    """Blurred by a bell of such a width."""
    if width_px < 0.05:
        return planes
    return np.asarray(cv2.GaussianBlur(planes, (0, 0), width_px), np.float32)


def as_sharp(
    one: Planes, other: Planes, inside: NDArray[np.float32], start: float
) -> tuple[Planes, Planes, float]:
    """Both, (h, w) or (h, w, planes), as sharp as the less sharp one, and by how much the second was blurred (half its
    width squared; less than none: the first one was), looked for from `start`.

    A little more blur adds to a picture what its Laplacian is: how much of that they differ by is least squares, which
    noise, other than edges' strength, does not change.
    """
    blur = start
    first, second = _blurred(one, other, blur)
    bent = cv2.Laplacian(smoothed((first + second) * np.float32(0.5), _SMOOTH_PX), cv2.CV_32F)
    for step in range(_ROUNDS):
        if step:
            first, second = _blurred(one, other, blur)
        left = first - second
        far = left * left if left.ndim == 2 else np.einsum("hwp,hwp->hw", left, left)
        weight = inside / (1 + far * _SHARE)
        weighed = (bent * (weight if left.ndim == 2 else weight[..., None])).ravel()
        more = float(weighed @ left.ravel()) / max(float(weighed @ bent.ravel()), _LEAST)
        blur = min(max(blur + more, -_MOST), _MOST)
    return *_blurred(one, other, blur), blur


def _blurred(one: Planes, other: Planes, blur: float) -> tuple[Planes, Planes]:
    width = float(np.sqrt(2 * abs(blur)))
    return (one, smoothed(other, width)) if blur > 0 else (smoothed(one, width), other)
