"""Cards that come: what was dealt, turned up, taken as a hit or filled up, and what lies open that is not known yet.

Face-down piles are never looked at: what is drawn from them is known by the cards that come to lie open.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from math import inf

from companion.rules.zangle import CENTRE
from companion.rules.zangle.modes import SOLITAIRE, hand
from companion.table.watch.arrivals import compared, surely_drawn
from companion.table.watch.claiming import laid
from companion.table.watch.drawing import May, is_column, may_draw
from companion.table.watch.left_lately import may_have_left
from companion.table.watch.left_over import dealt_anew
from companion.table.watch.placed import Card, out_of_sight
from companion.table.watch.telling import face_of, in_order, same_faces
from companion.table.watch.watching import Watching
from companion.table.watch.zangle_piles import may_be_gathered, with_piles
from companion.table.zangle import events as ev
from companion.table.zangle.events import Face
from companion.table.zangle.table import Table
from vision.live.things import How


def deal(watching: Watching, table: Table) -> tuple[Watching, ev.Event | None]:
    """A deal, once everybody's row lies there, and not all of it since before: as after a deal that was undone."""
    rows = dict.fromkeys(watching.seats, 1)
    if table.mode != SOLITAIRE:
        dealt = table.tied_for_first if table.bonus else table.names
        levels = table.options.levels
        rows = {
            seat.name: hand(levels, seat.level, bonus=table.bonus).row
            for seat in table.seats
            if seat.name in dealt
        }
    lying = {place: dealt_anew(watching, table, _come(watching, place)) for place in rows}
    came = [card for cards in lying.values() for card in cards]
    if any(len(lying[place]) < row for place, row in rows.items()) or not any(map(watching.fresh, came)):
        return watching, None
    return watching.accounted_for([card for place in rows for card in watching.at(place)]), ev.Deal()


def flip(watching: Watching, table: Table) -> tuple[Watching, ev.Event | None]:
    """The centre turned up, once all of it lies there, and not all of it since before."""
    came = dealt_anew(watching, table, _come(watching, CENTRE))
    if table.hidden and len(came) >= table.hidden and any(map(watching.fresh, came)):
        return watching.all_accounted(), ev.Flip()
    return watching, None


def drawn(watching: Watching, table: Table, place: str, may: May) -> tuple[Watching, ev.Event | None]:
    """What the cards that came to a place were drawn for, if they were."""
    due = table.due(place)
    # Of cards alike the ones that were there before are the game's, and then those that are hidden.
    there = sorted(
        _come(watching, place) if due else watching.settled(place),
        key=lambda card: (watching.fresh(card), card.seen.how is How.SEEN),
    )
    missing, more = compared(table.faces(place) or (), [face_of(card.seen) for card in there])
    came = [there[number] for number in more]
    word = watching.word_on(place)
    if word is not None and missing and (added := word.added(there)) is not None:
        missing, came = [], added  # The others are what a person has said that they are.
    piled = may_be_gathered(watching, table, place, came)
    full = may.replenish and due and len(came) >= due
    if full and len(came) - len(piled) < due and not waited(watching, came):
        return watching, None
    # Some may have come while a claim was laid, or no picture: each is a hit of its own.
    # A hit can wait: once it is told, nothing is laid to the last Zangle any more.
    may_grow = watching.told is not None and not watching.told.closed
    hit = may.hit and not due and came and table.pile and not may_grow
    if missing or not any(map(watching.fresh, came)) or not (full or hit):
        return watching, None
    if any(card.seen.how is not How.SEEN for card in came):
        return watching, None
    if not _none_was_hidden(watching, table, place, there, came):
        return watching, None
    if full:
        piled = piled if len(came) - len(piled) >= due else []
        # What came beyond that is a hit, and told by itself.
        more_came = [card for card in came if card not in piled][due:] if may.hit else []
        filled_up = _but_later_ones(watching, place, more_came)
        return with_piles(watching.accounted_for(filled_up), piled), ev.Replenish(place)
    if piled:
        return with_piles(watching, piled), None
    if not waited(watching, came) and _may_have_fallen(watching, table, place, came):
        return watching, None
    of_one_hit = _but_later_ones(watching, place, came[1:])
    return watching.accounted_for(of_one_hit), ev.Hit(place)


