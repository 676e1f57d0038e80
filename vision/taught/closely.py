"""Two pictures of faces laid over each other: how well they agree, and of two kinds, which one a face is.

A camera may change a face's light from place to place, how strong its inks are, how sharp it is, and where it lies by
a pixel or so. All that is undone; what is left is measured by how much noise, and what is off by a part of a pixel,
leave in each place.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.paper import median
from vision.taught.bending import Bend, Grid, Plane, slopes
from vision.taught.closely_config import CloselyConfig
from vision.taught.describe import HEIGHT_PX, WIDTH_PX
from vision.taught.fit_light import fit_light
from vision.taught.lit import Colours, Lit
from vision.taught.pictured import COLOURS, HIGH, WIDE, Picture
from vision.taught.sharp import Planes, as_sharp, smoothed

Tones = NDArray[np.float32]
"""(HIGH, WIDE, 2)"""


@dataclass(frozen=True)
class LaidOver:
    """A face laid over a known one.

    `off` (HEIGHT_PX, WIDTH_PX) is how far it differs in lightness, `variance` what may be left of that; `tones_off` and
    `tones_variance` are the same of its tones. `known` and `known_tones` (HIGH, WIDE, ...) are the known face in the
    light found, `plain` by itself, `light` that light. `spot` is how far the face is off in its worst spot, `spread` in
    the worst few, `marks` in its worst pixels, in lightness, `total` all over, each in parts of what may be left.
    `tint` is by what share of it all its colour is off, turned or paled.
    """

    off: Plane
    variance: Plane
    tones_off: Tones
    tones_variance: Tones
    known: Colours
    known_tones: Tones
    plain: Colours
    light: Plane
    spot: float
    spread: float
    marks: float
    total: float
    tint: float
    softened: tuple[float, float]
    """By how much the face was blurred for this, its lightness and its tones: half the width squared."""

    @cached_property
    def bright(self) -> Plane:
        """How much brighter the known face is around each pixel than most of it; than paper where that is darker."""
        near = cv2.dilate(cv2.blur(_level(self.plain), (3, 3)), _ABOUT)
        return np.asarray(near / max(1.0, float(np.median(near))), np.float32)

    @cached_property
    def ink(self) -> Plane:
        """How much print the known face has near each pixel."""
        return np.asarray(cv2.dilate(1 - self.known.min(2), _NEAR), np.float32)

    @cached_property
    def hue(self) -> Plane:
        """How coloured the known face is near each pixel."""
        most = np.maximum(*cv2.split(np.abs(self.known_tones)))
        return np.asarray(cv2.dilate(most, _NEAR), np.float32)


def laid_over(seen: Picture, known: Picture, bend: Bend, config: CloselyConfig) -> LaidOver:
    """A face over a known one, bent (2, 3) in its fine pixels as its fields were first."""
    start = np.zeros((2, 4))
    start[:, :3] = bend
    plain = np.ascontiguousarray(known.colours[..., :COLOURS])
    found = fit_light(COARSE.moved(seen.colours, start / 2)[..., :COLOURS], plain, COARSE.inside, config.lit)
    coarse = COARSE.bent(
        _level(seen.colours), _level(found.colours(plain)[0]), start / 2, config.steps, config.stiffness
    )
    level = found.level(known.level, plain)
    fine = _FINE.bent(seen.level, level, 2 * coarse, config.fine_steps, config.stiffness / 2)
    moved = COARSE.moved(seen.colours, fine / 2)
    edges = np.abs(moved[..., COLOURS] - known.colours[..., COLOURS])  # What both have is print.
    colours = np.ascontiguousarray(moved[..., :COLOURS])
    return _compared(_FINE.moved(seen.level, fine), level, colours, plain, found, edges, config)


def apart(one: Picture, other: Picture, config: CloselyConfig) -> LaidOver:
    """Two known faces, nearly as they lie."""
    return laid_over(one, other, np.zeros((2, 3)), config)


COARSE, _FINE = Grid(WIDE, HIGH, 2), Grid(WIDTH_PX, HEIGHT_PX, 4)
SMEARED = Grid(WIDE, HIGH, 4).inside
"""Where the table's colour does not reach."""
_COLOURLESS = 2.0
"""A face of less colour in all, squared, has no tint."""
_HALF = np.float32(0.5)
_NEAR = np.ones((3, 3), np.uint8)
_ABOUT = np.ones((27, 27), np.uint8)
_BELL = cv2.getGaussianKernel(13, 1.5, cv2.CV_32F)
_TO_LEVEL = np.array([[1 / 3, 1 / 3, 1 / 3]], np.float32)
_TO_TONES = np.array([[0, -1, 1], [-1, 0.5, 0.5]], np.float32)
"""Red against green, both against blue."""


def _level(colours: Colours) -> Plane:
    return np.asarray(cv2.transform(np.ascontiguousarray(colours[..., :COLOURS]), _TO_LEVEL), np.float32)


def _tones(colours: Colours) -> Tones:
    return np.asarray(cv2.transform(np.ascontiguousarray(colours), _TO_TONES), np.float32)


def coarsely(fine: Plane) -> Plane:
    """A plane at the colours' pixels."""
    return np.asarray(cv2.resize(fine, COARSE.size, interpolation=cv2.INTER_AREA), np.float32)


