"""A flat thing of the photo laid flat, from whichever of its sizes serves best."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import cv2
import numpy as np

from vision.photo import Pixels
from vision.plane import Floats, homography, rectangle


class Pyramid:
    """A photo at full, half, quarter ... size, made as asked for; and what was `read` in it, how like `letters` faces
    are and which `planes` were found, each kept by who did."""

    def __init__(self, image: Pixels) -> None:
        self._levels = [image]
        self.read: dict[Hashable, Any] = {}
        self.letters: dict[Hashable, float] = {}
        self.planes: dict[Hashable, Any] = {}

    @property
    def size_px(self) -> tuple[int, int]:
        """The photo's width and height."""
        height, width = self._levels[0].shape[:2]
        return width, height

    def level(self, index: int) -> Pixels:
        """The photo shrunk by 2 ** index."""
        while len(self._levels) <= index:
            last = self._levels[-1]
            size = last.shape[1] // 2, last.shape[0] // 2
            self._levels.append(np.asarray(cv2.resize(last, size, interpolation=cv2.INTER_AREA), np.uint8))
        return self._levels[index]


def rectify(
    pyramid: Pyramid, to_px: Floats, size_mm: tuple[float, float], px_per_mm: float
) -> tuple[Pixels, float]:
    """The face that `to_px` (3, 3), millimetres to pixels, places in the photo, laid flat at `px_per_mm`; and how many
    of the photo's pixels a millimetre of it takes."""
    scale = px_per_mm
    width, height = round(size_mm[0] * scale), round(size_mm[1] * scale)
    middle = np.array([size_mm[0] / 2, size_mm[1] / 2, 1.0])
    spot = to_px @ middle
    across = to_px @ (middle + np.array([1.0, 0, 0]))
    down = to_px @ (middle + np.array([0, 1.0, 0]))
    ex, ey = across[:2] / across[2] - spot[:2] / spot[2], down[:2] / down[2] - spot[:2] / spot[2]
    native = float(np.sqrt(abs(ex[0] * ey[1] - ex[1] * ey[0])))
    level = max(0, int(np.floor(np.log2(max(native / scale, 1.0)) + 0.2)))
    shrink = 2.0**level
    # Patch pixel (i, j) has its centre at ((i + 0.5) / scale, (j + 0.5) / scale) millimetres.
    to_mm = np.array([[1 / scale, 0, 0.5 / scale], [0, 1 / scale, 0.5 / scale], [0, 0, 1]])
    to_level = np.array([[1 / shrink, 0, 0.5 / shrink - 0.5], [0, 1 / shrink, 0.5 / shrink - 0.5], [0, 0, 1]])
    matrix = to_level @ to_px @ to_mm
    flags = (cv2.INTER_CUBIC if native / shrink < scale else cv2.INTER_LINEAR) | cv2.WARP_INVERSE_MAP
    patch = cv2.warpPerspective(
        pyramid.level(level), matrix, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(patch, np.uint8), native


def face_map(corners: Floats, size_mm: tuple[float, float]) -> Floats:
    """The map from a face's millimetres to pixels, from its corners (4, 2), top-left first, clockwise."""
    return homography(rectangle(size_mm), corners)
