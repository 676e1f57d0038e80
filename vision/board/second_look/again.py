"""A second look at the board, by the network alone: how far each piece and each bare cell is to be believed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from vision.board.cells import CELLS, beside_edges, bits_of
from vision.board.flat import Flat
from vision.board.laying.covers import inner_sides, outer_sides
from vision.board.laying.packing import ENDS, INNER, STATES, PackingConfig, TooMany, chances, packings
from vision.board.laying.pieces import NEUTRAL, Spot, spots_by_cell
from vision.board.laying.reading import Laid
from vision.board.second_look.burnt import BurntConfig, burnt_out
from vision.board.second_look.likelihood import COVERED, Likelihood, likelihood
from vision.photo import Pixels
from vision.plane import Floats

_BARE = STATES.index("bare")


@dataclass(frozen=True, slots=True)
class AgainConfig:
    """How the board is looked at again."""

    packing: PackingConfig = field(default_factory=PackingConfig)
    views: int = 2
    """Turns and reflections of the board that it is shown."""
    covered: float = 0.5
    """How likely it has to be that something lies over a cell."""
    plain: float = 0.02
    """How likely it may be that something does, or that a cell is anything but what it is most likely, where nothing
    lies over it."""
    burnt: BurntConfig = field(default_factory=BurntConfig)
    rival: float = 6.0
    """A cell that is bare in every laying that loses up to so much more than the best surely is: of 117 such cells that
    were in doubt on 452 photographs all are. Where white is hardly told from bare none is, for one was not."""


@dataclass(frozen=True, slots=True)
class Again:
    """What the second look says: for pieces, and for each cell that it is bare (64,), how far it is to be believed.

    That is how likely all layings that have it are together, and no more than the weakest of its own cells and
    sides says: cells and sides are seen in the same pixels, and do not count as so many witnesses.
    Where it is not `explained`, no pieces make what is `seen`, or too many do: no piece is known then, and every cell
    is at 0. Of cells (bits) that are `burnt` out it is harder to say whether they are bare, and of all where white is
    `hardly` told from bare, or not even that (`alike`).
    """

    pieces: dict[Laid, float]
    bare: Floats
    covered: int
    burnt: int
    explained: bool
    seen: Likelihood
    hardly: bool = False
    alike: bool = False
    unlike: int = 0
    leads: dict[Laid, float] = field(default_factory=dict)
    surely_bare: int = 0

    def over(self, least: float) -> int:
        """The cells (bits) that something lies over, at least so likely."""
        return _over(self.seen, least)

    def known_bare(self, least: float) -> int:
        """How many cells are bare, each at least so likely."""
        return int((self.seen.cells[:, _BARE] >= np.log(least)).sum())

    def belief(self, laid: Laid) -> float:
        """How far a piece may be believed; by its own cells and sides where no layings are known."""
        return (
            self.pieces.get(laid, 0.0)
            if self.explained
            else weakest(laid, self.seen.states(), self.seen.sides, self.covered)
        )

    def coloured(self, laid: Laid, but: int = 0) -> float:
        """How likely the least likely of a piece's cells is of its colour, whatever its sides say; `but` for these
        (bits)."""
        owner, spot = laid
        asked = [cell for cell in spot.cells if not but >> cell & 1]
        return float(np.exp(self.seen.states()[asked, STATES.index(owner)].min(initial=0.0)))

    def undivided(self, spot: Spot) -> float:
        """How likely the least likely of a piece's inner sides is one, but for those beside covered cells."""
        left, right = beside_edges()
        own = [
            self.seen.sides[side, INNER]
            for side in inner_sides(spot)
            if not (self.covered >> int(left[side]) | self.covered >> int(right[side])) & 1
        ]
        return float(np.exp(min(own, default=0.0)))

    def ends(self, laid: Laid, covered: int) -> float:
        """How likely the least likely of a piece's ends is one towards these cells (bits), if something covers them."""
        own = [
            self.seen.sides[side, ENDS]
            for side, other in outer_sides(laid[1])
            if covered >> other & 1 and _shows_end(laid, other, covered)
        ]
        return float(np.exp(min(own, default=0.0)))

    def belief_bare(self, cell: int) -> float:
        """The same of a bare cell."""
        return float(self.bare[cell] if self.explained else np.exp(self.seen.states()[cell, _BARE]))


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What the network makes of a board in a photo, the cells (bits) that are burnt out in it, and
    what it was shown."""

    seen: Likelihood
    burnt: int
    flat: Flat

    def over(self, config: AgainConfig) -> int:
        """The cells (bits) that something lies over."""
        return _over(self.seen, config.covered)

    def bare(self) -> int:
        """The cells (bits) that are bare more likely than anything else."""
        return bits_of(self.seen.cells.argmax(1) == _BARE)

    def plain(self, config: AgainConfig) -> int:
        """The cells (bits) that nothing lies over."""
        chances = np.exp(self.seen.cells)
        return bits_of((chances[:, COVERED] < config.plain) & (chances.max(1) > 1 - config.plain))


def glimpse(image: Pixels, flat: Flat, config: AgainConfig) -> Glimpse:
    """What a photo shows of the board that its flat picture, made with FLAT, shows."""
    seen = likelihood(flat, views=config.views)
    return Glimpse(seen, burnt_out(image, flat, config.burnt), flat)


def weighed_again(
    seen: Likelihood,
    over: int,
    burnt: int,
    config: AgainConfig,
    *,
    hardly: bool = False,
    alike: bool = False,
    unlike: int = 0,
) -> Again:
    """What follows from the likelihoods of cells and sides; something is known to lie `over` these cells (bits)."""
    covered, states = over | _over(seen, config.covered), seen.states()
    try:
        found = packings(states, seen.sides, covered, config.packing)
    except TooMany:
        found = None
    layings = found.layings if found is not None else ()
    pieces: dict[Laid, float] = {}
    bare = np.zeros(len(CELLS))
    for laying, chance in zip(layings, chances(layings), strict=True):
        taken = covered
        for laid in laying.laid:
            pieces[laid] = pieces.get(laid, 0.0) + chance
            taken |= laid[1].mask
        bare += [0.0 if taken >> cell & 1 else chance for cell in range(len(CELLS))]
    pieces = {
        laid: min(chance, weakest(laid, states, seen.sides, covered)) for laid, chance in pieces.items()
    }
    bare = np.minimum(bare, np.exp(states[:, _BARE]))
    again = Again(pieces, bare, covered, burnt, found is not None, seen, hardly, alike, unlike)
    if found is None:
        return again
    surely_bare = 0 if hardly else found.bare(config.rival) & ~covered
    return replace(again, leads=found.leads(), surely_bare=surely_bare)


def weakest(laid: Laid, states: Floats, sides: Floats, covered: int) -> float:
    """How likely the least likely of a piece's cells and sides is, by the logarithms of their `states` (64, 4) and
    `sides` (104, 3); cells of `covered` (bits) are not asked."""
    owner, spot = laid
    own = [states[cell, STATES.index(owner)] for cell in spot.cells if not covered >> cell & 1]
    own += [sides[side, INNER] for side in inner_sides(spot)]
    own += [sides[side, ENDS] for side, other in outer_sides(spot) if _shows_end(laid, other, covered)]
    return float(np.exp(min(own)))


def _shows_end(laid: Laid, beyond: int, covered: int) -> bool:
    """Whether the side towards a cell has to show that a piece ends there: not where no larger one would go on into
    that cell beneath what covers these (bits)."""
    owner, spot = laid
    if not covered >> beyond & 1:
        return True
    within = spot.mask | covered
    return any(
        larger.mask & spot.mask == spot.mask and not larger.mask & ~within
        for larger in spots_by_cell(neutral=owner == NEUTRAL)[beyond]
    )


def _over(seen: Likelihood, least: float) -> int:
    return bits_of(seen.cells[:, COVERED] > np.log(least))
