"""Fit the models to a blob's boundary: which shape, in which pose, how well, and how much better than the next.

The coarse step compares masks in polar coordinates about the centroid, at equal area, for all turns at once. The
fine step moves the best few models over the boundary points by Gauss-Newton on point-to-outline distances (the
iterated closest point of Chen and Medioni 1992), with a little affine play for what the rectification left over.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.rules.polyform import Shape
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
    size_mm: float
    """The square root of the area: what an error is measured against, alike for one figure cut into few or many."""


def fit_models(
    models: Models, mask: Floats, boundary_mm: Floats, centroid_mm: Floats, area_mm2: float, config: FitConfig
) -> list[Fit]:
    """The best fit of each shape that comes near, best first; one entry a shape.

    `mask`: the blob's polar mask about its centroid at unit area (RADII, ANGLES); `boundary_mm`: (n, 2).
    """
    boundary_mm = _thinned(boundary_mm, centroid_mm, config.points)
    overlap, turn = best_overlap(models.spectrum, mask)
    ranked = np.argsort(-overlap)
    _, first = np.unique(models.family[ranked], return_index=True)
    order = ranked[np.sort(first)][: config.kept]
    order = order[overlap[order] > config.least_overlap]
    if not len(order):
        return []
    scale = np.sqrt(area_mm2 / models.area[order])
    cos, sin = np.cos(turn[order]) * scale, np.sin(turn[order]) * scale
    pose = np.stack([cos, -sin, sin, cos], -1).reshape(-1, 2, 2)
    shift = np.repeat(centroid_mm[None], len(order), 0)
    outline = models.outline[order]
    _, pose, shift = _settle(outline, pose, shift, boundary_mm, 2, config)
    placed = np.einsum("kij,ksj->ksi", pose, outline) + shift[:, None]
    unit = np.sqrt(np.abs(np.linalg.det(pose)))
    rough = _errors(placed, boundary_mm, unit) / unit
    best = np.argsort(rough)[: config.pruned]
    order, outline, pose, shift = order[best], outline[best], pose[best], shift[best]
    placed, pose, shift = _settle(outline, pose, shift, boundary_mm, config.rounds - 2, config)
    unit = np.sqrt(np.abs(np.linalg.det(pose)))
    errors = _errors(placed, boundary_mm, unit)
    fits: dict[Shape, Fit] = {}
    for k, index in enumerate(order):
        stretch = _stretch(pose[k])
        size = float(unit[k] * np.sqrt(models.area[index]))
        for twin in np.nonzero(models.family == models.family[index])[0]:
            own = float(unit[k] * np.sqrt(models.area[index] / models.area[twin]))
            fit = Fit(
                models.shapes[twin], float(errors[k] / own), own, stretch, placed[k], float(errors[k]), size
            )
            known = fits.get(fit.shape)
            if known is None or fit.error < known.error:
                fits[fit.shape] = fit
    return sorted(fits.values(), key=lambda fit: (fit.error_mm, fit.shape.size))


def _thinned(points: Floats, centre: Floats, most: int) -> Floats:
    """At most so many of the points, spread evenly round the centre."""
    if len(points) <= most:
        return points
    away = points - centre
    order = np.argsort(np.arctan2(away[:, 1], away[:, 0]), kind="stable")
    thinned: Floats = points[order[np.arange(most) * len(points) // most]]
    return thinned


def _stretch(pose: Floats) -> float:
    first, second = np.linalg.svd(pose, compute_uv=False)
    return float(first / max(second, 1e-9) - 1)


def _settle(
    outline: Floats, pose: Floats, shift: Floats, points: Floats, rounds: int, config: FitConfig
) -> tuple[Floats, Floats, Floats]:
    """Gauss-Newton over affine poses (k, 2, 2) and shifts (k, 2); returns placed outlines (k, s, 2) and both."""
    corners = outline
    for step in range(rounds):
        placed = np.einsum("kij,ksj->ksi", pose, corners) + shift[:, None]
        _, normal, gap, t, segment = _closest(placed, points)
        # The model point that the boundary point is nearest to, in the model's own frame.
        a, b = corners, np.roll(corners, -1, axis=1)
        rows = np.arange(len(corners))[:, None]
        own = a[rows, segment] * (1 - t[..., None]) + b[rows, segment] * t[..., None]
        unit = np.sqrt(np.abs(np.linalg.det(pose)))[:, None]
        weight = 1.0 / (1.0 + (gap / (0.12 * unit)) ** 2)
        nx, ny = normal[..., 0], normal[..., 1]
        columns = np.stack(
            [nx * own[..., 0], nx * own[..., 1], ny * own[..., 0], ny * own[..., 1], nx, ny], -1
        )
        lhs = np.einsum("kni,knj,kn->kij", columns, columns, weight)
        rhs = np.einsum("kni,kn,kn->ki", columns, gap, weight)
        # Prior: the pose stays near a similarity, whose matrix is [[a, -b], [b, a]].
        strength = len(points) * (1 / max(config.affine_play, 1e-6)) ** 2 * 1e-4 if step else 1e9
        same, opposite = np.array([1.0, 0, 0, -1.0, 0, 0]), np.array([0, 1.0, 1.0, 0, 0, 0])
        now = np.concatenate([pose.reshape(-1, 4), np.zeros((len(pose), 2))], -1)
        for row in (same, opposite):
            lhs = lhs + strength * np.outer(row, row)[None]
            rhs = rhs - strength * (now @ row)[:, None] * row[None]
        lhs = lhs + 1e-9 * np.eye(6)[None]
        delta = np.linalg.solve(lhs, rhs[..., None])[..., 0]
        pose = pose + delta[:, :4].reshape(-1, 2, 2)
        shift = shift + delta[:, 4:]
    return np.einsum("kij,ksj->ksi", pose, corners) + shift[:, None], pose, shift


def _closest(placed: Floats, points: Floats) -> tuple[Floats, Floats, Floats, Floats, np.ndarray]:
    """For each outline (k, s, 2) and point (n, 2): foot, the side's normal, signed gap, place on the side, side."""
    a = placed
    d = np.roll(placed, -1, axis=1) - a
    length2 = (d**2).sum(-1)
    real = length2 > 1e-12
    away = points[None, :, None] - a[:, None]
    t = np.clip((away * d[:, None]).sum(-1) / np.maximum(length2, 1e-12)[:, None], 0, 1)
    gap2 = ((away - t[..., None] * d[:, None]) ** 2).sum(-1) + np.where(real, 0, 1e12)[:, None]
    segment = gap2.argmin(-1)
    rows = np.arange(len(placed))[:, None]
    cols = np.arange(len(points))[None]
    t = t[rows, cols, segment]
    side = d[rows, segment]
    foot = a[rows, segment] + t[..., None] * side
    normal = np.stack([side[..., 1], -side[..., 0]], -1)
    normal = normal / np.maximum(np.linalg.norm(normal, axis=-1, keepdims=True), 1e-9)
    gap = ((points[None] - foot) * normal).sum(-1)
    return foot, normal, gap, t, segment


