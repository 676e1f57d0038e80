"""The table's plane as the cards that were read for certain tell it: each for its surroundings, all of them together.

A single card's four corners, carried far, tell the plane badly: a pixel's error on a small card becomes a tenth of a
distant shape's size. All cards together tell it well, and with it how much the lens bends the picture towards its
rim (one radial coefficient: Brown 1966; Fitzgibbon 2001 solves the same for two views). The plane is one that a
camera can see (`vision.camera`), unless cards or lens are so odd that a map of any kind suits them clearly better.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.camera import camera_view
from vision.consensus import ConsensusConfig, card_plane
from vision.plane import Floats, apply, homography, quad_area, rectangle, sides
from vision.rigid import Rigid, Rigids, misfits, packed, settled

REACH_MM = 25.0
"""Half the side of the square over which a bent picture is taken for flat."""


@dataclass(frozen=True, slots=True)
class Bend:
    """A lens's radial distortion about the picture's middle: a point at radius r is seen at r (1 + k r^2).

    Radii are shares of half the picture's diagonal, `half_px`; `middle` is (x, y) px.
    """

    k: float
    middle: tuple[float, float]
    half_px: float

    def straight(self, points: Floats) -> Floats:
        """Where points (..., 2) px would be without it; three steps of a fixed-point iteration."""
        seen = (points - self.middle) / self.half_px
        flat = seen
        for _ in range(4):
            flat = seen / (1 + self.k * (flat**2).sum(-1, keepdims=True))
        out: Floats = flat * self.half_px + self.middle
        return out

    def bent(self, points: Floats) -> Floats:
        """Where points (..., 2) px would be with it: the inverse of `straight`."""
        flat = (points - self.middle) / self.half_px
        out: Floats = flat * (1 + self.k * (flat**2).sum(-1, keepdims=True)) * self.half_px + self.middle
        return out


@dataclass(frozen=True, slots=True)
class Ground:
    """Maps from millimetres to pixels: `frames` of single cards, each from its own corner; `common` of the table,
    to pixels from which the lens's `bend` was taken."""

    frames: tuple[Floats, ...]
    common: Floats | None
    bend: Bend | None
    size_mm: tuple[float, float]

    def __bool__(self) -> bool:
        return bool(self.frames)

    def ways(self, place: Floats) -> list[Floats]:
        """The maps under which a thing at a place (2,) px may be laid flat, likeliest first."""
        near = self._nearest(place)
        if self.common is None:
            return [near]
        # A plane that no card told has but itself for a frame.
        return [self._common_at(place), *([] if near is self.common else [near])]

    def at(self, place: Floats) -> Floats:
        """The likeliest of them, (3, 3)."""
        return self._nearest(place) if self.common is None else self._common_at(place)

    def stretched(self, by: Floats) -> Ground:
        """The same if lengths on the table are in truth `by` (2, 2) of what was thought."""
        whole = np.eye(3)
        whole[:2, :2] = by
        common = None if self.common is None else self.common @ whole
        return replace(self, frames=tuple(frame @ whole for frame in self.frames), common=common)

    def card_sized(self, corners: Floats, middle: Floats, play: float) -> bool:
        """Whether an outline (4, 2) px is as large as a card in the plane, sides within `play` as a share."""
        return any(self._misfit(way, corners) < play for way in self.ways(middle)) if self.frames else False

    def _misfit(self, way: Floats, corners: Floats) -> float:
        lengths = sides(apply(np.linalg.inv(way), corners))
        seen = np.sort([(lengths[0] + lengths[2]) / 2, (lengths[1] + lengths[3]) / 2])
        return float(np.abs(np.log(np.maximum(seen, 1e-6) / np.sort(self.size_mm))).max())

    def _common_at(self, place: Floats) -> Floats:
        """The common map with the bend, made one homography for the surroundings of a place."""
        assert self.common is not None
        if self.bend is None:
            return self.common
        centre = apply(np.linalg.inv(self.common), self.bend.straight(place))
        square = centre + REACH_MM * np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]])
        return homography(square, self.bend.bent(apply(self.common, square)))

    def _nearest(self, place: Floats) -> Floats:
        """The frame whose card lies nearest, the one at the place itself left out."""
        w, h = self.size_mm
        spots = np.array([[w / 2, h / 2], [0.0, 0.0], [w, 0.0], [w, h], [0.0, h]])
        seen = np.stack(self.frames) @ np.column_stack([spots, np.ones(5)]).T
        points = (seen[:, :2] / seen[:, 2:]).swapaxes(1, 2)
        away = np.linalg.norm(points[:, 0] - place, axis=-1)
        away[away < 0.2 * np.sqrt(np.abs(quad_area(points[:, 1:])))] = np.inf
        return self.frames[int(away.argmin())] if np.isfinite(away).any() else self.frames[0]


