"""The printed board's markers: they are where it is printed, and they place and name its grid."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.printing.tranglar import board
from companion.rules.seeds import seed
from tests.vision.board.marked_boards import SIZE, SQUARE, photo_of
from vision.board.grid.corners import (
    CELL_MM,
    FAMILY,
    IDS,
    MARKER_MM,
    PLACES_MM,
    CornerConfig,
    find_corners,
    turned_by,
    view_of,
)
from vision.board.grid.find import FindConfig, find_views
from vision.board.grid.register import RegisterConfig, View


def test_they_are_where_the_board_is_printed_with_them() -> None:
    printed = board(plain=False)
    rim, strip = printed.grid_mm
    assert seed("tranglar")["markers"]["family"] == FAMILY
    assert tuple(number for number, _ in printed.markers) == IDS
    assert (printed.cell_mm, printed.marker_mm) == (CELL_MM, MARKER_MM)
    assert [(x - rim, y - strip) for (_, (x, y)) in printed.markers] == list(PLACES_MM)


@settings(deadline=None, max_examples=12)
@given(turn=st.floats(-180, 180), tilt=st.floats(-0.25, 0.25))
def test_they_place_the_grid_and_name_its_corners(turn: float, tilt: float) -> None:
    picture, true = photo_of((0, 1, 2, 3), turn, tilt)
    found = find_views(picture, FindConfig())
    assert len(found) == 1
    assert found[0].marked
    assert np.abs(found[0].view.to_px(SQUARE) - true).max() < 2.5


@pytest.mark.parametrize("shown", [(0, 1), (1, 3), (2, 3), (0, 2, 3)])
def test_two_are_enough(shown: tuple[int, ...]) -> None:
    picture, true = photo_of(shown, 130.0, 0.1)
    (found,) = find_views(picture, FindConfig())
    assert found.marked
    assert np.abs(found.view.to_px(SQUARE) - true).max() < 3.0


def test_one_alone_places_nothing_but_says_which_corner_is_which() -> None:
    picture, true = photo_of((2,), 95.0, 0.0)
    corners = find_corners(picture, CornerConfig())
    assert list(corners) == [2]
    assert view_of(corners, np.empty((0, 2, 2)), SIZE, RegisterConfig(), CornerConfig()) is None
    middle, longest = (np.array(SIZE) - 1) / 2, max(SIZE)
    for turns in range(4):
        given_ = np.roll(true, turns, axis=0)
        matrix = cv2.getPerspectiveTransform(
            ((given_ - middle) / longest).astype(np.float32), SQUARE.astype(np.float32)
        )
        turned = turned_by(View(np.asarray(matrix, float), 0.0, 4, SIZE), corners, CornerConfig())
        assert turned is not None
        assert np.abs(turned.to_px(SQUARE) - true).max() < 2.0


def test_a_marker_elsewhere_says_nothing_of_another_board() -> None:
    picture, true = photo_of((2,), 95.0, 0.0)
    corners = find_corners(picture, CornerConfig())
    middle, longest = (np.array(SIZE) - 1) / 2, max(SIZE)
    away = (true * 0.4 + 30 - middle) / longest
    matrix = cv2.getPerspectiveTransform(away.astype(np.float32), SQUARE.astype(np.float32))
    assert turned_by(View(np.asarray(matrix, float), 0.0, 4, SIZE), corners, CornerConfig()) is None
