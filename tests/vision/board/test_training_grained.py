"""Pieces with a grain: it lies on their faces and nowhere else, and each piece has a part of its own."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.board_model.grained import Sheets, with_grain
from tests.vision.board.training_boards import PX, whites
from vision.board.cells import RIM, cell_corners

SEEDS = range(16)


@pytest.fixture(scope="module")
def sheets() -> Sheets:
    return Sheets(np.random.default_rng(1))


def test_sheets_are_even_in_the_mean_and_no_two_alike(sheets: Sheets) -> None:
    for sheet in sheets.drawn:
        assert abs(float(sheet.mean())) < 0.1
        assert 0.4 < float(sheet.std()) < 1.05
    looks = np.array([sheet[::7, ::7].ravel() for sheet in sheets.drawn])
    alike = np.corrcoef(looks) - np.eye(len(looks))
    assert np.abs(alike).max() < 0.5


def test_pieces_change_and_the_board_does_not(sheets: Sheets) -> None:
    pixels, board = whites(190, 200)
    middles = board.low[0] + (cell_corners().mean(1) - RIM[0]) * [PX, -PX]
    x, y = middles.round().astype(int).T
    bare = board.cells == 0
    pieces = np.where(bare, -1, np.arange(len(bare)))
    rough = []
    for seed in SEEDS:
        out = with_grain(pixels, board.high, board.cells, pieces, sheets, np.random.default_rng(seed))
        moved = np.abs(out.astype(int) - pixels)
        assert not moved[y, x][bare].any()
        assert not moved[0].any()
        rough.append(int(moved[y, x][~bare].max()))
    assert max(rough) > 25
    assert len(set(rough)) > len(SEEDS) / 2


def test_cells_of_one_piece_share_its_shade_and_other_pieces_have_their_own(sheets: Sheets) -> None:
    pixels, board = whites(190, 200)
    cells = np.ones_like(board.cells)
    # The middle columns as one piece, and the outer ones cell by cell.
    inner = np.abs(cell_corners().mean(1)[:, 0] - 2) < 1
    pieces = np.where(inner, 0, np.arange(len(cells)) + 1)
    flat = np.full_like(pixels, 120)
    middles = board.low[0] + (cell_corners().mean(1) - RIM[0]) * [PX, -PX]
    spread: dict[bool, list[float]] = {True: [], False: []}
    for seed in SEEDS:
        out = with_grain(flat, board.high, cells, pieces, sheets, np.random.default_rng(seed))
        near = [
            float(out[round(py) - 9 : round(py) + 10, round(px) - 9 : round(px) + 10].mean())
            for px, py in middles
        ]
        for one in (True, False):
            spread[one].append(float(np.std(np.array(near)[inner == one])))
    assert np.median(spread[True]) < np.median(spread[False])


def test_a_board_without_pieces_stays(sheets: Sheets) -> None:
    pixels, board = whites(190, 200)
    none = np.zeros_like(board.cells)
    out = with_grain(pixels, board.high, none, none - 1, sheets, np.random.default_rng(1))
    assert (out == pixels).all()
