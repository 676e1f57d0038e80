"""Zangles that lie gathered up before their players: open cards in a player's zone that are none of the row.

Their markers tell, for no card of a Zangle is drawn again before all are gathered. Without markers one that looks like
a card of the player's last Zangle, and came there as that left the claim zone, may be it; and where a pile once lay the
next Zangle is laid, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import dist

from companion.table.watch.arrivals import compared
from companion.table.watch.placed import Card
from companion.table.watch.telling import face_of
from companion.table.watch.watching import Watching
from companion.table.watch.zones import Use, Xy
from companion.table.zangle.events import Face
from companion.table.zangle.table import Table

GATHERED_S = 1.5
"""For how long after the claim zone was empty a card may come that lay there."""
PILE_MM = 25.0
"""A card that lies less far from where a pile lay is on top of it ..."""
PILE_S = 10.0
"""... unless no card has lain there for so long."""


def without_piles(watching: Watching, table: Table) -> Watching:
    """The watching with such cards lying nowhere."""
    laid = [face for seat in table.seats for zangle in seat.zangles for face in zangle]
    over = table.control is None or (table.turn is not None and table.turn.claimed)
    if laid and over and watching.at(Use.CLAIM.value):
        by = watching.zangle_by if watching.told is None else watching.told.claim.seat
        watching = replace(watching, zangle_s=watching.now_s, zangle_by=by)
    ids = {face.id for face in (*laid, *(face for zangle in table.used for face in zangle))} - {None}
    piles = _kept(watching) if laid else ()
    if not ids and not piles:
        return replace(watching, piles=())

    def piled(card: Card) -> bool:
        if card.seen.id is not None:
            return card.seen.id in ids
        return any(_on(card, at_mm) for at_mm, _ in piles)

    rows = watching.seats
    cards = [replace(one, place=None) if one.place in rows and piled(one) else one for one in watching.cards]
    return replace(watching, cards=tuple(cards), piles=piles)


def _kept(watching: Watching) -> tuple[tuple[Xy, float], ...]:
    """The piles that lie there still, each with when a card last did."""
    now_s = watching.now_s
    lain = [
        (at_mm, now_s if any(_on(card, at_mm) for card in watching.cards) else since_s)
        for at_mm, since_s in watching.piles
    ]
    return tuple((at_mm, since_s) for at_mm, since_s in lain if since_s > now_s - PILE_S)


def _on(card: Card, at_mm: Xy) -> bool:
    return dist(card.lying.at_mm, at_mm) < PILE_MM


def may_be_gathered(watching: Watching, table: Table, place: str, came: Sequence[Card]) -> list[Card]:
    """Which of the cards that came to a player's row may be ones of the last Zangle."""
    seat = table.seat(place)
    if seat is None or not seat.zangles or place != watching.zangle_by:
        return []
    down = [face_of(card.seen) for card in watching.at(Use.CLAIM.value)]
    left, _ = compared([face for face in seat.zangles[-1] if face.known], down)
    found = []
    for card in came:
        face = next((face for face in left if _like(face, face_of(card.seen))), None)
        if face is not None and card.since_s <= watching.zangle_s + GATHERED_S:
            left.remove(face)
            found.append(card)
    return found


def with_piles(watching: Watching, cards: Sequence[Card]) -> Watching:
    """These cards lie on piles."""
    piles = [(card.lying.at_mm, watching.now_s) for card in cards]
    return replace(watching, piles=(*watching.piles, *piles))


def _like(one: Face, other: Face) -> bool:
    return None in (one.id, other.id) and other.known and one.agrees(other)
