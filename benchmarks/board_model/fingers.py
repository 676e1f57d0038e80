"""Fingers drawn over a photographed board, and what is left of its cells to be told."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.cells import RIM, SIDE, beside_edges
from vision.board.flat import inner_points
from vision.board.second_look.likelihood import COVERED
from vision.plane import Floats

IGNORED = -100
Numbers = NDArray[np.int64]
_POINTS = inner_points(0.04, 9)


def told(cells: Numbers, sides: Numbers, shown: NDArray[np.float64]) -> tuple[Numbers, Numbers]:
    """The states of cells (64,) and of sides (104,) where so much of each cell (64,) shows, from 0 to 1.

    Of a cell that shows in part (`in_part`) it is asked which state it has, but not whether something lies over it. A
    side is asked for where one of its cells shows: what cannot be seen is to be told as likely as it is.
    """
    left, right = beside_edges()
    partly = np.where(cells < 0, cells, ~cells)
    known = np.where(shown < 0.3, COVERED, np.where(shown < 0.99, partly, cells))
    known = np.where(cells == COVERED, COVERED, known)
    hidden = (right < 0) | ((known[left] == COVERED) & (known[right] == COVERED))
    return known, np.where(hidden, IGNORED, sides)


def in_part(cells: Numbers) -> NDArray[np.bool_]:
    """Which cells show in part: the number of such a cell is `~state`, which is negative."""
    return (cells < 0) & (cells != IGNORED)


def with_fingers(
    pixels: NDArray[np.uint8], corners: Floats, rng: np.random.Generator
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """A photo (h, w, 3) uint8 BGR with one to four fingers from one side over the board whose grid has these corners
    a1, d1, d4, a4 (4, 2) in pixels; and how much of each cell (64,) they leave, from 0 to 1."""
    square = float(np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).mean()) / SIDE
    over = np.zeros(pixels.shape[:2], np.float32)
    height = np.zeros(pixels.shape[:2], np.float32)
    for base, tip, width in _places(corners.mean(0), square, rng):
        one, tall = _finger(over.shape, base, tip, width)
        over, height = np.maximum(over, one), np.maximum(height, tall)
    small = cv2.resize(pixels, (6, 6), interpolation=cv2.INTER_AREA).max(-1)
    lit = cv2.resize(small, over.shape[::-1], interpolation=cv2.INTER_LINEAR).astype(np.float32)[..., None]
    skin = np.array([rng.uniform(0.35, 0.75), rng.uniform(0.55, 0.85), 1.0]) * rng.uniform(0.35, 1.0)
    grain = cv2.GaussianBlur(rng.standard_normal(over.shape).astype(np.float32), (0, 0), 0.04 * square + 0.5)
    drawn = lit * skin * (0.6 + 0.4 * height[..., None]) * (1 + 0.3 * grain[..., None])
    shadow = cv2.GaussianBlur(over, (0, 0), rng.uniform(0.03, 0.2) * square)
    move = np.array([[1, 0, 0], [0, 1, 0]], np.float32)
    move[:, 2] = rng.normal(0, 0.12 * square, 2)
    shadow = cv2.warpAffine(shadow, move, over.shape[::-1])
    ground = pixels.astype(np.float32) * (1 - rng.uniform(0.1, 0.6) * shadow[..., None])
    soft = cv2.GaussianBlur(over, (0, 0), 0.6)[..., None]
    out = np.clip(ground * (1 - soft) + drawn * soft, 0, 255).astype(np.uint8)
    return out, 1 - _shares(over, corners)


def _places(middle: Any, square: float, rng: np.random.Generator) -> list[tuple[Any, Any, float]]:
    """Where fingers begin and end and how wide they are, in pixels: beside each other from beyond the board."""
    turn = rng.uniform(0, 2 * np.pi)
    ahead = np.array([np.cos(turn), np.sin(turn)])
    across = np.array([-ahead[1], ahead[0]])
    width = rng.uniform(0.25, 0.45) * square
    aside, reach = rng.uniform(-1.7, 1.7) * square, rng.uniform(-1.9, 0.8) * square
    places = []
    for number in range(int(rng.integers(1, 5))):
        line = middle + across * (aside + number * width * rng.uniform(1.0, 1.35))
        tip = line + ahead * (reach - abs(number - 1.5) * rng.uniform(0.1, 0.5) * width)
        base = line - ahead * 6 * square + across * rng.normal(0, 0.5) * square
        places.append((base, tip, width * rng.uniform(0.85, 1.1)))
    return places


def _finger(
    shape: tuple[int, ...], base: Any, tip: Any, width: float
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Where a finger is, and how far it rises towards its middle line, both from 0 to 1."""
    y, x = np.mgrid[: shape[0], : shape[1]].astype(np.float32)
    along = tip - base
    at = np.clip(((x - base[0]) * along[0] + (y - base[1]) * along[1]) / (along @ along), 0, 1)
    far = np.hypot(x - base[0] - at * along[0], y - base[1] - at * along[1]) / (width / 2)
    inside = (far < 1).astype(np.float32)
    return inside, np.sqrt(np.clip(1 - far * far, 0, 1)).astype(np.float32)


def _shares(over: NDArray[np.float32], corners: Floats) -> NDArray[np.float64]:
    """How much of each cell (64,) lies under what is 1; what the photo does not show counts as free."""
    plane = cv2.getPerspectiveTransform(RIM.astype(np.float32), corners.astype(np.float32))
    places = cv2.perspectiveTransform(_POINTS.reshape(1, -1, 2).astype(np.float32), plane)[0]
    x, y = places.T
    hit = cv2.remap(over, x[:, None], y[:, None], cv2.INTER_NEAREST, borderValue=0)
    return np.asarray(hit.reshape(len(_POINTS), -1).mean(1), np.float64)
