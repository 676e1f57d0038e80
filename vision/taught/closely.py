"""Two pictures of faces laid over each other: how well they agree, and of two kinds, which one a face is.

A camera may change a face's light from place to place, how strong its inks are, how sharp it is, and where it lies by
a pixel or so. All that is undone or forgiven; what is left is print that differs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.taught.describe import HEIGHT_PX, WIDTH_PX
from vision.taught.pictured import COLOURS, HIGH, WIDE, Picture

Plane = NDArray[np.float32]
Colours = NDArray[np.float32]
"""(HIGH, WIDE, 3)"""
Bend = NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True)
class CloselyConfig:
    """What a camera may do to a face between two pictures, and how far that is forgiven."""

    steps: int = 3
    stiffness: float = 2.0
    """How often the face is bent onto the other, and how it resists."""
    around_px: int = 25
    levels: tuple[float, float] = (0.75, 1.33)
    """Light may differ by so much, smoothly within a window of this width."""
    inks: tuple[float, float] = (0.7, 1.4)
    ink_hue: float = 0.2
    ink_prior: float = 30.0
    """All inks may be stronger or weaker by so much, their colours by this share; so many pixels have to show it."""
    smooth_px: float = 0.5
    least_sharper: float = 1.03
    """A picture whose edges hold so many times the other's is blurred until they hold as much."""
    colour: float = 1.2
    """What a difference in colour counts, over one in lightness."""
    play_px: float = 0.5
    noise: float = 0.015
    fine_play_px: float = 0.3
    fine_noise: float = 0.02
    """Off by so much in place or value is not off at all; the second are for the finer plane, in its pixels."""
    fine_steps: int = 2
    at_edges: float = 0.5
    hue_at_edges: float = 0.15
    """Where the light has edges, so much of their height is forgiven, in lightness and colour."""
    window_px: int = 5
    """Off in a spot of this width."""
    most: float = 0.04
    """A pixel off by more than the root of this counts no more: glare over one part says nothing of the others."""
    settled: float = 0.0015
    fine_settled: float = 0.001
    finely_told: float = 0.7
    fine_trust: float = 0.34
    """Kinds whose fine planes differ at least so many times as much as their colours are told apart by the fine ones;
    on whose side of the middle those are counts so much, since a part of what they differ in is noise."""
    """Pixels that differ from both of two kinds by much more than the root of this do not help to tell them apart."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A face laid over a known one. `off`: how far each pixel differs, in lightness and two tones; `fine_off`: in
    lightness alone, twice as finely.

    `spot` and `fine` are how far it is off in its worst spot, coarsely and finely, `total` all over.
    """

    off: Colours
    fine_off: Plane
    spot: float
    fine: float
    total: float


def laid_over(seen: Picture, known: Picture, bend: Bend, config: CloselyConfig) -> Laid:
    """A face over a known one, bent (2, 3) as its fields were first."""
    start = np.zeros((2, 4))
    start[:, :3] = bend / 2
    plain = known.colours[..., :COLOURS]
    bend = _bent(seen.colours[..., :COLOURS], plain, start, config)
    moved = _COARSE.moved(seen.colours[..., :COLOURS], bend)
    light = _light(moved, plain, config)
    level = _lit_level(known.level, light)
    finely = _FINE.bent(
        seen.level[..., None], level[..., None], 2 * bend, config.fine_steps, config.stiffness / 2
    )
    edges = np.maximum(seen.colours[..., COLOURS], known.colours[..., COLOURS])
    return _compared(moved, light.on(plain), _FINE.moved(seen.level, finely), level, edges, config)


def apart(one: Picture, other: Picture, config: CloselyConfig) -> Laid:
    """Two known faces, nearly as they lie."""
    return laid_over(one, other, np.zeros((2, 3)), config)


def side_of(one: Laid, other: Laid, upside_down: bool, config: CloselyConfig) -> float:
    """On whose side of the middle between two kinds a face lies: 1 is the first one's place, -1 the other's.

    What the face differs in from both says nothing. `upside_down`: whether they were laid over it so to each other.
    """
    lead, between = _lead(one.off, other.off, upside_down, _COARSE.inside, config.settled)
    fine_lead, fine_between = _lead(
        one.fine_off[..., None], other.fine_off[..., None], upside_down, _FINE.inside, config.fine_settled
    )
    side = (lead + fine_lead / 4) / max(between + fine_between / 4, 1e-6)
    if fine_between / 4 < config.finely_told * between:
        return side
    # What differs mostly in fine print has to be told by that.
    return min(side, config.fine_trust * fine_lead / fine_between)


