"""Flat boards whose cells are plain, each in the colour of its label, and a finger over some."""

from __future__ import annotations

import cv2
import numpy as np

from vision.board.cells import SIDE, cell_corners
from vision.board.first_look.labels import BOARD, GREEN, PETROL, WHITE
from vision.board.flat import Flat

PX = 60
"""Pixels a cell."""
COLOURS = {BOARD: (215, 222, 226), PETROL: (120, 95, 20), GREEN: (60, 190, 140), WHITE: (250, 236, 236)}
"""Blue, green, red of each label."""
SKIN = (120, 150, 205)


def flat_of(labels: list[str], finger: tuple[tuple[float, float], tuple[float, float], float] | None) -> Flat:
    """A flat board of plain cells; `finger` is a thick line from and to places in board units, and its width."""
    flat = Flat(np.zeros((1, 1, 3), np.float32), PX, 0.4)
    size = round((SIDE + 0.8) * PX)
    picture = np.full((size, size, 3), COLOURS[BOARD], np.uint8)
    flat = Flat(np.asarray(picture, np.float32), PX, 0.4)
    for cell, label in enumerate(labels):
        corners = np.round(flat.at(cell_corners()[cell])).astype(np.int32)
        cv2.fillConvexPoly(picture, corners, COLOURS[label])
        cv2.polylines(picture, [corners], True, (90, 90, 90), 1, cv2.LINE_AA)
    if finger is not None:
        start, stop, width = finger
        ends = np.round(flat.at(np.array([start, stop]))).astype(int)
        cv2.line(
            picture, tuple(ends[0].tolist()), tuple(ends[1].tolist()), SKIN, round(width * PX), cv2.LINE_AA
        )
    noise = np.random.default_rng(5).normal(0, 2, picture.shape)
    return Flat(np.asarray(np.clip(picture + noise, 0, 255), np.float32), PX, 0.4)
