"""Pieces of a photographed board cut from wood, felt, stone or painted card: what runs over faces and is no seam."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.board_model.recolour import GAMMA
from vision.board.cells import RIM, cell_corners
from vision.board.laying.packing import STATES
from vision.board.laying.pieces import NEUTRAL, PLAYERS
from vision.plane import Floats

Singles = NDArray[np.float32]

_OFTEN = 0.7
"""How often the pieces of an owner have a grain."""
_STRENGTHS = (0.03, 0.35)
"""By how much their light varies, in logarithms of it (the mean deviation); ..."""
_APART = 0.06
"""... and from piece to piece."""
_PX = 100
"""Pixels a square of a drawn grain."""
_SIZE = 700
_OVER = 0.02
"""How far a grain reaches beyond the cells of its piece, in squares."""
_SHEETS = 4
"""Grains that are drawn for each kind of material."""


class Sheets:
    """Sheets of materials to cut pieces from: logarithms of light (n, n) of deviation 1, cut at 4."""

    def __init__(self, rng: np.random.Generator) -> None:
        kinds = (_wood, _fibres, _clouds, _specks, _strokes)
        self.drawn = [kind(rng) for kind in kinds for _ in range(_SHEETS)]

    def any_of(self, rng: np.random.Generator) -> Singles:
        """One of them."""
        return self.drawn[int(rng.integers(len(self.drawn)))]


@dataclass(frozen=True, slots=True)
class _Cut:
    """How the pieces of one owner are cut: out of one sheet, so strong, with the grain along one way or every way."""

    sheet: Singles
    strength: float
    along: float | None
    tint: Singles
    scale: float


def with_grain(
    pixels: NDArray[np.uint8],
    high: Floats,
    cells: NDArray[np.int64],
    pieces: NDArray[np.int64],
    sheets: Sheets,
    rng: np.random.Generator,
) -> NDArray[np.uint8]:
    """A photo (h, w, 3) uint8 BGR whose pieces have a grain, each a part of its own of a sheet.

    `high` (4, 2) are the grid's corners a1, d1, d4, a4 at the pieces' tops, in pixels; `cells` (64,) the states of the
    cells, all of which show, and `pieces` (64,) the number of the piece on each, or -1."""
    cuts = {STATES.index(owner): _cut(sheets, rng) for owner in (*PLAYERS, NEUTRAL) if rng.random() < _OFTEN}
    light = pixels.astype(np.float32)
    plane = np.asarray(
        cv2.getPerspectiveTransform(RIM.astype(np.float32), np.asarray(high, np.float32)), float
    )
    for number in range(int(pieces.max(initial=-1)) + 1):
        own = np.flatnonzero(pieces == number)
        if len(own) and (cut := cuts.get(int(cells[own[0]]))) is not None:
            _lay(light, plane, cell_corners()[own], cut, rng)
    return np.asarray(np.clip(light + 0.5, 0, 255), np.uint8)


def _cut(sheets: Sheets, rng: np.random.Generator) -> _Cut:
    strength = math.exp(rng.uniform(*np.log(_STRENGTHS)))
    along = float(rng.integers(4) * np.pi / 4 + rng.normal(0, 0.1)) if rng.random() < 0.5 else None
    tint = 1 + rng.normal(0, 0.15, 3) * (rng.random() < 0.5)
    return _Cut(sheets.any_of(rng), strength, along, tint.astype(np.float32), math.exp(rng.normal(0, 0.4)))


def _lay(light: Singles, plane: Floats, triangles: Floats, cut: _Cut, rng: np.random.Generator) -> None:
    """Change the light (h, w, 3) on these cells (n, 3, 2), in board units."""
    middle = triangles.reshape(-1, 2).mean(0)
    grown = middle + (triangles - middle) * (1 + _OVER)
    seen = cv2.perspectiveTransform(grown.reshape(1, -1, 2).astype(np.float32), plane)[0]
    low = np.maximum(np.floor(seen.min(0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(seen.max(0)).astype(int) + 2, light.shape[1::-1])
    if (high - low < 2).any():
        return
    width, height = (high - low).tolist()
    mask = np.zeros((height, width), np.uint8)
    for triangle in seen.reshape(-1, 3, 2):
        cv2.fillConvexPoly(mask, np.round((triangle - low) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    turn = cut.along if cut.along is not None else rng.uniform(0, 2 * np.pi)
    # From the sheet to the board: turned, at a place of the sheet's own.
    cos, sin = math.cos(turn) * cut.scale / _PX, math.sin(turn) * cut.scale / _PX
    at = rng.uniform(0.3, 0.7, 2) * _SIZE
    to_board = np.array(
        [
            [cos, -sin, middle[0] - cos * at[0] + sin * at[1]],
            [sin, cos, middle[1] - sin * at[0] - cos * at[1]],
            [0, 0, 1],
        ]
    )
    shift = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]], float)
    grain = cv2.warpPerspective(
        cut.sheet,
        shift @ plane @ to_board,
        (width, height),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT,
    )
    change = np.float32(cut.strength) * grain[..., None] * cut.tint + np.float32(rng.normal(0, _APART))
    part = light[low[1] : high[1], low[0] : high[0]]
    # A grain darkens more than it brightens: pores and late wood lie in a face that is even.
    part *= np.exp(np.minimum(change, 0.6 * cut.strength + 0.1) / GAMMA * (mask[..., None] / np.float32(255)))


def _even(field: Singles) -> Singles:
    field = field - field.mean()
    return np.asarray(np.clip(field / field.std(), -4, 4), np.float32)


def _smooth(rng: np.random.Generator, along: float, across: float) -> Singles:
    noise = rng.standard_normal((_SIZE, _SIZE)).astype(np.float32)
    drawn = cv2.GaussianBlur(noise, (0, 0), sigmaX=along, sigmaY=across)
    return np.asarray(drawn / drawn.std(), np.float32)


def _wood(rng: np.random.Generator) -> Singles:
    """Rings cut lengthwise: bands that darken slowly and end at once, bent a little; and pores along them."""
    rings = np.cumsum(np.exp(rng.normal(math.log(rng.uniform(5, 40)), 0.5, 600)))
    rings *= 3 * _SIZE / rings[-1] if rings[-1] < 3 * _SIZE else 1
    bend = rng.uniform(3, 40)
    at = np.arange(_SIZE, dtype=np.float32)[:, None] + bend * _smooth(rng, 180, 60) + _SIZE
    ring = np.clip(np.searchsorted(rings, at), 1, len(rings) - 1)
    within = (at - rings[ring - 1]) / (rings[ring] - rings[ring - 1])
    dark = np.clip(within, 0, 1) ** rng.uniform(1, 6) * rng.uniform(0.5, 1.5, len(rings))[ring]
    pores = _smooth(rng, rng.uniform(8, 60), rng.uniform(0.5, 1.2))
    late = cv2.GaussianBlur(dark.astype(np.float32), (0, 0), 1.0)
    return _even(np.asarray(rng.uniform(0, 0.8) * np.minimum(pores, 0) - 2 * late, np.float32))


def _fibres(rng: np.random.Generator) -> Singles:
    """Straight stripes of one breadth and of another."""
    fine = _smooth(rng, rng.uniform(40, 150), rng.uniform(0.6, 4))
    return _even(fine + rng.uniform(0, 1.5) * _smooth(rng, 180, rng.uniform(4, 20)))


def _clouds(rng: np.random.Generator) -> Singles:
    """Blots, large ones under small ones, as felt, clay and worn paint have them."""
    drawn = np.zeros((_SIZE, _SIZE), np.float32)
    for reach in (1.0, 3.0, 9.0, 27.0):
        drawn += np.float32(rng.uniform(0, 1)) * _smooth(rng, reach, reach)
    return _even(drawn + 0.3 * _smooth(rng, 9.0, 9.0))


def _specks(rng: np.random.Generator) -> Singles:
    """Dark or light grains in an even face, as granite and terrazzo have them."""
    reach = rng.uniform(0.8, 5)
    above = _smooth(rng, reach, reach) - rng.uniform(1.0, 2.0)
    return _even(np.asarray(np.tanh(np.maximum(above, 0) * 4) * rng.choice([-1, 1]), np.float32))


def _strokes(rng: np.random.Generator) -> Singles:
    """Scratches and strokes of a brush, any way, some from end to end of a piece."""
    drawn = np.zeros((_SIZE, _SIZE), np.float32)
    for _ in range(int(rng.integers(30, 200))):
        begin = rng.uniform(0, _SIZE, 2)
        turn, far = rng.uniform(0, 2 * np.pi), rng.uniform(20, 250)
        end = begin + far * np.array([math.cos(turn), math.sin(turn)])
        line = np.zeros_like(drawn)
        cv2.line(
            line,
            begin.astype(int).tolist(),
            end.astype(int).tolist(),
            1.0,
            int(rng.integers(1, 4)),
            cv2.LINE_AA,
        )
        drawn += line * np.float32(rng.normal(-0.5, 1))
    return _even(cv2.GaussianBlur(drawn, (0, 0), rng.uniform(0.5, 1.5)).astype(np.float32))
