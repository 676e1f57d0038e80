"""Photographed boards in other tints and with other grains: what lies on them stays as it is."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.board_model.recolour import GAMMA, share_of, triangles_of
from benchmarks.board_model.textures import grain_on
from vision.board.cells import RIM, SIDE
from vision.board.laying.packing import STATES
from vision.plane import Floats

_GRAINED = 0.5
"""How often another ground has a grain that is seen at once, as wood, cork and linen have."""
_STRENGTHS = (0.02, 0.2)
"""By how much its light varies, in logarithms of what a picture holds."""
_AROUND = (0.0, 0.5)
"""How far another tint reaches beyond the grid, in squares: where that is less than the board, it has a rim."""
_TRIES = 8
_APART = 0.3
"""By how much a ground has to differ from players' pieces in one of the colours, in logarithms of light."""
_BRIGHTER = 1.0
"""The most that a ground becomes lighter, in logarithms of light: what noise it has grows as much."""
_WHITEST = 250
"""Of 255: no ground is brought to where a picture burns out."""


def on_another_ground(
    pixels: NDArray[np.uint8],
    low: Floats,
    high: Floats,
    cells: NDArray[np.int64],
    rng: np.random.Generator,
) -> NDArray[np.uint8]:
    """A photo (h, w, 3) uint8 BGR with a board of another tint, or as it is where none is found that pieces show on.

    `low` and `high` (4, 2) are the grid's corners a1, d1, d4, a4 on the board and at the pieces' tops, in pixels;
    `cells` (64,) are the states of the cells, all of which show."""
    triangles = triangles_of(high)
    ground = _usual(pixels, triangles[cells == STATES.index("bare")])
    others = [_usual(pixels, triangles[cells == STATES.index(owner)]) for owner in ("petrol", "green")]
    tint = (
        _tint(ground, [other for other in others if other is not None], rng) if ground is not None else None
    )
    if tint is None:
        return pixels
    bare = _board(pixels, low, rng) * (1 - share_of(pixels, triangles[cells > 0]))
    change = np.broadcast_to(tint, (*pixels.shape[:2], 3))
    if rng.random() < _GRAINED:
        strength = float(np.exp(rng.uniform(*np.log(_STRENGTHS))))
        change = change + grain_on(pixels, low, rng, strength)
    light = pixels * np.exp(bare * change / GAMMA)
    return np.asarray(np.clip(light + 0.5, 0, 255), np.uint8)


def _tint(ground: Floats, others: list[Floats], rng: np.random.Generator) -> NDArray[np.float32] | None:
    """By how much the light of a ground changes (3,), in logarithms."""
    white = GAMMA * np.log(_WHITEST / 255)
    for _ in range(_TRIES):
        change = rng.normal(0, 0.8) + rng.normal(0, 0.35, 3)
        change = change - max(0.0, float((ground + change).max() - white), float(change.max() - _BRIGHTER))
        if all(float(np.abs(ground + change - other).max()) > _APART for other in others):
            return np.asarray(change, np.float32)
    return None


def _usual(pixels: NDArray[np.uint8], triangles: NDArray[np.int32]) -> Floats | None:
    """The logarithm of the usual light (3,) of those cells; None where they show nowhere."""
    height, width = pixels.shape[:2]
    x, y = np.round(triangles.mean(1) / 16).astype(int).T
    inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
    if not inside.any():
        return None
    middle = np.median(pixels[y[inside], x[inside]], axis=0)
    return np.asarray(GAMMA * np.log(np.maximum(middle, 2) / 255), float)


def _board(pixels: NDArray[np.uint8], low: Floats, rng: np.random.Generator) -> NDArray[np.float32]:
    """How much of each pixel (h, w, 1) is board."""
    plane = cv2.getPerspectiveTransform(RIM.astype(np.float32), np.asarray(low, np.float32))
    reach = rng.uniform(*_AROUND) * np.sign(RIM - SIDE / 2)
    corners = cv2.perspectiveTransform((RIM + reach)[None].astype(np.float32), plane)[0]
    mask = np.zeros(pixels.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    return np.asarray(mask[..., None] / 255, np.float32)
