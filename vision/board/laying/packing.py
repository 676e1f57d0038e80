"""All ways to lay pieces on the board that explain what is seen nearly as well as the best.

Every cell and every side between two cells carries the logarithms of how likely each of its states is; a laying's
loss is what it falls short of the likeliest state of every cell and side, summed. The search is exact: branch and
bound over the cells in order, where a cell is bare or taken by one of the places of a piece that cover it (exact
cover, with bare cells as pieces of their own).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_

import numpy as np
from numpy.typing import NDArray

from vision.board.cells import CELLS, beside_edges, chosen_of, neighbours
from vision.board.laying.covers import outer_sides
from vision.board.laying.incidence import Incidence, incidence
from vision.board.laying.pieces import KINDS, NEUTRAL, PLAYERS, Spot, spots
from vision.board.laying.reading import Laid
from vision.plane import Floats

STATES = ("bare", *PLAYERS, NEUTRAL)
"""What a cell may be, as the columns of its likelihoods."""
INNER, ENDS, NONE = range(3)
"""What a side may be: within a piece, at the end of one, between two bare cells."""


@dataclass(frozen=True, slots=True)
class PackingConfig:
    """How far the search goes."""

    windows: tuple[float, ...] = (1.0, 3.0, 6.0)
    """Layings that fall short of the best by no more than the last are looked for; wider only while it goes on."""
    most_loss: float = 60.0
    """No laying loses more than this."""
    effort: int = 20_000
    """Steps of the search."""
    kept: int = 400
    """Layings that are handed on at most."""
    turned: float = 1.5
    """What each piece beyond a player's own supply costs: it may be one that was turned over."""


@dataclass(frozen=True, slots=True)
class Packing:
    """Pieces on the board, and what is lost under them."""

    laid: tuple[Laid, ...]
    loss: float


@dataclass(frozen=True, slots=True)
class Packings:
    """The layings that lose least, best first; any other loses at least `within` more than the best."""

    layings: tuple[Packing, ...]
    within: float

    def leads(self) -> dict[Laid, float]:
        """How much more the best laying without each of the best one's pieces loses; `within` where none comes as near
        as that."""
        best = self.layings[0]
        always, found = set(best.laid), dict.fromkeys(best.laid, self.within)
        for laying in self.layings[1:]:
            missing = always.difference(laying.laid)
            always -= missing
            found |= dict.fromkeys(missing, laying.loss - best.loss)
        return found

    def bare(self, within: float) -> int:
        """The cells (bits) on which no laying lays a piece that loses up to so much more than the best."""
        taken = 0
        for laying in self.layings:
            if laying.loss - self.layings[0].loss <= within:
                taken |= reduce(or_, (spot.mask for _, spot in laying.laid), 0)
        return ~taken & (1 << len(CELLS)) - 1 if self.within >= within else 0


@dataclass(frozen=True, slots=True)
class _Place:
    """A piece of an owner on a spot: what its own cells and sides lose, and the sides around it."""

    owner: str
    spot: Spot
    loss: float
    around: tuple[tuple[int, float], ...]
    """The cells (bits) beyond its sides, and what is lost as such a side is an end."""


@lru_cache(maxsize=1)
def _owned() -> tuple[Laid, ...]:
    """Every piece of every owner in every place."""
    return tuple(
        (owner, spot) for spot in spots() for owner in ((NEUTRAL,) if KINDS[spot.kind].neutral else PLAYERS)
    )


@lru_cache(maxsize=1)
def _table() -> tuple[NDArray[np.intp], Incidence]:
    """The state (n,) that the cells of each of these have, and their cells and sides."""
    states = np.array([STATES.index(owner) for owner, _ in _owned()])
    return states, incidence([spot for _, spot in _owned()])


class TooMany(Exception):
    """More layings are alike than can be looked through."""


def packings(cells: Floats, sides: Floats, covered: int, config: PackingConfig) -> Packings | None:
    """The layings that lose least; None where all lose too much.

    `cells` (64, 4): logarithms of likelihood of STATES; `sides` (104, 3): of INNER, ENDS, NONE, whatever along the rim.
    Cells of `covered` (bits) may be anything, and nothing is told by the sides between them; a piece reaches under with
    a part.
    Raises TooMany where not even those close to the best can be looked through.
    """
    search = _Search(cells, sides, covered, config)
    bound = config.windows[0]
    found = search.within(bound)
    while not found and bound < config.most_loss:
        bound *= 2
        found = search.within(bound)
    if not found:
        return None
    best, within = min(packing.loss for packing in found), 0.0
    for window in config.windows:
        try:
            found, within = search.within(best + window), window
        except TooMany:
            if window == config.windows[0]:
                raise
            break
    ranked = sorted(found, key=lambda packing: packing.loss)
    if len(ranked) > config.kept:
        within = ranked[config.kept].loss - best
    return Packings(tuple(ranked[: config.kept]), within)


