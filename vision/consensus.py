"""Which outlines are the deck's cards: those that one plane shows as rectangles of one size.

Every outline is tried as a card of known size, either way round; the plane that it implies is tested on all others,
then fitted to those that agree and tested again. Strips of touching cards, inner frames, sheets, tiles and the
print itself drop out, and the plane says which way round a foreshortened card lies.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.plane import Floats, apply, homography, quad_area
from vision.rigid import Rigid, refit


@dataclass(frozen=True, slots=True)
class ConsensusConfig:
    """How nearly alike cards of one deck are in the table's plane, as shares."""

    first_play: float = 0.2
    """Of a side's length while a single card gives the plane, which extrapolates its corners' errors."""
    play: float = 0.11
    alike: float = 0.045
    """Outlines whose sizes differ by less than twice this are of one kind."""
    most_slant: float = 0.16
    """Cosine of the angle at a corner."""
    most_tried: int = 24
    rounds: int = 3
    enough: float = 0.8
    """A plane on which so much of the weight agrees ends the search."""


@dataclass(frozen=True, slots=True)
class CardPlane:
    """The cards (m,) among the outlines, their corners (m, 4, 2) px turned so that the first side is the card's
    first, the map from pixels to the table's millimetres, and the weight that agreed."""

    index: tuple[int, ...]
    corners: Floats
    to_mm: Floats
    weight: float


def card_plane(
    corners: Floats, weight: Floats, size_mm: tuple[float, float], config: ConsensusConfig
) -> CardPlane | None:
    """The plane on which most outlines (n, 4, 2), by `weight` (n,), are cards of a size; None below two of them."""
    if len(corners) < 2:
        return None
    w, h = size_mm
    rect = np.array([[0.0, 0.0], [w, 0.0], [w, h], [0.0, h]])
    tried = np.argsort(-weight)[: config.most_tried]
    near = _same_place(corners)
    most = float(weight[_apart(np.argsort(-weight), near)].sum())
    best: CardPlane | None = None
    for k in tried:
        if weight[k] <= 0:
            continue
        for turn in (0, 1):
            to_mm = homography(np.roll(corners[k], -turn, axis=0), rect)
            found = _agreeing(corners, weight, near, to_mm, size_mm, config.first_play, config)
            if found is None or (best is not None and found.weight <= 0.6 * best.weight):
                continue
            for _ in range(config.rounds):
                refitted = _to_usual(
                    corners,
                    weight,
                    near,
                    refit([Rigid(card, rect) for card in found.corners], found.to_mm),
                    size_mm,
                    config,
                )
                better = _agreeing(corners, weight, near, refitted, size_mm, config.play, config)
                if better is None:
                    break
                found = better
            final = _agreeing(corners, weight, near, found.to_mm, size_mm, config.play, config)
            if final is not None and (best is None or _rank(final) > _rank(best)):
                best = final
        if best is not None and best.weight > config.enough * most:
            break
    return best


def _rank(plane: CardPlane) -> float:
    # Of two sets that agree alike, rims and the frames inside them, the rims are the cards.
    size = float(np.sqrt(np.abs(quad_area(plane.corners))).mean())
    return float(plane.weight * size**0.3)


def _agreeing(
    corners: Floats,
    weight: Floats,
    near: NDArray[np.bool_],
    to_mm: Floats,
    size_mm: tuple[float, float],
    play: float,
    config: ConsensusConfig,
) -> CardPlane | None:
    flat = apply(to_mm, corners)
    step = np.roll(flat, -1, axis=1) - flat
    length = np.linalg.norm(step, axis=-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        first, second = (length[:, 0] + length[:, 2]) / 2, (length[:, 1] + length[:, 3]) / 2
        uneven = np.maximum(
            np.abs(np.log(length[:, 0] / length[:, 2])), np.abs(np.log(length[:, 1] / length[:, 3]))
        )
        slant = np.abs((step[:, 0] * step[:, 1]).sum(-1) / (length[:, 0] * length[:, 1]))
        as_is = np.maximum(np.abs(np.log(first / size_mm[0])), np.abs(np.log(second / size_mm[1])))
        turned = np.maximum(np.abs(np.log(first / size_mm[1])), np.abs(np.log(second / size_mm[0])))
        ok = (np.minimum(as_is, turned) < play) & (uneven < 2 * play) & (slant < config.most_slant)
    # A horizon between the cards turns quadrilaterals inside out.
    ok &= quad_area(flat) * np.sign(np.median(quad_area(flat))) > 0
    index = np.nonzero(ok)[0]
    error = np.minimum(as_is, turned)
    index = np.sort(_apart(index[np.argsort(error[index] - 0.02 * weight[index], kind="stable")], near))
    if len(index) < 2:
        return None
    placed = np.stack([np.roll(corners[k], -int(turned[k] < as_is[k]), axis=0) for k in index])
    return CardPlane(tuple(int(k) for k in index), placed, to_mm, float(weight[index].sum()))


def _to_usual(
    corners: Floats,
    weight: Floats,
    near: NDArray[np.bool_],
    to_mm: Floats,
    size_mm: tuple[float, float],
    config: ConsensusConfig,
) -> Floats:
    """The map so scaled that the size which most outlines share is the card's.

    Of a card with a frame printed near its rim, now the rim is found and now the frame: the mean of both is neither.
    """
    flat = apply(to_mm, corners)
    length = np.linalg.norm(np.roll(flat, -1, axis=1) - flat, axis=-1)
    pairs = np.sort((length[:, :2] + length[:, 2:]) / 2, axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        grown = np.log(pairs / np.sort(size_mm))
    fit = np.abs(grown).max(1) < 2 * config.play
    scale = np.where(fit, grown.mean(1), np.inf)
    best, chosen = 0.0, 0.0
    for at in np.arange(-0.15, 0.16, 0.01):
        index = np.flatnonzero(np.abs(scale - at) < config.alike)
        total = float(weight[_apart(index[np.argsort(-weight[index], kind="stable")], near)].sum())
        # Of two sizes that are shared alike the larger is the rim's.
        total *= np.exp(0.6 * at)
        if total > best:
            best, chosen = total, at
    close = np.abs(scale - chosen) < config.alike
    if not close.any():
        return to_mm
    factor = float(np.exp(-np.median(scale[close])))
    return np.diag([factor, factor, 1.0]) @ to_mm


def _same_place(corners: Floats) -> NDArray[np.bool_]:
    """Which outlines (n, n) have nearly the same middle."""
    middles, size = corners.mean(1), np.sqrt(np.abs(quad_area(corners)))
    away = np.linalg.norm(middles[:, None] - middles[None], axis=-1)
    close: NDArray[np.bool_] = away <= 0.3 * np.minimum(size[:, None], size[None])
    return close


def _apart(order: NDArray[np.intp], near: NDArray[np.bool_]) -> NDArray[np.intp]:
    """One outline a place, the first in the order given."""
    taken = np.zeros(len(near), bool)
    kept = []
    for k in order:
        if not taken[k]:
            kept.append(k)
            taken |= near[k]
    return np.array(kept, np.intp)
