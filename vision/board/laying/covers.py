"""Which pieces a region of one colour can be, given what shows along the sides of its cells.

Every side within the region either lies inside a piece or between two. What the picture shows there speaks for one
or the other; a partition's loss is what it ignores of that, summed, in natural logarithms of likelihood.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from vision.board.cells import neighbours
from vision.board.laying.pieces import Spot, spots_by_cell

Weights = Mapping[int, float]
"""For the number of a side: how much better it looks like the inside of a piece than like a seam."""


@dataclass(frozen=True, slots=True)
class Partition:
    """Pieces that fill a region, and the loss."""

    spots: tuple[Spot, ...]
    loss: float


def partitions(
    region: int, weights: Weights, *, neutral: bool, window: float, most: int = 60, effort: int = 60_000
) -> list[Partition]:
    """The partitions of a region (bits) whose loss is at most `window`, best first, at most `most`."""
    table = spots_by_cell(neutral=neutral)
    costs: dict[int, _Cost] = {}
    found: list[Partition] = []
    left = effort

    def cost(spot: Spot) -> _Cost:
        if (known := costs.get(spot.mask)) is None:
            inner = sum(max(0.0, -weights.get(edge, 0.0)) for edge in inner_sides(spot))
            cut = ((1 << other, weights.get(edge, 0.0)) for edge, other in outer_sides(spot))
            known = costs[spot.mask] = (inner, tuple(pair for pair in cut if pair[1] > 0))
        return known

    def place(rest: int, chosen: tuple[Spot, ...], loss: float, limit: float) -> None:
        nonlocal left
        left -= 1
        if left < 0 or loss > limit:
            return
        if not rest:
            found.append(Partition(chosen, loss))
            return
        cell = (rest & -rest).bit_length() - 1
        options = []
        for spot in table[cell]:
            if spot.mask & ~rest:
                continue
            more, cut = cost(spot)
            # Sides to cells that are still free are cut by this piece; the others were counted before.
            for other, weight in cut:
                if rest & other:
                    more += weight
            if loss + more <= limit:
                options.append((more, spot))
        options.sort(key=lambda pair: (pair[0], -len(pair[1].cells)))
        for more, spot in options:
            place(rest & ~spot.mask, (*chosen, spot), loss + more, limit)

    place(region, (), 0.0, window)
    found.sort(key=lambda partition: partition.loss)
    return found[:most]


_Cost = tuple[float, tuple[tuple[int, float], ...]]
"""What a piece ignores within, and the cells (bits) beyond sides that look like its inside, by how much each."""


def connected(region: int) -> Iterator[int]:
    """The parts of a region (bits) that hang together by sides."""
    around = neighbours()
    while region:
        part = fresh = region & -region
        while fresh:
            cell = (fresh & -fresh).bit_length() - 1
            fresh &= fresh - 1
            for _, other in around[cell]:
                if region >> other & 1 and not part >> other & 1:
                    part |= 1 << other
                    fresh |= 1 << other
        yield part
        region &= ~part


@lru_cache(maxsize=4096)
def inner_sides(spot: Spot) -> tuple[int, ...]:
    """The numbers of the sides between two cells of the piece."""
    return tuple(
        edge
        for cell in spot.cells
        for edge, other in neighbours()[cell]
        if other > cell and spot.mask >> other & 1
    )


@lru_cache(maxsize=4096)
def outer_sides(spot: Spot) -> tuple[tuple[int, int], ...]:
    """The numbers of the sides around the piece, each with the cell beyond; the board's rim is left out."""
    return tuple(
        (edge, other)
        for cell in spot.cells
        for edge, other in neighbours()[cell]
        if not spot.mask >> other & 1
    )


def borders(spot: Spot, cells: int) -> bool:
    """Whether a piece has a side in common with one of these cells (bits)."""
    return any(cells >> other & 1 for _, other in outer_sides(spot))
