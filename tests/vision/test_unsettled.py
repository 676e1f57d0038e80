"""Cards of the deck's size, face up, on which nothing could be read: they are named."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.test_decide import GREEN, _face
from vision.cards.decks.candidates import Candidate
from vision.cards.decks.one_kind import NOTHING_READ
from vision.cards.ground.on_ground import TableReading
from vision.cards.scene_config import SceneConfig
from vision.cards.stating import _unsettled
from vision.ground import ground_of

CONFIG = SceneConfig()
SIZE_PX = (1000, 500)
CARD = np.array([[0.0, 0.0], [63, 0], [63, 88], [0, 88]])
FRAMES = [np.array([[1, 0, 100.0 * k], [0, 1, 100.0 * (k % 2)], [0, 0, 1]]) for k in range(4)]


@pytest.mark.parametrize(
    ("papery", "even", "times", "y", "named"),
    [
        (0.9, 0.1, 1.0, 100, True),
        (0.2, 0.35, 1.0, 100, True),  # the bars of a blind lie over it
        (0.2, 0.2, 1.0, 100, False),  # a back
        (0.2, 0.35, 1.6, 100, False),  # a sheet of paper
        (0.9, 0.1, 1.0, 1, False),  # cut off by the picture's edge: a pattern's blot as well as a card
        (0.9, 0.1, 1.0, 5, True),
    ],
)
def test_what_may_be_a_card_face_up_is_named(
    papery: float, even: float, times: float, y: int, *, named: bool
) -> None:
    face = replace(_face([], GREEN), papery=papery, even=even)
    card = Candidate(CARD * times + [500, y], face, True)
    ground = ground_of(FRAMES, CONFIG.faces.size_mm, SIZE_PX, CONFIG.consensus)
    told = _unsettled([], TableReading([card], [], [], ground, "abolo"), SIZE_PX, CONFIG)
    assert [one.why for one in told] == ([NOTHING_READ] if named else [])
    assert _unsettled([card], TableReading([card], [], [], ground, "abolo"), SIZE_PX, CONFIG) == []
