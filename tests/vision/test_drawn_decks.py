"""Decks drawn here, with true places known: their own proportions, prints beside the middle, pale prints, two cards
that look like one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.decks_drawn import SCALE, SHAPES, Deck, Laid, lay, off, shot, table
from tests.vision.sighted import cards_in
from vision.cards.place import print_off_middle
from vision.cards.see import see
from vision.photo import Pixels
from vision.sighting import CardSighting


def one_each(deck: Deck) -> tuple[Pixels, list[Laid]]:
    """The ten shapes in two rows that all lie one way."""
    picture = table()
    laid = [
        lay(picture, deck, shape, 200 + 370 * (k % 5), 280 + 480 * (k // 5), 4 + 3 * (k % 3))
        for k, shape in enumerate(SHAPES)
    ]
    return shot(picture), laid


def all_read(picture: Pixels, laid: list[Laid], within_px: float) -> None:
    cards = cards_in(picture)
    assert len(cards) == len(laid)
    for true in laid:
        card = min(cards, key=lambda c: off(c, true))
        assert card.shape is not None
        assert card.shape.key == true.shape.key
        assert off(card, true) < within_px


@pytest.mark.parametrize("size_mm", [(63.0, 88.0), (59.0, 93.0), (64.0, 84.0), (57.0, 89.0), (70.0, 120.0)])
def test_decks_of_any_proportions_are_read(size_mm: tuple[float, float]) -> None:
    picture, laid = one_each(Deck(size_mm))
    all_read(picture, laid, 4.0)


def test_a_print_beside_the_middle_leaves_the_card_where_it_is() -> None:
    picture, laid = one_each(Deck(off_mm=(0.0, -14.0)))
    all_read(picture, laid, 4.0)


def test_a_pale_print_beside_strong_ones_is_read() -> None:
    picture = table()
    deck = Deck()
    laid = [lay(picture, deck, shape, 200 + 370 * k, 280, 5) for k, shape in enumerate(SHAPES[:5])]
    laid += [
        lay(picture, deck, shape, 200 + 370 * k, 760, -5, pale=0.55) for k, shape in enumerate(SHAPES[5:])
    ]
    all_read(shot(picture), laid, 4.0)


@pytest.mark.parametrize("turn", [0, 24, 61])
def test_two_cards_side_by_side_are_two(turn: float) -> None:
    """Each half as broad as long, they have one card's proportions together."""
    picture = table()
    deck = Deck((44.0, 63.0), unit_mm=10.0)
    a = np.radians(turn)
    step = np.array([np.cos(a), np.sin(a)]) * deck.size_mm[0] * SCALE
    laid = []
    for k in range(3):
        x, y = 330 + 580 * k, 480
        laid.append(lay(picture, deck, SHAPES[k], x, y, turn))
        laid.append(lay(picture, deck, SHAPES[6 + k], x + step[0], y + step[1], turn))
    for card in cards_in(shot(picture)):
        true = min(laid, key=lambda one: off(card, one))
        assert card.shape is not None
        assert card.shape.key == true.shape.key


def test_where_a_deck_prints_its_shapes_is_told_up_to_a_half_turn() -> None:
    rng = np.random.default_rng(1)
    middle, off_mm = np.array([31.5, 44.0]), np.array([2.0, 11.0])
    places = middle + off_mm * rng.choice([-1, 1], 9)[:, None] + rng.normal(0, 0.4, (9, 2))
    told = print_off_middle(places, (63.0, 88.0))
    assert np.abs(told - off_mm).max() < 0.8
    assert not print_off_middle(middle + rng.normal(0, 1, (9, 2)), (63.0, 88.0)).any()
    assert not print_off_middle(places[:2], (63.0, 88.0)).any()


@pytest.mark.parametrize("turn", [0, 21, 90])
def test_two_cards_seen_straight_are_not_taken_for_tilted_ones(turn: float) -> None:
    picture = table()
    a = np.radians(turn)
    laid = [
        lay(picture, Deck(), SHAPES[k], 900 + side * np.cos(a), 540 + side * np.sin(a), turn)
        for k, side in ((9, -92.0), (2, 92.0))
    ]
    all_read(shot(picture), laid, 4.0)


@pytest.mark.parametrize("shrink", [6, 7, 8])
@pytest.mark.parametrize("size_mm", [(63.0, 88.0), (70.0, 70.0)])
def test_from_farther_and_farther_off_every_card_is_named_still(
    size_mm: tuple[float, float], shrink: int
) -> None:
    """As read or as not read, and never as what it is not."""
    picture, laid = one_each(Deck(size_mm))
    small = cv2.resize(picture, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
    seen = see(np.asarray(cv2.GaussianBlur(small, (0, 0), 0.8), np.uint8), game="zangle")
    assert len(seen.cards) + len(seen.unread) == len(laid)
    for card in seen.cards:
        assert isinstance(card, CardSighting)
        middle = np.array(card.corners_px).mean(0) * shrink
        true = min(laid, key=lambda one: float(np.hypot(*(one.corners.mean(0) - middle))))
        assert card.shape is not None
        assert card.shape.key == true.shape.key