def _lead(
    own: Colours, theirs: Colours, upside_down: bool, inside: Plane, settled: float
) -> tuple[float, float]:
    """How much nearer a face is to the first of two kinds, and how far those are apart."""
    turned = theirs[::-1, ::-1] if upside_down else theirs
    own_cost, their_cost = _squared(own), _squared(turned)
    weight = inside / (settled + np.minimum(own_cost, their_cost)) * settled
    return float((weight * (their_cost - own_cost)).sum()), float((weight * _squared(turned - own)).sum())


class _Grid:
    """The pixels of a picture of some size, and what a bend of it is made of: a move, what grows across the face,
    what grows down it, and what a tilt adds."""

    def __init__(self, wide: int, high: int, rim: int) -> None:
        x, y = np.meshgrid(np.arange(wide, dtype=np.float32), np.arange(high, dtype=np.float32))
        u, v = (2 * x + 1) * np.float32(1 / wide) - 1, (2 * y + 1) * np.float32(1 / high) - 1
        self._x, self._y = x, y
        self._basis = np.stack([np.ones_like(u), u, v, u * v]).reshape(4, -1)
        self.inside = np.zeros((high, wide), np.float32)
        """1 for pixels that are surely the card, 0 along its edge and at its round corners."""
        self.inside[rim:-rim, rim:-rim] = 1
        for rows in (slice(0, 3 * rim), slice(-3 * rim, None)):
            for columns in (slice(0, 3 * rim), slice(-3 * rim, None)):
                self.inside[rows, columns] = 0

    def moved(self, seen: Colours, bend: Bend) -> Colours:
        """A face with its grid bent (2, 4)."""
        across, down = (bend.astype(np.float32) @ self._basis).reshape(2, *self._x.shape)
        return np.asarray(
            cv2.remap(
                seen, self._x + across, self._y + down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
            ),
            np.float32,
        )

    def step(self, moved: Colours, known: Colours, from_start: Bend, stiffness: float) -> Bend:
        """By how much to bend a face (h, w, planes) further: least squares, pixels far off counting little."""
        left = moved - known
        off = _squared(left)
        weight = self.inside * (off < 0.5) / (1 + off * 50)
        # One plane alone comes back without its axis.
        across = cv2.Sobel(moved, cv2.CV_32F, 1, 0, scale=1 / 8).reshape(moved.shape)
        down = cv2.Sobel(moved, cv2.CV_32F, 0, 1, scale=1 / 8).reshape(moved.shape)
        xx, xy, yy, px, py = (
            np.einsum("hwc,hwc,hw->hw", one, two, weight).ravel()
            for one, two in ((across, across), (across, down), (down, down), (across, left), (down, left))
        )
        aa, ab, bb = ((self._basis * one) @ self._basis.T for one in (xx, xy, yy))
        stiff = np.tile([1.0, 2.0, 2.0, 4.0], 2) * stiffness
        system = np.block([[aa, ab], [ab, bb]]) + np.diag(stiff)
        pull = np.concatenate([self._basis @ px, self._basis @ py])
        found = np.linalg.solve(system, -pull - stiff * from_start.ravel())
        return np.asarray(np.clip(found, -1, 1).reshape(2, 4))

    def bent(self, seen: Colours, known: Colours, start: Bend, steps: int, stiffness: float) -> Bend:
        """The bend (2, 4) that lays a face over a known one."""
        bend = start
        for _ in range(steps):
            moved = self.moved(seen, bend).reshape(known.shape)
            bend = bend + self.step(moved, known, bend - start, stiffness)
        return bend


_COARSE, _FINE = _Grid(WIDE, HIGH, 2), _Grid(WIDTH_PX, HEIGHT_PX, 4)
_TO_TONES = np.array([[1 / 3, 1 / 3, 1 / 3], [0, -1, 1], [-1, 0.5, 0.5]], np.float32)
_NEAR = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, slots=True)
class _Light:
    """What a camera makes of a known face: its light from place to place, (HIGH, WIDE), and how strong its inks are."""

    light: Plane
    strength: Plane

    def on(self, known: Colours) -> Colours:
        """The known face in this light."""
        return np.asarray((1 - (1 - known) * self.strength) * self.light[..., None], np.float32)


def _squared(planes: Colours) -> Plane:
    return np.asarray(np.einsum("hwc,hwc->hw", planes, planes), np.float32)


def _lit_level(level: Plane, light: _Light) -> Plane:
    finely = cv2.resize(light.light, (WIDTH_PX, HEIGHT_PX), interpolation=cv2.INTER_LINEAR)
    return np.asarray((1 - (1 - level) * light.strength.mean()) * finely, np.float32)


def _bent(seen: Colours, known: Colours, start: Bend, config: CloselyConfig) -> Bend:
    lit = _light(_COARSE.moved(seen, start), known, config).on(known)
    return _COARSE.bent(seen, lit, start, config.steps, config.stiffness)


