"""Exact covers of the board's regions by the players' pieces, found once and remembered.

A cover is a tuple of masks, sorted. What a supply holds plays no part here: a cover comes with what
it needs, and whoever asks compares. Three small triangles in a row are the same cover whichever of
the four in the supply lies where.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from companion.rules.tranglar.actions import Attack
from companion.rules.tranglar.cells import CELLS
from companion.rules.tranglar.kinds import spots
from companion.rules.tranglar.position import Masks
from companion.rules.tranglar.supply import one

Needed = tuple[int, Masks]
"""What a cover needs of a supply, and its pieces."""


@lru_cache(maxsize=1)
def spots_by_lowest() -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each cell the places whose lowest cell it is: what they need of a supply, and their masks."""
    table: list[list[tuple[int, int]]] = [[] for _ in CELLS]
    for mask, spot in spots().items():
        table[(mask & -mask).bit_length() - 1].append((one(spot.kind), mask))
    return tuple(tuple(places) for places in table)


@lru_cache(maxsize=1 << 14)
def covers(region: int) -> tuple[Needed, ...]:
    """Every exact cover of a region, the whole region as one piece included."""
    return tuple((need, tuple(sorted(masks))) for need, masks in _covers(region))


def _covers(region: int) -> Iterator[Needed]:
    if not region:
        yield 0, ()
        return
    for need, mask in spots_by_lowest()[(region & -region).bit_length() - 1]:
        if mask & region == mask:
            for more, masks in _covers(region ^ mask):
                yield need + more, (mask, *masks)


@lru_cache(maxsize=1 << 10)
def attacks_on(mask: int) -> tuple[tuple[int, Attack], ...]:
    """Every direct attack on a piece that lies here, with what it needs of the attacker's supply."""
    return tuple((need, Attack(mask, masks)) for need, masks in covers(mask) if len(masks) > 1)
