"""What changed on a table, whatever the exposure did, and the boxes that hold it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.photo import Pixels
from vision.plane import rectangle
from vision.taught.changes import ChangeConfig, changes

CONFIG = ChangeConfig()


def table(seed: int, noise: float = 2.0, gain: float = 1.0) -> Pixels:
    """A plain table with a light patch and a camera's noise."""
    picture = np.full((203, 317, 3), (70.0, 90.0, 110.0))
    picture[30:80, 40:75] = (215, 220, 225)
    noisy = picture * gain + np.random.default_rng(seed).normal(0, noise, picture.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("gain", [1.0, 0.85, 1.1])
@pytest.mark.parametrize("noise", [0.0, 2.0, 5.0])
def test_noise_and_exposure_change_nothing(noise: float, gain: float) -> None:
    assert changes(table(1, noise), table(2, noise, gain), CONFIG).share == 0


@settings(max_examples=40, deadline=None)
@given(left=st.integers(2, 250), top=st.integers(2, 140), wide=st.integers(6, 60), high=st.integers(6, 50))
def test_what_is_laid_on_it_changes_it_and_is_whole_in_a_box(
    left: int, top: int, wide: int, high: int
) -> None:
    before, now = table(1), table(2)
    now[top : top + high, left : left + wide] = (30, 160, 40)
    found = changes(before, now, CONFIG)
    corners = rectangle((float(wide), float(high)), (float(left), float(top)))
    assert found.touch(corners)
    assert not found.touch(rectangle((10.0, 10.0), (300.0, 190.0)))
    (box,) = found.boxes(0.0)
    assert box[0] <= left + 2
    assert box[1] <= top + 2
    assert box[2] >= min(left + wide, 317) - 2
    assert box[3] >= min(top + high, 203) - 2
    assert 0 <= box[0] < box[2] <= 317
    assert 0 <= box[1] < box[3] <= 203


def test_a_thin_line_that_moves_is_a_change() -> None:
    before, now = table(1), table(1)
    before[100:130, 200:202] = (200, 200, 200)
    now[100:130, 206:208] = (200, 200, 200)
    assert changes(before, now, CONFIG).touch(rectangle((30.0, 40.0), (190.0, 95.0)))


def test_boxes_that_overlap_are_one_and_hold_what_was_touched() -> None:
    before, now = table(1), table(1)
    for left in (100, 160):
        now[100:120, left : left + 20] = (30, 160, 40)
    found = changes(before, now, CONFIG)
    assert len(found.boxes(0.0)) == 2
    assert len(found.boxes(40.0)) == 1
    card = rectangle((90.0, 60.0), (115.0, 110.0))
    (box,) = found.boxes(0.0, [card])
    assert (np.array(box[:2]) <= card.min(0)).all()
    assert (np.array(box[2:]) >= card.max(0)).all()


def test_a_picture_is_renewed_where_it_changed_alone() -> None:
    before, now = table(1), table(2)
    now[100:140, 200:240] = (30, 160, 40)
    renewed = changes(before, now, CONFIG).renewed(before, now)
    assert (renewed[100:140, 200:240] == now[100:140, 200:240]).all()
    assert (renewed[:60] == before[:60]).all()
    assert changes(renewed, now, CONFIG).share == 0


@pytest.mark.parametrize("gain", [0.7, 1.0, 1.1])
def test_what_changes_little_is_seen_under_another_exposure(gain: float) -> None:
    before, now = table(1), table(2, gain=gain)
    now[100:130, 200:230] = np.clip(now[100:130, 200:230] + 25.0, 0, 255)
    found = changes(before, now, CONFIG)
    assert found.touch(rectangle((30.0, 30.0), (200.0, 100.0)))
    assert found.share < 0.05
