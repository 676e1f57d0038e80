"""Prints that the edges of shadows keep from being read are named, and a cloth's own are not."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import cv2
import numpy as np
import pytest

from tests.grain import noise
from vision.cards.decks.candidates import Candidate
from vision.cards.face.faces import Face
from vision.cards.ground.in_shade import IN_SHADE, _crossed
from vision.cards.see import see
from vision.photo import Pixels, load_photo
from vision.sighting import Quad

PHOTOS = Path(__file__).parents[1] / "photos"


def _barred(photo: Pixels, apart: float, slope: float, sharp: float) -> Pixels:
    """A photo with the shadows of a window's bars, of about a third of its light, so far apart as a share of its
    width."""
    high, wide = photo.shape[:2]
    y, x = np.mgrid[:high, :wide]
    wave = np.sin(2 * np.pi * (x + slope * y) / (apart * wide))
    light = 0.35 + 0.65 / (1 + np.exp(-sharp * wave))
    return np.asarray(255 * ((photo / 255.0) ** 2.2 * light[..., None]) ** (1 / 2.2), np.uint8)


def _middle(corners: Quad) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.asarray(np.mean(corners, 0), float)


def test_cards_that_a_shadow_s_edge_keeps_from_being_read_are_named() -> None:
    photo = load_photo(PHOTOS / "table-alien-tiles-abolo.jpg")
    truth = json.loads((PHOTOS / "table-alien-tiles-abolo.truth.json").read_text())
    there = [_middle(card["corners_px"]) for card in truth["objects"] if "triangles" in card]
    # Which cards an edge crosses just so hangs on a bar's place: in these shadows two are named.
    seen = see(_barred(photo, 0.258, -0.264, 14.0), game="zangle")
    read = [_middle(card.corners_px) for card in seen.cards]
    named = [_middle(one.corners_px) for one in seen.unread if one.why == IN_SHADE]
    assert named
    for place in named:
        assert min(float(np.hypot(*(place - card))) for card in there) < 25
        assert min(float(np.hypot(*(place - card))) for card in read) > 25


def test_a_cloth_s_own_shapes_are_not_named_where_a_hand_s_shadow_falls_on_some() -> None:
    seen = see(load_photo(PHOTOS / "table-plain-argyle-abolo.jpg"), game="zangle")
    assert not [one for one in seen.unread if one.why == IN_SHADE]


def _drawn(apart: float) -> Pixels:
    """Four prints on plain paper, about two of which bars of sun lie so far apart, in pixels; none where that is 0."""
    high, unit = 3**0.5 / 2, 96.0
    one = [(0.0, 0.0), (1.0, 0.0), (0.5, high)]
    three = [(0.0, 0.0), (2.0, 0.0), (1.5, high), (0.5, high)]
    five = [(1.0, 0.0), (0.5, high), (-0.5, high), (-1.0, 0.0), (-0.5, -high), (0.5, -high), (0.0, 0.0)]
    photo = np.full((960, 1280, 3), (205, 226, 236), np.uint8)
    y, x = np.mgrid[:960, :1280]
    bars = 1 / (1 + np.exp(-9 * np.sin(2 * np.pi * (x + 0.4 * y) / apart))) if apart else np.ones((960, 1280))
    # Sun and shade lie about the upper two alone.
    light = np.where(y < 480, 0.5 + 0.5 * bars, 1.0)
    for corners, place, ink in (
        (five, (860, 690), (92, 132, 30)),
        (one, (380, 640), (205, 132, 45)),
        (one, (340, 200), (205, 132, 45)),
        (three, (740, 180), (120, 40, 96)),
    ):
        outline = np.round((np.array(corners) * unit + place) * 16).astype(np.int32)
        cv2.fillPoly(photo, [outline], ink, cv2.LINE_AA, 4)
    photo = np.asarray(255 * ((photo / 255.0) ** 2.2 * light[..., None]) ** (1 / 2.2), np.uint8)
    soft = cv2.GaussianBlur(photo, (0, 0), 1.0)
    return np.asarray(np.clip(soft + noise(2, 2.0, photo.shape), 0, 255), np.uint8)


def test_beside_one_or_two_that_are_read_others_that_bars_of_sun_cross_are_named() -> None:
    """So few do not tell how light the paper is, and a claim of all four would be ruled as one of the two."""
    whole = see(_drawn(0), game="zangle")
    assert len(whole.cards) == 4
    assert not whole.unread
    seen = see(_drawn(150.0), game="zangle")
    assert len(seen.cards) + len(seen.unread) == 4
    assert seen.unread
    assert {one.why for one in seen.unread} == {IN_SHADE}


@pytest.mark.parametrize(
    ("in_two", "named"), [((0.95,), 1), ((0.85,), 0), ((0.95, 0.95, 0.3), 2), ((0.95, 0.3), 0)]
)
def test_what_lies_in_two_lights_is_named_unless_as_much_lies_in_even_light(
    in_two: Sequence[float], named: int
) -> None:
    faces = [cast(Face, SimpleNamespace(in_two_lights=share)) for share in in_two]
    prints = [Candidate(np.zeros((4, 2)), face, False) for face in faces]
    assert len(_crossed(prints)) == named
