"""A face's fields against those of every taught view: coarsely in every turn, of the likeliest field by field.

A field's cost is how far its edges and tones lie apart, less what light, blur and print leave between two pictures of
one card. The face's grid is bent onto the view's, which undoes most of what its outline was off by.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.paper import median
from vision.taught.describe import (
    COLUMNS,
    HEIGHT_PX,
    ROWS,
    STEP_PX,
    TONES,
    WAYS,
    WIDTH_PX,
    Described,
    TurnedFace,
    upside_down,
)

_Floats = NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True)
class FieldsConfig:
    """What counts how much between two faces' fields, and how many views are looked at how closely."""

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
    bends: int = 1
    stiffness: float = 0.5
    """How often a face's grid is bent towards a kind's, and how it resists."""
    coarsely: int = 24
    """So many views are coarsely compared in every place."""
    closely: int = 6
    near: tuple[float, float] = (2.5, 3.0)
    """So many kinds are compared field by field, of those that are coarsely no further than so many times the nearest,
    and so much."""
    widely: int = 16
    far: tuple[float, float] = (6.0, 6.0)
    """The same where none of those fits: a kind that was taught in a bad light is far off coarsely."""
    other_way: tuple[float, float] = (1.6, 1.0)
    """A kind is compared upside down as well where that is coarsely no further than this: one pip may tell."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A view onto whose grid a face's was bent (2, 3), and what it costs, 0 (the same) to `most`."""

    view: int
    face: TurnedFace
    bend: _Floats
    cost: float


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

_STIFF = np.tile([1.0, 2.0, 2.0], 2)
"""How a bend's parts resist, in shares of the stiffness."""

_CROSS = ((-1, 0), (1, 0), (0, -1), (0, 1), (0, 0))
"""Where a grid is tried at first."""

REACH_PX = STEP_PX - 2
"""Fields are moved no further: there the face ends."""


