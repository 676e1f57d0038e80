"""What follows by itself in play: a player is out, a turn, a lap or a round is over."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.zangle import CENTRE
from companion.rules.zangle.modes import SOLITAIRE, SPEEDSTER
from companion.rules.zangle.scoring import RoundResult
from companion.table.zangle.table import Phase, Table, Turn


def turned_on(table: Table) -> Table:
    """What follows by itself in play: a player is out, a turn is over."""
    if table.mode == SOLITAIRE:
        return scored(replace(table, winner=table.names[0])) if _stairs(table) == 0 else table
    out = next((name for name in table.lap if table.known_seat(name).cards == 0), None)
    if table.winner is None or table.known_seat(table.winner).cards:
        table = replace(table, winner=out)
    if table.winner is not None and table.mode == SPEEDSTER:
        return replace(table, phase=Phase.CHECK, calls=(), settled=None, pending=None)
    if table.winner is not None and table.bonus:
        return scored(table)
    if table.turn is not None and table.on_turn is not None:
        seat = table.known_seat(table.on_turn)
        last = table.turn.place == len(table.lap) - 1 and table.winner is not None
        replenished = table.due(CENTRE) == 0 and table.due(seat.name) == 0
        if seat.cards == 0 and last:
            return scored(table)
        if table.turn.claimed and (replenished or last):
            return _turned_on_after(next_turn(table, idle=0))
        if seat.cards == 0 and replenished:
            return _turned_on_after(next_turn(table, idle=0))
    return table


def _turned_on_after(table: Table) -> Table:
    return turned_on(table) if table.phase is Phase.PLAY else table


def next_turn(table: Table, *, idle: int) -> Table:
    """The turn goes to the left; the lap in which somebody is out is the last."""
    place = (table.turn.place if table.turn else 0) + 1
    if place < len(table.lap):
        return replace(table, turn=Turn(place, idle=idle))
    return scored(table) if table.winner is not None else replace(table, turn=Turn(idle=idle))


def scored(table: Table, *, honest: bool | None = None) -> Table:
    """The table once a round is scored; `honest` is what the check of the winner's Zangles came to, if any was made."""
    alone = table.mode == SOLITAIRE
    held = tuple((seat.name, _stairs(table) if alone else seat.cards) for seat in table.seats if seat.playing)
    result = RoundResult(table.round, table.bonus, held, table.winner, honest)
    return replace(
        table,
        phase=Phase.SCORED,
        calls=(),
        settled=None,
        pending=None,
        turn=None,
        results=(*table.results, result),
    )


def _stairs(table: Table) -> int:
    return sum(column.cards for column in table.columns)
