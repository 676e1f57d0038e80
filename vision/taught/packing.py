"""A description as bytes for a deck's file, and back."""

from __future__ import annotations

import numpy as np

from vision.taught.describe import COLUMNS, ROWS, TONES, WAYS, Described

DESCRIBED_BY = f"fields {COLUMNS} x {ROWS} of {WAYS} ways and {TONES} tones, 1"
"""The way views are made; it changes where older ones can no longer be compared with."""

_LOW = np.array([0.0] * WAYS + [0.0] + [-1.0] * (TONES - 1), np.float32)[:, None, None]
_HIGH = np.array([1.5] * WAYS + [1.6] + [1.0] * (TONES - 1), np.float32)[:, None, None]


def pack(view: Described) -> bytes:
    """One byte for each number."""
    share = np.clip((view - _LOW) / (_HIGH - _LOW), 0, 1)
    return bytes(np.rint(share * 255).astype(np.uint8).tobytes())


def unpack(data: bytes) -> Described:
    """The description (WAYS + TONES, ROWS, COLUMNS) that was packed; raises ValueError where it is none."""
    numbers = np.frombuffer(data, np.uint8).reshape(WAYS + TONES, ROWS, COLUMNS)
    return np.asarray(_LOW + numbers.astype(np.float32) * ((_HIGH - _LOW) / 255), np.float32)
