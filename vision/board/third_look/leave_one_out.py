"""How well each cell fits the white pieces and the bare cells that are known besides it: by its light and tint, as one
light lies on all and changes slowly, and by its grain.

Light is a Gaussian process (Rasmussen and Williams, "Gaussian processes for machine learning", 2006): a quadratic
field and what is left of it from square to square, the step from bare to white, tints of the board's quarters and
squares, and noise. What it says of a cell does not use what is held of that cell (leave-one-out: ibid., 5.4.2), but for
how many are known and by how much they vary together.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.board.cells import tints
from vision.board.third_look.cell_looks import CellLooks, beyond, places
from vision.plane import Floats

BARE, WHITE, PLAYERS, UNKNOWN = range(4)
"""What is known of a cell."""
BEYOND_RIM = UNKNOWN + 1
States = NDArray[np.intp]

NOISE = (0.006, 0.002, 0.002)
"""Of the three tones, from cell to cell."""
SCALE = (1.0, 0.35, 0.35)
"""By how much they change over a board, beside the first."""
UNITS = (100.0, 300.0, 300.0)
"""What a difference of them is counted in: hundredths and less."""
_FIELD = (1.0, 0.15, 0.15, 0.06, 0.06, 0.06)
"""The play of the field's level, slopes and curves, ..."""
_LOCAL, _REACH = 0.03, 0.8
"""... of what is left from square to square, and how far that reaches, ..."""
_STEP, _TINTS = 0.6, 0.05
"""... of the step to white, and of the board's own tints."""
_FREEDOM = 4.0
"""Of Student's t: shadows and shine are strays."""
_EVEN = 0.12
"""By how much grain varies between cells that are alike, at least."""
FITS = 50
BETTER_LIGHT = [5, 13, 21]
BETTER_GRAIN = slice(42, 48)
"""Which of these are halves of logarithms of how much better a cell fits white than bare."""


def fits(looks: CellLooks, states: States) -> Floats:
    """For each cell how it fits what is known of the others (64, FITS); zeros where too little is."""
    found: list[Floats] = []
    for tone, (scale, noise, unit) in enumerate(zip(SCALE, NOISE, UNITS, strict=True)):
        found += _by_light(looks.tones[:, tone], states, scale, noise, unit)
    counts = [np.full(len(states), float((states == kind).sum())) for kind in (BARE, WHITE)]
    found += [*_by_grain(looks.grain, states).T]
    found += [np.minimum(counts[0], 20) / 10, np.minimum(counts[1], 12) / 6]
    return np.stack(found, 1)


def known_beyond(states: States) -> States:
    """What is known of the cells (64, 3) beyond each cell's base and its two other sides; BEYOND_RIM for none."""
    return np.append(states, BEYOND_RIM)[beyond()]


def _by_light(values: Floats, states: States, scale: float, noise: float, unit: float) -> list[Floats]:
    """Eight numbers (64,) each: how far a cell is off bare and off white, and the step between; the first two over
    their play; what is better; and the plays."""
    foreseen = _foreseen(values, states, scale, noise)
    offs, plays = [], []
    for kind, (middle, spread) in zip((BARE, WHITE), foreseen, strict=True):
        off = values - middle
        own = off[states == kind]
        usual = float(np.median(np.abs(own))) if len(own) > 1 else 0.05
        offs.append(off)
        plays.append(np.hypot(1.5 * usual, spread))
    step = foreseen[1][0] - foreseen[0][0]
    over = [off / play for off, play in zip(offs, plays, strict=True)]
    better = np.log(plays[0] / plays[1]) + _surprise(over[0]) - _surprise(over[1])
    return [
        *(np.clip(value * unit, -4, 4) for value in (*offs, step)),
        *(np.clip(value, -6, 6) for value in over),
        np.clip(better, -8, 8) / 2,
        *(np.log(play * unit) for play in plays),
    ]


