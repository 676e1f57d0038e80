"""Of two cards that overlap the one beneath is told first, whatever order they come in."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.cards.piles import beneath_first
from vision.photo import Pixels
from vision.quads import as_quad
from vision.sighting import CardSighting

CARD = np.array([[0.0, 0.0], [63, 0], [63, 88], [0, 88]]) * 2


def _pile(places: list[tuple[float, float]], turn: float) -> tuple[list[CardSighting], Pixels]:
    """Cards laid one upon the other, the lowest first, and the gradient of their picture."""
    c, s = np.cos(turn), np.sin(turn)
    corners = [(CARD + place - [63, 88]) @ np.array([[c, s], [-s, c]]) + [320, 260] for place in places]
    picture = np.full((520, 640), 60, np.uint8)
    for own in corners:
        loop = [np.round(own * 16).astype(np.int32)]
        cv2.fillPoly(picture, loop, 235, cv2.LINE_AA, 4)
        cv2.polylines(picture, loop, True, 200, 1, cv2.LINE_AA, 4)
    steps = np.asarray(cv2.morphologyEx(picture, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)), np.uint8)
    return [
        CardSighting(None, k + 1, None, as_quad(own), 1.0, ("outline",)) for k, own in enumerate(corners)
    ], steps


@pytest.mark.parametrize("turn", [0.0, 0.5, 2.0, 4.0])
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1)])
def test_a_fan_is_told_from_its_lowest_card(order: tuple[int, ...], turn: float) -> None:
    cards, steps = _pile([(-84.0, 0.0), (0.0, 0.0), (84.0, 0.0)], turn)
    told = beneath_first([cards[k] for k in order], steps, 1)
    assert [card.triangles for card in told] == [1, 2, 3]


def test_cards_side_by_side_keep_their_order() -> None:
    cards, steps = _pile([(-140.0, 0.0), (0.0, 0.0), (140.0, 0.0)], 0.2)
    shuffled = [cards[k] for k in (2, 0, 1)]
    assert beneath_first(shuffled, steps, 1) == shuffled
