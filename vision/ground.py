"""The table's plane as the cards that were read for certain tell it: each for its surroundings, all of them together.

A single card's four corners, carried far, tell the plane badly: a pixel's error on a small card becomes a tenth of a
distant shape's size. All cards together tell it well, and with it how much the lens bends the picture towards its
rim (one radial coefficient: Brown 1966; Fitzgibbon 2001 solves the same for two views).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.consensus import ConsensusConfig, card_plane, refit, rigid_error
from vision.plane import Floats, apply, homography, quad_area, sides

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
        """The inverse of `straight`."""
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
        return [near] if self.common is None else [self._common_at(place), near]

    def at(self, place: Floats) -> Floats:
        """The likeliest of them."""
        return self.ways(place)[0]

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
        rim = np.array([[0.0, 0.0], [w, 0.0], [w, h], [0.0, h]])
        away = np.array([np.linalg.norm(apply(f, rim.mean(0)) - place) for f in self.frames])
        size = np.array([np.sqrt(abs(float(quad_area(apply(f, rim))))) for f in self.frames])
        away[away < 0.2 * size] = np.inf
        return self.frames[int(away.argmin())] if np.isfinite(away).any() else self.frames[0]


def ground_of(
    frames: list[Floats], size_mm: tuple[float, float], picture: tuple[int, int], config: ConsensusConfig
) -> Ground:
    """The ground that cards of one size vouch for; `frames` map each card's millimetres to pixels of a picture of
    so many pixels (width, height)."""
    if len(frames) < 3:
        return Ground(tuple(frames), None, None, size_mm)
    w, h = size_mm
    rim = np.array([[0.0, 0.0], [w, 0.0], [w, h], [0.0, h]])
    corners = np.stack([apply(f, rim) for f in frames])
    plane = card_plane(corners, np.ones(len(corners)), size_mm, config)
    if plane is None or len(plane.index) < max(3, 0.6 * len(frames)):
        return Ground(tuple(frames), None, None, size_mm)
    if len(plane.index) < LEAST_FOR_BEND:
        return Ground(tuple(frames), np.linalg.inv(plane.to_mm), None, size_mm)
    middle = ((picture[0] - 1) / 2, (picture[1] - 1) / 2)
    half_px = float(np.hypot(*picture)) / 2
    best: tuple[float, Floats, Bend] | None = None
    for k in BENDS:
        bend = Bend(k, middle, half_px)
        straight = bend.straight(plane.corners)
        to_mm = plane.to_mm
        for _ in range(2):
            to_mm = refit(straight, to_mm, rim)
        # Cards that are a little bent or badly placed must not be explained by an odd lens.
        cost = rigid_error(straight, to_mm, rim) * (1 + ODD * abs(k))
        if best is None or cost < best[0]:
            best = cost, to_mm, bend
    assert best is not None
    return Ground(tuple(frames), np.linalg.inv(best[1]), best[2], size_mm)


LEAST_FOR_BEND = 5
BENDS = tuple(float(k) for k in np.arange(-0.24, 0.121, 0.02))
ODD = 0.5
