"""Photographs with truth to training samples: flat boards under a camera's faults, with their cells and sides."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.board_model.camera import Camera
from benchmarks.board_model.fingers import IGNORED, Numbers, told, with_fingers
from benchmarks.board_model.grained import Sheets, with_grain
from benchmarks.board_model.grounds import on_another_ground
from benchmarks.board_model.recolour import recoloured
from vision.board.cells import CELLS, NUMBER, RIM, SIDE, beside_edges, cell_corners, edge_ends
from vision.board.laying.packing import ENDS, INNER, NONE, STATES
from vision.board.second_look.likelihood import COVERED, FLAT
from vision.plane import Floats

PX = FLAT.px_per_cell[0]
SIZE = round((SIDE + 2 * FLAT.border) * PX)


@dataclass(frozen=True, slots=True)
class Sample:
    """A photo (h, w, 3) uint8 BGR; the corners a1, d1, d4, a4 of the grid (4, 2) in its pixels, on the board and on top
    of the pieces; the states of the 64 cells and of the 104 sides, and the number of the piece on each cell, or -1."""

    pixels: NDArray[np.uint8]
    low: NDArray[np.float32]
    high: NDArray[np.float32]
    cells: Numbers
    sides: Numbers
    pieces: Numbers


def load(folder: Path) -> list[Sample]:
    """Every NAME.jpg of a folder with the truth in NAME.json (docs/board-model.md)."""
    found = []
    for path in sorted(folder.glob("*.json")):
        truth = json.loads(path.read_text())
        pixels = np.asarray(cv2.imread(str(path.with_suffix(".jpg"))), np.uint8)
        low, high = (np.array(truth[key], np.float32) for key in ("low", "high"))
        found.append(Sample(pixels, low, high, *_states(truth)))
    return found


def _states(truth: dict[str, Any]) -> tuple[Numbers, Numbers, Numbers]:
    cells = np.zeros(len(CELLS), np.int64)
    piece = np.full(len(CELLS), -1)
    for number, laid in enumerate(truth["pieces"]):
        for name in laid["cells"]:
            cells[NUMBER[name]] = STATES.index(laid["owner"])
            piece[NUMBER[name]] = number
    left, right = beside_edges()
    one = np.where((piece[left] == piece[right]) & (piece[left] >= 0), INNER, ENDS)
    sides = np.where((piece[left] < 0) & (piece[right] < 0), NONE, one).astype(np.int64)
    return *told(cells, sides, np.array([truth["seen"][name] for name in CELLS])), piece


class Faults:
    """Boards as photos of all kinds show them, drawn at random: from near and far, in other tints, under fingers, with
    the grid a square beside the board's, and with a camera's faults."""

    clear = 0.45
    """How often a photo is a good one: near, sharp, with little noise."""
    beside = 0.15
    """How often a grid is laid beside the board's, where the photo shows so much."""
    tinted = 0.6
    """How often the pieces of an owner may be of another tint."""
    elsewhere = 0.35
    """How often the board may be of another tint, or of another grain."""
    grained = 0.45
    """How often pieces may have a grain."""
    held = 0.35
    """How often fingers lie over the board."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.camera = Camera(self.rng)
        self.sheets = Sheets(self.rng)

    def seen(self, sample: Sample) -> tuple[NDArray[np.uint8], Numbers, Numbers]:
        """A flat board (SIZE, SIZE, 3), turned or reflected at random, and the states of its cells and sides."""
        draw = self.rng.uniform
        shows = bool((sample.cells < COVERED).all() and (sample.cells >= 0).all())
        if self.rng.random() < self.elsewhere and shows:
            pixels = on_another_ground(sample.pixels, sample.low, sample.high, sample.cells, self.rng)
            sample = replace(sample, pixels=pixels)
        if self.rng.random() < self.tinted and shows:
            pixels = recoloured(sample.pixels, sample.high, sample.cells, self.rng)
            sample = replace(sample, pixels=pixels)
        if self.rng.random() < self.grained and shows:
            pixels = with_grain(
                sample.pixels, sample.high, sample.cells, sample.pieces, self.sheets, self.rng
            )
            sample = replace(sample, pixels=pixels)
        if self.rng.random() < self.held:
            pixels, shown = with_fingers(sample.pixels, (sample.low + sample.high) / 2, self.rng)
            cells, sides = told(sample.cells, sample.sides, shown)
            sample = replace(sample, pixels=pixels, cells=cells, sides=sides)
        corners = sample.low + (sample.high - sample.low) * draw(-0.1, 1.1)
        cells, sides = sample.cells, sample.sides
        if self.rng.random() < self.beside:
            corners, cells, sides = self._beside(sample, corners)
        cell = float(np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).mean()) / SIDE
        corners = corners + self.rng.normal(0, 0.012 * cell, corners.shape)
        clear = self.rng.random() < self.clear
        scale = min(1.15, (draw(70, 130) if clear else draw(48, 100)) / cell)
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        small = cv2.resize(sample.pixels, None, fx=scale, fy=scale, interpolation=how)
        along = math.atan2(*(corners[1] - corners[0])[::-1])
        photo = self.camera.photo(small.astype(np.float32) / 255, along, clear=clear)
        if (shrink := scale * cell / PX) > 1.4:
            # As a photo from close by is made flat.
            photo = np.asarray(
                cv2.resize(photo, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA), np.uint8
            )
            scale /= shrink
        which = int(self.rng.integers(8))
        matrix = cv2.getPerspectiveTransform(
            ((corners + 0.5) * scale - 0.5).astype(np.float32), _flat_corners(which)
        )
        flat = cv2.warpPerspective(
            photo, matrix, (SIZE, SIZE), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(flat, np.uint8), cells[_CELL_FROM[which]], sides[_SIDE_FROM[which]]

    def _beside(
        self, sample: Sample, corners: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], Numbers, Numbers]:
        """A grid that is laid a square beside the board's, if the photo shows so much: what lies beyond the board is no
        piece and no bare cell."""
        step = _STEPS[int(self.rng.integers(len(_STEPS)))]
        plane = cv2.getPerspectiveTransform(RIM.astype(np.float32), corners)
        reach = np.float32(FLAT.border) * np.sign(RIM - SIDE / 2)
        moved, outer = (
            cv2.perspectiveTransform((RIM + step + more).astype(np.float32)[None], plane)[0]
            for more in (np.zeros_like(reach), reach)
        )
        height, width = sample.pixels.shape[:2]
        if outer.min() < 0 or (outer > [width - 1, height - 1]).any():
            return corners, sample.cells, sample.sides
        cells = _carried(sample.cells, cell_corners().mean(1), step, COVERED)
        sides = _carried(sample.sides, edge_ends().mean(1), step, IGNORED)
        sides[beside_edges()[1] < 0] = IGNORED
        return np.asarray(moved, np.float32), cells, sides


def _moved(points: Floats, which: int) -> Floats:
    """Board units (..., 2) under one of the square's eight symmetries."""
    out = points - SIDE / 2
    if which >= 4:
        out = np.stack([-out[..., 0], out[..., 1]], -1)
    for _ in range(which % 4):
        out = np.stack([-out[..., 1], out[..., 0]], -1)
    moved: Floats = out + SIDE / 2
    return moved


def _from(points: Floats, which: int) -> NDArray[np.intp]:
    """For each of the points (n, 2), which of them a symmetry moves there."""
    far = np.linalg.norm(_moved(points, which)[:, None] - points, axis=-1)
    return np.argsort(far.argmin(1))


_STEPS = np.array([[x, y] for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y], float)


def _carried(values: Numbers, places: Floats, step: Floats, outside: int) -> Numbers:
    """The values (n,) at places (n, 2) of a grid that is laid a step off, in board units; `outside` beyond it."""
    far = np.linalg.norm((places + step)[:, None] - places, axis=-1)
    return np.where(far.min(1) < 1e-6, values[far.argmin(1)], outside).astype(np.int64)


def _flat_corners(which: int) -> NDArray[np.float32]:
    corners = _moved(RIM, which)
    x, y = corners[:, 0] + FLAT.border, SIDE - corners[:, 1] + FLAT.border
    return (np.stack([x, y], 1) * PX - 0.5).astype(np.float32)


_CELL_FROM = [_from(cell_corners().mean(1), which) for which in range(8)]
_SIDE_FROM = [_from(edge_ends().mean(1), which) for which in range(8)]
