"""Whose a piece is its colour tells: of a board in a picture without colour nothing is stated, and why is said."""

from __future__ import annotations

import pytest

from tests.vision.board.test_board_photos import PHOTOS
from tests.vision.test_hueless import in_one_colour
from vision.board.cells import CELLS
from vision.board.see import NO_COLOUR, see_board
from vision.photo import load_photo


@pytest.mark.parametrize("light", [(1.0, 1.0, 1.0), (0.75, 0.95, 1.05)])
def test_a_board_without_colour_is_named_whole(light: tuple[float, float, float]) -> None:
    photo = load_photo(PHOTOS / "board-15.jpg")
    assert see_board(photo).pieces
    seen = see_board(in_one_colour(photo, light))
    assert seen.grid_px is not None
    assert (seen.pieces, seen.readings) == ((), ())
    assert [(place.why, place.cells) for place in seen.unread] == [(NO_COLOUR, CELLS)]
