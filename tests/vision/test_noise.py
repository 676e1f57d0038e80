"""What is nearly black has no print: the noise of a camera is as coloured there as an ink on paper."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.cards.face.ink import InkConfig, stands_out
from vision.cards.see import see
from vision.photo import Pixels

SIZE = 640, 480


def chart(seed: int) -> Pixels:
    """A chessboard on white paper, aslant, whose black squares are as large as cards seen from above, with colour
    noise in blotches, since cameras keep colours at half the size. (480, 640, 3) uint8 BGR."""
    chance = np.random.default_rng(seed)
    flat = np.full((480, 640, 3), (175, 180, 182), np.uint8)
    for row in range(6):
        for column in range(row % 2, 7, 2):
            at = 130 + 55 * column, 75 + 55 * row
            cv2.rectangle(flat, at, (at[0] + 54, at[1] + 54), (24, 29, 30), cv2.FILLED)
    corners = np.array([[0, 0], [640, 0], [640, 480], [0, 480]], np.float32)
    seen = np.array([[150, 30], [560, 60], [650, 450], [30, 430]]) + chance.uniform(-25, 25, (4, 2))
    aslant = cv2.getPerspectiveTransform(corners, seen.astype(np.float32))
    picture = cv2.warpPerspective(flat, aslant, SIZE, flags=cv2.INTER_AREA, borderValue=(60, 110, 140))
    blotches = cv2.resize(chance.normal(0, 3, (30, 40, 3)), SIZE, interpolation=cv2.INTER_CUBIC)
    noisy = cv2.GaussianBlur(picture.astype(float), (0, 0), 0.7) + blotches
    return np.asarray(np.clip(noisy + chance.normal(0, 1, picture.shape), 0, 255), np.uint8)


@pytest.mark.parametrize("seed", [0, 3, 9])
def test_on_a_chart_s_black_squares_nothing_is_printed(seed: int) -> None:
    seen = see(chart(seed), game="zangle")
    assert seen.cards == ()
    assert seen.unread == ()


def test_an_ink_stands_out_by_what_the_picture_shows_of_it_and_not_by_its_share() -> None:
    ink = np.array([0.5, 0.8, 1.0])  # of its paper's light, red first
    assert stands_out(ink, np.array([0.2, 0.2, 0.2]), InkConfig())
    assert not stands_out(ink, np.array([0.004, 0.004, 0.004]), InkConfig())
