"""What tells a white piece from the bare board, cell by cell: its shade, how even its face is, how sharp its edges.

Everything is learned from the picture: the two large white pieces show what white pieces look like here, and the cells
that are left over what the board does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.board.cells import SIDE, beside_edges, cell_corners, chosen_of, tints
from vision.board.middle import median, quantile
from vision.plane import Floats


@dataclass(frozen=True, slots=True)
class BareConfig:
    """How white pieces and bare cells differ, and the most that each difference says."""

    least_play: tuple[float, float, float] = (0.0007, 0.0009, 0.01)
    """By how much shares and lightness vary within one white, at least."""
    drift: tuple[float, float, float] = (0.0018, 0.0022, 0.04)
    """By how much they may drift from square to square, as light does."""
    shade_say: float = 8.0
    strays: tuple[float, float] = (0.1, 0.25)
    """The share of white pieces and of bare cells whose shade is off the usual: shine, shadows, a hue cast on it."""
    far: float = 6.0
    """By how much they are off it, over the least play."""
    unsure: float = 0.1
    """How much a cell that may be part of a hidden piece counts for what bare cells are like."""
    rare: float = -1.5
    """How likely a cell is a small white piece before looking, as a logarithm."""
    rim_play: tuple[float, float, float] = (0.004, 0.004, 0.006)
    """By how much the shades on the two sides of the board's rim differ, at least."""
    rim_say: float = 3.0
    like_rim_say: float = 2.0
    """The most that it says against a white piece that it is like what lies beyond the rim."""
    mixed_say: float = 1.0
    """The most that the shade of a cell that lies in two lights says for a white piece."""
    even: float = 0.94
    """The share of a white piece's sides along which its face is even."""
    darker: tuple[float, float] = (0.4, 0.05)
    """The share of a bare cell's sides towards which it darkens: beside a piece, whose wall keeps light off, and beside
    none."""
    most_dark: float = 0.8
    """The share that may be learned from a photo, at most."""
    lighter: float = 0.16
    """The share towards which it grows lighter."""
    usual: float = 6.0
    """How many sides that share is worth where the photo shows its own."""
    uneven: float = 0.08
    """By how much lightness differs next to a side of a bare cell, where it does."""
    sharp_play: tuple[float, float] = (0.22, 0.3)
    """By how much the widths of white pieces' edges and of bare cells' differ among themselves, as logarithms."""
    sharp_say: float = 2.5
    blurred_say: float = 1.5
    """The most that a blurred edge says against a white piece: it may lie askew."""
    least_contrast: float = 20.0
    """Of two shades whose edge is looked at, in grey levels."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What is known of the cells that are no player's.

    `cells`: bits; `whitish`: those whose colour may be white at all. `white` (64,): how much better each fits white
    than the board by its group's colour. `values` (64, 3): shades; `beside` (104, 2, 3): those next to sides. `ink`,
    `place`, `ratio`, `width`, `contrast` (104,) and `falloff` (104, 2) are the sides', `ratio` over the ground. `sharp`
    is how wide the edges between the players' pieces are, `face` by how much lightness varies on them.
    """

    cells: int
    whitish: int
    white: Floats
    values: Floats
    beside: Floats
    ink: Floats
    place: Floats
    ratio: Floats
    width: Floats
    contrast: Floats
    falloff: Floats
    seen: NDArray[np.bool_]
    unsure: int
    sharp: float | None
    face: float
    mixed: NDArray[np.bool_]
    """Which cells (64,) lie in two lights at once."""


def by_hollows(ground: Ground, config: BareConfig) -> Floats:
    """For each cell how much more even it is next to its sides than a bare cell (64,): beside players' pieces and the
    rim. What the sides between two cells of the ground say hangs on both (`walls`)."""
    mine = chosen_of(ground.cells)
    own = np.stack(beside_edges(), 1)
    asked = ground.seen[:, None] & mine[own] & ~mine[own[:, ::-1]]
    cells, beside, falls = own[asked], own[:, ::-1][asked] >= 0, ground.falloff[asked]
    # How dark the hollows are hangs on the light and on how tall the pieces are: this photo's own share is learned.
    share, say = config.darker[0], np.zeros(64)
    for _ in range(3):
        white, wall, free = _falls(falls, ground.face, share, config)
        say = np.asarray(np.bincount(cells, white - np.where(beside, wall, free), minlength=64), float)
        bare = (1 / (1 + np.exp(np.clip(say + ground.white + config.rare, -9, 9))))[cells]
        dark = float(bare[beside & (falls < -2 * ground.face)].sum())
        count = float(bare[beside].sum())
        share = (dark + config.usual * config.darker[0]) / (count + config.usual)
        # Some are even, however many are dark.
        share = min(share, config.most_dark)
    return say


