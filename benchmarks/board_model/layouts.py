"""Pieces laid on a board at random, within what a game has of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from vision.board.laying.covers import outer_sides
from vision.board.laying.pieces import KINDS, NEUTRAL, PLAYERS, Spot, spots


@dataclass(frozen=True, slots=True)
class Laid:
    """A piece on the board: whose it is and where."""

    owner: str
    spot: Spot


def laid_out(rng: np.random.Generator, count: int, *, clustered: bool) -> list[Laid]:
    """The large neutrals and then further pieces, `count` in all if so many find room; if `clustered`, each next to one
    of its own colour where one fits."""
    taken, left = 0, Counter({(NEUTRAL, "small triangle"): int(rng.integers(0, 7))})
    for kind in KINDS:
        for owner in () if kind.neutral else PLAYERS:
            left[owner, kind.name] = kind.count
    laid: list[Laid] = []
    for name in ("neutral trapeze", "neutral five-sided")[:count]:
        laid.append(Laid(NEUTRAL, _free(rng, NEUTRAL, name, taken)[0]))
        taken |= laid[-1].spot.mask
    while len(laid) < count and +left:
        names = sorted(+left)
        share = np.array([left[name] for name in names], float)
        owner, name = names[int(rng.choice(len(names), p=share / share.sum()))]
        places = _free(rng, owner, name, taken)
        if not places:
            del left[owner, name]
            continue
        beside = _around([own.spot for own in laid if own.owner == owner])
        near = [spot for spot in places if spot.mask & beside]
        laid.append(Laid(owner, (near if clustered and near else places)[0]))
        taken |= laid[-1].spot.mask
        left[owner, name] -= 1
    return laid


def _free(rng: np.random.Generator, owner: str, name: str, taken: int) -> list[Spot]:
    """Where a piece of this kind fits, in any order."""
    own = [
        spot
        for spot in spots()
        if KINDS[spot.kind].name == name
        and KINDS[spot.kind].neutral == (owner == NEUTRAL)
        and not spot.mask & taken
    ]
    return [own[int(k)] for k in rng.permutation(len(own))]


def _around(own: list[Spot]) -> int:
    """The cells that share a side with these places, as bits."""
    found = 0
    for spot in own:
        for _, other in outer_sides(spot):
            found |= 1 << other
    return found
