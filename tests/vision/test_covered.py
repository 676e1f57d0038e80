"""A card that something lies over is named, and a sheet of paper of another size is not."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.table.decks import zangle_deck
from tests.grain import noise
from tests.vision.fingers import INK, SKIN, finger_over
from tests.vision.scoring import PHOTOS, score, truth_of
from vision.cards.ground.covered import COVERED, covered
from vision.cards.see import see
from vision.consensus import ConsensusConfig
from vision.ground import ground_of
from vision.outlines import OutlineConfig, work_picture
from vision.photo import Pixels, load_photo
from vision.plane import Floats, rectangle
from vision.quads import as_quad, inside, middle_of
from vision.rectify import face_map
from vision.sighting import CardSighting

SIZE_MM = (63.0, 88.0)
PX_PER_MM = 1.5
TABLE, PAPER = (60, 90, 130), (235, 240, 242)

PLACES_MM = [(40.0, 20.0, 0.0), (140.0, 15.0, 5.0), (330.0, 30.0, -8.0)]
"""Where the known cards lie, and how they are turned."""


def _corners(x_mm: float, y_mm: float, turn_deg: float, size_mm: tuple[float, float]) -> Floats:
    turn = np.deg2rad(turn_deg)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    flat = rectangle(size_mm, (-size_mm[0] / 2, -size_mm[1] / 2)) @ spin.T
    corners: Floats = (flat + np.array([x_mm + 31.5, y_mm + 44])) * PX_PER_MM
    return corners


def _table(*sheets: Floats) -> Pixels:
    picture = np.empty((480, 720, 3), np.uint8)
    picture[:] = TABLE
    known = [_corners(*place, SIZE_MM) for place in PLACES_MM]
    for corners in (*known, *sheets):
        cv2.fillConvexPoly(picture, np.round(corners * 16).astype(np.int32), PAPER, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(picture, (0, 0), 0.7)
    return np.asarray(np.clip(soft + noise(1, 1.5, picture.shape), 0, 255), np.uint8)


def _named(picture: Pixels) -> list[Floats]:
    known = [_corners(*place, SIZE_MM) for place in PLACES_MM]
    frames = [face_map(corners, SIZE_MM) for corners in known]
    ground = ground_of(frames, SIZE_MM, (720, 480), ConsensusConfig())
    cards = [CardSighting(None, 0, None, as_quad(corners), 1.0, ("outline",)) for corners in known]
    found = covered(work_picture(picture, OutlineConfig()), ground, SIZE_MM, cards, cards)
    assert {thing.why for thing in found} <= {COVERED}
    return [np.array(thing.corners_px) for thing in found]


TURNS = st.floats(-90, 90)
SIDES = st.floats(-180, 180)


@settings(max_examples=20, deadline=None)
@given(turn=TURNS, side=SIDES, radius_mm=st.floats(2, 8), off=st.floats(-8, 8))
def test_a_card_under_a_finger_is_named(turn: float, side: float, radius_mm: float, off: float) -> None:
    card = _corners(200, 170, turn, SIZE_MM)
    towards = np.array([np.cos(np.deg2rad(side)), np.sin(np.deg2rad(side))])
    tip = card.mean(0) + off * PX_PER_MM
    picture = finger_over(_table(card), tip, towards, radius_mm * PX_PER_MM, np.array(SKIN))
    # What lies under the finger further along is known already.
    found = _named(picture)
    assert len(found) == 1
    assert np.hypot(*(found[0].mean(0) - card.mean(0))) < 4 * PX_PER_MM


@settings(max_examples=20, deadline=None)
@given(turn=TURNS, short=st.floats(25, 120), long=st.floats(25, 120))
def test_paper_of_another_size_is_not_named(turn: float, short: float, long: float) -> None:
    short, long = sorted((short, long))
    if abs(short - 63) < 9 and abs(long - 88) < 9:
        return
    assert not _named(_table(_corners(200, 170, turn, (short, long))))


def test_what_the_picture_s_edge_cuts_off_is_not_named() -> None:
    assert not _named(_table(_corners(420, 150, 10, SIZE_MM)))


def test_a_card_that_shows_whole_is_left_to_others() -> None:
    card = _corners(200, 170, 30, SIZE_MM)
    found = _named(_table(card))
    assert len(found) <= 1
    assert all(inside(card.mean(0), corners) for corners in found)


def test_a_card_edge_to_edge_with_one_that_is_read_is_named() -> None:
    card = _corners(PLACES_MM[0][0], PLACES_MM[0][1] + SIZE_MM[1], 0.0, SIZE_MM)
    picture = finger_over(_table(card), card.mean(0), np.array([0.3, 1.0]), 5 * PX_PER_MM, np.array(SKIN))
    (found,) = _named(picture)
    assert np.hypot(*(found.mean(0) - card.mean(0))) < 4 * PX_PER_MM


def test_newsprint_is_no_card_anywhere() -> None:
    rng = np.random.default_rng(5)
    for _ in range(6):
        picture = _table()
        sheet = np.full_like(picture, PAPER)
        for y in range(4, 480, 9):
            x = 0
            while x < 720:
                wide = int(rng.integers(4, 60))
                sheet[y : y + 5, x : x + wide] = rng.choice([60, 120, 235])
                x += wide + int(rng.integers(3, 40))
        known = np.zeros(picture.shape[:2], np.uint8)
        for place in PLACES_MM:
            cv2.fillConvexPoly(known, np.round(_corners(*place, SIZE_MM)).astype(np.int32), 1)
        assert not _named(np.where(known[..., None] > 0, picture, sheet))


LAID_OVER = [
    ("zangle-iamond-005", "card-7", 0.13, SKIN),
    ("zangle-iamond-001", "card-4", 0.13, SKIN),
    ("zangle-iamond-003", "card-2", 0.13, SKIN),
    ("table-plain-04-iamond", "card-1", 0.05, INK),
    ("table-plain-09-abolo", "card-6", 0.05, INK),
    ("zangle-abolo-001", "card-0", 0.14, SKIN),
]


@pytest.mark.parametrize(("name", "which", "radius", "colour"), LAID_OVER)
def test_no_card_of_a_photo_is_passed_over_in_silence(
    name: str, which: str, radius: float, colour: tuple[int, int, int]
) -> None:
    truth = truth_of(name)
    card = next(one for one in truth["objects"] if one.get("name") == which)
    corners = np.array(card["corners_px"])
    side_px = float(np.mean(np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)))
    photo = load_photo(PHOTOS / f"{name}.jpg")
    picture = finger_over(
        photo, middle_of(corners), _outward(truth, card), radius * side_px, np.array(colour)
    )
    seen = see(picture, game="zangle", deck=zangle_deck())
    assert not score(seen, truth).wrong
    there = [thing for thing in seen.unread if inside(np.array(thing.corners_px).mean(0), corners)]
    assert there


def _outward(truth: dict[str, Any], card: dict[str, Any]) -> Floats:
    """The direction from a card in which the fewest others lie."""
    middle = np.array(card["corners_px"]).mean(0)
    others = [np.array(one["corners_px"]).mean(0) - middle for one in truth["objects"] if one is not card]
    ways = [np.array([np.cos(turn), np.sin(turn)]) for turn in np.linspace(0, 2 * np.pi, 16, endpoint=False)]
    return min(ways, key=lambda way: max(float(way @ other) / float(np.hypot(*other)) for other in others))
