"""Which outlines are the deck's cards: those that one plane shows as rectangles of one size.

Every outline is tried as a card of known size, either way round; the plane that it implies is tested on all others,
then fitted to those that agree and tested again. Strips of touching cards, inner frames, sheets, tiles and the
print itself drop out, and the plane says which way round a foreshortened card lies.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp

import numpy as np
from numpy.typing import NDArray

from vision.paper import median
from vision.plane import Floats, apply, homography, quad_area, rectangle
from vision.rigid import Rigids, refit
from vision.view import view_of


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


@dataclass(frozen=True, slots=True)
class _Outlines:
    """All outlines (n, 4, 2) and their weights (n,); `near`: for each, as bits, those with nearly the same middle."""

    corners: Floats
    weight: Floats
    near: tuple[int, ...]

    def apart(self, order: Iterable[int]) -> list[int]:
        """One outline a place, the first in the order given."""
        taken = 0
        kept = []
        for k in order:
            if not taken >> k & 1:
                kept.append(k)
                taken |= self.near[k]
        return kept


def weight_apart(corners: Floats, weight: Floats) -> float:
    """What outlines (n, 4, 2) weigh together where of several at one place only the heaviest counts."""
    outlines = _Outlines(corners, weight, _same_place(corners))
    return float(weight[outlines.apart(np.argsort(-weight, kind="stable").tolist())].sum())


def card_plane(
    corners: Floats,
    weight: Floats,
    size_mm: tuple[float, float],
    size_px: tuple[int, int],
    config: ConsensusConfig,
) -> CardPlane | None:
    """The plane on which most outlines (n, 4, 2), by `weight` (n,), are cards of a size; None below two of them.

    `size_px` is the photo's: of two planes that outlines agree on alike, the one that a camera can have seen.
    """
    if len(corners) < 2:
        return None
    rect = rectangle(size_mm)
    heaviest = np.argsort(-weight)
    outlines = _Outlines(corners, weight, _same_place(corners))
    most = float(weight[outlines.apart(heaviest.tolist())].sum())
    tried = [k for k in heaviest[: config.most_tried] if weight[k] > 0]
    best: CardPlane | None = None
    highest = -np.inf
    met: set[bytes] = set()
    for start in range(0, len(tried), AT_ONCE):
        some = tried[start : start + AT_ONCE]
        maps = np.stack(
            [homography(np.roll(corners[k], -turn, axis=0), rect) for k in some for turn in (0, 1)]
        )
        for to_mm, fit in zip(maps, _fits(outlines, maps, size_mm, config.first_play, config), strict=True):
            found = _agreeing(outlines, to_mm, fit)
            if found is None or (best is not None and found.weight <= 0.6 * best.weight):
                continue
            final = _settled(outlines, found, rect, met, config)
            if final is not None and (rank := _rank(final, size_px)) > highest:
                best, highest = final, rank
        if best is not None and best.weight > config.enough * most:
            return best
    return best


FOLLOWING = [1, 2, 3, 0]
"""Of each corner the next one."""

AT_ONCE = 4
"""Outlines that are tried as the card side by side: often the first few settle it."""


def _settled(
    outlines: _Outlines, found: CardPlane, rect: Floats, met: set[bytes], config: ConsensusConfig
) -> CardPlane | None:
    """The plane fitted to those that agree, and tested again, some times over; None where the same ones have `met`
    before, from another start."""
    size_mm = (float(rect[2, 0]), float(rect[2, 1]))
    form = rect - rect.mean(0)
    own: set[bytes] = set()
    for _ in range(config.rounds):
        count = len(found.corners)
        cards = Rigids(found.corners, np.repeat(form[None], count, 0), np.ones((count, 4), bool))
        to_mm = _to_usual(outlines, refit(cards, found.to_mm), size_mm, config)
        better = _tested(outlines, to_mm, size_mm, config)
        if better is None:
            met |= own
            return _tested(outlines, found.to_mm, size_mm, config)
        found = better
        # The same outlines the other way round are another plane.
        way = found.corners.tobytes()
        if way in met:
            return None
        own.add(way)
    met |= own
    return found


def _tested(
    outlines: _Outlines, to_mm: Floats, size_mm: tuple[float, float], config: ConsensusConfig
) -> CardPlane | None:
    return _agreeing(outlines, to_mm, _fits(outlines, to_mm[None], size_mm, config.play, config)[0])


def _rank(plane: CardPlane, size_px: tuple[int, int]) -> float:
    # Of two sets that agree alike, rims and the frames inside them, the rims are the cards.
    size = float(np.sqrt(np.abs(quad_area(plane.corners))).mean())
    odd, tilt = view_of(plane.to_mm, size_px)
    # A few cards say little of perspective: of two views that are as honest, the one from higher up is likelier.
    view = odd + 2 * max(odd - PLAY_OF_VIEW, 0.0) + 0.15 * (1 - float(np.cos(tilt)))
    return float(plane.weight * size**0.3 * np.exp(-view))


PLAY_OF_VIEW = 0.15
"""What a lens's bend and outlines a little off make of an honest view."""