def ground_of(
    frames: list[Floats],
    size_mm: tuple[float, float],
    picture: tuple[int, int],
    config: ConsensusConfig,
    better: dict[int, Rigid] | None = None,
) -> Ground:
    """The ground that cards of one size vouch for; `frames` (3, 3) map each card's millimetres to pixels of a picture
    of so many (width, height). `better` holds what is seen of some more exactly than their rims: their markers."""
    ground = Ground(tuple(frames), None, None, size_mm)
    if len(frames) < 3:
        return ground
    rims = rims_of(frames, size_mm)
    plane = card_plane(np.stack([rim.seen for rim in rims]), np.ones(len(rims)), size_mm, picture, config)
    if plane is None or len(plane.index) < max(3, 0.6 * len(frames)):
        return ground
    things = [(better or {}).get(k, rims[k]) for k in plane.index]
    return with_things(ground, things, plane.to_mm, picture)


def rims_of(frames: list[Floats], size_mm: tuple[float, float]) -> list[Rigid]:
    """The cards' rims as rigid things; each frame (3, 3) maps a card's own millimetres to pixels."""
    rim = rectangle(size_mm)
    return [Rigid(apply(frame, rim), rim) for frame in frames]


def with_things(ground: Ground, things: list[Rigid], to_mm: Floats, picture: tuple[int, int]) -> Ground:
    """The ground whose common map suits rigid things best, begun from a map (3, 3) from pixels that is nearly right."""
    pack = packed(things)
    middle = ((picture[0] - 1) / 2, (picture[1] - 1) / 2)
    half_px = float(np.hypot(*picture)) / 2
    seen = camera_view(pack, picture)
    view = None
    if seen is not None:
        view = replace(ground, common=np.linalg.inv(seen[0]), bend=Bend(seen[1], middle, half_px))
        if len(things) < LEAST_FOR_MAP and seen[2] < MOST_NOISE:
            return view
    if len(things) < LEAST_FOR_BEND:
        any_map = replace(ground, common=np.linalg.inv(settled(pack, to_mm)), bend=None)
        odd = _misfit(any_map, pack)
    else:
        bends = [Bend(k, middle, half_px) for k in BENDS]
        straight = replace(pack, seen=np.stack([bend.straight(pack.seen) for bend in bends]))
        maps = settled(straight, np.repeat(to_mm[None], len(bends), 0), 3)
        # Cards that are a little bent or badly placed must not be explained by an odd lens.
        cost = np.median(misfits(straight, maps), axis=-1) * (1 + ODD * np.abs(BENDS))
        best = int(cost.argmin())
        any_map, odd = replace(ground, common=np.linalg.inv(maps[best]), bend=bends[best]), float(cost[best])
    if view is not None and _misfit(view, pack) < (CLEARLY + FREE / len(things)) * odd:
        return view
    return any_map


def _misfit(ground: Ground, things: Rigids) -> float:
    """How far the middle one of some things is from its true form under the ground's common map, in millimetres."""
    assert ground.common is not None
    seen = things.seen if ground.bend is None else ground.bend.straight(things.seen)
    return float(np.median(misfits(replace(things, seen=seen), np.linalg.inv(ground.common))))


LEAST_FOR_BEND = 5
LEAST_FOR_MAP = 10
"""With fewer things the plane is one that a camera may see ..."""
MOST_NOISE = 0.65
"""... if the middle one of them is not further off than this many times the usual noise of a corner ..."""
CLEARLY = 1.3
"""... and otherwise unless any map at all suits them so many times better ..."""
FREE = 4.0
"""... and better still where they are few: with four more free numbers it follows the noise of so many things."""
BENDS = tuple(float(k) for k in np.arange(-0.24, 0.121, 0.02))
ODD = 0.5
