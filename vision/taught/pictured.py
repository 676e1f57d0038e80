"""A card's face as a small picture, for the few kinds that are compared closely: its light over its own paper, and
where the light itself has edges.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.paper import Planes
from vision.taught.describe import HEIGHT_PX, WIDTH_PX, LightConfig, paper_light

WIDE, HIGH = WIDTH_PX // 2, HEIGHT_PX // 2
"""A picture's pixels, across and down an upright card."""
COLOURS = 3
"""Blue, green and red, on the eye's scale; a fourth plane says where the light has edges."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A face. 1 is the paper, 0 is black.

    `colours`: (HIGH, WIDE, COLOURS + 1), its last plane 0 where the light is even. `level`: (HEIGHT_PX, WIDTH_PX),
    how light it is, twice as finely.
    """

    colours: NDArray[np.float32]
    level: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class PictureConfig:
    """How the light's edges are found. What is pale and no wider than `light.around_px` is print."""

    light: LightConfig = field(default_factory=lambda: LightConfig(around_px=45, hue=0.15))
    brightest: float = 1.6
    edge_px: int = 5
    """The light's edges reach so far, in the picture's pixels."""


def picture_of(planes: Planes, config: PictureConfig) -> Picture:
    """The picture of a face laid flat, (3, HEIGHT_PX, WIDTH_PX) over its paper."""
    blue, green, red = paper_light(planes, config.light)
    size, most = (WIDE, HIGH), np.float32(config.brightest)
    light = cv2.resize((blue + green + red) * np.float32(1 / COLOURS), size, interpolation=cv2.INTER_AREA)
    lit = np.sqrt(light)
    around = np.ones((config.edge_px, config.edge_px), np.uint8)
    edges = (cv2.dilate(lit, around) - cv2.erode(lit, around)) / lit
    small = [cv2.resize(plane, size, interpolation=cv2.INTER_AREA) for plane in planes]
    seen = cv2.merge([*(np.minimum(np.sqrt(plane), most) for plane in small), edges])
    blue, green, red = np.minimum(np.sqrt(planes), most)
    return Picture(
        np.asarray(seen, np.float32), np.asarray((blue + green + red) * np.float32(1 / COLOURS), np.float32)
    )


def picture_upside_down(picture: Picture) -> Picture:
    """The same face the other way up."""
    return Picture(
        np.ascontiguousarray(picture.colours[::-1, ::-1]), np.ascontiguousarray(picture.level[::-1, ::-1])
    )


def picture_crosswise(picture: Picture, turns: int) -> Picture:
    """The same face on a card that lies across it, stretched to fill it: `turns` quarters clockwise, 1 or 3."""
    way = cv2.ROTATE_90_CLOCKWISE if turns == 1 else cv2.ROTATE_90_COUNTERCLOCKWISE
    colours, level = (
        cv2.resize(cv2.rotate(plane, way), size, interpolation=cv2.INTER_LINEAR)
        for plane, size in ((picture.colours, (WIDE, HIGH)), (picture.level, (WIDTH_PX, HEIGHT_PX)))
    )
    return Picture(np.asarray(colours, np.float32), np.asarray(level, np.float32))
