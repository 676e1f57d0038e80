"""How sides fit those that are known: beside a second implementation, one side at a time."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.board.cells import CELLS, NUMBER, cell_corners
from vision.board.third_look.cell_looks import ACROSS, RIM, CellLooks, beyond
from vision.board.third_look.leave_one_out import BARE, PLAYERS, UNKNOWN, WHITE
from vision.board.third_look.side_fits import SIDE_FITS, side_fits
from vision.plane import Floats


def looking(across: Floats) -> CellLooks:
    return CellLooks(np.zeros((64, 3)), across, np.zeros((64, 6)), np.zeros((64, 3)))


def outwards(cell: int, side: int) -> float:
    """Which way a side faces, as an angle."""
    one, other, apex = (cell_corners()[cell][(side + k) % 3] for k in range(3))
    way = other - one
    away = one - apex
    x, y = away - way * (away @ way) / (way @ way)
    return math.atan2(y, x)


def naive(across: Floats, states: NDArray[np.intp], cell: int, side: int, kind: int) -> list[float]:
    """The ten numbers of one side beside those of cells of a kind."""

    def kind_beyond(one: int, which: int) -> int:
        other = int(beyond()[one, which])
        return 9 if other == RIM else int(states[other])

    own = kind_beyond(cell, side)
    profiles, weights = [], []
    for other in range(64):
        for which in range(3):
            if cell in (other, int(beyond()[other, which])) or states[other] != kind:
                continue
            if kind_beyond(other, which) != own or own == UNKNOWN:
                continue
            apart = math.cos(outwards(cell, side) - outwards(other, which))
            weights.append(math.exp(2 * (apart - 1)) * (1.0 if (side == 0) == (which == 0) else 0.4))
            profiles.append(across[other, which])
    if sum(weights) <= 0.5:
        return [0.0] * 10
    shares = np.array(weights) / sum(weights)
    seen = np.array(profiles)
    usual = (shares[:, None, None] * seen).sum(0)
    varied = (shares[:, None, None] * (seen - usual) ** 2).sum(0)
    count = sum(weights) ** 2 / sum(weight**2 for weight in weights)
    least = np.array([0.012, 0.004, 0.004]) ** 2 + (0.2 * usual) ** 2
    play = np.sqrt((count * varied + 2 * least) / (count + 2) * (1 + 1 / max(count, 1)))
    off = (across[cell, side] - usual) / play
    line, hollow = off[4:9].mean(0), off[9:15].mean(0)
    strange = np.log(1 + off**2 / 2).mean(0)
    parts = [np.clip(part, -4, 4) / 2 for part in (line, hollow)]
    return [*strange, *parts[0], *parts[1], math.log(1 + count) / 2]


@settings(max_examples=5, deadline=None)
@given(st.integers(0, 10**6))
def test_every_side_is_laid_beside_those_that_are_alike(seed: int) -> None:
    rng = np.random.default_rng(seed)
    states = rng.choice([BARE, WHITE, PLAYERS, UNKNOWN], 64, p=[0.5, 0.25, 0.15, 0.1])
    across = rng.normal(0, 0.05, (64, 3, len(ACROSS), 3))
    found = side_fits(looking(across), states)
    for cell in rng.integers(0, 64, 6):
        for side in range(3):
            beside = [naive(across, states, int(cell), side, kind) for kind in (BARE, WHITE)]
            assert found[cell, side] == pytest.approx([*beside[0], *beside[1]], abs=1e-6)


def test_the_line_lies_in_the_middle_of_what_is_called_so() -> None:
    assert ACROSS[4:9] == pytest.approx([-0.03, -0.0175, -0.005, 0.0075, 0.02])


def test_a_side_darker_than_printed_lines_is_strange() -> None:
    rng = np.random.default_rng(1)
    line = -0.3 * np.exp(-((ACROSS / 0.02) ** 2))
    across = rng.normal(0, 0.01, (64, 3, len(ACROSS), 3))
    across[..., 0] += line
    odd = NUMBER["b2E"]
    across[odd, :, :, 0] += 2 * line
    states = np.full(64, BARE)
    found = side_fits(looking(across), states)
    others = np.setdiff1d(np.arange(64), odd)
    assert (found[odd, :, 0] > found[others, :, 0].max()).all()
    assert (found[odd, :, 3] < -1).all()
    # Nothing is white: beside white ones nothing is told.
    assert not found[..., 10:].any()


@pytest.mark.parametrize("name", ["a1N", "b3E", "d4S"])
def test_what_is_held_of_a_cell_says_nothing_of_its_own_sides(name: str) -> None:
    rng = np.random.default_rng(2)
    across = rng.normal(0, 0.05, (64, 3, len(ACROSS), 3))
    states = rng.choice([BARE, WHITE, PLAYERS, UNKNOWN], 64)
    cell = NUMBER[name]
    found = []
    for kind in (BARE, WHITE, PLAYERS, UNKNOWN):
        states[cell] = kind
        found.append(side_fits(looking(across), states)[cell])
    assert all((other == found[0]).all() for other in found)


def test_nothing_is_said_where_nothing_is_known() -> None:
    across = np.ones((64, 3, len(ACROSS), 3))
    assert side_fits(looking(across), np.full(64, UNKNOWN)).shape == (len(CELLS), 3, SIDE_FITS)
    assert not side_fits(looking(across), np.full(64, UNKNOWN)).any()
