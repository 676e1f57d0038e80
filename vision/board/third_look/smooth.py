"""How much smoother a cell is than a bare one, on a board whose grain parts all its bare cells from its white ones."""

from __future__ import annotations

import numpy as np

from vision.board.third_look.cell_looks import CellLooks
from vision.board.third_look.fitting import Fitting
from vision.board.third_look.leave_one_out import BARE, BETTER_GRAIN, WHITE, States
from vision.plane import Floats

FINEST = 0
"""The only grain of these that parts them so on a third of all boards: coarser ones lie across lines and shadows."""


def smoother(looks: CellLooks, fitting: Fitting, states: States) -> Floats:
    """The logarithms (64,) of how much better each cell's finest grain fits white, if it is white's; 0 for others, and
    for all where a known white cell has as much grain as a known bare one."""
    grain = looks.grain[:, FINEST]
    bare, white = grain[states == BARE], grain[states == WHITE]
    if not len(bare) or not len(white) or bare.min() <= white.max():
        return np.zeros(len(grain))
    better: Floats = np.maximum(2 * fitting.cells[:, BETTER_GRAIN][:, FINEST], 0.0)
    return better
