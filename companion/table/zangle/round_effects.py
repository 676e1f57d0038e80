"""What an event does before a round, between rounds and at their end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.rules.seeds import seed
from companion.rules.zangle.modes import SOLITAIRE, TURN_STYLE, centre_size, deck_size, hand
from companion.rules.zangle.scoring import RoundResult
from companion.table.zangle import events as ev
from companion.table.zangle.events import UNREAD
from companion.table.zangle.options import Options
from companion.table.zangle.table import Column, Phase, Seat, Table, Turn
from companion.table.zangle.turns import scored


def set_up(event: ev.SetUp) -> Table:
    """The table before its first round: all cards are aside."""
    options = Options.of(event)
    seats = tuple(Seat(name) for name in event.players)
    return Table(options, seats, event.dealer or event.players[0], aside=deck_size(options.profile))


def _join(table: Table, event: ev.Join, _seq: int) -> Table:
    at = len(table.seats) if event.after is None else table.names.index(event.after) + 1
    seats = (*table.seats[:at], Seat(event.seat), *table.seats[at:])
    return replace(table, seats=seats, late=(*table.late, event.seat))


def _deal(table: Table, _event: ev.Deal, _seq: int) -> Table:
    if table.mode == SOLITAIRE:
        return _deal_staircase(table)
    tied = table.tied_for_first if table.bonus else table.names
    seats = []
    for seat in table.seats:
        if seat.name in tied:
            dealt = hand(table.options.levels, seat.level, bonus=table.bonus)
            seats.append(replace(seat, playing=True, draw=dealt.draw, row=(UNREAD,) * dealt.row))
        else:
            seats.append(seat)
    centre = centre_size(table.mode)
    pile = table.aside - centre - sum(seat.cards for seat in seats)
    return replace(table, seats=tuple(seats), phase=Phase.DEALT, aside=0, pile=pile, hidden=centre)


def _deal_staircase(table: Table) -> Table:
    pile, number = seed("zangle")["staircase"]["pile"], table.options.columns
    return replace(
        table,
        seats=tuple(replace(seat, playing=True) for seat in table.seats),
        phase=Phase.DEALT,
        aside=table.aside - pile - number * (number + 1) // 2,
        pile=pile - centre_size(SOLITAIRE),
        hidden=centre_size(SOLITAIRE),
        columns=tuple(Column(height, UNREAD) for height in range(number)),
    )


def _flip(table: Table, _event: ev.Flip, _seq: int) -> Table:
    turn = Turn() if table.mode == TURN_STYLE else None
    return replace(table, phase=Phase.PLAY, hidden=0, centre=(UNREAD,) * table.hidden, turn=turn)


def _end_round(table: Table, _event: ev.EndRound, _seq: int) -> Table:
    return scored(table)


def _round_check(table: Table, event: ev.RoundCheck, _seq: int) -> Table:
    return scored(table, honest=event.correct)


def _correct_score(table: Table, event: ev.CorrectScore, _seq: int) -> Table:
    def corrected(result: RoundResult) -> RoundResult:
        points = tuple(sorted({**dict(result.corrected), event.seat: event.points}.items()))
        return replace(result, corrected=points)

    results = tuple(corrected(one) if one.number == event.round else one for one in table.results)
    return replace(table, results=results)


def _next_round(table: Table, _event: ev.NextRound, _seq: int) -> Table:
    seats = tuple(Seat(seat.name, seat.level) for seat in table.seats)
    left = (table.names.index(table.dealer) + 1) % len(seats)
    return Table(
        table.options,
        seats,
        table.names[left],
        round=table.round + 1,
        bonus=not table.more_rounds,
        aside=table.deck,
        results=table.results,
        late=table.late,
    )


def _equalize(table: Table, event: ev.Equalize, _seq: int) -> Table:
    seat = table.known_seat(event.seat)
    level = min(seat.level + 1, len(table.options.levels))
    return replace(table.with_seat(replace(seat, level=level)), equalized=True)


def _end(table: Table, _event: ev.End, _seq: int) -> Table:
    return replace(table, phase=Phase.OVER, paused=False)


EFFECTS: dict[type, Callable[[Table, Any, int], Table]] = {
    ev.Join: _join,
    ev.Deal: _deal,
    ev.Flip: _flip,
    ev.EndRound: _end_round,
    ev.RoundCheck: _round_check,
    ev.CorrectScore: _correct_score,
    ev.NextRound: _next_round,
    ev.Equalize: _equalize,
    ev.End: _end,
}
