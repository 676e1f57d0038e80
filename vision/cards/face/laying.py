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

    def only(self, rows: NDArray[np.intp] | slice) -> Task:
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

    def only(self, rows: NDArray[np.intp] | slice) -> Poses:
        """Some of the candidates."""
        return Poses(self.linear[rows], self.shift[rows])


AT_ONCE = 32
"""Candidates that are moved side by side: of more the arrays are out of the processor's nearest memory."""


def settle(task: Task, poses: Poses, rounds: int, play: float) -> Poses:
    """The poses after so many steps: the first a similarity, the others with a little affine play.

    `play` is the standard deviation of the stretch and shear that may be left, as a share.
    """
    parts = [_settled(task.only(rows), poses.only(rows), rounds, play) for rows in _some(task)]
    return Poses(
        np.concatenate([part.linear for part in parts]), np.concatenate([part.shift for part in parts])
    )


def _some(task: Task) -> list[slice]:
    """Some of the candidates after the others."""
    return [slice(start, start + AT_ONCE) for start in range(0, len(task.outline), AT_ONCE)]


def _settled(task: Task, poses: Poses, rounds: int, play: float) -> Poses:
    outline, points = task.outline, _Points.of(task.points)
    own_ways = _ways(outline)
    count = task.real.sum(1)
    columns = np.empty((len(outline), 6, points.x.shape[1]), np.float32)
    for step in range(rounds):
        placed = poses.place(outline)
        ways = _ways(placed)
        at = _nearest_side(placed, ways, points)
        length = np.maximum(np.sqrt(_dot(ways, ways)), 1e-9)
        x, y = (ways[..., 1] / length).take(at.side), (-ways[..., 0] / length).take(at.side)
        foot_x, foot_y = at.on(placed, ways)
        gap = (points.x - foot_x) * x
        gap += (points.y - foot_y) * y
        reach = (0.12 * poses.unit[:, None]).astype(np.float32)
        weight = task.real / (1 + (gap / reach) ** 2)
        # The model point that the boundary point is nearest to, in the model's own frame.
        u, v = at.on(outline, own_ways)
        for k, column in enumerate((x * u, x * v, y * u, y * v, x, y)):
            columns[:, k] = column
        weighed = columns * weight[:, None]
        lhs = (weighed @ columns.swapaxes(1, 2)).astype(float) + _DAMPED
        rhs = (weighed @ gap[..., None])[..., 0].astype(float)
        # Prior: the pose stays near a similarity, whose matrix is [[a, -b], [b, a]].
        strength = count / max(play, 1e-6) ** 2 * 1e-4 if step else np.full(len(count), 1e9)
        flat = poses.linear.reshape(-1, 4)
        lhs[:, :4, :4] += strength[:, None, None] * _OUTER
        rhs[:, :4] -= (strength[:, None] * (flat @ _NO_SIMILARITY.T)) @ _NO_SIMILARITY
        delta = np.linalg.solve(lhs, rhs[..., None])[..., 0]
        poses = Poses(poses.linear + delta[:, :4].reshape(-1, 2, 2), poses.shift + delta[:, 4:])
    return poses


_NO_SIMILARITY = np.array([[1.0, 0, 0, -1.0], [0, 1.0, 1.0, 0]])
"""Ways in which a matrix, row by row, is none."""
_DAMPED = DAMPING * np.eye(6)
_OUTER = _NO_SIMILARITY.T @ _NO_SIMILARITY


def errors(task: Task, poses: Poses) -> Floats:
    """Root mean square distances (p,) in millimetres between outlines and boundary points, the worse way."""
    return np.concatenate([_errors(task.only(rows), poses.only(rows)) for rows in _some(task)])


def _errors(task: Task, poses: Poses) -> Floats:
    placed = poses.place(task.outline)
    ways, points = _ways(placed), _Points.of(task.points)
    near2 = ((ROUNDED * poses.unit[:, None]) ** 2).astype(np.float32)
    at = _nearest_side(placed, ways, points)
    foot_x, foot_y = at.on(placed, ways)
    feet = np.stack([foot_x, foot_y], -1)
    weight = np.where(_nearest2(feet, placed) < near2, AT_CORNER, WHOLE) * task.real
    gap2 = (points.x - foot_x) ** 2 + (points.y - foot_y) ** 2
    there = (gap2 * weight).sum(-1) / weight.sum(-1)
    spots = _along(placed, ways)
    weight = np.where(_nearest2(spots, placed) < near2, AT_CORNER, WHOLE)
    back2 = _nearest2(spots, task.points, np.where(task.real, np.float32(0), FAR))
    back = (back2 * weight).sum(-1) / weight.sum(-1)
    worst: Floats = np.sqrt(np.maximum(there, back))
    return worst


