"""A grid laid exactly on the straight edges of the photo, together with the lens's distortion."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.board.cells import RIM, SIDE
from vision.board.grid.grids import AXES, NORMS, directions
from vision.board.middle import median
from vision.plane import Floats, apply, is_convex, quad_area, sides

SHARES = np.array([[0.0], [0.5], [1.0]])
"""Where along each segment points are laid on its line."""


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
    1 + `bend` r2.
    """

    matrix: Floats
    bend: float
    used: int
    size_px: tuple[int, int]

    def to_px(self, points: Floats) -> Floats:
        """Board units (..., 2), y down, to pixels of the photo."""
        flat = apply(np.linalg.inv(self.matrix), points)
        far = np.sqrt(flat[..., 0] ** 2 + flat[..., 1] ** 2)
        near = far.copy()
        # The inverse of r (1 + bend r2), by Newton's method.
        for _ in range(4):
            r2 = near**2
            near -= (near * (1 + self.bend * r2) - far) / (1 + 3 * self.bend * r2)
        share = near / np.maximum(far, 1e-12)
        for axis, size in enumerate(self.size_px):
            flat[..., axis] = flat[..., axis] * share * max(self.size_px) + (size - 1) / 2
        return flat

    def turned(self, quarter_turns: int) -> View:
        """The same board with its columns and rows counted from another corner."""
        turn = np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, 4.0], [0.0, 0.0, 1.0]])
        return replace(self, matrix=np.linalg.matrix_power(turn, quarter_turns % 4) @ self.matrix)

    def moved(self, columns: float, rows: float) -> View:
        """The grid laid so many squares on along the columns, and down along the rows."""
        move = np.array([[1.0, 0.0, -columns], [0.0, 1.0, -rows], [0.0, 0.0, 1.0]])
        return replace(self, matrix=move @ self.matrix)

    def inset(self, margin: float) -> View:
        """The grid made smaller about its middle, so that a margin of so many of its new squares is left."""
        share = (SIDE + 2 * margin) / SIDE
        middle = SIDE / 2 * (1 - share)
        smaller = np.array([[share, 0.0, middle], [0.0, share, middle], [0.0, 0.0, 1.0]])
        return replace(self, matrix=smaller @ self.matrix)


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
    used = 0
    for off_line, off_deg in zip(config.off_line, config.off_deg, strict=True):
        chosen = assigned(segments, matrix, bend, off_line, off_deg)
        if chosen is None or len(chosen[0]) < config.least:
            return None
        index, kind, value, length = chosen
        if len(np.unique(kind)) < 3:
            return None
        matrix, bend = _step(segments[index], kind, value, length, matrix, bend, off_line, config)
        used = len(index)
        if not np.isfinite(matrix).all():
            return None
    return View(matrix, bend, used, size_px)


def assigned(
    segments: Floats, matrix: Floats, bend: float, off_line: float, off_deg: float
) -> tuple[NDArray[np.intp], NDArray[np.intp], Floats, Floats] | None:
    """Which segments (n, 2, 2), in centred coordinates, lie on lines of the grid under the map (3, 3).

    Of each (k,) its number, its direction, its line and its length in cells; None where too few lie before the camera.
    """
    # One row for each end: numpy goes along long rows of one number fastest.
    points = np.ascontiguousarray(segments.transpose(2, 1, 0))
    straight = points * (1 + bend * (points[0] ** 2 + points[1] ** 2))
    across, upwards, depth = (row[0] * straight[0] + row[1] * straight[1] + row[2] for row in matrix.tolist())
    side = np.sign(median(depth.ravel()))
    ahead = (depth * side).min(0) > 1e-3
    if ahead.sum() < 4:
        return None
    index = np.flatnonzero(ahead)
    board = np.stack([across, upwards]).take(index, axis=2) / depth.take(index, axis=1)
    kind, near = directions(board.transpose(2, 1, 0), off_deg)
    along, down = AXES.T[:, kind]
    value = board[0] * along + board[1] * down
    line = np.round((value[0] + value[1]) / 2)
    away = np.abs(value - line).max(0) / NORMS[kind]
    inside = np.abs(board - 2).reshape(4, -1).max(0) < 2.1
    good = np.flatnonzero(near & inside & (away < off_line))
    way = board[:, 1, good] - board[:, 0, good]
    return index[good], kind[good], line[good], np.hypot(way[0], way[1])


def _step(
    segments: Floats,
    kind: NDArray[np.intp],
    line: Floats,
    length: Floats,
    matrix: Floats,
    bend: float,
    scale: float,
    config: RegisterConfig,
) -> tuple[Floats, float]:
    """One robust Gauss-Newton round on the map's eight numbers and the distortion."""
    along, down = AXES[kind].T / NORMS[kind]
    # Points along each segment, not its ends alone, so that the bend is felt: one row for each share of its length.
    x, y = (ends[:, 0] + (ends[:, 1] - ends[:, 0]) * SHARES for ends in segments.transpose(2, 0, 1))
    r2 = x * x + y * y
    straight = np.stack([x, y]) * (1 + bend * r2)
    first, second, depth = (row[0] * straight[0] + row[1] * straight[1] + row[2] for row in matrix.tolist())
    first, second = first / depth, second / depth
    error = first * along + second * down - line / NORMS[kind]
    weight = (length / 3) / (1 + (error / (0.35 * scale)) ** 2) ** 2
    # d error / d matrix row: the projection's derivative, by hand.
    by_x, by_y = along / depth, down / depth
    by_depth = -(by_x * first + by_y * second)
    moved = [(row[0] * x + row[1] * y) * r2 for row in matrix.tolist()]
    jacobian = np.empty((10, *x.shape))
    for place, by in zip((0, 3, 6), (by_x, by_y, by_depth), strict=True):
        jacobian[place : place + 2], jacobian[place + 2] = by * straight, by
    jacobian[9] = by_x * moved[0] + by_y * moved[1] + by_depth * moved[2]
    jacobian = jacobian.reshape(10, -1)
    weighed = jacobian * weight.ravel()
    # The map's scale is free: hold its last number. A lens is more likely to bend little.
    normal, right = weighed @ jacobian.T, -weighed @ error.ravel()
    spread = 0.02
    normal[9, 9] += (spread / config.bend_play) ** 2 * 4
    right[9] -= (spread / config.bend_play) ** 2 * 4 * bend
    hold = [0, 1, 2, 3, 4, 5, 6, 7, 9]
    sub = normal[np.ix_(hold, hold)]
    sub = sub + np.diag(1e-9 + 1e-7 * np.diag(sub))
    delta = np.linalg.solve(sub, right[hold])
    change = np.zeros(9)
    change[:8] = delta[:8]
    new = matrix + change.reshape(3, 3)
    bend = float(np.clip(bend + delta[8], -0.9, 0.9))
    return new, bend


def is_sane(view: View) -> bool:
    """Whether the grid is a convex quadrilateral of some size, not mirrored, and mostly in the photo."""
    width, height = view.size_px
    corners = view.to_px(RIM)
    if not np.isfinite(corners).all():
        return False
    if not is_convex(corners) or quad_area(corners) < 0:
        return False
    lengths = sides(corners)
    return bool(
        lengths.min() > 40
        and lengths.max() < 3.5 * lengths.min()
        and (corners > [-0.2 * width, -0.2 * height]).all()
        and (corners < [1.2 * width, 1.2 * height]).all()
    )