class Fields:
    """Taught views made ready to be compared with, and the kind of each."""

    def __init__(self, views: Sequence[Described], kinds: Sequence[int], config: FieldsConfig) -> None:
        c = self._config = config
        weights = np.array([c.edges] * WAYS + [c.light] + [c.hue] * (TONES - 1), np.float32)
        self._tones = np.sqrt(weights[WAYS:])
        self._scale = np.sqrt(weights)[:, None, None] * _INSIDE
        self._views = np.array(views, np.float32).reshape(-1, WAYS + TONES, ROWS, COLUMNS) * self._scale
        self._flat = _coarse(self._views)
        self._norms = (self._flat**2).sum(1)
        self._kinds = np.asarray(kinds, np.intp)
        self._fields = float(_INSIDE.sum())

    def fitted(self, faces: Sequence[TurnedFace], *, widely: bool = False) -> list[Fitted]:
        """The likely views with a face's grid bent onto each, the one that costs least first; or less likely ones as
        well."""
        some, ways = self._coarsely(faces)
        found: list[Fitted] = []
        c = self._config
        for place in self._shortlist(
            some, ways.min((0, 1)), *((c.widely, c.far) if widely else (c.closely, c.near))
        ):
            for turn in self._turns(ways[:, :, place].min(1), faces):
                dx, dy = _lowest(ways[turn, :, place], self._config.coarse_px)
                found.append(self._closely(int(some[place]), faces[turn], dx, dy))
        return sorted(found, key=lambda one: one.cost)

    def cost(self, one: int, other: int, upside: bool) -> float:
        """What one view, upside down or not, costs as another."""
        own = self._views[one]
        seen = upside_down(own) if upside else own
        return float(self._costs(seen - self._views[other]).sum() / self._fields)

    def near(self, view: int, most: int) -> Iterator[tuple[bool, int]]:
        """The views of other kinds that one is most like, upright and upside down."""
        own = self._views[view]
        for upside in (False, True):
            flat = _coarse((upside_down(own) if upside else own)[None])
            away = self._away(flat, self._flat, self._norms)[0]
            away[self._kinds == self._kinds[view]] = np.inf
            for other in np.argsort(away, kind="stable")[:most]:
                if np.isfinite(away[other]):
                    yield upside, int(other)

    def _coarsely(self, faces: Sequence[TurnedFace]) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
        """The coarsely nearest views, and how far each is from every turn in every place; (turns, places, views)."""
        step = self._config.coarse_px
        plain = _coarse(np.stack([self._scaled(face, 0, 0) for face in faces]))
        nearest = self._away(plain, self._flat, self._norms).min(0)
        some = np.argsort(nearest, kind="stable")[: self._config.coarsely]
        moves = [(face, dx * step, dy * step) for face in faces for dx, dy in _CROSS]
        seen = _coarse(np.stack([self._scaled(face, dx, dy) for face, dx, dy in moves]))
        away = self._away(seen, self._flat[some], self._norms[some])
        return some, away.reshape(len(faces), len(_CROSS), -1)

    def _shortlist(
        self, views: NDArray[np.intp], nearest: NDArray[np.float32], count: int, near: tuple[float, float]
    ) -> Iterator[int]:
        """The places among these views of those that are coarsely near, of so many kinds."""
        times, more = near
        most = times * float(nearest.min()) + more
        kinds: set[int] = set()
        for place in np.argsort(nearest, kind="stable"):
            kind = int(self._kinds[views[place]])
            if nearest[place] > most or (len(kinds) >= count and kind not in kinds):
                return
            kinds.add(kind)
            yield int(place)

    def _turns(self, nearest: NDArray[np.float32], faces: Sequence[TurnedFace]) -> Iterator[int]:
        """The turn in which a view is coarsely nearest, and the same upside down where that is hardly further."""
        best = int(nearest.argmin())
        yield best
        times, more = self._config.other_way
        for k, face in enumerate(faces):
            upside = (face.turn - faces[best].turn) % 4 == 2
            if upside and nearest[k] <= times * nearest[best] + more:
                yield k

    @staticmethod
    def _away(
        seen: NDArray[np.float32], known: NDArray[np.float32], norms: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Squared distances, (seen, known)."""
        # Not numpy's product: on cores with other work its threads wait for one another for longer than the sum takes.
        products = cv2.gemm(seen, known, 1.0, None, 0.0, flags=cv2.GEMM_2_T)  # type: ignore[call-overload]
        return np.asarray((seen**2).sum(1)[:, None] + norms[None] - 2 * products, np.float32)

    def _scaled(self, face: TurnedFace, dx: int, dy: int) -> Described:
        return face.at(dx, dy) * self._scale

    def _closely(self, view: int, face: TurnedFace, dx: int, dy: int) -> Fitted:
        """One view field by field, the face's grid bent onto it by Gauss-Newton steps."""
        c, known = self._config, self._views[view]
        bend = bend_of(dx, dy)
        apart = self._scaled(face, dx, dy) - known
        cost = self._costs(apart)
        for _ in range(c.bends):
            apart, slopes, whole, part = self._sloped(face, bend, known)
            bend = bend + self._bent(apart, slopes, cost, bend - bend_of(dx, dy), part)
            part = _moves(bend) - whole
            apart += slopes[0] * part[0] + slopes[1] * part[1]
            cost = self._costs(apart)
        return Fitted(view, face, bend, float(cost.sum() / self._fields))

    def _sloped(
        self, face: TurnedFace, bend: _Floats, known: Described
    ) -> tuple[Described, tuple[Described, Described], _Floats, _Floats]:
        """Differences at the nearest whole pixels, how they change across and down, those pixels, and what is left."""
        moves = _moves(bend)
        whole = np.clip(np.rint(moves), -REACH_PX, REACH_PX)
        at = _ROWS_AT + whole[1].astype(np.intp), _COLUMNS_AT + whole[0].astype(np.intp)
        maps, half = face.maps, 0.5 * self._scale
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
        c = self._config
        weight = (cost < 0.8 * c.most) / (0.1 + cost)
        gx, gy = slopes
        left = apart + gx * part[0] + gy * part[1]
        squares = [np.einsum("krc,krc->rc", one, two) * weight for one, two in ((gx, gx), (gx, gy), (gy, gy))]
        pulls = [np.einsum("krc,krc->rc", one, left) * weight for one in slopes]
        xx, xy, yy = (np.einsum("irc,jrc,rc->ij", _BASIS, _BASIS, one) for one in squares)
        stiff = _STIFF * c.stiffness
        system = np.diag(stiff)
        for row, column, products in ((0, 0, xx), (0, 3, xy), (3, 0, xy), (3, 3, yy)):
            system[row : row + 3, column : column + 3] += products
        wanted = np.concatenate([np.einsum("irc,rc->i", _BASIS, one) for one in pulls])
        step = np.linalg.solve(system, -wanted - stiff * from_start.ravel())
        return np.asarray(np.clip(step, -2.0, 2.0).reshape(2, 3))

    def _costs(self, apart: Described) -> NDArray[np.float32]:
        """What each field (ROWS, COLUMNS) costs, once the tones' common cast is taken out."""
        bare = self._without_cast(apart)
        cost = np.einsum("krc,krc->rc", bare, bare)
        cost -= self._config.tolerance
        return np.asarray(np.clip(cost, 0, self._config.most), np.float32)

    def _without_cast(self, apart: Described) -> Described:
        most = self._config.cast * self._tones
        middle = [median(tone.ravel()) for tone in apart[WAYS:]]
        off = np.clip(np.array(middle, np.float32), -most, most)
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
