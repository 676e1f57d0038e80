"""Where on a plane a 4 x 4 grid with diagonals explains the straight edges, and how large its cells are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.board.cells import RIM
from vision.board.middle import quantile
from vision.board.tilts import Tilt
from vision.plane import Floats, apply

AXES = np.array([[0.0, 1.0], [-1.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
"""What is constant along the lines of each of the four directions: y, y - x, x, x + y; all are whole on the grid."""


@dataclass(frozen=True, slots=True)
class GridConfig:
    """How grids are looked for on a plane."""

    side: tuple[float, float] = (0.03, 0.3)
    """A cell's side over the photo's longer side, laid flat."""
    side_step: float = 0.03
    phases: int = 20
    off_deg: float = 4.0
    """How far a segment's direction may be from its line's."""
    off_line: float = 0.12
    """How far a segment may be from its line, in cells."""
    harmonics: int = 4
    spread: float = 0.07
    per_tilt: int = 14
    """Sizes and places that are looked at for each tilt."""
    blame: float = 0.6
    """What a segment within the grid that no line explains costs, beside one that a line does."""
    kept: int = 12


@dataclass(frozen=True, slots=True)
class Grid:
    """A candidate: the map (3, 3) from centred coordinates to board units (y down), and what it explains."""

    matrix: Floats
    score: float


def find_grids(segments: Floats, tilts: list[Tilt], config: GridConfig) -> list[Grid]:
    """Candidate grids for segments (n, 2, 2) in centred coordinates, best first."""
    found: list[Grid] = []
    for tilt in tilts:
        for turn in (tilt.turn, tilt.turn + np.pi / 4):
            cos, sin = np.cos(turn), np.sin(turn)
            upright = np.array([[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]])
            found += _on_plane(segments, upright @ tilt.matrix, config)
    found.sort(key=lambda grid: -grid.score)
    return _distinct(found, config.kept)


def directions(ends: Floats, off_deg: float) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Each segment's direction 0..3 (n,) by its ends (n, 2, 2) on the plane, and whether it is near it."""
    way = ends[:, 1] - ends[:, 0]
    eighth = np.arctan2(way[:, 1], way[:, 0]) / (np.pi / 4)
    nearest = np.round(eighth)
    kind = nearest.astype(int) % 4
    return kind, np.abs(eighth - nearest) * 45.0 < off_deg


@dataclass(frozen=True, slots=True)
class _Lines:
    """Segments on one plane: their least and greatest coordinates and middles (n, 2), lengths (n,), directions (n,) and
    whether they are near these, what is constant along the lines (n,), and where nearly all of them lie."""

    low: Floats
    high: Floats
    middle: Floats
    lengths: Floats
    kind: NDArray[np.intp]
    near: NDArray[np.bool_]
    offset: Floats
    spread: tuple[Floats, Floats]


def _on_plane(segments: Floats, matrix: Floats, config: GridConfig) -> list[Grid]:
    depth = segments @ matrix[2, :2] + matrix[2, 2]
    segments = segments[(depth > 0.05).all(1)]
    if len(segments) < 6:
        return []
    ends = apply(matrix, segments)
    kind, near = directions(ends, config.off_deg)
    start, stop = ends[:, 0], ends[:, 1]
    low, high, middle = np.minimum(start, stop), np.maximum(start, stop), (start + stop) / 2
    lines = _Lines(
        low,
        high,
        middle,
        np.hypot(*(stop - start).T),
        kind,
        near,
        (middle * AXES[kind]).sum(1),
        (quantile(low, 0.02), quantile(high, 0.98)),
    )
    found = []
    for side, x, y in _sizes_and_places(lines, config):
        found += _windows(lines, matrix, side, np.array([x, y]), config)
    return found


