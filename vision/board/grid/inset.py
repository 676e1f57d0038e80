"""Grids within a margin: where a board shows hardly a line, its sheet's edge is taken for the grid's own rim."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.board.cells import SIDE
from vision.board.grid.grids import AXES
from vision.board.grid.register import RegisterConfig, View, assigned, is_sane, register
from vision.board.grid.weigh import AGAINST, Candidate, WeighConfig, weigh
from vision.plane import Floats


@dataclass(frozen=True, slots=True)
class InsetConfig:
    """Lengths in squares."""

    lined: float = 60.0
    """A place that is worth more shows lines, and these say where it ends: no margin is looked for."""
    margins: tuple[float, ...] = (0.08, 0.14, 0.2, 0.26, 0.32, 0.4, 0.5)
    """How wide a margin may be; what shows along the pieces says how wide it is."""
    least_gain: float = 3.0
    """By how much the grid within has to explain what lies inside the edge better, in cells' lengths, ..."""
    most_left: float = 0.7
    """... and what share of that which the other does not explain it may leave, ..."""
    least_framed: float = 0.5
    """... and how much of the edge has to be seen around it."""
    off_rim: float = 0.08
    """How far a segment of the sheet's edge may be from the rim ..."""
    off_deg: float = 4.0
    """... and from its direction."""


def within_margin(
    segments: Floats,
    contrast: Floats,
    place: Candidate,
    registering: RegisterConfig,
    weighing: WeighConfig,
    config: InsetConfig,
) -> Candidate:
    """The place as it was found by segments (n, 2, 2) of contrast (n,), in centred coordinates, or the grid in its
    middle with a margin around it, if that explains clearly better what lies inside the edge."""
    inner = ~_on_rim(segments, place.view, config)
    rest, faint = segments[inner], contrast[inner]
    worth_at_edge, left_at_edge = _inner_worth(rest, faint, place.view, weighing)
    better = []
    for margin in config.margins:
        # The edge would draw it back to itself.
        view = register(rest, place.view.inset(margin).matrix, place.view.size_px, registering)
        if view is None or not is_sane(view):
            continue
        worth, left = _inner_worth(rest, faint, view, weighing)
        if worth >= worth_at_edge + config.least_gain and left <= config.most_left * left_at_edge:
            better.append(weigh(segments, contrast, view, weighing))
    framed = [one for one in better if one.framed >= config.least_framed]
    best = max(framed, key=lambda one: one.score, default=place)
    # The edge runs along two of the grid's directions, whatever pieces do.
    return best if best is place else replace(best, least_share=max(best.least_share, place.least_share))


def _inner_worth(segments: Floats, contrast: Floats, view: View, config: WeighConfig) -> tuple[float, float]:
    """How much more of what lies inside the edge a grid explains than not, and how much it does not."""
    inner = weigh(segments, contrast, view, config)
    return inner.explained - AGAINST * inner.unexplained, inner.unexplained


def _on_rim(segments: Floats, view: View, config: InsetConfig) -> NDArray[np.bool_]:
    """Which segments (n, 2, 2) lie along the rim of a grid."""
    found = np.zeros(len(segments), bool)
    chosen = assigned(segments, view.matrix, view.bend, config.off_rim, config.off_deg)
    if chosen is not None:
        index, kind, line, _ = chosen
        straight = np.abs(AXES[kind]).sum(axis=1) == 1
        found[index[straight & np.isin(np.abs(line), (0, SIDE))]] = True
    return found
