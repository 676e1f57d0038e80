"""Racks of Zig Zaggle that nobody but their players sees: the same to everybody's eyes, with other letters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from companion.rules.errors import BadInput
from companion.rules.zigzaggle.position import Position, without
from companion.rules.zigzaggle.turn import Exchange, Lay, Tile
from companion.table.played.unseen_hands import Pinned, beliefs, of_size, spare, swapped


def holding(position: Position, move: Lay | Exchange, seat: int, pinned: Pinned) -> Position:
    """The position with a move's tiles on its rack if they can be."""
    tiles = move.tiles if isinstance(move, Exchange) else tuple(tile for _, tile in move.placed)
    needed = [tile.on_rack for tile in tiles]
    return with_racks(position, *swapped(position.racks, position.box, seat, needed, pinned))


def believed(position: Position, move: Lay, pinned: Pinned) -> Position:
    """The same for a move that the table says was held; free tiles, too, of which there are too few by the count.

    Where there is no other way, another rack gives what it was known to hold.
    """
    seat = position.to_move
    found = position
    for known in beliefs(pinned, seat):
        found = holding(position, move, seat, known)
        if without(found.rack, [tile for _, tile in move.placed]) is not None:
            break
    return found


def resized(position: Position, seat: int, count: int, known: Sequence[str]) -> Position:
    """The position with so many tiles on a rack; what it is known to hold goes back last. Raises BadInput."""
    rack = position.racks[seat]
    if not sum(tile.free for tile in rack) <= count <= len(rack) + len(position.box):
        raise BadInput("There are not so many tiles to move between the rack and the box.")

    def leaving(rack: Sequence[Tile]) -> int:
        # Free tiles stay: they are dealt once, and everybody knows how many a player has left.
        unknown = spare(rack, Counter(known))
        any_letter = next(at for at, tile in enumerate(rack) if not tile.free)
        return any_letter if unknown is None else unknown

    own, box = of_size(rack, position.box, count, leaving)
    return with_racks(position, (*position.racks[:seat], own, *position.racks[seat + 1 :]), box)


def with_racks(position: Position, racks: Sequence[Sequence[Tile]], box: Sequence[Tile]) -> Position:
    """The position with other racks and another box."""
    return replace(position, racks=tuple(tuple(sorted(rack)) for rack in racks), box=tuple(box))