def walls(ground: Ground, config: BareConfig) -> Floats:
    """For each side whose left is white or not and whose right is (104, 2, 2): how well that fits the shadows in the
    hollows on both, beside both being bare. Next to a piece's wall a bare cell darkens; that shows the piece."""
    mine = chosen_of(ground.cells)
    left, right = beside_edges()
    asked = np.flatnonzero(ground.seen & mine[left] & mine[right])
    (lw, ll, lf), (rw, rl, rf) = (
        _falls(falls, ground.face, config.darker[0], config) for falls in ground.falloff[asked].T
    )
    say = np.zeros((len(left), 2, 2))
    # In the order white, bare with a wall beyond, bare with none.
    both = np.stack([lf + rf, ll + rw, lw + rl, lw + rw], 1).reshape(-1, 2, 2)
    say[asked] = both - both[:, :1, :1]
    return say


def _falls(falls: Floats, face: float, darker: float, config: BareConfig) -> tuple[Floats, Floats, Floats]:
    """Log likelihoods (n,) of how lightness changes towards sides: of a white piece, and of a bare cell beside a
    piece's wall, where the share `darker` of sides is darker, and beside none."""
    small = np.exp(-0.5 * (falls / face) ** 2) / (face * np.sqrt(2 * np.pi))
    large = np.exp(-np.abs(falls) / config.uneven) / config.uneven

    def likely(even: float, dark: float) -> Floats:
        out: Floats = np.log(even * small + np.where(falls < 0, dark, 1 - even - dark) * large)
        return out

    return (
        likely(config.even, (1 - config.even) / 2),
        likely(1 - config.lighter - darker, darker),
        likely(1 - config.lighter - config.darker[1], config.darker[1]),
    )


def by_large(ground: Ground, known: list[int], doubt: float, config: BareConfig) -> Floats:
    """For each cell how much better it fits the large white pieces, that cover `known`, than the bare cells (64,)."""
    inside = chosen_of(ground.cells)[:64]
    is_known = np.zeros(64, bool)
    is_known[known] = True
    loose = inside & ~is_known
    unsure = chosen_of(ground.unsure)[:64]
    if loose.sum() < 3:
        return ground.white
    # Before shades are compared: what each cell's edges say of it.
    say = ground.white + _by_edges(ground, is_known, loose & (ground.white < doubt), config)
    for _ in range(3):
        bare = loose & (say < doubt)
        if bare.sum() < 2:
            break
        fresh = ground.white + _by_edges(ground, is_known, bare, config)
        if known:
            # What is clearly white by now shows what white is, too.
            white = is_known | (loose & (say > 2 * doubt))
            share = np.where(white, 1.0, 1 / (1 + np.exp(np.clip(say + config.rare, -9, 9))))
            share = share * np.where(unsure & ~is_known, config.unsure, 1.0)
            shade = _by_shade(ground, white, bare, share, config)
            shade = shade + _by_rim(ground, is_known, bare, config)
            # Of two lights on one cell neither may be its neighbours'.
            fresh = fresh + np.where(ground.mixed, np.minimum(shade, config.mixed_say), shade)
        say = np.where(loose, fresh, ground.white)
    return say


def _by_shade(
    ground: Ground, known: NDArray[np.bool_], bare: NDArray[np.bool_], share: Floats, config: BareConfig
) -> Floats:
    """How well each cell's shade fits the white pieces beside the board (64,): one light lies on both, and changes
    slowly from square to square; a white piece is off the board by as much everywhere. `share` is how far each cell
    is believed to be what it is held for."""
    as_white, as_bare = _fields()
    used = known | bare
    held = np.where(known[:, None], as_white, as_bare)
    rows = held[used]
    white_ones = known[used]
    owns = np.flatnonzero(white_ones), np.flatnonzero(bare[used])
    # The three numbers of a shade one beside the other: (3, ...).
    least, prior = np.array(config.least_play), _shade_prior(config)
    value = (ground.values - median(ground.values[used])).T
    seen = value[:, used]
    play = np.repeat(2 * least[:, None], len(rows), 1)
    for _ in range(4):
        trust = share[used] / play**2
        weighed = rows.T * trust[:, None]
        cover = np.linalg.inv(weighed @ rows + prior)
        fit = (cover @ (weighed @ seen[..., None]))[..., 0]
        rest = np.abs(seen - fit @ rows.T)
        white_play, bare_play = (
            np.maximum(1.5 * median(rest.take(own, 1).T), least)[:, None] for own in owns
        )
        usual = np.where(white_ones, white_play, bare_play)
        # Shadows and shine are strays.
        play = usual * np.sqrt(1 + (rest / (3 * usual)) ** 2)
    # Each cell is asked beside what the others alone make of it.
    weight = np.zeros(value.shape)
    weight[:, used] = trust
    moved = held @ cover
    left_out = weight / np.maximum(1 - weight * (moved * held).sum(2), 0.01)
    rest = value - fit @ held.T
    says = []
    for asked, own in ((as_white, white_play), (as_bare, bare_play)):
        beside = (moved * asked).sum(2)
        wide = np.sqrt(own**2 + ((asked @ cover) * asked).sum(2) + left_out * beside**2)
        stray = config.strays[asked is as_bare]
        off = value - fit @ asked.T + left_out * beside * rest
        far = np.hypot(3 * wide, config.far * least[:, None])
        says.append(np.logaddexp(np.log(1 - stray) + _normal(off, wide), np.log(stray) + _normal(off, far)))
    out: Floats = np.clip((says[0] - says[1]).sum(0), -config.shade_say, config.shade_say)
    return out


