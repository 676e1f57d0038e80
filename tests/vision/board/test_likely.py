"""What weak lines say: gaps are dark and lie along their side; each photo shows how clear its seams and grain are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.board.likely import clipped, looks_like_gap, own_likely, plain, seam
from vision.board.read_config import ReadConfig

CONFIG = ReadConfig().inner


def _says(
    ratios: list[float], others: list[float], asked: float, peak: float = 0.03, dark: bool = True
) -> float:
    """How much better a side looks like the inside of a piece than like a seam, beside others of its photo."""
    ratio = np.array([*ratios, asked])
    gap = looks_like_gap(np.full(len(ratio), peak), np.full(len(ratio), dark), ratio, CONFIG)
    own = own_likely(ratio, gap, np.array(others), CONFIG)
    return float(clipped(plain(ratio, own) - seam(ratio, own, gap), own)[-1])


def test_a_weak_line_looks_like_a_gap_where_it_is_dark_and_along_its_side() -> None:
    peak, weak = np.array([0.0, 0.0, 0.05, 0.05]), np.full(4, 0.7)
    looks = looks_like_gap(peak, np.array([True, False, True, False]), weak, CONFIG)
    assert looks[0] > 1.0
    assert looks[0] > looks[1] > looks[3]
    assert looks[0] > looks[2] > looks[3]
    assert not looks_like_gap(peak, np.array([True, False, True, False]), weak + 1.0, CONFIG).any()


def test_the_same_line_is_noise_in_a_grainy_photo_and_a_seam_where_seams_hardly_show() -> None:
    quiet = _says([-0.3, -0.2, -0.4, 3.6, 3.9], [], 0.8)
    grainy = _says([0.3, 0.4, 0.2, 0.5, 0.3, 0.4, 3.6, 3.9], [], 0.8)
    faint = _says([-0.3, -0.2, -0.4, 1.4, 1.5, 1.6], [1.5, 1.7], 0.8)
    assert faint < quiet < grainy
    assert grainy > 2.0


def test_where_seams_hardly_show_others_may_not_show_at_all() -> None:
    clear = _says([-0.2, 0.0, 3.5, 3.6], [], -0.2)
    assert _says([-0.2, 0.0, 1.3, 1.4], [], -0.2) < clear - 1.0
    assert _says([-0.2, 0.0, 3.5, 3.6], [], 3.4) == -CONFIG.most


def test_no_side_at_all_leaves_what_is_usual() -> None:
    nothing = np.zeros(0)
    own = own_likely(nothing, nothing, nothing, CONFIG)
    assert own == replace(CONFIG, hidden=own.hidden)
    assert own.hidden == CONFIG.hidden
