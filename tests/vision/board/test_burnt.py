"""Cells in which light is burnt out."""

from __future__ import annotations

import cv2
import numpy as np

from vision.board.cells import CELLS, NUMBER, cell_corners
from vision.board.flat import Flat, Singles
from vision.board.second_look.burnt import BurntConfig, burnt_out
from vision.board.second_look.likelihood import FLAT

SIZE = 304


def burnt(light: Singles) -> int:
    """What is burnt out on a flat board of this light (304, 304), in a colour of which one channel is brightest."""
    pixels = np.stack([light * 0.4, light * 0.9, light], -1)
    photo = np.clip(pixels + 0.5, 0, 255).astype(np.uint8)
    return burnt_out(photo, flat_of(pixels), BurntConfig())


def flat_of(pixels: Singles) -> Flat:
    return Flat(pixels.astype(np.float32), FLAT.px_per_cell[0], FLAT.border)


def ramp(least: float, most: float) -> Singles:
    """Light that grows from left to right."""
    row = np.linspace(least, most, SIZE, dtype=np.float32)
    return np.tile(row, (SIZE, 1))


def test_a_cell_is_burnt_out_where_most_of_it_is_at_the_end_of_one_channel() -> None:
    light = ramp(150, 249)
    assert burnt(light) == 0
    corners = flat_of(light).at(cell_corners()[NUMBER["b2N"]]).astype(np.int32)
    cv2.fillConvexPoly(light, corners, 252.0)
    assert burnt(light) == 1 << NUMBER["b2N"]


def test_where_a_picture_cuts_off_what_is_brighter_is_burnt_out_whatever_its_white_is() -> None:
    cut = np.minimum(ramp(100, 400), np.float32(235))
    # Drawing the board out of the photo overshoots here and there.
    drawn = cut.copy()
    drawn[::40] = 246
    photo = np.repeat(cut[..., None], 3, 2).astype(np.uint8)
    names = _names(burnt_out(photo, flat_of(np.repeat(drawn[..., None], 3, 2)), BurntConfig()))
    # The light reaches the end between the middle and the right side of the second column.
    right = {name for name in CELLS if name[0] in "cd"}
    assert right <= names <= right | {f"b{row}E" for row in "1234"}


def test_a_white_board_in_even_light_with_a_cameras_noise_is_not_burnt_out() -> None:
    assert burnt(np.random.default_rng(4).normal(225, 2.0, (SIZE, SIZE)).astype(np.float32)) == 0


def test_where_most_of_a_picture_is_alike_its_light_is_not_cut_off() -> None:
    assert burnt(np.random.default_rng(5).normal(225, 0.8, (SIZE, SIZE)).astype(np.float32)) == 0


def test_one_bright_cell_is_no_end_of_the_light() -> None:
    light = ramp(100, 230)
    corners = flat_of(light).at(cell_corners()[NUMBER["b2N"]]).astype(np.int32)
    cv2.fillConvexPoly(light, corners, 242.0)
    assert burnt(light) == 0


def _names(cells: int) -> set[str]:
    return {CELLS[cell] for cell in range(64) if cells >> cell & 1}
