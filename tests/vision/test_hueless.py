"""A picture without colour: plain cards are told by theirs, and so each is named as not read, and why."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.grey_camera import in_one_colour
from tests.vision.scoring import truth_of
from vision.cards.see import see
from vision.hueless import colourless
from vision.photo import Pixels, load_photo
from vision.plane import Floats
from vision.sighting import CardSighting

PHOTOS = Path(__file__).parents[1] / "photos"
NAME = "home-000-iamond"


@pytest.fixture(scope="module")
def photo() -> Pixels:
    return load_photo(PHOTOS / f"{NAME}.jpg")


def test_every_card_is_named_as_not_read_but_the_letter(photo: Pixels) -> None:
    grey = in_one_colour(photo, (0.5, 0.8, 1.0))
    assert colourless(grey)
    seen = see(grey, game="zangle")
    assert any("colour" in place.why for place in seen.unread)
    due = [o for o in truth_of(NAME)["objects"] if o.get("visible", 0) >= 0.9 and "triangles" in o]
    coloured, letters = ([o for o in due if (o["triangles"] == 0) == is_z] for is_z in (False, True))
    middles = [np.mean(place.corners_px, axis=0) for place in seen.unread]
    assert len([o for o in coloured if near(o, middles)]) >= 0.8 * len(coloured)
    # A Z is told by its form alone: what is read is one.
    for card in seen.cards:
        assert isinstance(card, CardSighting)
        assert card.triangles == 0
        assert any(near(o, [np.mean(card.corners_px, axis=0)]) for o in letters)


def near(card: dict[str, Any], middles: list[Floats]) -> bool:
    return any(np.hypot(*(np.mean(card["corners_px"], axis=0) - middle)) < 20 for middle in middles)


def test_a_hue_is_how_far_any_two_channels_are_apart() -> None:
    """A twentieth of a grey picture is bluer by 9 and less red by 9: two channels are 18 apart, none 10 off grey."""
    picture = np.full((100, 100, 3), 128, np.uint8)
    picture[:5] = (137, 128, 119)
    assert not colourless(picture, 15.0)
    assert colourless(picture, 20.0)
    # Too little of it is noise.
    picture[:5, 5:] = 128
    assert colourless(picture, 15.0)


def test_colour_counts_wherever_it_lies() -> None:
    for at in ((0, 0), (699, 1279), (350, 640), (31, 5), (32, 5)):
        picture = np.full((700, 1280, 3), 128, np.uint8)
        # Half a per cent of the pixels, and one more.
        hued = picture.reshape(-1, 3)
        first = min(at[0] * 1280 + at[1], len(hued) - 4481)
        hued[first : first + 4480] = (90, 128, 150)
        assert colourless(picture), at
        hued[first : first + 4481] = (90, 128, 150)
        assert not colourless(picture), at


def test_no_photo_of_cards_in_colour_is_taken_for_one_without() -> None:
    for path in sorted(PHOTOS.glob("*.jpg"))[::4]:
        assert not colourless(load_photo(path)), path.stem


def test_a_few_small_things_in_a_wide_picture_have_a_hue_where_they_lie() -> None:
    picture = np.full((720, 1280, 3), (112, 118, 120), np.uint8)
    corners = np.array([[600.0, 300.0], [680.0, 296.0], [684.0, 372.0], [604.0, 380.0]])
    picture[320:350, 620:650] = (40, 130, 60)
    assert colourless(picture, 20.0)
    assert not colourless(picture, 20.0, corners)
    # In a larger picture, which is made smaller first, and one that they reach out of.
    large = cv2.resize(picture, None, fx=2, fy=2, interpolation=cv2.INTER_NEAREST)
    assert not colourless(np.asarray(large, np.uint8), 20.0, 2 * corners)
    assert not colourless(picture[310:, 610:], 20.0, corners - (610, 310))
    grey = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    assert colourless(np.asarray(grey, np.uint8), 20.0, corners)
