"""Windows of grids are weighed together as one at a time, and what is handed on are the best of all."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.board.grid.grids import GridConfig, find_grids, summed
from vision.board.grid.tilts import Tilt


@settings(max_examples=40, deadline=None)
@given(
    st.integers(0, 10**6),
    st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), min_size=1, max_size=3),
    st.integers(0, 30),
)
def test_what_is_said_of_a_range_of_windows_is_said_of_each(
    seed: int, shapes: list[tuple[int, int]], count: int
) -> None:
    dice = np.random.default_rng(seed)
    first = dice.integers(-3, 12, (len(shapes), count, 2))
    last = first + dice.integers(-2, 6, (len(shapes), count, 2))
    says = dice.normal(0, 2, (len(shapes), count))
    tables = summed(first, last, says, np.array(shapes))
    for (rows, columns), table, begin, end, told in zip(shapes, tables, first, last, says, strict=True):
        expected = np.full(table.shape, -np.inf)
        expected[:rows, :columns] = 0
        for (top, left), (below, beyond), say in zip(begin, end, told, strict=True):
            expected[max(top, 0) : min(max(below, 0), rows), max(left, 0) : min(max(beyond, 0), columns)] += (
                say
            )
        assert table == pytest.approx(expected, abs=1e-8)


@pytest.mark.parametrize("seed", range(6))
def test_the_best_grids_are_those_of_all(seed: int) -> None:
    """Among edges that lie on a grid and others that lie anywhere: all are looked at where all are handed on."""
    dice = np.random.default_rng(seed)
    place, side = dice.uniform(-0.2, 0.0, 2), dice.uniform(0.06, 0.1)
    at = dice.integers(0, 4, (40, 2))
    way = np.array([[0, 1], [1, 0], [1, 1]])[dice.integers(0, 3, 40)]
    on = place + side * np.stack([at, at + way], 1) + dice.normal(0, 0.002, (40, 2, 2))
    middle, angle = dice.uniform(-0.4, 0.4, (60, 1, 2)), dice.uniform(0, np.pi, 60)
    half = 0.02 * np.stack([np.cos(angle), np.sin(angle)], 1)[:, None]
    segments = np.concatenate([on, middle + half * np.array([[[-1.0], [1.0]]])])
    tilts = [Tilt(np.eye(3), 0.0, 1.0)]
    every = find_grids(segments, tilts, replace(GridConfig(), kept=10**6))
    best = find_grids(segments, tilts, GridConfig())
    assert len(best) == GridConfig().kept < len(every)
    for one, other in zip(best, every, strict=False):
        assert one.score == other.score
        assert np.array_equal(one.matrix, other.matrix)
    assert every[0].score > 0
