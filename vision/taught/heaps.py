"""Where many places of a photo say that a card lies: pairs of places heaped by the pose each says the card has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.plane import Floats
from vision.taught.keypoints import Pairs

_Whole = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class HeapConfig:
    """How near to each other poses are of one heap: `reach` over the card's size, `turn` rad, `octave` in doublings."""

    reach: float
    turn: float
    octave: float
    least: float = 3.0
    """What a heap's places weigh at least."""
    least_share: float = 0.08
    """What they weigh at least over how many lie there."""
    same: float = 0.12
    """Heaps whose middles lie so near to each other, over the card's size, say the same."""


@dataclass(frozen=True, slots=True)
class Heaps:
    """Heaps of pairs, the heaviest first. Each pair lies in several, as they overlap.

    `weights` (n,): what their places weigh. `middles` (n, 2), `sizes`, `ways` (n,): the pose that each heap's pairs say
    on average; a way is an angle, or that half a turn further. `pairs`, `starts`, `ends`: heap k's pairs are
    pairs[starts[k]:ends[k]].
    """

    weights: Floats
    middles: Floats
    sizes: Floats
    ways: Floats
    pairs: NDArray[np.intp]
    starts: NDArray[np.intp]
    ends: NDArray[np.intp]

    def one_each(self, crowds: NDArray[np.intp], config: HeapConfig) -> Iterator[int]:
        """The heaps of which none before says the same, or the same upside down; first those that are heavy and take
        in most of the places that lie there, of which there are `crowds` (n,)."""
        shares = self.weights / np.maximum(crowds, 1)
        order = np.argsort(-self.weights * np.minimum(shares, 1), kind="stable")
        order = order[shares[order] >= config.least_share]
        middles, sizes, ways = self.middles[order], self.sizes[order], self.ways[order]
        left = np.ones(len(order), bool)
        while left.any():
            one = int(left.argmax())
            yield int(order[one])
            off = np.abs(middles - middles[one]).max(1)
            turn = np.abs((ways - ways[one] + np.pi / 2) % np.pi - np.pi / 2)
            grown = np.abs(np.log2(sizes / sizes[one]))
            left &= (off > config.same * sizes[one]) | (turn > config.turn / 2) | (grown > config.octave)

    def of(self, heap: int) -> NDArray[np.intp]:
        """The numbers (n,) of a heap's pairs."""
        return self.pairs[self.starts[heap] : self.ends[heap]]


def heaped(pairs: Pairs, config: HeapConfig) -> Heaps:
    """Pairs by the pose they say. A place counts once in a heap, whatever many places of cards it may be."""
    turns = max(1, round(2 * np.pi / config.turn))
    doublings = np.log2(np.maximum(pairs.sizes, 1e-9)) / config.octave
    around = (pairs.angles / (2 * np.pi) % 1) * turns
    keys: list[_Whole] = []
    for more in (0, 1):
        size = np.floor(doublings).astype(np.int64) + more
        cell = config.reach * 2.0 ** (size * config.octave)
        at = np.clip(pairs.middles / cell[:, None] - 0.5, 2 - _HALF, _HALF - 2)
        x, y = np.floor(at).astype(np.int64).T
        for turn, dx, dy in product((0, 1), repeat=3):
            way = (np.floor(around).astype(np.int64) + turn) % turns
            step = np.clip(size + _DOUBLINGS, 0, 2 * _DOUBLINGS)
            keys.append(((step * turns + way) * _MANY + x + dx + _HALF) * _MANY + y + dy + _HALF)
    key, pair = np.concatenate(keys), np.tile(np.arange(len(pairs.of)), len(keys))
    order = np.lexsort((pairs.of[pair], key))
    return _sorted(pairs, key[order], pair[order], config)


def _sorted(pairs: Pairs, key: _Whole, pair: NDArray[np.intp], config: HeapConfig) -> Heaps:
    starts = np.flatnonzero(np.r_[True, key[1:] != key[:-1]][: len(key)])
    ends = np.r_[starts[1:], len(key)][: len(starts)].astype(np.intp)
    first = np.r_[True, (key[1:] != key[:-1]) | (pairs.of[pair[1:]] != pairs.of[pair[:-1]])][: len(key)]
    weights = np.add.reduceat(first * pairs.weights[pair], starts) if len(starts) else np.zeros(0)
    best = np.argsort(-weights, kind="stable")
    best = best[weights[best] >= config.least]
    starts, ends = starts[best], ends[best]
    one = pairs.weights[pair]
    values = np.stack(
        [
            one,
            one * pairs.middles[pair, 0],
            one * pairs.middles[pair, 1],
            one * np.log(pairs.sizes[pair]),
            one * np.cos(2 * pairs.angles[pair]),
            one * np.sin(2 * pairs.angles[pair]),
        ]
    )
    upto = np.concatenate([np.zeros((6, 1)), np.cumsum(values, axis=1)], 1)
    sums = upto[:, ends] - upto[:, starts]
    total = np.maximum(sums[0], 1e-9)
    return Heaps(
        weights[best],
        (sums[1:3] / total).T,
        np.exp(sums[3] / total),
        np.arctan2(sums[5], sums[4]) / 2,
        pair,
        starts,
        ends,
    )


_MANY, _HALF = 1 << 15, 1 << 14
"""Cells across and down; one in the middle."""
_DOUBLINGS = 60
