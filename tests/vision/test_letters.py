"""The Z card where little else helps: alone in a photo, in a stripe of shade, on a plane that two readings lay."""

from __future__ import annotations

import numpy as np
import pytest

from companion.table.decks import zangle_deck
from tests.vision.letters_cut import cut_out, letter_in
from tests.vision.scoring import PHOTOS
from vision.cards.see import see
from vision.photo import Pixels, load_photo
from vision.plane import Floats
from vision.sighting import CardSighting


def in_a_stripe(photo: Pixels, corners: Floats, light: float) -> Pixels:
    """The photo with only so much light left across it where the card lies."""
    low, high = corners[:, 1].min(), corners[:, 1].max()
    half = 0.55 * (high - low)
    away = np.abs(np.arange(photo.shape[0]) - (low + high) / 2)[:, None, None]
    shade = 1 / (1 + np.exp((away - half) / (0.06 * half)))
    return np.asarray(np.clip(photo * (1 - (1 - light) * shade), 0, 255), np.uint8)


def read_at(photo: Pixels, corners: Floats) -> list[CardSighting]:
    """The cards whose middle is near that of one in the photo."""
    size = float(np.hypot(*(corners[0] - corners[2])))
    found = see(photo, game="zangle", deck=zangle_deck()).cards
    return [
        c
        for c in found
        if isinstance(c, CardSighting)
        and np.hypot(*(np.mean(c.corners_px, 0) - corners.mean(0))) < 0.3 * size
    ]


@pytest.mark.parametrize(
    ("name", "card"), [("table-plain-09-abolo", "card-5"), ("table-alien-far-abolo", "card-7")]
)
def test_a_z_that_lies_alone_is_read_though_nothing_tells_the_deck(name: str, card: str) -> None:
    photo, corners = cut_out(load_photo(PHOTOS / f"{name}.jpg"), letter_in(name, card))
    seen = see(photo, game="zangle", deck=zangle_deck())
    assert seen.profile is None
    assert len(seen.cards) == 1
    assert [c.triangles for c in read_at(photo, corners)] == [0]


@pytest.mark.parametrize(
    ("name", "card", "light"),
    [("table-alien-pale-abolo", "card-1", 0.6), ("table-plain-diamonds-abolo", "card-9", 0.7)],
)
def test_a_z_in_a_stripe_of_shade_is_read(name: str, card: str, light: float) -> None:
    corners = letter_in(name, card)
    photo = in_a_stripe(load_photo(PHOTOS / f"{name}.jpg"), corners, light)
    assert [c.triangles for c in read_at(photo, corners)] == [0]
