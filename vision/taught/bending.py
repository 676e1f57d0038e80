"""A face's grid bent onto another's by Gauss-Newton steps: what its outline was off by is undone."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Plane = NDArray[np.float32]
"""(h, w)"""
Bend = NDArray[np.floating[Any]]
"""(2, 4), across and down, in a grid's own pixels: a move, what grows across the face, what grows down it, and what a
tilt adds."""

_STIFF = np.tile([1.0, 2.0, 2.0, 4.0], 2)
_PRODUCTS = np.array([[0, 1, 3, 4], [1, 2, 4, 5], [3, 4, 6, 7], [4, 5, 7, 8]])
"""Which of the sums over the pixels, of nothing, what grows across, and its square, times the same down, each product
of two of a bend's parts is."""
_MOST_PX = 1.5
"""A step goes no further."""
_FAR = 0.5
_SHARE = 50.0
"""A pixel whose squared difference is above the first says nothing, one of 1 / the second counts half."""


class Grid:
    """The pixels of a picture of some size. `inside`: 1 for those that are surely the card, 0 along its edge and at its
    round corners."""

    def __init__(self, wide: int, high: int, rim: int) -> None:
        self.size = wide, high
        x, y = np.meshgrid(np.arange(wide, dtype=np.float32), np.arange(high, dtype=np.float32))
        u, v = (2 * x + 1) * np.float32(1 / wide) - 1, (2 * y + 1) * np.float32(1 / high) - 1
        self._x, self._y = x, y
        # What grows across is the same in every row, what grows down in every column.
        self._across = np.stack([np.ones(wide), u[0], u[0] ** 2], 1).astype(np.float32)
        self._down = np.stack([np.ones(high), v[:, 0], v[:, 0] ** 2]).astype(np.float32)
        self.inside = np.zeros((high, wide), np.float32)
        self.inside[rim:-rim, rim:-rim] = 1
        for rows in (slice(0, 3 * rim), slice(-3 * rim, None)):
            for columns in (slice(0, 3 * rim), slice(-3 * rim, None)):
                self.inside[rows, columns] = 0

    def moved(self, seen: NDArray[np.float32], bend: Bend) -> NDArray[np.float32]:
        """A face (h, w) or (h, w, planes) with its grid bent."""
        own = bend.astype(np.float32).reshape(2, 2, 2)
        across, down = np.matmul(np.matmul(self._down[:2].T, own), self._across[:, :2].T)
        return np.asarray(
            cv2.remap(
                seen, self._x + across, self._y + down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
            ),
            np.float32,
        )

    def bent(self, seen: Plane, known: Plane, start: Bend, steps: int, stiffness: float) -> Bend:
        """The bend that lays one plane of a face over a known one."""
        bend = start
        for _ in range(steps):
            bend = bend + self._step(self.moved(seen, bend), known, bend - start, stiffness)
        return bend

    def _step(self, moved: Plane, known: Plane, from_start: Bend, stiffness: float) -> Bend:
        """By how much to bend a face further: least squares, pixels far off counting little."""
        left = moved - known
        off = left * left
        weight = self.inside * (off < _FAR)
        weight /= 1 + off * np.float32(_SHARE)
        across, down = slopes(moved)
        weighed = np.empty((5, *moved.shape), np.float32)
        aa, ab, bb, weighed_across, weighed_down = weighed
        np.multiply(weight, across, out=weighed_across)
        np.multiply(weight, down, out=weighed_down)
        np.multiply(weighed_across, across, out=aa)
        np.multiply(weighed_across, down, out=ab)
        np.multiply(weighed_down, down, out=bb)
        weighed[3:] *= left
        sums = np.matmul(self._down, (weighed.reshape(-1, moved.shape[1]) @ self._across).reshape(5, -1, 3))
        stiff = _STIFF * stiffness
        system = np.diag(stiff)
        for row, column, products in ((0, 0, sums[0]), (0, 4, sums[1]), (4, 0, sums[1]), (4, 4, sums[2])):
            system[row : row + 4, column : column + 4] += products.ravel()[_PRODUCTS]
        pull = sums[3:, :2, :2].ravel()
        found = np.linalg.solve(system, -pull - stiff * from_start.ravel())
        return np.asarray(np.clip(found, -_MOST_PX, _MOST_PX).reshape(2, 4))


def slopes(planes: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """How much a plane or planes, (h, w) or (h, w, planes), change a pixel, across and down."""
    across, down = (cv2.Sobel(planes, cv2.CV_32F, dx, 1 - dx, scale=1 / 8) for dx in (1, 0))
    return np.asarray(across, np.float32), np.asarray(down, np.float32)
