"""Fit the models to a blob's boundary: which shape, in which pose, how well, and how much better than the next.

The coarse step compares masks in polar coordinates about the centroid, at equal area, for all turns at once. The
fine step moves the best few models over the boundary points by Gauss-Newton on point-to-outline distances (the
iterated closest point of Chen and Medioni 1992), with a little affine play for what the rectification left over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.rules.polyform import Shape
from vision.ink import Blob
from vision.laying import Poses, Task, errors, settle
from vision.models import Models, best_overlap
from vision.plane import Floats


@dataclass(frozen=True, slots=True)
class FitConfig:
    """Bounds of the fit."""

    points: int = 84
    """Boundary points that are used, spread evenly."""
    kept: int = 6
    """Models that go on from the coarse step to the fine one."""
    least_overlap: float = 0.55
    affine_play: float = 0.03
    """Standard deviation of the stretch and shear that a rectification may leave, as a share."""
    rounds: int = 5
    pruned: int = 3
    """Models that go on after the first two rounds."""


@dataclass(frozen=True, slots=True)
class Fit:
    """One model on one blob.

    `error` is the root mean square distance between boundary and outline, both ways, in unit edges; `unit_mm` the
    unit edge's length; `stretch` the affine deviation from a similarity; `outline_mm` (s, 2) in the patch's frame.
    """

    shape: Shape
    error: float
    unit_mm: float
    stretch: float
    outline_mm: Floats
    error_mm: float
    lean: float
    """Half the logarithm of how much longer the shape came out along the face's x than along its y."""
    size_mm: float
    """The square root of the area: what an error is measured against, alike for one figure cut into few or many."""


def fit_models(tasks: Sequence[tuple[Models, Blob]], config: FitConfig) -> list[list[Fit]]:
    """For each blob under a profile's models the best fit of each shape that comes near, best first."""
    firsts = _firsts(tasks, config)
    owner = np.repeat(np.arange(len(tasks)), [len(first.models) for first in firsts])
    if not len(owner):
        return [[] for _ in tasks]
    corners = max(models.outline.shape[1] for models, _ in tasks)
    boundaries = [_thinned(blob.boundary_mm, blob.centroid_mm, config.points) for _, blob in tasks]
    most = max(len(points) for points in boundaries)
    points = np.stack([np.pad(points, ((0, most - len(points)), (0, 0))) for points in boundaries])
    real = np.arange(most) < np.array([len(boundary) for boundary in boundaries])[:, None]
    outline = np.concatenate(
        [
            np.pad(models.outline[first.models], ((0, 0), (0, corners - models.outline.shape[1]), (0, 0)), "edge")
            for (models, _), first in zip(tasks, firsts, strict=True)
        ]
    )
    chosen = np.concatenate([first.models for first in firsts])
    task = Task(outline, points[owner], real[owner])
    poses = Poses(np.concatenate([f.linear for f in firsts]), np.concatenate([f.shift for f in firsts]))
    poses = settle(task, poses, 2, config.affine_play)
    best = _best_of_each(owner, errors(task, poses) / poses.unit, config.pruned)
    owner, chosen, task, poses = owner[best], chosen[best], task.only(best), poses.only(best)
    poses = settle(task, poses, config.rounds - 2, config.affine_play)
    found: list[dict[Shape, Fit]] = [{} for _ in tasks]
    placed, units, stretches = poses.place(task.outline), poses.unit.tolist(), poses.stretch.tolist()
    leans = poses.lean.tolist()
    for k, error in enumerate(errors(task, poses).tolist()):
        models, fits = tasks[owner[k]][0], found[owner[k]]
        size = units[k] * float(models.area[chosen[k]]) ** 0.5
        for twin in models.twins[chosen[k]]:
            own = size / float(models.area[twin]) ** 0.5
            shape = models.shapes[twin]
            known = fits.get(shape)
            if known is None or error / own < known.error:
                fits[shape] = Fit(shape, error / own, own, stretches[k], placed[k], error, leans[k], size)
    return [sorted(fits.values(), key=lambda fit: (fit.error_mm, fit.shape.size)) for fits in found]


@dataclass(frozen=True, slots=True)
class _First:
    """The models (k,) that go on from the coarse step, and where they lie: `linear` (k, 2, 2), `shift` (k, 2)."""

    models: NDArray[np.intp]
    linear: Floats
    shift: Floats


def _firsts(tasks: Sequence[tuple[Models, Blob]], config: FitConfig) -> list[_First]:
    overlaps: dict[int, tuple[Floats, Floats]] = {}
    for models in {id(models): models for models, _ in tasks}.values():
        mine = [k for k, (other, _) in enumerate(tasks) if other is models]
        overlap, turn = best_overlap(models.spectrum, np.stack([tasks[k][1].mask for k in mine]))
        overlaps |= {k: (overlap[row], turn[row]) for row, k in enumerate(mine)}
    firsts = []
    for k, (models, blob) in enumerate(tasks):
        overlap, turn = overlaps[k]
        ranked = np.argsort(-overlap)
        _, first = np.unique(models.family[ranked], return_index=True)
        order = ranked[np.sort(first)][: config.kept]
        order = order[overlap[order] > config.least_overlap]
        scale = np.sqrt(blob.area_mm2 / models.area[order])
        cos, sin = np.cos(turn[order]) * scale, np.sin(turn[order]) * scale
        linear = np.stack([cos, -sin, sin, cos], -1).reshape(-1, 2, 2)
        firsts.append(_First(order, linear, np.repeat(blob.centroid_mm[None], len(order), 0)))
    return firsts


def _best_of_each(owner: NDArray[np.intp], error: Floats, most: int) -> NDArray[np.intp]:
    """Of each owner's rows so many of least error, each owner's best first; `owner` (p,) is in order."""
    order = np.lexsort((error, owner))
    starts = np.searchsorted(owner, owner)
    best: NDArray[np.intp] = order[np.arange(len(owner)) - starts < most]
    return best


def _thinned(points: Floats, centre: Floats, most: int) -> Floats:
    """At most so many of the points, spread evenly round the centre."""
    if len(points) <= most:
        return points
    away = points - centre
    order = np.argsort(np.arctan2(away[:, 1], away[:, 0]), kind="stable")
    thinned: Floats = points[order[np.arange(most) * len(points) // most]]
    return thinned
