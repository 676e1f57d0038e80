"""Where on a plane a 4 x 4 grid with diagonals explains the straight edges, and how large its cells are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.board.cells import RIM
from vision.board.grid.tilts import Tilt
from vision.board.middle import largest, quantile
from vision.plane import Floats, apply

AXES = np.array([[0.0, 1.0], [-1.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
"""What is constant along the lines of each of the four directions: y, y - x, x, x + y; all are whole on the grid."""


NORMS = np.linalg.norm(AXES, axis=1)
"""How much nearer to each other lines of each direction are, on the plane, than their numbers."""


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
    kept: int = 3
    """Grids that are handed on."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A candidate: the map (3, 3) from centred coordinates to board units (y down), what it explains, and where its
    corners (4, 2) lie."""

    matrix: Floats
    score: float
    corners: Floats


def find_grids(segments: Floats, tilts: list[Tilt], config: GridConfig) -> list[Grid]:
    """Candidate grids for segments (n, 2, 2) in centred coordinates, best first."""
    windows: list[_Windows] = []
    for tilt in tilts:
        for turn in (tilt.turn, tilt.turn + np.pi / 4):
            cos, sin = np.cos(turn), np.sin(turn)
            upright = np.array([[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]])
            ways = _on_plane(segments, upright @ tilt.matrix, config)
            windows += [] if ways is None else [_windows(ways, config)]
    numbered = [(own, way) for own in windows for way in range(len(own.most))]
    most = [float(own.most[way]) for own, way in numbered]
    # Those that cannot be as good as the last of those that are handed on are not listed.
    found: list[tuple[float, int, Grid]] = []
    for number in np.argsort(-np.array(most), kind="stable").tolist():
        # At first without asking which of them are the same: that leaves none that is better.
        if len(found) >= config.kept and most[number] < -found[config.kept - 1][0]:
            kept = _distinct([grid for *_, grid in found], config.kept)
            if len(kept) == config.kept and most[number] < kept[-1].score:
                return kept
        own, way = numbered[number]
        found += [(-grid.score, number, grid) for grid in own.best(way)]
        found.sort(key=lambda one: one[:2])
    return _distinct([grid for *_, grid in found], config.kept)


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


@dataclass(frozen=True, slots=True)
class _Ways:
    """Endless lines on a plane of this map (3, 3) and its inverse: for each (m,) the cells' side, an origin (m, 2), and
    by how much each segment (m, n) that lies on a line speaks for them."""

    lines: _Lines
    matrix: Floats
    back: Floats
    side: Floats
    origin: Floats
    fits: NDArray[np.bool_]
    gain: Floats


@dataclass(frozen=True, slots=True)
class _Windows:
    """What every window of 4 x 4 cells on endless grids explains (m, columns, rows), -inf where there is none, where
    the first of each grid lies (m, 2) in its cells, and the most that one explains (m,)."""

    ways: _Ways
    table: Floats
    start: NDArray[np.intp]
    most: Floats

    def best(self, way: int) -> list[Grid]:
        """The best few windows of one of them."""
        ways, own = self.ways, self.table[way]
        best = largest(own.ravel(), 4)
        i, j = np.divmod(best, own.shape[1])
        side = float(ways.side[way])
        shifts = ways.origin[way] + (self.start[way] + np.stack([i, j], 1)) * side
        places = apply(ways.back, shifts[:, None] + side * RIM)
        found = []
        for (x, y), place, worth in zip(shifts.tolist(), places, own[i, j].tolist(), strict=True):
            if worth > -np.inf:
                board = np.array([[1 / side, 0, -x / side], [0, 1 / side, -y / side], [0, 0, 1.0]])
                found.append(Grid(board @ ways.matrix, worth, place))
        return found


def _on_plane(segments: Floats, matrix: Floats, config: GridConfig) -> _Ways | None:
    """The likeliest sizes and places of lines on a plane; None where too few segments lie before the eye."""
    depth = segments @ matrix[2, :2] + matrix[2, 2]
    segments = segments[(depth > 0.05).all(1)]
    if len(segments) < 6:
        return None
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
    found = _sizes_and_places(lines, config)
    sides, origins = np.array([side for side, _, _ in found]), np.array([place for _, *place in found])
    values = (lines.offset - (origins @ AXES.T)[:, kind]) / sides[:, None]
    off = np.abs(values - np.round(values)) / NORMS[kind]
    fits = near & (off < config.off_line)
    gain = np.where(fits, 1 - (off / config.off_line) ** 2, 0.0) * lines.lengths
    return _Ways(lines, matrix, np.linalg.inv(matrix), sides, origins, fits, gain)


def _sizes_and_places(lines: _Lines, config: GridConfig) -> list[tuple[float, float, float]]:
    """Cell sides and origins whose lines meet most segments, whichever part of the plane they lie in."""
    low, high = config.side
    sides = low * np.exp(np.arange(0.0, np.log(high / low), config.side_step))
    phase = np.arange(config.phases) / config.phases
    # By direction, so that each one's votes follow one another.
    order = np.argsort(np.where(lines.near, lines.kind, 4), kind="stable")[: int(lines.near.sum())]
    starts = np.searchsorted(lines.kind[order], np.arange(5))
    first = np.exp(2j * np.pi * lines.offset[order][None] / sides[:, None])
    waves = np.broadcast_to(np.minimum(lines.lengths[order], 0.15), first.shape)
    parts: list[Floats] = []
    turns: list[Floats] = []
    columns: Floats = np.zeros((len(sides), config.phases))
    for harmonic in range(1, config.harmonics + 1):
        gain = np.exp(-2 * (np.pi * harmonic * config.spread) ** 2)
        waves = waves * first
        row, falling, column, rising = (waves[:, starts[k] : starts[k + 1]].sum(1)[:, None] for k in range(4))
        turn = np.exp(-2j * np.pi * harmonic * phase)
        # The real part of what goes round with y, and that of the columns, which does not.
        with_y = gain * (row + falling * turn.conj() + rising * turn)
        parts += [with_y.real, -with_y.imag]
        turns += [turn.real, turn.imag]
        columns = columns + gain * (column * turn).real
    score = np.stack(parts, -1).reshape(-1, len(parts)) @ np.stack(turns)
    score = score.reshape(len(sides), config.phases, config.phases) + columns[:, :, None]
    found: list[tuple[float, float, float]] = []
    near = np.arange(-2, 3)
    for _ in range(config.per_tilt):
        k, i, j = (int(v) for v in np.unravel_index(score.argmax(), score.shape))
        found.append((float(sides[k]), float(phase[i] * sides[k]), float(phase[j] * sides[k])))
        # What lies close to it is the same grid.
        beside = ((i + near) % config.phases)[:, None], (j + near) % config.phases
        score[max(k - 1, 0) : k + 2, *beside] = -np.inf
    return found


def _windows(ways: _Ways, config: GridConfig) -> _Windows:
    """What windows of 4 x 4 cells on endless grids explain."""
    lines, side, origin = ways.lines, ways.side[:, None], ways.origin
    start = np.floor((lines.spread[0] - origin) / side).astype(int) - 1
    stop = np.ceil((lines.spread[1] - origin) / side).astype(int) - 2
    shapes = np.maximum(stop - start, 1)
    low, high, middle = (
        (own - origin[:, None]) / side[:, None] for own in (lines.low, lines.high, lines.middle)
    )
    # Segments on lines have to lie within as a whole, of the others the middle is enough: each within so many windows
    # that follow one another, along either axis.
    on, slack = ways.fits[..., None], 0.15
    first = np.floor(np.where(on, high - 4 - slack, middle - 4 + slack)).astype(int) + 1
    last = np.ceil(np.where(on, low + slack, middle - slack)).astype(int)
    says = np.where(ways.fits, ways.gain, -config.blame * lines.lengths)
    table = summed(first - start[:, None], last - start[:, None], says, shapes)
    return _Windows(ways, table, start, table.max((1, 2)))


def summed(first: NDArray[np.intp], last: NDArray[np.intp], says: Floats, shapes: NDArray[np.intp]) -> Floats:
    """For each place of so many tables (m, rows, columns) the sum of what is said (m, n) from the first to before the
    last row and column (m, n, 2) for each. Each table has a shape (m, 2) of its own; beyond it stands -inf."""
    first = np.clip(first, 0, shapes[:, None])
    last = np.clip(last, first, shapes[:, None])
    # Where each begins and ends; summed up along both axes that is what reaches a place.
    rows, columns = (shapes.max(0) + 1).tolist()
    (top, left), (below, beyond) = first.transpose(2, 0, 1), last.transpose(2, 0, 1)
    own = np.arange(len(shapes))[:, None] * rows * columns
    at = own + [
        top * columns + left,
        below * columns + left,
        top * columns + beyond,
        below * columns + beyond,
    ]
    changes = np.bincount(
        at.ravel(), np.stack([says, -says, -says, says]).ravel(), len(shapes) * rows * columns
    )
    tables = changes.reshape(-1, rows, columns).cumsum(1).cumsum(2)[:, :-1, :-1]
    beyond_rows, beyond_columns = (
        np.arange(size) >= shapes[:, axis, None] for axis, size in enumerate(tables.shape[1:])
    )
    # What is taken away again leaves traces: places of which the same is said are as good as one another.
    return np.where(beyond_rows[:, :, None] | beyond_columns[:, None], -np.inf, np.round(tables, 9))


def _distinct(grids: list[Grid], count: int) -> list[Grid]:
    """The best grids whose corners lie apart; any turn of one grid is the same grid."""
    kept: list[Grid] = []
    turns = (np.arange(4) - np.arange(4)[:, None]) % 4
    for grid in grids:
        size = float(np.linalg.norm(grid.corners[0] - grid.corners[2]))
        others = np.array([other.corners for other in kept]).reshape(1, -1, 4, 2)
        apart = np.abs(grid.corners[turns][:, None] - others).max((2, 3)).min(0)
        if (apart > 0.04 * size).all():
            kept.append(grid)
            if len(kept) == count:
                break
    return kept
