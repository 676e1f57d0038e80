"""Where the ink of a rectified card lies.

The measure of ink is saturation relative to paper, which a shadow does not change.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.paper import Planes, median, quantile
from vision.plane import Floats
from vision.srgb import steps

Plane = NDArray[np.float32]
Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class InkConfig:
    """Sizes on the card, in millimetres; shares of one."""

    px_per_mm: float = 2.0
    rim_mm: float = 3.5
    """What lies nearer to the card's edge than this (edge, border ring) is not looked at."""
    bridge_mm: float = 1.3
    """Gaps up to this are inner lines, and closed."""
    least_area_mm2: float = 14.0
    least_saturation: float = 0.22
    least_steps: float = 14.0
    """Of a picture's 255 an ink is at least so many from its paper, in one channel: on what is nearly black the noise
    is as coloured as a print. Of 407 prints read rightly none was below 49, of black squares and discs none above 7."""

    drawn_in_lines: bool = True
    """Whether what lines enclose is a figure's inside. On a card it is; tables show rings, frames and tiles as well."""

    @property
    def rim_px(self) -> int:
        """The rim in pixels of a patch."""
        return round(self.rim_mm * self.px_per_mm)


@dataclass(frozen=True, slots=True)
class Inked:
    """Where a face's main ink is: `share` (h, w) 0..1 of it in each pixel by hue, `marked` (h, w) 1 where over half."""

    planes: Planes
    share: Plane
    marked: Mask


def hue_map(planes: Planes) -> tuple[Plane, Plane]:
    """Each pixel's colour against its paper as a vector of hue and saturation, two planes (h, w), at most 1 long.

    The two axes span the plane of equal light in red, green and blue; dividing by the brightest channel takes
    the shade out.
    """
    blue, green, red = (cv2.GaussianBlur(plane, (0, 0), 0.6) for plane in planes)
    # The floor keeps the noise of nearly black pixels from looking like colour.
    brightest = np.maximum(cv2.max(cv2.max(blue, green), red), np.float32(0.06))
    along = (red - np.float32(0.5) * (green + blue)) / brightest
    across = np.float32(0.8660254) * (green - blue) / brightest
    return np.asarray(along, np.float32), np.asarray(across, np.float32)


def find_ink(planes: Planes, config: InkConfig) -> Inked | None:
    """The ink that most of the face's saturated middle shows, or None where none stands out."""
    along, across = hue_map(planes)
    rim = config.rim_px
    inner = np.s_[rim:-rim, rim:-rim]
    within = along[inner].copy(), across[inner].copy()
    sat = np.asarray(cv2.magnitude(*within), np.float32)
    # Nearly the greatest: all but half a percent are less.
    full = quantile(sat.ravel(), 0.995)
    if full < config.least_saturation:
        return None
    ink = _dominant(*within, sat, 0.5 * full)
    if ink is None:
        return None
    # How much of the ink's own colour each pixel holds: other hues, a hand's for one, hold little of it.
    x, y = (ink / (ink @ ink)).tolist()
    share = cv2.addWeighted(along, x, across, y, 0)
    aside = cv2.addWeighted(along, -y, across, x, 0)
    share = np.clip(share - np.maximum(0, np.abs(aside) - np.float32(0.35)), 0, 1)
    marked = np.zeros(share.shape, np.uint8)
    marked[inner] = share[inner] > 0.5
    return Inked(planes, np.asarray(share, np.float32), marked)


def stands_out(colour: Floats, paper: Floats, config: InkConfig) -> bool:
    """Whether an ink, `colour` (3,) over its paper, red first, is more than the noise of that paper's light, `paper`
    (3,), blue first, 0..1."""
    apart = steps(colour[::-1] * paper) - steps(paper)
    return float(np.abs(apart).max()) >= config.least_steps


def left_white(colour: Floats, paper: Floats) -> bool:
    """Whether a shape, `colour` (3,) over its paper, red first, is what was left white of a card printed in a colour,
    `paper` (3,), blue first, 0..1: lighter in every channel, and far less coloured."""
    white = colour[::-1] * paper
    coloured = [1 - float(light.min()) / max(float(light.max()), 1e-3) for light in (paper, white)]
    return float(colour.min()) > LIGHTER_ALL and coloured[0] > PLATE and coloured[1] < coloured[0] - PLATE / 2


LIGHTER_ALL, PLATE = 1.05, 0.45
"""By how much lighter it is in the channel where it is least so, and how coloured such a card is, 0..1. Black and grey
cards are less, and a bright ink on navy is darker than it in blue."""


def _dominant(along: Plane, across: Plane, sat: Plane, least: float) -> Plane | None:
    """The hue vector (2,) that most of the saturated pixels near the middle share."""
    height, width = sat.shape
    at = np.flatnonzero(sat > least)
    if len(at) < 20:
        return None
    ys, xs = np.divmod(at, width)
    u, v, strength = along.take(at), across.take(at), sat.take(at)
    central = _central(width).take(xs) * _central(height).take(ys)
    angle = np.arctan2(v, u)
    bins = 36
    votes = np.bincount((_from_zero(angle / (2 * np.pi), 1.0) * bins).astype(int) % bins, central, bins)
    votes = votes + 0.5 * (votes[np.arange(-1, bins - 1)] + votes[np.arange(1 - bins, 1)])
    middle = (votes.argmax() + 0.5) * (2 * np.pi / bins)
    same = np.flatnonzero(np.abs(_from_zero(angle - middle + np.pi, 2 * np.pi) - np.pi) < np.pi / 9)
    # The core of the ink, not its soft rim: the more saturated half.
    alike = strength.take(same)
    strong = same.compress(alike >= median(alike))
    return np.array([median(u.take(strong)), median(v.take(strong))], np.float32)


def _from_zero(turns: Floats, whole: float) -> Floats:
    """Turns (n,) of less than a whole one either way as such from zero on; numpy's remainder takes three times as
    long."""
    return np.where(turns < 0, turns + whole, turns)


@lru_cache(maxsize=256)
def _central(count: int) -> Floats:
    """How much each of so many rows or columns counts: the face's middle most."""
    central: Floats = np.exp(-0.5 * ((np.arange(count) / count - 0.5) / 0.22) ** 2)
    return central
