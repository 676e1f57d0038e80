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
CARD = np.array([[0.0, 0.0], [63, 0], [63, 88], [0, 88]])
FRAMES = [np.array([[1, 0, 100.0 * k], [0, 1, 100.0 * (k % 2)], [0, 0, 1]]) for k in range(4)]


@pytest.mark.parametrize(
    ("papery", "even", "times", "named"),
    [
        (0.9, 0.1, 1.0, True),
        (0.2, 0.35, 1.0, True),  # the bars of a blind lie over it
        (0.2, 0.2, 1.0, False),  # a back
        (0.2, 0.35, 1.6, False),  # a sheet of paper
    ],
)
def test_paper_under_the_bars_of_a_blind_is_a_card_face_up(
    papery: float, even: float, times: float, *, named: bool
) -> None:
    face = replace(_face([], GREEN), papery=papery, even=even)
    card = Candidate(CARD * times + [500, 0], face, True)
    ground = ground_of(FRAMES, CONFIG.faces.size_mm, (1000, 500), CONFIG.consensus)
    told = _unsettled([], TableReading([card], [], [], ground, "abolo"), CONFIG)
    assert [one.why for one in told] == ([NOTHING_READ] if named else [])
    assert _unsettled([card], TableReading([card], [], [], ground, "abolo"), CONFIG) == []
