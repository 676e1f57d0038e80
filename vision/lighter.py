"""Outlines of what is lighter than all around it: most cards have a white rim, and few tables are as light.

On a patterned table a card's edge runs into the pattern's, so that no region of even colour ends where the card does.
But at some lightness the card is one piece by itself, whatever is printed inside it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.outlines import TURNS, OutlineConfig, QuadSighting, WorkPicture, quad_of
from vision.photo import Pixels
from vision.placing import placed
from vision.plane import Floats
from vision.polygons import Polygon


@dataclass(frozen=True, slots=True)
class LighterConfig:
    """At which lightness the picture is cut, and what is a quadrilateral."""

    around: float = 0.12
    """Lightness is taken over the lightest within such a share of the picture's longer side: light is uneven."""
    darkest: int = 16
    levels: tuple[int, ...] = tuple(range(76, 250, 12))
    """Of 255, the lightest near by."""
    most_share: float = 0.25
    """What takes more of the picture is no card."""
    reach: float = 1.2
    worn_px: int = 0
    """What is narrower than twice this is worn away first: a chequered cloth's white squares that meet a card."""
    least_worn: float = 3.0
    """What is left is at least so many times as wide as it was worn."""


_COARSER = 4


def lighter_quads(
    image: Pixels, outlines: OutlineConfig, work: WorkPicture, config: LighterConfig | None = None
) -> list[QuadSighting]:
    """The quadrilaterals in a photo (height, width, 3), or in its `work` picture, that are lighter than what is around
    them."""
    config = config or LighterConfig()
    even = _even(work.picture, config)
    side = max(even.shape)
    least = max(outlines.min_side * side, config.least_worn * config.worn_px) ** 2
    most = config.most_share * even.size
    found: list[Polygon] = []
    fills: list[float] = []
    wide = 2 * config.worn_px + 1
    ball = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide))
    for level in config.levels:
        _, light = cv2.threshold(even, level, 255, cv2.THRESH_BINARY)
        if config.worn_px:
            light = cv2.morphologyEx(light, cv2.MORPH_OPEN, ball, borderValue=0)
        for contour in cv2.findContours(light, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
            size = cv2.contourArea(contour)
            if len(contour) < 4 or not least <= size <= most:
                continue
            if (quad := quad_of(np.asarray(contour, np.int32), size, outlines)) is not None:
                found.append(quad[0])
                fills.append(quad[1])
    # The edge is near where the light ends; further in a frame may be printed whose edge is sharper.
    corners = np.array(found, float).reshape(-1, 4, 2)
    return placed(image, corners, np.array(fills), work, config.reach, outlines)


def near(corners: Floats, others: Floats, reach_px: float) -> NDArray[np.bool_]:
    """Which quadrilaterals (n, 4, 2) end where one of others (m, 4, 2) does; (n,)."""
    if not len(others):
        return np.zeros(len(corners), bool)
    off = np.abs(corners[:, None, None] - others[:, TURNS][None]).max((-1, -2))
    same: NDArray[np.bool_] = (off <= reach_px).any((1, 2))
    return same


def _even(picture: Pixels, config: LighterConfig) -> NDArray[np.uint8]:
    """How light each pixel is in the colour of which it has least, over the lightest near by."""
    low = cv2.blur(np.asarray(picture.min(2)), (3, 3))
    size = low.shape[1] // _COARSER, low.shape[0] // _COARSER
    around = max(3, round(config.around * max(size)) | 1)
    small = cv2.resize(low, size, interpolation=cv2.INTER_AREA)
    bright = cv2.blur(cv2.dilate(small, np.ones((around, around), np.uint8)), (around, around))
    whole = cv2.resize(bright, (low.shape[1], low.shape[0]), interpolation=cv2.INTER_LINEAR)
    lightest = np.maximum(np.asarray(whole, np.float32), config.darkest)
    return np.asarray(np.clip(low * (255 / lightest), 0, 255), np.uint8)
