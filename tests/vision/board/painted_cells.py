"""Flat boards whose cells have any colours and any grain."""

from __future__ import annotations

import cv2
import numpy as np

from vision.board.cells import cell_corners
from vision.board.flat import Flat
from vision.board.second_look.likelihood import FLAT
from vision.plane import Floats

PX = FLAT.px_per_cell[0]
SIZE = round((4 + 2 * FLAT.border) * PX)
"""Of the picture, in pixels."""
BLANK = Flat(np.full((SIZE, SIZE, 3), 128, np.float32), PX, FLAT.border)


def painted(colours: Floats, grain: Floats | None = None) -> Flat:
    """A flat board whose cells have these colours (64, 3), and grain of so many grey levels (64,)."""
    pixels = np.full((SIZE, SIZE, 3), 90, np.float32)
    noise = np.random.default_rng(3).standard_normal((SIZE, SIZE, 1)).astype(np.float32)
    own = np.zeros((SIZE, SIZE), np.int32)
    for cell, corners in enumerate(cell_corners()):
        points = np.round(BLANK.at(corners) * 16).astype(np.int32)
        cv2.fillConvexPoly(own, points, cell + 1, cv2.LINE_8, 4)
    inside = own > 0
    pixels[inside] = np.asarray(colours, np.float32)[own[inside] - 1]
    if grain is not None:
        pixels[inside] += (noise * np.append(0, grain)[own][..., None])[inside].astype(np.float32)
    return Flat(pixels, PX, FLAT.border)
