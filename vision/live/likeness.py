"""Does a thing still lie where it lay? Points of its face, sampled then and now, compared cell by cell."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane import Floats

ACROSS, DOWN = 4, 4
"""Cells of a face."""
CELL = (4, 6)
"""Points of a cell, across and down."""
RIM = 0.05
"""How far within the edge the outer points lie, as a share: the edge itself shows the table behind it."""
TOLERANCE_LEVELS, TOLERANCE_SHARE = 6.0, 0.22
"""How far a cell may be off: in levels of 255, and as a share of how much the face varies."""
LEAST_GAIN, MOST_GAIN = 0.45, 2.2

ENOUGH = 0.75
"""A share that needs no other try."""

Samples = NDArray[np.float32]
"""(things, cells, points of a cell)"""


def sampled(low: NDArray[np.uint8], corners: Floats) -> Samples:
    """The faces of things whose corners (n, 4, 2) are pixels of the shrunken picture."""
    if not len(corners):
        return np.zeros((0, ACROSS * DOWN, CELL[0] * CELL[1]), np.float32)
    u, v = _UV
    a, b, c, d = (corners[:, k, None, :] for k in range(4))
    points = a * ((1 - u) * (1 - v)) + b * (u * (1 - v)) + c * (u * v) + d * ((1 - u) * v)
    flat = points.astype(np.float32)
    values = cv2.remap(
        low, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=0
    )
    return np.asarray(values, np.float32).reshape(len(corners), ACROSS * DOWN, CELL[0] * CELL[1])


def alike(now: Samples, then: Samples) -> NDArray[np.float64]:
    """The share of cells (n,) in which each face looks as it did, whatever the light does to it as a whole.

    The face's gain and offset are fitted to all cells, then to the better half of them alone, so that what lies over a
    part of the card does not spoil the rest; where that does not help, the fit begins with each half of the face.
    """
    if not len(now):
        return np.zeros(0)
    a, b = now.astype(np.float64), then.astype(np.float64)
    best = np.zeros(len(a))
    for half in _HALVES:
        open_ = best < ENOUGH
        if not open_.any():
            break
        best[open_] = np.maximum(best[open_], _share(a[open_], b[open_], half))
    return best


def _share(a: NDArray[np.float64], b: NDArray[np.float64], half: NDArray[np.float64]) -> NDArray[np.float64]:
    """The share of cells (n,) that agree, the fit begun with some of them."""
    weight = np.broadcast_to(half, a.shape[:2])
    spread = b.reshape(len(b), -1).std(axis=1)
    tolerance = np.maximum(TOLERANCE_LEVELS, TOLERANCE_SHARE * spread)[:, None]
    best = np.zeros(len(a))
    for _ in range(3):
        gain, offset = _fitted(a, b, weight)
        off = np.sqrt(((a - gain[:, None, None] * b - offset[:, None, None]) ** 2).mean(axis=2))
        share = (off <= tolerance * np.maximum(gain, 0.6)[:, None]).mean(axis=1)
        share[(gain < LEAST_GAIN) | (gain > MOST_GAIN)] = 0.0
        best = np.maximum(best, share)
        weight = (off <= np.median(off, axis=1, keepdims=True)).astype(float)
    return best


def _fitted(
    a: NDArray[np.float64], b: NDArray[np.float64], weight: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The gain and offset (n,) that make b most like a, cells weighted."""
    w = weight[:, :, None] / (weight.sum(axis=1)[:, None, None] * a.shape[2])
    mean_a, mean_b = (w * a).sum(axis=(1, 2)), (w * b).sum(axis=(1, 2))
    da, db = a - mean_a[:, None, None], b - mean_b[:, None, None]
    var = (w * db * db).sum(axis=(1, 2))
    cov = (w * da * db).sum(axis=(1, 2))
    # A face that is all one level tells no gain.
    gain = np.where(var > 4.0, cov / np.maximum(var, 1e-9), 1.0)
    return gain, mean_a - gain * mean_b


def _uv() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The points' places on a unit square, cell by cell: (points, 1) each."""
    across, down = ACROSS * CELL[0], DOWN * CELL[1]
    xs = RIM + (1 - 2 * RIM) * (np.arange(across) + 0.5) / across
    ys = RIM + (1 - 2 * RIM) * (np.arange(down) + 0.5) / down
    us, vs = [], []
    for row in range(DOWN):
        for column in range(ACROSS):
            x = xs[column * CELL[0] : (column + 1) * CELL[0]]
            y = ys[row * CELL[1] : (row + 1) * CELL[1]]
            grid_y, grid_x = np.meshgrid(y, x, indexing="ij")
            us.append(grid_x.ravel())
            vs.append(grid_y.ravel())
    return np.concatenate(us)[:, None], np.concatenate(vs)[:, None]


_UV = _uv()


def _halves() -> tuple[NDArray[np.float64], ...]:
    """Weights of the cells: all of them, then the upper, lower, left and right ones."""
    rows, columns = np.divmod(np.arange(ACROSS * DOWN), ACROSS)
    sides = (rows < DOWN // 2, rows >= DOWN // 2, columns < ACROSS // 2, columns >= ACROSS // 2)
    return (np.ones(ACROSS * DOWN), *(side.astype(float) for side in sides))


_HALVES = _halves()
