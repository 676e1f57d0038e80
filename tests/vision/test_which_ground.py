"""Of several grounds and decks the one that the shapes speak for, or none."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.test_drawn_decks import SHAPES, Deck, lay, shot, table
from vision.cards.decks.candidates import Candidate, read_all
from vision.cards.ground.on_ground import TableReading
from vision.cards.ground.which_ground import likeliest
from vision.cards.scene_config import PROFILES, SceneConfig
from vision.ground import Ground
from vision.rectify import Pyramid

CONFIG = SceneConfig()
GROUND = Ground((np.eye(3),), np.eye(3), None, (63.0, 88.0))


@pytest.fixture(scope="module")
def cards() -> list[Candidate]:
    """Five cards of one deck, read by both decks' shapes."""
    picture = table()
    laid = [lay(picture, Deck(), SHAPES[n], 260 + 330 * k, 500, 5 * k) for k, n in enumerate([7, 4, 9, 2, 6])]
    corners = [one.corners for one in laid]
    faces = read_all(Pyramid(shot(picture)), corners, PROFILES, [], CONFIG)
    return [Candidate(own, face, True) for own, face in zip(corners, faces, strict=True)]


def reading(cards: list[Candidate], profile: str) -> TableReading:
    return TableReading(cards, [], [], GROUND, profile)


def test_the_deck_whose_shapes_are_drawn_better_wins_wherever_it_stands(cards: list[Candidate]) -> None:
    tried = [reading(cards, "abolo"), reading(cards, "iamond")]
    for order in (tried, tried[::-1]):
        best, said = likeliest(order, CONFIG)
        assert best.profile == "iamond"
        assert said > CONFIG.least_evidence


def test_the_first_of_two_planes_that_say_the_same_is_taken(cards: list[Candidate]) -> None:
    tried = [reading(cards, "iamond"), reading(cards[::-1], "iamond")]
    assert likeliest(tried, CONFIG)[0] is tried[0]


def test_a_plane_on_which_clearly_more_is_read_is_taken_before_the_first(cards: list[Candidate]) -> None:
    tried = [reading(cards[:2], "iamond"), reading(cards, "iamond")]
    assert likeliest(tried, CONFIG)[0] is tried[1]


def test_without_anything_certain_nothing_is_said(cards: list[Candidate]) -> None:
    assert likeliest([reading([], "iamond"), reading([], "abolo")], CONFIG)[1] == 0.0
