"""Pieces in other tints: every piece keeps its place, and what is no piece its colour."""

from __future__ import annotations

import numpy as np

from benchmarks.board_model.recolour import near_white, recoloured
from benchmarks.board_model.white_samples import held
from tests.vision.board.training_boards import PX, sample, whites
from vision.board.cells import RIM, SIDE, cell_corners
from vision.board.laying.packing import STATES
from vision.board.laying.pieces import NEUTRAL
from vision.board.third_look.leave_one_out import BARE, PLAYERS, UNKNOWN, WHITE


def test_only_pieces_change_and_those_of_an_owner_alike() -> None:
    board = sample(2)
    shades = np.array([[200, 190, 180], [120, 80, 20], [40, 170, 150], [235, 235, 235]], np.uint8)
    pixels = shades[np.clip(np.round(board.pixels[..., 0] / 60).astype(int) - 1, 0, 3)]
    middles = board.low[0] + (cell_corners().mean(1) - RIM[0]) * [PX, -PX]
    x, y = middles.round().astype(int).T
    changed: list[set[int]] = []
    for seed in range(24):
        out = recoloured(pixels, board.high, board.cells, np.random.default_rng(seed)).astype(int)
        moved = np.abs(out - pixels)[y, x].max(1)
        assert (moved[board.cells == 0] == 0).all()
        changed.append(set())
        for state in range(1, len(STATES)):
            own = out[y, x][board.cells == state]
            assert np.ptp(own, axis=0).max() <= 1
            if moved[board.cells == state].max() > 3:
                changed[-1].add(state)
    assert len(pixels) > SIDE * PX
    assert set.union(*changed) == {1, 2, 3}
    assert {1} in changed


def test_white_pieces_come_near_the_board_s_white() -> None:
    pixels, board = whites(200, 222)
    middles = board.low[0] + (cell_corners().mean(1) - RIM[0]) * [PX, -PX]
    x, y = middles.round().astype(int).T
    white = board.cells == STATES.index(NEUTRAL)
    steps = []
    for seed in range(24):
        out = near_white(pixels, board.high, board.cells, np.random.default_rng(seed)).astype(int)
        assert (out[y, x][~white] == pixels[y, x][~white]).all()
        steps.append(np.abs(out[y, x][white] - 200).max())
    assert np.median(steps) < 8
    assert max(steps) > 4


def test_white_pieces_unlike_the_board_stay() -> None:
    pixels, board = whites(60, 235)
    assert near_white(pixels, board.high, board.cells, np.random.default_rng(1)) is pixels


def test_what_is_held_of_cells_is_true_of_most() -> None:
    board = sample(2)
    truth = np.select([board.cells == 0, board.cells == STATES.index(NEUTRAL)], [BARE, WHITE], PLAYERS)
    guesses = np.stack([held(board.cells, np.random.default_rng(seed)) for seed in range(200)])
    assert (guesses[:, truth == PLAYERS] == PLAYERS).all()
    own = guesses[:, truth != PLAYERS]
    wrong = (own != UNKNOWN) & (own != truth[truth != PLAYERS])
    assert 0 < wrong.mean() < 0.03
    assert 0.05 < (own == UNKNOWN).mean() < 0.2


def test_what_shows_in_part_is_not_held_for_anything() -> None:
    cells = np.where(np.arange(64) % 2, 0, ~0)
    assert (held(cells, np.random.default_rng(1))[::2] == UNKNOWN).all()
