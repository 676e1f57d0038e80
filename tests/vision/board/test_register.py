"""Segments are laid on the lines that each lies on, and a grid exactly on these."""

from __future__ import annotations

import numpy as np
import pytest

from vision.board.cells import RIM, edge_ends
from vision.board.grid.grids import AXES
from vision.board.grid.register import RegisterConfig, View, assigned, centred, register
from vision.plane import Floats, apply

SIZE = (1280, 720)


def _view(seed: int, bend: float) -> View:
    """A board somewhere in the photo, leaning."""
    dice = np.random.default_rng(seed)
    angle, side = dice.uniform(0, 2 * np.pi), dice.uniform(7.0, 10.0)
    turn = side * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    matrix = np.eye(3)
    matrix[:2, :2], matrix[:2, 2], matrix[2, :2] = turn, dice.uniform(1.7, 2.3, 2), dice.normal(0, 0.3, 2)
    return View(matrix, bend, 0, SIZE)


def _segments(view: View) -> Floats:
    """The sides of all its cells, in centred coordinates."""
    return centred(view.to_px(edge_ends()), SIZE)


@pytest.mark.parametrize("seed", range(5))
def test_each_segment_is_laid_on_its_own_line(seed: int) -> None:
    view, dice = _view(seed, 0.1), np.random.default_rng(seed)
    others = dice.uniform(-0.5, 0.5, (80, 2, 2))
    segments = np.concatenate([_segments(view), others])
    chosen = assigned(segments, view.matrix, view.bend, 0.1, 5.0)
    assert chosen is not None
    said = {
        int(k): (int(kind), float(line), float(long)) for k, kind, line, long in zip(*chosen, strict=True)
    }
    for number, own in enumerate(segments):
        ends = apply(view.matrix, own * (1 + view.bend * (own**2).sum(-1, keepdims=True)))
        way = ends[1] - ends[0]
        turned = np.degrees(np.arctan2(way[1], way[0])) / 45
        kind = round(float(turned)) % 4
        values = ends @ AXES[kind]
        line = float(np.round(values.mean()))
        away = np.abs(values - line).max() / np.linalg.norm(AXES[kind])
        near = abs(turned - round(float(turned))) * 45 < 5.0
        if near and away < 0.1 and (ends > -0.1).all() and (ends < 4.1).all():
            assert said.pop(number) == pytest.approx((kind, line, float(np.hypot(*way))))
    assert not said


@pytest.mark.parametrize("bend", [-0.1, 0.0, 0.15])
@pytest.mark.parametrize("seed", range(3))
def test_a_grid_that_is_off_is_laid_on_what_its_edges_show(seed: int, bend: float) -> None:
    true = _view(seed, bend)
    off = true.matrix.copy()
    off[:2] += np.random.default_rng(seed).normal(0, 0.02, (2, 3))
    found = register(_segments(true), off, SIZE, RegisterConfig(bend_play=1e6))
    assert found is not None
    # In a bent photo an edge is no straight line from end to end.
    assert np.abs(found.to_px(RIM) - true.to_px(RIM)).max() < 0.3
    assert found.bend == pytest.approx(bend, abs=1e-2)
