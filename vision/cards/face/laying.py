"""Lay outlines over boundary points: all candidates of all faces at once, moved by Gauss-Newton steps.

Distances run from point to outline (the iterated closest point of Chen and Medioni 1992). A candidate has its own
points; arrays over p candidates, n points and s corners are padded, points by ones that do not count, corners by
repeating the last one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.plane import Floats

SPOTS = 48
"""Places along an outline from which the way back to the boundary is measured."""

ROUNDED, AT_CORNER, WHOLE = 0.17, np.float32(0.2), np.float32(1)
"""Printers round corners and cameras soften them: what lies within this share of a unit edge of a corner counts so
little."""

FAR = np.float32(1e12)

DAMPING = 1e-5
"""Keeps a step finite where no point tells a direction (Levenberg 1944)."""


@dataclass(frozen=True, slots=True)
class Task:
    """What is laid over what. `outline`: (p, s, 2) in unit edges; `points`: (p, n, 2) mm; `real`: (p, n) points that
    count."""

    outline: Floats
    points: Floats
    real: NDArray[np.bool_]

    def only(self, rows: NDArray[np.intp]) -> Task:
        """Some of the candidates."""
        return Task(self.outline[rows], self.points[rows], self.real[rows])


@dataclass(frozen=True, slots=True)
class Poses:
    """Where the outlines lie: `linear` (p, 2, 2) and `shift` (p, 2), from unit edges to millimetres."""

    linear: Floats
    shift: Floats

    def place(self, outline: Floats) -> Floats:
        """Outlines (p, s, 2) in millimetres, as precise as they were given."""
        linear, shift = self.linear.astype(outline.dtype), self.shift.astype(outline.dtype)
        placed: Floats = outline @ linear.swapaxes(1, 2) + shift[:, None]
        return placed

    @property
    def unit(self) -> Floats:
        """The unit edge (p,) in millimetres."""
        m = self.linear
        unit: Floats = np.sqrt(np.abs(m[:, 0, 0] * m[:, 1, 1] - m[:, 0, 1] * m[:, 1, 0]))
        return unit

    @property
    def stretch(self) -> Floats:
        """By what share (p,) each is longer one way than across it."""
        a, b, c, d = self.linear.reshape(-1, 4).T
        # Singular values are the sum and the difference of the lengths of the similar and the mirrored part.
        similar, mirrored = np.hypot(a + d, c - b), np.hypot(a - d, b + c)
        stretch: Floats = (similar + mirrored) / np.maximum(np.abs(similar - mirrored), 1e-9) - 1
        return stretch

    @property
    def lean(self) -> Floats:
        """Half the logarithm (p,) of how much longer things are along the face's x than along its y."""
        length = np.maximum((self.linear**2).sum(-1), 1e-12)
        lean: Floats = 0.25 * np.log(length[:, 0] / length[:, 1])
        return lean

    def only(self, rows: NDArray[np.intp]) -> Poses:
        """Some of the candidates."""
        return Poses(self.linear[rows], self.shift[rows])


@dataclass(frozen=True, slots=True)
class _Sides:
    """The sides of outlines (p, s, 2): first corners, ways to the next, squared lengths, unit normals."""

    start: Floats
    step: Floats
    length2: Floats
    normal: Floats


def _sides(outline: Floats) -> _Sides:
    step = np.concatenate([outline[:, 1:], outline[:, :1]], 1) - outline
    length2 = _dot(step, step)
    normal = np.stack([step[..., 1], -step[..., 0]], -1)
    normal /= np.maximum(np.sqrt(length2), 1e-9)[..., None]
    return _Sides(outline, step, length2, normal)


def settle(task: Task, poses: Poses, rounds: int, play: float) -> Poses:
    """The poses after so many steps: the first a similarity, the others with a little affine play.

    `play` is the standard deviation of the stretch and shear that may be left, as a share.
    """
    outline, points = task.outline, task.points
    count = task.real.sum(1)
    columns = np.empty((len(outline), 6, points.shape[1]), np.float32)
    for step in range(rounds):
        sides = _sides(poses.place(outline))
        foot, at = _closest(sides, points)
        normal = _taken(sides.normal, at.side)
        gap = _dot(points - foot, normal)
        reach = (0.12 * poses.unit[:, None]).astype(np.float32)
        weight = task.real / (1 + (gap / reach) ** 2)
        # The model point that the boundary point is nearest to, in the model's own frame.
        own = _taken(outline, at.side) + at.part[..., None] * _taken(_ways(outline), at.side)
        columns[:, 0] = normal[..., 0] * own[..., 0]
        columns[:, 1] = normal[..., 0] * own[..., 1]
        columns[:, 2] = normal[..., 1] * own[..., 0]
        columns[:, 3] = normal[..., 1] * own[..., 1]
        columns[:, 4] = normal[..., 0]
        columns[:, 5] = normal[..., 1]
        weighed = columns * weight[:, None]
        lhs = (weighed @ columns.swapaxes(1, 2)).astype(float) + DAMPING * np.eye(6)
        rhs = (weighed @ gap[..., None])[..., 0].astype(float)
        # Prior: the pose stays near a similarity, whose matrix is [[a, -b], [b, a]].
        strength = count / max(play, 1e-6) ** 2 * 1e-4 if step else np.full(len(count), 1e9)
        flat = poses.linear.reshape(-1, 4)
        for row, outer in zip(_NO_SIMILARITY, _OUTER, strict=True):
            lhs[:, :4, :4] += strength[:, None, None] * outer
            rhs[:, :4] -= (strength * (flat @ row))[:, None] * row
        delta = np.linalg.solve(lhs, rhs[..., None])[..., 0]
        poses = Poses(poses.linear + delta[:, :4].reshape(-1, 2, 2), poses.shift + delta[:, 4:])
    return poses


