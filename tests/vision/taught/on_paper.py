"""Cards on a sheet of their own paper, from a camera that leans back."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from tests.vision.painting import lay
from tests.vision.taught.faces import HEIGHT, WIDTH
from vision.photo import Pixels
from vision.plane import Floats, homography, rectangle

WIDE, HIGH = 1280, 800
"""Of a picture, in pixels."""
CARD = 118.0, 118.0 * HEIGHT / WIDTH
"""A card's breadth and length in pixels."""
PAPER = 244, 240, 228
"""Red, green, blue."""
SPREAD = [(150.0 + 195 * (k % 6), 160.0 + 240 * (k // 6), 37.0 * k % 80 - 40) for k in range(18)]
"""Where eighteen cards lie apart from each other, and their angles in degrees."""


def on_white(
    faces: Sequence[Pixels], places: Sequence[tuple[float, float, float]], tilt: float = 0.0
) -> tuple[Pixels, list[Floats]]:
    """Cards on a sheet of their own paper, each with its middle and angle, from a camera that leans back."""
    rng = np.random.default_rng(8)
    image = np.tile(np.array(PAPER[::-1], float), (HIGH, WIDE, 1))
    narrow = tilt * WIDE / 2
    flat = np.array([[0, 0], [WIDE, 0], [WIDE, HIGH], [0, HIGH]], float)
    camera = homography(flat, flat + [[narrow, tilt * HIGH], [-narrow, tilt * HIGH], [0, 0], [0, 0]])
    corners = []
    for face, (x, y, angle) in zip(faces, places, strict=True):
        cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))
        box = rectangle(CARD, (-CARD[0] / 2, -CARD[1] / 2)) @ np.array([[cos, sin], [-sin, cos]]) + [x, y]
        quad = np.asarray(cv2.perspectiveTransform(box[None], camera)[0], float)
        to_px = homography(rectangle((WIDTH, HEIGHT), (-0.5, -0.5)), quad)
        smooth = cv2.GaussianBlur(face, (0, 0), 0.8)
        lay(image, np.asarray(smooth, np.uint8), to_px)
        corners.append(quad)
    lit = image * np.linspace(0.72, 0.95, WIDE)[:, None]
    return np.clip(cv2.GaussianBlur(lit, (0, 0), 0.6) + rng.normal(0, 1.5, lit.shape), 0, 255).astype(
        np.uint8
    ), corners
