"""What a fit leaves over: each point off in its own way, or neighbours off alike where something was untrue."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.find import Points, View


@dataclass(frozen=True, slots=True)
class Leftover:
    """How much of it neighbours share: as a correlation (`alike`, -1 to 1) over so many `pairs`, and in pixels."""

    alike: float
    pairs: int
    px: float


def leftover(views: Sequence[View], gaps: Sequence[Points]) -> Leftover:
    """Compare each point's gap (n, 2) px with those of the next points on the target, in its row and its column.

    What a search for corners is off by has nothing to do with the next corner. A board that is bent or stretched, and
    a zoom that changed, move neighbours the same way.
    """
    shared, total, pairs, points = 0.0, 0.0, 0, 0
    for view, gap in zip(views, gaps, strict=True):
        total += float((gap**2).sum())
        points += len(gap)
        for one, other in _neighbours(view.board_mm):
            shared += float((gap[one] * gap[other]).sum())
            pairs += len(one)
    if not pairs or total <= 0:
        return Leftover(0.0, pairs, 0.0)
    covariance = shared / pairs
    return Leftover(covariance / (total / points), pairs, float(np.sqrt(max(0.0, covariance))))


def _neighbours(board_mm: Points) -> list[tuple[np.ndarray[tuple[int], np.dtype[np.intp]], ...]]:
    """Which points (by number) follow each other in the rows, and which in the columns."""
    places = np.round(board_mm, 6)
    found: list[tuple[np.ndarray[tuple[int], np.dtype[np.intp]], ...]] = []
    for along in (0, 1):
        order = np.lexsort((places[:, along], places[:, 1 - along]))
        one, other = order[:-1], order[1:]
        row = places[one, 1 - along] == places[other, 1 - along]
        found.append((one[row], other[row]))
    return found
