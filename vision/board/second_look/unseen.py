"""Pieces of one colour between which no seam would show.

In little light the dark lines between dark pieces are lost, and two of them, edge to edge, look like a larger one. So
where a photo shows no seam of a colour clearly, and its pieces are less even inside than pieces are, these are in
doubt.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from vision.board.cells import edge_ends, edges
from vision.board.first_look.doubts import Look, Unread
from vision.board.flat import Flat
from vision.board.laying.covers import connected
from vision.board.laying.open_boards import without
from vision.board.laying.pieces import NEUTRAL
from vision.board.laying.reading import Laid, Reading
from vision.board.second_look.again import Again
from vision.board.second_look.crossed import CrossedConfig, crossed

NO_SEAMS = "The seams are not seen clearly: this may be several pieces. Come closer, or light the board from the side."


@dataclass(frozen=True, slots=True)
class UnseenConfig:
    """How deep lines are measured, and which seam is clear."""

    crossed: CrossedConfig = field(default_factory=CrossedConfig)
    most_even: float = 0.9
    """The depth within pieces that such a share of their sides has not: what shows there is no seam, most likely."""
    clear: float = 2.5
    least: float = 1.0
    """A seam is clear that is so many times as deep, in shades of 255; and that, where pieces are even."""
    uneven: float = 0.018
    """Over how bright the pieces are."""
    least_sides: int = 5
    """Sides within pieces that are asked at least: of fewer, one that grain or a shadow crosses is all that counts. Of
    159 boards one has a colour without a clear seam on so many sides that are less even, and there two pieces were told
    as one."""
    undivided: float = 0.99
    """A piece stands all the same if the network holds each of its inner sides for so likely one: of 452 photographs
    one has such a colour, and all six of its pieces are right."""


def with_unseen(
    look: Look, readings: tuple[Reading, ...], again: Again, flat: Flat, config: UnseenConfig
) -> tuple[Look, tuple[Reading, ...]]:
    """What is told of a board, less the pieces whose own seams might not show."""
    lost = {
        laid
        for owner in {laid[0] for laid in look.pieces}
        for laid in _unsure(look, owner, flat, config)
        if again.undivided(laid[1]) < config.undivided
    }
    if not lost:
        return look, readings
    doubts = (Unread(part, NO_SEAMS) for _, spot in sorted(lost, key=_first) for part in connected(spot.mask))
    return look.less(lost, doubts), without(readings, lost)


def _first(laid: Laid) -> int:
    return laid[1].mask & -laid[1].mask


def _unsure(look: Look, owner: str, flat: Flat, config: UnseenConfig) -> list[Laid]:
    """A colour's pieces of several cells, if none of its seams is clear and they are not even."""
    larger = [laid for laid in look.pieces if laid[0] == owner and len(laid[1].cells) > 1]
    if owner == NEUTRAL or not larger:
        return []
    piece = {
        cell: number for number, laid in enumerate(look.pieces) if laid[0] == owner for cell in laid[1].cells
    }
    sides = [number for number, edge in enumerate(edges()) if edge.left in piece and edge.right in piece]
    inside = np.array([piece[edges()[k].left] == piece[edges()[k].right] for k in sides])
    if inside.sum() < config.least_sides:
        return []
    shown = crossed(flat, edge_ends()[sides], config.crossed)
    depth, bright = shown.depth, shown.darker
    uneven = float(np.quantile(depth[inside], config.most_even))
    if (depth[~inside] > config.clear * max(uneven, config.least)).any():
        return []
    return larger if uneven > config.uneven * float(np.median(bright[inside])) else []
