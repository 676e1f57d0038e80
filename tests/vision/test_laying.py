"""Outlines laid over boundary points: poses are recovered, and distances are those of a plain search."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.blobs import SOME, blob_of, pose_of
from vision.cards.face.fit import FitConfig, fit_models
from vision.cards.face.laying import AT_CORNER, ROUNDED, SPOTS, Poses, Task, errors, settle
from vision.cards.face.models import Models, models_of
from vision.plane import Floats


def _around(loop: Floats, count: int) -> Floats:
    """Places spread evenly along a loop (s, 2)."""
    step = np.roll(loop, -1, axis=0) - loop
    length = np.hypot(*step.T)
    ends = np.cumsum(length)
    places = []
    for way in (np.arange(count) + 0.5) / count * ends[-1]:
        k = min(int((way >= ends).sum()), len(loop) - 1)
        places.append(loop[k] + step[k] * (way - ends[k] + length[k]) / max(length[k], 1e-9))
    return np.array(places)


def _foot(point: Floats, loop: Floats) -> Floats:
    feet = []
    for a, b in zip(loop, np.roll(loop, -1, axis=0), strict=True):
        d = b - a
        t = np.clip((point - a) @ d / max(d @ d, 1e-12), 0, 1)
        feet.append(a + t * d)
    best: Floats = min(feet, key=lambda foot: float(np.hypot(*(point - foot))))
    return best


def _plain_error(loop: Floats, points: Floats, unit: float) -> float:
    def weighed(spots: Floats, gaps: list[float]) -> float:
        near = [min(np.hypot(*(corner - spot)) for corner in loop) < ROUNDED * unit for spot in spots]
        weight = np.where(near, float(AT_CORNER), 1.0)
        return float((np.square(gaps) * weight).sum() / weight.sum())

    feet = np.array([_foot(p, loop) for p in points])
    there = weighed(feet, [float(np.hypot(*(p - f))) for p, f in zip(points, feet, strict=True)])
    spots = _around(loop, SPOTS)
    back = weighed(spots, [min(float(np.hypot(*(p - spot))) for p in points) for spot in spots])
    return float(max(there, back) ** 0.5)


FEW = settings(deadline=None, max_examples=25)
models = st.sampled_from(["iamond", "abolo"]).flatmap(
    lambda name: st.tuples(st.just(models_of(name)), st.integers(0, len(models_of(name).shapes) - 1))
)


@FEW
@given(models, st.floats(3, 15), st.floats(0, 6.2), st.integers(0, 2**32 - 1))
def test_the_error_is_that_of_a_plain_search(
    model: tuple[Models, int], unit: float, turn: float, seed: int
) -> None:
    found, k = model
    loop = found.outline[k] @ pose_of(unit, turn).T
    draw = np.random.default_rng(seed)
    points = _around(loop, 30) + draw.normal(0, 0.05 * unit, (30, 2))
    padded = np.concatenate([points, np.zeros((4, 2))])[None]
    task = Task(
        found.outline[k][None].astype(np.float32), padded.astype(np.float32), np.arange(34)[None] < 30
    )
    poses = Poses(pose_of(unit, turn)[None], np.zeros((1, 2)))
    assert errors(task, poses)[0] == pytest.approx(_plain_error(loop, points, unit), rel=0.02, abs=0.003)


@FEW
@given(models, st.floats(4, 12), st.floats(0, 6.2), st.floats(-0.12, 0.12), st.floats(-0.1, 0.1))
def test_a_pose_a_little_off_is_put_right(
    model: tuple[Models, int], unit: float, turn: float, off: float, away: float
) -> None:
    found, k = model
    points = _around(found.outline[k] @ pose_of(unit, turn).T, 84)
    task = Task(
        found.outline[k][None].astype(np.float32), points[None].astype(np.float32), np.ones((1, 84), bool)
    )
    start = Poses(pose_of(unit * (1 + off / 2), turn + off)[None], np.full((1, 2), away * unit))
    poses = settle(task, start, 6, 0.03)
    assert errors(task, poses)[0] < 0.06 * unit
    assert poses.unit[0] == pytest.approx(unit, rel=0.04)
    assert poses.stretch[0] < 0.06


@FEW
@given(st.lists(st.floats(-3, 3), min_size=4, max_size=4))
def test_the_stretch_is_the_ratio_of_the_singular_values(values: list[float]) -> None:
    matrix = np.array(values).reshape(2, 2)
    large, small = np.linalg.svd(matrix, compute_uv=False)
    if small < 0.05:
        return
    assert Poses(matrix[None], np.zeros((1, 2))).stretch[0] == pytest.approx(large / small - 1, abs=1e-6)


def test_many_at_once_are_fitted_as_each_alone() -> None:
    tasks = [(models_of(name), blob_of(name, k)) for name, k in SOME]
    together = fit_models(tasks, FitConfig())
    for task, fits in zip(tasks, together, strict=True):
        alone = fit_models([task], FitConfig())[0]
        assert [fit.shape for fit in fits] == [fit.shape for fit in alone]
        assert [fit.error_mm for fit in fits] == pytest.approx([fit.error_mm for fit in alone], abs=1e-3)
    for (name, k), fits in zip(SOME, together, strict=True):
        assert models_of(name).shapes[k] in [fit.shape for fit in fits if fit.error_mm == fits[0].error_mm]
        assert fits[0].error_mm < 0.4
