"""What the cells of a flat board look like: tones, grain, stripes and what lies across their sides."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.board.painted_cells import PX, SIZE, painted
from vision.board.cells import edges
from vision.board.flat import Flat, linear
from vision.board.second_look.likelihood import FLAT
from vision.board.third_look.cell_looks import ACROSS, RIM, beyond, cell_looks

# What cells look like.


def test_every_side_leads_to_the_cell_beyond_and_back() -> None:
    assert (beyond() == RIM).sum() == 16
    pairs = {frozenset((edge.left, edge.right)) for edge in edges() if edge.right >= 0}
    found = {frozenset((cell, int(other))) for cell in range(64) for other in beyond()[cell] if other != RIM}
    assert found == pairs
    # The base lies along a square's side: beyond it is another square, or none.
    assert all(other == RIM or other // 4 != cell // 4 for cell, other in enumerate(beyond()[:, 0]))


def test_the_tones_of_cells_are_logarithms_of_light() -> None:
    rng = np.random.default_rng(1)
    colours = rng.integers(60, 250, (64, 3)).astype(float)
    blue, green, red = np.log(linear(colours) + 0.004).T
    looks = cell_looks(painted(colours))
    assert looks.tones == pytest.approx(
        np.stack([(blue + green + red) / 3, red - green, blue - green], 1), abs=1e-4
    )
    assert looks.pixel == pytest.approx(colours / 255)


def test_across_a_side_the_cell_beyond_is_seen_first() -> None:
    rng = np.random.default_rng(2)
    looks = cell_looks(painted(rng.integers(60, 250, (64, 3)).astype(float)))
    for cell in range(64):
        for side, other in enumerate(beyond()[cell]):
            # Farther in the other sides come near.
            inside = (ACROSS > 0.03) & (ACROSS < 0.09)
            assert looks.across[cell, side, inside] == pytest.approx(0.0, abs=1e-3)
            if other != RIM:
                step = looks.tones[other] - looks.tones[cell]
                assert looks.across[cell, side, ACROSS < -0.03] == pytest.approx(
                    np.tile(step, ((ACROSS < -0.03).sum(), 1)), abs=0.02
                )


def test_a_rough_cell_has_more_grain_than_a_smooth_one() -> None:
    rough = np.arange(64) % 3 == 0
    grain = cell_looks(painted(np.full((64, 3), 150.0), np.where(rough, 6.0, 0.5))).grain
    assert grain[rough, 0].min() > grain[~rough, 0].max() + 1
    # The noise is grey: it is no grain of tint.
    assert np.median(grain[rough, 3]) < np.median(grain[rough, 1]) - 1


def test_stripes_are_told_from_noise_that_is_as_strong() -> None:
    flat = painted(np.full((64, 3), 150.0), np.full(64, 3.0))
    striped = np.arange(64) % 3 == 0
    rows = np.random.default_rng(4).standard_normal((SIZE, 1, 1)).astype(np.float32)
    rows = np.asarray(cv2.GaussianBlur(rows, (0, 0), sigmaX=1, sigmaY=1), np.float32).reshape(SIZE, 1, 1)
    own = painted(np.repeat(striped[:, None] * 1.0, 3, 1)).pixels[..., :1] == 1.0
    for pixels, along, across in (
        (flat.pixels + 2 * own * rows, 4, 5),
        (flat.pixels + 2 * own * rows.transpose(1, 0, 2), 5, 4),
    ):
        grain = cell_looks(Flat(pixels.astype(np.float32), PX, FLAT.border)).grain
        apart = np.median(grain[striped], 0) - np.median(grain[~striped], 0)
        assert apart[along] > 2 * max(apart[0], apart[across], 0.2)


def test_light_that_changes_slowly_is_no_grain() -> None:
    flat = painted(np.full((64, 3), 150.0), np.full(64, 3.0))
    falls = np.linspace(0.8, 1.2, SIZE, dtype=np.float32)[:, None]
    for fall in (falls, falls.T):
        pixels = flat.pixels * fall[..., None]
        grain = cell_looks(Flat(pixels.astype(np.float32), PX, FLAT.border)).grain
        assert np.abs(np.median(grain - cell_looks(flat).grain, axis=0)).max() < 0.15


# How cells fit those that are known.
