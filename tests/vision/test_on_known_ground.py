"""Cards read on a table whose plane and deck are known: of each photograph every card by itself, in a picture that
shows little more."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.table.decks import zangle_deck
from vision.cards.face.fit import nearest
from vision.cards.on_known_ground import MOST_TAUGHT, SeenThere, Taught, see_there
from vision.cards.scene_config import SceneConfig
from vision.consensus import card_plane
from vision.photo import Pixels, load_photo
from vision.plane import Floats, apply, homography, rectangle

PHOTOS = Path(__file__).parents[1] / "photos"
SIZE_MM = (63.0, 88.0)
CONFIG = SceneConfig()
LEAST = {
    "home-007-abolo": 16,
    "table-alien-black-00-iamond": 7,
    "table-alien-pale-abolo": 18,
    "table-plain-00-iamond": 9,
    "table-plain-06-iamond": 10,
    "table-plain-09-abolo": 8,
    "zangle-abolo-000": 8,
    "zangle-iamond-003": 15,
}
"""How many cards of a photograph are read so at least, white ones on white and dark ones on dark among them."""


def cards_of(name: str) -> list[dict[str, Any]]:
    """The cards that show whole, with their corners."""
    truth = json.loads((PHOTOS / f"{name}.truth.json").read_text())
    height, width = truth["height"], truth["width"]
    return [
        card
        for card in truth["objects"]
        if "triangles" in card
        and card["visible"] >= 0.9
        and all(2 < x < width - 2 and 2 < y < height - 2 for x, y in card["corners_px"])
    ]


def plane_of(cards: list[dict[str, Any]], photo: Pixels) -> Floats:
    """From the table's millimetres to the photo's pixels."""
    corners = np.array([card["corners_px"] for card in cards])
    size_px = photo.shape[1], photo.shape[0]
    plane = card_plane(corners, np.ones(len(corners)), SIZE_MM, size_px, CONFIG.consensus)
    assert plane is not None
    to_px: Floats = np.linalg.inv(plane.to_mm)
    return to_px


def around(photo: Pixels, corners: Floats, share: float) -> tuple[Pixels, Floats]:
    """What the photo shows about a card, so much of its length beyond it, and where that begins, (2,) px."""
    grow = share * float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).max())
    low = np.maximum(corners.min(0) - grow, 0).astype(int)
    high = np.minimum(corners.max(0) + grow, photo.shape[1::-1]).astype(int)
    return np.ascontiguousarray(photo[low[1] : high[1], low[0] : high[0]]), low.astype(float)


def moved(low: Floats) -> Floats:
    """From a photo's pixels to those of a part that begins there."""
    return np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]])


def read_one_by_one(name: str) -> Iterator[tuple[dict[str, Any], Floats, SeenThere]]:
    """Each card, where its picture begins, and what is seen there once those before it were."""
    photo, cards = load_photo(PHOTOS / f"{name}.jpg"), cards_of(name)
    to_px, taught = plane_of(cards, photo), Taught()
    profile = next(card["shape"]["lattice"] for card in cards if card["shape"])
    for card in cards:
        part, low = around(photo, np.array(card["corners_px"]), 0.5)
        seen = see_there(part, moved(low) @ to_px, SIZE_MM, profile, taught, CONFIG)
        taught = seen.taught
        yield card, low, seen


@pytest.mark.parametrize("name", LEAST)
def test_each_card_is_read_in_a_picture_of_little_more(name: str) -> None:
    right, every = 0, cards_of(name)
    places = np.array([card["corners_px"] for card in every]).mean(1)
    for card, low, seen in read_one_by_one(name):
        for found in (one for one in seen.cards if np.min(one.corners_px) > 0):
            at = np.mean(found.corners_px, axis=0) + low
            true = every[int(np.linalg.norm(places - at, axis=1).argmin())]
            assert found.triangles == true["triangles"]
            assert (found.shape is None) == (true["shape"] is None)
            right += true["corners_px"] == card["corners_px"]
    assert right >= LEAST[name]


def test_it_learns_of_the_deck_each_shape_once() -> None:
    *_, (_, _, last) = read_one_by_one("table-plain-06-iamond")
    best = [nearest(card.face.fits) for card in last.taught.cards]
    shapes = {fit.shape for fit in best if fit is not None}
    assert 5 <= len(shapes) == len(best) <= MOST_TAUGHT
    assert last.taught.style


def test_where_a_marker_shows_nothing_is_told_by_prints() -> None:
    name = "table-marked-16-iamond"
    photo, cards = load_photo(PHOTOS / f"{name}.jpg"), cards_of(name)
    to_px = plane_of(cards, photo)
    part, low = around(photo, np.array(cards[0]["corners_px"]), 0.5)
    seen = see_there(part, moved(low) @ to_px, SIZE_MM, "iamond", Taught(), CONFIG, zangle_deck())
    assert seen == SeenThere((), (), Taught())


def test_without_colours_no_shape_is_told() -> None:
    name = "table-plain-06-iamond"
    photo, cards = load_photo(PHOTOS / f"{name}.jpg"), cards_of(name)
    grey = np.repeat(photo.mean(2, keepdims=True), 3, 2).astype(np.uint8)
    to_px = plane_of(cards, photo)
    for card in cards:
        part, low = around(grey, np.array(card["corners_px"]), 0.5)
        seen = see_there(part, moved(low) @ to_px, SIZE_MM, "iamond", Taught(), CONFIG)
        assert all(one.shape is None for one in seen.cards)


def test_a_plane_that_is_far_off_tells_nothing() -> None:
    name = "table-plain-06-iamond"
    photo, cards = load_photo(PHOTOS / f"{name}.jpg"), cards_of(name)
    to_px = plane_of(cards, photo) @ np.diag([1.5, 1.5, 1.0])
    for card in cards:
        part, low = around(photo, np.array(card["corners_px"]), 0.5)
        assert not see_there(part, moved(low) @ to_px, SIZE_MM, "iamond", Taught(), CONFIG).cards


def test_prints_are_looked_for_by_the_size_of_cards() -> None:
    """In a picture of one card a print takes half of the picture."""
    own = CONFIG.for_cards(95.0, 200.0)
    assert own.spots.most_side * 200 > 95 > CONFIG.spots.most_side * 200
    assert own.spots.window * 200 > 60 > CONFIG.spots.window * 200
    far = CONFIG.for_cards(9.0, 1280.0)
    assert far.outlines.min_side == CONFIG.outlines.min_side


def test_the_plane_of_the_tests_is_that_of_the_cards() -> None:
    photo, cards = load_photo(PHOTOS / "zangle-iamond-003.jpg"), cards_of("zangle-iamond-003")
    to_px = plane_of(cards, photo)
    for card in cards:
        own = homography(rectangle(SIZE_MM), np.array(card["corners_px"]))
        back = apply(np.linalg.inv(to_px), apply(own, rectangle(SIZE_MM)))
        lengths = np.linalg.norm(back - np.roll(back, 1, axis=0), axis=1)
        assert np.allclose(np.sort(lengths), [63, 63, 88, 88], atol=4)
