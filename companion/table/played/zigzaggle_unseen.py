"""Racks of Zig Zaggle that nobody but their players sees: the same to everybody's eyes, with other letters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from companion.rules.errors import BadInput
from companion.rules.zigzaggle.position import Position
from companion.rules.zigzaggle.turn import Exchange, Lay, Tile
from companion.table.played.swapping import spare, swapped

Pinned = tuple[tuple[str, ...], ...]
"""What each rack is known to hold."""


def holding(position: Position, move: Lay | Exchange, seat: int, pinned: Pinned) -> Position:
    """The position with a move's tiles on its rack if they can be."""
    tiles = move.tiles if isinstance(move, Exchange) else tuple(tile for _, tile in move.placed)
    needed = [tile.on_rack for tile in tiles]
    return with_racks(position, *swapped(position.racks, position.box, seat, needed, pinned))


def of_size(position: Position, seat: int, count: int, known: Sequence[str]) -> Position:
    """The position with so many tiles on a rack; what it is known to hold goes back last. Raises BadInput."""
    rack, box = list(position.racks[seat]), list(position.box)
    letters = sum(not tile.free for tile in rack)
    if not len(rack) - letters <= count <= len(rack) + len(box):
        raise BadInput("There are not so many tiles to move between the rack and the box.")
    while len(rack) < count:
        rack.append(box.pop())
    while len(rack) > count:
        unknown = spare(rack, Counter(known))
        any_letter = next(at for at, tile in enumerate(rack) if not tile.free)
        box.append(rack.pop(any_letter if unknown is None else unknown))
    racks = [list(one) for one in position.racks]
    racks[seat] = rack
    return with_racks(position, racks, box)


def with_racks(position: Position, racks: Sequence[Sequence[Tile]], box: Sequence[Tile]) -> Position:
    """The position with other racks and another box."""
    return replace(position, racks=tuple(tuple(sorted(rack)) for rack in racks), box=tuple(box))
