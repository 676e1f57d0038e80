"""What petrol and green look like beside white, whatever the light: by the channels' ratios to white's.

Light of any tint multiplies the channels of white and of every colour alike. The logarithms of red over green and of
blue over green, less those of white, are therefore a colour's own: their direction is its hue, their length how
saturated a print, haze and a camera leave it; and what is paler is also lighter.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vision.plane import Floats


@dataclass(frozen=True, slots=True)
class Tint:
    """One player's colour beside white. Over some 120 photographed boards, prints, lights and cameras of many kinds."""

    hue_deg: float
    hue_play_deg: float
    size: float
    size_play: float
    """By how much the logarithm of its saturation varies."""
    light: tuple[float, float]
    """Its lightness: at a saturation of 1, and by how much it grows with the logarithm of that."""


@dataclass(frozen=True, slots=True)
class TintConfig:
    """The players' colours, and how far a group's tint may be off."""

    petrol: Tint = Tint(158.0, 14.0, 0.47, 0.45, (-2.42, -0.35))
    green: Tint = Tint(247.0, 11.0, 0.69, 0.3, (-1.52, -0.49))
    play: float = 0.09
    """By how much one colour's ratios vary, as natural logarithms."""
    sizes: tuple[float, ...] = (0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 1.0, 1.2, 1.45, 1.75, 2.1, 2.5)
    """Saturations that are tried, over the usual one."""
    hues_deg: tuple[float, ...] = (-24.0, -12.0, 0.0, 12.0, 24.0)
    far: float = 2.0
    """From how many plays on a rare saturation costs little more."""
    same_play: float = 0.05
    """By how much the ratios of two groups of one colour differ."""
    same_light: float = 0.4
    washed: float = 0.4
    """The power of the saturation by which a colour that is washed out grows lighter."""


def ratios(tints: Floats) -> Floats:
    """Natural logarithms (..., 2) of red over green and blue over green for red and blue shares (..., 2)."""
    red, blue = np.maximum(tints[..., 0], 0.01), np.maximum(tints[..., 1], 0.01)
    green = np.maximum(1 - red - blue, 0.01)
    out: Floats = np.log(np.stack([red / green, blue / green], -1))
    return out


@lru_cache(maxsize=4)
def _prototypes(config: TintConfig) -> tuple[tuple[Floats, Floats, Floats], ...]:
    """For petrol and green the ratios (n, 2) that are tried, what each costs (n,), and how light it is (n,)."""
    found = []
    for tint in (config.petrol, config.green):
        size, off = (axis.ravel() for axis in np.meshgrid(config.sizes, config.hues_deg))
        turn = np.radians(tint.hue_deg + off)
        places = tint.size * size[:, None] * np.stack([np.cos(turn), np.sin(turn)], 1)
        rare = (np.log(size) / tint.size_play) ** 2
        cost = 0.5 * config.far**2 * np.log1p(rare / config.far**2) + 0.5 * (off / tint.hue_play_deg) ** 2
        found.append((places, cost, tint.light[0] + tint.light[1] * np.log(tint.size * size)))
    return tuple(found)


def likely_tints(
    beside: Floats, darker: Floats | None, light_play: float, config: TintConfig
) -> tuple[Floats, Floats]:
    """How well tints with these ratios to white (..., 2) fit petrol and green: logarithms (...,), 0 at best.

    `darker` (...,) is how much lighter each is than white, if that is known.
    """
    out = []
    for places, cost, light in _prototypes(config):
        gap = (beside[..., None, :] - places) / config.play
        near = -0.5 * (gap**2).sum(-1) - cost
        if darker is not None:
            near -= np.minimum(0.5 * ((darker[..., None] - light) / light_play) ** 2, 8.0)
        out.append(near.max(-1))
    return out[0], out[1]


def too_light(beside: Floats, lighter: float, label: int, config: TintConfig) -> float:
    """By how much a group is lighter than petrol (0) or green (1) that is as saturated."""
    tint = (config.petrol, config.green)[label]
    size = float(np.clip(np.linalg.norm(beside), config.sizes[0] * tint.size, config.sizes[-1] * tint.size))
    return lighter - (tint.light[0] + tint.light[1] * float(np.log(size)))


def one_colour(one: Floats, other: Floats, config: TintConfig) -> float:
    """What it costs that two groups (3,), each given beside white by its ratios and its lightness, are of one colour:
    glare may wash out one piece and not the next, and makes it lighter."""
    if np.linalg.norm(one[:2]) < np.linalg.norm(other[:2]):
        one, other = other, one
    share = float(np.clip(other[:2] @ one[:2] / max(float(one[:2] @ one[:2]), 1e-9), 0.1, 1.0))
    gap = (other[:2] - share * one[:2]) / config.same_play
    darker = (other[2] - one[2] * share**config.washed) / config.same_light
    return 0.5 * float((gap**2).sum() + darker**2)
