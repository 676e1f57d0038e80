"""What weak lines say: gaps are dark and lie along their side; each photo shows how clear its seams and grain are."""

from __future__ import annotations

import numpy as np
import pytest

from vision.board.first_look.likely import LikelyConfig, looks_like_gap
from vision.board.first_look.seams import LEVELS, SeamConfig, likely_seam, seam_weights

CONFIG = SeamConfig()
NONE = (np.zeros(0), np.zeros(0))


def _says(
    ratios: list[float], asked: float, *, cell_px: float = 90.0, others: list[float] | None = None
) -> float:
    """How much better a side looks like the inside of a piece than like a seam, beside others of its photo."""
    ratio = np.array([*ratios, asked])
    theirs = np.array(others or [])
    sides = ratio, np.zeros(len(ratio))
    return float(seam_weights(sides, (theirs, np.zeros(len(theirs))), cell_px, CONFIG)[-1])


def test_a_weak_line_looks_like_a_gap_where_it_is_dark_and_along_its_side() -> None:
    config = LikelyConfig()
    peak, weak = np.array([0.0, 0.0, 0.05, 0.05]), np.full(4, 0.7)
    dark = np.array([True, False, True, False])
    looks = looks_like_gap(peak, dark, weak, config)
    assert looks[0] > 1.0
    assert looks[0] > looks[1] > looks[3]
    assert looks[0] > looks[2] > looks[3]
    assert not looks_like_gap(peak, dark, weak + 1.0, config).any()
    sides = np.full(4, 0.7), looks
    says = seam_weights(sides, NONE, 90.0, CONFIG)
    assert says[0] < says[3]


def test_the_same_line_is_grain_where_seams_are_clear_and_may_be_a_seam_where_they_are_faint() -> None:
    clear = _says([-0.3, -0.2, -0.4, 0.1, 3.6, 3.7, 3.9], 0.95)
    grainy = _says([0.3, 0.6, 0.2, 0.9, -0.3, 0.4, 0.7, 3.6, 3.7, 3.9], 0.95)
    faint = _says([-0.3, -0.2, -0.4, 1.1, 1.2, 1.3, 0.9], 0.95)
    assert faint < -2.0 < clear < grainy
    assert grainy > 0.5


def test_where_seams_are_faint_a_side_without_a_line_leaves_it_open() -> None:
    clear = _says([-0.2, 0.0, -0.3, 3.5, 3.6], -0.2)
    assert clear > 4.5
    assert _says([-0.2, 0.0, -0.3, 0.7, 0.8, 0.9], -0.2) < clear - 1.5
    assert _says([-0.2, 0.0, 3.5, 3.6], 3.4) < -6.0


def test_how_clear_the_other_player_s_seams_are_tells_too() -> None:
    alone = _says([-0.2, 0.0], 1.2)
    assert _says([-0.2, 0.0], 1.2, others=[1.2, 1.3, 1.1, -0.2]) < alone
    assert _says([-0.2, 0.0], 1.2, others=[3.8, 3.9, 4.0, -0.2]) > alone


@pytest.mark.parametrize("ratio", [-0.4, 0.0])
def test_on_a_small_board_no_line_is_no_proof(ratio: float) -> None:
    assert _says([], ratio, cell_px=33.0) < 2.5 < _says([], ratio, cell_px=90.0)


def test_no_side_at_all_says_nothing() -> None:
    assert seam_weights(NONE, NONE, 90.0, CONFIG).shape == (0,)


def test_how_clear_one_seam_is_is_summed_over_step_by_step() -> None:
    """As the closed sums have it, one level and one step at a time."""
    ratio, middle, spread = np.array([-1.5, -0.2, 0.4, 1.9, 4.0]), -0.25, 0.4
    found = likely_seam(ratio, middle, spread, CONFIG)
    share, fainter, wide = CONFIG.pressed
    steps = np.linspace(-2.2, 2.2, 9)
    shares = np.exp(-0.5 * steps**2) / np.exp(-0.5 * steps**2).sum()
    for k, level in enumerate(LEVELS):
        for said, own in zip(found[:, k], np.maximum(ratio, middle - spread), strict=True):
            total = 0.0
            for part, less, vary in ((1 - share, 0.0, CONFIG.spread), (share, fainter, wide)):
                for step, weight in zip(steps, shares, strict=True):
                    shown = level - less + vary * step
                    at = middle + 0.5 * np.log1p(np.exp(2 * shown))
                    play = np.hypot(spread / (1 + np.exp(shown)), CONFIG.rough)
                    density = np.exp(-0.5 * ((own - at) / play) ** 2) / (play * np.sqrt(2 * np.pi))
                    total += part * weight * density
            assert said == pytest.approx(np.log(total))
