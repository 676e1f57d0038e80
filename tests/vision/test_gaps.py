"""What shows between cards is the table, however like a letter."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.made_faces import GREEN, face_of
from vision.cards.decks.agree import PERHAPS_Z
from vision.cards.decks.candidates import Candidate
from vision.cards.decks.decide import NOTHING, Decision
from vision.cards.gaps import without_gaps
from vision.plane import rectangle

READ = Decision(1, None, 0.99, None, True)


@pytest.mark.parametrize(("apart", "named"), [(20.0, False), (60.0, True)])
def test_a_strip_of_table_between_cards_may_be_no_letter(apart: float, *, named: bool) -> None:
    """Two cards, the letter's square half-way between them: of a fan a third of it lies beneath a card at most."""
    cards = [
        Candidate(rectangle((63.0, 88.0), (x, 0.0)), face_of([], GREEN), True) for x in (0.0, 63.0 + apart)
    ]
    square = rectangle((80.0, 80.0), (63.0 + apart / 2 - 40, 0.0))
    letter = Candidate(square, face_of([], GREEN), False)
    told = without_gaps([*((card, READ) for card in cards), (letter, PERHAPS_Z)], [], "abolo")
    assert told[-1][1] == (PERHAPS_Z if named else NOTHING)
    assert [seen for _, seen in told[:-1]] == [READ, READ]


def test_a_letter_whose_own_edge_shows_is_named_wherever_it_lies() -> None:
    known = [np.array(rectangle((63.0, 88.0)))]
    letter = Candidate(rectangle((63.0, 88.0)), face_of([], GREEN), True)
    assert without_gaps([(letter, PERHAPS_Z)], known, "abolo") == [(letter, PERHAPS_Z)]
