"""Small pieces of a picture that are looked for again near their place: has it moved, and by how much?"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

from calibration.find import Grey, Points

HALF_PX, SEARCH_PX = 10, 14
LEAST_SCORE = 0.75
LEAST_CONTRAST = 6.0
RIVAL_SCORE = 0.85
"""A patch that resembles its own surroundings this much could be taken for them: wood grain, a cloth's weave."""


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A square of `pixels`, 2 * HALF_PX + 1 wide and high, about (x, y)."""

    x: int
    y: int
    pixels: Grey


def cut(grey: Grey, x: int, y: int) -> Patch | None:
    """The patch of a picture (h, w) there, if it stands out: with contrast, and unlike what surrounds it."""
    height, width = grey.shape
    margin = HALF_PX + SEARCH_PX
    if not (margin <= x < width - margin and margin <= y < height - margin):
        return None
    pixels = grey[y - HALF_PX : y + HALF_PX + 1, x - HALF_PX : x + HALF_PX + 1].copy()
    if float(pixels.std()) < LEAST_CONTRAST:
        return None
    patch = Patch(x, y, pixels)
    scores = _scores(grey, patch)
    rivals = scores.copy()
    rivals[SEARCH_PX - 3 : SEARCH_PX + 4, SEARCH_PX - 3 : SEARCH_PX + 4] = -1
    return patch if float(rivals.max()) < RIVAL_SCORE else None


def pick(grey: Grey, count: int) -> tuple[Patch, ...]:
    """About so many patches, spread evenly over a picture (h, w)."""
    across = max(2, round(float(np.sqrt(count * grey.shape[1] / grey.shape[0]))))
    down = max(2, round(count / across))
    margin = HALF_PX + SEARCH_PX
    xs = np.linspace(margin, grey.shape[1] - margin, across + 1).astype(int)
    ys = np.linspace(margin, grey.shape[0] - margin, down + 1).astype(int)
    picked = []
    for top, bottom in pairwise(ys):
        for left, right in pairwise(xs):
            corners = cv2.goodFeaturesToTrack(grey[top:bottom, left:right], 6, 0.05, 8)
            for x, y in np.asarray([] if corners is None else corners).reshape(-1, 2):
                patch = cut(grey, int(left + x), int(top + y))
                if patch is not None:
                    picked.append(patch)
                    break
    return tuple(picked)


def find(grey: Grey, patch: Patch) -> tuple[float, float, float]:
    """By how much a patch has moved (x, y) in a picture (h, w), in pixels, and how well it matches there (-1 to 1)."""
    scores = _scores(grey, patch)
    row, column = np.unravel_index(int(scores.argmax()), scores.shape)
    best = float(scores[row, column])
    dx, dy = float(column - SEARCH_PX), float(row - SEARCH_PX)
    if 0 < column < scores.shape[1] - 1:
        dx += _peak(scores[row, column - 1 : column + 2])
    if 0 < row < scores.shape[0] - 1:
        dy += _peak(scores[row - 1 : row + 2, column])
    return dx, dy, best


def _scores(grey: Grey, patch: Patch) -> Points:
    reach = HALF_PX + SEARCH_PX
    around = grey[patch.y - reach : patch.y + reach + 1, patch.x - reach : patch.x + reach + 1]
    # Correlation without mean and scale: brighter, darker or duller light leaves it as it is.
    scores = np.asarray(cv2.matchTemplate(around, patch.pixels, cv2.TM_CCOEFF_NORMED), np.float64)
    return np.where(np.isfinite(scores), scores, -1.0)


def _peak(three: Points) -> float:
    """Where between its neighbours the top of a parabola through three values lies."""
    low, top, high = (float(v) for v in three)
    bend = low - 2 * top + high
    return 0.0 if bend >= 0 else float(np.clip((low - high) / (2 * bend), -0.5, 0.5))
