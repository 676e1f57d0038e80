"""Of a board too small in the photo for its seams nothing is stated; the whole of it is named, and says what helps."""

from __future__ import annotations

import cv2
import numpy as np

from companion.commands.photo_text import board_text
from companion.table.tranglar import judge_board, look_of
from tests.vision.board.photos import PHOTOS
from vision.board.cells import CELLS
from vision.board.see import TOO_SMALL, see_board
from vision.photo import load_photo


def test_a_board_from_afar_is_named_as_too_small() -> None:
    photo = load_photo(PHOTOS / "board-15.jpg")
    small = cv2.resize(photo, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    table = np.full((photo.shape[0], photo.shape[1], 3), 90, np.uint8)
    table[200 : 200 + small.shape[0], 300 : 300 + small.shape[1]] = small
    seen = see_board(table)
    assert seen.grid_px is not None
    assert (seen.pieces, seen.readings) == ((), ())
    assert [(place.why, place.cells) for place in seen.unread] == [(TOO_SMALL, CELLS)]
    assert board_text("far.jpg", seen)[-1].split("?")[1].strip() == f"the whole board  {TOO_SMALL}"
    assert judge_board(look_of(seen.to_json("far.jpg")))["ruling"] == "undecided"
    assert see_board(photo).pieces
