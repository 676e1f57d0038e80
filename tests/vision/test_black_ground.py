"""Faces with little that is bright on black: what the room's light adds to the black is no print."""

from __future__ import annotations

import cv2
import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.paper import over_paper
from vision.photo import Pixels
from vision.taught.describe import HEADROOM

RIM = 6


def srgb(light: NDArray[np.floating]) -> Pixels:
    light = np.clip(light, 0, 1)
    low = light <= 0.0031308
    return np.asarray(
        np.rint(255 * np.where(low, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)), np.uint8
    )


def face(ground: tuple[float, float, float], print_light: float) -> NDArray[np.float64]:
    """A face (174, 126, 3) of linear light: lines on a ground."""
    light = np.zeros((174, 126, 3))
    light[:] = ground
    drawn = np.zeros((174, 126), np.uint8)
    cv2.polylines(drawn, [np.array([[30, 20], [90, 70], [40, 120], [100, 150]])], False, 1, 3)
    light[drawn > 0] = print_light
    return light


def eyes(light: NDArray[np.float64]) -> NDArray[np.float32]:
    return np.sqrt(over_paper(srgb(light), RIM, HEADROOM)[0])


@given(st.floats(0, 0.08), st.floats(0.5, 1.4), st.floats(0, 0.02))
def test_stray_light_on_black_and_exposure_change_little(stray: float, exposure: float, black: float) -> None:
    plain = face((0.02, 0.02, 0.02), 0.5)
    seen = eyes((face((0.02 + black,) * 3, 0.5) + stray) * exposure)
    assert np.abs(seen - eyes(plain)).max() < 0.12


@given(st.floats(0.3, 1.0))
def test_white_paper_is_taken_as_it_is(light: float) -> None:
    """Dark lines on white: all is taken over the paper, in any light."""
    seen = eyes(face((light,) * 3, 0.05 * light))
    np.testing.assert_allclose(np.median(seen, axis=(1, 2)), 1, atol=0.02)
    np.testing.assert_allclose(seen.min(axis=(1, 2)), np.sqrt(0.05), atol=0.05)


@given(st.sampled_from([0, 1, 2]), st.floats(0.08, 0.3))
def test_a_dark_coloured_ground_keeps_its_colour(channel: int, light: float) -> None:
    """White print on a dark blue, green or red ground: its own colour is no stray light."""
    ground = [0.01, 0.01, 0.01]
    ground[channel] = light
    seen = np.median(eyes(face((ground[0], ground[1], ground[2]), 0.9)), axis=(1, 2))
    others = [seen[k] for k in range(3) if k != channel]
    assert seen[channel] > 1.1 * max(others)