def _compared(
    seen: Plane,
    known: Plane,
    colours: Colours,
    plain: Colours,
    found: Lit,
    edges: Plane,
    config: CloselyConfig,
) -> LaidOver:
    """A face's lightness and colours over a known one's, of which `plain` is not yet in the light `found`."""
    known_colours, glare = found.colours(plain)
    one, other, blur = as_sharp(
        smoothed(seen, config.smooth_px), smoothed(known, config.smooth_px), _FINE.inside, 0.0
    )
    off, variance, shifts = _level_off(one, other, edges, _level(glare), config)
    tones, known_tones = (smoothed(_tones(face), config.tone_smooth_px) for face in (colours, known_colours))
    tones, known_tones, tones_blur = as_sharp(tones, known_tones, COARSE.inside, blur / 4)
    tones_off, tones_variance = _tones_off(tones, known_tones, edges, _tones(glare), shifts, config)

    fine_cost = off * off / variance * _FINE.inside
    marked = np.partition(fine_cost.ravel(), -config.marks)[-config.marks :]
    tone_cost = both_of(np.minimum(tones_off * tones_off / tones_variance, config.most)) * SMEARED
    cost = np.minimum(fine_cost, config.most)
    cost += cv2.resize(tone_cost, _FINE.size, interpolation=cv2.INTER_NEAREST)
    window = config.window_px
    spots = np.asarray(cv2.blur(cost, (window, window)), np.float32)
    some = spots[window // 2 :: window, window // 2 :: window].ravel()
    worst = np.partition(some, -config.spread)[-config.spread :]
    return LaidOver(
        off,
        variance,
        tones_off,
        tones_variance,
        known_colours,
        known_tones,
        plain,
        found.paper(),
        float(np.sqrt(spots.max())),
        float(np.sqrt(worst.mean())),
        float(np.sqrt(marked).mean()),
        float(cost.sum()) / 4,
        _tint(tones_off * SMEARED[..., None], known_tones * SMEARED[..., None]),
        (max(0.0, -blur), max(0.0, -tones_blur)),
    )


def _level_off(
    one: Plane, other: Plane, edges: Plane, glare: Plane, config: CloselyConfig
) -> tuple[Plane, Plane, tuple[Plane, Plane]]:
    """How far two equally sharp faces differ in lightness, what may be left of that, and how far print is moved."""
    off, across, down = one - other, *slopes((one + other) * _HALF)
    off += _paled(off, np.maximum(1 - other, 0), config)
    dx, dy = _shifts(off, across, down, config)
    off += across * finely(dx) + down * finely(dy)
    grain, lit_edges = np.maximum(_grain(one), _grain(other)), finely(edges)
    variance = _noise(off, config.noise) + np.float32(config.play_px**2) * (across * across + down * down)
    variance += np.float32(config.at_edges**2) * (lit_edges * lit_edges)
    variance += np.float32(config.grain**2) * grain
    dark = np.maximum((one + other) * _HALF, config.darkest)
    variance += np.float32(config.stray**2 / 4) / (dark * dark)
    veiled = finely(glare)
    variance += np.float32(config.of_glare**2) * (veiled * veiled)
    return off, np.asarray(variance, np.float32), (dx, dy)


def _tones_off(
    one: Tones, other: Tones, edges: Plane, glare: Tones, shifts: tuple[Plane, Plane], config: CloselyConfig
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
    variance += np.float32(config.of_glare**2) * (glare * glare)
    same = np.float32(config.ink_hue**2 / 2) * both_of(mean * mean)
    variance += (same + np.float32(config.hue_at_edges**2) * edges * edges)[..., None]
    return off, np.asarray(variance, np.float32)


def _tint(off: Tones, known: Tones) -> float:
    """By what share of it a face's colour is off, turned or paled all over alike: thin lines that are hardly off in any
    one place may be of another ink."""
    seen, ink = (np.ascontiguousarray(tones, np.float32).view(np.complex64).ravel() for tones in (off, known))
    return abs(complex(np.vdot(ink, seen))) / (float(np.vdot(ink, ink).real) + _COLOURLESS)


def both_of(tones: Tones) -> Plane:
    """Both tones (..., 2) together, (...)."""
    return np.asarray(tones[..., 0] + tones[..., 1], np.float32)


def _noise(off: Planes, bounds: tuple[float, float]) -> np.float32:
    """What two faces differ by in most places, squared."""
    most = 1.5 * median(np.abs(off[8:-8:3, 8:-8:3]).ravel())
    return np.float32(min(max(most, bounds[0]), bounds[1]) ** 2)


def _grain(plane: Plane) -> Plane:
    """How much contrast a fine pattern has around each pixel, squared."""
    left = plane - cv2.sepFilter2D(plane, -1, _BELL, _BELL)
    return np.asarray(cv2.blur(left * left, (7, 7)), np.float32)


def _paled(off: Plane, ink: Plane, config: CloselyConfig) -> Plane:
    """What glare takes from the ink around each pixel, and shadows give to it."""
    weighed = _FINE.inside / (1 + off * off * np.float32(50)) * ink
    window = (config.shift_px, config.shift_px)
    share, whole = (cv2.blur(coarsely(weighed * part), window) for part in (off, ink))
    paled = np.clip(share / (whole + np.float32(config.paled_prior)), -config.paled, config.paled)
    return -finely(np.asarray(paled, np.float32)) * ink


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
    xx, xy, yy, x, y = (cv2.blur(coarsely(product), window) for product in products)
    xx, yy = xx + np.float32(config.shift_prior), yy + np.float32(config.shift_prior)
    scale = 1 / (xx * yy - xy * xy)
    dx = np.clip((xy * y - yy * x) * scale, -most, most)
    dy = np.clip((xy * x - xx * y) * scale, -most, most)
    return np.asarray(dx, np.float32), np.asarray(dy, np.float32)


def finely(coarse: Plane) -> Plane:
    """A plane at the lightness's pixels."""
    return np.asarray(cv2.resize(coarse, _FINE.size, interpolation=cv2.INTER_LINEAR), np.float32)
