"""Two pictures of faces laid over each other: how well they agree, and of two kinds, which one a face is.

A camera may change a face's light from place to place, how strong its inks are, how sharp it is, and where it lies by
a pixel or so. All that is undone; what is left is measured by how much noise, and what is off by a part of a pixel,
leave in each place.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.taught.bending import Bend, Grid, Plane, slopes
from vision.taught.describe import HEIGHT_PX, WIDTH_PX
from vision.taught.lit import Colours, LitConfig, lit
from vision.taught.pictured import COLOURS, HIGH, WIDE, Picture
from vision.taught.sharp import Planes, as_sharp, smoothed

Tones = NDArray[np.float32]
"""(HIGH, WIDE, 2)"""


@dataclass(frozen=True, slots=True)
class CloselyConfig:
    """What a camera may do to a face between two pictures, and what is left when that is undone."""

    lit: LitConfig = field(default_factory=LitConfig)
    steps: int = 1
    fine_steps: int = 1
    stiffness: float = 2.0
    """How often the face is bent onto the other, coarsely and finely, and how it resists."""
    smooth_px: float = 0.6
    tone_smooth_px: float = 1.0
    noise: tuple[float, float] = (0.008, 0.02)
    tone_noise: tuple[float, float] = (0.007, 0.015)
    """What two pictures of one card differ by in a flat place, at least and at most: how much it is, they say
    themselves."""
    play_px: float = 0.17
    tone_play_px: float = 0.2
    """By what part of a pixel edges are off."""
    full_px: float = 160.0
    """On a face smaller than this (the root of its area) all these are larger, as its pixels are."""
    ink_hue: float = 0.1
    tone_near: float = 0.08
    tone_near_px: int = 7
    """Inks' tones are off by so much of their strength; a photo's file smears them, by so much of what they change by
    in such a window."""
    grain: float = 0.15
    """Fine patterns are off by so much of their contrast, since pixels do not meet them in the same places twice."""
    at_edges: float = 1.0
    hue_at_edges: float = 0.15
    """Where the light has edges, lightness and tones are off by so much of their height."""
    shift_px: int = 13
    shift_prior: float = 0.0016
    most_shift_px: float = 1.0
    paled: float = 0.25
    paled_prior: float = 0.03
    """Glare pales its inks by so much at most, within the same window; so many pixels full of ink have to show it."""
    """Print may be off in its place by so much, all alike within a window of this width: paper is not flat."""
    window_px: int = 5
    spread: int = 30
    """A spot has this width; so many of the worst are looked at together."""
    marks: int = 200
    """So many of the pixels that are most off in lightness are looked at together, wherever they lie."""
    most: float = 25.0
    """What is off by more than the root of this, in parts of what may be left, counts no more: glare over one place
    says nothing of the others."""
    differs: float = 7.0
    settled: float = 25.0
    """Two kinds are told apart where they differ by much more than the root of the first; what the face differs in from
    both by much more than the root of the second does not help."""
    quiet: float = 10.0
    loud: float = 120.0
    """A place where they differ in all by less than the first, in squares of what may be left, is not heard; none
    counts more than the second."""

    def for_size(self, size_px: float) -> CloselyConfig:
        """The config for a face of such a size (the root of its area)."""
        if size_px >= self.full_px:
            return self
        up = self.full_px / size_px
        return replace(
            self,
            full_px=0.0,
            noise=(self.noise[0], self.noise[1] * up),
            tone_noise=(self.tone_noise[0], self.tone_noise[1] * up),
            play_px=self.play_px * up,
            tone_play_px=self.tone_play_px * up,
            tone_near=self.tone_near * up,
        )


@dataclass(frozen=True, slots=True)
class Laid:
    """A face laid over a known one.

    `off` (HEIGHT_PX, WIDTH_PX) is how far it differs in lightness, `variance` what may be left of that; `tones_off` and
    `tones_variance` are the same of its tones. `spot` is how far it is off in its worst spot, `spread` in the worst
    few, `marks` in its worst pixels, in lightness, `total` all over, each in parts of what may be left.
    """

    off: Plane
    variance: Plane
    tones_off: Tones
    tones_variance: Tones
    spot: float
    spread: float
    marks: float
    total: float
    softened: tuple[float, float]
    """By how much the face was blurred for this, its lightness and its tones: half the width squared."""


def laid_over(seen: Picture, known: Picture, bend: Bend, config: CloselyConfig) -> Laid:
    """A face over a known one, bent (2, 3) in its fine pixels as its fields were first."""
    start = np.zeros((2, 4))
    start[:, :3] = bend
    plain = known.colours[..., :COLOURS]
    found = lit(_COARSE.moved(seen.colours, start / 2)[..., :COLOURS], plain, _COARSE.inside, config.lit)
    coarse = _COARSE.bent(
        _level(seen.colours), _level(found.colours(plain)), start / 2, config.steps, config.stiffness
    )
    level = found.level(known.level, plain)
    finely = _FINE.bent(seen.level, level, 2 * coarse, config.fine_steps, config.stiffness / 2)
    moved = _COARSE.moved(seen.colours, finely / 2)
    edges = np.maximum(moved[..., COLOURS], known.colours[..., COLOURS])
    return _compared(
        _FINE.moved(seen.level, finely), level, moved[..., :COLOURS], found.colours(plain), edges, config
    )


def apart(one: Picture, other: Picture, config: CloselyConfig) -> Laid:
    """Two known faces, nearly as they lie."""
    return laid_over(one, other, np.zeros((2, 3)), config)


def side_of(one: Laid, other: Laid, upside_down: bool, config: CloselyConfig) -> tuple[float, float]:
    """On whose side of the middle between two kinds a face lies: 1 is the first one's place, -1 the other's; and how
    much they differ in all, in squares of what may be left.

    What the face differs in from both says nothing. `upside_down`: whether they were laid over it so to each other.
    """
    way = -1 if upside_down else 1
    ours, theirs = _as_soft(one.off, other.off[::way, ::way], one.softened[0] - other.softened[0])
    our_tones, their_tones = _as_soft(
        one.tones_off, other.tones_off[::way, ::way], one.softened[1] - other.softened[1]
    )
    variance = np.maximum(one.variance, other.variance[::way, ::way])
    tones_variance = np.maximum(one.tones_variance, other.tones_variance[::way, ::way])
    between, tones_between = theirs - ours, their_tones - our_tones
    between *= between / variance
    tones_between *= tones_between / tones_variance
    near = cv2.blur(_coarsely(between) + _both(tones_between) * _SMEARED, (3, 3))
    clear = (near / np.float32(config.differs)) ** 4
    told = np.asarray(clear / (clear + 1) * _COARSE.inside, np.float32)
    finely = _finely(told)
    own, their = ours * ours, theirs * theirs
    weight = finely / (variance + np.minimum(own, their) / np.float32(config.settled))
    tones_own, tones_their = our_tones * our_tones, their_tones * their_tones
    tones_weight = (told * _SMEARED)[..., None] / (
        tones_variance + np.minimum(tones_own, tones_their) / np.float32(config.settled)
    )
    lead = _patches(_coarsely(weight * (their - own)) + _both(tones_weight * (tones_their - tones_own)))
    away = _patches(
        _coarsely(weight * between * variance) + _both(tones_weight * tones_between * tones_variance)
    )
    # Each place has its say, and none is louder than others: glare over one is no more than that.
    heard = np.clip(away - config.quiet, 0, config.loud)
    side = float((heard * np.clip(lead / np.maximum(away, 1e-6), -1, 1)).sum())
    return side / max(float(heard.sum()), 1e-6), float(heard.sum())


def _patches(plane: Plane) -> Plane:
    """The sums of a coarse plane over places a centimetre wide."""
    wide, high = _COARSE.size
    across, down = round(wide / _PATCH), round(high / _PATCH)
    means = cv2.resize(plane, (across, down), interpolation=cv2.INTER_AREA)
    return np.asarray(means * np.float32(wide * high / (across * down)), np.float32)


def _as_soft(one: Planes, other: Planes, more: float) -> tuple[Planes, Planes]:
    """Both, the one blurred as much as the other: `more` is what the first one was already."""
    other = np.ascontiguousarray(other)
    width = float(np.sqrt(2 * abs(more)))
    return (one, smoothed(other, width)) if more > 0 else (smoothed(one, width), other)


_COARSE, _FINE = Grid(WIDE, HIGH, 2), Grid(WIDTH_PX, HEIGHT_PX, 4)
_SMEARED = Grid(WIDE, HIGH, 4).inside
"""Where the table's colour does not reach."""
_PATCH = 9
_HALF = np.float32(0.5)
_TO_LEVEL = np.array([[1 / 3, 1 / 3, 1 / 3]], np.float32)
_TO_TONES = np.array([[0, -1, 1], [-1, 0.5, 0.5]], np.float32)
"""Red against green, both against blue."""