def _but_later_ones(watching: Watching, place: str, later: Sequence[Card]) -> list[Card]:
    """The cards at a place, but for these and those that came a moment ago: they may be hits of their own."""
    since_s = watching.now_s - watching.config.settled_s
    return [card for card in watching.at(place) if card not in later and card.since_s <= since_s]


def _none_was_hidden(
    watching: Watching, table: Table, place: str, there: Iterable[Card], came: Sequence[Card]
) -> bool:
    """Whether the cards that `came` were drawn for certain, and none is one that is out of sight where it belongs."""
    others = [card for card in watching.cards if card not in came]
    hidden = out_of_sight(others, table, (CENTRE, *watching.seats))
    # Where the game does not know its cards there, any that is new may be the one that was not there before.
    known = all(face.known for face in table.faces(place) or ())
    new = [card for card in there if card in came or (not known and watching.fresh(card))]
    return surely_drawn([face_of(card.seen) for card in new], hidden)


def _may_have_fallen(watching: Watching, table: Table, place: str, came: Iterable[Card]) -> bool:
    """Whether a card may have fallen there on its way to another place, or from there."""
    elsewhere = may_draw(table).keys() - {place}
    return _filling_elsewhere(watching, table, place) or may_have_left(
        watching.left, elsewhere, [face_of(card.seen) for card in came]
    )


def _come(watching: Watching, place: str) -> list[Card]:
    """The cards that lie at a place: those that are read, and after a while those that cannot be."""
    since_s = watching.now_s - watching.config.unread_s
    unread = [
        card
        for card in watching.at(place)
        if card.seen.card is None
        and card.seen.how is How.SEEN
        and not card.seen.moving
        and card.since_s <= since_s
        and watching.fresh(card)
    ]
    return watching.settled(place) + unread


def _filling_elsewhere(watching: Watching, table: Table, place: str) -> bool:
    """Whether cards are being drawn for another place, and some of them lie there."""
    return any(
        may.replenish and table.due(other) and any(map(watching.fresh, watching.at(other)))
        for other, may in may_draw(table).items()
        if other != place
    )


def waited(watching: Watching, came: Sequence[Card]) -> bool:
    """Whether no other card has come for so long that these were drawn, though they may have been gathered up or may
    have fallen there.
    """
    since_s = max((card.since_s for card in came), default=-inf)
    return watching.now_s - since_s > watching.config.unread_s


def filled(watching: Watching, table: Table) -> ev.Event | None:
    """Solitaire: a column that was empty shows the card that lay on top of another."""
    for to, column in enumerate(table.columns, 1):
        there = _come(watching, ev.column_name(to)) if column.top is None else []
        if len(there) != 1:
            continue
        came = face_of(there[0].seen)
        if not came.known and len(left := _left_to_be_turned_up(watching, table)) == 1:
            return ev.FillColumn(left[0], to)
        for source, other in enumerate(table.columns, 1):
            if other.top is None or not other.hidden:
                continue
            here = [face_of(card.seen) for card in watching.at(ev.column_name(source))]
            if same_faces([came], [other.top]) and not same_faces(here, [other.top]):
                return ev.FillColumn(source, to)
        # One that was turned up and taken over before it was known can have come from one column only: whose top is
        # not known yet, or shows since about then.
        since_s = there[0].since_s - watching.config.unread_s
        new = {card.place for card in watching.cards if card.since_s > since_s}
        columns = [(at, ev.column_name(at), one) for at, one in enumerate(table.columns, 1) if one.hidden]
        unknown = [at for at, name, one in columns if one.top == Face() or name in new]
        others = [card for card in watching.cards if card is not there[0]]
        hidden = out_of_sight(others, table, (CENTRE, *watching.seats))
        if len(unknown) == 1 and came.known and surely_drawn([came], hidden):
            return ev.FillColumn(unknown[0], to)
    return None