class _Search:
    """The costs of one board, and the search through its layings."""

    def __init__(self, cells: Floats, sides: Floats, covered: int, config: PackingConfig) -> None:
        self.config = config
        self.covered = covered
        self.shown = [cell for cell in range(len(CELLS)) if not covered >> cell & 1]
        short = cells.max(1, keepdims=True) - cells
        hidden, (left, right) = chosen_of(covered), beside_edges()
        short[hidden[:-1]] = 0.0
        missed = sides.max(1, keepdims=True) - sides
        missed[(right < 0) | (hidden[left] & hidden[right])] = 0.0
        self.bare = short[:, 0].tolist()
        none = missed[:, NONE].tolist()
        self.none = [
            tuple((1 << other, none[side]) for side, other in around if none[side]) for around in neighbours()
        ]
        self.ends = missed[:, ENDS]
        states, table = _table()
        own = short.T[states]
        self.losses = (table.cells * own).sum(1) + table.inner @ missed[:, INNER]
        self.most = self.losses + table.outer @ self.ends
        self.most[table.cells @ ~hidden[:-1] == 0] = np.inf

    def within(self, bound: float) -> list[Packing]:
        """Every laying that loses at most `bound`, unsorted."""
        by_cell: list[list[_Place]] = [[] for _ in CELLS]
        for number in np.flatnonzero(self.most <= bound).tolist():
            owner, spot = _owned()[number]
            around = ((1 << cell, float(self.ends[side])) for side, cell in outer_sides(spot))
            # A place is tried at the first of its cells that shows.
            first = next(cell for cell in sorted(spot.cells) if not self.covered >> cell & 1)
            lost = tuple(pair for pair in around if pair[1])
            by_cell[first].append(_Place(owner, spot, float(self.losses[number]), lost))
        found: list[Packing] = []
        left = self.config.effort

        def step(at: int, taken: int, bared: int, loss: float, chosen: tuple[_Place, ...]) -> None:
            nonlocal left
            left -= 1
            if left < 0:
                raise TooMany
            while at < len(self.shown) and taken >> self.shown[at] & 1:
                at += 1
            if at == len(self.shown):
                laid = tuple((place.owner, place.spot) for place in chosen)
                price = _price(laid, self.config.turned)
                if price is not None and loss + price <= bound:
                    found.append(Packing(laid, loss + price))
                return
            cell = self.shown[at]
            for place in by_cell[cell]:
                if not place.spot.mask & (taken | bared):
                    more = loss + place.loss
                    # The side of a piece that lies there already was counted with that one.
                    for other, lost in place.around:
                        if not taken & other:
                            more += lost
                    if more <= bound:
                        step(at + 1, taken | place.spot.mask, bared, more, (*chosen, place))
            more = loss + self.bare[cell]
            for other, lost in self.none[cell]:
                if bared & other:
                    more += lost
            if more <= bound:
                step(at + 1, taken, bared | 1 << cell, more, chosen)

        step(0, 0, 0, 0.0, ())
        return found


def _price(laid: Sequence[Laid], turned: float) -> float | None:
    """What pieces beyond a player's own supply cost; None where the game does not hold so many of a kind."""
    counts: dict[tuple[int, str], int] = {}
    for owner, spot in laid:
        counts[spot.kind, owner] = counts.get((spot.kind, owner), 0) + 1
    beyond = 0
    for (number, owner), count in counts.items():
        kind = KINDS[number]
        if count > kind.count:
            other = PLAYERS[owner == PLAYERS[0]]
            if kind.neutral or count + counts.get((number, other), 0) > len(PLAYERS) * kind.count:
                return None
            beyond += count - kind.count
    return turned * beyond


def chances(found: Sequence[Packing]) -> list[float]:
    """How likely each laying is among all that were found."""
    if not found:
        return []
    losses = np.array([packing.loss for packing in found])
    weights = np.exp(losses.min() - losses)
    return [float(weight) for weight in weights / weights.sum()]
