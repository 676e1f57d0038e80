"""Figures whose card shows no edge are drawn as those on the cards that do."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.cards_drawn import DEEP, WHITE, Lie, blank, figures, line, outline_of, saved
from tests.vision.made_faces import FIVES, GREEN, RED, face_of, fit_of
from vision.cards.decks.candidates import Candidate
from vision.cards.ground.drawn_alike import drawn_alike
from vision.cards.scene_config import SceneConfig
from vision.cards.see import see
from vision.plane import Floats
from vision.sighting import CardSighting

CARD = np.array([[0.0, 0.0], [63, 0], [63, 88], [0, 88]])


def drawn(lines: int, filled: int = 0, *, ink: Floats = GREEN, outlined: bool = True) -> bool:
    """Whether lone shapes are held for drawn in lines, beside so many cards of each kind."""
    face = face_of([fit_of(FIVES[0], 0.02)], ink)
    assert face.blob is not None
    in_lines = replace(face, blob=replace(face.blob, beyond_mm=1.0))
    cards = [Candidate(CARD + [100.0 * k, 0], in_lines, outlined) for k in range(lines)]
    cards += [Candidate(CARD + [100.0 * k, 200], face, True) for k in range(filled)]
    return drawn_alike(cards, SceneConfig()).lone_in_lines


def test_most_of_three_cards_or_more_tell_how_a_deck_is_drawn() -> None:
    assert drawn(3)
    assert drawn(4, 3)
    assert not drawn(3, 3)
    assert not drawn(2)
    assert not drawn(4, outlined=False), "what shows no edge tells nothing of others"
    assert not drawn(4, ink=RED), "a tile's ring is in no count's colour"


@pytest.mark.parametrize("profile", ["iamond", "abolo"])
def test_figures_in_lines_are_read_on_a_cloth_as_white_as_their_cards(profile: str) -> None:
    """Five cards on grey, and three on a cloth of their own paper."""
    picture = np.full((720, 1280, 3), (150, 150, 152), np.uint8)
    picture[:, 830:] = WHITE
    laid = figures(profile)
    for number, shape in enumerate(laid):
        column, row = (number % 3, number // 3) if number < 5 else (3.5, (number - 5) * 0.75)
        lie = Lie(np.array([150 + 250 * column, 190 + 330 * row], float), 17.0 * number, 1.9)
        if number < 5:
            blank(picture, lie, WHITE)
        line(picture, lie.px(outline_of(shape) * 14.0), 2.5, DEEP[shape.size])
    seen = see(saved(picture, np.random.default_rng(5), 92), game="zangle")
    read = [card for card in seen.cards if isinstance(card, CardSighting)]
    lone = [card for card in read if min(x for x, _ in card.corners_px) > 830]
    assert len(lone) >= 2
    assert len(lone) + sum(min(x for x, _ in one.corners_px) > 830 for one in seen.unread) == 3
    keys = [shape.key for shape in laid]
    assert all(card.shape is not None and card.shape.key in keys for card in read)
