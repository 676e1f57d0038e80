"""Which of the taught kinds a face is: all of them coarsely in every turn, the likeliest field by field.

A field's cost is how far its edges and tones lie apart, less what light, blur and print leave between two pictures of
one card. The mean over the fields tells kinds apart; the worst spot tells a card that was never taught, which may
differ from a taught one in one pip.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.taught.describe import (
    COLUMNS,
    HEIGHT_PX,
    ROWS,
    STEP_PX,
    TONES,
    WAYS,
    WIDTH_PX,
    DescribeConfig,
    Described,
    Look,
    upside_down,
)


@dataclass(frozen=True, slots=True)
class MatchConfig:
    """What counts how much, and when a match is certain."""

    describe: DescribeConfig = field(default_factory=DescribeConfig)
    edges: float = 1.0
    light: float = 6.0
    hue: float = 40.0
    """What a squared difference in edges, lightness and hue costs."""
    tolerance: float = 0.02
    """A field's cost that two pictures of one card may have for nothing."""
    most: float = 1.0
    """A field's cost is cut here: glare over one part says nothing of the others."""
    cast: float = 0.1
    """By how much a face's tones may all be off, since its paper was not met exactly."""
    coarse_px: int = 3
    """How far the grid is moved at first."""
    too_near: float = 0.012
    neighbours: int = 3
    """Kinds whose views cost each other less are too alike to be told apart; so many views are looked at for it."""
    bends: int = 2
    stiffness: float = 0.5
    """How often a face's grid is bent towards a kind's, and how it resists."""
    closely: int = 4
    """So many kinds are compared field by field."""
    most_cost: float = 0.12
    least_cost: float = 0.012
    of_nearest: float = 0.7
    nearest: float = 0.1
    """It may cost no more than such a share of what near kinds cost each other, at this quantile, within limits."""
    most_spot: float = 0.75
    least_spot: float = 0.3
    spot_to_cost: float = 6.0
    """The worst spot may cost so many times what the whole may, within limits."""
    least_margin: float = 0.4
    most_margin: float = 1.6
    least_apart: float = 0.045
    """When it is certain: cost, cost of the worst spot, and on whose side it lies of the runner-up, how far away."""
    sharp_px: float = 155.0
    """The root of a face's area from which its print is seen well; on smaller ones the margin has to be wider."""
    clean: float = 0.3
    """Fields that are off by much more than this from both of two kinds do not help to tell them apart."""

    def for_size(self, size_px: float) -> MatchConfig:
        """The config for a face of such a size (the root of its area)."""
        return replace(
            self, least_margin=min(0.95, self.least_margin * max(1.0, self.sharp_px / size_px) ** 2)
        )

    def confidence(self, match: Match) -> float:
        """How near to a doubt a match is, 0 (in doubt) to 1."""
        room = 1 - max(match.best.cost / self.most_cost, match.best.spot / self.most_spot)
        lead = (match.margin - self.least_margin) / (1 - self.least_margin)
        return float(np.clip(0.5 + 0.5 * min(1.0, 2 * room, 2 * lead), 0, 1))


@dataclass(frozen=True, slots=True)
class Likeness:
    """How well one kind fits. `cost` is 0 (the same) to `most`, `spot` that of the worst 3 x 3 fields."""

    kind: int
    turn: int
    cost: float
    spot: float


@dataclass(frozen=True, slots=True)
class _Fitted:
    """A likeness, and by how much each field is off; (WAYS + TONES, ROWS, COLUMNS)."""

    like: Likeness
    apart: Described


@dataclass(frozen=True, slots=True)
class Match:
    """The kind that fits best, and the one it is told from with the least ease.

    `margin` is where the face lies between the two: 1 is the best one's place, 0 the middle. `apart` is how far
    the two are from each other.
    """

    best: Likeness
    other: Likeness | None
    margin: float
    apart: float

    def certain(self, config: MatchConfig) -> bool:
        """Whether it is this kind and no other, and no card that was never taught."""
        return self.fits(config) and self.clear(config)

    def fits(self, config: MatchConfig) -> bool:
        """Whether the face is at all like the best kind everywhere."""
        return self.best.cost <= config.most_cost and self.best.spot <= config.most_spot

    def clear(self, config: MatchConfig) -> bool:
        """Whether no other kind comes near."""
        if self.other is None:
            return True
        return (
            self.margin <= config.most_margin
            and self.margin >= config.least_margin
            and self.apart >= config.least_apart
        )


