"""Silhouettes that are whitened by their second moments, and laid over each other at every turn.

Whitening takes out place, size, slant, and what is left of the tilt; what stays is a turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

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

    `polar` (_RADII, _ANGLES) is its mask; `root` (2, 2) and `centre` (2,) px map it back.
    """

    polar: NDArray[np.float32]
    root: Floats
    centre: Floats

    @property
    def area(self) -> float:
        """In whitened units."""
        return float(self._weighed.sum())

    @property
    def spectrum(self) -> Spectrum:
        """What `overlap` compares."""
        return np.fft.rfft(self._weighed, axis=-1).T.astype(np.complex64)

    @property
    def _weighed(self) -> NDArray[np.float32]:
        return self.polar * _cells()[:, None]


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
    places = _spokes() @ root.T.astype(np.float32) + centre.astype(np.float32)
    polar = cv2.remap(figure, places[..., 0].copy(), places[..., 1].copy(), cv2.INTER_LINEAR)
    return Whitened(np.asarray(polar / np.float32(255), np.float32), root, centre)


def overlap(
    seen: Spectrum, area: float, templates: Templates
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Intersection over union (n,) with each template at its best turn, and that turn in radians (n,).

    `seen` and `area` are the figure's.
    """
    common = np.fft.irfft((templates.spectrum @ seen[..., None])[..., 0].T, n=_ANGLES, axis=-1)
    best = common.argmax(-1)
    most = common[np.arange(len(common)), best]
    shared: NDArray[np.float32] = (most / np.maximum(area + templates.weight - most, 1e-6)).astype(np.float32)
    return shared, (best * (2 * np.pi / _ANGLES)).astype(np.float32)


@lru_cache(maxsize=1)
def _cells() -> NDArray[np.float32]:
    """The area of a polar cell at each radius, (_RADII,)."""
    radius = (np.arange(_RADII) + 0.5) * (_REACH / _RADII)
    return np.asarray(radius * (_REACH / _RADII) * (2 * np.pi / _ANGLES), np.float32)


@lru_cache(maxsize=1)
def _spokes() -> NDArray[np.float32]:
    """Whitened places of the polar cells, (_RADII, _ANGLES, 2)."""
    radius = ((np.arange(_RADII) + 0.5) * (_REACH / _RADII))[:, None, None]
    angle = np.arange(_ANGLES) * (2 * np.pi / _ANGLES)
    return np.asarray(radius * np.stack([np.cos(angle), np.sin(angle)], -1)[None], np.float32)
