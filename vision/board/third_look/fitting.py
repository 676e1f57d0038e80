"""How the cells and their sides fit those that are known, and how clearly that tells white from bare."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.board.third_look.cell_looks import CellLooks
from vision.board.third_look.leave_one_out import (
    BARE,
    BETTER_GRAIN,
    BETTER_LIGHT,
    WHITE,
    States,
    fits,
    known_beyond,
)
from vision.board.third_look.side_fits import STRANGE, side_fits
from vision.plane import Floats


@dataclass(frozen=True, slots=True)
class Fitting:
    """How each cell fits what is known of the others (64, FITS), and each of its sides (64, 3, SIDE_FITS)."""

    cells: Floats
    sides: Floats


def fitted(looks: CellLooks, states: States) -> Fitting:
    """How all cells that look so fit what is known of them (64,)."""
    return Fitting(fits(looks, states), side_fits(looks, states))


def told_apart(fitting: Fitting, states: States) -> tuple[float, float, float]:
    """By how much the known white cells differ from the known bare ones: by their light and tint, and by the grain that
    tells most, in logarithms of how much better they fit white; and by how strange a white one's sides towards bare
    cells are, where two bare ones were.

    At least one cell of each has to be known.
    """
    bare, white = (states == kind for kind in (BARE, WHITE))
    better = 2 * fitting.cells
    light = better[:, BETTER_LIGHT].sum(1)
    grain = better[:, BETTER_GRAIN]
    strange = fitting.sides[..., STRANGE].sum(-1)
    sides = [strange[own[:, None] & (known_beyond(states) == BARE)] for own in (bare, white)]
    apart = float(np.median(sides[1]) - np.median(sides[0])) if min(map(len, sides)) else 0.0
    return (
        float(light[white].mean() - light[bare].mean()),
        float((grain[white].mean(0) - grain[bare].mean(0)).max()),
        apart,
    )
