"""What tells a white piece from the bare board, cell by cell: its shade, how even its face is, how sharp its edges.

Everything is learned from the picture: the two large white pieces show what white pieces look like here, and the cells
that are left over what the board does.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.board.cells import cell_corners, edges
from vision.plane import Floats


@dataclass(frozen=True, slots=True)
class BareConfig:
    """How white pieces and bare cells differ, and the most that each difference says."""

    neighbourhood: float = 1.0
    """How far around a cell shades are compared, in squares."""
    least_play: tuple[float, float, float] = (0.0007, 0.0009, 0.01)
    """By how much shares and lightness vary within one white, at least."""
    drift: tuple[float, float, float] = (0.0018, 0.0022, 0.04)
    """By how much they may drift from square to square, as light does."""
    least_drift: float = 0.6
    """The least share of that."""
    shade_say: float = 4.5
    rim_play: tuple[float, float, float] = (0.004, 0.004, 0.006)
    """By how much the shades on the two sides of the board's rim differ, at least."""
    rim_say: float = 3.0
    even: float = 0.9
    """The share of a white piece's sides along which its face is even."""
    hollow: tuple[float, float] = (0.5, 0.8)
    """The share of a bare cell's sides that are even all the same: beside a piece, and beside another bare cell."""
    sharp_play: tuple[float, float] = (0.22, 0.3)
    """By how much the widths of white pieces' edges and of bare cells' differ among themselves, as logarithms."""
    sharp_say: float = 2.5
    least_contrast: float = 20.0
    """Of two shades whose edge is looked at, in grey levels."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What is known of the cells that are no player's.

    `cells`: bits; `whitish`: those whose colour may be white at all. `white` (64,): how much better each fits white
    than the board by its group's colour. `values` (64, 3): shades; `beside` (104, 2, 3): those next to sides. `ink`,
    `ratio`, `width`, `contrast` (104,) and `falloff` (104, 2) are the sides', `ratio` over the ground. `sharp` is how
    wide the edges between the players' pieces are, `face` by how much lightness varies on them.
    """

    cells: int
    whitish: int
    white: Floats
    values: Floats
    beside: Floats
    ink: Floats
    ratio: Floats
    width: Floats
    contrast: Floats
    falloff: Floats
    sharp: float | None
    face: float


def by_hollows(ground: Ground, config: BareConfig) -> Floats:
    """For each cell how much more even it is next to its sides than a bare cell (64,)."""
    say = np.zeros(64)
    for k, edge in enumerate(edges()):
        for cell, other, fall in ((edge.left, edge.right, 0), (edge.right, edge.left, 1)):
            if cell < 0 or not ground.cells >> cell & 1:
                continue
            beside = other >= 0 and bool(ground.cells >> other & 1)
            off = abs(float(ground.falloff[k, fall]))
            small = np.exp(-0.5 * (off / ground.face) ** 2) / (ground.face * np.sqrt(2 * np.pi))
            large = np.exp(-off / 0.08) / 0.16
            bare = config.hollow[beside]
            say[cell] += np.log(config.even * small + (1 - config.even) * large)
            say[cell] -= np.log(bare * small + (1 - bare) * large)
    return say


def by_large(ground: Ground, known: list[int], doubt: float, config: BareConfig) -> Floats:
    """For each cell how much better it fits the large white pieces, that cover `known`, than the bare cells (64,)."""
    inside = np.array([bool(ground.cells >> cell & 1) for cell in range(64)])
    is_known = np.zeros(64, bool)
    is_known[known] = True
    loose = inside & ~is_known
    if loose.sum() < 3:
        return ground.white
    say = ground.white.copy()
    for _ in range(3):
        bare = loose & (say < doubt)
        if bare.sum() < 2:
            break
        fresh = ground.white + _by_edges(ground, is_known, bare, config)
        if known:
            fresh = (
                fresh + _by_shade(ground, is_known, bare, config) + _by_rim(ground, is_known, bare, config)
            )
        say = np.where(loose, fresh, ground.white)
    return say


def _by_shade(
    ground: Ground, known: NDArray[np.bool_], bare: NDArray[np.bool_], config: BareConfig
) -> Floats:
    """White pieces are alike, up to the light; bare cells vary more, with the shadows and the shine around them."""
    middle = cell_corners().mean(1)
    near = (
        np.exp(-0.5 * (np.linalg.norm(middle[:, None] - middle, axis=-1) / config.neighbourhood) ** 2) + 1e-6
    )
    np.fill_diagonal(near, 0.0)
    white, _, far = _around(near * known, ground.values, middle)
    board, spread, gap = _around(near * bare, ground.values, middle)
    own = (ground.values - white)[known]
    play = np.maximum(1.2 * np.sqrt((own**2).mean(0)), config.least_play)
    # How far light drifts the white cells themselves show, if they lie far enough apart.
    wide = np.sqrt(((middle[known] - middle[known].mean(0)) ** 2).sum(1).mean())
    drift = np.array(config.drift)
    drift = np.clip(1.5 * ground.values[known].std(0) / max(wide, 0.5), config.least_drift * drift, drift)
    white_play = np.hypot(play, far[:, None] * drift)
    board_play = np.sqrt(spread + play**2 + (gap[:, None] * drift) ** 2)
    better = _density(ground.values - white, white_play) - _density(ground.values - board, board_play)
    return np.clip(better, -config.shade_say, config.shade_say)


