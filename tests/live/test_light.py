"""What is said of the light."""

from __future__ import annotations

import numpy as np
import pytest

from vision.live.light import CHANGED, TOO_BRIGHT, TOO_DARK, Light


def said(levels: list[tuple[float, int]]) -> list[str]:
    light, out = Light(), []
    for now_s, level in levels:
        light = light.step(np.full((20, 30), level, np.uint8), now_s)
        out += [light.note] if light.note else []
    return out


def test_steady_light_says_nothing() -> None:
    assert said([(0.1 * k, 120 + k % 3) for k in range(100)]) == []


@pytest.mark.parametrize(
    ("level", "words"), [(60, CHANGED), (200, CHANGED), (10, TOO_DARK), (254, TOO_BRIGHT)]
)
def test_a_change_that_lasts_is_said_once(level: int, words: str) -> None:
    before = [(0.1 * k, 120) for k in range(10)]
    after = [(1.0 + 0.1 * k, level) for k in range(40)]
    assert said(before + after) == [words]
    assert said(before + after[:8]) == []


def test_a_hand_that_passes_says_nothing() -> None:
    levels = [(0.1 * k, 60 if 10 <= k < 18 else 120) for k in range(40)]
    assert said(levels) == []


def test_darkness_at_the_beginning_is_said_and_its_end_too() -> None:
    assert said([(0.1 * k, 8) for k in range(20)]) == [TOO_DARK]
    assert said([(0.1 * k, 8 if k < 10 else 120) for k in range(40)]) == [TOO_DARK, CHANGED]
