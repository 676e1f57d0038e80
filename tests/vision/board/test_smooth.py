"""A cell without the grain of a board whose bare cells all have one."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.board.painted_cells import painted
from tests.vision.board.seen_boards import LARGE, seen
from tests.vision.board.third_looks import CONFIG, NOTHING, look, odds_of, said, unsure
from vision.board.cells import NUMBER
from vision.board.flat import Flat
from vision.board.third_look.cell_looks import cell_looks
from vision.board.third_look.fitting import fitted
from vision.board.third_look.leave_one_out import BARE, UNKNOWN, WHITE, States
from vision.board.third_look.smooth import smoother
from vision.plane import Floats

GRAINY, SMOOTH = 6.0, 1.0
ASKED = NUMBER["c4N"]


def board(*smooth: str, **grains: float) -> Flat:
    """A board of one tint with a grain, but for a large white piece and these cells."""
    grain = np.full(64, GRAINY)
    grain[[*LARGE[1].cells, *(NUMBER[name] for name in smooth)]] = SMOOTH
    grain[[NUMBER[name] for name in grains]] = [*grains.values()]
    return painted(np.full((64, 3), 150.0), grain)


def known(*unknown: str) -> States:
    """The large piece is known and all else is bare, but for what is not known."""
    states = np.full(64, BARE)
    states[list(LARGE[1].cells)] = WHITE
    states[[NUMBER[name] for name in unknown]] = UNKNOWN
    return states


def better(flat: Flat, states: States) -> Floats:
    looks = cell_looks(flat)
    return smoother(looks, fitted(looks, states), states)


def test_a_cell_as_smooth_as_the_white_ones_fits_them_and_a_grainy_one_does_not() -> None:
    found = better(board("c4N"), known("c4N", "a4N"))
    assert found[ASKED] > CONFIG.smooth[0]
    assert found[NUMBER["a4N"]] == 0


def test_nothing_is_said_where_a_known_bare_cell_is_as_smooth_or_a_white_one_has_grain() -> None:
    assert not better(board("c4N", d1S=SMOOTH / 2), known("c4N")).any()
    assert not better(board("c4N", b2N=GRAINY), known("c4N")).any()


@pytest.mark.parametrize("kind", [BARE, WHITE])
def test_nothing_is_said_where_no_cell_of_a_kind_is_known(kind: int) -> None:
    states = known("c4N")
    states[states == kind] = UNKNOWN
    assert not better(board("c4N"), states).any()


def test_what_is_smooth_counts_for_white_against_both_other_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    said(monkeypatch, 2.0)
    doubtful = unsure(seen(LARGE), "c4N", 0.1)
    plain = look(doubtful, NOTHING, flat=board(), likely=0.4)
    told = look(doubtful, NOTHING, flat=board("c4N"), likely=0.4)
    gained = odds_of(told.seen, "c4N") - odds_of(plain.seen, "c4N")
    assert CONFIG.smooth[0] <= gained <= CONFIG.smooth[1] + 1e-9
    assert odds_of(told.seen, "c4N") > CONFIG.alone


def test_burnt_out_light_and_a_hand_s_shadow_leave_no_grain_to_go_by(monkeypatch: pytest.MonkeyPatch) -> None:
    said(monkeypatch, 2.0)
    doubtful = unsure(seen(LARGE), "c4N", 0.1)
    for hidden in ({"burnt": 1 << ASKED}, {"covered": 1 << NUMBER["c4E"]}):
        smooth, plain = (
            odds_of(look(doubtful, NOTHING, flat=flat, likely=0.4, **hidden).seen, "c4N")
            for flat in (board("c4N"), board())
        )
        assert smooth == pytest.approx(plain)