def _foreseen(
    values: Floats, states: States, scale: float, noise: float
) -> tuple[tuple[Floats, Floats], tuple[Floats, Floats]]:
    """What each cell (64,) would be if it were bare, and if it were white, by all known ones but itself; with the
    deviation of either."""
    known = np.flatnonzero((states == BARE) | (states == WHITE))
    if len(known) < 3:
        none = np.zeros(len(values))
        return (none, none), (none, none)
    held = states == WHITE
    middle = np.median(values[known])
    seen, own = values[known] - middle, np.arange(len(known))
    between = _between(held, held, scale)[np.ix_(known, known)]
    trust = np.ones(len(known))
    for _ in range(2):
        precision = np.linalg.inv(between + np.diag(noise**2 / trust))
        weights, alone = precision @ seen, precision.diagonal()
        off = np.abs(weights / alone)
        usual = max(1.5 * float(np.median(off)), noise)
        trust = 1 / np.maximum(1.0, off / (2 * usual)) ** 2
    out = []
    for white in (False, True):
        asked = np.full(len(values), white)
        towards = _between(asked, held, scale)[:, known]
        itself = _between(asked, asked, scale).diagonal()
        spread = towards @ precision
        mean, varied = towards @ weights, itself - (spread * towards).sum(1)
        # A known cell is asked without what is known of itself.
        mean[known] -= spread[known, own] * weights / alone
        varied[known] += spread[known, own] ** 2 / alone
        out.append((mean + middle, np.sqrt(np.maximum(varied, 0) + noise**2)))
    return out[0], out[1]


def _between(one: NDArray[np.bool_], other: NDArray[np.bool_], scale: float) -> Floats:
    """The covariance (64, 64) of light on cells that are white or not (64,)."""
    smooth, tinted = _smooth()
    both, none = np.outer(one, other), np.outer(~one, ~other)
    out: Floats = scale**2 * (smooth + _STEP**2 * both + tinted * none)
    return out


@lru_cache(maxsize=1)
def _smooth() -> tuple[Floats, Floats]:
    """The covariances (64, 64) of the field of light, and of the board's own tints."""
    middles = places()
    x, y = middles.T
    field = np.stack([np.ones(len(x)), x, y, x * x, x * y, y * y], 1) * _FIELD
    away = ((middles[:, None] - middles) ** 2).sum(-1)
    smooth: Floats = field @ field.T + _LOCAL**2 * np.exp(-0.5 * away / _REACH**2)
    tinted: Floats = _TINTS**2 * (tints().T @ tints())
    return smooth, tinted


def _by_grain(grain: Floats, states: States) -> Floats:
    """Numbers for each cell (64, 24), four for each grain: how far it is off bare and off white, what lies
    between, and what is better."""
    bare, white = states == BARE, states == WHITE
    if bare.sum() < 2 or white.sum() < 2:
        return np.zeros((len(grain), 4 * grain.shape[1]))
    usual, varied = zip(*(_besides(grain, kind) for kind in (bare, white)), strict=True)
    play = np.sqrt(_EVEN**2 + varied[0] ** 2 + varied[1] ** 2)
    off = [np.clip((grain - own) / play, -1e3, 1e3) for own in usual]
    better = np.clip(_surprise(off[0]) - _surprise(off[1]), -8, 8) / 2
    clipped = [np.clip(value, -6, 6) for value in (*off, (usual[1] - usual[0]) / play)]
    return np.concatenate([*clipped, better], 1)


def _besides(values: Floats, chosen: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """For every cell the median (64, k) of the chosen ones besides it, and by how much these vary (k,)."""
    own = values[chosen]
    middle = np.median(own, 0)
    out = np.broadcast_to(middle, values.shape).copy()
    others = ~np.eye(len(own), dtype=bool)
    out[chosen] = [np.median(own[rest], 0) for rest in others]
    varied: Floats = 1.4 * np.median(np.abs(own - middle), 0)
    return out, varied


def _surprise(off: Floats) -> Floats:
    """The negative logarithm of Student's t, but for what all have in common."""
    out: Floats = (_FREEDOM + 1) / 2 * np.log1p(off**2 / _FREEDOM)
    return out
