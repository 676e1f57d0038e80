"""Faces compared with how they looked: light, noise, hands, other cards."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.live.staging import Laid, Stage, in_picture, rim
from vision.live.likeness import alike, sampled
from vision.live.motion import shrunk

NAMES = ("iamond-5a-01", "iamond-1a-01", "iamond-z-01", "iamond-3a-01")
AT = {name: Laid(110 + 150 * k, 200, 5.0 * k) for k, name in enumerate(NAMES)}
STAGE = Stage()


@cache
def base() -> NDArray[np.uint8]:
    """What lies there in plain light."""
    return STAGE.picture(AT)


def corners(scale: float) -> NDArray[np.float64]:
    quads = np.stack([in_picture(rim(name, AT[name]), STAGE.camera) for name in NAMES])
    return (quads + 0.5) * scale - 0.5


def shares(picture: NDArray[np.uint8]) -> NDArray[np.float64]:
    low, scale = shrunk(picture, 480)
    then, _ = shrunk(base(), 480)
    return alike(sampled(low, corners(scale)), sampled(then, corners(scale)))


@settings(max_examples=15, deadline=None)
@given(st.floats(0.6, 1.25), st.integers(0, 1000))
def test_light_and_noise_leave_faces_as_they_are(light: float, number: int) -> None:
    assert shares(STAGE.picture(AT, light=light, number=number)).min() >= 0.75


def test_what_lies_over_a_part_leaves_the_rest() -> None:
    picture = base().copy()
    for name in NAMES:
        quad = in_picture(rim(name, AT[name]), STAGE.camera)
        lower = np.array([(quad[0] + quad[3]) / 2, (quad[1] + quad[2]) / 2, quad[2], quad[3]])
        cv2.fillConvexPoly(picture, lower.astype(np.int32), (90, 110, 160))
    found = shares(picture)
    assert found.min() >= 0.3
    assert found.max() <= 0.65


def test_an_empty_place_and_another_card_are_not_alike() -> None:
    assert shares(STAGE.picture({})).max() < 0.3
    others = {"iamond-4a-01": AT[NAMES[0]], "iamond-5c-01": AT[NAMES[1]], "back": AT[NAMES[2]]}
    assert shares(STAGE.picture(others))[:3].max() < 0.75


def test_no_things_are_no_shares() -> None:
    empty = sampled(np.zeros((20, 20), np.uint8), np.zeros((0, 4, 2)))
    assert alike(empty, empty).shape == (0,)
