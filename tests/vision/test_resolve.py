"""Of candidates for one place one is kept."""

from __future__ import annotations

import pytest

from tests.vision.made_faces import GREEN, face_of
from vision.cards.decks.agree import resolve
from vision.cards.decks.candidates import Candidate
from vision.cards.decks.decide import Decision
from vision.plane import rectangle

SQUARE_MM = 80.0
LETTER, SHAPE = Decision(0, None, 0.9, None, True), Decision(1, None, 0.9, None, True)


@pytest.mark.parametrize(
    ("seen", "outlined", "apart", "kept"),
    [
        (LETTER, False, 0.4, 1),  # its strokes apart, each a spot
        (LETTER, False, 0.6, 2),
        (SHAPE, False, 0.4, 2),
        (SHAPE, False, 0.2, 1),
        (LETTER, True, 0.4, 1),  # within the other's edge
    ],
)
def test_a_letter_in_strokes_is_one(seen: Decision, apart: float, kept: int, *, outlined: bool) -> None:
    both = [
        Candidate(rectangle((SQUARE_MM, SQUARE_MM), (x, 0.0)), face_of([], GREEN), outlined)
        for x in (0.0, apart * SQUARE_MM)
    ]
    assert len(resolve([(one, seen) for one in both])) == kept


def test_a_shape_beside_a_letter_is_kept() -> None:
    letter, shape = (
        Candidate(rectangle((SQUARE_MM, SQUARE_MM), (x, 0.0)), face_of([], GREEN), False)
        for x in (0.0, 0.4 * SQUARE_MM)
    )
    assert len(resolve([(letter, LETTER), (shape, SHAPE)])) == 2
