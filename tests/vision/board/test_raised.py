"""Thick pieces: where their tops lie beside the board's grid, and that a board is read by them."""

from __future__ import annotations

from dataclasses import replace
from math import cos, radians, sin, tan

import numpy as np
import pytest

from tests.vision.board.photos import PHOTOS, seen_in, truth_of
from vision.board.board_config import BoardConfig
from vision.board.first_look.doubts import Look, Unread
from vision.board.grid.register import View
from vision.board.laying.pieces import spots_by_cell
from vision.board.raised import _clearer, beside, moved_by
from vision.board.raised_config import RaisedConfig
from vision.board.see import see_board
from vision.photo import load_photo

SIZE = (1280, 720)
CONFIG = RaisedConfig()


def view_of(tilt_deg: float, turn_deg: float, away: float = 9.0) -> View:
    """A board four cells wide in the middle of the picture, seen from so many cells away by a usual camera."""
    tilt, turn = radians(tilt_deg), radians(turn_deg)
    along = np.array([[cos(turn), -sin(turn)], [sin(turn), cos(turn)]])
    # Board units, y down, about its middle; the camera looks at the middle and stands below it in the picture.
    about = np.array([[1.0, 0.0, -2.0], [0.0, 1.0, -2.0], [0.0, 0.0, 1.0]])
    turned = np.eye(3)
    turned[:2, :2] = along
    seen = CONFIG.focal * np.array([[1.0, 0.0, 0.0], [0.0, cos(tilt), 0.0], [0.0, 0.0, 0.0]])
    seen[2] = 0.0, -sin(tilt), away
    return View(np.linalg.inv(seen @ turned @ about), 0.0, 99, SIZE)


@pytest.mark.parametrize("tilt_deg", [25.0, 35.0, 45.0])
@pytest.mark.parametrize("turn_deg", [0.0, 30.0, 90.0, 200.0])
def test_the_tops_lie_farther_from_the_camera_by_their_height_and_the_tilt(
    tilt_deg: float, turn_deg: float
) -> None:
    view = view_of(tilt_deg, turn_deg)
    other = beside(view, CONFIG)
    assert other is not None
    matrix = other.matrix @ np.linalg.inv(view.matrix)
    moved = -(matrix / matrix[2, 2])[:2, 2]
    # Up in the picture is away from the camera; the board may be turned in it.
    turn = radians(turn_deg)
    up = np.array([[cos(turn), sin(turn)], [-sin(turn), cos(turn)]]) @ [0.0, -1.0]
    assert moved / np.linalg.norm(moved) == pytest.approx(up, abs=0.02)
    assert np.linalg.norm(moved) == pytest.approx(CONFIG.thick * min(tan(radians(tilt_deg)), 1.2), rel=0.15)
    # In the picture the tilt foreshortens it.
    assert 0.7 * np.linalg.norm(moved) < moved_by(view, other) < 1.1 * np.linalg.norm(moved)


def test_from_straight_above_nothing_is_raised() -> None:
    assert beside(view_of(0.0, 20.0), CONFIG) is None
    assert beside(view_of(8.0, 20.0), CONFIG) is None


def test_what_is_told_by_the_tops_counts_if_it_is_all_that_was_told_and_more() -> None:
    diamond, small = (
        ("petrol", spots_by_cell(neutral=False)[47][0]),
        ("green", spots_by_cell(neutral=False)[0][0]),
    )
    hidden = small[1].mask | diamond[1].mask
    first = Look({diamond: 1.0}, (Unread(small[1].mask, ""),))
    assert _clearer(Look({diamond: 1.0, small: 1.0}, ()), first)
    # Not what tells no more, loses a piece, is in as much doubt, or lays one where bare board was certain.
    assert not _clearer(Look({diamond: 1.0}, ()), first)
    assert not _clearer(Look({small: 1.0}, ()), first)
    assert not _clearer(Look({diamond: 1.0, small: 1.0}, (Unread(1 << 40, ""),)), first)
    assert not _clearer(Look({small: 1.0}, ()), Look({}, (Unread(hidden & ~small[1].mask, ""),)))


def test_a_board_of_thick_pieces_is_read_by_their_tops() -> None:
    true = {(piece["owner"], tuple(sorted(piece["cells"]))) for piece in truth_of("board-46")["pieces"]}
    read = {(piece.owner, tuple(sorted(piece.cells))) for piece in seen_in("board-46").pieces}
    assert read == true
    flat = replace(BoardConfig(), raised=RaisedConfig(thick=0.0))
    without = see_board(load_photo(PHOTOS / "board-46.jpg"), config=flat)
    found = {(piece.owner, tuple(sorted(piece.cells))) for piece in without.pieces}
    assert found < true
