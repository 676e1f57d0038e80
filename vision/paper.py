"""A rectified face as light over its own paper: a cast or a dim room changes nothing in it.

The print is looked at channel by channel, so a face is held as three planes, (3, h, w) float32, blue, green and red.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Pixels
from vision.plane import Floats
from vision.srgb import LINEAR

Planes = NDArray[np.float32]
"""(3, h, w), blue, green, red, each over the paper's own in linear light."""

NEAR_PAPER = 0.2
"""What is within this share of the median is paper."""


def over_paper(patch: Pixels, rim_px: int) -> tuple[Planes, Floats]:
    """A patch (h, w, 3) uint8 as planes over its paper, and the paper's own light (3,), blue first.

    The paper is what most of the face is, `rim_px` along its edges left out.
    """
    channels = [np.asarray(channel, np.uint8) for channel in cv2.split(patch)]
    seen = [channel[rim_px:-rim_px:2, rim_px:-rim_px:2].ravel() for channel in channels]
    paper = np.array([_median_light(values) for values in seen], np.float32)
    # Where the median falls on a mixture, the colours close to it say better what the paper is.
    close = np.abs(LINEAR / np.maximum(paper, 1e-3)[:, None] - 1) < NEAR_PAPER
    near = close[0][seen[0]] & close[1][seen[1]] & close[2][seen[2]]
    if np.count_nonzero(near) > 30:
        paper = np.array([LINEAR[values[near]].mean() for values in seen], np.float32)
    planes = np.empty((3, *patch.shape[:2]), np.float32)
    for plane, channel, light in zip(planes, channels, np.maximum(paper, 2e-3), strict=True):
        cv2.LUT(channel, LINEAR / light, plane)
    return planes, paper.astype(float)


def _median_light(values: NDArray[np.uint8]) -> float:
    upto = np.cumsum(np.bincount(values, minlength=256))
    middles = np.searchsorted(upto, [(len(values) - 1) // 2, len(values) // 2], side="right")
    return float(LINEAR[middles].mean())


def median(values: NDArray[np.float32]) -> float:
    """The median of a plain array, which numpy's own takes three times as long for."""
    half = len(values) // 2
    if len(values) % 2:
        return float(np.partition(values, half)[half])
    parted = np.partition(values, (half - 1, half))
    return float(parted[half - 1] + parted[half]) / 2


def medians(planes: Planes, where: NDArray[np.bool_]) -> NDArray[np.float32]:
    """The median of each plane over the places (h, w) marked; (3,)."""
    index = np.flatnonzero(where)
    return np.array([median(plane.ravel()[index]) for plane in planes], np.float32)
