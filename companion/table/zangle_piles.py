"""Zangles that lie gathered up before their players: open cards in a player's zone that are none of the row."""

from __future__ import annotations

from dataclasses import replace

from companion.table.watch.watching import Watching
from companion.table.zangle.table import Table


def without_piles(watching: Watching, table: Table) -> Watching:
    """The watching with cards of this round's Zangles lying nowhere, as far as their markers tell: they are not drawn
    again before all are gathered.
    """
    laid = [face for seat in table.seats for zangle in seat.zangles for face in zangle]
    ids = {face.id for face in (*laid, *(face for zangle in table.used for face in zangle))} - {None}
    if not ids:
        return watching
    return replace(
        watching,
        cards=tuple(
            replace(card, place=None) if card.seen.id in ids and card.place in watching.seats else card
            for card in watching.cards
        ),
    )
