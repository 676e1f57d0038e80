"""Cards that fill much of a picture: parts of the tests' photographs in which only a few lie."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.scoring import PHOTOS, truth_of
from vision.cards.close_up import bears_out, large_unread, left_over, with_edges
from vision.cards.decks.candidates import without_prints
from vision.cards.scene_config import SceneConfig
from vision.cards.see import see
from vision.cards.spots import PrintSpot
from vision.outlines import QuadSighting
from vision.photo import Pixels, load_photo
from vision.plane import Floats, rectangle
from vision.quads import as_quad
from vision.sighting import CardSighting, Unread


def _near(photo: str, names: list[str], margin: float) -> tuple[Pixels, list[int]]:
    """What somebody sees who photographs these cards from near, each upright, and their counts. `margin`: of a card's
    long side, about all."""
    cards = {thing["name"]: thing for thing in truth_of(photo)["objects"]}
    corners = [np.array(cards[name]["corners_px"]) for name in names]
    x, y = corners[0][1] - corners[0][0]
    picture = load_photo(PHOTOS / f"{photo}.jpg")
    height, width = picture.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), float(np.degrees(np.arctan2(y, x))), 1.0)
    turned = cv2.warpAffine(
        picture, turn, (width, height), flags=cv2.INTER_LANCZOS4, borderMode=cv2.BORDER_REPLICATE
    )
    places = np.concatenate(corners) @ turn[:, :2].T + turn[:, 2]
    about = margin * float(np.linalg.norm(corners[0][2] - corners[0][1]))
    low = np.maximum(places.min(0) - about, 0).astype(int)
    high = (places.max(0) + about).astype(int)
    part = np.ascontiguousarray(turned[low[1] : high[1], low[0] : high[0]])
    return np.asarray(part, np.uint8), sorted(cards[name]["triangles"] for name in names)


@pytest.mark.parametrize(
    ("photo", "names", "margin"),
    [
        ("table-plain-00-iamond", ["card-6", "card-7", "card-8"], 0.1),
        ("table-plain-00-iamond", ["card-5"], 0.1),
        ("table-plain-01-abolo", ["card-8"], 0.25),
    ],
)
def test_cards_that_fill_the_picture_are_read(photo: str, names: list[str], margin: float) -> None:
    """Their prints are larger than those of a table photographed whole, and so is the paper about them."""
    picture, counts = _near(photo, names, margin)
    seen = see(picture, game="zangle")
    assert sorted(card.triangles for card in seen.cards if isinstance(card, CardSighting)) == counts
    assert seen.unread == ()


def test_where_the_size_of_cards_is_known_no_nearer_look_is_taken() -> None:
    """The live table looks at many small parts of its picture, in each of which a card or two lie."""
    picture, _ = _near("table-plain-00-iamond", ["card-5"], 0.1)
    assert see(picture, game="zangle", config=replace(SceneConfig(), nearer=False)).cards == ()
    assert not SceneConfig().for_cards(100.0, 400.0).nearer


def _spot(x: float, y: float, side: float, plain: float = 1.0) -> PrintSpot:
    corners = rectangle((side, side), (x - side / 2, y - side / 2))
    return PrintSpot(np.array([x, y]), (x - side / 2, y - side / 2, side, side), 200.0, plain, hull=corners)


def _card(x: float, y: float, triangles: int = 1) -> CardSighting:
    return CardSighting(
        None, triangles, None, as_quad(rectangle((63.0, 88.0), (x - 31.5, y - 44))), 1.0, ("shape",)
    )


@pytest.mark.parametrize(
    ("spot", "named"),
    [
        (_spot(300, 50, 30), True),
        (_spot(300, 50, 30, plain=0.4), False),  # on no plain paper
        (replace(_spot(300, 50, 30, plain=0.7), dark=True), False),  # a plank's edge
        (replace(_spot(300, 50, 30, plain=0.9), dark=True), True),  # a letter
        (_spot(300, 50, 10), False),  # an index, or a speck
        (_spot(55, 52, 30), False),  # on the card that is read
        (_spot(200, 50, 30), False),  # where something is named already
    ],
)
def test_what_is_as_large_as_the_prints_is_not_passed_over(spot: PrintSpot, *, named: bool) -> None:
    known = Unread(as_quad(rectangle((40.0, 40.0), (180.0, 30.0))), "glare")
    found = left_over([_spot(50, 50, 32)], [spot], [_card(50, 50)], [known])
    assert [place.corners_px for place in found] == ([as_quad(spot.hull)] if named else [])


def test_nothing_is_left_over_where_no_card_tells_how_large_prints_are() -> None:
    assert left_over([_spot(50, 50, 32)], [_spot(300, 50, 30)], [], []) == []


def test_a_nearer_look_counts_only_if_it_has_all_of_the_first_one() -> None:
    first, second, third = _card(50, 50), _card(150, 50, 2), _card(250, 50, 3)
    assert bears_out([first, second, third], [first, second], 400.0)
    assert not bears_out([first, second], [first, second], 400.0)
    assert not bears_out([first, second, third], [_card(50, 50, 4)], 400.0)
    assert not bears_out([second, third], [first], 400.0)


def test_a_nearer_look_counts_only_of_large_cards() -> None:
    """Two smaller ones that overlap are one large outline, and the smaller print is too small to be seen as one."""
    assert bears_out([_card(50, 50)], [], 500.0)
    assert not bears_out([_card(50, 50)], [], 600.0)


def test_so_near_a_shape_alone_is_no_card() -> None:
    """It is named: a cloth shows too few of its squares there to be known for a pattern."""
    edged = replace(_card(50, 50), read_by=("outline", "shape"))
    told, named = with_edges([edged, _card(150, 50, 2), _card(250, 50, 3)], [_card(150, 50, 2)])
    assert [card.triangles for card in told] == [1, 2]
    assert [place.corners_px for place in named] == [_card(250, 50, 3).corners_px]


def _quad(corners: Floats, support: float = 1.0) -> QuadSighting:
    return QuadSighting(corners, (support,) * 4, 1.0)


@pytest.mark.parametrize(
    ("size", "support", "read", "large"),
    [
        ((200.0, 280.0), 1.0, False, True),
        ((200.0, 280.0), 1.0, True, False),
        ((200.0, 280.0), 0.8, False, False),  # no edge all round
        ((60.0, 84.0), 1.0, False, False),
        ((100.0, 300.0), 1.0, False, False),  # too long for a card
    ],
)
def test_a_large_outline_without_a_card_calls_for_a_nearer_look(
    size: tuple[float, float], support: float, *, read: bool, large: bool
) -> None:
    quad = _quad(rectangle(size, (20.0, 10.0)), support)
    x, y = quad.corners.mean(0)
    cards = [_card(float(x), float(y))] if read else []
    assert large_unread([quad], cards, 1280.0) == large


def test_a_print_s_own_edge_is_no_card_s() -> None:
    card, shape = _quad(rectangle((200.0, 280.0))), _quad(rectangle((60.0, 60.0), (70.0, 110.0)))
    assert without_prints([card, shape], [_spot(100, 140, 60)]) == [card]
    # A card that is printed all over stands about nobody's middle.
    assert without_prints([card, _quad(rectangle((60.0, 60.0), (300.0, 0.0)))], [_spot(330, 30, 60)])[1:]
    assert without_prints([_quad(card.corners, 0.5), shape], [_spot(100, 140, 60)])[1:]
