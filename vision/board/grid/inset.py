"""Grids within a margin: where a board shows hardly a line, its sheet's edge is taken for the grid's own rim."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.board.cells import SIDE
from vision.board.grid.register import RegisterConfig, View, is_sane, register
from vision.board.grid.weigh import Candidate, WeighConfig, weigh
from vision.plane import Floats


@dataclass(frozen=True, slots=True)
class InsetConfig:
    """Lengths in squares."""

    margins: tuple[float, ...] = (0.08, 0.14, 0.2, 0.26, 0.32, 0.4, 0.5)
    """How wide a margin may be; what shows along the pieces says how wide it is."""
    places: int = 1
    """So many of the best places are looked at."""
    least_gain: float = 3.0
    """By how much the grid within has to be better than the one that ends at the edge, in cells' lengths."""


def within_margins(
    segments: Floats,
    contrast: Floats,
    found: Sequence[Candidate],
    registering: RegisterConfig,
    weighing: WeighConfig,
    config: InsetConfig,
) -> list[Candidate]:
    """For each of the best places found by segments (n, 2, 2) of contrast (n,), in centred coordinates, the best grid
    in its middle with a margin around it, if that explains them clearly better."""
    better = []
    for place in sorted(found, key=lambda one: -one.score)[: config.places]:
        views = (
            register(segments, _inset(place.view, margin).matrix, place.view.size_px, registering)
            for margin in config.margins
        )
        within = [weigh(segments, contrast, view, weighing) for view in views if view and is_sane(view)]
        best = max(within, key=lambda one: one.score, default=place)
        if best.score > place.score + config.least_gain:
            better.append(best)
    return better


def _inset(view: View, margin: float) -> View:
    """The grid made smaller about its middle, so that a margin of so many of its new squares is left."""
    share = (SIDE + 2 * margin) / SIDE
    middle = SIDE / 2 * (1 - share)
    smaller = np.array([[share, 0.0, middle], [0.0, share, middle], [0.0, 0.0, 1.0]])
    return replace(view, matrix=smaller @ view.matrix)
