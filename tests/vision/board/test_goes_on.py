"""A grid that goes on beyond its rim is a part of a larger one: four files of a green chess board are no board."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.board.grid.goes_on import GoesOnConfig, goes_on, lines_beyond
from vision.board.grid.register import View
from vision.photo import Pixels

SIDE_PX, LEFT, TOP = 60, 100, 50
SIZE = 700, 600


def chequered(squares: int) -> Pixels:
    """A chess board of green and white squares, so many a side, on white paper. (600, 700, 3) uint8 BGR."""
    picture = np.full((SIZE[1], SIZE[0], 3), (205, 208, 205), np.uint8)
    for row in range(squares):
        for column in range(squares):
            at = LEFT + SIDE_PX * column, TOP + SIDE_PX * row
            ink = (70, 125, 30) if (row + column) % 2 else (222, 225, 222)
            cv2.rectangle(picture, at, (at[0] + SIDE_PX - 1, at[1] + SIDE_PX - 1), ink, cv2.FILLED)
    return picture


def grid_at(column: int, row: int) -> View:
    """The grid of four squares a side whose first is that square of the drawing."""
    scale = max(SIZE) / SIDE_PX
    middle = (SIZE[0] - 1) / 2 - LEFT, (SIZE[1] - 1) / 2 - TOP
    matrix = np.array([[scale, 0, middle[0] / SIDE_PX], [0, scale, middle[1] / SIDE_PX], [0, 0, 1.0]])
    return View(matrix, 0.0, 100, SIZE).moved(column, row)


@pytest.mark.parametrize(("column", "row"), [(0, 0), (0, 2), (2, 2), (4, 4), (4, 1)])
def test_four_files_of_a_chess_board_go_on(column: int, row: int) -> None:
    assert goes_on(chequered(8), grid_at(column, row), GoesOnConfig())


def test_a_board_ends_at_its_rim() -> None:
    assert lines_beyond(chequered(4), grid_at(0, 0), GoesOnConfig()) == (0, 0, 0, 0)


def test_something_along_one_side_is_no_larger_grid() -> None:
    picture = chequered(4)
    picture[:TOP] = chequered(8)[TOP : 2 * TOP]
    assert not goes_on(picture, grid_at(0, 0), GoesOnConfig())


def test_a_patterned_cloth_about_a_board_is_no_larger_grid() -> None:
    """It changes as much beside where a line would go on as there."""
    cloth = (np.indices(SIZE[::-1]) // 12).sum(0)[..., None] % 2
    picture = np.where(cloth, 90, 210).repeat(3, 2).astype(np.uint8)
    board = np.s_[TOP : TOP + 4 * SIDE_PX, LEFT : LEFT + 4 * SIDE_PX]
    picture[board] = chequered(4)[board]
    assert not goes_on(picture, grid_at(0, 0), GoesOnConfig())
    assert goes_on(picture, grid_at(0, 0), GoesOnConfig(least_clearer=0.0))
