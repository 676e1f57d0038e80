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

from vision.plane import Floats, quad_area
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
    tilts = [
        np.tan(np.radians(tilt)) * np.array([np.cos(turn), np.sin(turn)])
        for tilt, turn in product(config.starts_deg, np.linspace(0, 2 * np.pi, config.ways, endpoint=False))
        if tilt or not turn
    ]
    tried = sorted((fit.improved(fit.begun(tilt), config.rounds) for tilt in tilts), key=lambda one: one[0])
    worth, best = min(
        (fit.improved(values, config.last_rounds) for _, values in tried[: config.kept]),
        key=lambda one: one[0],
    )
    return fit.view(best) if np.isfinite(worth) else None


def table_under(cards: Sequence[Floats], size: tuple[int, int], config: ViewConfig) -> Table | None:
    """The table under known cards (4, 2) px, as they say best; None for none."""
    view = viewed(cards, size, config)
    return table_of(cards, size) if view is None else view.table


class _Fit:
    """Values (5,): the plane's slopes across and down, the logarithm of the focal length over the usual one, and those
    of a card's width and height on the plane."""

    def __init__(self, quads: Floats, size: tuple[int, int], config: ViewConfig) -> None:
        self._config = config
        self._longer, self._middle = float(max(size)), np.array(size) / 2
        self._rays = (quads - self._middle) / self._longer
        self._sizes = np.sqrt(np.abs(quad_area(self._rays)))

    def begun(self, tilt: Floats) -> Floats:
        """Values (5,) at such slopes (2,), and the sizes that cards have there."""
        values = np.array([*tilt, 0.0, 0.0, 0.0])
        laid = self._laid(values)
        if laid is None:
            return values
        steps = np.linalg.norm(np.roll(laid, -1, axis=1) - laid, axis=2)
        values[3] = np.log(np.median(steps[:, 0] + steps[:, 2]) / 2)
        values[4] = np.log(np.median(steps[:, 1] + steps[:, 3]) / 2)
        return values

    def improved(self, values: Floats, rounds: int) -> tuple[float, Floats]:
        """What better values (5,) cost, by Levenberg and Marquardt's steps, and these; infinite where they are none."""
        left = self._left(values)
        cost, damping = self._cost(left), 1e-3
        for _ in range(rounds):
            if left is None:
                break
            slopes = np.empty((len(left), 5))
            for k in range(5):
                moved = values.copy()
                moved[k] += 1e-5
                other = self._left(moved)
                if other is None:
                    return np.inf, values
                slopes[:, k] = (other - left) / 1e-5
            own = slopes.T @ slopes
            step = np.linalg.solve(own + damping * np.diag(np.diag(own) + 1e-9), -slopes.T @ left)
            after = self._left(values + step)
            worth = self._cost(after)
            if worth < cost:
                small = cost - worth < 1e-6 * cost
                values, left, cost, damping = values + step, after, worth, damping / 5
                if small:
                    break
            else:
                damping *= 10
        return cost, values

    def view(self, values: Floats) -> View:
        """What values (5,) say."""
        wide, high = np.exp(values[3:])
        normal, basis = _plane(values)
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

    def _laid(self, values: Floats) -> Floats | None:
        """The corners (n, 4, 2) on the plane; None where some lie behind the camera."""
        normal, basis = _plane(values)
        if np.hypot(*values[:2]) > self._config.steepest:
            return None
        focal = self._config.focal * np.exp(values[2])
        rays = np.concatenate([self._rays / focal, np.ones((*self._rays.shape[:2], 1))], 2)
        deep = rays @ normal
        return None if deep.min() < 0.05 else np.asarray(rays @ basis.T / deep[..., None])

    def _apart(self, values: Floats) -> Floats | None:
        """How far corners (n, 4, 2) lie from those of the nearest rectangle of the cards' size, over that."""
        laid = self._laid(values)
        if laid is None:
            return None
        wide, high = np.exp(values[3:])
        card = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]]) / 2
        middle = laid.mean(1, keepdims=True)
        own = laid - middle
        cos = (own * card).sum((1, 2))
        sin = (own[..., 1] * card[:, 0] - own[..., 0] * card[:, 1]).sum(1)
        far = np.maximum(np.hypot(cos, sin), 1e-12)
        cos, sin = (cos / far)[:, None], (sin / far)[:, None]
        turned = np.stack([cos * card[:, 0] - sin * card[:, 1], sin * card[:, 0] + cos * card[:, 1]], 2)
        return np.asarray((own - turned) / np.sqrt(wide * high))

    def _off(self, values: Floats) -> Floats:
        apart = self._apart(values)
        assert apart is not None
        return np.asarray(np.sqrt((apart**2).sum(2).mean(1)))

    def _left(self, values: Floats) -> Floats | None:
        """What is left to be explained, robustly (Geman and McClure): of each card, and of the focal length."""
        apart = self._apart(values)
        if apart is None:
            return None
        each = apart.reshape(len(apart), -1) / self._config.off
        far = (each**2).mean(1, keepdims=True)
        each = each / np.sqrt(1 + far / 16)
        return np.concatenate([each.ravel(), [values[2] / self._config.focal_play]])

    @staticmethod
    def _cost(left: Floats | None) -> float:
        return np.inf if left is None else float(left @ left)


def _plane(values: Floats) -> tuple[Floats, Floats]:
    """The plane's normal (3,), by which a ray's depth is 1, and two directions (2, 3) in it, at right angles."""
    normal = np.array([values[0], values[1], 1.0])
    across = np.array([1.0, 0.0, -values[0]])
    across /= np.linalg.norm(across)
    down = np.cross(normal, across)
    down /= np.linalg.norm(down)
    return normal, np.stack([across, down])
