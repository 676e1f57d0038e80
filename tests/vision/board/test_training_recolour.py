"""Pieces in other tints: every piece keeps its place, and what is no piece its colour."""

from __future__ import annotations

import numpy as np

from benchmarks.board_model.recolour import recoloured
from tests.vision.board.test_training_samples import PX, sample
from vision.board.cells import RIM, SIDE, cell_corners
from vision.board.packing import STATES


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
