"""Silhouettes that are whitened by their second moments, and laid over each other at every turn.

Whitening takes out place, size, slant, and what is left of the tilt; what stays is a turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane import Floats

_RADII = 20
_ANGLES = 80
_REACH = 2.5
"""The outer radius of the polar masks; a whitened silhouette has a standard deviation of one along every axis."""

Mask = NDArray[np.uint8]
Spectrum = NDArray[np.complex64]
"""(_ANGLES // 2 + 1, _RADII): a polar mask's transform along the angle, each cell weighed by its area."""


@dataclass(frozen=True, slots=True)
class Whitened:
    """A silhouette without its place, size and slant.

    `polar` (_RADII, _ANGLES) is its mask, `weighed` the same by the area of each cell; `root` (2, 2) and `centre` (2,)
    px map it back.
    """

    polar: NDArray[np.float32]
    weighed: NDArray[np.float32]
    root: Floats
    centre: Floats

    @property
    def area(self) -> float:
        """In whitened units."""
        return float(self.weighed.sum())

    @property
    def spectrum(self) -> Spectrum:
        """What `overlap` compares."""
        return np.asarray(np.fft.rfft(self.weighed, axis=-1).T, np.complex64)


@dataclass(frozen=True, slots=True)
class Templates:
    """Whitened silhouettes, n of them.

    `spectrum`: (_ANGLES // 2 + 1, n, _RADII) transforms of the polar masks along the angle, conjugate; `weight`:
    (n,) their areas; `frame`: (n, 2, 3) maps from whitened coordinates to the unit square they were drawn in.
    """

    spectrum: NDArray[np.complex64]
    weight: NDArray[np.float32]
    frame: Floats


def whiten(figure: Mask) -> Whitened | None:
    """A silhouette (h, w) whitened; None where next to nothing is there."""
    m = cv2.moments(figure, True)
    if m["m00"] < 20:
        return None
    centre = np.array([m["m10"], m["m01"]]) / m["m00"]
    spread = np.array([[m["mu20"], m["mu11"]], [m["mu11"], m["mu02"]]]) / m["m00"]
    values, vectors = np.linalg.eigh(spread)
    if values[0] < 1:
        return None
    root = (vectors * np.sqrt(values)) @ vectors.T
    along, across = _spokes()
    x, y = (
        along * np.float32(a) + across * np.float32(b) + np.float32(at)
        for (a, b), at in zip(root.tolist(), centre.tolist(), strict=True)
    )
    polar = cv2.remap(figure, x, y, cv2.INTER_LINEAR) / np.float32(255)
    return Whitened(polar, polar * _cells(), root, centre)


class Likest(NamedTuple):
    """The template that a figure shares most with, how much, and at which turn in radians."""

    number: int
    shared: float
    turn: float


def overlap(seen: Spectrum, area: float, templates: Templates) -> Likest:
    """The most that a figure shares with any of the templates at its best turn, as intersection over union; `seen` and
    `area` are the figure's."""
    common = np.fft.irfft((templates.spectrum @ seen[..., None])[..., 0].T, n=_ANGLES, axis=-1)
    most = common.max(-1)
    shared = most / np.maximum(np.float32(area) + templates.weight - most, np.float32(1e-6))
    k = int(shared.argmax())
    return Likest(k, float(shared[k]), int(common[k].argmax()) * (2 * np.pi / _ANGLES))


@lru_cache(maxsize=1)
def _cells() -> NDArray[np.float32]:
    """The area of a polar cell at each radius, (_RADII, 1)."""
    radius = (np.arange(_RADII)[:, None] + 0.5) * (_REACH / _RADII)
    return np.asarray(radius * (_REACH / _RADII) * (2 * np.pi / _ANGLES), np.float32)


@lru_cache(maxsize=1)
def _spokes() -> NDArray[np.float32]:
    """Whitened places of the polar cells, (2, _RADII, _ANGLES)."""
    radius = ((np.arange(_RADII) + 0.5) * (_REACH / _RADII))[:, None]
    angle = np.arange(_ANGLES) * (2 * np.pi / _ANGLES)
    return np.asarray(radius * np.stack([np.cos(angle), np.sin(angle)])[:, None], np.float32)
