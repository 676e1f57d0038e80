"""The table as seen from straight above, as cards that were found say: all are equally large, and their corners right.

A map from the photo to the table, in units of the root of a card's area, known but for a turn and a move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.plane import Floats, quad_area
from vision.quads import middle_of
from vision.taught.describe import HEIGHT_PX, WIDTH_PX

PLAY = 0.16
"""By how much the logarithms of cards' areas may be off the table's tilt."""
_ROUNDS = 4
_THREES = 150
_STEEPEST = 0.12
"""A card is at least so large where it is smallest among these, over where it is largest: the cube root of areas."""
_PRIOR = 0.3
"""How much the proportions of taught pictures count, of one card's sides."""


@dataclass(frozen=True, slots=True)
class Table:
    """`to_table` (3, 3) from px."""

    to_table: Floats

    def laid(self, spots: Floats) -> Floats:
        """Where spots (n, 2) px lie on the table."""
        seen = spots @ self.to_table[:, :2].T + self.to_table[:, 2]
        return np.asarray(seen[:, :2] / seen[:, 2:])

    def photographed(self, spots: Floats) -> Floats:
        """Where spots (n, 2) of the table lie in the photo, px."""
        back = np.linalg.inv(self.to_table)
        seen = spots @ back[:, :2].T + back[:, 2]
        return np.asarray(seen[:, :2] / seen[:, 2:])

    def slopes(self, spots: Floats) -> Floats:
        """How the table changes with the photo at spots (n, 2) px: (n, 2, 2)."""
        m = self.to_table
        deep = spots @ m[2, :2] + m[2, 2]
        laid = self.laid(spots)
        return np.asarray((m[None, :2, :2] - laid[:, :, None] * m[None, None, 2, :2]) / deep[:, None, None])


def level_table(card: Floats) -> Table:
    """The table seen from straight above, with a card (4, 2) px on it."""
    scale = 1 / np.sqrt(abs(float(quad_area(card))))
    return Table(np.diag([scale, scale, 1.0]))


def table_of(quads: Sequence[Floats], size: tuple[int, int]) -> Table | None:
    """The table under cards (4, 2) px, top-left first, clockwise, most of which are some; None for too few."""
    if not quads:
        return None
    corners = np.stack(quads)
    middle, span = np.array(size) / 2, max(size) / 2
    spots = (np.stack([middle_of(quad) for quad in quads]) - middle) / span
    roots = np.cbrt(np.abs(quad_area(corners)))
    ends = np.array([[-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]]) * [
        size[0] / 2 / span,
        size[1] / 2 / span,
        1,
    ]
    places = np.concatenate([spots, np.ones((len(spots), 1))], 1)
    tilt, fits = _tilt(places, roots, ends)
    if fits.sum() < min(2, len(quads)):
        return None
    agreeing = np.flatnonzero(fits)
    flat = (corners[agreeing] - middle) / span
    deep = flat @ tilt[:2] + tilt[2]
    flat = flat / deep[..., None]
    upright = _upright(flat)
    if upright is None:
        return None
    area = float(np.median(np.abs(quad_area(flat @ upright.T))))
    to_table = np.zeros((3, 3))
    to_table[:2, :2] = upright / np.sqrt(area)
    to_table[2] = tilt
    centred = np.array([[1 / span, 0, -middle[0] / span], [0, 1 / span, -middle[1] / span], [0, 0, 1]])
    return Table(to_table @ centred)


def _tilt(places: Floats, roots: Floats, ends: Floats) -> tuple[Floats, np.ndarray]:
    """The line (3,) that cards' cube roots of areas follow, positive at the photo's ends, and which fit it."""
    best = np.array([0.0, 0.0, float(np.median(roots))])
    fits = _fitting(places, roots, best)
    draw = np.random.default_rng(1)
    if len(roots) >= 3:
        for _ in range(_THREES):
            three = draw.choice(len(roots), 3, replace=False)
            if abs(np.linalg.det(places[three])) < 0.02:
                continue
            guess = np.linalg.solve(places[three], roots[three])
            if not _sound(guess, ends):
                continue
            fit = _fitting(places, roots, guess)
            if fit.sum() > fits.sum():
                best, fits = guess, fit
        for _ in range(_ROUNDS):
            if fits.sum() < 3:
                break
            # A little stiff: few cards near each other say little of the tilt.
            stiff = np.diag([0.02, 0.02, 0.0])
            own = places[fits]
            guess = np.linalg.solve(own.T @ own + stiff, own.T @ roots[fits])
            if not _sound(guess, ends):
                break
            best, fits = guess, _fitting(places, roots, guess)
    return best, fits


def _sound(tilt: Floats, ends: Floats) -> bool:
    deep = ends @ tilt
    return bool(deep.min() > _STEEPEST * deep.max())


def _fitting(places: Floats, roots: Floats, tilt: Floats) -> np.ndarray:
    want = np.maximum(places @ tilt, 1e-9)
    return np.asarray(np.abs(3 * np.log(roots / want)) < PLAY)


def _upright(flat: Floats) -> Floats | None:
    """The map (2, 2) under which figures (n, 4, 2) have right corners and one proportion."""
    across = (flat[:, 1] - flat[:, 0] + flat[:, 2] - flat[:, 3]) / 2
    down = (flat[:, 3] - flat[:, 0] + flat[:, 2] - flat[:, 1]) / 2
    scale = float(np.sqrt(np.mean(np.abs(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]))))
    across, down = across / scale, down / scale
    wide, high = np.sqrt(WIDTH_PX / HEIGHT_PX), np.sqrt(HEIGHT_PX / WIDTH_PX)
    # Unknown: the metric's three numbers, and the squares of a card's sides.
    rows = [np.concatenate([_product(a, b), [0, 0]]) for a, b in zip(across, down, strict=True)]
    rows += [np.concatenate([_product(a, a), [-1, 0]]) for a in across]
    rows += [np.concatenate([_product(b, b), [0, -1]]) for b in down]
    known = [0.0] * len(rows)
    weight = _PRIOR * len(flat) ** 0.5
    rows += [weight * np.array([0, 0, 0, 1.0, 0]), weight * np.array([0, 0, 0, 0, 1.0])]
    known += [weight * wide**2, weight * high**2]
    xx, xy, yy, *_ = np.linalg.lstsq(np.array(rows), np.array(known), rcond=None)[0]
    metric = np.array([[xx, xy], [xy, yy]])
    if min(np.linalg.eigvalsh(metric)) <= 0.05 * max(np.linalg.eigvalsh(metric)):
        return None
    return np.asarray(np.linalg.cholesky(metric).T)


def _product(a: Floats, b: Floats) -> Floats:
    """The terms of a metric's product of two vectors."""
    return np.array([a[0] * b[0], a[0] * b[1] + a[1] * b[0], a[1] * b[1]])
