"""How light what lies across a side is: in the middle, where a seam would be, and beside it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.board.flat import Flat
from vision.plane import Floats


@dataclass(frozen=True, slots=True)
class CrossedConfig:
    """Where sides are crossed."""

    along: tuple[float, float, int] = (0.2, 0.8, 13)
    across: tuple[float, int] = (0.16, 33)
    """A side is looked at so far along it and to either side, in board units, in so many places."""
    beside: float = 0.1
    """What lies further off than this is beside the line; of what lies nearer the middle may be one."""
    middle: float = 0.07


@dataclass(frozen=True, slots=True)
class Crossed:
    """Of sides (n,), in shades of 255: how light it is on the left and on the right, the least in between, and by how
    much what lies between rises above both, in the channel that rises most."""

    left: Floats
    right: Floats
    least: Floats
    rise: Floats

    @property
    def darker(self) -> Floats:
        """How light it is on the darker of both, (n,)."""
        return np.minimum(self.left, self.right)

    @property
    def depth(self) -> Floats:
        """By how much what lies between is darker than either, (n,)."""
        out: Floats = self.darker - self.least
        return out


def crossed(flat: Flat, ends: Floats, config: CrossedConfig) -> Crossed:
    """What a flat picture shows across sides by their ends (n, 2, 2), in board units."""
    reach, steps = config.across
    off = np.linspace(-reach, reach, steps)
    shades = sampled(flat, ends, np.linspace(*config.along), off)
    profile, tinted = (np.median(of, axis=1).astype(float) for of in (shades.max(3), shades))
    left, right, middle = off > config.beside, off < -config.beside, np.abs(off) < config.middle

    def usual(of: Floats, chosen: NDArray[np.bool_]) -> Floats:
        return np.asarray(np.median(of[:, chosen], axis=1), float)

    sides = np.maximum(usual(tinted, left), usual(tinted, right))
    return Crossed(
        usual(profile, left),
        usual(profile, right),
        profile[:, middle].min(1),
        (tinted[:, middle].max(1) - sides).max(1),
    )


def across(flat: Flat, ends: Floats, along: Floats, off: Floats) -> Floats:
    """What a flat picture usually shows (n, off, 3) so far off sides by their ends (n, 2, 2), in board units, where it
    is looked at in some places along them, from 0 to 1."""
    return np.asarray(np.median(sampled(flat, ends, along, off), axis=1), float)


def sampled(flat: Flat, ends: Floats, along: Floats, off: Floats) -> Floats:
    """The same in each of these places, (n, along, off, 3)."""
    start, way = ends[:, 0], ends[:, 1] - ends[:, 0]
    out = np.column_stack([-way[:, 1], way[:, 0]]) / np.linalg.norm(way, axis=1)[:, None]
    along = along[:, None, None]
    shades: Floats = flat.sample(
        start[:, None, None] + along * way[:, None, None] + off[:, None] * out[:, None, None]
    )
    return shades
