"""From an ink's colour to the number of triangles it stands for: blue 1, red 2, purple 3, yellow 4, green 5.

The colour is taken over the card's own paper, so only its hue is asked. Which blue or which red a publisher
prints is not known, so each name is a broad range of hues and the answer is a likelihood for every count.
"""

from __future__ import annotations

from math import atan2, degrees, exp, sqrt

import numpy as np

from vision.plane import Floats

# Hue in degrees and its spread for counts 1..5, of printed inks over their paper, display-coded.
_HUES = (219.0, 358.0, 278.0, 47.0, 134.0)
_SPREADS = (14.0, 13.0, 15.0, 11.0, 22.0)
_LEARNT_SPREAD = 9.0
_FLOOR = 1e-4


def hue_of(colour: Floats) -> float:
    """The hue in degrees of an ink over its paper, (3,) red green blue in linear light."""
    # Plain numbers, here and below: hundreds of single colours are asked of a photo.
    red, green, blue = (max(light, 1e-3) ** (1 / 2.2) for light in colour.tolist())
    angle = degrees(atan2(sqrt(3) * (green - blue), 2 * red - green - blue))
    # The hexagonal hue of HSV and the angle in the colour plane differ by at most a degree or so.
    return angle % 360


def likeness(colour: Floats, count: int) -> float:
    """How like the usual ink of a count a colour is, 0..1: 1 in the middle of that ink's hues, .61 one spread away. A
    colour, here and below, is as `hue_of` takes it."""
    return _near(hue_of(colour), _HUES[count - 1], _SPREADS[count - 1])


def _near(hue: float, usual: float, spread: float) -> float:
    away = (hue - usual + 180) % 360 - 180
    return exp(-0.5 * (away / spread) ** 2)


def count_likelihood(colour: Floats, learnt: dict[int, float] | None = None) -> Floats:
    """Likelihoods (5,) of the counts 1..5, the largest 1; `learnt` holds hues that this deck is known to use."""
    own, found = hue_of(colour), []
    for count, usual in enumerate(zip(_HUES, _SPREADS, strict=True), 1):
        hue, spread = (learnt[count], _LEARNT_SPREAD) if learnt and count in learnt else usual
        found.append(_near(own, hue, spread) + _FLOOR)
    return np.array(found) / max(found)
