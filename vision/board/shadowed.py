"""Pieces of one colour that the edge of a shadow seems to part.

Between two pieces runs a gap, darker than both, and both are as light as each other. Where a shadow ends on a piece,
one part of it is darker than the other, and nothing runs between them. Where that happens along sides of cells, two
pieces may be one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from vision.board.cells import edge_ends
from vision.board.covers import connected, outer_sides
from vision.board.crossed import CrossedConfig, crossed
from vision.board.doubts import Look, Unread
from vision.board.flat import Flat
from vision.board.open_boards import without
from vision.board.pieces import NEUTRAL
from vision.board.reading import Laid, Reading

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
    """... and how much darker what lies between may be, as a share of the darker side."""


def with_shadowed(
    look: Look, readings: tuple[Reading, ...], flat: Flat, config: ShadowedConfig
) -> tuple[Look, tuple[Reading, ...]]:
    """What is told of a board, less the pieces that may be parted by the edge of a shadow alone."""
    lost: set[Laid] = set()
    for one, other in _touching(look):
        sides = [side for side, cell in outer_sides(one[1]) if other[1].mask >> cell & 1]
        shown = crossed(flat, edge_ends()[sides], config.crossed)
        lighter = np.maximum(shown.left, shown.right) > config.lighter * shown.darker
        if (lighter & (shown.depth < config.depth * shown.darker)).all():
            lost |= {one, other}
    if not lost:
        return look, readings
    pieces = {laid: chance for laid, chance in look.pieces.items() if laid not in lost}
    parts = connected(sum(spot.mask for _, spot in lost))
    return Look(pieces, (*look.unread, *(Unread(part, SHADOW) for part in parts))), without(readings, lost)


def _touching(look: Look) -> Iterator[tuple[Laid, Laid]]:
    """Every two pieces of one player's that share a side."""
    for one, other in combinations(look.pieces, 2):
        if one[0] == other[0] != NEUTRAL and any(
            other[1].mask >> cell & 1 for _, cell in outer_sides(one[1])
        ):
            yield one, other
