"""One kind of shape alone, as a suit's diamonds, a code's squares and dominoes show, is not stated as cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import cv2
import numpy as np
import pytest

from companion.table.decks import zangle_deck
from tests.grain import noise
from vision.cards.decide_config import DecideConfig
from vision.cards.decks.candidates import Candidate
from vision.cards.decks.decide import decide
from vision.cards.decks.one_kind import AMONG_OTHERS, WHY, of_several_kinds
from vision.cards.face.discs import off_disc
from vision.cards.face.faces import Asked, read_face
from vision.cards.face.marked import ONE_MARKER
from vision.cards.face.models import models_of
from vision.cards.see import see
from vision.markers import marker_on_card
from vision.photo import Pixels
from vision.plane import Floats
from vision.rectify import Pyramid, face_map
from vision.sighting import CardSighting

RED, BROWN, YELLOW, ORANGE = (50, 58, 200), (52, 104, 138), (30, 190, 230), (40, 120, 235)
INKS = {1: (200, 110, 40), 2: (45, 30, 190), 3: (140, 40, 110), 4: (40, 190, 220), 5: (60, 130, 40)}
"""Blue, green, red, by the count of triangles."""


def photographed(picture: Pixels) -> Pixels:
    """A drawing (h, w, 3) with a camera's blur and noise."""
    soft = cv2.GaussianBlur(picture, (0, 0), 0.8)
    return np.clip(soft + noise(1, 2.0, picture.shape), 0, 255).astype(np.uint8)


def filled(picture: Pixels, loop: Floats, ink: tuple[int, int, int]) -> None:
    """Draw a loop (n, 2) of pixels."""
    cv2.fillPoly(picture, [np.round(loop * 16).astype(np.int32)], ink, cv2.LINE_AA, 4)


