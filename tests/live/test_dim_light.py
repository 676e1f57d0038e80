"""Plain cards laid on a white table in dim light, path-traced: their paper is 18 levels lighter than the table."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.table.recording import known
from vision.live.follow import Follow
from vision.live.motion import Motion, MotionConfig
from vision.live.things import How

PICTURES = Path(__file__).parent / "pictures"
FPS = 15
ROWS_AND_CENTRE = Counter({1: 2, 2: 1, 3: 2, 4: 3, 5: 3, 0: 1})
"""How many cards of how many triangles lie there; a Z has none."""


def test_cards_that_hardly_stand_out_are_noticed_and_read() -> None:
    following, chance, number = Follow(known("iamond")), np.random.default_rng(4), 0
    for name in ("sheets", "cards"):
        still = cv2.imread(str(PICTURES / f"dim-{name}.jpg"))
        assert still is not None
        for _ in range(2 * FPS):
            pixels = np.clip(still + chance.normal(0, 4, still.shape), 0, 255).astype(np.uint8)
            scene = following.frame(pixels, number, number / FPS)
            number += 1
    seen = [card.card for card in scene.cards if card.how is How.SEEN and card.card is not None]
    assert Counter(card.triangles for card in seen) == ROWS_AND_CENTRE


@pytest.mark.parametrize(("light", "step", "noticed"), [(220, 18, True), (220, 12, False), (100, 12, True)])
def test_what_counts_as_a_change_follows_the_light(light: int, step: int, noticed: bool) -> None:
    bare = np.full((90, 160), light, np.uint8)
    laid = bare.copy()
    laid[30:60, 60:80] -= step
    motion = Motion.start(bare, 0.0).looked_at(np.ones(bare.shape, bool))
    motion = motion.step(laid, 0.1).step(laid, 0.3)
    assert bool(motion.parts(0.3)) is noticed


def test_in_the_dark_noise_is_no_change() -> None:
    chance, config = np.random.default_rng(2), MotionConfig()
    motion = Motion.start(np.full((160, 288), 24, np.uint8), 0.0)
    assert motion.lit == config.least_lit
    motion = motion.looked_at(np.ones((160, 288), bool))
    for number in range(30):
        # Of a deviation of 6 in the picture, a ninth part of whose pixels is compared.
        low = np.clip(24 + chance.normal(0, 2, (160, 288)), 0, 255).astype(np.uint8)
        motion = motion.step(low, number / FPS)
        assert not motion.parts(number / FPS, 0.0)