def _light(seen: Colours, known: Colours, config: CloselyConfig) -> _Light:
    """In which light, and how strong in its inks, the known face would look most as the seen one does."""
    window = (config.around_px, config.around_px)
    ink = 1 - known
    level = seen.mean(2)
    weight = _COARSE.inside
    found = _Light(np.ones_like(level), np.ones(3, np.float32))
    for _ in range(3):
        own = (1 - ink * found.strength).mean(2)
        both = cv2.blur(weight * level * own, window, borderType=cv2.BORDER_REFLECT) + np.float32(0.02)
        lone = cv2.blur(weight * own * own, window, borderType=cv2.BORDER_REFLECT) + np.float32(0.02)
        light = np.clip(both / lone, *config.levels)
        paper = seen / light[..., None]
        seen_ink = np.einsum("hwc,hwc,hw->c", 1 - paper, ink, weight)
        known_ink = np.einsum("hwc,hwc,hw->c", ink, ink, weight)
        strength = np.clip((seen_ink + config.ink_prior) / (known_ink + config.ink_prior), *config.inks)
        mean = strength.mean()
        strength = np.clip(strength, mean / (1 + config.ink_hue), mean * (1 + config.ink_hue))
        found = _Light(np.asarray(light, np.float32), np.asarray(strength, np.float32))
        weight = _COARSE.inside / (1 + _squared(seen - found.on(known)) * 50)
    return found


def _compared(
    seen: Colours, known: Colours, level: Plane, known_level: Plane, edges: Plane, config: CloselyConfig
) -> Laid:
    one, other = _as_sharp(_toned(seen, config), _toned(known, config), config)
    off = np.minimum(_outside(one, other, config.play_px), _outside(other, one, config.play_px))
    off[..., 1:] *= config.colour
    off[..., 0] -= config.at_edges * edges
    off[..., 1:] -= config.hue_at_edges * edges[..., None]
    coarse = _squared(np.maximum(off - np.float32(config.noise), 0)) * _COARSE.inside
    first, second = (
        np.asarray(cv2.GaussianBlur(plane, (0, 0), config.smooth_px), np.float32)
        for plane in (level, known_level)
    )
    first, second = _as_sharp(first, second, config)
    play = config.fine_play_px
    fine = np.minimum(_outside(first, second, play), _outside(second, first, play))
    finely = cv2.resize(edges, (WIDTH_PX, HEIGHT_PX), interpolation=cv2.INTER_LINEAR)
    fine = np.maximum(fine - config.at_edges * finely - np.float32(config.fine_noise), 0) ** 2 * _FINE.inside
    weights = np.array([1, config.colour, config.colour], np.float32)
    return Laid(
        (one - other) * weights,
        first - second,
        _worst(coarse, config.window_px),
        _worst(fine, config.window_px),
        float(np.minimum(coarse, config.most).sum()),
    )


def _toned(face: Colours, config: CloselyConfig) -> Colours:
    """Lightness, red against green, both against blue."""
    return np.asarray(cv2.GaussianBlur(cv2.transform(face, _TO_TONES), (0, 0), config.smooth_px), np.float32)


def _as_sharp(one: Colours, other: Colours, config: CloselyConfig) -> tuple[Colours, Colours]:
    """Both, the sharper one blurred until its edges hold no more than the other's."""
    first, second = _edged(one), _edged(other)
    if max(first, second) <= config.least_sharper * min(first, second):
        return one, other
    sharp, goal = (one, second) if first > second else (other, first)
    low, high, blurred = 0.1, 3.0, sharp
    for _ in range(5):
        middle = (low + high) / 2
        blurred = np.asarray(cv2.GaussianBlur(sharp, (0, 0), middle), np.float32)
        low, high = (middle, high) if _edged(blurred) > goal else (low, middle)
    return (blurred, other) if first > second else (one, blurred)


def _edged(face: Colours) -> float:
    level = face[2:-2, 2:-2, 0] if face.ndim == 3 else face[4:-4, 4:-4]
    across, down = np.diff(level, axis=1), np.diff(level, axis=0)
    return float((across * across).sum() + (down * down).sum())


def _outside(one: Colours, other: Colours, play_px: float) -> Colours:
    """How far each pixel of one lies outside of what the other is nearby."""
    play = np.float32(play_px)
    low = other - play * (other - cv2.erode(other, _NEAR))
    high = other + play * (cv2.dilate(other, _NEAR) - other)
    return np.asarray(np.maximum(np.maximum(one - high, low - one), 0), np.float32)


def _worst(off: Plane, window_px: int) -> float:
    return float(np.sqrt(max(0.0, float(cv2.blur(off, (window_px, window_px)).max()))))