@dataclass(frozen=True, slots=True)
class _Points:
    """Points (p, n), an axis at a time; both axes (p, 2, n) in one piece, and the squares (p, n) of how far away they
    are. They stay while outlines are moved over them."""

    x: Floats
    y: Floats
    both: Floats
    squares: Floats

    @classmethod
    def of(cls, points: Floats) -> _Points:
        """Points (p, n, 2) so taken apart."""
        both = np.ascontiguousarray(points.swapaxes(1, 2))
        x, y = both[:, 0], both[:, 1]
        return cls(x, y, both, x * x + y * y)


@dataclass(frozen=True, slots=True)
class _Feet:
    """For each point (p, n) the side it is nearest to, as its number among all sides of all outlines, and how far
    along that side."""

    side: NDArray[np.intp]
    part: Floats

    def on(self, outline: Floats, ways: Floats) -> tuple[Floats, Floats]:
        """Where they lie (p, n), an axis at a time, on outlines (p, s, 2) whose `ways` lead from corner to corner."""
        x, y = (
            start.take(self.side) + self.part * way.take(self.side)
            for start, way in zip(_flat(outline), _flat(ways), strict=True)
        )
        return x, y


def _nearest_side(placed: Floats, ways: Floats, points: _Points) -> _Feet:
    """The feet of points on the nearest side of outlines (p, s, 2), whose `ways` lead from corner to corner."""
    outlines, corners, count = (*placed.shape[:2], points.x.shape[1])
    length2 = _dot(ways, ways)
    no_side = length2 <= 1e-12
    length2 = np.maximum(length2, 1e-12)[..., None]
    # Of p - a along the side, over its length; and its square less what lies along the side.
    along = ways @ points.both
    along -= _dot(placed, ways)[..., None]
    along /= length2
    part = np.clip(along, 0, 1)
    gap2 = (-2 * placed) @ points.both
    gap2 += _dot(placed, placed)[..., None]
    gap2 += points.squares[:, None]
    along *= 2
    along -= part
    along *= part
    along *= length2
    gap2 -= along
    gap2[no_side] = FAR
    side = gap2.argmin(1) + (np.arange(outlines) * corners)[:, None]
    return _Feet(side, part.ravel().take(side * count + np.arange(count)))


def _squares(some: Floats, others: Floats) -> Floats:
    """Squared distances (p, s, n) between points (p, s, 2) and others (p, n, 2)."""
    found: Floats = (-2 * some) @ np.ascontiguousarray(others.swapaxes(1, 2))
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


def _along(placed: Floats, ways: Floats) -> Floats:
    """Places (p, SPOTS, 2) spread evenly along outlines (p, s, 2), whose `ways` lead from corner to corner."""
    length = np.sqrt(_dot(ways, ways))
    ends = np.cumsum(length, -1)
    want = ((np.arange(SPOTS) + 0.5) / SPOTS).astype(ends.dtype) * ends[:, -1:]
    side = np.minimum((want[:, None] >= ends[..., None]).sum(1), placed.shape[1] - 1)
    at = side + (np.arange(len(placed)) * placed.shape[1])[:, None]
    before = np.where(side > 0, ends.ravel().take(at - 1), 0)
    part = (want - before) / np.maximum(length.ravel().take(at), 1e-9)
    return np.stack(_Feet(at, part).on(placed, ways), -1)


def _ways(outline: Floats) -> Floats:
    """From each corner (p, s, 2) to the next."""
    ways: Floats = np.concatenate([outline[:, 1:], outline[:, :1]], 1) - outline
    return ways


def _flat(values: Floats) -> tuple[Floats, Floats]:
    """Values (p, s, 2) an axis at a time, one outline after the other, (p s,)."""
    return values[..., 0].ravel(), values[..., 1].ravel()
