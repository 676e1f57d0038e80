"""A third look, at cells of which it is in doubt whether a white piece lies there or the bare board: each is laid
beside all others that are known.

It is a small network (`white.npz`; how it was trained: docs/board-model.md). How a cell fits the known ones
(`leave_one_out`) and what lies across its sides is one half of what it goes by; the other is what it makes of every
pair of that cell and a known one, of which it minds most those that tell most (attention: Vaswani et al., 2017). What
is held of a cell itself is never asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.board.third_look.cell_looks import CellLooks, places
from vision.board.third_look.fitting import Fitting
from vision.board.third_look.leave_one_out import BARE, BEYOND_RIM, PLAYERS, WHITE, States, known_beyond
from vision.plane import Floats

_KINDS = BEYOND_RIM + 1
_SAID = 16
"""How much a pair says to an asked cell, of either kind."""
Weights = Mapping[str, Floats]


def white_odds(looks: CellLooks, states: States, fitting: Fitting, asked: NDArray[np.intp]) -> Floats:
    """The logarithms (n,) of how much likelier each asked cell (n,) is white than bare, by what is known (64,) and how
    all fit that."""
    weights = _weights()
    around = known_beyond(states)
    shine = np.concatenate([looks.pixel, np.clip((looks.pixel - 0.9) * 10, -1, 1)], 1)
    across = looks.across.reshape(len(states), 3, -1)
    across = np.concatenate([np.clip(across * 5, -2, 2), np.clip(across * 40, -2, 2)], 2)
    kinds = np.eye(_KINDS)[around[asked]]
    told = np.concatenate([across[asked], kinds, fitting.sides[asked]], 2)
    sides = _by_sides(told, "own_base", "own_slanted", weights)
    own = np.concatenate([sides, shine[asked], fitting.cells[asked]], 1)
    own = _relu(_linear(_relu(_linear(own, "own.1", weights)), "own.4", weights))
    # What pairs go by must not know what is held of either.
    kinds = np.stack(
        [around == BEYOND_RIM, around == PLAYERS, (around != BEYOND_RIM) & (around != PLAYERS)], 2
    )
    sides = _by_sides(np.concatenate([across, kinds], 2), "free_base", "free_slanted", weights)
    free = _relu(_linear(np.concatenate([sides, shine], 1), "free.0", weights))
    free = _linear(free, "free.3", weights)
    heard = [
        _heard(looks, free, asked, np.flatnonzero(states == kind), kind, weights) for kind in (BARE, WHITE)
    ]
    # The order that the weights were trained in.
    out = np.concatenate([own, *(part for parts in heard for part in parts)], 1)
    return _linear(_relu(_linear(out, "out.0", weights)), "out.3", weights)[:, 0]


def _by_sides(sides: Floats, base: str, slanted: str, weights: Weights) -> Floats:
    """What is made of a cell's three sides (n, 3, k): the base has weights of its own."""
    names = (base, slanted, slanted)
    return _relu(np.concatenate([_linear(sides[:, k], name, weights) for k, name in enumerate(names)], 1))


def _heard(
    looks: CellLooks,
    free: Floats,
    asked: NDArray[np.intp],
    known: NDArray[np.intp],
    kind: int,
    weights: Weights,
) -> tuple[Floats, Floats]:
    """What the asked cells (n,) hear from the known ones of a kind, and how much they heed them."""
    tones = (looks.tones[asked, None] - looks.tones[known]) * [30.0, 100.0, 100.0]
    grain = looks.grain[asked, None] - looks.grain[known]
    apart = [
        np.clip(tones, -3, 3),
        np.clip(tones * 6, -3, 3),
        np.clip(grain, -2, 2),
        np.clip(grain * 4, -2, 2),
    ]
    pairs: Floats = (
        _linear(free[asked], "pair_asked", weights)[:, None] + free[known] @ weights["pair_known.weight"].T
    )
    pairs = pairs + np.concatenate(apart, 2) @ weights["pair_apart.weight"].T
    pairs = (
        pairs + _lying()[asked[:, None], known] @ weights["pair_lying.weight"].T + weights["pair_kind"][kind]
    )
    pairs = _relu(_linear(_relu(pairs), "pair.1", weights))
    heed = np.asarray(_linear(pairs, "heed", weights)[..., kind], float)
    heed[asked[:, None] == known] = -np.inf
    # Besides the known cells there is one more that says nothing.
    most = np.maximum(heed.max(1, initial=-np.inf), 0.0)[:, None]
    share = np.exp(heed - most)
    share /= share.sum(1, keepdims=True) + np.exp(-most)
    said = _linear(pairs, "say", weights)[..., kind * _SAID : (kind + 1) * _SAID]
    return (share[..., None] * said).sum(1), share.sum(1, keepdims=True)


@lru_cache(maxsize=1)
def _lying() -> Floats:
    """How each cell lies to each other (64, 64, 7): its quarter by the other's, and how far right, up and away."""
    middles = places()
    away = middles[:, None] - middles
    number = np.arange(len(middles))
    turned = np.eye(4)[(number[:, None] - number) % 4]
    return np.concatenate([turned, away / 2, np.linalg.norm(away, axis=2, keepdims=True) / 3], 2)


def _linear(values: Floats, name: str, weights: Weights) -> Floats:
    out: Floats = values @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]
    return out


def _relu(values: Floats) -> Floats:
    return np.maximum(values, 0.0)


@lru_cache(maxsize=1)
def _weights() -> Weights:
    with np.load(Path(__file__).with_name("white.npz")) as stored:
        return {name: stored[name].astype(float) for name in stored.files}