def _left_to_be_turned_up(watching: Watching, table: Table) -> list[int]:
    """Solitaire: the columns whose top is known and lies there no more, but the next card does."""
    found = []
    for at, column in enumerate(table.columns, 1):
        there = [face_of(card.seen) for card in watching.settled(ev.column_name(at))]
        if column.hidden and column.top and column.top.known and len(there) == 1:
            found += [at] if not column.top.agrees(there[0]) else []
    return found


def looks(watching: Watching, table: Table) -> tuple[Watching, ev.Event | None]:
    """What lies open at a place, where that is not known yet, or known otherwise."""
    since_s = watching.now_s - watching.config.unread_s
    claimed = () if watching.call is None else laid(watching.claimed(watching.call.seat), watching.zones)
    taken_over = any(
        card.seen.card is None
        for at, column in enumerate(table.columns, 1)
        if column.top is None
        for card in watching.at(ev.column_name(at))
    )
    for place in (CENTRE, *(watching.seats if table.mode == SOLITAIRE else table.lap)):
        lying = table.faces(place) or ()
        there = watching.settled(place)
        if not there or not len(there) == len(watching.at(place)) == len(lying):
            continue
        faces = tuple(in_order(card.seen for card in there))
        if any(moved.owner == place for moved in claimed):
            continue  # What left it lies in the claim zone and is not told yet.
        filling = (place == CENTRE or table.mode != SOLITAIRE) and table.due(place) > 0
        missed, came = _differing(lying, faces)
        covered = any(card.seen.how is not How.SEEN for card in there)
        if missed and (filling or covered or _strayed(watching, table, place, missed, came)):
            # One that was drawn lies there already, or one is remembered where it lay before it was pushed, and one
            # that belongs there lies elsewhere.
            continue
        if not _belongs(watching, table, place, faces) or any(
            card.seen.key in watching.stale for card in there
        ):
            continue
        if missed and is_column(place) and (any(card.since_s > since_s for card in there) or taken_over):
            continue  # What lay on top may be on its way to an empty column, or lies there and cannot be read.
        word = watching.word_on(place)
        if word is not None and word.stands(there, faces):
            faces = word.with_added(lying, there)
        if faces and all(face.known for face in faces) and not same_faces(faces, lying):
            return watching, ev.Seen(place, faces)
    return watching, None


def _differing(lying: Iterable[Face], faces: Sequence[Face]) -> tuple[list[Face], list[Face]]:
    """What the game knows to lie at a place and is missed there, and what lies there instead."""
    missed, came = compared(lying, faces)
    return [face for face in missed if face.known], [faces[number] for number in came if faces[number].known]


def _belongs(watching: Watching, table: Table, place: str, faces: Sequence[Face]) -> bool:
    """Whether none of the cards that are new at a place may have fallen there from where it is missed now."""
    _, new = compared([face for face in table.faces(place) or () if face.known], faces)
    elsewhere = [other for other in (CENTRE, *watching.seats) if other != place]
    hidden = [face for face in out_of_sight(watching.cards, table, elsewhere) if face.known]
    return surely_drawn([faces[number] for number in new], hidden)


def _strayed(
    watching: Watching, table: Table, place: str, missed: Sequence[Face], came: Sequence[Face]
) -> bool:
    """Whether cards lie at two places as if one had been laid or had fallen from the one to the other."""
    for other in (CENTRE, *watching.seats):
        if other == place:
            continue
        gone, strange = _differing(
            table.faces(other) or (), [face_of(card.seen) for card in watching.at(other)]
        )
        if any(one.agrees(face) for one, face in (*product(missed, strange), *product(came, gone))):
            return True
    return False
