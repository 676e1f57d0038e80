"""A camera that stays where it is: what was measured of its lens and of the table under it, before it looks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens import BadLens, Lens
from calibration.plane import camera_matrix
from calibration.table import BadTable, Table
from vision.live.source_name import BadSource, SourceName
from vision.live.sources import Source
from vision.photo import Pixels
from vision.plane import Floats

Open = Callable[[SourceName], Source]


@dataclass(frozen=True, slots=True)
class Mount:
    """`lens` goes before the one that a table was measured with. `source` is the camera, by its name: what was measured
    says nothing of another. Where no camera was named, it is of whichever is chosen.
    """

    lens: Lens | None = None
    table: Table | None = None
    source: str | None = None

    def of(self, source: str | None) -> Mount:
        """What is known of that camera."""
        return self if self.source in (None, source) else Mount()

    @property
    def glass(self) -> Lens | None:
        """The lens to look through."""
        return self.lens or (None if self.table is None else self.table.lens)

    def straight(self, pixels: Pixels) -> Pixels:
        """The frame (h, w, 3) as a camera without distortion would take it. Raises BadSource for other proportions."""
        glass = self.glass
        if glass is None:
            return pixels
        height, width = pixels.shape[:2]
        try:
            across, down = _maps(glass, (width, height))
        except BadLens as wrong:
            raise BadSource(_sentence(wrong)) from wrong
        return np.asarray(cv2.remap(pixels, across, down, cv2.INTER_LINEAR), np.uint8)

    def to_mm(self, size_px: tuple[int, int]) -> Floats | None:
        """From the pixels of straight frames of a size to the table's millimetres (3, 3); None where that was not
        measured. Raises BadSource for other proportions.
        """
        if self.table is None:
            return None
        try:
            return np.linalg.inv(np.array(self.table.scaled_to(*size_px).mm_to_px))
        except (BadTable, BadLens) as wrong:
            raise BadSource(_sentence(wrong)) from wrong

    def opener(self, opener: Open) -> Open:
        """The same sources, straightened."""
        return opener if self.glass is None else lambda name: _Straight(opener(name), self)


class _Straight:
    def __init__(self, source: Source, mount: Mount) -> None:
        self._source, self._mount = source, mount
        self.pace_s: float | None = source.pace_s

    def read(self) -> Pixels | None:
        """The next frame, straight."""
        pixels = self._source.read()
        return None if pixels is None else self._mount.straight(pixels)

    def close(self) -> None:
        """Let go of the source."""
        self._source.close()


@lru_cache(maxsize=4)
def _maps(lens: Lens, size_px: tuple[int, int]) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
    """Where every pixel of a straight frame is taken from; in whole numbers, which is twice as fast."""
    glass = lens.scaled_to(*size_px)
    matrix = camera_matrix(glass)
    across, down = cv2.initUndistortRectifyMap(
        matrix, np.array(glass.distortion), np.eye(3), matrix, size_px, cv2.CV_16SC2
    )
    return np.asarray(across, np.int16), np.asarray(down, np.uint16)


def _sentence(wrong: ValueError) -> str:
    words = str(wrong)
    return f"{words[:1].upper()}{words[1:]}."