@lru_cache(maxsize=1)
def _fields() -> tuple[Floats, Floats]:
    """What the shade of each cell may hang on (64, 9), if it is white and if it is bare: light changes over the board.
    Where squares or quarters of it have tints of their own, these are learned as well."""
    x, y = ((cell_corners().mean(1) - SIDE / 2) / 2).T
    quarter, other = tints()
    as_bare = np.stack([np.ones(64), x, y, x * x, x * y, y * y, np.zeros(64), quarter, other], 1)
    as_white = as_bare.copy()
    as_white[:, 6], as_white[:, 7:] = 1.0, 0.0
    return as_white, as_bare


@lru_cache(maxsize=4)
def _shade_prior(config: BareConfig) -> Floats:
    """How firmly each of these nine is held for nothing, for the three numbers of a shade (3, 9, 9)."""
    held = np.diag(1 / np.array([1e3, 3, 3, 1.5, 1.5, 1.5, 40, 15, 15]) ** 2)
    prior: Floats = held / np.array(config.drift)[:, None, None] ** 2
    return prior


def _normal(off: Floats, play: Floats) -> Floats:
    """The logarithms of normal densities (n,)."""
    out: Floats = -0.5 * (off / play) ** 2 - np.log(play)
    return out


def _by_rim(ground: Ground, known: NDArray[np.bool_], bare: NDArray[np.bool_], config: BareConfig) -> Floats:
    """Along the rim a bare cell is like what lies beyond, up to a print of its own; a white piece is not (64,)."""
    left, right = beside_edges()
    sides = np.flatnonzero((right < 0) & ground.seen & chosen_of(ground.cells)[left])
    say = np.zeros(64)
    cells = left[sides]
    if bare[cells].sum() < 3:
        return say
    gap = ground.beside[sides, 0] - ground.beside[sides, 1]
    apart = median(ground.values[known]) - median(ground.beside[sides, 1])
    for quarter in (0, 1):
        # Quarters may have a tint of their own: where enough are bare, each kind is compared with its like.
        mine = cells % 2 == quarter
        usual, play = _usual_gap(
            gap[(mine if (mine & bare[cells]).sum() >= 3 else True) & bare[cells]], config
        )
        off_bare = np.maximum(-0.5 * ((gap - usual) / play) ** 2, -8.0)
        wide = np.hypot(play, 0.5 * apart)
        off_white = np.maximum(-0.5 * ((gap - apart) / wide) ** 2, -8.0) - np.log(wide / play)
        better = np.clip((off_white - off_bare).sum(1), -config.like_rim_say, config.rim_say)
        np.add.at(say, cells[mine], better[mine])
    return say


def _usual_gap(gap: Floats, config: BareConfig) -> tuple[Floats, Floats]:
    """The gap (3,) that bare cells (n, 3) have along the rim, and by how much it varies.

    Shadows make many cells darker than what lies beyond: the usual gap is that of the closest together.
    """
    away = np.abs(gap[:, None] - gap) / np.array(config.rim_play)
    alike = (away < 4).all(-1)
    usual: Floats = gap[alike[int(alike.sum(1).argmax())]].mean(0)
    play: Floats = np.maximum(config.rim_play, 2.5 * quantile(np.abs(gap - usual), 0.35))
    return usual, play


def _by_edges(
    ground: Ground, known: NDArray[np.bool_], bare: NDArray[np.bool_], config: BareConfig
) -> Floats:
    """Beside a player's piece a white piece ends sharply, and a bare cell with half a printed line and a shadow."""
    own, inside = np.stack(beside_edges(), 1), chosen_of(ground.cells)
    clear = (ground.contrast > config.least_contrast) & (own[:, 1] >= 0)
    numbers, ends = np.nonzero(clear[:, None] & inside[own] & ~inside[own[:, ::-1]])
    cells = own[numbers, ends]
    say = np.zeros(64)
    if not len(cells):
        return say
    width = np.log(np.maximum(ground.width[numbers], 0.3))
    white = [*width[known[cells]]]
    if ground.sharp is not None:
        white.append(np.log(max(ground.sharp, 0.3)))
    blurred = width[bare[cells]]
    if not white or len(blurred) < 3:
        return say
    sharp, wide = float(median(np.array(white))), float(median(blurred))
    if wide < sharp + config.sharp_play[0]:
        return say
    likely_white = -0.5 * ((np.maximum(width, sharp) - sharp) / config.sharp_play[0]) ** 2 - np.log(
        config.sharp_play[0]
    )
    likely_bare = -0.5 * ((np.minimum(width, wide) - wide) / config.sharp_play[1]) ** 2 - np.log(
        config.sharp_play[1]
    )
    better = np.clip(likely_white - likely_bare, -config.blurred_say, config.sharp_say)
    np.add.at(say, cells, better)
    return say
