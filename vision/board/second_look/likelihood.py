"""How likely each cell is bare or taken, and each side within a piece or its end: a small neural network.

It (`board.onnx`; how it was trained: docs/board-model.md) sees the flat board and gives a map of eight channels, which
is read off at the middles of the cells and along their sides. It is a residual network with one way down to a quarter
of a cell's scale and back up (Ronneberger et al., "U-Net", 2015; He et al., "Deep residual learning", 2016), so that a
seam is judged by the light and the colours of the whole board; and in it every cell is compared with all others by how
light it is and of what tint (attention: Vaswani et al., 2017), so that what is white is told from a white board.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from vision.board.cells import SIDE, cell_corners, edge_ends
from vision.board.flat import Flat, FlatConfig
from vision.plane import Floats

FLAT = FlatConfig(px_per_cell=(64, 64), border=0.375)
"""The flat picture that the network was trained on."""
COVERED = 4
"""The column of the state that no piece explains, the last."""
CELL_STATES = 5
"""Bare, petrol, green, white, covered by something that is no piece."""
SIDE_STATES = 3
"""Within a piece, the end of one, between two bare cells."""
ALONG = (0.25, 0.5, 0.75)
"""Where a side is read off, as shares of its length."""
LEAST = -14.0
"""The logarithm of what is as good as impossible."""
_ONE_AT_A_TIME = threading.Lock()


@dataclass(frozen=True, slots=True)
class Likelihood:
    """Logarithms: of the cells' states (64, 5) and of the sides' (104, 3); those of each row have 1 for the sum of what
    they are the logarithms of."""

    cells: Floats
    sides: Floats

    def states(self) -> Floats:
        """Logarithms (64, 4) of how likely each state is by what shows of a cell, whatever lies over a part of it."""
        return _normal(self.cells[:, :COVERED])

    def uncovered(self, shown: Mapping[int, int]) -> Likelihood:
        """The same with nothing over these cells: what shows around whatever lies there is of such a state."""
        clear, states = list(shown), list(shown.values())
        cells = self.cells.copy()
        cells[clear, states] = np.logaddexp(cells[clear, states], cells[clear, COVERED])
        cells[clear, COVERED] = LEAST
        return replace(self, cells=_normal(cells))


def likelihood(flat: Flat, *, views: int = 1) -> Likelihood:
    """What the network makes of a flat board, made with FLAT.

    `views` of the eight turns and reflections are shown to it, and their mean is taken.
    """
    pixels = np.clip(flat.pixels + 0.5, 0, 255).astype(np.uint8).astype(np.float32) / 255 - 0.5
    shown = [_SYMMETRIES[k] for k in range(0, 8, 8 // views)]
    blob = np.stack([_turned(pixels, turns, flipped) for turns, flipped in shown]).transpose(0, 3, 1, 2)
    with _ONE_AT_A_TIME:
        network = _network()
        network.setInput(np.ascontiguousarray(blob))
        maps = np.mean(
            [
                _turned_back(own.transpose(1, 2, 0), turns, flipped)
                for own, (turns, flipped) in zip(network.forward(), shown, strict=True)
            ],
            axis=0,
        )
    cells = _read_off(maps[..., :CELL_STATES], middles())
    along = _read_off(maps[..., CELL_STATES:], along_sides()).reshape(len(ALONG), -1, SIDE_STATES).mean(0)
    return Likelihood(_normal(cells), _normal(along))


_SYMMETRIES = [(turns, flipped) for turns in range(4) for flipped in (False, True)]


def _turned(picture: Floats, turns: int, flipped: bool) -> Floats:
    turned = np.rot90(picture, turns)
    return turned[:, ::-1] if flipped else turned


def _turned_back(picture: Floats, turns: int, flipped: bool) -> Floats:
    return np.rot90(picture[:, ::-1] if flipped else picture, -turns)


@lru_cache(maxsize=1)
def _network() -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(str(Path(__file__).with_name("board.onnx")))


def loaded() -> None:
    """Have the network at hand, so that the first photo need not wait for it."""
    _network()


@lru_cache(maxsize=1)
def middles() -> Floats:
    """Where cells are read off (64, 2), in board units."""
    found: Floats = cell_corners().mean(1)
    return found


@lru_cache(maxsize=1)
def along_sides() -> Floats:
    """Places (3 * 104, 2) along the sides, in board units."""
    ends = edge_ends()
    return np.concatenate([ends[:, 0] * (1 - share) + ends[:, 1] * share for share in ALONG])


def _read_off(maps: Floats, places: Floats) -> Floats:
    """The values (n, channels) of maps (h, w, channels) at places (n, 2) in board units, between their pixels."""
    size = maps.shape[0]
    step = round(size / (SIDE + 2 * FLAT.border))
    x, y = Flat(maps, step, FLAT.border).at(places).T
    left, top = np.floor(x).astype(int), np.floor(y).astype(int)
    across, down = (x - left)[:, None], (y - top)[:, None]
    upper = maps[top, left] * (1 - across) + maps[top, left + 1] * across
    lower = maps[top + 1, left] * (1 - across) + maps[top + 1, left + 1] * across
    return np.asarray(upper * (1 - down) + lower * down, float)


def _normal(logits: Floats) -> Floats:
    shifted = logits - logits.max(1, keepdims=True)
    out: Floats = shifted - np.log(np.exp(shifted).sum(1, keepdims=True))
    return out
