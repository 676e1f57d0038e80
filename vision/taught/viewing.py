"""The table under cards whose corners are known: how a camera stands over it that sees them all as rectangles of one
size.

Areas alone tell a tilt badly where cards are few or lie close together; that each card's angles are right and its sides
as long as the others' says much more (plane-based pose with an unknown focal length, as in Zhang, "A flexible new
technique for camera calibration", 2000, with square pixels and the principal point in the middle).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.plane import Floats
from vision.taught.levelling import Table, table_of


@dataclass(frozen=True, slots=True)
class ViewConfig:
    """What is usual, and how it is looked for."""

    focal: float = 0.9
    focal_play: float = 0.3
    """A usual focal length over the photo's longer side, and by what its logarithm differs."""
    off: float = 0.012
    """A corner is off by so much of a card's size; what is off by many times as much hardly counts."""
    starts_deg: tuple[float, ...] = (0.0, 25.0, 45.0)
    ways: int = 8
    rounds: int = 4
    last_rounds: int = 12
    kept: int = 3
    least: int = 3
    steepest: float = 1.7
    """The tangent of the steepest tilt."""


@dataclass(frozen=True, slots=True)
class View:
    """The table, a card's `proportion` on it, width over height, and how far each (n,) card's corners are `off`, over
    its size."""

    table: Table
    proportion: float
    off: Floats


def viewed(quads: Sequence[Floats], size: tuple[int, int], config: ViewConfig) -> View | None:
    """The table under cards (4, 2) px, top-left first, most of which are some, in a photo of such a width and height;
    None where they are too few."""
    if len(quads) < config.least:
        return None
    fit = _Fit(np.stack(quads), size, config)
    tilts: Floats = np.array(
        [
            np.tan(np.radians(tilt)) * np.array([np.cos(turn), np.sin(turn)])
            for tilt, turn in product(
                config.starts_deg, np.linspace(0, 2 * np.pi, config.ways, endpoint=False)
            )
            if tilt or not turn
        ]
    )
    worth, tried = fit.improved(fit.begun(tilts), config.rounds)
    likely = np.argsort(worth, kind="stable")[: config.kept]
    worth, tried = fit.improved(tried[likely], config.last_rounds)
    best = int(worth.argmin())
    return fit.view(tried[best]) if np.isfinite(worth[best]) else None


def table_under(cards: Sequence[Floats], size: tuple[int, int], config: ViewConfig) -> Table | None:
    """The table under known cards (4, 2) px, as they say best; None for none."""
    view = viewed(cards, size, config)
    return table_of(cards, size) if view is None else view.table


