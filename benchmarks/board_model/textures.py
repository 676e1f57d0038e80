"""Boards and white pieces of a photograph with a grain: printed, wooden, fibrous or spotted, as one of them has and the
other has not."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.board_model.recolour import GAMMA, share_of, triangles_of
from vision.board.cells import RIM, SIDE
from vision.board.laying.packing import STATES
from vision.board.laying.pieces import NEUTRAL
from vision.plane import Floats

_PX = 110
"""Pixels a square of a drawn grain, ..."""
_AROUND = 0.6
"""... which reaches so far beyond the grid, in squares."""
_ON_BOARD, _ON_WHITE = 0.6, 0.25
"""How often either has one."""


def grained(
    pixels: NDArray[np.uint8],
    low: Floats,
    high: Floats,
    cells: NDArray[np.int64],
    rng: np.random.Generator,
) -> NDArray[np.uint8]:
    """A photo (h, w, 3) uint8 BGR with a grain on the board, on its white pieces, on both or on neither.

    `low` and `high` (4, 2) are the grid's corners a1, d1, d4, a4 on the board and at the pieces' tops, in pixels;
    `cells` (64,) are the states of the cells, all of which show."""
    light = pixels.astype(np.float32)
    triangles = triangles_of(high)
    if rng.random() < _ON_BOARD:
        bare = 1 - share_of(pixels, triangles[cells > 0])
        light = light * np.exp(grain_on(pixels, low, rng, _faint(rng)) * bare)
    if rng.random() < _ON_WHITE:
        white = share_of(pixels, triangles[cells == STATES.index(NEUTRAL)])
        light = light * np.exp(grain_on(pixels, high, rng, _faint(rng)) * white)
    return np.asarray(np.clip(light + 0.5, 0, 255), np.uint8)


def _faint(rng: np.random.Generator) -> float:
    return float(np.exp(rng.uniform(np.log(0.003), np.log(0.04))) / GAMMA)


def grain_on(
    pixels: NDArray[np.uint8], corners: Floats, rng: np.random.Generator, strength: float
) -> NDArray[np.float32]:
    """Logarithms (h, w, 3), so strong, of a grain on a plane with the grid's corners (4, 2) there, in pixels."""
    flipped = np.stack([RIM[:, 0], SIDE - RIM[:, 1]], 1) + _AROUND
    plane = cv2.getPerspectiveTransform(
        (flipped * _PX - 0.5).astype(np.float32), np.asarray(corners, np.float32)
    )
    height, width = pixels.shape[:2]
    laid = cv2.warpPerspective(
        _grain(rng, strength), plane, (width, height), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT
    )
    return np.asarray(laid, np.float32)


def _grain(rng: np.random.Generator, strength: float) -> NDArray[np.float32]:
    """Logarithms (n, n, 3): stripes, or blots alike in all directions; of one tint, or a little coloured."""
    size = round((SIDE + 2 * _AROUND) * _PX)
    across = float(np.exp(rng.uniform(np.log(0.5), np.log(6))))
    along = across * float(np.exp(rng.uniform(np.log(3), np.log(60)))) if rng.random() < 0.6 else across
    noise = rng.standard_normal((size, size)).astype(np.float32)
    grain = np.asarray(cv2.GaussianBlur(noise, (0, 0), sigmaX=min(along, 120.0), sigmaY=across), np.float32)
    if rng.random() < 0.5:
        grain = np.ascontiguousarray(grain.T)
    tint = 1 + rng.normal(0, 0.15, 3) * (rng.random() < 0.5)
    return (grain / grain.std() * np.float32(strength))[..., None] * tint.astype(np.float32)
