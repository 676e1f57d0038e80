"""The table's plane from cards that lie about, known by their size alone."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.errors import CannotCalibrate
from calibration.fit_cards import fit_table_from_cards
from calibration.least_squares import minimise
from calibration.lens import Lens
from calibration.plane import bent, through
from tests.calibration.cameras import SIZE, Floats, plane

LENS = Lens(SIZE, (950.0, 950.0), (645.0, 350.0), (-0.15, 0.04, 0.0, 0.0, 0.0))
SPOTS = ((-190, -110), (160, -120), (0, 10), (-170, 110), (180, 100), (-20, -130), (30, 120))


def cards(count: int, to_px: Floats, noise: float, seed: int, lens: Lens | None = LENS) -> list[Floats]:
    rng = np.random.default_rng(seed)
    rectangle = np.array([[-31.5, -44], [31.5, -44], [31.5, 44], [-31.5, 44]])
    found = []
    for spot in SPOTS[:count]:
        angle = rng.uniform(0, 2 * np.pi)
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        corners = bent(through(to_px, rectangle @ turn + spot), lens) + rng.normal(0, noise, (4, 2))
        corners = np.roll(corners, int(rng.integers(4)), axis=0)
        found.append(corners[::-1] if rng.random() < 0.3 else corners)
    return found


def spans(points: Floats) -> Floats:
    return np.asarray(np.linalg.norm(points - np.roll(points, -1, axis=0), axis=1))


@settings(max_examples=12, deadline=None)
@given(tilt=st.floats(5, 45), turn=st.floats(-180, 180), seed=st.integers(0, 99), count=st.integers(4, 7))
def test_lengths_on_the_table_are_right(tilt: float, turn: float, seed: int, count: int) -> None:
    to_px = plane(LENS, tilt, 800, turn=turn)
    fit = fit_table_from_cards(cards(count, to_px, 0.3, seed), SIZE, LENS)
    far = np.array([[-150.0, -100.0], [150.0, -100.0], [150.0, 100.0], [-150.0, 100.0]])
    seen = fit.table.to_mm(bent(through(to_px, far), LENS))
    np.testing.assert_allclose(spans(seen), spans(far), rtol=0.015)
    assert fit.held_out is not None
    assert fit.held_out.mean_mm < 1.0
    assert fit.table.stand is not None
    assert fit.table.stand.height_mm == pytest.approx(800, rel=0.03)
    assert fit.table.stand.tilt_degrees == pytest.approx(tilt, abs=2.5)


def test_the_origin_is_in_the_pictures_middle_and_x_runs_to_the_right() -> None:
    fit = fit_table_from_cards(cards(6, plane(LENS, 30, 800, turn=77), 0, 0), SIZE, LENS)
    middle = np.array([[639.5, 359.5], [649.5, 359.5], [639.5, 369.5]])
    at, right, below = fit.table.to_mm(middle)
    np.testing.assert_allclose(at, 0, atol=3)  # straight pixels are a little off the bent ones
    assert right[0] > at[0] + 5
    assert abs(right[1] - at[1]) < 1
    assert below[1] > at[1] + 5


def test_without_a_lens_many_cards_will_do() -> None:
    to_px = plane(LENS, 25, 800)
    fit = fit_table_from_cards(cards(7, to_px, 0.2, 3, None), SIZE)
    assert fit.held_out is not None
    assert fit.held_out.mean_mm < 1.0
    assert fit.table.stand is None


def test_one_card_is_taken_and_warned_about() -> None:
    fit = fit_table_from_cards(cards(1, plane(LENS, 25, 500), 0.1, 3), SIZE, LENS)
    assert fit.held_out is None
    assert fit.warnings
    assert fit.table.stand is not None
    assert fit.table.stand.height_mm == pytest.approx(500, rel=0.05)


def test_a_wrong_outline_does_not_tilt_the_table() -> None:
    to_px = plane(LENS, 20, 800)
    seen = cards(7, to_px, 0.1, 1)
    seen[3] = seen[3] + np.array([[0, 0], [0, 0], [14, 0], [14, 0]])
    fit = fit_table_from_cards(seen, SIZE, LENS)
    far = np.array([[-150.0, -100.0], [150.0, 100.0]])
    seen_far = fit.table.to_mm(bent(through(to_px, far), LENS))
    assert spans(seen_far)[0] == pytest.approx(spans(far)[0], rel=0.02)


def test_no_card_and_what_is_no_card_are_refused() -> None:
    with pytest.raises(CannotCalibrate, match="no card"):
        fit_table_from_cards([], SIZE, LENS)
    rng = np.random.default_rng(0)
    squares = [np.array([[0, 0], [90, 0], [90, 90], [0, 90]]) + rng.uniform(0, 600, 2) for _ in range(5)]
    with pytest.raises(CannotCalibrate):
        fit_table_from_cards([quad + rng.uniform(-25, 25, (4, 2)) for quad in squares], SIZE, LENS)


def test_the_least_squares_come_to_the_bottom_of_a_bent_valley() -> None:
    """Rosenbrock's valley, and a straight line among points of which some are wild."""

    def valley(at: Floats) -> Floats:
        return np.array([10 * (at[1] - at[0] ** 2), 1 - at[0]])

    np.testing.assert_allclose(
        minimise(valley, np.array([-1.2, 1.0]), huber=1e9, rounds=200), [1, 1], atol=1e-3
    )
    x = np.linspace(0, 9, 30)
    y = 2 * x + 1
    y[::7] += 50
    found = minimise(lambda at: at[0] * x + at[1] - y, np.zeros(2), huber=0.1)
    np.testing.assert_allclose(found, [2, 1], atol=0.15)