class _Fit:
    """Values (m, 5), m tries side by side: the plane's slopes across and down, the logarithm of the focal length over
    the usual one, and those of a card's width and height on the plane."""

    def __init__(self, quads: Floats, size: tuple[int, int], config: ViewConfig) -> None:
        self._config = config
        self._longer, self._middle = float(max(size)), np.array(size) / 2
        self._rays = (quads - self._middle) / self._longer

    def begun(self, tilts: Floats) -> Floats:
        """Values (m, 5) at such slopes (m, 2), and the sizes that cards have there."""
        values = np.concatenate([tilts, np.zeros((len(tilts), 3))], 1)
        laid, there = self._laid(values)
        steps = np.linalg.norm(np.roll(laid, -1, axis=2) - laid, axis=3)
        for k in (0, 1):
            sides = np.median(steps[..., k] + steps[..., k + 2], axis=1) / 2
            values[there, 3 + k] = np.log(sides[there])
        return values

    def improved(self, values: Floats, rounds: int) -> tuple[Floats, Floats]:
        """What better values (m, 5) cost (m,), by Levenberg and Marquardt's steps, and these; infinite where they are
        none."""
        values = values.copy()
        left, going = self._left(values)
        cost = np.where(going, _cost(left), np.inf)
        damping = np.full(len(values), 1e-3)
        for _ in range(rounds):
            now = np.flatnonzero(going)
            if not len(now):
                break
            moved = values[now, None] + _STEP * np.eye(5)
            other, there = self._left(moved.reshape(-1, 5))
            beside = there.reshape(-1, 5).all(1)
            cost[now[~beside]], going[now[~beside]] = np.inf, False
            now = now[beside]
            slopes = (other.reshape(*moved.shape[:2], -1)[beside] - left[now, None]) / _STEP
            own = slopes @ slopes.transpose(0, 2, 1)
            stiff = damping[now, None] * (np.diagonal(own, axis1=1, axis2=2) + 1e-9)
            step = np.linalg.solve(own + stiff[..., None] * np.eye(5), -slopes @ left[now, :, None])[..., 0]
            after, there = self._left(values[now] + step)
            worth = np.where(there, _cost(after), np.inf)
            better = worth < cost[now]
            small = cost[now] - worth < 1e-6 * cost[now]
            damping[now] *= np.where(better, 1 / 5, 10)
            going[now[better & small]] = False
            won = now[better]
            values[won] += step[better]
            left[won], cost[won] = after[better], worth[better]
        return cost, values

    def view(self, values: Floats) -> View:
        """What values (5,) say."""
        wide, high = np.exp(values[3:])
        (normal,), (basis,) = _plane(values[None])
        focal = self._config.focal * float(np.exp(values[2]))
        to_ray = np.array(
            [
                [1 / (self._longer * focal), 0, -self._middle[0] / (self._longer * focal)],
                [0, 1 / (self._longer * focal), -self._middle[1] / (self._longer * focal)],
                [0, 0, 1],
            ]
        )
        unit = 1 / np.sqrt(wide * high)
        table = np.vstack([unit * basis, normal]) @ to_ray
        return View(Table(table), float(wide / high), self._off(values))

    def _laid(self, values: Floats) -> tuple[Floats, NDArray[np.bool_]]:
        """The corners (m, n, 4, 2) on the plane, and whether (m,) they lie there and none behind the camera; where they
        do not they are anywhere."""
        there = np.hypot(values[:, 0], values[:, 1]) <= self._config.steepest
        values = np.where(there[:, None], values, 0.0)
        normal, basis = _plane(values)
        focal = self._config.focal * np.exp(values[:, 2])
        rays = np.ones((len(values), *self._rays.shape[:2], 3))
        rays[..., :2] = self._rays / focal[:, None, None, None]
        deep = (rays @ normal[:, None, :, None])[..., 0]
        there &= deep.min((1, 2)) >= _NEAREST
        return rays @ basis.transpose(0, 2, 1)[:, None] / np.maximum(deep, _NEAREST)[..., None], there

    def _apart(self, values: Floats) -> tuple[Floats, NDArray[np.bool_]]:
        """How far corners (m, n, 4, 2) lie from those of the nearest rectangle of the cards' size, over that; and
        whether (m,) they lie on the plane."""
        laid, there = self._laid(values)
        sides = np.exp(np.where(there[:, None], values[:, 3:], 0.0))
        card = (sides[:, None, :] * _HALVES)[:, None]
        own = laid - laid.mean(2, keepdims=True)
        cos = (own * card).sum((2, 3))
        sin = (own[..., 1] * card[..., 0] - own[..., 0] * card[..., 1]).sum(2)
        far = np.maximum(np.hypot(cos, sin), 1e-12)
        cos, sin = (cos / far)[..., None], (sin / far)[..., None]
        turned = np.stack(
            [cos * card[..., 0] - sin * card[..., 1], sin * card[..., 0] + cos * card[..., 1]], 3
        )
        return (own - turned) / np.sqrt(sides[:, 0] * sides[:, 1])[:, None, None, None], there

    def _off(self, values: Floats) -> Floats:
        """How far each (n,) card's corners are off, of values (5,)."""
        (apart,), _ = self._apart(values[None])
        return np.asarray(np.sqrt((apart**2).sum(2).mean(1)))

    def _left(self, values: Floats) -> tuple[Floats, NDArray[np.bool_]]:
        """What is left to be explained (m, k), robustly (Geman and McClure): of each card, and of the focal length; and
        whether (m,) cards lie on the plane."""
        apart, there = self._apart(values)
        each = apart.reshape(*apart.shape[:2], -1) / self._config.off
        each = each / np.sqrt(1 + (each**2).mean(2, keepdims=True) / 16)
        return np.column_stack([each.reshape(len(each), -1), values[:, 2] / self._config.focal_play]), there


_STEP = 1e-5
_NEAREST = 0.05
"""What is not so deep lies behind the camera, or nearly."""
_HALVES = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2


def _cost(left: Floats) -> Floats:
    return np.asarray((left**2).sum(1))


def _plane(values: Floats) -> tuple[Floats, Floats]:
    """The plane's normals (m, 3), by which a ray's depth is 1, and two directions (m, 2, 3) in it, at right angles."""
    x, y = values[:, 0], values[:, 1]
    none, one = np.zeros(len(values)), np.ones(len(values))
    normal = np.stack([x, y, one], 1)
    across = np.stack([one, none, -x], 1)
    # At right angles to the other two: their cross product.
    down = np.stack([-x * y, 1 + x * x, -y], 1)
    basis = np.stack([across, down], 1)
    return normal, basis / np.linalg.norm(basis, axis=2, keepdims=True)
