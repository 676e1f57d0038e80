"""Where cards lie of which only a print was found: by what shows of their edges."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.cards_drawn import (
    CARD_MM,
    WIDE,
    Colour,
)
from tests.vision.lone_prints import (
    CHALK,
    CLAY,
    FOUR,
    FOUR_CORNERS,
    PAPER,
    SHAPES,
    SLATE,
    cards_on,
    prints_on,
)
from tests.vision.made_faces import GREEN, face_of
from vision.cards.decks.candidates import Candidate
from vision.cards.lone_places import places_of
from vision.cards.place import LonePrint, place_around
from vision.cards.scene_config import SceneConfig
from vision.cards.stretch import Lengths, stretch_of
from vision.ground import Ground
from vision.outlines import QuadSighting
from vision.plane import Floats, rectangle


def _off_px(placed: Floats, true: Floats) -> float:
    """How far the farthest corner of a card is off, whichever it begins with."""
    turned = [np.roll(placed, k, axis=0) for k in range(4)]
    return min(float(np.hypot(*(own - true).T).max()) for own in turned)


@pytest.mark.parametrize(("shade", "striped"), [(SLATE, False), (CLAY, False), (SLATE, True)])
def test_a_card_lies_where_its_edge_shows(shade: Colour, *, striped: bool) -> None:
    work, corners = cards_on(shade, WIDE, SHAPES, striped=striped)
    prints = prints_on(WIDE, len(SHAPES), np.eye(2) * WIDE.px_per_mm)
    placed = [place_around(work, one, CARD_MM, np.zeros(2), np.eye(2)) for one in prints]
    assert max(map(_off_px, placed, corners)) < 3.0


def test_a_card_lies_about_a_print_that_is_off_its_middle() -> None:
    work, corners = cards_on(SLATE, WIDE, SHAPES[:4])
    off_mm = np.array([0.0, 12.0])
    places = [WIDE.lie(k).px(off_mm[None])[0] for k in range(4)]
    prints = [LonePrint(place, PAPER, np.diag([1.9, 1.9, 1.0])) for place in places]
    placed = [place_around(work, one, CARD_MM, off_mm, np.eye(2)) for one in prints]
    assert max(map(_off_px, placed, corners)) < 3.0


@settings(max_examples=12, deadline=None)
@given(st.floats(-0.55, 0.75), st.floats(0, 0.2), st.floats(0, np.pi), st.sampled_from([3, 4]))
def test_what_shows_of_the_edges_tells_how_large_cards_are(
    size: float, squeeze: float, side: float, count: int
) -> None:
    true = Lengths(size, squeeze * np.cos(side), squeeze * np.sin(side)).matrix()
    prints = prints_on(WIDE, count, np.eye(2) * WIDE.px_per_mm @ np.linalg.inv(true))
    stretch = stretch_of(FOUR, prints, CARD_MM)
    off = np.linalg.svd(stretch @ np.linalg.inv(true))[1]
    assert np.abs(np.log(off)).max() < 0.12
    for one, corners in zip(prints, FOUR_CORNERS, strict=False):
        assert _off_px(place_around(FOUR, one, CARD_MM, np.zeros(2), stretch), corners) < 14


def test_a_table_that_was_thought_to_lie_far_aslant_is_seen_from_above() -> None:
    true = Lengths(0.1, 0.3, 0.15).matrix()
    prints = prints_on(WIDE, 4, np.eye(2) * WIDE.px_per_mm @ np.linalg.inv(true))
    off = np.linalg.svd(stretch_of(FOUR, prints, CARD_MM) @ np.linalg.inv(true))[1]
    assert np.abs(np.log(off)).max() < 0.12


@pytest.mark.parametrize("common", [False, True])
def test_outlines_that_are_cards_in_size_once_that_is_known_are_these(*, common: bool) -> None:
    """Also where they lie beside what shows: the table's lengths had been thought to be two thirds of the true ones."""
    prints = prints_on(WIDE, 4, np.eye(2) * WIDE.px_per_mm * 1.5)
    lone = [
        Candidate(
            one.middle + rectangle((60.0, 60.0), (-30.0, -30.0)),
            replace(face_of([], GREEN), paper=PAPER, to_px=one.to_px),
            False,
        )
        for one in prints
    ]
    thought = prints[0].to_px
    frame, shared = (thought @ np.diag([3, 3, 1]), thought) if common else (thought, None)
    ground = Ground((frame,), shared, None, CARD_MM)
    quads = [QuadSighting(corners + 3.0, (1.0, 1.0, 1.0, 1.0), 1.0) for corners in FOUR_CORNERS]
    placed = places_of(lone, quads, ground, FOUR, np.zeros(2), SceneConfig().size_play, scaled=False)
    assert [_off_px(own, quad.corners) for own, quad in zip(placed, quads, strict=True)] == pytest.approx(
        [0.0] * 4
    )


def test_where_no_edge_shows_lengths_are_as_they_were_thought() -> None:
    work, _ = cards_on(CHALK, WIDE, SHAPES[:4])
    stretch = stretch_of(work, prints_on(WIDE, 4, np.eye(2) * 1.4), CARD_MM)
    assert stretch == pytest.approx(np.eye(2))


def test_lengths_that_are_known_to_be_true_stay() -> None:
    stretch = stretch_of(FOUR, prints_on(WIDE, 4, np.eye(2) * WIDE.px_per_mm), CARD_MM)
    assert stretch == pytest.approx(np.eye(2), abs=0.02)


@given(st.floats(-0.5, 0.5), st.floats(-0.2, 0.2), st.floats(-0.2, 0.2))
def test_lengths_say_how_much_area_grows(size: float, straight: float, aslant: float) -> None:
    matrix = Lengths(size, straight, aslant).matrix()
    assert matrix == pytest.approx(matrix.T)
    assert np.linalg.det(matrix) == pytest.approx(np.exp(2 * size))
