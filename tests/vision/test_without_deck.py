"""Where no deck is told: what lies beside a Z that is, and prints of a strange ink of which no card's edge shows."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.rules.polyform import Shape
from companion.table.decks import zangle_deck
from tests.vision.letters_cut import cut_out, letter_in
from tests.vision.made_faces import COLOURS, FIVES, GREEN, KINDS, RED, face_of, fit_of
from tests.vision.scoring import PHOTOS
from vision.cards.decide_config import DecideConfig
from vision.cards.decks.candidates import Candidate
from vision.cards.decks.one_kind import NOTHING_READ
from vision.cards.decks.other_colours import in_other_colours
from vision.cards.decks.without_deck import beside_letters
from vision.cards.see import see
from vision.photo import Pixels, load_photo
from vision.plane import Floats
from vision.quads import as_quad
from vision.sighting import CardSighting

CARD = np.array([[0.0, 0.0], [63, 0], [63, 88], [0, 88]])
LETTER = CardSighting(None, 0, None, as_quad(CARD), 0.95, ("outline", "shape"))


def beside(*, times: float = 1.0, away: float = 100.0, papery: float = 0.9) -> int:
    """Whether a card of another size, so far from a Z, is named beside it: how often, of two outlines of it."""
    face = replace(face_of([], GREEN), blob=None, papery=papery)
    card = Candidate(CARD * times + [away, 0], face, True)
    named = beside_letters([LETTER], [card, card, Candidate(card.corners, face, False)], [LETTER])
    assert all(one.why == NOTHING_READ for one in named)
    return len(named)


def test_a_card_beside_a_z_on_which_no_shape_is_seen_is_named_once() -> None:
    assert beside() == beside(times=1.2) == beside(times=0.85) == 1
    assert beside(times=1.5) == beside(times=0.6) == 0, "a sheet, or a tile"
    assert beside(away=5.0) == 0, "the Z itself"
    assert beside(papery=0.3) == 0, "a back"
    assert beside_letters([], [Candidate(CARD, face_of([], GREEN), True)], []) == []


def with_a_line_drawn(photo: Pixels, corners: Floats) -> Pixels:
    """The photo of a Z card, a thin figure drawn on it instead of the letter."""
    middle, size = corners.mean(0), np.linalg.norm(corners[0] - corners[2])
    inner = np.round(middle + 0.62 * (corners - middle)).astype(np.int32)
    hidden = cv2.fillConvexPoly(np.zeros(photo.shape[:2], np.uint8), inner, 255)
    bare = cv2.inpaint(photo, hidden, 3, cv2.INPAINT_TELEA)
    figure = np.array([[0, -0.12], [0.1, 0.09], [-0.13, 0.05]]) * size + middle
    cv2.polylines(bare, [np.round(figure).astype(np.int32)], True, (40, 40, 40), 2, cv2.LINE_AA)
    return np.asarray(bare, np.uint8)


@pytest.mark.parametrize(
    ("name", "card"), [("table-plain-09-abolo", "card-5"), ("table-alien-far-abolo", "card-7")]
)
def test_a_z_is_not_held_for_alone_beside_cards_that_are_not_read(name: str, card: str) -> None:
    photo, corners = cut_out(load_photo(PHOTOS / f"{name}.jpg"), letter_in(name, card))
    drawn = with_a_line_drawn(photo, corners)
    seen = see(np.hstack([photo, drawn, drawn]), game="zangle", deck=zangle_deck())
    assert [one.triangles for one in seen.cards if isinstance(one, CardSighting)] == [0]
    assert len(seen.unread) == 2


def lone(prints: list[tuple[Shape, Floats]], error: float = 0.02, papery: float = 0.9) -> int:
    """How many of prints of which no card's edge shows are held for a deck's in other colours than the game's."""
    cards = [
        Candidate(CARD + [100 * k, 0], replace(face_of([fit_of(shape, error)], ink), papery=papery), False)
        for k, (shape, ink) in enumerate(prints)
    ]
    return len(in_other_colours(cards, ("iamond", "abolo"), DecideConfig()))


def test_lone_prints_of_one_strange_ink_tell_a_deck_of_other_colours() -> None:
    forest = [(FIVES[0], RED), (FIVES[1], RED), (FIVES[2], RED), (KINDS[2], RED)]
    assert lone(forest) == 4
    assert lone(forest[:2]) == 0, "two may be a cloth's"
    assert lone([forest[0]] * 4) == 0, "of one kind are tiles"
    assert lone(forest, error=0.045) == 0, "another game's figures are nearly like a shape"
    assert lone(forest, papery=0.4) == 0
    assert lone([*forest, (FIVES[3], COLOURS[1])]) == 0, "of two inks"
    assert lone([(five, GREEN) for five in FIVES[:4]]) == 0, "the game's own"
