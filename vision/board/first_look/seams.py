"""How much likelier the sides within one colour lie inside a piece than between two, as one photo shows seams.

A seam is a gap of a fraction of a millimetre. In a near, sharp photo it stands far out of the grain of the pieces; in
one from afar it is as faint as that, and some do not show at all. How clear seams are and how grainy pieces, all sides
of the photo tell together: a mixture of two kinds, of which the clearness of the seams is integrated out, so that few
sides, or faint ones, leave open what they do not tell.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vision.board.first_look.likely import normal
from vision.plane import Floats


@dataclass(frozen=True, slots=True)
class SeamConfig:
    """Of logarithms of line over ground, as 1,470 sides of 62 photographed boards have them."""

    plain: tuple[float, float] = (-0.22, 0.44)
    """Middle and spread inside a piece, before the photo is asked ..."""
    plain_known: float = 14.0
    """... and how many sides that is worth."""
    stray: tuple[float, float] = (0.015, 2.0)
    """The share of sides inside pieces with grain, hairs or glints, and by how much wider they spread."""
    clear: tuple[float, float] = (3.5, 1.0)
    """How clear a photo's seams are, before it is asked, and by how much that varies ..."""
    clear_from_px: float = 70.0
    """... from so many pixels a cell on ..."""
    fainter: float = 3.0
    """... and by how much fainter, for every time that cells are smaller by the factor e."""
    spread: float = 0.5
    """By how much one photo's seams vary."""
    pressed: tuple[float, float, float] = (0.12, 1.0, 0.9)
    """The share of pieces pushed together, by how much fainter their seams are, and by how much that varies."""
    rough: float = 0.32
    """By how much a line is measured wrongly."""
    seams: float = 0.28
    """The share of sides within one colour that are seams."""
    other_colour: float = 0.25
    """What a side of the other player's pieces tells of how clear seams are, beside one of these."""
    place: float = 0.5
    """How far it is believed of a faint line that it looks like a gap, or not."""
    most: float = 9.0
    """No single side says more than this."""
    rounds: int = 3


LEVELS: Floats = np.arange(-0.6, 5.7, 0.3)
_STEPS: Floats = np.linspace(-2.2, 2.2, 9)
_SHARES: Floats = np.exp(-0.5 * _STEPS**2) / np.exp(-0.5 * _STEPS**2).sum()


def seam_weights(
    sides: tuple[Floats, Floats], others: tuple[Floats, Floats], cell_px: float, config: SeamConfig
) -> Floats:
    """For sides within one colour (n,) how much better each looks like the inside of a piece than like a seam, as
    natural logarithms. `sides` and `others`, those of the other colour, are logarithms of line over ground, and how
    much more each looks like a gap than like noise; `cell_px` is how large a cell is in the photo."""
    ratio, other = sides[0], others[0]
    both, gaps = np.concatenate([ratio, other]), config.place * np.concatenate([sides[1], others[1]])
    middle, spread = config.plain
    level = config.clear[0] + config.fainter * min(0.0, float(np.log(cell_px / config.clear_from_px)))
    before = normal(LEVELS, level, config.clear[1])
    for turn in range(config.rounds + 1):
        inside = _plain(ratio, middle, spread, config)
        # Those of both colours at once.
        seams = likely_seam(both, middle, spread, config) + gaps[:, None]
        between, told = seams[: len(ratio)], seams[len(ratio) :]
        known = before + _mixed(inside, between, config).sum(0)
        if len(other):
            known = known + config.other_colour * _mixed(
                _plain(other, middle, spread, config), told, config
            ).sum(0)
        seam = _log_sum((between + (known - _log_sum(known))).T)
        if turn < config.rounds:
            share = 1 / (1 + config.seams / (1 - config.seams) * np.exp(np.clip(seam - inside, -30, 30)))
            middle, spread = _own_plain(ratio, share, middle, spread, config)
    return np.clip(inside - seam, -config.most, config.most)


def _own_plain(
    ratio: Floats, share: Floats, middle: float, spread: float, config: SeamConfig
) -> tuple[float, float]:
    """The middle and spread inside pieces, of sides each of which is one by so large a share."""
    count = float(share.sum()) + config.plain_known
    own = (float(share @ ratio) + config.plain_known * config.plain[0]) / count
    off = np.minimum((np.maximum(ratio, middle - spread) - middle) ** 2, 4 * config.plain[1] ** 2)
    # What lies below the middle is cut off, and so counts too little.
    square = (1.2 * float(share @ off) + config.plain_known * config.plain[1] ** 2) / count
    return own, float(np.sqrt(square))


def _plain(ratio: Floats, middle: float, spread: float, config: SeamConfig) -> Floats:
    """Log likelihood (n,) inside a piece; less than usual is no surprise."""
    ratio = np.maximum(ratio, middle - spread)
    share, wider = config.stray
    stray = normal(ratio, middle, wider * spread)
    out: Floats = np.logaddexp(np.log1p(-share) + normal(ratio, middle, spread), np.log(share) + stray)
    return out


def likely_seam(ratio: Floats, middle: float, spread: float, config: SeamConfig) -> Floats:
    """Log likelihood (n, levels) between two pieces, by how clear the photo's seams are."""
    ratio = np.maximum(ratio, middle - spread)
    lines, fades, shares = _clearnesses(config)
    at = middle + lines
    play = np.hypot(spread * fades, config.rough)
    said = shares - np.log(play * np.sqrt(2 * np.pi))
    return _log_sum(said[:, None] - 0.5 * ((ratio[:, None] - at[:, None]) / play[:, None]) ** 2)


@lru_cache(maxsize=4)
def _clearnesses(config: SeamConfig) -> tuple[Floats, Floats, Floats]:
    """For how clear one seam may be, where those of its photo are that clear (steps, levels): by how much its line
    stands out of the middle of what is plain, the share of the spread of that which it keeps, and how likely it is, as
    a logarithm. Half of the steps are those of pieces pushed together."""
    share, fainter, wide = config.pressed
    shown = np.concatenate(
        [LEVELS - less + vary * _STEPS[:, None] for less, vary in ((0.0, config.spread), (fainter, wide))]
    )
    likely = np.concatenate([np.log(part) + np.log(_SHARES) for part in (1 - share, share)])
    # A line and the grain under it add up as squares.
    return 0.5 * np.log1p(np.exp(2 * shown)), 1 / (1 + np.exp(shown)), likely[:, None]


def _mixed(inside: Floats, between: Floats, config: SeamConfig) -> Floats:
    """Log likelihood (n, levels) of sides that are either."""
    out: Floats = np.logaddexp(np.log(config.seams) + between, (np.log(1 - config.seams) + inside)[:, None])
    return out


def _log_sum(logs: Floats) -> Floats:
    """The logarithm of the sum, along the first axis, of what these are the logarithms of."""
    top = logs.max(axis=0)
    out: Floats = top + np.log(np.exp(logs - top).sum(axis=0))
    return out
