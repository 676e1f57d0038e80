"""Which cells and sides belong to pieces in their places, as rows of 0 and 1: what many places lose or gain at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.board.cells import beside_edges, chosen_of
from vision.board.laying.pieces import Spot
from vision.plane import Floats


@dataclass(frozen=True, slots=True)
class Incidence:
    """For each of n places its cells (n, 64), the sides within (n, 104), and those around, the rim's too (n, 104)."""

    cells: Floats
    inner: Floats
    outer: Floats


def incidence(places: Sequence[Spot]) -> Incidence:
    """The rows of these places, in their order."""
    on = np.stack([chosen_of(spot.mask) for spot in places])
    left, right = beside_edges()
    both, either = on[:, left] & on[:, right], on[:, left] | on[:, right]
    return Incidence(on[:, :-1].astype(float), both.astype(float), (either & ~both).astype(float))
