"""Which of two cards that overlap lies on top: the one whose edge shows where they do."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.place import FAINT
from vision.plane import Floats, quad_area, shrunk
from vision.quads import common_area
from vision.sighting import CardSighting

LEAST_SHARED = 0.08
"""Cards that share less of the smaller one's area lie side by side."""
SPOTS = np.linspace(0.03, 0.97, 32)
SHRUNK = 0.94
"""An edge is looked for within the other card, not along its own edge."""
LEAST_SPOTS = 6
CLEARLY = 0.08
"""By how much more of one's edge has to show."""


def beneath_first(cards: list[CardSighting], steps: NDArray[np.uint8], step: float) -> list[CardSighting]:
    """The cards in their order, but for those that lie beneath others: they come right before these.

    `steps` (h, w) is the gradient of the photo shrunk by `step`.
    """
    corners = [np.array(card.corners_px, float) for card in cards]
    # A card's place may be a pixel off.
    near = np.asarray(cv2.dilate(steps, np.ones((3, 3), np.uint8)), np.uint8)
    over = {
        (upper, lower)
        for i in range(len(cards))
        for j in range(i)
        for upper, lower in _stacked(i, j, corners, near, step)
    }
    order = list(range(len(cards)))
    for _ in range(len(over)):
        wrong = next(((u, k) for u, k in sorted(over) if order.index(u) < order.index(k)), None)
        if wrong is None:
            break
        order.remove(wrong[1])
        order.insert(order.index(wrong[0]), wrong[1])
    return [cards[k] for k in order]


def _stacked(
    i: int, j: int, corners: list[Floats], steps: NDArray[np.uint8], step: float
) -> list[tuple[int, int]]:
    """The upper and the lower one of two, where they overlap and their edges say which it is."""
    a, b = corners[i], corners[j]
    if common_area(a, b) < LEAST_SHARED * min(abs(float(quad_area(a))), abs(float(quad_area(b)))):
        return []
    own, other = _shown(a, b, steps, step), _shown(b, a, steps, step)
    if own is None or other is None or abs(own - other) < CLEARLY:
        return []
    return [(i, j) if own > other else (j, i)]


def _shown(edge: Floats, within: Floats, steps: NDArray[np.uint8], step: float) -> float | None:
    """How much, 0..1, of the edge of one card shows within the other; None where hardly any runs there."""
    ways = np.roll(edge, -1, axis=0) - edge
    spots = (edge[:, None] + SPOTS[None, :, None] * ways[:, None]).reshape(-1, 2)
    middle = within.mean(0)
    inner = (middle + SHRUNK * (within - middle)).astype(np.float32).reshape(-1, 1, 2)
    held = np.array([cv2.pointPolygonTest(inner, (float(x), float(y)), False) > 0 for x, y in spots])
    if held.sum() < LEAST_SPOTS:
        return None
    pixels = np.round(shrunk(spots[held], step)).astype(int)
    height, width = steps.shape
    value = steps[np.clip(pixels[:, 1], 0, height - 1), np.clip(pixels[:, 0], 0, width - 1)].astype(float)
    return float((value / (value + FAINT)).mean())
