"""A grid laid exactly on the straight edges of the photo, together with the lens's distortion."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.board.grids import AXES, directions
from vision.plane import Floats, apply


@dataclass(frozen=True, slots=True)
class RegisterConfig:
    """How closely lines are followed, step by step."""

    off_line: tuple[float, ...] = (0.14, 0.11, 0.08, 0.06, 0.05, 0.05)
    """How far a segment may be from its line, in cells, in each round."""
    off_deg: tuple[float, ...] = (7.0, 6.0, 5.0, 4.0, 4.0, 4.0)
    least: int = 10
    """Fewer segments than this place no grid."""
    bend_play: float = 0.25
    """The distortion's standard deviation, over the photo's longer side."""


@dataclass(frozen=True, slots=True)
class View:
    """Where the board is: the map (3, 3) from straightened centred coordinates to board units (y down).

    Centred coordinates are pixels from the photo's middle over its longer side; straightened ones are these times
    1 + `bend` r2. `residual` is the lines' root mean square error in cells.
    """

    matrix: Floats
    bend: float
    residual: float
    used: int
    size_px: tuple[int, int]

    def to_px(self, points: Floats) -> Floats:
        """Board units (..., 2), y down, to pixels of the photo."""
        flat = apply(np.linalg.inv(self.matrix), points)
        far = np.linalg.norm(flat, axis=-1, keepdims=True)
        near = far.copy()
        # The inverse of r (1 + bend r2), by Newton's method.
        for _ in range(4):
            near -= (near * (1 + self.bend * near**2) - far) / (1 + 3 * self.bend * near**2)
        width, height = self.size_px
        middle = np.array([(width - 1) / 2, (height - 1) / 2])
        pixels: Floats = flat * (near / np.maximum(far, 1e-12)) * max(width, height) + middle
        return pixels

    def turned(self, quarter_turns: int) -> View:
        """The same board with its columns and rows counted from another corner."""
        turn = np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, 4.0], [0.0, 0.0, 1.0]])
        return replace(self, matrix=np.linalg.matrix_power(turn, quarter_turns % 4) @ self.matrix)

    def moved(self, columns: int, rows: int) -> View:
        """The grid laid so many squares on along the columns, and down along the rows."""
        move = np.array([[1.0, 0.0, -columns], [0.0, 1.0, -rows], [0.0, 0.0, 1.0]])
        return replace(self, matrix=move @ self.matrix)


def centred(points: Floats, size_px: tuple[int, int]) -> Floats:
    """Pixels (..., 2) to coordinates from the photo's middle over its longer side."""
    width, height = size_px
    out: Floats = (points - np.array([(width - 1) / 2, (height - 1) / 2])) / max(width, height)
    return out


def register(
    segments: Floats, matrix: Floats, size_px: tuple[int, int], config: RegisterConfig
) -> View | None:
    """The grid near `matrix` that fits segments (n, 2, 2), in centred coordinates, best; None where too few do."""
    bend = 0.0
    residual, used = np.inf, 0
    for off_line, off_deg in zip(config.off_line, config.off_deg, strict=True):
        chosen = assigned(segments, matrix, bend, off_line, off_deg)
        if chosen is None or len(chosen[0]) < config.least:
            return None
        index, kind, value, length = chosen
        if len(np.unique(kind)) < 3:
            return None
        matrix, bend, residual = _step(segments[index], kind, value, length, matrix, bend, off_line, config)
        used = len(index)
        if not np.isfinite(matrix).all():
            return None
    return View(matrix, bend, residual, used, size_px)


