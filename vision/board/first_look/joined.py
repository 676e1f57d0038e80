"""The colours' pieces joined to whole readings, with the price of pieces and of the supply."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.board.first_look.labels import GREEN, PETROL
from vision.board.first_look.read_config import ReadConfig
from vision.board.laying.pieces import KINDS
from vision.board.laying.reading import Laid, Reading

Option = tuple[float, tuple[Laid, ...]]
"""A loss, the negative logarithm of a likelihood, and the pieces that have it."""
MOST_PAIRS = 40
"""So many of the likeliest are kept."""


def combined(
    left: list[Option],
    right: list[Option],
    owner: str,
    config: ReadConfig,
) -> list[Option]:
    """The likeliest pairs of one from each; none where all of them are more than the supply holds."""
    if not left or not right:
        return []
    supply = np.array([kind.count for kind in KINDS])
    counts = _counts(left, owner)[:, None] + _counts(right, owner)
    losses = np.array([loss for loss, _ in left])[:, None] + np.array([loss for loss, _ in right])
    # Supply and number of pieces are priced for ranking here and again, in full, in the end.
    pieces = np.array([len(laid) for _, laid in left])[:, None] + np.array([len(laid) for _, laid in right])
    rank = losses + config.extra_piece * np.maximum(counts - supply, 0).sum(-1)
    rank = np.where(
        (counts > 2 * supply).any(-1), np.inf, rank + (config.piece + config.small_piece) * pieces
    )
    best = np.argsort(rank, axis=None, kind="stable")[: min(MOST_PAIRS, int(np.isfinite(rank).sum()))]
    return [
        (float(losses[a, b]), left[a][1] + right[b][1])
        for a, b in zip(*np.unravel_index(best, rank.shape), strict=True)
    ]


def _counts(options: list[Option], owner: str) -> NDArray[np.intp]:
    """How many pieces of each kind (n, kinds) the owner has in each option."""
    found = np.zeros((len(options), len(KINDS)), int)
    for row, (_, laid) in zip(found, options, strict=True):
        for who, spot in laid:
            row[spot.kind] += who == owner
    return found


def _beyond(laid: tuple[Laid, ...], owner: str) -> int | None:
    """How many pieces are beyond the owner's supply; None where not even both players' together suffice."""
    counts: dict[int, int] = {}
    for who, spot in laid:
        if who == owner:
            counts[spot.kind] = counts.get(spot.kind, 0) + 1
    beyond = 0
    for kind, count in counts.items():
        if count > 2 * KINDS[kind].count:
            return None
        beyond += max(0, count - KINDS[kind].count)
    return beyond


def product(choices: list[list[Option]], config: ReadConfig) -> list[Option]:
    """Whole readings: one choice for each colour, with the price of pieces and of supply, best first."""
    whole: list[Option] = [(0.0, ())]
    for options in choices:
        fewest = min(len(laid) for _, laid in options)
        priced = []
        for loss, laid in options:
            owner = laid[0][0] if laid else ""
            price = 0.0
            if owner in (PETROL, GREEN):
                price = config.extra_piece * (_beyond(laid, owner) or 0) + config.piece * len(laid)
                price += config.small_piece * (len(laid) - fewest)
            priced.append((loss + price, laid))
        joined = [(a + b, x + y) for a, x in whole for b, y in priced]
        joined.sort(key=lambda pair: pair[0])
        whole = joined[: 4 * config.kept]
    return whole


def weighed(readings: list[Option], config: ReadConfig) -> tuple[Reading, ...]:
    """Losses to probabilities; what is far less likely than the best is dropped."""
    best = readings[0][0]
    shares = [(float(np.exp(best - loss)), laid) for loss, laid in readings]
    shares = [(share, laid) for share, laid in shares if share >= config.open_share][: config.kept]
    total = sum(share for share, _ in shares)
    return tuple(Reading(laid, share / total) for share, laid in shares)
