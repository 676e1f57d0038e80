"""Markers too small or too blurred to be decoded say by their look which corner is which, and nothing else does."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.board.marked_boards import SIZE, SQUARE, photo_of
from vision.board.grid.corners import CornerConfig, find_corners
from vision.board.grid.faded import FadedConfig, turned_by_pattern
from vision.board.grid.find import FindConfig, find_views
from vision.board.grid.register import View
from vision.photo import Pixels
from vision.plane import Floats

SHARE = 0.42
"""How much smaller the photos here are: a marker has 15 px, a module 2."""


def _from_afar(shown: tuple[int, ...], turn_deg: float) -> tuple[Pixels, Floats]:
    picture, true = photo_of(shown, turn_deg, 0.08)
    small = cv2.resize(picture, None, fx=SHARE, fy=SHARE, interpolation=cv2.INTER_AREA)
    noise = np.random.default_rng(2).normal(0, 4, small.shape)
    blurred = cv2.GaussianBlur(small, (0, 0), 0.9).astype(float)
    return np.asarray(np.clip(blurred + noise, 0, 255), np.uint8), (true + 0.5) * SHARE - 0.5


def _grey(picture: Pixels) -> Pixels:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


def _view(corners: Floats, size: tuple[int, int]) -> View:
    middle, longest = (np.array(size) - 1) / 2, max(size)
    straight = ((corners - middle) / longest).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(straight, SQUARE.astype(np.float32))
    return View(np.asarray(matrix, float), 0.0, 4, size)


@pytest.mark.parametrize("turn_deg", [0.0, 37.0, 95.0, 170.0, 250.0])
@pytest.mark.parametrize("turns", range(4))
def test_the_board_is_turned_as_they_look(turn_deg: float, turns: int) -> None:
    picture, true = _from_afar((0, 1, 2, 3), turn_deg)
    size = picture.shape[1], picture.shape[0]
    assert len(find_corners(picture, CornerConfig())) < 4, "these are to be too small for that"
    turned = turned_by_pattern(_grey(picture), _view(np.roll(true, turns, axis=0), size), FadedConfig())
    assert turned is not None
    assert np.abs(turned.to_px(SQUARE) - true).max() < 1.0


def test_a_board_without_markers_has_none() -> None:
    picture, true = _from_afar((), 20.0)
    size = picture.shape[1], picture.shape[0]
    assert turned_by_pattern(_grey(picture), _view(true, size), FadedConfig()) is None


def test_black_squares_in_the_corners_are_no_markers() -> None:
    picture, true = photo_of((0, 1, 2, 3), 15.0, 0.0)
    view = _view(true, SIZE)
    for place in ((-0.2, -0.2), (4.2, -0.2), (4.2, 4.2), (-0.2, 4.2)):
        ring = np.array([[-0.2, -0.2], [0.2, -0.2], [0.2, 0.2], [-0.2, 0.2]]) + place
        cv2.fillConvexPoly(picture, np.round(view.to_px(ring)).astype(np.int32), (20, 20, 20))
    assert turned_by_pattern(_grey(picture), view, FadedConfig()) is None


def test_too_small_ones_say_nothing() -> None:
    picture, true = photo_of((0, 1, 2, 3), 15.0, 0.0)
    assert turned_by_pattern(_grey(picture), _view(true, SIZE), FadedConfig(least_px=60.0)) is None


@pytest.mark.parametrize("turn_deg", [95.0, 250.0])
def test_a_board_found_by_its_edges_is_named_by_them(turn_deg: float) -> None:
    picture, true = _from_afar((0, 1, 2, 3), turn_deg)
    assert not find_corners(picture, CornerConfig())
    found = find_views(picture, FindConfig())[0]
    assert found.marked
    assert np.abs(found.view.to_px(SQUARE) - true).max() < 3.0
