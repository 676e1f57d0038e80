"""Pieces of one colour that the edge of a shadow seems to part.

Between two pieces runs a gap, darker than both or, where a light board shows in it, lighter than both in some channel;
and both are as light as each other. Where a shadow ends on a piece, one part of it is darker than the other, and
nothing runs between them. Where that happens along sides of cells, two pieces may be one.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from vision.board.cells import edge_ends, edges
from vision.board.first_look.doubts import Look
from vision.board.flat import Flat
from vision.board.laying.pieces import NEUTRAL
from vision.board.laying.reading import Laid, Reading
from vision.board.second_look.crossed import CrossedConfig, crossed
from vision.board.second_look.withdrawn import withdrawn

SHADOW = (
    "A shadow ends where these pieces would meet, and no seam shows: they may be one. Light the board evenly."
)


@dataclass(frozen=True, slots=True)
class ShadowedConfig:
    """When a shadow's edge is no seam. Of 1,306 pairs of pieces of one colour that touch, on 153 boards, one is one
    piece: it is 1.32 times as light on one side, and nothing between is darker. Of the others one is so (1.09 times).
    Of 19 pieces of which a part was darkened by computation, to .6 to .9 of its light, 58 of 76 were told as several
    pieces without this, nine with it."""

    crossed: CrossedConfig = field(default_factory=CrossedConfig)
    lighter: float = 1.06
    """How many times as light one side has to be at least, ..."""
    depth: float = 0.03
    """... and how much darker what lies between may be, as a share of the darker side, ..."""
    rise: float = 30.0
    """... and how much lighter, in the channel that rises most, in shades of 255. Along 1,407 sides within pieces of
    one colour, 612 of them at the edge of a shadow that was computed, half of these sharpened, it rises by no more than
    27; of a white board between green pieces, one 1.08 times as light as the other, it rose by 53."""


def with_shadowed(
    look: Look, readings: tuple[Reading, ...], flat: Flat, config: ShadowedConfig
) -> tuple[Look, tuple[Reading, ...]]:
    """What is told of a board, less the pieces that may be parted by the edge of a shadow alone."""
    shared = shared_sides(look)
    sides = [side for own in shared.values() for side in own]
    if not sides:
        return look, readings
    shown = crossed(flat, edge_ends()[sides], config.crossed)
    lighter = np.maximum(shown.left, shown.right) > config.lighter * shown.darker
    closed = (shown.depth < config.depth * shown.darker) & (shown.rise < config.rise)
    shadows = {*np.array(sides)[lighter & closed].tolist()}
    lost = {laid for pair, own in shared.items() if shadows.issuperset(own) for laid in pair}
    return withdrawn(look, readings, lost, SHADOW)


def lying_on(look: Look) -> dict[int, Laid]:
    """The players' pieces that are told, by each of their cells."""
    return {cell: laid for laid in look.pieces if laid[0] != NEUTRAL for cell in laid[1].cells}


def shared_sides(look: Look) -> dict[frozenset[Laid], list[int]]:
    """The sides between every two pieces of one player's that touch."""
    lying = lying_on(look)
    found: dict[frozenset[Laid], list[int]] = {}
    for side, edge in enumerate(edges()):
        one, other = lying.get(edge.left), lying.get(edge.right)
        if one and other and one != other and one[0] == other[0]:
            found.setdefault(frozenset((one, other)), []).append(side)
    return found
