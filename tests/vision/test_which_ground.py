"""Of several grounds and decks the one that the shapes speak for, or none."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.grain import noise
from tests.vision.decks_drawn import SHAPES, Deck, lay, shot, table
from vision.cards.decks.candidates import Candidate, read_all
from vision.cards.face.faces import StyleMemory
from vision.cards.face.models import models_of
from vision.cards.ground.on_ground import TableReading
from vision.cards.ground.which_ground import likeliest, may_be_the_others
from vision.cards.scene import TWO_DECKS
from vision.cards.scene_config import PROFILES, SceneConfig
from vision.cards.see import see
from vision.ground import Ground
from vision.photo import Pixels
from vision.rectify import Pyramid

CONFIG = SceneConfig()
GROUND = Ground((np.eye(3),), np.eye(3), None, (63.0, 88.0))


@pytest.fixture(scope="module")
def cards() -> list[Candidate]:
    """Five cards of one deck, read by both decks' shapes."""
    picture = table()
    laid = [lay(picture, Deck(), SHAPES[n], 260 + 330 * k, 500, 5 * k) for k, n in enumerate([7, 4, 9, 2, 6])]
    corners = [one.corners for one in laid]
    faces = read_all(Pyramid(shot(picture)), corners, PROFILES, StyleMemory(), CONFIG)
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


@pytest.mark.parametrize(
    ("count", "squeezed", "doubtful"), [(2, 0.7, True), (2, 0.95, False), (3, 0.7, False), (0, 0.7, False)]
)
def test_two_shapes_aslant_tell_no_deck_by_themselves(
    cards: list[Candidate], count: int, squeezed: float, *, doubtful: bool
) -> None:
    to_px = np.diag([1.0, squeezed, 1.0])
    aslant = TableReading(cards[:count], [], [], Ground((to_px,), to_px, None, (63.0, 88.0)), "iamond")
    assert may_be_the_others(aslant, CONFIG) == doubtful


def lone_prints(count: int, squeezed: float) -> Pixels:
    """So many figures of the game on paper whose edge does not show, all turned alike, seen from aslant."""
    picture = np.full((720, 1280, 3), (208, 212, 214), np.uint8)
    models, inks = models_of("iamond"), {4: (40, 190, 220), 5: (60, 130, 40)}
    large = [k for k, shape in enumerate(models.shapes) if shape.size >= 4 and len(shape.outline()[0]) >= 5]
    for k, number in enumerate(large[:count]):
        loop = 60 * models.outline[number]
        loop = (loop - (loop.max(0) + loop.min(0)) / 2) * [1, squeezed] + [250 + 400 * k, 330 + 40 * k]
        ink = inks[models.shapes[number].size]
        cv2.fillPoly(picture, [np.round(loop * 16).astype(np.int32)], ink, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(picture, (0, 0), 0.8)
    return np.clip(soft + noise(1, 2.0, picture.shape), 0, 255).astype(np.uint8)


@pytest.mark.parametrize(("count", "squeezed", "read"), [(2, 1.0, 2), (2, 0.75, 0), (3, 1.0, 3)])
def test_two_figures_seen_from_aslant_are_named_as_of_either_deck(
    count: int, squeezed: float, read: int
) -> None:
    seen = see(lone_prints(count, squeezed), game="zangle")
    assert len(seen.cards) == read
    assert [place.why for place in seen.unread] == [TWO_DECKS] * (count - read)
    named = see(lone_prints(count, squeezed), game="zangle", profile="iamond")
    assert TWO_DECKS not in {place.why for place in named.unread}
