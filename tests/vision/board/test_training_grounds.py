"""Boards in other tints and with other grains: what lies on them, and the table around, keeps its own."""

from __future__ import annotations

import numpy as np

from benchmarks.board_model.grounds import on_another_ground
from tests.vision.board.training_boards import PX, whites
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


def test_no_ground_is_one_that_players_pieces_do_not_show_on() -> None:
    pixels, board = whites(120, 200)
    # Grey ones, as those of a faded set.
    pixels = np.where(pixels == [120, 80, 20], 90, np.where(pixels == [40, 170, 150], 150, pixels)).astype(
        np.uint8
    )
    middles = board.low[0] + (cell_corners().mean(1) - RIM[0]) * [PX, -PX]
    x, y = middles.round().astype(int).T
    bare = board.cells == 0
    nearest = []
    for seed in range(120):
        out = on_another_ground(pixels, board.low, board.high, board.cells, np.random.default_rng(seed))
        ground = np.median(out[y, x][bare], axis=0).astype(float)
        nearest.append(min(np.abs(np.log(ground / grey)).max() * 2.2 for grey in (90, 150)))
    assert min(nearest) > 0.2
    assert min(nearest) < 0.5


def test_a_board_without_a_bare_cell_stays() -> None:
    pixels, board = whites(190, 200)
    full = np.ones_like(board.cells)
    assert on_another_ground(pixels, board.low, board.high, full, np.random.default_rng(1)) is pixels
