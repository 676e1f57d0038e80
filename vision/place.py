"""Where a card lies whose shape was read but whose outline was not: the best turn of its rectangle on the edges."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.plane import Floats, apply


def place_around(
    steps: NDArray[np.uint8], step: int, to_px: Floats, middle: Floats, size_mm: tuple[float, float]
) -> Floats:
    """Corners (4, 2) px of a card about `middle`, turned to where the picture's gradient `steps` is strongest.

    `steps` belongs to the photo shrunk by `step`; `to_px` maps the table's millimetres near there to photo pixels.
    """
    centre = apply(np.linalg.inv(to_px), middle)
    w, h = size_mm
    along = np.linspace(-0.46, 0.46, 16)
    edge = np.concatenate(
        [
            np.stack([along * w, np.full(16, -h / 2)], -1),
            np.stack([np.full(16, w / 2), along * h], -1),
            np.stack([along * w, np.full(16, h / 2)], -1),
            np.stack([np.full(16, -w / 2), along * h], -1),
        ]
    )
    angles = np.radians(np.arange(0, 180, 3.0))
    turn = np.stack(
        [np.stack([np.cos(angles), -np.sin(angles)], -1), np.stack([np.sin(angles), np.cos(angles)], -1)], -2
    )
    shifts = np.array([[x, y] for x in (-1.5, 0.0, 1.5) for y in (-1.5, 0.0, 1.5)])
    spots = (
        np.einsum("aij,nj->ani", turn, edge)[:, None]
        + np.einsum("aij,sj->asi", turn, shifts)[:, :, None]
        + centre
    )
    pixels = np.round((apply(to_px, spots) + 0.5) / step - 0.5).astype(int)
    height, width = steps.shape
    x, y = pixels[..., 0], pixels[..., 1]
    ok = (x >= 0) & (y >= 0) & (x < width) & (y < height)
    value = np.where(ok, steps[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)], 0).astype(float)
    # Faint edges count nearly as much as strong ones: a print's own edges must not win.
    vote = (value / (value + 6.0)).mean(-1) - 0.004 * np.abs(shifts).sum(-1)[None]
    best, moved = np.unravel_index(int(vote.argmax()), vote.shape)
    corners = np.array([[-w / 2, -h / 2], [w / 2, -h / 2], [w / 2, h / 2], [-w / 2, h / 2]])
    placed = apply(to_px, (corners + shifts[moved]) @ turn[best].T + centre)
    other = np.roll(placed, -2, axis=0)
    return placed if placed[:2, 1].mean() <= other[:2, 1].mean() else other
