"""Boards that are drawn at random to train on are boards of the game."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.board_model.layouts import laid_out
from vision.board.cells import neighbours
from vision.board.laying.pieces import KINDS, NEUTRAL


@given(seed=st.integers(0, 2**32 - 1), count=st.integers(0, 30), clustered=st.booleans())
def test_a_layout_is_within_the_supply_and_nothing_overlaps(
    seed: int, count: int, *, clustered: bool
) -> None:
    laid = laid_out(np.random.default_rng(seed), count, clustered=clustered)
    cells = [cell for own in laid for cell in own.spot.cells]
    assert len(cells) == len(set(cells))
    assert min(count, 2) <= len(laid) <= count
    used = Counter((own.owner, own.spot.kind) for own in laid)
    assert all(KINDS[kind].neutral == (owner == NEUTRAL) for owner, kind in used)
    assert all(number <= KINDS[kind].count for (_, kind), number in used.items())
    large = {"neutral trapeze", "neutral five-sided"} & {KINDS[own.spot.kind].name for own in laid}
    assert len(large) == min(count, 2)


def test_a_clustered_layout_has_more_neighbours_of_one_colour() -> None:
    def touching(*, clustered: bool) -> int:
        found = 0
        for seed in range(20):
            laid = laid_out(np.random.default_rng(seed), 16, clustered=clustered)
            owner = {cell: number for number, own in enumerate(laid) for cell in own.spot.cells}
            for cell, number in owner.items():
                beside = [owner[other] for _, other in neighbours()[cell] if other in owner]
                found += sum(other != number and laid[other].owner == laid[number].owner for other in beside)
        return found

    assert touching(clustered=True) > 1.3 * touching(clustered=False)