@dataclass(frozen=True, slots=True)
class _Fit:
    """Which outlines (n,) one map shows as cards, how far off they are, and which of them lie turned."""

    ok: NDArray[np.bool_]
    error: Floats
    turned: NDArray[np.bool_]


def _fits(
    outlines: _Outlines, maps: Floats, size_mm: tuple[float, float], play: float, config: ConsensusConfig
) -> list[_Fit]:
    """How the outlines look as cards under each of the maps (m, 3, 3)."""
    x, y = outlines.corners[..., 0], outlines.corners[..., 1]
    rows = maps[:, :, :, None, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        u, v, w = (rows[:, k, 0] * x + rows[:, k, 1] * y + rows[:, k, 2] for k in range(3))
        u, v = u / w, v / w
        du, dv = u[..., FOLLOWING] - u, v[..., FOLLOWING] - v
        length = np.hypot(du, dv)
        mean = np.log((length[..., :2] + length[..., 2:]) / 2)
        uneven = np.abs(np.log(length[..., :2] / length[..., 2:])).max(-1)
        slant = np.abs(du[..., 0] * du[..., 1] + dv[..., 0] * dv[..., 1]) / (length[..., 0] * length[..., 1])
        size = np.log(size_mm)
        as_is, turned = np.abs(mean - size).max(-1), np.abs(mean - size[::-1]).max(-1)
        error = np.minimum(as_is, turned)
        ok = (error < play) & (uneven < 2 * play) & (slant < config.most_slant)
        # A horizon between the cards turns quadrilaterals inside out.
        area = (u * v[..., FOLLOWING] - u[..., FOLLOWING] * v).sum(-1)
        ok &= area * np.sign(np.median(area, axis=-1, keepdims=True)) > 0
    return [_Fit(*row) for row in zip(ok, error, turned < as_is, strict=True)]


def _agreeing(outlines: _Outlines, to_mm: Floats, fit: _Fit) -> CardPlane | None:
    index = np.nonzero(fit.ok)[0]
    order = np.argsort(fit.error[index] - 0.02 * outlines.weight[index], kind="stable")
    kept = sorted(outlines.apart(index[order].tolist()))
    if len(kept) < 2:
        return None
    first = (np.arange(4) + fit.turned[kept][:, None]) % 4
    placed = np.take_along_axis(outlines.corners[kept], first[..., None], 1)
    return CardPlane(tuple(kept), placed, to_mm, float(outlines.weight[kept].sum()))


def _to_usual(
    outlines: _Outlines, to_mm: Floats, size_mm: tuple[float, float], config: ConsensusConfig
) -> Floats:
    """The map so scaled that the size which most outlines share is the card's.

    Of a card with a frame printed near its rim, now the rim is found and now the frame: the mean of both is neither.
    """
    flat = apply(to_mm, outlines.corners)
    length = np.linalg.norm(flat[:, FOLLOWING] - flat, axis=-1)
    pairs = np.sort((length[:, :2] + length[:, 2:]) / 2, axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        grown = np.log(pairs / np.sort(size_mm))
    fit = np.abs(grown).max(1) < 2 * config.play
    scale = np.where(fit, grown.mean(1), np.inf)
    order = [k for k in np.argsort(-outlines.weight, kind="stable").tolist() if fit[k]]
    sizes, weights = scale.tolist(), outlines.weight.tolist()
    best, chosen = 0.0, 0.0
    steps = np.arange(-0.15, 0.16, 0.01)
    # What all of them weigh, apart or not, says which steps can be the best at all.
    bound = (np.abs(scale - steps[:, None]) < config.alike) @ outlines.weight * np.exp(0.6 * steps)
    for step in np.argsort(-bound, kind="stable").tolist():
        if bound[step] <= best:
            break
        at = float(steps[step])
        alike = outlines.apart(k for k in order if abs(sizes[k] - at) < config.alike)
        # Of two sizes that are shared alike the larger is the rim's.
        total = sum(weights[k] for k in alike) * exp(0.6 * at)
        if total > best:
            best, chosen = total, at
    close = np.abs(scale - chosen) < config.alike
    if not close.any():
        return to_mm
    factor = float(np.exp(-median(scale[close])))
    return np.diag([factor, factor, 1.0]) @ to_mm


def _same_place(corners: Floats) -> tuple[int, ...]:
    """For each outline (n, 4, 2), as bits, those with nearly the same middle."""
    middles, size = corners.mean(1), np.sqrt(np.abs(quad_area(corners)))
    away = np.linalg.norm(middles[:, None] - middles[None], axis=-1)
    close = np.packbits(away <= 0.3 * np.minimum(size[:, None], size[None]), axis=1, bitorder="little")
    return tuple(int.from_bytes(row.tobytes(), "little") for row in close)
