"""Who owns what as the game knows it, where the camera did not see the cards lie before they were taken.

It began in the midst of a call, or a card was out of sight when the call came. What the game does not know is missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.table.watch.arrivals import compared
from companion.table.watch.lying import Lying
from companion.table.watch.ownership import Frozen
from companion.table.watch.placed import Card
from companion.table.watch.telling import face_of
from companion.table.watch.zones import Xy, Zone
from companion.table.zangle.events import Face
from companion.table.zangle.table import Table
from vision.live.things import How, look_of_shape


def as_known(
    table: Table, cards: Sequence[Card], zones: Iterable[Zone], places: Iterable[str]
) -> Frozen | None:
    """The open cards of these places, each where one like it lies, else in the middle of its place.

    None where the game does not know all of them.
    """
    middles = {zone.seat or zone.use.value: _middle(zone) for zone in zones}
    owned = []
    for place in places:
        shown = [card for card in cards if card.place == place and card.seen.how is How.SEEN]
        for face in table.faces(place) or ():
            if not face.known or place not in middles:
                return None
            here = next((card for card in shown if face.agrees(face_of(card.seen))), None)
            if here is not None:
                shown.remove(here)
            at_mm = middles[place] if here is None else here.lying.at_mm
            owned.append((place, Lying(at_mm, look_of_shape(face.shape), face.id)))
    return Frozen(tuple(owned))


def as_read(cards: Iterable[Card], table: Table, places: Iterable[str]) -> list[Lying]:
    """Cards as they lie; those that are not read are what the game misses there, where it knows all that lies there,
    and nothing like that came to another place.
    """
    cards = list(cards)
    compares = {
        place: (there, *compared(table.faces(place) or (), [face_of(card.seen) for card in there]))
        for place in places
        for there in [[card for card in cards if card.place == place]]
    }
    # A card that was put down elsewhere is missed where the game has it, and it is not what is not read there.
    elsewhere = [face_of(there[number].seen) for there, _, came in compares.values() for number in came]
    known: dict[int, Face] = {}
    for there, missed, came in compares.values():
        if len(missed) != len(came) or any(there[number].seen.card is not None for number in came):
            continue
        known |= {
            id(there[number]): face
            for number, face in zip(came, missed, strict=True)
            if face.known and not any(other.known and other.agrees(face) for other in elsewhere)
        }
    return [
        Lying(card.lying.at_mm, look_of_shape(face.shape), face.id)
        if (face := known.get(id(card))) is not None
        else card.lying
        for card in cards
    ]


def looks_of(table: Table, places: Iterable[str]) -> dict[str, Face]:
    """What the looks show of all cards that the game knows to lie open at these places."""
    known = (face for place in places for face in table.faces(place) or () if face.known)
    return {look_of_shape(face.shape): replace(face, id=None) for face in known}


def _middle(zone: Zone) -> Xy:
    xs, ys = zip(*zone.corners_mm, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)
