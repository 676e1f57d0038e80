"""Cards of the deck's size, face up, on which nothing could be read: they are named."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.made_faces import GREEN, face_of
from vision.cards.decks.candidates import Candidate
from vision.cards.decks.decide import Decision
from vision.cards.decks.one_kind import NOTHING_READ
from vision.cards.first_look import FirstLook
from vision.cards.ground.on_ground import TableReading
from vision.cards.scene_config import SceneConfig
from vision.cards.stating import _unsettled
from vision.ground import ground_of
from vision.outlines import OutlineConfig, work_picture

CONFIG = SceneConfig()
SIZE_PX = (1000, 500)
LOOK = FirstLook(work_picture(np.full((500, 1000, 3), 90, np.uint8), OutlineConfig()), [], [], [], Future())
"""At a table of one shade."""
READ = Decision(1, None, 0.99, None, True)
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
    face = replace(face_of([], GREEN), papery=papery, even=even)
    card = Candidate(CARD * times + [500, y], face, True)
    ground = ground_of(FRAMES, CONFIG.faces.size_mm, SIZE_PX, CONFIG.consensus)
    reading = TableReading([card], [], [], ground, "abolo")
    told = _unsettled([], reading, LOOK, CONFIG)
    assert [one.why for _, one in told] == ([NOTHING_READ] if named else [])
    assert _unsettled([(card, READ)], reading, LOOK, CONFIG) == []


@pytest.mark.parametrize(("light", "named"), [((0.6, 0.6, 0.6), True), ((0.1, 0.4, 0.1), False)])
def test_what_is_of_another_paper_than_the_cards_and_no_sheet_of_its_own_is_not_named(
    light: tuple[float, float, float], *, named: bool
) -> None:
    read = [(Candidate(CARD + [100.0 * k, 300], face_of([], GREEN), True), READ) for k in range(2)]
    plain = Candidate(CARD + [500, 100], replace(face_of([], GREEN), paper=np.array(light)), True)
    ground = ground_of(FRAMES, CONFIG.faces.size_mm, SIZE_PX, CONFIG.consensus)
    told = _unsettled(read, TableReading([plain], [], [], ground, "abolo"), LOOK, CONFIG)
    assert [one.why for _, one in told] == ([NOTHING_READ] if named else [])
