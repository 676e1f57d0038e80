"""Fit the models to a blob's boundary: which shape, in which pose, how well, and how much better than the next.

The coarse step compares masks in polar coordinates about the centroid, at equal area, for all turns at once. The
fine step moves the best few models over the boundary points by Gauss-Newton on point-to-outline distances (the
iterated closest point of Chen and Medioni 1992), with a little affine play for what the rectification left over.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.rules.polyform import Shape
from vision.cards.face.blob import Blob
from vision.cards.face.laying import Poses, Task, errors, settle
from vision.cards.face.models import Models, best_overlap
from vision.plane import Floats


@dataclass(frozen=True, slots=True)
class FitConfig:
    """Bounds of the fit."""

    points: int = 84
    """Boundary points that are used, spread evenly."""
    kept: int = 6
    """Models that go on from the coarse step to the fine one."""
    least_overlap: float = 0.55
    overlap_play: float = 0.15
    """A model whose mask overlaps so much less than the best one's is not the shape, nor near it."""
    affine_play: float = 0.03
    """Standard deviation of the stretch and shear that a rectification may leave, as a share."""
    rounds: int = 5
    pruned: int = 3
    prune_times: float = 3.0
    prune_units: float = 0.03
    """Models that go on after the first two rounds: so many at most, and off by at most so many times as much as the
    best one, plus that share of a unit edge."""


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


def nearest(fits: Mapping[str, Sequence[Fit]], profiles: Iterable[str] | None = None) -> Fit | None:
    """The fit that is least off, in millimetres, of the best ones under these profiles, or under all; None for none."""
    found = [fits[name][0] for name in (fits if profiles is None else profiles) if fits.get(name)]
    return min(found, key=lambda fit: fit.error_mm, default=None)


Coarse = tuple[Floats, Floats]
"""How much of a blob each model (m,) covers at its best turn, and that turn in radians (m,)."""


def coarsely(tasks: Sequence[tuple[Models, Blob]]) -> list[Coarse]:
    """Each blob under a profile's models, as masks."""
    found: dict[int, Coarse] = {}
    for models in {id(models): models for models, _ in tasks}.values():
        mine = [k for k, (other, _) in enumerate(tasks) if other is models]
        overlap, turn = best_overlap(models.spectrum, np.stack([tasks[k][1].mask for k in mine]))
        found |= {k: (overlap[row], turn[row]) for row, k in enumerate(mine)}
    return [found[k] for k in range(len(tasks))]


def fit_models(
    tasks: Sequence[tuple[Models, Blob]], config: FitConfig, coarse: Sequence[Coarse] | None = None
) -> list[list[Fit]]:
    """For each blob under a profile's models the best fit of each shape that comes near, best first.

    `coarse` is how they lie `coarsely`, where that is known already.
    """
    found: list[dict[int, Fit]] = [{} for _ in tasks]
    firsts = _firsts(tasks, coarsely(tasks) if coarse is None else coarse, config)
    owner = np.repeat(np.arange(len(tasks)), [len(first.models) for first in firsts])
    if len(owner):
        task, poses = _gathered(tasks, firsts, owner, config)
        chosen = np.concatenate([first.models for first in firsts])
        poses = settle(task, poses, 2, config.affine_play)
        best = _best_of_each(owner, errors(task, poses) / poses.unit, config)
        owner, chosen, task, poses = owner[best], chosen[best], task.only(best), poses.only(best)
        poses = settle(task, poses, config.rounds - 2, config.affine_play)
        placed, units, stretches = poses.place(task.outline), poses.unit.tolist(), poses.stretch.tolist()
        leans = poses.lean.tolist()
        for k, error in enumerate(errors(task, poses).tolist()):
            models, blob = tasks[owner[k]]
            fits = found[owner[k]]
            size = units[k] * float(models.area[chosen[k]]) ** 0.5
            for twin in models.twins[chosen[k]]:
                own = size / float(models.area[twin]) ** 0.5
                shape = models.shapes[twin]
                known = fits.get(id(shape))
                if known is None or error / own < known.error:
                    outline = placed[k] + blob.centroid_mm
                    fits[id(shape)] = Fit(
                        shape, error / own, own, stretches[k], outline, error, leans[k], size
                    )
    return [sorted(fits.values(), key=lambda fit: (fit.error_mm, fit.shape.size)) for fits in found]


