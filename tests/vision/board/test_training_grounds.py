"""Boards in other tints and with other grains: what lies on them, and the table around, keeps its own."""

from __future__ import annotations

import numpy as np

from benchmarks.board_model.grounds import on_another_ground
from tests.vision.board.test_training_recolour import whites
from tests.vision.board.test_training_samples import PX
from vision.board.cells import RIM, cell_corners

SEEDS = range(32)


def test_the_bare_board_changes_and_nothing_else() -> None:
    pixels, board = whites(190, 200)
    middles = board.low[0] + (cell_corners().mean(1) - RIM[0]) * [PX, -PX]
    x, y = middles.round().astype(int).T
    bare, rough = board.cells == 0, []
    for seed in SEEDS:
        out = on_another_ground(pixels, board.low, board.high, board.cells, np.random.default_rng(seed))
        moved = np.abs(out.astype(int) - pixels)
        assert not moved[y, x][~bare].any()
        assert not moved[0].any()
        shades = out[y, x][bare].astype(float)
        rough.append(float(np.ptp(shades, axis=0).max()))
        # No ground is one that players' pieces of this picture do not show on.
        for piece in ([120, 80, 20], [40, 170, 150]):
            assert np.abs(np.log(shades.mean(0) / piece)).max() * 2.2 > 0.15
    even = sum(own <= 1 for own in rough)
    assert len(SEEDS) / 4 < even < len(SEEDS) * 3 / 4
    assert max(rough) > 10


def test_grounds_are_lighter_and_darker_and_of_many_tints() -> None:
    pixels, board = whites(120, 200)
    middle = board.low[0] + (cell_corners().mean(1)[board.cells == 0] - RIM[0]) * [PX, -PX]
    x, y = middle.round().astype(int).T
    grounds = np.array(
        [
            on_another_ground(pixels, board.low, board.high, board.cells, np.random.default_rng(seed))[
                y, x
            ].mean(0)
            for seed in SEEDS
        ]
    )
    assert grounds.mean(1).min() < 90
    assert grounds.mean(1).max() > 150
    assert np.ptp(grounds, axis=1).max() > 40


def test_a_board_without_a_bare_cell_stays() -> None:
    pixels, board = whites(190, 200)
    full = np.ones_like(board.cells)
    assert on_another_ground(pixels, board.low, board.high, full, np.random.default_rng(1)) is pixels