def _inside() -> NDArray[np.float32]:
    """1 for fields that lie on the card, 0 for those at its round corners; (ROWS, COLUMNS)."""
    inside = np.ones((ROWS, COLUMNS), np.float32)
    inside[[0, 0, -1, -1], [0, -1, 0, -1]] = 0
    return inside


_INSIDE = _inside()
_ROWS_AT, _COLUMNS_AT = np.meshgrid(
    STEP_PX * np.arange(1, ROWS + 1), STEP_PX * np.arange(1, COLUMNS + 1), indexing="ij"
)
_BASIS = np.stack(
    [np.ones((ROWS, COLUMNS)), _COLUMNS_AT * (2 / WIDTH_PX) - 1, _ROWS_AT * (2 / HEIGHT_PX) - 1]
)
"""What a bend is made of: a move, and one that grows across the face and one down it."""

_CROSS = ((-1, 0), (1, 0), (0, -1), (0, 1), (0, 0))
"""Where a grid is tried at first."""

REACH_PX = STEP_PX - 2
"""Fields are moved no further: there the face ends."""

_Floats = NDArray[np.floating[Any]]


class Index:
    """Taught views made ready to be compared with, and the kind of each."""

    def __init__(
        self, views: Sequence[Described], kinds: Sequence[int], config: MatchConfig | None = None
    ) -> None:
        self.config = config or MatchConfig()
        c = self.config
        weights = np.array([c.edges] * WAYS + [c.light] + [c.hue] * (TONES - 1), np.float32)
        self._tones = np.sqrt(weights[WAYS:])
        self._scale = np.sqrt(weights)[:, None, None] * _INSIDE
        self._views = np.array(views, np.float32).reshape(-1, WAYS + TONES, ROWS, COLUMNS) * self._scale
        self._flat = _coarse(self._views)
        self._norms = (self._flat**2).sum(1)
        self._kinds = np.asarray(kinds, np.intp)
        self._fields = float(_INSIDE.sum())
        limit = self._told_apart()
        spot = float(np.clip(c.spot_to_cost * limit, c.least_spot, c.most_spot))
        self.config = replace(c, most_cost=limit, most_spot=spot)

    def match(self, looks: Sequence[Look]) -> Match | None:
        """The best kind for a face's turns and the runner-up; None where nothing was taught."""
        if not len(self._kinds):
            return None
        step = self.config.coarse_px
        moves = [(look, dx * step, dy * step) for look in looks for dx, dy in _CROSS]
        seen = _coarse(np.stack([self._scaled(look, dx, dy) for look, dx, dy in moves]))
        away = (seen**2).sum(1)[:, None] + self._norms[None] - 2 * self._products(seen)
        nearest = away.min(0)
        found: dict[int, _Fitted] = {}
        for view in np.argsort(nearest, kind="stable"):
            kind = int(self._kinds[view])
            if len(found) >= self.config.closely and kind not in found:
                break
            look = looks[int(away[:, view].argmin()) // len(_CROSS)]
            dx, dy = _lowest(away[:, view].reshape(len(looks), len(_CROSS))[looks.index(look)], step)
            one = self._closely(int(view), look, dx, dy)
            if kind not in found or one.like.cost < found[kind].like.cost:
                found[kind] = one
        best, *others = sorted(found.values(), key=lambda one: one.like.cost)
        if not others:
            return Match(best.like, None, 1.0, 1.0)
        sides = [(self._side(best, other), other) for other in others]
        (margin, apart), other = min(sides, key=lambda side: side[0][0])
        return Match(best.like, other.like, margin, apart)

    def _side(self, best: _Fitted, other: _Fitted) -> tuple[float, float]:
        """On whose side of the middle between two kinds the face lies: 1 is the best one's place, -1 the other's.

        What the face differs in from both says nothing. Also how far the two kinds are apart, as a cost.
        """
        theirs = other.apart
        turned = (best.like.turn - other.like.turn) % 4
        if turned == 2:
            theirs = upside_down(theirs)
        elif turned:
            both = best.like.cost + other.like.cost
            return (other.like.cost - best.like.cost) / max(both, 1e-6), other.like.cost
        own_cost, their_cost = (best.apart**2).sum(0), (theirs**2).sum(0)
        weight = 1 / (self.config.clean + np.minimum(own_cost, their_cost))
        between = float((weight * ((theirs - best.apart) ** 2).sum(0)).sum())
        lead = float((weight * (their_cost - own_cost)).sum())
        return lead / max(between, 1e-6), between / self._fields

    def too_near(self) -> list[tuple[int, int]]:
        """Pairs of kinds (smaller number first) that are too alike to be told apart in most photos, either way up."""
        return sorted(
            {(min(a, b), max(a, b)) for a, b, cost in self._neighbours() if cost < self.config.too_near}
        )

    def _neighbours(self) -> Iterator[tuple[int, int, float]]:
        """Kinds that are near each other, and what one view costs as the other; each view's nearest, either way up."""
        for view, own in enumerate(self._views):
            for turned in (own, upside_down(own)):
                flat = _coarse(turned[None])
                away = self._norms - 2 * self._products(flat)[0]
                away[self._kinds == self._kinds[view]] = np.inf
                for other in np.argsort(away, kind="stable")[: self.config.neighbours]:
                    if np.isfinite(away[other]):
                        cost = float(self._costs(turned - self._views[other]).sum() / self._fields)
                        yield int(self._kinds[view]), int(self._kinds[other]), cost

    def _told_apart(self) -> float:
        """What a card may cost at most in this deck: where kinds are near each other, little tells one from another,
        and what differs as much from the nearest may be a card that was never taught."""
        nearest: dict[int, float] = {}
        for kind, _, cost in self._neighbours():
            if cost >= self.config.too_near:
                nearest[kind] = min(cost, nearest.get(kind, np.inf))
        if not nearest:
            return self.config.most_cost
        near = float(np.quantile(list(nearest.values()), self.config.nearest))
        return float(np.clip(self.config.of_nearest * near, self.config.least_cost, self.config.most_cost))

    def _products(self, seen: NDArray[np.float32]) -> NDArray[np.float32]:
        # Not numpy's: on cores with other work its threads wait for one another for longer than the sum takes.
        return np.asarray(cv2.gemm(seen, self._flat, 1.0, None, 0.0, flags=cv2.GEMM_2_T), np.float32)  # type: ignore[call-overload]

    def _scaled(self, look: Look, dx: int, dy: int) -> Described:
        return look.at(dx, dy) * self._scale

    def _closely(self, view: int, look: Look, dx: int, dy: int) -> _Fitted:
        """One view field by field, the face's grid bent onto it by Gauss-Newton steps."""
        c, known = self.config, self._views[view]
        bend = bend_of(dx, dy)
        apart = self._scaled(look, dx, dy) - known
        cost = self._costs(apart)
        for _ in range(c.bends):
            apart, slopes, whole, part = self._sloped(look, bend, known)
            bend = bend + self._bent(apart, slopes, cost, bend - bend_of(dx, dy), part)
            part = _moves(bend) - whole
            apart += slopes[0] * part[0] + slopes[1] * part[1]
            cost = self._costs(apart)
        spot = float(cv2.blur(cost, (3, 3), borderType=cv2.BORDER_REFLECT).max())
        like = Likeness(int(self._kinds[view]), look.turn, float(cost.sum() / self._fields), spot)
        return _Fitted(like, self._without_cast(apart))

    def _sloped(
        self, look: Look, bend: _Floats, known: Described
    ) -> tuple[Described, tuple[Described, Described], _Floats, _Floats]:
        """Differences at the nearest whole pixels, how they change across and down, those pixels, and what is left."""
        moves = _moves(bend)
        whole = np.clip(np.rint(moves), -REACH_PX, REACH_PX)
        at = _ROWS_AT + whole[1].astype(np.intp), _COLUMNS_AT + whole[0].astype(np.intp)
        maps, half = look.maps, 0.5 * self._scale
        across = (maps[:, at[0], at[1] + 1] - maps[:, at[0], at[1] - 1]) * half
        down = (maps[:, at[0] + 1, at[1]] - maps[:, at[0] - 1, at[1]]) * half
        return maps[:, at[0], at[1]] * self._scale - known, (across, down), whole, moves - whole

    def _bent(
        self,
        apart: Described,
        slopes: tuple[Described, Described],
        cost: NDArray[np.float32],
        from_start: _Floats,
        part: _Floats,
    ) -> _Floats:
        """By how much to bend the grid (2, 3) further: least squares over the fields, those far off counting little."""
        c = self.config
        weight = (cost < 0.8 * c.most) / (0.1 + cost)
        gx, gy = slopes
        left = apart + gx * part[0] + gy * part[1]
        squares = [np.einsum("krc,krc->rc", one, two) * weight for one, two in ((gx, gx), (gx, gy), (gy, gy))]
        pulls = [np.einsum("krc,krc->rc", one, left) * weight for one in slopes]
        xx, xy, yy = (np.einsum("irc,jrc,rc->ij", _BASIS, _BASIS, one) for one in squares)
        system = np.block([[xx, xy], [xy, yy]])
        wanted = np.concatenate([np.einsum("irc,rc->i", _BASIS, one) for one in pulls])
        stiff = np.tile(np.array([1.0, 2.0, 2.0]) * c.stiffness, 2)
        step = np.linalg.solve(system + np.diag(stiff), -wanted - stiff * from_start.ravel())
        return np.asarray(np.clip(step, -2.0, 2.0).reshape(2, 3))

    def _costs(self, apart: Described) -> NDArray[np.float32]:
        """What each field (ROWS, COLUMNS) costs, once the tones' common cast is taken out."""
        bare = self._without_cast(apart)
        cost = np.einsum("krc,krc->rc", bare, bare)
        cost -= self.config.tolerance
        return np.asarray(np.clip(cost, 0, self.config.most), np.float32)

    def _without_cast(self, apart: Described) -> Described:
        most = self.config.cast * self._tones
        off = np.clip(np.median(apart[WAYS:].reshape(TONES, -1), axis=1), -most, most)
        bare = apart.copy()
        bare[WAYS:] -= off[:, None, None] * _INSIDE
        return bare


def bend_of(dx: float, dy: float) -> _Floats:
    """A plain move as a bend (2, 3)."""
    return np.array([[dx, 0, 0], [dy, 0, 0]], float)


def _moves(bend: _Floats) -> _Floats:
    """Where a bend takes each field: (2, ROWS, COLUMNS), across and down, in pixels."""
    return np.asarray(np.einsum("di,irc->drc", bend, _BASIS))


def _coarse(fields: NDArray[np.float32]) -> NDArray[np.float32]:
    """Two by two fields as one: (n, WAYS + TONES, ROWS, COLUMNS) as (n, a quarter of the numbers)."""
    upper, lower = fields[..., ::2, :], fields[..., 1::2, :]
    fours = upper[..., ::2] + upper[..., 1::2] + lower[..., ::2] + lower[..., 1::2]
    return np.asarray(
        fours.reshape(len(fields), (WAYS + TONES) * (ROWS // 2) * (COLUMNS // 2)) * np.float32(0.25)
    )


def _lowest(away: NDArray[np.float32], step: int) -> tuple[int, int]:
    """Where about the middle of a cross of moves the distance is least, in whole pixels (dx, dy)."""
    left, right, up, down, middle = away
    return _dip(np.array([left, middle, right]), step), _dip(np.array([up, middle, down]), step)


def _dip(three: NDArray[np.float32], step: int) -> int:
    """The lowest point of the parabola through the distances at -step, 0 and step."""
    low, middle, high = (float(v) for v in three)
    bend = low - 2 * middle + high
    if bend <= 0:
        return step * (int(np.argmin(three)) - 1)
    return round(float(np.clip(0.5 * (low - high) / bend, -1, 1)) * step)
