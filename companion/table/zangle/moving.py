"""Cards go from one place of the table to another; none is made and none is lost."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.zangle.modes import SOLITAIRE
from companion.table.zangle.events import UNREAD, Kind, Place
from companion.table.zangle.table import Column, Faces, Phase, Table

_COUNTS = {Kind.PILE: "pile", Kind.ASIDE: "aside", Kind.DISCARD: "discard"}


def room_at(table: Table, place: Place) -> int | None:
    """How many cards can be taken from a place; None where this table has no such place.

    Of a column its face-down cards are taken, and the top only once there are no others.
    """
    if not _named_rightly(table, place):
        return None
    if place.kind in _COUNTS:
        return int(getattr(table, _COUNTS[place.kind]))
    if place.kind is Kind.CENTRE:
        return table.hidden if table.phase is Phase.DEALT else len(table.centre)
    if place.kind is Kind.COLUMN:
        return table.columns[(place.column or 0) - 1].cards
    if place.seat is None:
        return sum(map(len, table.used))
    seat = table.known_seat(place.seat)
    if place.kind is Kind.ROW:
        return len(seat.row)
    return seat.draw if place.kind is Kind.DRAW else sum(map(len, seat.zangles))


def put(table: Table, place: Place, count: int) -> Table:
    """The table with so many cards more at a place, or fewer for a negative count.

    Cards that come to lie open are unread; those that leave are rather unread ones, then the last.
    """
    if place.kind in _COUNTS:
        name = _COUNTS[place.kind]
        changed: Table = replace(table, **{name: getattr(table, name) + count})
        return changed
    if place.kind is Kind.CENTRE:
        if table.phase is Phase.DEALT:
            return replace(table, hidden=table.hidden + count)
        return replace(table, centre=_changed(table.centre, count))
    if place.kind is Kind.COLUMN:
        at = (place.column or 0) - 1
        column = _changed_column(table.columns[at], count)
        return replace(table, columns=(*table.columns[:at], column, *table.columns[at + 1 :]))
    if place.seat is None:
        return replace(table, used=_changed_used(table.used, count))
    seat = table.known_seat(place.seat)
    if place.kind is Kind.ROW:
        return table.with_seat(replace(seat, row=_changed(seat.row, count)))
    if place.kind is Kind.DRAW:
        return table.with_seat(replace(seat, draw=seat.draw + count))
    return table.with_seat(replace(seat, zangles=_changed_used(seat.zangles, count)))


def _named_rightly(table: Table, place: Place) -> bool:
    alone = table.mode == SOLITAIRE
    if place.kind is Kind.COLUMN:
        return alone and place.seat is None and 1 <= (place.column or 0) <= len(table.columns)
    if place.column is not None:
        return False
    if place.kind in (Kind.ROW, Kind.DRAW) or (place.kind is Kind.USED and not alone):
        seat = table.seat(place.seat or "")
        return not alone and seat is not None and seat.playing
    return place.seat is None and (alone or place.kind is not Kind.DISCARD)


def _changed_column(column: Column, count: int) -> Column:
    """Cards come to lie beneath the top; of those that come to an empty column one is turned up."""
    cards = column.cards + count
    if cards == 0:
        return Column(0)
    return Column(cards - 1, UNREAD if column.top is None else column.top)


def _changed(faces: Faces, count: int) -> Faces:
    if count >= 0:
        return faces + (UNREAD,) * count
    order = sorted(range(len(faces)), key=lambda at: (faces[at] != UNREAD, -at))
    gone = set(order[:-count])
    return tuple(face for at, face in enumerate(faces) if at not in gone)


def _changed_used(used: tuple[Faces, ...], count: int) -> tuple[Faces, ...]:
    if count >= 0:
        return (*used[:-1], _changed(used[-1] if used else (), count))
    left = -count
    kept = list(used)
    while left:
        last = kept.pop()
        if len(last) > left:
            kept.append(last[:-left])
        left -= min(left, len(last))
    return tuple(kept)
