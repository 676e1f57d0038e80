"""How likely what shows along a side is, if the side lies inside a piece, between pieces, or between empty cells."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

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


def normal(values: Floats, middle: float | Floats, spread: float) -> Floats:
    """The logarithm of the normal density."""
    out: Floats = -0.5 * ((values - middle) / spread) ** 2 - np.log(spread * np.sqrt(2 * np.pi))
    return out


def plain(ratio: Floats, config: LikelyConfig) -> Floats:
    """Log likelihood of log ratios where nothing should show; less than usual is no surprise."""
    return _stray(normal(np.maximum(ratio, config.plain[0] - config.plain[1]), *config.plain), config)


def seam(ratio: Floats, config: LikelyConfig) -> Floats:
    """Log likelihood of log ratios between two pieces; a stronger seam than usual is no surprise."""
    shown = normal(np.minimum(ratio, config.seam[0]), *config.seam)
    hidden = normal(np.maximum(ratio, config.plain[0] - config.plain[1]), *config.plain)
    out: Floats = np.logaddexp(np.log1p(-config.hidden) + shown, np.log(config.hidden) + hidden)
    return out


def printed(logs: Floats, middle: Floats, spread: float, config: LikelyConfig) -> Floats:
    """Log likelihood of lines, as logarithms, where the board's own line is printed."""
    return _stray(normal(logs, middle, spread), config)


def _stray(density: Floats, config: LikelyConfig) -> Floats:
    floor = np.log(config.stray * 0.2)
    out: Floats = np.logaddexp(np.log1p(-config.stray) + density, floor)
    return out


def clipped(values: Floats, config: LikelyConfig) -> Floats:
    """Within what a single side may say."""
    out: Floats = np.clip(values, -config.most, config.most)
    return out
