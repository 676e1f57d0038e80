"""Rectangles, and forms laid over points by a turn and a shift."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.parts.bodies import laid_over
from vision.plane import apply, is_convex, quad_area, rectangle, sides, turned_onto
from vision.srgb import LINEAR, linear, linear_rgb

lengths = st.floats(0.5, 500)
places = st.floats(-1000, 1000)


@given(lengths, lengths, places, places)
def test_a_rectangle_runs_clockwise_from_its_place(wide: float, high: float, x: float, y: float) -> None:
    corners = rectangle((wide, high), (x, y))
    assert tuple(corners[0]) == (x, y)
    assert sides(corners) == pytest.approx([wide, high, wide, high], abs=1e-9)
    assert float(quad_area(corners)) == pytest.approx(wide * high, rel=1e-6, abs=1e-6)


@given(st.floats(-3.1, 3.1), places, places, st.integers(0, 2**31))
def test_a_form_is_laid_where_it_was_put(angle: float, x: float, y: float, seed: int) -> None:
    form = np.random.default_rng(seed).uniform(-50, 50, (6, 2))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    put = form @ turn.T + (x, y)
    found = turned_onto(form, put)
    assert found is not None
    assert found[:2, :2] == pytest.approx(turn, abs=1e-9)
    assert apply(found, form) == pytest.approx(put, abs=1e-7)
    assert (laid_over(form, put) == found).all()


def test_points_on_one_spot_tell_a_shift_alone() -> None:
    form, seen = rectangle((4.0, 2.0)), np.full((4, 2), 7.0)
    assert turned_onto(form, seen) is None
    assert (laid_over(form, seen) == [[1, 0, 5], [0, 1, 6], [0, 0, 1]]).all()


def test_light_is_told_alike_of_every_kind_of_value() -> None:
    values = np.arange(256, dtype=np.uint8)
    light = linear_rgb(values)
    assert (light[0], light[255]) == (0.0, 1.0)
    assert (np.diff(light) > 0).all()
    assert (light.astype(np.float32) == LINEAR).all()
    assert light[128] == pytest.approx(0.2158605, abs=1e-7)
    assert linear(np.array([0.5], np.float32)).dtype == np.float32


def test_what_turns_one_way_at_every_corner_is_convex() -> None:
    square = np.array([[0.0, 0], [4, 0], [4, 4], [0, 4]])
    dented = np.array([[0.0, 0], [4, 0], [1, 1], [0, 4]])
    crossed = np.array([[0.0, 0], [4, 0], [0, 4], [4, 4]])
    flat = np.array([[71.0, 213], [77, 216], [46, 213], [52.578947368421055, 203.78947368421052]])
    assert is_convex(np.stack([square, square[::-1], dented, crossed, flat])).tolist() == [
        True,
        True,
        False,
        False,
        False,
    ]