def _around(weight: Floats, values: Floats, middle: Floats) -> tuple[Floats, Floats, Floats]:
    """For each cell mean and variance (64, 3) of the shades around it, and how far their places are off (64,)."""
    weight = weight / np.maximum(weight.sum(1, keepdims=True), 1e-12)
    mean = weight @ values
    spread = np.maximum(weight @ values**2 - mean**2, 0.0)
    return mean, spread, np.linalg.norm(middle - weight @ middle, axis=1)


def _density(off: Floats, play: Floats) -> Floats:
    """The logarithms of normal densities (n,), no less than that of a stray value."""
    out: Floats = np.maximum(-0.5 * (off / play) ** 2 - np.log(play), -6.0 - np.log(play)).sum(-1)
    return out


def _by_rim(ground: Ground, known: NDArray[np.bool_], bare: NDArray[np.bool_], config: BareConfig) -> Floats:
    """Along the rim a bare cell is like what lies beyond, up to a print of its own; a white piece is not (64,)."""
    sides = [k for k, edge in enumerate(edges()) if edge.right < 0 and ground.cells >> edge.left & 1]
    say = np.zeros(64)
    cells = np.array([edges()[k].left for k in sides], int)
    if not sides or bare[cells].sum() < 3:
        return say
    gap = ground.beside[sides, 0] - ground.beside[sides, 1]
    apart = np.median(ground.values[known], axis=0) - np.median(ground.beside[sides, 1], axis=0)
    for quarter in (0, 1):
        # Quarters may have a tint of their own: where enough are bare, each kind is compared with its like.
        mine = cells % 2 == quarter
        usual, play = _usual_gap(
            gap[(mine if (mine & bare[cells]).sum() >= 3 else True) & bare[cells]], config
        )
        off_bare = np.maximum(-0.5 * ((gap - usual) / play) ** 2, -8.0)
        wide = np.hypot(play, 0.5 * apart)
        off_white = np.maximum(-0.5 * ((gap - apart) / wide) ** 2, -8.0) - np.log(wide / play)
        better = np.clip((off_white - off_bare).sum(1), -config.rim_say, config.rim_say)
        np.add.at(say, cells[mine], better[mine])
    return say


def _usual_gap(gap: Floats, config: BareConfig) -> tuple[Floats, Floats]:
    """The gap (3,) that bare cells (n, 3) have along the rim, and by how much it varies.

    Shadows make many cells darker than what lies beyond: the usual gap is that of the closest together.
    """
    away = np.abs(gap[:, None] - gap) / np.array(config.rim_play)
    alike = (away < 4).all(-1)
    usual: Floats = gap[alike[int(alike.sum(1).argmax())]].mean(0)
    play: Floats = np.maximum(config.rim_play, 2.5 * np.percentile(np.abs(gap - usual), 35, axis=0))
    return usual, play


def _by_edges(
    ground: Ground, known: NDArray[np.bool_], bare: NDArray[np.bool_], config: BareConfig
) -> Floats:
    """Beside a player's piece a white piece ends sharply, and a bare cell with half a printed line and a shadow."""
    sides = [
        (k, mine)
        for k, edge in enumerate(edges())
        if edge.right >= 0 and ground.contrast[k] > config.least_contrast
        for mine, other in ((edge.left, edge.right), (edge.right, edge.left))
        if ground.cells >> mine & 1 and not ground.cells >> other & 1
    ]
    say = np.zeros(64)
    if not sides:
        return say
    numbers, cells = (np.array(column) for column in zip(*sides, strict=True))
    width = np.log(np.maximum(ground.width[numbers], 0.3))
    white = [*width[known[cells]]]
    if ground.sharp is not None:
        white.append(np.log(max(ground.sharp, 0.3)))
    blurred = width[bare[cells]]
    if not white or len(blurred) < 3:
        return say
    sharp, wide = float(np.median(white)), float(np.median(blurred))
    if wide < sharp + config.sharp_play[0]:
        return say
    likely_white = -0.5 * ((np.maximum(width, sharp) - sharp) / config.sharp_play[0]) ** 2 - np.log(
        config.sharp_play[0]
    )
    likely_bare = -0.5 * ((np.minimum(width, wide) - wide) / config.sharp_play[1]) ** 2 - np.log(
        config.sharp_play[1]
    )
    better = np.clip(likely_white - likely_bare, -config.sharp_say, config.sharp_say)
    np.add.at(say, cells, better)
    return say
