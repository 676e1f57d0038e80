"""Directions go round: 179 degrees lie beside 0."""

from __future__ import annotations

import numpy as np
import pytest

from vision.board.grid.tilts import TiltConfig, best_tilts, degrees_on, flat_map
from vision.plane import apply


@pytest.mark.parametrize("turn_deg", [1, 2, 20, 44, 133])
def test_a_grid_is_as_clear_however_it_is_turned(turn_deg: int) -> None:
    """Seen from straight above, where its directions lie about 0, 45, 90 and 135 degrees, and turned from there."""
    dice = np.random.default_rng(4)
    degrees = np.array([0, 45, 90, 135]).repeat(40) + dice.integers(-2, 3, 160) + 0.5
    middle = dice.uniform(-0.3, 0.3, (160, 2))

    def best(turned: int) -> float:
        angle = np.radians(degrees + turned)
        half = 0.03 * np.stack([np.cos(angle), np.sin(angle)], 1)
        segments = np.stack([middle - half, middle + half], 1)
        # No other tilt is tried.
        return best_tilts(segments, TiltConfig(focals=(1e6,), step_deg=1e-3, most_deg=1.5e-3))[0].score

    assert best(turn_deg) == pytest.approx(best(0))


def test_directions_on_planes_are_those_from_one_mapped_end_to_the_other() -> None:
    dice = np.random.default_rng(7)
    segments = dice.uniform(-0.5, 0.5, (50, 2, 2))
    tilts = dice.uniform([0.0, 0.0, 0.7], [1.0, 6.28, 1.5], (30, 3))
    maps = flat_map(*tilts.T)
    degrees, ahead = degrees_on(maps, segments)
    assert ahead.any()
    for own, told, seen in zip(maps, degrees, ahead, strict=True):
        way = np.diff(apply(own, segments), axis=1)[:, 0]
        turned = np.degrees(np.arctan2(way[:, 1], way[:, 0])) % 180
        assert (told[seen] == np.floor(turned[seen])).all()
