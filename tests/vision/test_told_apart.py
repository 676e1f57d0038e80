"""Cards among a table's own outlines: such as are of one colour to their edges, and prints that stand out alone."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.table.decks import zangle_deck
from tests.vision.scoring import PHOTOS, seen_in, truth_of
from vision.cards.decks.candidates import filled
from vision.cards.decks.like_the_rest import OFF_SCALE
from vision.cards.scene_config import SceneConfig
from vision.cards.see import see
from vision.cards.spots import PrintSpot, find_spots, over_lightest, ratio_of
from vision.outlines import QuadSighting
from vision.photo import Pixels, load_photo
from vision.plane import Floats

RED = (40, 40, 200)


def spots_of(picture: Pixels) -> list[PrintSpot]:
    config = SceneConfig().spots
    return find_spots(picture, ratio_of(over_lightest(picture, config)), 1.0, config)


def table() -> Pixels:
    return np.full((720, 960, 3), 225, np.uint8)


def outline(corners: list[tuple[int, int]]) -> QuadSighting:
    placed: Floats = np.array(corners, float)
    return QuadSighting(placed, (1.0, 1.0, 1.0, 1.0), 1.0)


CARD = outline([(110, 90), (190, 90), (190, 210), (110, 210)])


def test_a_card_of_one_colour_is_filled_whatever_is_left_white_in_it() -> None:
    picture = table()
    cv2.rectangle(picture, (110, 90), (190, 210), RED, -1)
    assert filled([CARD], spots_of(picture))
    cv2.fillConvexPoly(picture, np.array([[135, 135], [165, 135], [150, 165]], np.int32), (240, 240, 240))
    assert filled([CARD], spots_of(picture))


def test_a_print_on_paper_a_disc_and_a_thing_beside_the_middle_fill_nothing() -> None:
    picture = table()
    cv2.fillConvexPoly(picture, np.array([[130, 130], [170, 130], [150, 170]], np.int32), RED)
    assert not filled([CARD], spots_of(picture))
    picture = table()
    cv2.circle(picture, (150, 150), 50, RED, -1)
    assert not filled([outline([(100, 100), (200, 100), (200, 200), (100, 200)])], spots_of(picture))
    picture = table()
    cv2.rectangle(picture, (140, 90), (220, 210), RED, -1)
    assert not filled([CARD], spots_of(picture))
    assert not filled([CARD], [])


def test_cards_in_the_colours_of_a_named_deck_are_read_on_tiles_that_are_more() -> None:
    photo = load_photo(PHOTOS / "table-alien-rings-abolo.jpg")
    seen = see(photo, game="zangle", deck=zangle_deck(), profile="abolo")
    assert len(seen.cards) == 12
    assert not seen.unread
    # The Z's card is of no other card's tint.
    assert sum(card.triangles == 0 for card in seen.cards) == 1  # type: ignore[union-attr]


def test_a_letter_on_another_paper_than_a_white_decks_is_no_card_of_it() -> None:
    name = "home-000-iamond"
    photo = load_photo(PHOTOS / f"{name}.jpg")
    own = seen_in(name)
    corners = np.array(truth_of(name)["objects"][0]["corners_px"], np.float32)
    card = np.full((176, 126, 3), (120, 60, 20), np.uint8)
    letter = np.array([[35, 50], [91, 50], [91, 66], [58, 110], [91, 110], [91, 126], [35, 126], [35, 110]])
    letter = np.concatenate([letter, [[68, 66], [35, 66]]])
    cv2.fillPoly(card, [letter.astype(np.int32)], (240, 240, 240))
    to_photo = cv2.getPerspectiveTransform(
        np.array([[0, 0], [126, 0], [126, 176], [0, 176]], np.float32), corners
    )
    size = photo.shape[1], photo.shape[0]
    cv2.warpPerspective(card, to_photo, size, photo, borderMode=cv2.BORDER_TRANSPARENT)
    seen = see(photo, game="zangle", deck=zangle_deck())
    assert len(seen.cards) >= len(own.cards) - 1
    at = [np.linalg.norm(np.mean(one.corners_px, axis=0) - corners.mean(0)) for one in seen.cards]
    assert min(at) > 20


@pytest.mark.parametrize(("scale", "named"), [(1.0, False), (0.76, True)])
def test_a_shape_that_none_mistakes_is_named_where_its_size_is_not_the_decks(
    scale: float, *, named: bool
) -> None:
    """A card's print on a round paper where no card lies, by its own size or smaller, as a wide lens's rim has it."""
    name, at = "zangle-abolo-000", np.array([151, 644])
    photo = load_photo(PHOTOS / f"{name}.jpg")
    places = [np.array(one["corners_px"]) for one in truth_of(name)["objects"] if one.get("triangles") == 4]
    corners = min(places, key=lambda place: float(np.linalg.norm(place.mean(0) - (547, 684))))
    middle = corners.mean(0)
    rim = (0.85 * corners + 0.15 * middle).astype(int)
    paper = np.median(photo[rim[:, 1], rim[:, 0]], axis=0)
    reach = 0.5 * float(np.linalg.norm(corners[0] - corners[2]))
    mask = np.zeros(photo.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, (at + 0.7 * scale * (corners - middle)).astype(np.int32), 255)
    to_there = np.vstack([scale * np.eye(2), at - scale * middle]).T
    laid = cv2.warpAffine(photo, to_there, photo.shape[1::-1], flags=cv2.INTER_AREA)
    cv2.circle(photo, at.tolist(), round(reach), paper.tolist(), -1, cv2.LINE_AA)
    photo[mask > 0] = laid[mask > 0]
    seen = see(photo, game="zangle", deck=zangle_deck())
    there = [card for card in seen.cards if np.linalg.norm(np.mean(card.corners_px, axis=0) - at) < 25]
    why = [one.why for one in seen.unread if np.linalg.norm(np.mean(one.corners_px, axis=0) - at) < 25]
    assert (len(there), why) == ((0, [OFF_SCALE]) if named else (1, []))
