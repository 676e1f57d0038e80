"""Shapes that stand on one paper: the prints of one deck do, whatever light it lies in, and a cloth's seldom do."""

from __future__ import annotations

import numpy as np

from vision.cards.spots import PrintSpot
from vision.plane import Floats
from vision.srgb import LINEAR

PLAIN = 0.9
"""The least share of a spot's surroundings that has to be as light as any near by."""
TINT_PLAY, LIGHT_PLAY = 0.1, 0.35
"""By how much one paper's tint and light vary over a table, as natural logarithms."""
LEAST_ALIKE = 3


def of_like_paper(spots: list[PrintSpot]) -> list[list[PrintSpot]]:
    """Groups of coloured spots on plain grounds of one tint and lightness, the plainest spot's group first."""
    left = sorted((s for s in spots if not s.dark and s.plain >= PLAIN), key=lambda s: -s.plain)
    groups: list[list[PrintSpot]] = []
    while left:
        away = np.array([_log_light(s) for s in left]) - _log_light(left[0])
        light = away.mean(1)
        alike = (np.abs(away - light[:, None]).max(1) < TINT_PLAY) & (np.abs(light) < LIGHT_PLAY)
        groups.append([s for s, own in zip(left, alike, strict=True) if own])
        left = [s for s, own in zip(left, alike, strict=True) if not own]
    return [group for group in groups if len(group) >= LEAST_ALIKE]


def _log_light(spot: PrintSpot) -> Floats:
    """Of the paper beside a spot, (3,), blue first: natural logarithms of linear light."""
    light: Floats = np.log(LINEAR[np.round(spot.paper).astype(int)].astype(float) + 1e-3)
    return light
