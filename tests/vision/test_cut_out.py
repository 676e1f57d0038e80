"""Outlines of no sheet of their own: lines on a ground and parts of a larger sheet are told from cards."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.cards.cut_out import goes_on, of_another_paper
from vision.outlines import OutlineConfig, WorkPicture, work_picture
from vision.photo import Pixels
from vision.plane import Floats, rectangle
from vision.srgb import LINEAR

GREEN, CREAM, WHITE, NAVY = (60, 95, 45), (200, 225, 240), (240, 240, 230), (75, 40, 30)
PLACE = rectangle((120.0, 170.0), (200.0, 150.0))


def _light(colour: tuple[int, int, int]) -> Floats:
    return np.asarray(LINEAR[np.array(colour)], float)


def _dots(corners: Floats) -> NDArray[np.int32]:
    return np.asarray(corners, np.int32)


def _table() -> Pixels:
    chance = np.random.default_rng(1)
    grain = chance.normal(0, 3, (500, 600, 3))
    return np.asarray(np.clip(np.array(GREEN) + grain, 0, 255), np.uint8)


def _work(picture: Pixels) -> WorkPicture:
    return work_picture(picture, OutlineConfig())


@pytest.mark.parametrize(
    ("paper", "cards", "another"),
    [
        (GREEN, [CREAM, CREAM], True),
        (WHITE, [NAVY, NAVY], True),
        (CREAM, [CREAM, CREAM], False),
        ((100, 113, 120), [CREAM, CREAM], False),  # in shade
        (GREEN, [CREAM], False),  # one card tells no deck
        (GREEN, [CREAM, GREEN], False),
        ((253, 253, 252), [NAVY, NAVY], False),  # in glare
    ],
)
def test_paper_of_another_tint_is_no_card_s(
    paper: tuple[int, int, int], cards: list[tuple[int, int, int]], *, another: bool
) -> None:
    assert of_another_paper(_light(paper), [_light(card) for card in cards]) == another


def test_lines_on_a_ground_are_no_sheet() -> None:
    picture = _table()
    cv2.polylines(picture, [_dots(PLACE)], True, (150, 190, 180), 3)
    assert goes_on(PLACE, _work(picture), [])


def test_a_card_is_one() -> None:
    picture = _table()
    cv2.fillConvexPoly(picture, _dots(PLACE), CREAM)
    assert not goes_on(PLACE, _work(picture), [])


def test_a_sheet_of_its_ground_s_tint_is_one_too() -> None:
    picture = np.full((500, 600, 3), 150, np.uint8)
    cv2.fillConvexPoly(picture, _dots(PLACE), (180, 180, 180))
    assert not goes_on(PLACE, _work(picture), [])


def test_a_part_of_a_sheet_is_none_of_its_own() -> None:
    picture = _table()
    sheet = PLACE.copy()
    sheet[:2, 1] -= 100
    cv2.fillConvexPoly(picture, _dots(sheet), WHITE)
    cv2.line(picture, (200, 150), (320, 150), (60, 60, 60), 2)
    assert goes_on(PLACE, _work(picture), [])


def test_beside_a_card_one_of_the_same_paper_may_lie() -> None:
    picture = _table()
    beside = PLACE - (120, 0)
    cv2.fillConvexPoly(picture, _dots(np.array([beside[0], PLACE[1], PLACE[2], beside[3]])), CREAM)
    cv2.line(picture, (200, 150), (200, 320), (90, 100, 110), 2)
    assert goes_on(PLACE, _work(picture), [])
    assert not goes_on(PLACE, _work(picture), [beside])