_NO_SIMILARITY = np.array([[1.0, 0, 0, -1.0], [0, 1.0, 1.0, 0]])
"""Ways in which a matrix, row by row, is none."""
_OUTER = _NO_SIMILARITY[:, :, None] * _NO_SIMILARITY[:, None]


def errors(task: Task, poses: Poses) -> Floats:
    """Root mean square distances (p,) in millimetres between outlines and boundary points, the worse way."""
    placed = poses.place(task.outline)
    near2 = ((ROUNDED * poses.unit[:, None]) ** 2).astype(np.float32)
    foot, _ = _closest(_sides(placed), task.points)
    weight = np.where(_nearest2(foot, placed) < near2, AT_CORNER, WHOLE) * task.real
    gap = task.points - foot
    there = (_dot(gap, gap) * weight).sum(-1) / weight.sum(-1)
    spots = _along(placed)
    weight = np.where(_nearest2(spots, placed) < near2, AT_CORNER, WHOLE)
    gap2 = _nearest2(spots, task.points, np.where(task.real, np.float32(0), FAR))
    back = (gap2 * weight).sum(-1) / weight.sum(-1)
    worst: Floats = np.sqrt(np.maximum(there, back))
    return worst


@dataclass(frozen=True, slots=True)
class _Feet:
    """For each point (p, n) the side it is nearest to, and how far along that side."""

    side: NDArray[np.intp]
    part: Floats


def _closest(sides: _Sides, points: Floats) -> tuple[Floats, _Feet]:
    """The feet (p, n, 2) of points (p, n, 2) on the nearest side, and where on it."""
    length2 = np.maximum(sides.length2, 1e-12)[..., None]
    # Of p - a along the side, over its length; and its square less what lies along the side.
    along = sides.step @ points.swapaxes(1, 2) - _dot(sides.start, sides.step)[..., None]
    along /= length2
    part = np.clip(along, 0, 1)
    gap2 = _squares(sides.start, points)
    along *= 2
    along -= part
    along *= part
    along *= length2
    gap2 -= along
    gap2[sides.length2 <= 1e-12] = FAR
    side = gap2.argmin(1)
    chosen = np.take_along_axis(part, side[:, None], 1)[:, 0]
    foot = _taken(sides.start, side) + chosen[..., None] * _taken(sides.step, side)
    return foot, _Feet(side, chosen)


def _squares(some: Floats, others: Floats) -> Floats:
    """Squared distances (p, s, n) between points (p, s, 2) and others (p, n, 2)."""
    found: Floats = some @ (-2 * others.swapaxes(1, 2))
    found += _dot(some, some)[..., None]
    found += _dot(others, others)[:, None]
    return found


def _dot(some: Floats, others: Floats) -> Floats:
    """Scalar products (...) of (..., 2); numpy's sum over so short an axis takes several times as long."""
    product: Floats = some[..., 0] * others[..., 0]
    product += some[..., 1] * others[..., 1]
    return product


def _nearest2(points: Floats, others: Floats, extra: Floats | None = None) -> Floats:
    """The squared distance (p, n) from each point (p, n, 2) to the nearest other (p, s, 2); `extra` (p, s) is added."""
    found = _squares(others, points)
    if extra is not None:
        found += extra[..., None]
    nearest: Floats = found.min(1)
    return np.maximum(nearest, 0.0)


def _along(placed: Floats) -> Floats:
    """Places (p, SPOTS, 2) spread evenly along outlines (p, s, 2)."""
    step = _ways(placed)
    length = np.sqrt(_dot(step, step))
    ends = np.cumsum(length, -1)
    want = ((np.arange(SPOTS) + 0.5) / SPOTS).astype(ends.dtype) * ends[:, -1:]
    side = np.minimum((want[:, None] >= ends[..., None]).sum(1), placed.shape[1] - 1)
    rows = np.arange(len(placed))[:, None]
    before = np.where(side > 0, ends[rows, side - 1], 0)
    part = (want - before) / np.maximum(length[rows, side], 1e-9)
    spots: Floats = _taken(placed, side) + part[..., None] * _taken(step, side)
    return spots


def _ways(outline: Floats) -> Floats:
    """From each corner (p, s, 2) to the next."""
    ways: Floats = np.concatenate([outline[:, 1:], outline[:, :1]], 1) - outline
    return ways


def _taken(values: Floats, index: NDArray[np.intp]) -> Floats:
    """From values (p, s, 2) those at (p, n): (p, n, 2)."""
    rows, corners = values.shape[:2]
    flat = index + (np.arange(rows) * corners)[:, None]
    taken: Floats = values.reshape(-1, 2).take(flat, axis=0)
    return taken
