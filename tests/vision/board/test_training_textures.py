"""Grain on boards and white pieces: each plane has its own, and players' pieces keep theirs."""

from __future__ import annotations

import numpy as np

from benchmarks.board_model.textures import grained
from tests.vision.board.training_boards import PX, whites
from vision.board.cells import RIM, cell_corners
from vision.board.laying.packing import STATES
from vision.board.laying.pieces import NEUTRAL

SEEDS = range(24)


def test_boards_and_white_pieces_get_a_grain_and_players_pieces_none() -> None:
    pixels, board = whites(190, 200)
    middles = board.low[0] + (cell_corners().mean(1) - RIM[0]) * [PX, -PX]
    x, y = middles.round().astype(int).T
    near = np.stack([y[:, None] + np.repeat([-2, 0, 2], 3), x[:, None] + np.tile([-2, 0, 2], 3)])
    white = board.cells == STATES.index(NEUTRAL)
    players = (board.cells > 0) & ~white
    rough = []
    for seed in SEEDS:
        out = grained(pixels, board.low, board.high, board.cells, np.random.default_rng(seed)).astype(int)
        moved = np.abs(out - pixels)[near[0], near[1]].max((1, 2))
        assert not moved[players].any()
        rough.append((moved[board.cells == 0].max() > 1, moved[white].max() > 1))
        # It is grain, and no other light.
        off = out[near[0], near[1]][board.cells == 0].mean() - 190
        assert abs(off) < 2
    bare, pale = np.array(rough).T
    assert 6 < bare.sum() < len(SEEDS)
    assert 0 < pale.sum() < bare.sum()
    assert (pale & ~bare).any()


def test_the_same_seed_draws_the_same_grain() -> None:
    pixels, board = whites(190, 200)
    one, other = (
        grained(pixels, board.low, board.high, board.cells, np.random.default_rng(5)) for _ in range(2)
    )
    assert (one == other).all()
