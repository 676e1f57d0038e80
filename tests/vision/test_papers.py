"""Spots on one paper are told from a table's own, and a spot's ink from the paper on which more light falls."""

from __future__ import annotations

import cv2
import numpy as np

from vision.cards.decks.papers import of_like_paper
from vision.cards.ground.silhouettes import silhouette_of
from vision.cards.spots import PrintSpot


def spot(paper: tuple[float, float, float], plain: float = 1.0, *, dark: bool = False) -> PrintSpot:
    return PrintSpot(np.zeros(2), (0, 0, 40, 40), 120.0, plain, dark, (40, 60, 200), paper)


def test_prints_in_the_shade_and_tiles_between_white_joints_are_two_groups() -> None:
    prints = [spot((121 + k, 130 + k, 134 + k)) for k in range(0, 12, 3)]
    tiles = [spot((190 + k, 199 + k, 190 + k), 0.99) for k in range(0, 25, 5)]
    assert of_like_paper(tiles + prints) == [prints, tiles]


def test_two_of_a_tint_letters_and_what_stands_on_no_plain_ground_are_no_group() -> None:
    grey, warm = (180.0, 180.0, 180.0), (120.0, 150.0, 190.0)
    assert of_like_paper([spot(grey), spot(grey), spot(warm), spot(warm)]) == []
    assert of_like_paper([spot(grey), spot(grey), spot(grey, 0.7), spot(grey, dark=True)]) == []


def test_the_lit_part_of_a_card_is_not_taken_for_its_print() -> None:
    picture = np.full((200, 200, 3), 120, np.uint8)
    cv2.fillConvexPoly(picture, np.array([[0, 0], [199, 0], [199, 86], [0, 86]]), (225, 230, 230))
    triangle = np.array([[100, 90], [124, 90], [112, 111]])
    cv2.fillConvexPoly(picture, triangle, (130, 70, 90))
    box = (100.0, 90.0, 24.0, 21.0)
    middle, hull = np.array([112.0, 97.0]), triangle.astype(float)
    seen = PrintSpot(middle, box, 60.0, 0.9, False, (130, 70, 90), (120, 120, 120), hull)
    found = silhouette_of(picture, seen)
    assert found is not None
    assert np.allclose(found.origin + found.middle, [112, 97], atol=1.5)
    assert 0.8 < found.area / (24 * 21 / 2) < 1.4
