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

_COLOURED = 1.3
"""A ground whose colours are off what is bright on a face by more than this is coloured."""

_BRIGHT, _BRIGHTEST, _MOST = 0.98, 0.995, 0.8
"""So much of a face is darker than what is bright on it, and than what is on black; so much of it is ground there."""

_BLACK, _SPARSE = (0.3, 0.45), (0.15, 0.4)
"""A ground is black whose colours have less than the first of what is bright on it, and not from the second on; the
same of what most of the face has above the ground's light."""

_STRAY = 0.3
"""All black is given so much light, of what is bright on it: where it has none, noise is all that is seen of it."""

_PEAK = 0.7
"""What is bright on black is so much lighter than what colours are taken over there."""


def over_paper(patch: Pixels, rim_px: int, headroom: float = np.inf) -> tuple[Planes, Floats]:
    """A patch (h, w, 3) uint8 as planes over its paper, and the paper's own light (3,), blue first.

    The paper is what most of the face is, `rim_px` along its edges left out. A coloured ground is no paper: where what
    is bright on the face has another hue, that is, and where it has more than `headroom` times the ground's light, a
    share of that.
    """
    channels = [np.asarray(channel, np.uint8) for channel in cv2.split(patch)]
    seen = [channel[rim_px:-rim_px:2, rim_px:-rim_px:2].ravel() for channel in channels]
    upto = [np.cumsum(np.bincount(values, minlength=256)) for values in seen]
    paper = np.array([_median_light(counts) for counts in upto], np.float32)
    # Where the median falls on a mixture, the colours close to it say better what the paper is.
    close = np.abs(LINEAR / np.maximum(paper, 1e-3)[:, None] - 1) < NEAR_PAPER
    near = close[0][seen[0]] & close[1][seen[1]] & close[2][seen[2]]
    if np.count_nonzero(near) > 30:
        paper = np.array([LINEAR[values[near]].mean() for values in seen], np.float32)
    stray = np.zeros(3, np.float32)
    if np.isfinite(headroom):
        ground = paper
        paper = _white(
            ground, np.array([_light_at(counts, _BRIGHT) for counts in upto], np.float32), headroom
        )
        most, brightest = (
            np.array([_light_at(counts, share) for counts in upto], np.float32)
            for share in (_MOST, _BRIGHTEST)
        )
        stray, paper = _on_black(ground, most, brightest, paper)
    planes = np.empty((3, *patch.shape[:2]), np.float32)
    for plane, channel, light, more in zip(planes, channels, np.maximum(paper, 2e-3), stray, strict=True):
        cv2.LUT(channel, np.maximum(LINEAR - more, 0) / light, plane)
    return planes, paper.astype(float)


def _white(ground: Planes, bright: Planes, headroom: float) -> Planes:
    """What a face's colours are taken over, (3,): its ground where that is as white as what is bright on it."""
    shares = ground / np.maximum(bright, 2e-3)
    most = float(shares.max())
    level = max(1.0, 1 / (headroom * most))
    if most <= _COLOURED * float(shares.min()):
        return np.asarray(ground * level, np.float32)
    return np.asarray(bright * most * level, np.float32)


def _on_black(ground: Planes, most: Planes, bright: Planes, paper: Planes) -> tuple[Planes, Planes]:
    """What stray light adds to a black ground, (3,), beyond what all black is given, and what its colours are taken
    over then. What is black has hardly any light of its own: most of it is the room's, and what is bright on it is
    all there is to go by. Of a ground that is less black, or of which `most` of the face is not, less is changed."""
    shares = ground / np.maximum(bright, 2e-3)
    spread = float(((most - ground) / np.maximum(bright - ground, 2e-3)).max())
    black = _falling(float(shares.max()), _BLACK) * _falling(spread, _SPARSE)
    stray = bright * np.float32(black * (float(shares.min()) - _STRAY))
    return stray, paper + (bright * np.float32(_PEAK) - paper) * np.float32(black)


def _falling(value: float, ends: tuple[float, float]) -> float:
    """1 up to the first end, 0 from the second on."""
    return min(max((ends[1] - value) / (ends[1] - ends[0]), 0.0), 1.0)


def _light_at(upto: NDArray[np.intp], share: float) -> float:
    """The light that such a share of the values do not pass; `upto` (256,) counts those up to each."""
    return float(LINEAR[np.searchsorted(upto, share * float(upto[-1]))])


def _median_light(upto: NDArray[np.intp]) -> float:
    count = int(upto[-1])
    low, high = np.searchsorted(upto, [(count - 1) // 2, count // 2], side="right")
    return float(LINEAR[low] + LINEAR[high]) / 2


def median(values: Floats) -> float:
    """The median of a plain array (n,), which numpy's own takes three times as long for."""
    half = len(values) // 2
    if len(values) % 2:
        return float(np.partition(values, half)[half])
    parted = np.partition(values, (half - 1, half))
    return float(parted[half - 1] + parted[half]) / 2


def quantile(values: Floats, share: float) -> float:
    """The value below which such a share of a plain array (n,) lies, between two where it falls so; likewise."""
    place = share * (len(values) - 1)
    low = int(place)
    high = min(low + 1, len(values) - 1)
    parted = np.partition(values, (low, high))
    return float(parted[low] + (place - low) * (parted[high] - parted[low]))


def medians(planes: Planes, where: NDArray[np.bool_]) -> NDArray[np.float32]:
    """The median of each plane over the places (h, w) marked; (3,)."""
    index = np.flatnonzero(where)
    return np.array([median(plane.take(index)) for plane in planes], np.float32)