def _gathered(
    tasks: Sequence[tuple[Models, Blob]], firsts: list[_First], owner: NDArray[np.intp], config: FitConfig
) -> tuple[Task, Poses]:
    """All candidates in one set of arrays, lengths about each blob's own centroid."""
    boundaries = [_thinned(blob.boundary_mm - blob.centroid_mm, config.points) for _, blob in tasks]
    points = np.zeros((len(tasks), max(len(own) for own in boundaries), 2), np.float32)
    real = np.zeros(points.shape[:2], bool)
    corners = max(models.outline.shape[1] for models, _ in tasks)
    outline = np.empty((len(owner), corners, 2), np.float32)
    row = 0
    for k, ((models, _), first, own) in enumerate(zip(tasks, firsts, boundaries, strict=True)):
        points[k, : len(own)], real[k, : len(own)] = own, True
        loops = models.outline[first.models]
        outline[row : row + len(loops), : loops.shape[1]] = loops
        outline[row : row + len(loops), loops.shape[1] :] = loops[:, -1:]
        row += len(loops)
    linear = np.concatenate([first.linear for first in firsts])
    return Task(outline, points[owner], real[owner]), Poses(linear, np.zeros((len(owner), 2)))


@dataclass(frozen=True, slots=True)
class _First:
    """The models (k,) that go on from the coarse step, and how they lie: `linear` (k, 2, 2)."""

    models: NDArray[np.intp]
    linear: Floats


def _firsts(
    tasks: Sequence[tuple[Models, Blob]], coarse: Sequence[Coarse], config: FitConfig
) -> list[_First]:
    firsts = []
    for (models, blob), (overlap, turn) in zip(tasks, coarse, strict=True):
        order = np.array(_families(models, overlap, config), np.intp)
        scale = np.sqrt(blob.area_mm2 / models.area[order])
        cos, sin = np.cos(turn[order]) * scale, np.sin(turn[order]) * scale
        firsts.append(_First(order, np.stack([cos, -sin, sin, cos], -1).reshape(-1, 2, 2)))
    return firsts


def _families(models: Models, overlap: Floats, config: FitConfig) -> list[int]:
    """The model of most overlap of each family, best first, that comes near enough."""
    least = max(config.least_overlap, float(overlap.max()) - config.overlap_play)
    kept: dict[int, int] = {}
    for k in np.argsort(-overlap).tolist():
        if overlap[k] <= least or len(kept) == config.kept:
            break
        kept.setdefault(models.twins[k][0], k)
    return list(kept.values())


def _best_of_each(owner: NDArray[np.intp], error: Floats, config: FitConfig) -> NDArray[np.intp]:
    """Of each owner's rows those of least error that go on, each owner's best first; `owner` (p,) is in order."""
    order = np.lexsort((error, owner))
    starts = np.searchsorted(owner, owner)
    most = config.prune_times * error[order][starts] + config.prune_units
    best: NDArray[np.intp] = order[(np.arange(len(owner)) - starts < config.pruned) & (error[order] <= most)]
    return best


def _thinned(points: Floats, most: int) -> Floats:
    """At most so many of the points (n, 2), spread evenly round the origin."""
    if len(points) <= most:
        return points
    angle = np.arctan2(points[:, 1], points[:, 0])
    order = np.argsort((angle * 10000).astype(np.int16), kind="stable")
    thinned: Floats = points[order[np.arange(most) * len(points) // most]]
    return thinned
