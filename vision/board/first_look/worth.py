"""How likely choices of white pieces are, by what the sides of the cells show: many choices at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.board.cells import beside_edges, chosen_of, edges
from vision.board.laying.incidence import incidence
from vision.board.laying.pieces import KINDS, Spot, spots
from vision.plane import Floats

MOST_SMALL = next(kind.count for kind in KINDS if kind.neutral and kind.name == "small triangle")
"""Small white pieces that there are in all; of each large one there is one."""


@dataclass(frozen=True, slots=True)
class WorthConfig:
    """What a choice of white pieces is worth before looking, and the most that lone ones' sides say."""

    large_prior: float = 1.2
    small_prior: float = -1.5
    """What the presence of a white piece is worth before looking, as a logarithm."""
    first_prior: float = -3.0
    """What it is worth that no large white piece shows: a game begins with those."""
    lone_say: float = 2.3
    """The most that each side says for a small white piece."""
    rim_say: float = 1.0
    """The most that a side along the rim says against it."""


@dataclass(frozen=True, slots=True)
class Sides:
    """Log likelihoods (104,) of the sides of these cells; 0 for those between others, or with a player's piece."""

    inside: Floats
    border: Floats
    empty: Floats
    walls: Floats
    """(104, 2, 2): by whether the left and the right is a white piece, what the shadows next to the side say."""
    moved: Floats
    """What the place of the line says for a piece on either of its sides."""

    @property
    def base(self) -> float:
        """The logarithm of how likely they are with no piece at all."""
        return float(self.empty.sum())

    @property
    def within(self) -> Floats:
        """What each side (104,) says for its lying within a piece, beside none."""
        out: Floats = self.inside - self.empty + self.walls[:, 1, 1]
        return out


@dataclass(frozen=True, slots=True)
class _Table:
    """Every place of a white piece: its row, and in it its cells and sides; which rows have the small pieces, and which
    each of the large ones."""

    rows: dict[Spot, int]
    cells: Floats
    inner: Floats
    outer: Floats
    small: NDArray[np.bool_]
    large: tuple[NDArray[np.bool_], ...]
    counts: Floats
    """One beside the other (n, 482): its cells, the sides within, those around if it is large and if it is small,
    of how many of 2 for the left and 1 for the right of each side it is the piece, whether it is small, and 1."""


_CELLS, _WITHIN, _LARGE, _SMALL, _PIECES = (
    slice(start, stop) for start, stop in pairwise((0, 64, 168, 272, 376, 480))
)
_LONE, _COUNT = 480, 481
_FOURS = 4 * np.arange(104)


@lru_cache(maxsize=1)
def _table() -> _Table:
    own = [spot for spot in spots() if KINDS[spot.kind].neutral]
    rows, sides = {spot: row for row, spot in enumerate(own)}, incidence(own)
    small = np.array([len(spot.cells) == 1 for spot in own])
    kinds = np.array([spot.kind for spot in own])
    large = tuple(kinds == kind for kind in np.unique(kinds[~small]))
    left, right = beside_edges()
    pieces = 2 * sides.cells[:, left] + np.where(right < 0, 0.0, sides.cells[:, right])
    around = [np.where(which[:, None], sides.outer, 0.0) for which in (~small, small)]
    counts = np.column_stack([sides.cells, sides.inner, *around, pieces, small, np.ones(len(own))])
    return _Table(rows, sides.cells, sides.inner, sides.outer, small, large, counts)


def worth(
    choices: Sequence[tuple[Spot, ...]], sides: Sides, white: Floats, config: WorthConfig
) -> list[float]:
    """How likely each choice of white pieces is against bare board, each side counted once, as logarithms.

    `white` (64,) is how much better each cell fits white by itself.
    """
    table = _table()
    used = {
        spot: number for number, spot in enumerate(dict.fromkeys(s for choice in choices for s in choice))
    }
    chosen = np.zeros((len(choices), len(used)))
    for row, choice in zip(chosen, choices, strict=True):
        row[[used[spot] for spot in choice]] = 1
    # All that is counted, at once: a product of its own for each takes longer.
    counted = chosen @ table.counts[[table.rows[spot] for spot in used]]
    large, small = counted[:, _LARGE] > 0, counted[:, _SMALL] > 0
    lone, counts = counted[:, _LONE], counted[:, _COUNT]
    border = sides.border - sides.empty
    # What a lone cell's sides say is capped: its three lines may be odd for other reasons. Half the rim's line shows
    # beside a white piece too.
    low = np.where(beside_edges()[1] < 0, -config.rim_say, -1.5 * config.lone_say)
    capped = np.minimum(np.maximum(border, low), config.lone_say)
    pieces = counted[:, _PIECES].astype(int) + _FOURS
    says = np.where(large, border, capped) + sides.moved + sides.walls.ravel()[pieces]
    score = counted[:, _WITHIN] @ sides.within + np.where(large | small, says, 0.0).sum(1)
    score += counted[:, _CELLS] @ white
    score += config.small_prior * lone + config.large_prior * (counts - lone)
    score += np.where(counts == lone, config.first_prior, 0.0)
    # Against what each cell's own colour would have: so that choices made by other shades compare.
    found: list[float] = (score - np.maximum(white, 0.0).sum()).tolist()
    return found


@dataclass(frozen=True, slots=True)
class Bound:
    """More than this no choice of white pieces on some cells is worth, whatever these look like."""

    each: Floats
    """The most (n,) that a piece adds in each of its places."""
    small: Floats
    """The most (64,) that a small piece adds on each cell; 0 where none may lie."""
    every: float
    """Of all choices, with as many pieces of each kind as there are."""

    def with_small(self, large: tuple[Spot, ...]) -> float:
        """Of all choices with these large pieces, and small ones beside them."""
        free = ~chosen_of(sum(spot.mask for spot in large))[:64]
        own = sum(float(self.each[_table().rows[spot]]) for spot in large)
        return own + _largest(self.small[free])


def bound(sides: Sides, cells: int, config: WorthConfig) -> Bound:
    """What the sides let white pieces on these cells (bits) be worth at most."""
    table = _table()
    around = np.maximum(sides.border - sides.empty, 0.0) + np.maximum(sides.moved, 0.0)
    around += np.maximum(sides.walls.max((1, 2)), 0.0)
    prior = np.where(table.small, config.small_prior, config.large_prior)
    each = table.inner @ sides.within + table.outer @ around + prior
    gains = np.where(table.cells @ ~chosen_of(cells)[:64] == 0, np.maximum(each, 0.0), 0.0)
    small = gains[table.small] @ table.cells[table.small]
    large = sum(float(gains[places].max()) for places in table.large)
    return Bound(each, small, large + _largest(small))


def _largest(gains: Floats) -> float:
    return float(np.sort(gains)[-MOST_SMALL:].sum())


def by_places(chosen: tuple[Spot, ...], sides: Sides) -> float:
    """What the places of the lines around these pieces say for them."""
    table = _table()
    around = sum((table.outer[table.rows[spot]] for spot in chosen), np.zeros(len(edges())))
    return float(sides.moved[around > 0].sum())


def withheld(chosen: tuple[Spot, ...], sides: Sides, config: WorthConfig) -> float:
    """By how much more the sides of small pieces speak for them than they are let."""
    table = _table()
    beside = np.zeros((2, len(edges())), bool)
    for spot in chosen:
        beside[int(len(spot.cells) > 1)] |= table.outer[table.rows[spot]] > 0
    lone = beside[0] & ~beside[1]
    return float(np.maximum((sides.border - sides.empty)[lone] - config.lone_say, 0.0).sum())
