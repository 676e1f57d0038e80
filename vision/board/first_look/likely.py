"""How likely what shows along a side is, if the side lies inside a piece, between pieces, or between empty cells."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.plane import Floats


@dataclass(frozen=True, slots=True)
class LikelyConfig:
    """What plain ground, seams and printed lines look like, as natural logarithms of line over ground."""

    plain: tuple[float, float] = (0.05, 0.3)
    """Middle and spread of the ratio where nothing is."""
    seam: tuple[float, float] = (3.3, 0.95)
    hidden: float = 0.006
    """The share of seams that do not show: one piece's edge hides the gap."""
    line_spread: tuple[float, float] = (0.05, 0.35)
    """By how much one board's printed lines differ, at least and at most, as logarithms."""
    stray: float = 0.025
    """The share of sides that look like anything: glints, hairs, shadows."""
    most: float = 7.0
    """No single side says more than this."""
    at_side: float = 0.017
    """How far from its side a gap lies that hardly shows, in cells."""
    elsewhere: float = 0.25
    """The share of gaps that lie anywhere near their side, because pieces have play."""
    reach: float = 0.13
    """How wide what is near a side is, in cells."""
    bright: float = 0.07
    """The share of gaps that are brighter than what lies beside them: a lit wall shows."""
    surely_seam: float = 1.3
    """The logarithm of line over ground that no noise has, wherever it lies."""
    surely_weak: float = 0.9
    """That up to which it counts in full what a line looks like besides."""


def normal(values: Floats, middle: float | Floats, spread: float) -> Floats:
    """The logarithm of the normal density of values of any shape."""
    out: Floats = -0.5 * ((values - middle) / spread) ** 2 - np.log(spread * np.sqrt(2 * np.pi))
    return out


def plain(ratio: Floats, config: LikelyConfig) -> Floats:
    """Log likelihood of log ratios, of any shape, where nothing should show; less than usual is no surprise."""
    return _stray(normal(np.maximum(ratio, config.plain[0] - config.plain[1]), *config.plain), config)


def seam(ratio: Floats, config: LikelyConfig, gap: Floats | float = 0.0) -> Floats:
    """Log likelihood of log ratios, of any shape, between two pieces; a stronger seam than usual is no surprise.

    `gap` is how much more what shows there looks like a gap than like noise, as logarithms.
    """
    shown = normal(np.minimum(ratio, config.seam[0]), *config.seam) + gap
    hidden = normal(np.maximum(ratio, config.plain[0] - config.plain[1]), *config.plain)
    out: Floats = np.logaddexp(np.log1p(-config.hidden) + shown, np.log(config.hidden) + hidden)
    return out


def looks_like_gap(peak: Floats, dark: NDArray[np.bool_], ratio: Floats, config: LikelyConfig) -> Floats:
    """How much more weak lines look like gaps than like noise (n,), as logarithms, by how far from the side they are
    strongest, in cells, and by whether they are darker than what lies beside them."""
    at_side = np.exp(-0.5 * (peak / config.at_side) ** 2) / (config.at_side * np.sqrt(2 * np.pi))
    place = np.log(config.elsewhere + (1 - config.elsewhere) * at_side * config.reach)
    looks: Floats = place + np.log(np.where(dark, 2 * (1 - config.bright), 2 * config.bright))
    weak = (config.surely_seam - ratio) / (config.surely_seam - config.surely_weak)
    out: Floats = looks * np.clip(weak, 0.0, 1.0)
    return out


def printed(logs: Floats, middle: Floats, spread: float, config: LikelyConfig) -> Floats:
    """Log likelihood of lines, as logarithms of any shape, where the board's own line is printed."""
    return _stray(normal(logs, middle, spread), config)


def _stray(density: Floats, config: LikelyConfig) -> Floats:
    floor = np.log(config.stray * 0.2)
    out: Floats = np.logaddexp(np.log1p(-config.stray) + density, floor)
    return out