def _errors(placed: Floats, points: Floats, unit: Floats) -> Floats:
    """Root mean square distance (k,) between outlines and boundary points, both ways.

    Printers round corners and cameras soften them, so what lies within a sixth of a unit edge of a corner counts
    for little; `unit` (k,) is the unit edge of each placed outline.
    """
    a, d = placed, np.roll(placed, -1, axis=1) - placed
    near = 0.17 * unit[:, None]
    foot, *_ = _closest(placed, points)
    to_corner = np.sqrt(((foot[:, :, None] - a[:, None]) ** 2).sum(-1)).min(-1)
    weight = np.where(to_corner < near, 0.2, 1.0)
    there = (((points[None] - foot) ** 2).sum(-1) * weight).sum(-1) / weight.sum(-1)
    length = np.linalg.norm(d, axis=-1)
    total = length.sum(-1, keepdims=True)
    # 48 places spread evenly along each outline.
    ends = np.cumsum(length, -1)
    want = (np.arange(48) + 0.5)[None] / 48 * total
    side = np.minimum((want[..., None] >= ends[:, None]).sum(-1), placed.shape[1] - 1)
    rows = np.arange(len(placed))[:, None]
    before = np.where(side > 0, ends[rows, side - 1], 0.0)
    t = (want - before) / np.maximum(length[rows, side], 1e-9)
    spots = a[rows, side] + t[..., None] * d[rows, side]
    to_corner = np.sqrt(((spots[:, :, None] - a[:, None]) ** 2).sum(-1)).min(-1)
    weight = np.where(to_corner < near, 0.2, 1.0)
    gap = ((spots[:, :, None] - points[None, None]) ** 2).sum(-1).min(-1)
    back = (gap * weight).sum(-1) / weight.sum(-1)
    worst: Floats = np.sqrt(np.maximum(there, back))
    return worst