def _sizes_and_places(lines: _Lines, config: GridConfig) -> list[tuple[float, float, float]]:
    """Cell sides and origins whose lines meet most segments, whichever part of the plane they lie in."""
    low, high = config.side
    sides = low * np.exp(np.arange(0.0, np.log(high / low), config.side_step))
    phase = np.arange(config.phases) / config.phases
    score = np.zeros((len(sides), config.phases, config.phases))
    # By direction, so that each one's votes follow one another.
    order = np.argsort(np.where(lines.near, lines.kind, 4), kind="stable")[: int(lines.near.sum())]
    starts = np.searchsorted(lines.kind[order], np.arange(5))
    first = np.exp(2j * np.pi * lines.offset[order][None] / sides[:, None])
    waves = np.broadcast_to(np.minimum(lines.lengths[order], 0.15), first.shape)
    for harmonic in range(1, config.harmonics + 1):
        gain = np.exp(-2 * (np.pi * harmonic * config.spread) ** 2)
        waves = waves * first
        row, falling, column, rising = (waves[:, starts[k] : starts[k + 1]].sum(1)[:, None] for k in range(4))
        turn = np.exp(-2j * np.pi * harmonic * phase)
        # The real part of what goes round with y, and that of the columns, which does not.
        with_y = row + falling * turn.conj() + rising * turn
        score += gain * (np.stack([with_y.real, -with_y.imag], -1) @ np.stack([turn.real, turn.imag]))
        score += gain * (column * turn).real[:, :, None]
    found: list[tuple[float, float, float]] = []
    near = np.arange(-2, 3)
    for _ in range(config.per_tilt):
        k, i, j = (int(v) for v in np.unravel_index(score.argmax(), score.shape))
        found.append((float(sides[k]), float(phase[i] * sides[k]), float(phase[j] * sides[k])))
        # What lies close to it is the same grid.
        rows, columns = (i + near) % config.phases, (j + near) % config.phases
        score[max(k - 1, 0) : k + 2, rows[:, None], columns] = -np.inf
    return found


def _windows(lines: _Lines, matrix: Floats, side: float, origin: Floats, config: GridConfig) -> list[Grid]:
    """The best windows of 4 x 4 cells on an endless grid."""
    values = (lines.offset - (AXES @ origin)[lines.kind]) / side
    off = np.abs(values - np.round(values)) / np.linalg.norm(AXES, axis=1)[lines.kind]
    fits = lines.near & (off < config.off_line)
    gain = np.where(fits, 1 - (off / config.off_line) ** 2, 0.0) * lines.lengths
    start = np.floor((lines.spread[0] - origin) / side).astype(int) - 1
    stop = np.ceil((lines.spread[1] - origin) / side).astype(int) - 2
    xs, ys = (np.arange(start[k], max(stop[k], start[k] + 1)) for k in (0, 1))
    low, high, middle = ((own - origin) / side for own in (lines.low, lines.high, lines.middle))
    slack = 0.15
    inside = [
        ((low[None, :, k] > grid[:, None] - slack) & (high[None, :, k] < grid[:, None] + 4 + slack))
        for k, grid in ((0, xs), (1, ys))
    ]
    within = [
        ((middle[None, :, k] > grid[:, None] + slack) & (middle[None, :, k] < grid[:, None] + 4 - slack))
        for k, grid in ((0, xs), (1, ys))
    ]
    explained = (inside[0] * gain).astype(float) @ inside[1].T.astype(float)
    blamed = (within[0] * np.where(fits, 0.0, lines.lengths)).astype(float) @ within[1].T.astype(float)
    score = explained - config.blame * blamed
    found = []
    for index in np.argsort(-score, axis=None, kind="stable")[:4]:
        i, j = (int(v) for v in np.unravel_index(index, score.shape))
        shift = np.array([origin[0] + xs[i] * side, origin[1] + ys[j] * side])
        board = np.array([[1 / side, 0, -shift[0] / side], [0, 1 / side, -shift[1] / side], [0, 0, 1.0]])
        found.append(Grid(board @ matrix, float(score[i, j])))
    return found


def _distinct(grids: list[Grid], count: int) -> list[Grid]:
    """The best grids whose corners lie apart; any turn of one grid is the same grid."""
    kept: list[Grid] = []
    corners: list[Floats] = []
    turns = (np.arange(4) - np.arange(4)[:, None]) % 4
    for grid in grids:
        place = apply(np.linalg.inv(grid.matrix), RIM)
        size = float(np.linalg.norm(place[0] - place[2]))
        apart = np.abs(place[turns][:, None] - np.array(corners).reshape(1, -1, 4, 2)).max((2, 3)).min(0)
        if (apart > 0.04 * size).all():
            kept.append(grid)
            corners.append(place)
            if len(kept) == count:
                break
    return kept