def squares(count: int, half_px: float, ink: tuple[int, int, int]) -> Pixels:
    """So many squares of one ink and size, each turned by chance, on paper that shows no edge. (720, 1280, 3)."""
    picture = np.full((720, 1280, 3), (208, 212, 214), np.uint8)
    chance = np.random.default_rng(4)
    for k in range(count):
        at = np.array([200 + 400 * (k % 3), 220 + 300 * (k // 3)]) + chance.uniform(-20, 20, 2)
        turns = chance.uniform(0, np.pi) + np.pi / 2 * np.arange(4)
        filled(picture, at + half_px * np.stack([np.cos(turns), np.sin(turns)], -1), ink)
    return picture


def cards(
    numbers: tuple[int, ...],
    shift_px: tuple[int, int] = (0, 0),
    inks: Mapping[int, tuple[int, int, int]] = MappingProxyType(INKS),
) -> Pixels:
    """Right-angled figures of these numbers, each on a white card of 190 x 264 pixels, off its middle by a shift."""
    picture = np.full((720, 1280, 3), (60, 85, 110), np.uint8)
    models = models_of("abolo")
    for k, number in enumerate(numbers):
        middle = np.array([220 + 330 * k, 330])
        x, y = middle
        cv2.rectangle(picture, (x - 95, y - 132), (x + 95, y + 132), (228, 230, 232), cv2.FILLED)
        loop = 30 * models.outline[number]
        loop = loop - (loop.max(0) + loop.min(0)) / 2 + middle + shift_px
        filled(picture, loop, inks[models.shapes[number].size])
    return picture


@pytest.mark.parametrize(("count", "half_px", "ink"), [(4, 44.0, RED), (6, 44.0, RED), (6, 40.0, BROWN)])
def test_figures_of_one_kind_on_no_card_are_named_and_not_stated(
    count: int, half_px: float, ink: tuple[int, int, int]
) -> None:
    seen = see(photographed(squares(count, half_px, ink)), game="zangle")
    assert seen.cards == ()
    assert {place.why for place in seen.unread} == {WHY}
    assert seen.profile is None


def square_of_two() -> int:
    """The number of the red square."""
    shapes = models_of("abolo").shapes
    return next(k for k, shape in enumerate(shapes) if shape.size == 2 and len(shape.outline()[0]) == 4)


def with_marker(picture: Pixels, middle: Floats) -> Pixels:
    """The first marker of the printed card that bears the red square, whose middle would lie here; 2.2 px a mm."""
    deck, own = zangle_deck(), models_of("abolo").shapes[square_of_two()]
    number = next(c for c in deck.cards if c.shape is not None and c.shape.key == own.key).markers[0]
    family = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, f"DICT_{deck.family}"))
    side = round(2.2 * deck.marker_mm)
    x, y = np.round(middle + 2.2 * (marker_on_card(deck, 0)[0] - np.array(deck.face_mm) / 2)).astype(int)
    picture[y : y + side, x : x + side] = cv2.aruco.generateImageMarker(family, number, side)[..., None]
    return picture


SQUARE = np.array([217.7, 220.5])
"""Where the first of the squares lies, px."""


@pytest.mark.parametrize(
    ("middle", "told"),
    [
        pytest.param(SQUARE, True, id="on its card"),
        pytest.param(SQUARE - [0, 79], True, id="where the marker lays its card badly"),
        pytest.param(np.array([1180.0, 360.0]), False, id="beside its card"),
    ],
)
def test_a_marker_tells_the_deck_if_its_shape_stands_by_it(middle: Floats, told: bool) -> None:
    picture = with_marker(squares(4, 15.5, RED), middle)
    seen = see(photographed(picture), game="zangle", deck=zangle_deck())
    whys = {place.why for place in seen.unread}
    assert len(seen.cards) == (4 if told else 0)
    assert whys == (set() if told else {WHY, ONE_MARKER})


def test_cards_alike_are_stated_if_they_are_drawn_exactly() -> None:
    seen = see(photographed(cards((square_of_two(),) * 3)), game="zangle", profile="abolo")
    assert [card.triangles for card in seen.cards if isinstance(card, CardSighting)] == [2, 2, 2]


@pytest.mark.parametrize(("ink", "stated"), [(YELLOW, 2), (ORANGE, 0)])
def test_cards_alike_are_stated_in_their_counts_usual_ink(ink: tuple[int, int, int], stated: int) -> None:
    shapes = models_of("abolo").shapes
    square = next(k for k, shape in enumerate(shapes) if shape.size == 4 and len(shape.outline()[0]) == 4)
    picture = cards((square,) * 2, inks={4: ink})
    assert len(see(photographed(picture), game="zangle", profile="abolo").cards) == stated


def test_cards_alike_among_more_of_another_game_are_named_and_not_stated() -> None:
    picture = np.vstack([cards((square_of_two(),) * 2), cards(())])
    turns = np.linspace(0, 2 * np.pi, 10, endpoint=False)
    star = np.tile([60.0, 22.0], 5)[:, None] * np.stack([np.sin(turns), -np.cos(turns)], -1)
    for k in range(3):
        x, y = 220 + 330 * k, 1050
        cv2.rectangle(picture, (x - 95, y - 132), (x + 95, y + 132), (228, 230, 232), cv2.FILLED)
        filled(picture, star + (x, y), INKS[1 + k])
        seen = see(photographed(picture), game="zangle")
        assert len(seen.cards) == (2 if k < 2 else 0)
    assert [place.why for place in seen.unread].count(AMONG_OTHERS) == 2
    assert len(see(photographed(picture), game="zangle", profile="abolo").cards) == 2, (
        "who names a deck knows"
    )


def test_a_figure_in_the_corner_of_a_card_is_an_index() -> None:
    seen = see(photographed(cards((square_of_two(),) * 3, (55, 75))), game="zangle", profile="abolo")
    assert seen.cards == ()


def test_an_outline_about_the_print_itself_is_no_card() -> None:
    corners = np.array([[125.0, 198], [315, 198], [315, 462], [125, 462]])
    to_px = face_map(corners, (63.0, 88.0))
    pyramid = Pyramid(photographed(cards((square_of_two(),))))
    face = read_face(pyramid, to_px, Asked(("abolo",)))
    config = DecideConfig()

    def why(papery: float, *, told: bool, size: float = 1.0) -> str | None:
        own = corners.mean(0) + size * (corners - corners.mean(0))
        card = Candidate(own, replace(face, papery=papery), outlined=True)
        found = [(card, decide(card.face, "abolo", None, {}, config))]
        return of_several_kinds(found, "abolo", config, told=told)[0][1].why

    assert why(face.papery, told=False) is None
    assert why(0.16, told=False) == WHY
    assert why(0.16, told=True) is None
    # A chip of a floor has its outline about it, too: 38 pixels wide, and 42.
    assert why(face.papery, told=False, size=0.2) == WHY
    assert why(face.papery, told=False, size=0.22) is None


def test_a_disc_is_told_from_figures() -> None:
    turns = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    aslant = np.stack([10 * np.cos(turns), 8 * np.sin(turns)], -1) @ np.array([[0.8, 0.6], [-0.6, 0.8]])
    assert off_disc(aslant + [30.0, 40.0]) < 0.01
    side = np.linspace(-10, 10, 20)
    square = np.concatenate(
        [np.stack([side, 0 * side + end], -1)[:, ::way] for end in (-10, 10) for way in (1, -1)]
    )
    assert off_disc(square) > 1.0


def test_ovals_on_small_cards_are_no_figures_of_five_triangles() -> None:
    picture = np.full((720, 1280, 3), (60, 85, 110), np.uint8)
    for x in (220, 550, 880):
        cv2.rectangle(picture, (x - 39, 275), (x + 39, 385), (228, 230, 232), cv2.FILLED)
        cv2.ellipse(picture, (x, 330), (10, 6), 0, 0, 360, INKS[5], cv2.FILLED, cv2.LINE_AA)
    seen = see(photographed(picture), game="zangle", profile="abolo")
    assert seen.cards == ()
    assert [place.why for place in seen.unread] == [WHY] * 3


def test_two_shapes_vouch_for_each_other_if_they_are_of_one_scale() -> None:
    first = square_of_two()
    other = next(k for k, shape in enumerate(models_of("abolo").shapes) if shape.size == 3)
    pyramid, config = Pyramid(photographed(cards((first, other)))), DecideConfig()
    found = []
    for at in (220.0, 550.0):
        corners = np.array([[at - 95, 198], [at + 95, 198], [at + 95, 462], [at - 95, 462]])
        face = read_face(pyramid, face_map(corners, (63.0, 88.0)), Asked(("abolo",)))
        # Neither is on paper: alone, each would be in doubt.
        card = Candidate(corners, replace(face, papery=0.1), outlined=True)
        found.append((card, decide(face, "abolo", None, {}, config)))
    assert [seen.triangles for _, seen in found] == [2, 3]
    assert of_several_kinds(found, "abolo", config, told=False) == found
    doubted = of_several_kinds(found, "abolo", replace(config, alone_scale=0.0), told=False)
    assert [seen.why for _, seen in doubted] == [WHY, WHY]
