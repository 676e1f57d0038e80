"""Which coloured spots are looked at as prints: whose outline holds one, and which come first where there are many."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.rules.polyform import lattice_named
from vision.cards.decks.candidates import one_print
from vision.cards.face.models import models_of
from vision.cards.ground.lone import likest
from vision.cards.ground.silhouettes import Silhouettes
from vision.cards.scene_config import SceneConfig
from vision.cards.spots import PrintSpot, SpotConfig, find_spots, local_ratio
from vision.ground import Ground
from vision.plane import Floats, rectangle

CARD = rectangle((120.0, 168.0), (100.0, 100.0))


def spot(x: float, y: float, size: float, ink: tuple[float, float, float] = (40, 60, 200)) -> PrintSpot:
    box = (x - size / 2, y - size / 2, size, size)
    hull = rectangle((size, size), box[:2])
    return PrintSpot(np.array([x, y]), box, 120.0, 1.0, False, ink, (230.0, 230.0, 230.0), hull)


def test_what_stands_in_a_card_s_corner_is_no_second_print() -> None:
    middle = spot(160, 184, 50)
    marks = [spot(114, 114, 20, (30, 40, 50)), spot(206, 254, 20, (30, 40, 50))]
    assert one_print(CARD, [middle, *marks])


@pytest.mark.parametrize(
    "places", [[(160, 142), (160, 226)], [(130, 142), (190, 142), (130, 226), (190, 226)]]
)
def test_a_strip_of_two_cards_and_a_block_of_four_hold_several(places: list[tuple[float, float]]) -> None:
    assert not one_print(CARD, [spot(x, y, 22) for x, y in places])


def test_two_prints_are_two_though_a_lamp_makes_paper_uneven() -> None:
    """Where a lamp shines beside the cards, most of their paper is darker than the lightest near by."""
    first, second = spot(160, 142, 40), replace(spot(160, 226, 40), plain=0.35)
    assert not one_print(CARD, [first, second])
    assert one_print(CARD, [first, replace(second, plain=0.2)])


@pytest.mark.parametrize(
    ("colourful", "ink", "one"),
    [(45.0, (140, 121, 145), True), (120.0, (140, 121, 145), False), (45.0, (150, 121, 120), False)],
)
def test_what_glare_leaves_of_a_print_is_one_print(
    colourful: float, ink: tuple[float, float, float], one: bool
) -> None:
    left = replace(spot(140, 170, 24, (145, 121, 140)), colourful=colourful)
    right = replace(spot(182, 196, 24, ink), colourful=colourful)
    assert one_print(CARD, [left, right]) == one


def test_of_many_spots_those_that_are_like_a_model_come_first_and_flowers_not_at_all() -> None:
    """A cloth with forty flowers and one triangle of the deck's unit edge, seen from straight above."""
    picture = np.full((700, 1000, 3), 235, np.uint8)
    drawn: list[tuple[float, float]] = []
    for k in range(40):
        x, y = 60 + 110 * (k % 8), 60 + 120 * (k // 8)
        for petal in range(5):
            away = 17 * np.array([np.cos(petal * 1.2566 + k), np.sin(petal * 1.2566 + k)])
            at = (int(x + away[0]), int(y + away[1]))
            cv2.circle(picture, at, 11, (60, 90, 220), cv2.FILLED)
        drawn.append((x, y))
    lattice = lattice_named("iamond")
    loop: Floats = next(m for m, s in zip(models_of("iamond").outline, models_of("iamond").shapes, strict=True)
                        if s.lattice == lattice and len(s.triangles) == 1)  # fmt: skip
    cv2.fillPoly(picture, [np.round(loop * 44 + [920, 640]).astype(np.int32)], (60, 160, 60))
    spots = [spot(x, y, 56) for x, y in drawn] + [spot(920, 640, 46, (60, 160, 60))]
    frame = np.diag([4.0, 4.0, 1.0])
    ground = Ground((frame,), frame, None, (63.0, 88.0))
    found = likest(Silhouettes(picture), (spots, []), ground, 11.0, ("iamond",), SceneConfig())
    assert found[0] is spots[-1]
    assert len(found) < 10


def test_a_hundred_spots_of_a_cloth_in_one_hue_leave_room_for_a_print_in_another() -> None:
    """Deep blue spots all over a pale cloth, and one shape in a paler green: by depth of colour it comes last."""
    picture = np.full((600, 800, 3), 235, np.uint8)
    for k in range(100):
        cv2.circle(picture, (40 + 80 * (k % 10), 30 + 60 * (k // 10)), 12, (150, 50, 20), cv2.FILLED)
    cv2.rectangle(picture, (368, 282), (392, 318), (235, 235, 235), cv2.FILLED)
    cv2.fillPoly(picture, [np.array([[388, 288], [412, 288], [400, 310]])], (90, 160, 90))
    config = SpotConfig(most=40)
    found = find_spots(picture, local_ratio(picture, config), 1, config)
    assert len(found) == config.most
    assert any(np.hypot(*(s.middle - [400, 296])) < 6 for s in found)
    assert found == sorted(found, key=lambda s: -s.colourful * s.plain**2)


def test_triangles_printed_apart_are_one_print_and_beside_another_cards_print_are_not() -> None:
    chain = [spot(160, 130 + 26 * k, 20) for k in range(5)]
    assert one_print(CARD, chain)
    # Without those between them the ends of the chain are as far apart as two cards' prints.
    assert not one_print(CARD, [chain[0], chain[4]])
    assert not one_print(CARD, [*chain[:2], *(replace(one, ink=(200, 60, 40)) for one in chain[3:])])
