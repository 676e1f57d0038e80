"""A Z is a card's where it stands alone, and a letter of a word where others stand beside it in a row."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.cards_drawn import BLACK, DEEP, SMALL, WHITE, figures, printed, saved
from tests.vision.made_faces import GREEN, SQUARE, face_of, fit_of
from vision.cards.decks.agree import _letters_on_paper
from vision.cards.decks.candidates import Candidate
from vision.cards.decks.decide import NOTHING, Decision
from vision.cards.decks.words import _of_a, _word
from vision.cards.scene_config import SceneConfig
from vision.cards.see import see
from vision.cards.spots import PrintSpot
from vision.photo import Pixels
from vision.plane import rectangle
from vision.sighting import CardSighting

LID = ((215, 300), (700, 530), (250, 430), 2.0)
"""Its corners, where its print begins, and how large this is."""
WIDE = ((150, 300), (880, 530), (180, 430), 2.0)
BANNER = ((300, 330), (700, 500), (330, 430), 1.9)
"""As large as four cards side by side, so that it is cut into four."""


def _beside(text: str, sheet: tuple[tuple[int, int], tuple[int, int], tuple[int, int], float]) -> Pixels:
    """Five white cards, and beside them a sheet of their paper with a text in red."""
    picture = SMALL.bare((96, 120, 88))
    for lie, shape in SMALL.laid(figures("iamond")[:5]):
        printed(picture, lie, shape, WHITE, DEEP[shape.size])
    first, last, start, scale = sheet
    cv2.rectangle(picture, first, last, WHITE, cv2.FILLED)
    cv2.putText(picture, text, start, cv2.FONT_HERSHEY_SIMPLEX, scale, DEEP[2], 8, cv2.LINE_AA)
    return saved(picture, np.random.default_rng(3), 92)


@pytest.mark.parametrize("sheet", [LID, BANNER])
@pytest.mark.parametrize(("text", "told"), [("Z", True), ("ZONE", False)])
def test_a_letter_of_a_word_is_no_card(
    text: str, sheet: tuple[tuple[int, int], tuple[int, int], tuple[int, int], float], *, told: bool
) -> None:
    seen = see(_beside(text, sheet), game="zangle", profile="iamond")
    cards = [card.triangles for card in seen.cards if isinstance(card, CardSighting)]
    assert sorted(cards) == ([0] if told else []) + [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("others", "word"),
    [
        ([(30, 0), (60, 2)], True),
        ([(-30, 0), (30, 1)], True),
        ([(30, 0)], False),  # one may be anything
        ([(30, 0), (90, 0)], False),  # too far from the next
        ([(30, 0), (30, 30)], False),  # in no row
    ],
)
def test_a_word_is_a_row_of_three_letters_and_more(others: list[tuple[float, float]], *, word: bool) -> None:
    row = [
        PrintSpot(np.array(at, float), (int(at[0]) - 9, int(at[1]) - 12, 18, 24), 200.0, 1.0, ink=DEEP[2])
        for at in [(0.0, 0.0), *others]
    ]
    assert bool(_word(np.zeros(2), row, [], [])) == word


ROW = [
    PrintSpot(np.array([x, 0.0]), (x - 9, -12, 18, 24), 200.0, 1.0, ink=DEEP[2]) for x in (0.0, 20.0, 40.0)
]
WHOLE = PrintSpot(np.array([20.0, 3.0]), (-9, -12, 58, 28), 200.0, 1.0, ink=DEEP[2])


@pytest.mark.parametrize(("far", "told"), [(20.0, False), (30.0, True)])
def test_letters_nearer_than_cards_lie_are_of_one_word(far: float, *, told: bool) -> None:
    """The one beside it is taken for a Z as well."""
    row = [replace(spot, middle=spot.middle * far / 20) for spot in ROW]
    letters = [row[0].middle, row[1].middle]
    assert (not _word(row[0].middle, row, [], letters)) == told


@pytest.mark.parametrize(("word", "told"), [(ROW, False), (ROW[:1], True), ([], True)])
def test_a_word_that_is_taken_for_one_letter_is_none(word: list[PrintSpot], *, told: bool) -> None:
    assert _of_a([word], WHOLE.middle, [*ROW, WHOLE]) != told


def test_zs_in_a_row_are_no_word() -> None:
    seen = see(_beside("Z Z Z", WIDE), game="zangle", profile="iamond")
    assert sum(card.triangles == 0 for card in seen.cards if isinstance(card, CardSighting)) == 3


@pytest.mark.parametrize(("plausible", "told"), [(False, False), (True, True)])
def test_what_is_dismissed_as_a_card_tells_no_paper_for_a_letter(*, plausible: bool, told: bool) -> None:
    """A white cup beside black cards, or a white card that is named as not read."""
    dark, light = (np.array(paper) / 255 for paper in (BLACK, WHITE))
    fits = face_of([fit_of(SQUARE, 0.02)], GREEN)
    corners = rectangle((63.0, 88.0))
    card = Candidate(corners, replace(fits, paper=dark), True)
    cup = Candidate(corners + [300, 0], replace(fits, paper=light), True)
    letter = Candidate(corners + [600, 0], replace(face_of([], GREEN), paper=light, z=0.9), False)
    found = [
        (card, Decision(2, SQUARE, 0.99, None, True)),
        (cup, replace(NOTHING, plausible=plausible)),
        (letter, Decision(0, None, 0.9, None, True)),
    ]
    settled = _letters_on_paper(found, [card.face, cup.face], SceneConfig())
    assert settled[-1][1].triangles == (0 if told else None)
    assert settled[:-1] == found[:-1]
