"""Which of the taught kinds a face is: all of them coarsely in every turn, the likeliest field by field.

A field's cost is how far its edges and tones lie apart, less what light, blur and print leave between two pictures of
one card. The kinds that cost little are laid over the face pixel by pixel: where two of them differ, the face is on one
side or the other; the worst spot tells a card that was never taught, which may differ from a taught one in one pip.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.taught.closely import CloselyConfig, Laid, apart, laid_over, side_of
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
from vision.taught.pictured import Picture, PictureConfig, picture_upside_down, pictured

_Floats = NDArray[np.floating[Any]]


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
    """Kinds whose views cost each other less are too alike to be told apart in most photos."""
    least_apart: float = 0.02
    """A face is never certain to be one of two kinds that cost each other less than this."""
    neighbours: int = 2
    sampled: int = 48
    """So many views, and of each so many neighbours, say how near a deck's kinds are to each other."""
    bends: int = 2
    stiffness: float = 0.5
    """How often a face's grid is bent towards a kind's, and how it resists."""
    closely: int = 4
    """So many kinds are compared field by field."""
    hopeful: tuple[float, float] = (3.0, 0.03)
    """Of these, pictures are laid over each other where one costs no more than so many times the least, and so much."""
    pictures: PictureConfig = field(default_factory=PictureConfig)
    laid: CloselyConfig = field(default_factory=CloselyConfig)
    partly: float = 0.15
    """What costs less is at least partly like a kind."""
    most_cost: float = 0.3
    most_spot: float = 0.4
    most_fine: float = 0.25
    least_spot: float = 0.08
    least_fine: float = 0.05
    of_nearest: tuple[float, float] = (0.55, 0.4)
    nearest: float = 0.2
    """When it is certain: cost, and how far it is off in its worst spot, coarsely and finely. In a deck whose kinds
    are near each other less is allowed: such shares of how far near kinds are off each other, at this quantile. Finely
    those alone are looked at that are hardly off each other coarsely."""
    hardly_off: float = 0.04
    least_margin: float = 0.3
    most_margin: float = 1.6
    """On whose side it lies of the runner-up, how far away."""
    sharp_px: float = 155.0
    """The root of a face's area from which its print is seen well; on smaller ones the margin has to be wider."""

    def for_size(self, size_px: float) -> MatchConfig:
        """The config for a face of such a size (the root of its area)."""
        return replace(
            self, least_margin=min(0.95, self.least_margin * max(1.0, self.sharp_px / size_px) ** 2)
        )

    def confidence(self, match: Match) -> float:
        """How near to a doubt a match is, 0 (in doubt) to 1."""
        room = 1 - max(match.best.spot / self.most_spot, match.best.fine / self.most_fine)
        lead = (match.margin - self.least_margin) / (1 - self.least_margin)
        return float(np.clip(0.5 + 0.5 * min(1.0, 2 * room, 2 * lead), 0, 1))


@dataclass(frozen=True, slots=True)
class Likeness:
    """How well one kind fits. `cost` is that of its fields, 0 (the same) to `most`; `spot` and `fine` how far its
    picture is off in the worst spot."""

    kind: int
    turn: int
    cost: float
    spot: float
    fine: float


@dataclass(frozen=True, slots=True)
class _Fitted:
    """A view whose grid was bent onto a face's, and what it costs."""

    view: int
    look: Look
    bend: _Floats
    cost: float


@dataclass(frozen=True, slots=True)
class _Over:
    """A likeness, the view that it is to, and how that lies over the face."""

    like: Likeness
    view: int
    laid: Laid


@dataclass(frozen=True, slots=True)
class Match:
    """The kind that fits best, and the one it is told from with the least ease.

    `margin` is where the face lies between the two: 1 is the best one's place, 0 the middle.
    """

    best: Likeness
    other: Likeness | None
    margin: float

    def certain(self, config: MatchConfig) -> bool:
        """Whether it is this kind and no other, and no card that was never taught."""
        return self.fits(config) and self.clear(config)

    def fits(self, config: MatchConfig) -> bool:
        """Whether the face is like the best kind everywhere."""
        best = self.best
        return (
            best.cost <= config.most_cost and best.spot <= config.most_spot and best.fine <= config.most_fine
        )

    def clear(self, config: MatchConfig) -> bool:
        """Whether no other kind comes near."""
        return self.other is None or config.least_margin <= self.margin <= config.most_margin


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


