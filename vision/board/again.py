"""A second look at the board, by the network alone: how far each piece and each bare cell is to be believed."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from vision.board.cells import CELLS
from vision.board.covers import inner_sides, outer_sides
from vision.board.flat import flatten
from vision.board.likelihood import COVERED, FLAT, Likelihood, likelihood
from vision.board.packing import ENDS, INNER, STATES, PackingConfig, TooMany, chances, packings
from vision.board.reading import Laid
from vision.board.register import View
from vision.photo import Pixels
from vision.plane import Floats


@dataclass(frozen=True, slots=True)
class AgainConfig:
    """How the board is looked at again."""

    packing: PackingConfig = field(default_factory=PackingConfig)
    warmth: float = 1.5
    """By how much less the network's differences are believed than it says."""
    views: int = 2
    """Turns and reflections of the board that it is shown."""
    covered: float = 0.5
    """How likely it has to be that something lies over a cell."""


@dataclass(frozen=True, slots=True)
class Again:
    """What the second look says: for pieces, and for each cell that it is bare (64,), how far it is to be believed.

    That is how likely all layings that have it are together, and no more than the weakest of its own cells and
    sides says: cells and sides are seen in the same pixels, and do not count as so many witnesses.
    Without any piece and with every cell at 0 nothing is said: no pieces explain the board, or too many do.
    """

    pieces: dict[Laid, float]
    bare: Floats
    covered: int


def look_again(image: Pixels, view: View, over: int, config: AgainConfig) -> Again:
    """What a photo shows of the board that lies there; something is known to lie `over` these cells (bits)."""
    return weighed_again(
        likelihood(flatten(image, view, FLAT), warmth=config.warmth, views=config.views), over, config
    )


def weighed_again(seen: Likelihood, over: int, config: AgainConfig) -> Again:
    """What follows from the likelihoods of cells and sides."""
    hidden = np.flatnonzero(seen.cells[:, COVERED] > np.log(config.covered)).tolist()
    covered = over | sum(1 << cell for cell in hidden)
    try:
        found = packings(seen.cells[:, :COVERED], seen.sides, covered, config.packing)
    except TooMany:
        found = []
    if not found:
        return Again({}, np.zeros(len(CELLS)), covered)
    of_cells, of_sides = np.exp(seen.cells), np.exp(seen.sides)
    pieces: dict[Laid, float] = {}
    bare = np.zeros(len(CELLS))
    for laying, chance in zip(found, chances(found), strict=True):
        taken = covered
        for laid in laying.laid:
            pieces[laid] = pieces.get(laid, 0.0) + chance
            taken |= laid[1].mask
        bare += [0.0 if taken >> cell & 1 else chance for cell in range(len(CELLS))]
    for (owner, spot), chance in pieces.items():
        weakest = min(
            [
                *(of_cells[cell, STATES.index(owner)] for cell in spot.cells if not covered >> cell & 1),
                *(of_sides[side, INNER] for side in inner_sides(spot)),
                *(of_sides[side, ENDS] for side, _ in outer_sides(spot)),
            ]
        )
        pieces[owner, spot] = min(chance, float(weakest))
    return Again(pieces, np.minimum(bare, of_cells[:, 0]), covered)
