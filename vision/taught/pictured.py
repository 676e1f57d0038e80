"""A card's face as a small picture, for the few kinds that are compared closely: its light over its own paper, and
where the light itself has edges.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.paper import over_paper
from vision.photo import Pixels
from vision.taught.describe import HEADROOM, HEIGHT_PX, STEP_PX, WIDTH_PX, LightConfig, paper_light

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


def pictured(face: Pixels, config: PictureConfig) -> Picture:
    """The picture of a face laid flat, (HEIGHT_PX, WIDTH_PX, 3)."""
    planes, _ = over_paper(face, STEP_PX, HEADROOM)
    light = paper_light(planes, config.light)
    size = (WIDE, HIGH)
    even = cv2.resize(cv2.merge(list(planes)), size, interpolation=cv2.INTER_AREA)
    lit = np.sqrt(cv2.resize(light.mean(0), size, interpolation=cv2.INTER_AREA))
    around = np.ones((config.edge_px, config.edge_px), np.uint8)
    edges = (cv2.dilate(lit, around) - cv2.erode(lit, around)) / lit
    seen = np.empty((HIGH, WIDE, COLOURS + 1), np.float32)
    seen[..., :COLOURS] = np.minimum(np.sqrt(even), config.brightest)
    seen[..., COLOURS] = edges
    return Picture(seen, np.minimum(np.sqrt(planes), config.brightest).mean(0, dtype=np.float32))


def picture_upside_down(picture: Picture) -> Picture:
    """The same face the other way up."""
    return Picture(
        np.ascontiguousarray(picture.colours[::-1, ::-1]), np.ascontiguousarray(picture.level[::-1, ::-1])
    )