def _level(colours: Colours) -> Plane:
    return np.asarray(cv2.transform(np.ascontiguousarray(colours[..., :COLOURS]), _TO_LEVEL), np.float32)


def _coarsely(fine: Plane) -> Plane:
    return np.asarray(cv2.resize(fine, _COARSE.size, interpolation=cv2.INTER_AREA), np.float32)


def _compared(
    seen: Plane, known: Plane, colours: Colours, known_colours: Colours, edges: Plane, config: CloselyConfig
) -> Laid:
    one, other, blur = as_sharp(
        smoothed(seen, config.smooth_px), smoothed(known, config.smooth_px), _FINE.inside, 0.0
    )
    off, variance, shifts = _level_off(one, other, edges, config)
    tones, known_tones = (
        smoothed(np.asarray(cv2.transform(face, _TO_TONES), np.float32), config.tone_smooth_px)
        for face in (colours, known_colours)
    )
    tones, known_tones, tones_blur = as_sharp(tones, known_tones, _COARSE.inside, blur / 4)
    tones_off, tones_variance = _tones_off(tones, known_tones, edges, shifts, config)

    fine_cost = off * off / variance * _FINE.inside
    marked = np.partition(fine_cost.ravel(), -config.marks)[-config.marks :]
    tone_cost = _both(np.minimum(tones_off * tones_off / tones_variance, config.most)) * _SMEARED
    cost = np.minimum(fine_cost, config.most)
    cost += cv2.resize(tone_cost, _FINE.size, interpolation=cv2.INTER_NEAREST)
    window = config.window_px
    spots = np.asarray(cv2.blur(cost, (window, window)), np.float32)
    some = spots[window // 2 :: window, window // 2 :: window].ravel()
    worst = np.partition(some, -config.spread)[-config.spread :]
    return Laid(
        off,
        variance,
        tones_off,
        tones_variance,
        float(np.sqrt(spots.max())),
        float(np.sqrt(worst.mean())),
        float(np.sqrt(marked).mean()),
        float(cost.sum()) / 4,
        (max(0.0, -blur), max(0.0, -tones_blur)),
    )


def _level_off(
    one: Plane, other: Plane, edges: Plane, config: CloselyConfig
) -> tuple[Plane, Plane, tuple[Plane, Plane]]:
    """How far two equally sharp faces differ in lightness, what may be left of that, and how far print is moved."""
    off, across, down = one - other, *slopes((one + other) * _HALF)
    off += _paled(off, np.maximum(1 - other, 0), config)
    dx, dy = _shifts(off, across, down, config)
    off += across * _finely(dx) + down * _finely(dy)
    grain, lit_edges = np.maximum(_grain(one), _grain(other)), _finely(edges)
    variance = _noise(off, config.noise) + np.float32(config.play_px**2) * (across * across + down * down)
    variance += np.float32(config.at_edges**2) * (lit_edges * lit_edges)
    variance += np.float32(config.grain**2) * grain
    return off, np.asarray(variance, np.float32), (dx, dy)


def _tones_off(
    one: Tones, other: Tones, edges: Plane, shifts: tuple[Plane, Plane], config: CloselyConfig
) -> tuple[Tones, Tones]:
    """How far two equally sharp faces differ in tones, and what may be left of that."""
    mean = (one + other) * _HALF
    across, down = slopes(mean)
    dx, dy = shifts
    off = np.asarray(one - other + (across * dx[..., None] + down * dy[..., None]) * _HALF, np.float32)
    around = np.ones((config.tone_near_px,) * 2, np.uint8)
    near = cv2.dilate(mean, around) - cv2.erode(mean, around)
    variance = _noise(off, config.tone_noise) + np.float32(config.tone_near**2) * near * near
    variance += np.float32(config.tone_play_px**2) * (across * across + down * down)
    same = np.float32(config.ink_hue**2 / 2) * _both(mean * mean)
    variance += (same + np.float32(config.hue_at_edges**2) * edges * edges)[..., None]
    return off, np.asarray(variance, np.float32)


def _both(tones: Tones) -> Plane:
    return np.asarray(tones[..., 0] + tones[..., 1], np.float32)


def _noise(off: Planes, bounds: tuple[float, float]) -> np.float32:
    """What two faces differ by in most places, squared."""
    most = 1.5 * float(np.median(np.abs(off[8:-8:3, 8:-8:3])))
    return np.float32(np.clip(most, *bounds) ** 2)


def _grain(plane: Plane) -> Plane:
    """How much contrast a fine pattern has around each pixel, squared."""
    left = plane - cv2.GaussianBlur(plane, (0, 0), 1.5)
    return np.asarray(cv2.blur(left * left, (7, 7)), np.float32)


def _paled(off: Plane, ink: Plane, config: CloselyConfig) -> Plane:
    """What glare takes from the ink around each pixel, and shadows give to it."""
    weighed = _FINE.inside / (1 + off * off * np.float32(50)) * ink
    window = (config.shift_px, config.shift_px)
    share, whole = (cv2.blur(_coarsely(weighed * part), window) for part in (off, ink))
    paled = np.clip(share / (whole + np.float32(config.paled_prior)), -config.paled, config.paled)
    return -_finely(np.asarray(paled, np.float32)) * ink


def _shifts(off: Plane, across: Plane, down: Plane, config: CloselyConfig) -> tuple[Plane, Plane]:
    """By how much the print around each pixel is off in its place, across and down, in fine pixels."""
    most = config.most_shift_px
    weight = _FINE.inside / (1 + off * off * np.float32(50))
    weighed_across, weighed_down = weight * across, weight * down
    products = (
        weighed_across * across,
        weighed_across * down,
        weighed_down * down,
        weighed_across * off,
        weighed_down * off,
    )
    window = (config.shift_px, config.shift_px)
    xx, xy, yy, x, y = (cv2.blur(_coarsely(product), window) for product in products)
    xx, yy = xx + np.float32(config.shift_prior), yy + np.float32(config.shift_prior)
    scale = 1 / (xx * yy - xy * xy)
    dx = np.clip((xy * y - yy * x) * scale, -most, most)
    dy = np.clip((xy * x - xx * y) * scale, -most, most)
    return np.asarray(dx, np.float32), np.asarray(dy, np.float32)


def _finely(coarse: Plane) -> Plane:
    return np.asarray(cv2.resize(coarse, _FINE.size, interpolation=cv2.INTER_LINEAR), np.float32)
