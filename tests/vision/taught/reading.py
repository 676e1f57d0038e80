"""A deck that one photo teaches, and where its cards are read."""

from __future__ import annotations

import numpy as np

from calibration.taught import TaughtDeck
from tests.vision.taught.faces import compose
from vision.photo import Pixels
from vision.plane import Floats, quad_area
from vision.rectify import Pyramid
from vision.sighting import Seen
from vision.taught.describe import DescribeConfig, turned_faces
from vision.taught.learn import Named, Shown, empty, learn


def taught(faces: dict[str, Pixels]) -> TaughtDeck:
    """A deck of these faces by their names."""
    image, places = compose(list(faces.values()), np.random.default_rng(5))
    pyramid = Pyramid(image)
    faces_shown = [Shown(c, tuple(turned_faces(pyramid, c, DescribeConfig()))) for c in places]
    return learn(empty("drawn"), faces_shown, [Named(name, {}) for name in faces])[0]


def named(seen: Seen) -> dict[str, list[Floats]]:
    """The corners (4, 2) of the cards that are read, by their names."""
    read: dict[str, list[Floats]] = {}
    for card in seen.cards:
        read.setdefault(str(card.to_json()["id"]), []).append(np.array(card.corners_px))
    return read


def ends_at(quad: Floats, card: Floats) -> bool:
    """Whether a quadrilateral ends where a card does, begun at any corner."""
    away = min(float(np.abs(np.roll(quad, turn, axis=0) - card).max()) for turn in range(4))
    return away < 0.05 * float(np.sqrt(abs(quad_area(card))))
