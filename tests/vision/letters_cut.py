"""Z cards in photos, and cut out of them."""

from __future__ import annotations

import numpy as np

from tests.vision.scoring import truth_of
from vision.photo import Pixels
from vision.plane import Floats


def letter_in(name: str, card: str) -> Floats:
    """The corners (4, 2) in pixels of a Z card in a photo."""
    (found,) = [o for o in truth_of(name)["objects"] if o["name"] == card]
    assert found["triangles"] == 0
    return np.array(found["corners_px"], float)


def cut_out(photo: Pixels, corners: Floats) -> tuple[Pixels, Floats]:
    """A part of a photo with a quarter of a card's size left round the card, and the corners in it."""
    low, high = corners.min(0), corners.max(0)
    low, high = np.maximum(low - 0.25 * (high - low), 0).astype(int), (high + 0.25 * (high - low)).astype(int)
    return np.ascontiguousarray(photo[low[1] : high[1], low[0] : high[0]]), corners - low
