"""Shared ground and gaps of things on a table, against twins that only sample."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.table.lying import gap_mm, holds, overlap_mm2, together
from tests.table.parts.sightings import rectangle
from vision.sighting import Quad

QUADS = st.builds(
    rectangle,
    st.tuples(st.floats(-60, 60), st.floats(-60, 60)),
    st.sampled_from([(63.0, 88.0), (22.0, 22.0), (40.0, 12.0)]),
    st.floats(0, 360),
)


def _inside(points: np.ndarray, quad: Quad) -> np.ndarray:
    """Whether points (n, 2) are on one side of all four sides."""
    turns = []
    for k in range(4):
        a, b = np.array(quad[k]), np.array(quad[(k + 1) % 4])
        turns.append((b - a)[0] * (points - a)[:, 1] - (b - a)[1] * (points - a)[:, 0])
    stacked = np.array(turns)
    return np.asarray((stacked >= 0).all(0) | (stacked <= 0).all(0))


def _rim(quad: Quad, count: int = 120) -> np.ndarray:
    corners = np.array(quad)
    steps = np.linspace(0, 1, count)[:, None]
    return np.concatenate([corners[k] + steps * (corners[(k + 1) % 4] - corners[k]) for k in range(4)])


@given(QUADS, QUADS)
@settings(max_examples=80, deadline=None)
def test_shared_ground_is_what_counting_points_finds(one: Quad, other: Quad) -> None:
    ticks = np.arange(-120, 120, 1.5) + 0.75
    points = np.stack(np.meshgrid(ticks, ticks), -1).reshape(-1, 2)
    counted = float((_inside(points, one) & _inside(points, other)).sum()) * 1.5**2
    assert overlap_mm2(one, other) == pytest.approx(counted, abs=160)
    assert overlap_mm2(one, other) == pytest.approx(overlap_mm2(other, one), abs=1e-6)
    assert overlap_mm2(one[::-1], other) == pytest.approx(overlap_mm2(one, other), abs=1e-6)


@given(QUADS, QUADS)
@settings(max_examples=80, deadline=None)
def test_a_gap_is_the_least_way_between_rims(one: Quad, other: Quad) -> None:
    a, b = _rim(one), _rim(other)
    least = float(np.linalg.norm(a[:, None] - b[None], axis=-1).min())
    if overlap_mm2(one, other) > 0:
        assert gap_mm(one, other) == 0
    else:
        assert gap_mm(one, other) == pytest.approx(least, abs=1.0)


@given(st.lists(QUADS, max_size=7), st.floats(0, 60))
@settings(max_examples=60, deadline=None)
def test_what_lies_together_is_what_merging_pairs_gives(loops: list[Quad], gap: float) -> None:
    owner = list(range(len(loops)))
    for a in range(len(loops)):
        for b in range(a):
            if gap_mm(loops[a], loops[b]) <= gap:
                owner = [owner[a] if one == owner[b] else one for one in owner]
    want = {tuple(k for k, one in enumerate(owner) if one == of) for of in owner}
    assert {tuple(group) for group in together(loops, gap)} == want


@given(QUADS, st.tuples(st.floats(-90, 90), st.floats(-90, 90)))
@settings(max_examples=80, deadline=None)
def test_what_holds_a_point(quad: Quad, point: tuple[float, float]) -> None:
    if np.linalg.norm(_rim(quad) - np.array(point), axis=1).min() > 1:
        assert holds(quad, point) == bool(_inside(np.array([point]), quad)[0])
