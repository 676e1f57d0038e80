"""A face's grid bent onto another's by Gauss-Newton steps: what its outline was off by is undone."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Plane = NDArray[np.float32]
Bend = NDArray[np.floating[Any]]
"""(2, 4), across and down, in a grid's own pixels: a move, what grows across the face, what grows down it, and what a
tilt adds."""

_STIFF = np.tile([1.0, 2.0, 2.0, 4.0], 2)
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
        self._basis = np.stack([np.ones_like(u), u, v, u * v]).reshape(4, -1)
        self.inside = np.zeros((high, wide), np.float32)
        self.inside[rim:-rim, rim:-rim] = 1
        for rows in (slice(0, 3 * rim), slice(-3 * rim, None)):
            for columns in (slice(0, 3 * rim), slice(-3 * rim, None)):
                self.inside[rows, columns] = 0

    def moved(self, seen: NDArray[np.float32], bend: Bend) -> NDArray[np.float32]:
        """A face (h, w) or (h, w, planes) with its grid bent."""
        across, down = (bend.astype(np.float32) @ self._basis).reshape(2, *self._x.shape)
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
        weight = self.inside * (off < _FAR) / (1 + off * np.float32(_SHARE))
        across, down = slopes(moved)
        weighed_across, weighed_down = weight * across, weight * down
        basis = self._basis
        aa, ab, bb = (
            (basis * part.ravel()) @ basis.T
            for part in (weighed_across * across, weighed_across * down, weighed_down * down)
        )
        stiff = _STIFF * stiffness
        system = np.block([[aa, ab], [ab, bb]]) + np.diag(stiff)
        pull = np.concatenate([basis @ (part * left).ravel() for part in (weighed_across, weighed_down)])
        found = np.linalg.solve(system, -pull - stiff * from_start.ravel())
        return np.asarray(np.clip(found, -_MOST_PX, _MOST_PX).reshape(2, 4))


def slopes(planes: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """How much a plane or planes change a pixel, across and down."""
    across, down = (cv2.Sobel(planes, cv2.CV_32F, dx, 1 - dx, scale=1 / 8) for dx in (1, 0))
    return np.asarray(across, np.float32), np.asarray(down, np.float32)
