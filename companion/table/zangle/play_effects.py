"""What an event does while a round is played: cards are drawn, called for, laid down, filled up and seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.rules.verdict import Ruling
from companion.rules.zangle import CENTRE
from companion.rules.zangle.modes import SOLITAIRE, SPEEDSTER, centre_size
from companion.table.zangle import events as ev
from companion.table.zangle.cards import matched, without
from companion.table.zangle.events import UNREAD, Face, column_name
from companion.table.zangle.table import Column, Faces, Pending, Table
from companion.table.zangle.turns import next_turn, scored


def _hit(table: Table, event: ev.Hit, _seq: int) -> Table:
    seat = table.known_seat(event.seat)
    after = replace(table, pile=table.pile - 1).with_seat(replace(seat, row=(*seat.row, UNREAD)))
    if after.turn is not None:
        after = replace(after, turn=replace(after.turn, hit=True), pending=None)
    return after


def _call(table: Table, event: ev.Call, _seq: int) -> Table:
    return replace(table, calls=(*table.calls, event))


def _settle(table: Table, event: ev.Settle, _seq: int) -> Table:
    return replace(table, settled=event.seat)


def _claim(table: Table, event: ev.Claim, seq: int) -> Table:
    ruling = event.ruling or Ruling.UNDECIDED
    if ruling is Ruling.LEGAL:
        return _laid_down(table, event)
    if table.mode != SPEEDSTER and ruling is Ruling.ILLEGAL:
        after = replace(table, pending=None)
        if table.turn is not None and table.turn.hit:
            return next_turn(after, idle=table.turn.idle + 1)
        return after
    return replace(table, pending=Pending(seq, event.seat, ruling))


def _laid_down(table: Table, event: ev.Claim) -> Table:
    laid: list[Face] = []
    for source in dict.fromkeys(taken.source for taken in event.cards):
        asked = tuple(taken.face for taken in event.cards if taken.source == source)
        table, gone = _taken(table, source, asked)
        laid += gone
    table = replace(table, calls=(), settled=None, pending=None)
    if table.mode == SOLITAIRE:
        return replace(table, used=(*table.used, tuple(laid)))
    seat = table.known_seat(event.seat)
    table = table.with_seat(replace(seat, zangles=(*seat.zangles, tuple(laid))))
    if table.turn is not None:
        table = replace(table, turn=replace(table.turn, claimed=True, idle=0))
    return table


def _taken(table: Table, source: str, asked: Faces) -> tuple[Table, list[Face]]:
    """Cards leave the place where they lie open; what either side knew of them is kept."""
    lying = table.faces(source) or ()
    at = matched(asked, lying)
    if at is None:
        raise ValueError(f"cards that do not lie at {source}")
    gone = [_better(face, lying[index]) for face, index in zip(asked, at, strict=True)]
    rest = without(lying, at)
    if source == CENTRE:
        return replace(table, centre=rest), gone
    if table.mode == SOLITAIRE:
        columns = tuple(
            _turned_up(column) if column_name(number) == source else column
            for number, column in enumerate(table.columns, 1)
        )
        return replace(table, columns=columns), gone
    return table.with_seat(replace(table.known_seat(source), row=rest)), gone


def _better(one: Face, other: Face) -> Face:
    return one if (one.known, one.id is not None) >= (other.known, other.id is not None) else other


def _turned_up(column: Column) -> Column:
    """The column without its top card: the next one is turned up."""
    return Column(column.hidden - 1, UNREAD) if column.hidden else Column(0)


def _penalty(table: Table, event: ev.Penalty, _seq: int) -> Table:
    seat = table.known_seat(event.seat)
    card = min(1, table.pile)
    after = replace(table, pile=table.pile - card, calls=(), settled=None, pending=None)
    return after.with_seat(replace(seat, draw=seat.draw + card))


def _replenish(table: Table, event: ev.Replenish, _seq: int) -> Table:
    due = table.due(event.place)
    if event.place == CENTRE:
        return replace(table, pile=table.pile - due, centre=table.centre + (UNREAD,) * due)
    seat = table.known_seat(event.place)
    return table.with_seat(replace(seat, draw=seat.draw - due, row=seat.row + (UNREAD,) * due))


def _pass(table: Table, _event: ev.Pass, _seq: int) -> Table:
    idle = 0 if table.turn is None else table.turn.idle
    return next_turn(replace(table, pending=None), idle=idle + 1)


def _seen(table: Table, event: ev.Seen, _seq: int) -> Table:
    lying = table.faces(event.place) or ()
    faces = event.cards + (UNREAD,) * (len(lying) - len(event.cards))
    if event.place == CENTRE:
        return replace(table, centre=faces)
    if table.mode == SOLITAIRE:
        columns = tuple(
            replace(column, top=faces[0]) if faces and column_name(number) == event.place else column
            for number, column in enumerate(table.columns, 1)
        )
        return replace(table, columns=columns)
    return table.with_seat(replace(table.known_seat(event.place), row=faces))


def _fill_column(table: Table, event: ev.FillColumn, _seq: int) -> Table:
    columns = list(table.columns)
    columns[event.to - 1] = Column(columns[event.to - 1].cards, columns[event.source - 1].top)
    columns[event.source - 1] = _turned_up(columns[event.source - 1])
    return replace(table, columns=tuple(columns))


def _stuck(table: Table, _event: ev.Stuck, _seq: int) -> Table:
    if table.pile == 0:
        return scored(table)
    drawn = min(table.pile, centre_size(SOLITAIRE))
    return replace(
        table,
        discard=table.discard + len(table.centre),
        pile=table.pile - drawn,
        centre=(UNREAD,) * drawn,
        pending=None,
    )


EFFECTS: dict[type, Callable[[Table, Any, int], Table]] = {
    ev.Hit: _hit,
    ev.Call: _call,
    ev.Settle: _settle,
    ev.Claim: _claim,
    ev.Penalty: _penalty,
    ev.Replenish: _replenish,
    ev.Pass: _pass,
    ev.Seen: _seen,
    ev.FillColumn: _fill_column,
    ev.Stuck: _stuck,
}