class Index:
    """Taught views made ready to be compared with, and the kind of each."""

    def __init__(
        self,
        views: Sequence[Described],
        pictures: Sequence[Picture],
        kinds: Sequence[int],
        config: MatchConfig | None = None,
    ) -> None:
        self._wide = config or MatchConfig()
        c = self._wide
        weights = np.array([c.edges] * WAYS + [c.light] + [c.hue] * (TONES - 1), np.float32)
        self._tones = np.sqrt(weights[WAYS:])
        self._scale = np.sqrt(weights)[:, None, None] * _INSIDE
        self._views = np.array(views, np.float32).reshape(-1, WAYS + TONES, ROWS, COLUMNS) * self._scale
        self._pictures = pictures
        self._flat = _coarse(self._views)
        self._norms = (self._flat**2).sum(1)
        self._kinds = np.asarray(kinds, np.intp)
        self._fields = float(_INSIDE.sum())

    @cached_property
    def config(self) -> MatchConfig:
        """With what a card may be off in this deck: where kinds are near each other, little tells one from another,
        and what is off as far as the nearest are may be a card that was never taught."""
        c, nearest = self._wide, self._nearest()
        if not nearest:
            return c
        offs = np.array(nearest)
        spot = float(np.clip(np.quantile(offs[:, 0], c.nearest) * c.of_nearest[0], c.least_spot, c.most_spot))
        hidden = offs[offs[:, 0] < c.hardly_off, 1]
        fine = float(np.quantile(hidden, c.nearest)) * c.of_nearest[1] if len(hidden) else c.most_fine
        return replace(
            c,
            most_spot=spot,
            most_fine=float(np.clip(fine, c.least_fine, c.most_fine)),
        )

    def certain(self, match: Match) -> bool:
        """Whether a match is certain in this deck."""
        # No deck allows more than the widest bounds, and its own take long to find: most new cards need them not.
        return match.certain(self._wide) and match.certain(self.config)

    def match(self, looks: Sequence[Look]) -> Match | None:
        """The best kind for a face's turns and the runner-up; None where nothing was taught."""
        if not len(self._kinds):
            return None
        step = self._wide.coarse_px
        moves = [(look, dx * step, dy * step) for look in looks for dx, dy in _CROSS]
        seen = _coarse(np.stack([self._scaled(look, dx, dy) for look, dx, dy in moves]))
        away = (seen**2).sum(1)[:, None] + self._norms[None] - 2 * self._products(seen)
        nearest = away.min(0)
        found: list[_Fitted] = []
        kinds: set[int] = set()
        for view in np.argsort(nearest, kind="stable"):
            kind = int(self._kinds[view])
            if len(kinds) >= self._wide.closely and kind not in kinds:
                break
            kinds.add(kind)
            look = looks[int(away[:, view].argmin()) // len(_CROSS)]
            dx, dy = _lowest(away[:, view].reshape(len(looks), len(_CROSS))[looks.index(look)], step)
            found.append(self._closely(int(view), look, dx, dy))
        return self._told(sorted(found, key=lambda one: one.cost))

    def _told(self, found: Sequence[_Fitted]) -> Match:
        """Which of the likely kinds it is, their pictures laid over the face's."""
        c = self._wide
        times, more = c.hopeful
        pictures: dict[int, Picture] = {}
        laid: dict[int, _Over] = {}
        for one in found:
            kind = int(self._kinds[one.view])
            if one.cost > times * found[0].cost + more:
                break
            turn = one.look.turn
            if turn not in pictures:
                pictures[turn] = pictured(np.ascontiguousarray(one.look.face), c.pictures)
            over = laid_over(pictures[turn], self._pictures[one.view], one.bend, c.laid)
            like = Likeness(kind, turn, one.cost, over.spot, over.fine)
            if kind not in laid or over.total < laid[kind].laid.total:
                laid[kind] = _Over(like, one.view, over)
        best, *others = sorted(laid.values(), key=lambda one: one.laid.total)
        for other in tuple(others):
            if self._side(best, other) < 0:
                others[others.index(other)], best = best, other
        if not others:
            far = next((one for one in found if int(self._kinds[one.view]) != best.like.kind), None)
            if far is None:
                return Match(best.like, None, 1.0)
            kind, turn = int(self._kinds[far.view]), far.look.turn
            return Match(best.like, Likeness(kind, turn, far.cost, 1.0, 1.0), 1.0)
        margins = [0.0 if self._alike(best.view, other.view) else self._side(best, other) for other in others]
        least = int(np.argmin(margins))
        return Match(best.like, others[least].like, margins[least])

    def _alike(self, one: int, other: int) -> bool:
        """Whether two views are so near to each other, either way up, that noise alone would tell them apart."""
        return min(self._cost(one, other, upside) for upside in (False, True)) < self._wide.least_apart

    def _side(self, best: _Over, other: _Over) -> float:
        """On whose side of the middle between two kinds the face lies: 1 is the best one's place, -1 the other's."""
        turned = (best.like.turn - other.like.turn) % 4
        if turned % 2:
            # Laid over it crosswise: what differs cannot be compared pixel by pixel.
            one, two = best.laid.total, other.laid.total
            return (two - one) / max(one + two, 1e-6)
        return side_of(best.laid, other.laid, turned == 2, self._wide.laid)

    def too_near(self) -> list[tuple[int, int]]:
        """Pairs of kinds (smaller number first) that are too alike to be told apart in most photos, either way up."""
        return sorted(
            {(min(a, b), max(a, b)) for a, b, cost in self._neighbours() if cost < self._wide.too_near}
        )

    def _neighbours(self) -> Iterator[tuple[int, int, float]]:
        """Kinds that are near each other, and what one view costs as the other; each view's nearest, either way up."""
        for view in range(len(self._views)):
            for upside, other in self._near(view, self._wide.neighbours):
                yield int(self._kinds[view]), int(self._kinds[other]), self._cost(view, other, upside)

    def _cost(self, one: int, other: int, upside: bool) -> float:
        """What one view, upside down or not, costs as another."""
        own = self._views[one]
        seen = upside_down(own) if upside else own
        return float(self._costs(seen - self._views[other]).sum() / self._fields)

    def _near(self, view: int, most: int) -> Iterator[tuple[bool, int]]:
        """The views of other kinds that one is most like, upright and upside down."""
        own = self._views[view]
        for upside in (False, True):
            flat = _coarse((upside_down(own) if upside else own)[None])
            away = self._norms - 2 * self._products(flat)[0]
            away[self._kinds == self._kinds[view]] = np.inf
            for other in np.argsort(away, kind="stable")[:most]:
                if np.isfinite(away[other]):
                    yield upside, int(other)

    def _nearest(self) -> list[tuple[float, float]]:
        """How far kinds are off the nearest other one in their worst spots, coarsely and finely; a sample of them.

        Those that are hardly off at all were most likely taught twice.
        """
        c = self._wide
        found: dict[int, tuple[float, float]] = {}
        count = len(self._views)
        for view in range(count) if count <= c.sampled else np.linspace(0, count - 1, c.sampled).astype(int):
            kind = int(self._kinds[view])
            for upside, other in self._near(int(view), c.neighbours):
                if self._cost(int(view), other, upside) < c.too_near:
                    continue
                picture = picture_upside_down(self._pictures[view]) if upside else self._pictures[view]
                over = apart(picture, self._pictures[other], c.laid)
                if kind not in found or over.spot < found[kind][0]:
                    found[kind] = over.spot, over.fine
        return list(found.values())

    def _products(self, seen: NDArray[np.float32]) -> NDArray[np.float32]:
        # Not numpy's: on cores with other work its threads wait for one another for longer than the sum takes.
        return np.asarray(cv2.gemm(seen, self._flat, 1.0, None, 0.0, flags=cv2.GEMM_2_T), np.float32)  # type: ignore[call-overload]

    def _scaled(self, look: Look, dx: int, dy: int) -> Described:
        return look.at(dx, dy) * self._scale

    def _closely(self, view: int, look: Look, dx: int, dy: int) -> _Fitted:
        """One view field by field, the face's grid bent onto it by Gauss-Newton steps."""
        c, known = self._wide, self._views[view]
        bend = bend_of(dx, dy)
        apart = self._scaled(look, dx, dy) - known
        cost = self._costs(apart)
        for _ in range(c.bends):
            apart, slopes, whole, part = self._sloped(look, bend, known)
            bend = bend + self._bent(apart, slopes, cost, bend - bend_of(dx, dy), part)
            part = _moves(bend) - whole
            apart += slopes[0] * part[0] + slopes[1] * part[1]
            cost = self._costs(apart)
        return _Fitted(view, look, bend, float(cost.sum() / self._fields))

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
        c = self._wide
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
        cost -= self._wide.tolerance
        return np.asarray(np.clip(cost, 0, self._wide.most), np.float32)

    def _without_cast(self, apart: Described) -> Described:
        most = self._wide.cast * self._tones
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
