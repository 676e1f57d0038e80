"""Work on whole arrays beside plain twins: medians, paper, clusters of outlines, planes from rigid things."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.consensus import ConsensusConfig, card_plane
from vision.outlines import TURNS, cluster
from vision.paper import medians, over_paper, quantile
from vision.plane import Floats, apply
from vision.rigid import Rigid, misfits, packed, settled
from vision.srgb import LINEAR

FEW = settings(deadline=None, max_examples=25)
seeds = st.integers(0, 2**32 - 1)


@FEW
@given(seeds, st.integers(1, 40))
def test_medians_are_numpys(seed: int, count: int) -> None:
    draw = np.random.default_rng(seed)
    planes = draw.random((3, 8, 9)).astype(np.float32)
    where = np.zeros((8, 9), bool)
    where.ravel()[draw.choice(72, count, replace=False)] = True
    assert medians(planes, where) == pytest.approx([np.median(plane[where]) for plane in planes], rel=1e-6)


@FEW
@given(seeds, st.integers(1, 40), st.floats(0, 1))
def test_quantiles_are_numpys(seed: int, count: int, share: float) -> None:
    values = np.random.default_rng(seed).random(count)
    assert quantile(values, share) == pytest.approx(float(np.quantile(values, share)))


@FEW
@given(seeds, st.integers(90, 250), st.integers(1, 5))
def test_the_paper_is_the_mean_of_what_is_near_the_median(seed: int, shade: int, rim: int) -> None:
    draw = np.random.default_rng(seed)
    patch = np.clip(shade + draw.normal(0, 4, (60, 50, 3)), 0, 255).astype(np.uint8)
    patch[20:40, 15:35] = draw.integers(0, 255, 3)
    planes, paper = over_paper(patch, rim)
    inner = LINEAR[patch[rim:-rim:2, rim:-rim:2]].reshape(-1, 3)
    middle = np.median(inner, axis=0)
    near = (np.abs(inner / middle - 1) < 0.2).all(1)
    np.testing.assert_allclose(paper, inner[near].mean(0), rtol=1e-4)
    np.testing.assert_allclose(planes, (LINEAR[patch] / paper).transpose(2, 0, 1), rtol=1e-3, atol=1e-6)


def _plain_cluster(corners: Floats, worth: Floats, reach: float) -> list[int]:
    kept: list[int] = []
    for k in np.argsort(-worth, kind="stable"):
        alike = any(
            (np.abs(corners[j].mean(0) - corners[k].mean(0)) <= reach).all()
            and any((np.abs(corners[j] - corners[k][turn]) <= reach).all() for turn in TURNS)
            for j in kept
        )
        if not alike:
            kept.append(int(k))
    return kept


@FEW
@given(seeds, st.integers(1, 25), st.integers(1, 6))
def test_outlines_are_clustered_as_by_a_plain_search(seed: int, count: int, places: int) -> None:
    draw = np.random.default_rng(seed)
    square = np.array([[0.0, 0.0], [9.0, 0.0], [9.0, 13.0], [0.0, 13.0]])
    corners = draw.integers(0, 3, (places, 1, 2))[draw.integers(0, places, count)] * 20 + square
    corners = corners + draw.normal(0, 1.2, corners.shape)
    corners = np.stack([np.roll(own, draw.integers(0, 4), axis=0) for own in corners])
    worth = draw.random(count)
    assert cluster(corners, worth, 3.0) == _plain_cluster(corners, worth, 3.0)


def _view(draw: np.random.Generator) -> Floats:
    turn, tilt = draw.uniform(0, 6.2), draw.uniform(0, 0.0007, 2)
    c, s = 3 * np.cos(turn), 3 * np.sin(turn)
    return np.array([[c, -s, 600.0], [s, c, 500.0], [tilt[0], tilt[1], 1.0]])


def _lying(draw: np.random.Generator, form: Floats, count: int) -> list[Floats]:
    """A form at places of a table, each with a turn of its own."""
    laid = []
    for k in range(count):
        turn = draw.uniform(0, 6.2)
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        laid.append((form - form.mean(0)) @ spin.T + [130.0 * (k % 4), 130.0 * (k // 4)])
    return laid


CARD = np.array([[0.0, 0.0], [63.0, 0.0], [63.0, 88.0], [0.0, 88.0]])


@FEW
@given(seeds, st.integers(4, 12))
def test_the_plane_is_found_from_rigid_things(seed: int, count: int) -> None:
    draw = np.random.default_rng(seed)
    view = _view(draw)
    triangle = np.array([[0.0, 0.0], [20.0, 0.0], [3.0, 17.0]])
    things = [Rigid(apply(view, lying), CARD) for lying in _lying(draw, CARD, count)]
    things += [Rigid(apply(view, lying + 40), triangle) for lying in _lying(draw, triangle, 3)]
    near = np.linalg.inv(view) * (1 + draw.normal(0, 1e-3, (3, 3)))
    pack = packed(things)
    assert np.median(misfits(pack, settled(pack, near / near[2, 2], 12))) < 0.3


@FEW
@given(seeds, st.integers(3, 12), st.integers(0, 8))
def test_cards_of_one_size_are_told_from_other_outlines(seed: int, count: int, others: int) -> None:
    draw = np.random.default_rng(seed)
    view = _view(draw)
    cards = [apply(view, lying) for lying in _lying(draw, CARD, count)]
    odd = [
        apply(view, CARD * draw.uniform([0.3, 1.4], [0.6, 2.2]) + draw.uniform(500, 900, 2))
        for _ in range(others)
    ]
    corners = np.stack(cards + odd) + draw.normal(0, 0.2, (count + others, 4, 2))
    weight = np.concatenate([np.ones(count), np.full(others, 0.1)])
    plane = card_plane(corners, weight, (63.0, 88.0), (1920, 1080), ConsensusConfig())
    assert plane is not None
    assert set(range(count)) <= set(plane.index)
    flat = apply(plane.to_mm, plane.corners[:count])
    assert np.hypot(*(flat[:, 1] - flat[:, 0]).T) == pytest.approx(np.full(count, 63.0), rel=0.03)
