"""The five colours stay apart for every eye and lamp they were chosen for."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from tests.printing.colour_vision import CONDITIONS, NAMES, ciede2000, deck_colours, lamp_gains, least, seen

LEAST = 15.5
"""CIEDE2000; 2 is the least that most people notice side by side."""
PAGE = Path(__file__).parents[2] / "docs" / "printing.md"


@pytest.mark.parametrize(
    ("one", "two", "apart"),
    [  # From the test data of Sharma, Wu and Dalal 2005.
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
        ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
    ],
)
def test_the_difference_is_ciede2000(one: tuple[float, ...], two: tuple[float, ...], apart: float) -> None:
    assert ciede2000(np.array(one), np.array(two)) == pytest.approx(apart, abs=1e-4)


def test_a_warm_lamp_takes_blue_first() -> None:
    red, green, blue = lamp_gains()
    assert red == 1
    assert 0 < blue < green / 2 < 0.5


@pytest.mark.parametrize("condition", CONDITIONS)
def test_the_colours_are_told_apart(condition: str) -> None:
    colours = deck_colours()
    apart, i, j = least(np.array(list(colours.values())), condition)
    assert apart > LEAST, (list(colours)[i], list(colours)[j])


@pytest.mark.parametrize("condition", CONDITIONS)
def test_the_documentation_has_the_measured_differences(condition: str) -> None:
    colours = deck_colours()
    apart, i, j = least(np.array(list(colours.values())), condition)
    line = f"| {condition} | {apart:.1f} | {list(colours)[i]}, {list(colours)[j]} |"
    assert line in PAGE.read_text(encoding="utf-8")


def test_each_colour_keeps_its_name_and_its_own_lightness() -> None:
    colours = deck_colours()
    assert list(colours) == list(NAMES)
    for name, colour in colours.items():
        lightness, a, b = seen(colour, "normal")
        hue, _, _ = NAMES[name]
        assert hue[0] - 1 <= np.degrees(np.arctan2(b, a)) % 360 <= hue[1] + 1, name
        assert lightness < 85, "a shape must stand out from its paper"
    ordered = sorted(float(seen(colour, "normal")[0]) for colour in colours.values())
    assert min(b - a for a, b in pairwise(ordered)) > 5
