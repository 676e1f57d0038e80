"""What is the table's and what a card's: papers of another size, a shadow across a print, a cloth's dye."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from tests.vision.decks_drawn import SCALE, SHAPES, Deck, lay, off, shot, table
from tests.vision.painting import fill
from tests.vision.sighted import cards_in
from vision.cards.decks.outlined import outlined_cards
from vision.cards.decks.which_deck import choose_profile
from vision.cards.face.faces import StyleMemory
from vision.cards.first_look import first_look
from vision.cards.ground.silhouettes import silhouette_of
from vision.cards.scene_config import SceneConfig
from vision.cards.spots import PrintSpot
from vision.photo import Pixels
from vision.plane import Floats, rectangle
from vision.rectify import Pyramid

DECK = Deck(unit_mm=17.0)


def spin(turn: float) -> Floats:
    """The transpose of a turn by degrees."""
    a = np.radians(turn)
    return np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])


def test_papers_of_one_size_that_outnumber_a_few_cards_do_not_tell_theirs() -> None:
    """Notes with a mark in a corner of each, and two cards. What bears its print about the middle tells the deck."""
    flat = table()
    for k in range(20):
        x, y = 160 + 180 * (k % 10), 150 + 760 * (k // 10)
        for size, at, colour in (
            ((44.0, 59.0), (-22.0, -29.5), (180.0, 200.0, 210.0)),
            ((10.0, 10.0), (-17.0, -24.0), (150.0, 80.0, 40.0)),
        ):
            fill(flat, rectangle(size, at) * SCALE @ spin(7.0) + [x, y], np.array(colour))
    laid = [lay(flat, DECK, SHAPES[n], 700 + 420 * k, 530, 14 * k + 8) for k, n in enumerate([7, 9])]
    picture, config = shot(flat), SceneConfig()
    look = first_look(picture, None, config)
    found, own = outlined_cards(Pyramid(picture), look.quads, [], look.spots, None, StyleMemory(), config)
    faces = [c.face for c in found]
    assert choose_profile(faces, None, own.decide) == "iamond"
    for one in laid:
        assert min(float(np.abs(c.middle - one.corners.mean(0)).max()) for c in found) < 4


def test_a_print_s_ink_is_told_from_paper_across_which_a_shadow_grows() -> None:
    """The light about the print falls to a fifth."""
    rows, columns = np.mgrid[0:160, 0:160]
    tips = np.array([[48.0, 104.0], [112.0, 104.0], [80.0, 49.0]])
    print_ = np.zeros((160, 160), np.uint8)
    cv2.fillConvexPoly(print_, np.round(tips).astype(np.int32), 1)
    flat = np.where(print_[..., None] > 0, (190.0, 90.0, 30.0), (226.0, 232.0, 236.0))
    lit = flat * np.clip(1.2 - 1.1 * (rows + 0.3 * columns) / 208, 0.1, 1)[..., None]
    box = (48.0, 49.0, 64.0, 55.0)
    spot = PrintSpot(tips.mean(0), box, 120.0, 1.0, False, (190, 90, 30), (230, 230, 230), tips)
    found = silhouette_of(np.round(lit).astype(np.uint8), spot)
    assert found is not None
    ink = np.zeros((160, 160), bool)
    x, y = found.origin.astype(int)
    height, width = found.ink.shape
    ink[y : y + height, x : x + width] = found.ink > 0.5
    assert (ink & (print_ > 0)).sum() > 0.85 * (ink | (print_ > 0)).sum()


def patches(picture: Pixels, colour: Floats, side_mm: float, places: Sequence[tuple[float, float]]) -> None:
    """Triangles that a cloth is printed with, all one way."""
    tips = (
        np.array([[np.sin(a), -np.cos(a)] for a in np.radians([0, 120, 240])]) * side_mm / np.sqrt(3) * SCALE
    )
    for x, y in places:
        fill(picture, tips + [x, y], colour)


@pytest.mark.parametrize(("dye", "read"), [((190.0, 90.0, 30.0), 0), ((200.0, 60.0, 60.0), 2)])
def test_patches_of_a_cloth_that_come_out_as_large_as_a_print_are_known_by_its_dye(
    dye: tuple[float, float, float], read: int
) -> None:
    """Among many small triangles in one blue, two in the same or in another. The prints are far larger than most."""
    flat = table()
    flat[:] = (226, 232, 236)
    grid = [(150.0 + 180 * i, 140.0 + 160 * j) for i in range(10) for j in (0, 5)]
    patches(flat, np.array([190.0, 90.0, 30.0]), 11.0, grid)
    patches(flat, np.array(dye), DECK.unit_mm, [(300.0, 560.0), (1640.0, 540.0)])
    laid = [lay(flat, DECK, SHAPES[n], 580 + 250 * k, 540, 12 * k) for k, n in enumerate([7, 4, 9, 6])]
    found = cards_in(shot(flat))
    beside = [card for card in found if min(off(card, one) for one in laid) > 40]
    assert len(beside) == read
    assert len(found) == len(laid) + read
