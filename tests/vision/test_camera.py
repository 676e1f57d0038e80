"""The table's plane and the lens's bend from a few cards, against cameras made here."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from tests.vision.pinhole import PLACES, RIM, SIZE_PX, laid, seen_by
from vision.consensus import ConsensusConfig
from vision.ground import Bend, Ground, ground_of
from vision.plane import Floats, apply, homography, sides

CARD_MM = (63.0, 88.0)
CENTRE = ((SIZE_PX[0] - 1) / 2, (SIZE_PX[1] - 1) / 2)
RIMS = np.array([[0.08, 0.12], [0.92, 0.12], [0.92, 0.88], [0.08, 0.88]])


def _worst(ground: Ground, view: Floats, bend: Bend) -> float:
    """The largest share by which a card near the picture's rim comes out too large or too small."""
    off = []
    for place in RIMS:
        corners = laid(view, bend, place, 0.4)
        lengths = sides(apply(np.linalg.inv(ground.at(corners.mean(0))), corners))
        off.append(float(np.abs(np.log(lengths / [63, 88, 63, 88])).max()))
    return max(off)


def _ground(
    view: Floats, bend: Bend, count: int, seed: int, places: Floats = PLACES, noise_px: float = 0.15
) -> Ground:
    dice = np.random.default_rng(seed)
    turns = dice.uniform(0, 6.28, len(places))
    seen = [laid(view, bend, place, turn) for place, turn in zip(places, turns, strict=True)]
    frames = [homography(RIM, corners + dice.normal(0, noise_px, (4, 2))) for corners in seen[:count]]
    return ground_of(frames, CARD_MM, SIZE_PX, ConsensusConfig())


views = st.tuples(st.floats(0.6, 1.0), st.floats(0, 35), st.floats(0, 360), st.floats(450, 900))


@settings(deadline=None, max_examples=25)
@given(views, st.floats(-0.15, 0.04), st.integers(0, 99))
@example((0.625, 13.0, 0.0, 857.0), -0.140625, 1)
def test_six_cards_tell_the_plane_and_the_lens(
    camera: tuple[float, float, float, float], k: float, seed: int
) -> None:
    view, bend = seen_by(*camera), Bend(k, CENTRE, float(np.hypot(*SIZE_PX)) / 2)
    flat = apply(np.linalg.inv(view), bend.straight(RIMS * SIZE_PX))
    assume(np.abs(flat).max() < 2000)
    ground = _ground(view, bend, 6, seed)
    assert ground.bend is not None
    assert abs(ground.bend.k - k) < 0.06
    # A bend of more than two of its usual spreads is taken for a little less.
    assert _worst(ground, view, bend) < (0.08 if k > -0.1 else 0.14)


@pytest.mark.parametrize("k", [-0.12, -0.05, 0.0, 0.03])
def test_four_cards_do_too(k: float) -> None:
    view, bend = seen_by(0.8, 24, 70, 600), Bend(k, CENTRE, float(np.hypot(*SIZE_PX)) / 2)
    assert _worst(_ground(view, bend, 4, 5), view, bend) < 0.04


@pytest.mark.parametrize("seed", range(4))
def test_cards_in_one_half_that_are_seen_badly_do_not_lead_astray_in_the_other(seed: int) -> None:
    """Of cards that touch now a rim is found and now the seam: two pixels are usual, and a free map follows them."""
    view, bend = seen_by(0.8, 20, 70, 700), Bend(-0.03, CENTRE, float(np.hypot(*SIZE_PX)) / 2)
    half = np.array([[x, y] for x in (0.55, 0.68, 0.81) for y in (0.35, 0.65)] + [[0.68, 0.5]])
    assert _worst(_ground(view, bend, 7, seed, half, 2.0), view, bend) < 0.12
