"""When a table that takes long to read is read: once it lies still, or after a while all the same."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

import cv2
import numpy as np

from vision.photo import Pixels

SAME = 1.5
"""Pictures that differ less than this on average, of 255, are the same one."""
SAME_SPOT = 48
"""And nowhere by as much as this."""
SMALL_PX = 320


@dataclass(frozen=True, slots=True)
class Rest:
    """What is known from one picture to the next."""

    patience_s: float = 2.0
    """A table that never lies still is read after so long: somebody holds the camera."""
    small_px: int = SMALL_PX
    """Pictures are compared at this size, ..."""
    spot: float = SAME_SPOT
    """... and are the same if no spot of that size differs by as much as this, of 255."""
    after_hands: bool = False
    """Whether it is read anew once it lies still after something moved, though it looks as it did: what was laid may
    be of nearly the ground's own colour."""
    last: Pixels | None = None
    read: tuple[float, Pixels] | None = None
    """When the table was last read, and in which picture."""
    moving: bool = False
    """Whether the picture is another one than that before it."""
    stirred: bool = False
    """Whether it is, and was not read."""

    def saw(self, pixels: Pixels, at_s: float) -> tuple[Self, bool]:
        """After another picture (height, width, 3) uint8, and whether to read it."""
        moving = self.last is None or not self._same(self.last, pixels)
        due = self._due(pixels, at_s, moving)
        read = (at_s, pixels) if due else self.read
        return replace(self, last=pixels, read=read, moving=moving, stirred=moving and not due), due

    def _due(self, pixels: Pixels, at_s: float, moving: bool) -> bool:
        if self.read is None:
            return True
        read_s, read = self.read
        if self._same(read, pixels):
            return self.after_hands and self.stirred and not moving
        # A recording that begins anew has earlier times.
        return not moving or not 0 <= at_s - read_s < self.patience_s

    def _same(self, one: Pixels, other: Pixels) -> bool:
        return same(one, other, small_px=self.small_px, spot=self.spot)


def same(one: Pixels, other: Pixels, *, small_px: int = SMALL_PX, spot: float = SAME_SPOT) -> bool:
    """Whether two pictures show the same, but for noise."""
    if one.shape != other.shape:
        return False
    size = (small_px, small_px)
    small = [
        cv2.resize(pixels, size, interpolation=cv2.INTER_AREA).astype(np.int16) for pixels in (one, other)
    ]
    off = np.abs(small[0] - small[1])
    return float(off.mean()) < SAME and float(off.max()) < spot