def assigned(
    segments: Floats, matrix: Floats, bend: float, off_line: float, off_deg: float
) -> tuple[Floats, Floats, Floats, Floats] | None:
    """Which segments lie on lines of the grid: their numbers, directions, lines and lengths in cells."""
    straight = segments * (1 + bend * (segments**2).sum(-1, keepdims=True))
    depth = straight @ matrix[2, :2] + matrix[2, 2]
    side = np.sign(np.median(depth))
    ahead = np.minimum(depth[:, 0] * side, depth[:, 1] * side) > 1e-3
    if ahead.sum() < 4:
        return None
    index = np.flatnonzero(ahead)
    ends = apply(matrix, straight[index])
    kind, near = directions(ends, off_deg)
    value = (ends @ AXES[kind][:, :, None])[..., 0]
    line = np.round((value[:, 0] + value[:, 1]) / 2)
    off = np.abs(value - line[:, None])
    away = np.maximum(off[:, 0], off[:, 1]) / np.linalg.norm(AXES, axis=1)[kind]
    numbers = ends.reshape(-1, 4).T
    inside = (np.minimum.reduce(numbers) > -0.1) & (np.maximum.reduce(numbers) < 4.1)
    good = near & inside & (away < off_line)
    way = ends[good, 1] - ends[good, 0]
    return index[good], kind[good], line[good], np.hypot(way[:, 0], way[:, 1])


def _step(
    segments: Floats,
    kind: Floats,
    line: Floats,
    length: Floats,
    matrix: Floats,
    bend: float,
    scale: float,
    config: RegisterConfig,
) -> tuple[Floats, float, float]:
    """One robust Gauss-Newton round on the map's eight numbers and the distortion."""
    norm = np.linalg.norm(AXES, axis=1)[kind][:, None]
    axes = AXES[kind][:, None]
    # Points along each segment, not its ends alone, so that the bend is felt.
    points = segments[:, :1] + (segments[:, 1:] - segments[:, :1]) * np.array([0.0, 0.5, 1.0])[None, :, None]
    r2 = (points**2).sum(-1, keepdims=True)
    straight = points * (1 + bend * r2)
    homogeneous = np.concatenate([straight, np.ones((*straight.shape[:2], 1))], -1)
    raw = homogeneous @ matrix.T
    board = raw[..., :2] / raw[..., 2:]
    error = ((board * axes).sum(-1) - line[:, None]) / norm
    weight = np.sqrt(length / 3)[:, None] / (1 + (error / (0.35 * scale)) ** 2)
    # d error / d matrix row: the projection's derivative, by hand.
    per = axes / (raw[..., 2:] * norm[..., None])
    jx = per[..., :1] * homogeneous
    jy = per[..., 1:] * homogeneous
    jz = -(per * board).sum(-1, keepdims=True) * homogeneous
    move = points * r2
    jb = (
        jx[..., :1] * 0
        + (
            (per[..., 0] * (move @ matrix[0, :2]) + per[..., 1] * (move @ matrix[1, :2]))
            - (per * board).sum(-1) * (move @ matrix[2, :2])
        )[..., None]
    )
    jacobian = np.concatenate([jx, jy, jz, jb], -1).reshape(-1, 10)
    w = weight.reshape(-1, 1)
    # The map's scale is free: hold its last number. A lens is more likely to bend little.
    normal = jacobian.T @ (w**2 * jacobian)
    right = -jacobian.T @ (w**2 * error.reshape(-1, 1))
    spread = 0.02
    normal[9, 9] += (spread / config.bend_play) ** 2 * 4
    right[9, 0] -= (spread / config.bend_play) ** 2 * 4 * bend
    hold = [0, 1, 2, 3, 4, 5, 6, 7, 9]
    sub = normal[np.ix_(hold, hold)]
    sub = sub + np.diag(1e-9 + 1e-7 * np.diag(sub))
    delta = np.linalg.solve(sub, right[hold])[:, 0]
    change = np.zeros(9)
    change[:8] = delta[:8]
    new = matrix + change.reshape(3, 3)
    bend = float(np.clip(bend + delta[8], -0.9, 0.9))
    return new, bend, float(np.sqrt((weight**2 * error**2).sum() / (weight**2).sum()))
