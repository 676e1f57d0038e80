"""Where a card lies whose shape was read but whose outline was not: the best turn of its rectangle on the edges."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.plane import Floats, apply

LEAST_OFF_MM = 3.0
"""A print nearer than this to its card's middle is taken to be there."""
STEP_MM = 2.0
STEPS = 2
COST = 0.015
"""How far beside the print a card's middle is looked for, and what a millimetre costs of the share of edge seen."""


def print_off_middle(places_mm: Floats, size_mm: tuple[float, float]) -> Floats:
    """By how much (2,) mm a deck prints its shapes beside the card's middle, up to a half turn of the card.

    `places_mm` (n, 2) are where prints were found on whole cards, whose up and down are not known.
    """
    off = places_mm.reshape(-1, 2) - np.array(size_mm) / 2
    if len(off) < 3:
        return np.zeros(2)
    axis = int(np.median(np.abs(off), axis=0).argmax())
    usual: Floats = np.median(off * np.where(off[:, axis] < 0, -1, 1)[:, None], axis=0)
    return usual if float(np.hypot(*usual)) > LEAST_OFF_MM else np.zeros(2)


def place_around(
    steps: NDArray[np.uint8],
    step: float,
    to_px: Floats,
    middle: Floats,
    size_mm: tuple[float, float],
    off_mm: Floats,
) -> Floats:
    """Corners (4, 2) px of a card with a print at `middle`, turned to where the gradient `steps` is strongest.

    `steps` belongs to the photo shrunk by `step`; `to_px` maps the table's millimetres near there to photo pixels;
    `off_mm` is the print's place beside the card's middle, one way up or the other.
    """
    ground = _Around(steps, step, to_px, apply(np.linalg.inv(to_px), middle), _rim(size_mm))
    play = _grid(STEP_MM, STEPS)
    shifts = np.concatenate([play - off_mm, play + off_mm]) if off_mm.any() else play
    cost = COST * np.resize(np.abs(play).sum(-1), len(shifts))
    turn, shift = ground.best(np.radians(np.arange(0, 180, 3.0)), shifts, cost)
    finer = turn + np.radians(np.arange(-2.0, 2.1, 1.0)), shift + _grid(1.0, 1)
    turn, shift = ground.best(*finer, np.zeros(len(finer[1])))
    w, h = size_mm
    corners = np.array([[-w / 2, -h / 2], [w / 2, -h / 2], [w / 2, h / 2], [-w / 2, h / 2]])
    placed = apply(to_px, (corners + shift) @ _turns(turn).T + ground.centre)
    other = np.roll(placed, -2, axis=0)
    return placed if placed[:2, 1].mean() <= other[:2, 1].mean() else other


@dataclass(frozen=True, slots=True)
class _Around:
    """The gradient about a place, as `place_around` has it; `centre` (2,) is the place, and `rim` (n, 2) are places
    along a card's edge about its middle, in the table's millimetres."""

    steps: NDArray[np.uint8]
    step: float
    to_px: Floats
    centre: Floats
    rim: Floats

    def best(self, angles: Floats, shifts: Floats, cost: Floats) -> tuple[float, Floats]:
        """The turn, of `angles` (a,) in radians, and the shift (2,), of `shifts` (s, 2), by which a card's edge lies on
        the strongest gradient, less what each shift costs (s,)."""
        turns = _turns(angles)
        spots = (
            np.einsum("aij,nj->ani", turns, self.rim)[:, None]
            + np.einsum("aij,sj->asi", turns, shifts)[:, :, None]
            + self.centre
        )
        votes = self._shown(spots) - cost
        turn, shift = np.unravel_index(int(votes.argmax()), votes.shape)
        return float(angles[turn]), shifts[shift]

    def _shown(self, spots: Floats) -> Floats:
        """How much of an edge shows at places (..., n, 2) along it, 0..1."""
        pixels = np.round((apply(self.to_px, spots) + 0.5) / self.step - 0.5).astype(int)
        height, width = self.steps.shape
        x, y = pixels[..., 0], pixels[..., 1]
        ok = (x >= 0) & (y >= 0) & (x < width) & (y < height)
        there = self.steps[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)]
        value = np.where(ok, there, 0).astype(np.float32)
        # Faint edges count nearly as much as strong ones: a print's own edges must not win.
        shown: Floats = (value / (value + 6.0)).mean(-1)
        return shown


def _rim(size_mm: tuple[float, float]) -> Floats:
    """Places (64, 2) along the edge of a card about its middle, but for its corners, which are round."""
    w, h = size_mm
    along = np.linspace(-0.46, 0.46, 16)
    return np.concatenate(
        [
            np.stack([along * w, np.full(16, -h / 2)], -1),
            np.stack([np.full(16, w / 2), along * h], -1),
            np.stack([along * w, np.full(16, h / 2)], -1),
            np.stack([np.full(16, -w / 2), along * h], -1),
        ]
    )


def _turns(angles: Floats | float) -> Floats:
    """The turns (..., 2, 2) by angles (...) in radians."""
    cos, sin = np.cos(angles), np.sin(angles)
    turns: Floats = np.stack([np.stack([cos, -sin], -1), np.stack([sin, cos], -1)], -2)
    return turns


def _grid(step: float, steps: int) -> Floats:
    ticks = np.arange(-steps, steps + 1) * step
    return np.array([[x, y] for x in ticks.tolist() for y in ticks.tolist()])
