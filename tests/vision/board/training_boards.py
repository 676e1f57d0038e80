"""Boards for the networks to learn from, photographed from straight above."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.board_model.fingers import IGNORED
from benchmarks.board_model.samples import Sample
from vision.board.cells import CELLS, RIM, SIDE, cell_corners, edges

PX, MARGIN = 80.0, 2.0
"""Of a photo from straight above: pixels a square, and squares around the board."""
STATES = 4


def at(board: np.ndarray) -> np.ndarray:
    """Places (n, 2) of the board in the photo, in pixels."""
    out = np.stack([board[..., 0] + MARGIN, SIDE - board[..., 1] + MARGIN], -1) * PX
    return np.asarray(out, np.float32)


def sample(seed: int) -> Sample:
    """A board whose cells are as bright as their states say, on a black table; sides are labelled by their cells."""
    states = np.random.default_rng(seed).integers(0, STATES, len(CELLS))
    length = round((SIDE + 2 * MARGIN) * PX)
    pixels = np.zeros((length, length, 3), np.uint8)
    for cell, corners in enumerate(cell_corners()):
        cv2.fillPoly(pixels, [at(corners).round().astype(np.int32)], (60 + 60 * int(states[cell]),) * 3)
    sides = np.array(
        [states[edge.left] + states[edge.right] if edge.right >= 0 else IGNORED for edge in edges()]
    )
    return Sample(pixels, at(RIM), at(RIM), states, sides, np.where(states > 0, np.arange(len(CELLS)), -1))


def whites(bare: int, white: int) -> tuple[NDArray[np.uint8], Sample]:
    """A picture of a board whose bare cells and whose white pieces are so light, 0..255, and the board."""
    board = sample(2)
    shades = np.array([[bare] * 3, [120, 80, 20], [40, 170, 150], [white] * 3], np.uint8)
    return shades[np.clip(np.round(board.pixels[..., 0] / 60).astype(int) - 1, 0, 3)], board
