"""A card's outline from pairs of places that agree on it: the affine map under which most of them meet."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.plane import Floats
from vision.taught.describe import HEIGHT_PX, WIDTH_PX
from vision.taught.keypoints import CARD_PX, Pairs

OWN_CORNERS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array([WIDTH_PX, HEIGHT_PX]) / (2 * CARD_PX)
"""A card's corners from its middle, over the root of its area."""


@dataclass(frozen=True, slots=True)
class PoseConfig:
    """How near places have to meet, over the card's size, step by step."""

    tries: int = 24
    first: float = 0.14
    within: tuple[float, ...] = (0.11, 0.07, 0.05, 0.045)
    least: int = 7
    """So many places meet at least."""
    stiffness: float = 0.05
    tilt_stiffness: float = 0.15
    """How much it counts that a card is not distorted, and that its far end is no smaller, in squares of `own`."""
    meet: float = 0.03
    """Places that meet within this count half."""
    most_sheared: float = 0.5


@dataclass(frozen=True, slots=True)
class Posed:
    """Where a card lies: `corners` (4, 2), top-left first, and the places (n,) that say so."""

    corners: Floats
    places: NDArray[np.intp]


def posed(pairs: Pairs, heap: NDArray[np.intp], config: PoseConfig) -> Posed | None:
    """Where the card lies that a heap (n,) of the pairs, by their numbers, speaks of; None for none."""
    some = heap[:: max(1, len(heap) // config.tries)]
    own, spots, of = pairs.own[heap], pairs.spots[heap], pairs.of[heap]
    cos, sin = np.cos(pairs.angles[some]) * pairs.sizes[some], np.sin(pairs.angles[some]) * pairs.sizes[some]
    x = pairs.middles[some, None, 0] + cos[:, None] * own[None, :, 0] - sin[:, None] * own[None, :, 1]
    y = pairs.middles[some, None, 1] + sin[:, None] * own[None, :, 0] + cos[:, None] * own[None, :, 1]
    off = np.hypot(x - spots[:, 0], y - spots[:, 1]) / pairs.sizes[some, None]
    met = off < config.first
    best = int((met * pairs.weights[heap]).sum(1).argmax())
    start = some[best]
    size = float(pairs.sizes[start])
    rigid = np.array([[cos[best], sin[best]], [-sin[best], cos[best]], pairs.middles[start]])
    near = np.flatnonzero((np.abs(pairs.spots - pairs.middles[start]) < size).all(1))
    ends = np.concatenate([pairs.own[near], np.ones((len(near), 1))], 1)
    spots, of = pairs.spots[near], pairs.of[near]
    placed = rigid
    for within in config.within:
        area = float(np.linalg.det(placed[:2]))
        if area < 0.3 * size**2 or area > 3 * size**2:
            return None
        off = np.linalg.norm(ends @ placed - spots, axis=1) / np.sqrt(area)
        meeting = np.flatnonzero(off < within)
        if len(np.unique(of[meeting])) < config.least:
            return None
        weight = np.sqrt(pairs.weights[near[meeting]]) / (0.3 * within + off[meeting])
        weight *= 0.3 * within
        system, wanted = ends[meeting] * weight[:, None], spots[meeting] * weight[:, None]
        stiff = config.stiffness * np.diag([1.0, 1.0, 0.0])
        placed = np.linalg.solve(system.T @ system + stiff, system.T @ wanted + stiff @ rigid)
        rigid = _rigid(placed)
    area = float(np.linalg.det(placed[:2]))
    strong, weak = np.linalg.svd(placed[:2], compute_uv=False)
    if area <= 0 or weak < config.most_sheared * strong:
        return None
    off = np.linalg.norm(ends @ placed - spots, axis=1) / np.sqrt(area)
    meeting = np.flatnonzero(off < config.within[-1])
    places = np.unique(of[meeting])
    if len(places) < config.least:
        return None
    weights = pairs.weights[near[meeting]]
    return Posed(_tilted(placed, pairs.own[near[meeting]], spots[meeting], weights, config), places)


def _tilted(placed: Floats, own: Floats, spots: Floats, weights: Floats, config: PoseConfig) -> Floats:
    """A card's corners (4, 2), its far end allowed to be smaller: least squares about an affine map (3, 2)."""
    size = float(np.sqrt(np.linalg.det(placed[:2])))
    seen = (spots - placed[2]) / size
    start = np.concatenate([(placed[:2] / size).T.ravel(), np.zeros(4)])
    none = np.zeros_like(own)
    one, nil = np.ones((len(own), 1)), np.zeros((len(own), 1))
    found = start
    for _ in range(2):
        deep = 1 + own @ found[4:6]
        rows = np.concatenate(
            [
                np.concatenate([own, none, -seen[:, :1] * own, one, nil], 1),
                np.concatenate([none, own, -seen[:, 1:] * own, nil, one], 1),
            ]
        )
        off = np.hypot(*(rows @ found - seen.T.ravel()).reshape(2, -1)) / deep
        weight = np.tile(weights / (1 + (off / config.meet) ** 2) / deep**2, 2)
        stiff = np.diag([config.stiffness] * 4 + [config.tilt_stiffness] * 2 + [0.0, 0.0])
        system = (rows * weight[:, None]).T @ rows + stiff
        found = np.linalg.solve(system, (rows * weight[:, None]).T @ seen.T.ravel() + stiff @ start)
    deep = 1 + OWN_CORNERS @ found[4:6]
    corners = (OWN_CORNERS @ found[:4].reshape(2, 2).T + found[6:]) / deep[:, None]
    return np.asarray(placed[2] + size * corners)


def _rigid(placed: Floats) -> Floats:
    """The pose (3, 2) nearest to an affine map, of the same area."""
    cos, sin = placed[0, 0] + placed[1, 1], placed[0, 1] - placed[1, 0]
    scale = np.sqrt(max(float(np.linalg.det(placed[:2])), 1e-9)) / max(float(np.hypot(cos, sin)), 1e-9)
    cos, sin = cos * scale, sin * scale
    return np.array([[cos, sin], [-sin, cos], placed[2]])
