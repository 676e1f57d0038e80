"""The colours inside the cells, as numbers that light and shadow change little, and which cells are of one colour."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.board.flat import Flat, inner_layers, inner_points, linear, shade_values, side_distances
from vision.board.middle import quantile
from vision.plane import Floats


@dataclass(frozen=True, slots=True)
class ShadeConfig:
    """How cells are sampled and put together."""

    inset: float = 0.055
    within: float = 0.13
    """How far from its sides a cell is of one tint, whatever stands beside it."""
    tint_play: float = 0.016
    """By how much the red or blue share of one colour varies over a board."""
    light_play: float = 0.3
    """By how much its lightness does."""
    apart: float = 2.6
    """Colours farther apart than this many plays are two."""
    gap: float = 0.0065
    """So wide a gap between the tints of a group's cells tells two colours that lie close together."""
    gap_share: float = 3.0
    """That over how much the tints on either side of it vary, at least."""
    gap_cells: int = 3
    """The cells of either colour, at least."""
    between: int = 2
    """So many cells may have tints within the gap, if the group has `between_of` or more."""
    between_of: int = 12
    between_share: float = 1.5
    """How much clearer the gap has to be for each of them."""
    mixed_share: float = 0.12
    covered_share: float = 0.3
    """A cell is mixed, or covered for sure, if so much of it differs from its middle shade."""
    spot: int = 3
    """It bears a spot if so many of its inner points differ that hang together with its middle and with none of the
    outermost ones: on 147 boards ten cells do of pieces with a dot on them, and a few bare ones."""


@dataclass(frozen=True, slots=True)
class Shades:
    """For each of the 64 cells: the red and blue shares and the lightness (64, 3), and how mixed it is (64,).

    Shares are of the cube roots of red, green and blue light, a third each for grey; lightness is three times the
    natural logarithm of their sum.
    """

    values: Floats
    mixed: Floats
    groups: tuple[tuple[int, ...], ...]
    """Cells of one colour, the largest group first."""
    dark: NDArray[np.bool_]
    """Which spots (64, k), in the order of `inner_points`, are darker than their cell and unlike it."""
    spread: Floats
    """By how much the tint varies well within each cell (64,): between the tenth and the ninetieth in a hundred."""
    spotted: NDArray[np.bool_]
    """Which cells (64,) bear something small that touches none of their sides: it reaches in from nowhere."""


def shades_of(flat: Flat, config: ShadeConfig) -> Shades:
    """The colours of all cells."""
    light = linear(flat.sample(inner_points(config.inset)))
    values = shade_values(np.median(light, axis=1))
    spots = shade_values(light.reshape(-1, 3)).reshape(*light.shape[:2], 3)
    play = np.array([config.tint_play, config.tint_play, config.light_play])
    off = np.sqrt((((spots - values[:, None]) / (2.5 * play)) ** 2).sum(-1))
    mixed = (off > 1.0).mean(1)
    joined = _grouped(values / play, config.apart)
    groups = tuple(
        sorted(
            (part for group in joined for part in told_apart(group, values, config)),
            key=lambda g: (-len(g), g),
        )
    )
    within = (side_distances(config.inset) > config.within).all(1)
    tints = np.moveaxis(spots[:, within, :2], 1, 0)
    low, high = quantile(tints, 0.1), quantile(tints, 0.9)
    return Shades(
        values,
        mixed,
        groups,
        (off > 1.0) & (spots[..., 2] < values[:, None, 2]),
        np.hypot(*(high - low).T),
        _spotted(off > 1.0, config),
    )


def _spotted(odd: NDArray[np.bool_], config: ShadeConfig) -> NDArray[np.bool_]:
    """Which cells (64,), by their inner points (64, k) that differ, bear something that touches none of their sides."""
    layer, beside = inner_layers()
    found = odd & (layer > 1)
    for _ in range(layer.max() + 1):
        found = odd & (found @ beside)
    return np.asarray((found.sum(1) >= config.spot) & ~found[:, layer == 0].any(1))


def _grouped(points: Floats, apart: float) -> tuple[tuple[int, ...], ...]:
    """Join the two nearest groups, by their means, until all are `apart`."""
    groups = [[k] for k in range(len(points))]
    means = points.copy()
    sizes = np.ones(len(points))
    gaps = np.linalg.norm(means[:, None] - means[None], axis=-1)
    np.fill_diagonal(gaps, np.inf)
    while len(groups) > 1:
        a, b = divmod(int(gaps.argmin()), len(points))
        if gaps[a, b] > apart:
            break
        means[a] = (means[a] * sizes[a] + means[b] * sizes[b]) / (sizes[a] + sizes[b])
        sizes[a] += sizes[b]
        groups[a] += groups[b]
        groups[b] = []
        gaps[b], gaps[:, b] = np.inf, np.inf
        row = np.linalg.norm(means - means[a], axis=-1)
        row[[not group for group in groups]] = np.inf
        row[a] = np.inf
        gaps[a], gaps[:, a] = row, row
    return tuple(sorted((tuple(sorted(g)) for g in groups if g), key=lambda g: (-len(g), g)))


def told_apart(group: tuple[int, ...], values: Floats, config: ShadeConfig) -> list[tuple[int, ...]]:
    """A group of cells, or those that it is if gaps run between their tints, of the shades (64, 3) of all cells."""
    least = config.gap_cells
    if len(group) < 2 * least:
        return [group]
    angles = np.arange(12) * np.pi / 12
    along = values[list(group), :2] @ np.stack([np.cos(angles), np.sin(angles)])
    order = np.argsort(along, axis=0, kind="stable")
    along = np.take_along_axis(along, order, axis=0)
    below, above = _cuts(len(group), config)
    gap = along[above] - along[below - 1]
    # What the tints below and above each cut vary by, squared and summed, by sums over all up to it.
    off = along - along.mean(0)
    sums, squares = (np.concatenate([[0 * off[0]], np.cumsum(part, axis=0)]) for part in (off, off**2))
    sizes, rest = below[:, None], len(group) - above[:, None]
    spread = squares[below] - sums[below] ** 2 / sizes
    spread += squares[-1] - squares[above] - (sums[-1] - sums[above]) ** 2 / rest
    clear = gap / (np.sqrt(np.maximum(spread, 0.0) / len(group)) + 0.0008)
    clear = np.where(gap > config.gap, clear, 0.0) / config.between_share ** (above - below)[:, None]
    cut, k = np.unravel_index(int(clear.argmax()), clear.shape)
    if clear[cut, k] <= config.gap_share:
        return [group]
    nearer = 2 * along[:, k] < along[above[cut], k] + along[below[cut] - 1, k]
    parts = (tuple(sorted(group[n] for n in part)) for part in (order[nearer, k], order[~nearer, k]))
    return [last for part in parts for last in told_apart(part, values, config)]


def _cuts(count: int, config: ShadeConfig) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Where sorted tints may part (n,): so many are below, and from the second number on they are above. What lies
    between is part covered or in a colour's shade."""
    most = config.between if count >= config.between_of else 0
    below, between = np.mgrid[config.gap_cells : count - config.gap_cells + 1, : most + 1].reshape(2, -1)
    fits = below + between <= count - config.gap_cells
    return below[fits], (below + between)[fits]
