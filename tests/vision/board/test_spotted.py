"""What is small and lies within a cell hides nothing of the piece there; what reaches in over a side may."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.board.photos import PHOTOS, seen_in
from tests.vision.board.seen_boards import LARGE, bits, read, seen, spot
from vision.board.cells import NUMBER, SIDE, cell_corners
from vision.board.first_look.labels import BOARD, PETROL
from vision.board.first_look.over import OverConfig, uncover
from vision.board.first_look.shades import ShadeConfig, Shades, shades_of
from vision.board.flat import Flat, inner_points
from vision.board.second_look.again import AgainConfig, Glimpse
from vision.board.second_look.likelihood import COVERED, FLAT
from vision.board.second_look.spotted import seen_around_spots
from vision.board.see import see_board
from vision.photo import load_photo

PX = 60
BOARD_PHOTO = "board-12"
CELLS = [NUMBER[name] for name in ("b2N", "c2N", "b3S", "a4W")]
"""The first three meet in corners: so much that lies over a board may be a hand."""
PLAIN = [NUMBER[name] for name in ("d1N", "d1E", "d1S", "d1W", "d4N", "d4E", "d4S")]


def _labels() -> list[str | None]:
    return [PETROL if cell in (*CELLS, *PLAIN) else BOARD for cell in range(64)]


def _shades(*, aside: float, radius: float = 0.07) -> Shades:
    """A board of plain cells, some of them petrol, and some of those with a dot `aside` of their middle, in squares."""
    size = round((SIDE + 0.8) * PX)
    picture = np.full((size, size, 3), (215, 222, 226), np.uint8)
    flat = Flat(np.asarray(picture, np.float32), PX, 0.4)
    middles = inner_points(0.2)[:, 0]
    for cell in (*CELLS, *PLAIN):
        corners = flat.at(cell_corners()[cell])
        cv2.fillConvexPoly(picture, np.round(corners).astype(np.int32), (120, 95, 20))
    for cell in CELLS:
        middle = np.round(flat.at(middles[cell] + [aside, 0.0])).astype(int)
        cv2.circle(
            picture, (int(middle[0]), int(middle[1])), round(radius * PX), (70, 190, 230), -1, cv2.LINE_AA
        )
    noise = np.random.default_rng(5).normal(0, 2, picture.shape)
    return shades_of(Flat(np.asarray(picture + noise, np.float32), PX, 0.4), ShadeConfig())


def test_a_dot_within_a_cell_is_told_from_what_reaches_into_it() -> None:
    assert np.flatnonzero(_shades(aside=0.0).spotted).tolist() == sorted(CELLS)
    # What ends at a side may come from beyond it, and what fills a cell is no spot.
    assert not _shades(aside=0.12).spotted.any()
    assert not _shades(aside=0.0, radius=0.19).spotted.any()
    assert not _shades(aside=0.0, radius=0.0).spotted[NUMBER["d1N"]]


def test_a_board_is_read_alike_with_a_dot_on_every_small_piece() -> None:
    """Both looks see the dot in the middle of a cell better than the piece that it lies on."""
    known, photo = seen_in(BOARD_PHOTO), load_photo(PHOTOS / f"{BOARD_PHOTO}.jpg").copy()
    small = [np.array(piece.corners_px) for piece in known.pieces if piece.kind == "small triangle"]
    assert len(small) == 7
    for corners in small:
        # Twice the area over the perimeter is how far the middle lies from all sides.
        opposite = np.linalg.norm(np.roll(corners, -1, 0) - np.roll(corners, 1, 0), axis=1)
        middle = opposite @ corners / opposite.sum()
        radius = 0.4 * cv2.contourArea(corners.astype(np.float32)) * 2 / opposite.sum()
        at = (round(16 * float(middle[0])), round(16 * float(middle[1])))
        cv2.circle(photo, at, round(16 * radius), (70, 190, 230), -1, cv2.LINE_AA, 4)
    seen_now = see_board(photo)
    assert [(piece.owner, piece.cells) for piece in seen_now.pieces] == [
        (piece.owner, piece.cells) for piece in known.pieces
    ]


def test_pieces_with_a_dot_are_not_covered_however_many_lie_together() -> None:
    for aside, kept in ((0.0, True), (0.12, False)):
        labels = _labels()
        uncover(labels, _shades(aside=aside), ShadeConfig(), OverConfig())
        assert [labels[cell] == PETROL for cell in CELLS[:3]] == [kept] * 3


@pytest.mark.parametrize(
    ("spotted", "label", "beside", "over"),
    [
        (True, PETROL, 0.0, False),
        (False, PETROL, 0.0, True),
        (True, BOARD, 0.0, True),  # what is white or bare is told by less than a colour
        (True, PETROL, 0.1, True),  # a finger may reach in from the next cell
    ],
)
def test_the_network_takes_a_dot_for_no_cover(
    *, spotted: bool, label: str, beside: float, over: bool
) -> None:
    piece = ("petrol", spot("a4W"))
    board = seen(LARGE, piece)
    for name, chance in (("a4W", 0.6), ("a3N", beside)):
        cells = board.cells[NUMBER[name]]
        cells[:] = np.log((1 - chance) * np.exp(cells) + 1e-9)
        cells[COVERED] = np.log(chance + 1e-9)
    found = replace(
        read((1.0, (LARGE, piece))),
        labels=tuple(label if cell == NUMBER["a4W"] else BOARD for cell in range(64)),
    )
    flat = Flat(np.zeros((1, 1, 3), np.float32), FLAT.px_per_cell[0], FLAT.border)
    second = seen_around_spots(Glimpse(board, 0, flat), found, bits("a4W") if spotted else 0, AgainConfig())
    assert second.over(AgainConfig()) == (bits("a4W") if over else 0)
    assert np.exp(second.seen.cells).sum(1) == pytest.approx(1.0, abs=1e-4)
    if not over:
        assert np.exp(second.seen.cells[NUMBER["a4W"], 1]) == pytest.approx(1.0, abs=1e-4)


@pytest.mark.parametrize(("bare", "told"), [(0.02, 0.98), (0.35, 0.65)])
def test_what_lies_beneath_a_dot_is_of_the_colour_around_it_as_far_as_the_network_says_nothing_else(
    *, bare: float, told: float
) -> None:
    """It sees a dot there, whatever it would hold the rest of the cell for."""
    piece = ("petrol", spot("a4W"))
    board = seen(LARGE, piece)
    board.cells[NUMBER["a4W"]] = np.log([bare, 0.01, 1e-9, 1e-9, 0.99 - bare])
    labels = tuple(PETROL if cell == NUMBER["a4W"] else BOARD for cell in range(64))
    found = replace(read((1.0, (LARGE, piece))), labels=labels)
    flat = Flat(np.zeros((1, 1, 3), np.float32), FLAT.px_per_cell[0], FLAT.border)
    second = seen_around_spots(Glimpse(board, 0, flat), found, bits("a4W"), AgainConfig())
    assert np.exp(second.seen.states()[NUMBER["a4W"], 1]) == pytest.approx(told, abs=1e-3)
