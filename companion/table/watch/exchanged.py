"""Cards that lie the wrong way round: one of each of two places was put down at the other one.

Nothing is on its way then, and whoever put them down goes by where they lie, as a claim does. Where more than that lies
otherwise than the game knows, such as what was exchanged while new cards were drawn, it counts once it has lain so for
a while.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from companion.rules.zangle import CENTRE
from companion.table.watch.arrivals import compared
from companion.table.watch.placed import Card
from companion.table.watch.telling import face_of, in_order
from companion.table.watch.watching import Watching
from companion.table.zangle import events as ev
from companion.table.zangle.events import Face
from companion.table.zangle.table import Table
from vision.live.things import How


def exchanged(watching: Watching, table: Table) -> tuple[Watching, ev.Seen | None]:
    """What lies at a place that has lost as many cards to others as it has got from them; the others' follow at once,
    for in between one card would be known to lie twice.
    """
    looks = watching.exchanged or _looks(watching, table)
    if any(_said_otherwise(watching, look) for look in looks):
        looks = ()
    if not looks or len(table.faces(looks[0].place) or ()) < len(looks[0].cards):
        return replace(watching, exchanged=()), None
    return replace(watching, exchanged=looks[1:]), looks[0]


def _said_otherwise(watching: Watching, look: ev.Seen) -> bool:
    """Whether a person has said what lies there, and it does."""
    word = watching.word_on(look.place)
    return word is not None and word.stands(watching.at(look.place), look.cards)


def _looks(watching: Watching, table: Table) -> tuple[ev.Seen, ...]:
    """What lies at each such place.

    Only where every place lies in plain sight and has all its cards: one that fell from one place to another is missed
    where it fell from, and changes nothing of what is known.
    """
    there: dict[str, list[Card]] = {}
    missed: dict[str, list[Face]] = {}
    came: dict[str, list[int]] = {}
    for place in (CENTRE, *watching.seats):
        lying, cards = table.faces(place) or (), watching.settled(place)
        whole = len(lying) <= len(cards) == len(watching.at(place))
        if not whole or any(card.seen.how is not How.SEEN for card in cards):
            return ()
        there[place] = cards
        missed[place], came[place] = compared(lying, [face_of(card.seen) for card in cards])
    got = {place: _from_others(place, there, missed, came) for place in there}
    known = all(face.known for place in there for face in table.faces(place) or ())
    if not known or any(len(got[place]) != len(missed[place]) for place in there):
        return _as_it_lies(watching, table, there, missed)
    looks = []
    for place, cards in there.items():
        if missed[place]:
            new = set(came[place]) - set(got[place])
            own = in_order(card.seen for number, card in enumerate(cards) if number not in new)
            looks.append(ev.Seen(place, tuple(own)))
    return tuple(looks)


def _as_it_lies(
    watching: Watching, table: Table, there: Mapping[str, list[Card]], missed: Mapping[str, list[Face]]
) -> tuple[ev.Seen, ...]:
    """What lies at each place that lies otherwise than the game knows, where every place has as many cards as the game
    says, and all of them have lain there for a while.
    """
    counted = all(len(cards) == len(table.faces(place) or ()) for place, cards in there.items())
    since_s = max((card.since_s for cards in there.values() for card in cards), default=math.inf)
    if not counted or watching.now_s - since_s < watching.config.as_it_lies_s:
        return ()
    places = [place for place in there if missed[place] and not table.due(place)]
    return tuple(ev.Seen(place, tuple(in_order(card.seen for card in there[place]))) for place in places)


def _from_others(
    place: str, there: dict[str, list[Card]], missed: dict[str, list[Face]], came: dict[str, list[int]]
) -> list[int]:
    """The numbers of the cards at a place that others miss."""
    away = [face for other, faces in missed.items() if other != place for face in faces]
    found = []
    for number in came[place]:
        face = next((one for one in away if one.agrees(face_of(there[place][number].seen))), None)
        if face is not None:
            away.remove(face)
            found.append(number)
    return found
