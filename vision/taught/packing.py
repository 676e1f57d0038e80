"""A view of a kind, its description and its picture, as bytes for a deck's file, and back."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.taught.describe import COLUMNS, HEIGHT_PX, ROWS, TONES, WAYS, WIDTH_PX, Described
from vision.taught.pictured import COLOURS, HIGH, WIDE, Picture

DESCRIBED_BY = f"fields {COLUMNS} x {ROWS} of {WAYS} ways and {TONES} tones, {WIDE} x {HIGH} colours, 4"
"""The way views are made; it changes where older ones can no longer be compared with."""

_LOW = np.array([0.0] * WAYS + [0.0] + [-1.0] * (TONES - 1), np.float32)[:, None, None]
_HIGH = np.array([1.5] * WAYS + [1.6] + [1.0] * (TONES - 1), np.float32)[:, None, None]
_BRIGHT = np.array([1.6] * COLOURS + [1.0], np.float32)
"""What the highest byte stands for in a picture."""
_LEVELS = 127
"""A picture's values are so coarse that its noise takes little room."""


def pack(view: Described, picture: Picture) -> bytes:
    """One byte for each number."""
    fields = np.rint(np.clip((view - _LOW) / (_HIGH - _LOW), 0, 1) * 255)
    colours = np.rint(np.clip(picture.colours / _BRIGHT, 0, 1) * _LEVELS)
    level = np.rint(np.clip(picture.level / _BRIGHT[0], 0, 1) * _LEVELS)
    # Plane by plane: what lies side by side is alike, and takes less room in the file.
    return _bytes(fields) + _bytes(np.moveaxis(colours, -1, 0)) + _bytes(level)


def unpack(data: bytes) -> tuple[Described, Picture]:
    """The description (WAYS + TONES, ROWS, COLUMNS) and the picture that were packed; raises ValueError where none
    were."""
    numbers = np.frombuffer(data, np.uint8).astype(np.float32)
    ends = np.cumsum([(WAYS + TONES) * ROWS * COLUMNS, (COLOURS + 1) * HIGH * WIDE])
    fields, colours, level = np.split(numbers, ends)
    view = _LOW + fields.reshape(WAYS + TONES, ROWS, COLUMNS) * ((_HIGH - _LOW) / 255)
    planes = colours.reshape(COLOURS + 1, HIGH, WIDE)
    picture = Picture(
        np.ascontiguousarray(np.moveaxis(planes, 0, -1) * (_BRIGHT / _LEVELS), np.float32),
        np.asarray(level.reshape(HEIGHT_PX, WIDTH_PX) * (_BRIGHT[0] / _LEVELS), np.float32),
    )
    return np.asarray(view, np.float32), picture


def _bytes(numbers: NDArray[np.float32]) -> bytes:
    return bytes(numbers.astype(np.uint8).tobytes())
