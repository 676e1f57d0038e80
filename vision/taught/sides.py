"""Of two known kinds, which one a face is: on whose side of the middle between them it lies, where they differ."""

from __future__ import annotations

import cv2
import numpy as np

from vision.taught.bending import Plane
from vision.taught.closely import COARSE, SMEARED, LaidOver, both_of, coarsely, finely
from vision.taught.closely_config import CloselyConfig
from vision.taught.sharp import Planes, smoothed

_PATCH = 9


def side_of(one: LaidOver, other: LaidOver, upside_down: bool, config: CloselyConfig) -> tuple[float, float]:
    """On whose side of the middle between two kinds a face lies: 1 is the first one's place, -1 the other's; and how
    much they differ in all, in squares of what may be left.

    What the face differs in from both says nothing. Nor does bare paper where both kinds have it, nor hue where neither
    has any: a photo's file holds colours in blocks, each a step off, and a whole face of such would outvote the print.
    Nor is a place heard where glare lay on one of the two. `upside_down`: whether they were laid over it so to each
    other.
    """
    way = -1 if upside_down else 1
    ours, theirs = _as_soft(one.off, other.off[::way, ::way], one.softened[0] - other.softened[0])
    our_tones, their_tones = _as_soft(
        one.tones_off, other.tones_off[::way, ::way], one.softened[1] - other.softened[1]
    )
    ours, theirs = (_uneven(off, 2 * config.even_px + 1) for off in (ours, theirs))
    our_tones, their_tones = (_uneven(off, config.even_px) for off in (our_tones, their_tones))
    variance = np.maximum(one.variance, other.variance[::way, ::way])
    tones_variance = np.maximum(one.tones_variance, other.tones_variance[::way, ::way])
    between, tones_between = theirs - ours, their_tones - our_tones
    between *= between / variance
    tones_between *= tones_between / tones_variance
    hued = _above(np.maximum(one.hue, other.hue[::way, ::way]), config.hueless) * SMEARED
    near = cv2.blur(coarsely(between) + both_of(tones_between) * hued, (3, 3))
    clear = (near / np.float32(config.differs)) ** 4
    printed = _above(np.maximum(one.ink, other.ink[::way, ::way]), config.bare)
    differing = clear / (clear + 1) * printed * COARSE.inside
    glares = _glares(one, other, way, config)
    told = np.asarray(differing * (1 - np.maximum(*glares)), np.float32)
    fine = finely(told)
    own, their = ours * ours, theirs * theirs
    weight = fine / (variance + np.minimum(own, their) / np.float32(config.settled))
    tones_own, tones_their = our_tones * our_tones, their_tones * their_tones
    tones_weight = (told * hued)[..., None] / (
        tones_variance + np.minimum(tones_own, tones_their) / np.float32(config.settled)
    )
    lead = _patches(coarsely(weight * (their - own)) + both_of(tones_weight * (tones_their - tones_own)))
    away = _patches(
        coarsely(weight * between * variance) + both_of(tones_weight * tones_between * tones_variance)
    )
    # Each place has its say, and none is louder than others: glare over one is no more than that.
    heard = np.clip(away - config.quiet, 0, config.loud)
    side = float((heard * np.clip(lead / np.maximum(away, 1e-6), -1, 1)).sum())
    # Glare makes a view look worse, never better: where it lay on most of what would speak for the loser, it touched
    # the rest as well.
    glare = glares[1] if side > 0 else glares[0]
    trusted = 1 - float((differing * glare).sum()) / max(float(differing.sum()), 1e-6)
    return trusted * side / max(float(heard.sum()), 1e-6), float(heard.sum())


def _uneven(off: Planes, window: int) -> Planes:
    """What a face differs by, without what all around is off by alike: that is light."""
    return np.asarray(off - cv2.blur(off, (window, window)), np.float32)


def _above(plane: Plane, least: float) -> Plane:
    """0 where a plane is less than that, 1 from twice as much."""
    return np.asarray(np.clip(plane / np.float32(least) - 1, 0, 1), np.float32)


def _glares(one: LaidOver, other: LaidOver, way: int, config: CloselyConfig) -> tuple[Plane, Plane]:
    """Where either kind was taught under glare: its paper brighter than paper is, and lit far more than the other's."""
    dark = np.float32(1e-3)
    more = np.log(np.maximum(_light(other)[::way, ::way], dark) / np.maximum(_light(one), dark))
    least, least_bright = config.glare, config.glare / 2
    return (
        _above(more, least) * _above(one.bright - 1, least_bright),
        _above(-more, least) * _above(other.bright[::way, ::way] - 1, least_bright),
    )


def _light(laid: LaidOver) -> Plane:
    return np.asarray(cv2.resize(laid.light, COARSE.size, interpolation=cv2.INTER_LINEAR), np.float32)


def _patches(plane: Plane) -> Plane:
    """The sums of a coarse plane over places a centimetre wide."""
    wide, high = COARSE.size
    across, down = round(wide / _PATCH), round(high / _PATCH)
    means = cv2.resize(plane, (across, down), interpolation=cv2.INTER_AREA)
    return np.asarray(means * np.float32(wide * high / (across * down)), np.float32)


def _as_soft(one: Planes, other: Planes, more: float) -> tuple[Planes, Planes]:
    """Both, the one blurred as much as the other: `more` is what the first one was already."""
    other = np.ascontiguousarray(other)
    width = float(np.sqrt(2 * abs(more)))
    return (one, smoothed(other, width)) if more > 0 else (smoothed(one, width), other)
