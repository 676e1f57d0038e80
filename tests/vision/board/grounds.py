"""What the board is like of which nothing but shades is known."""

from __future__ import annotations

import numpy as np

from vision.board.cells import edges
from vision.board.first_look.bare import Ground


def empty_ground(ratio: np.ndarray) -> Ground:
    """An empty board of which every cell is of one shade; `ratio` is how much shows along its sides."""
    count, cells = len(edges()), (1 << 64) - 1
    return Ground(
        cells,
        0,
        np.zeros(64),
        np.tile([0.333, 0.333, 2.0], (64, 1)),
        np.tile([0.333, 0.333, 2.0], (count, 2, 1)),
        np.exp(ratio + 2.0),
        np.zeros(count),
        ratio,
        np.ones(count),
        np.zeros(count),
        np.zeros((count, 2)),
        np.ones(count, bool),
        0,
        None,
        0.01,
        np.zeros(64, bool),
    )
