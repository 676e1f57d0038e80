"""What an event does to the table. Every function here takes for granted that the event may happen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.rules.seeds import seed
from companion.rules.verdict import Ruling
from companion.rules.zangle import CENTRE, Card, Claim, judge
from companion.rules.zangle.modes import SOLITAIRE, SPEEDSTER, TURN_STYLE, centre_size, deck_size, hand
from companion.rules.zangle.scoring import RoundResult
from companion.table.zangle import events as ev
from companion.table.zangle.cards import matched, without
from companion.table.zangle.events import Face, column_name
from companion.table.zangle.known import with_faces
from companion.table.zangle.moving import put
from companion.table.zangle.options import Options
from companion.table.zangle.table import Column, Faces, Pending, Phase, Seat, Table, Turn
from companion.table.zangle.untold import asked_of

UNREAD = Face()


def apply(table: Table | None, event: ev.Event, seq: int) -> Table:
    """The table after an event, which is number `seq` of its game."""
    if isinstance(event, ev.SetUp):
        return _set_up(event)
    if table is None:
        raise ValueError("a game is set up first")
    after: Table = _EFFECTS[type(event)](table, event, seq)
    return _turned_on(after) if after.phase is Phase.PLAY else after


def stamped(table: Table, claim: ev.Claim) -> ev.Claim:
    """The claim with the verdict of the rules on it, and with what the table knows of its cards."""
    claim = with_faces(table, claim)
    own = {column_name(number) for number in range(1, len(table.columns) + 1)}
    cards = tuple(
        Card(taken.face.triangles, taken.face.shape, claim.seat if taken.source in own else taken.source)
        for taken in claim.cards
    )
    verdict = judge(Claim(claim.seat, table.options.profile, cards), table.options.rules)
    ruled = replace(claim, ruling=verdict.ruling, reasons=verdict.reasons)
    return replace(ruled, reasons=asked_of(table, ruled))


# --- before and between rounds --------------------------------------------------------------------


def _set_up(event: ev.SetUp) -> Table:
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


# --- play -----------------------------------------------------------------------------------------


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
            return _next_turn(after, idle=table.turn.idle + 1)
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
    return _next_turn(replace(table, pending=None), idle=idle + 1)


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
        return _scored(table)
    drawn = min(table.pile, centre_size(SOLITAIRE))
    return replace(
        table,
        discard=table.discard + len(table.centre),
        pile=table.pile - drawn,
        centre=(UNREAD,) * drawn,
        pending=None,
    )


# --- the end of a turn, of a round, of the game ----------------------------------------------------


def _turned_on(table: Table) -> Table:
    """What follows by itself in play: a player is out, a turn is over."""
    if table.mode == SOLITAIRE:
        return _scored(replace(table, winner=table.names[0])) if _stairs(table) == 0 else table
    out = next((name for name in table.lap if table.known_seat(name).cards == 0), None)
    if table.winner is None or table.known_seat(table.winner).cards:
        table = replace(table, winner=out)
    if table.winner is not None and table.mode == SPEEDSTER:
        return replace(table, phase=Phase.CHECK, calls=(), settled=None, pending=None)
    if table.winner is not None and table.bonus:
        return _scored(table)
    if table.turn is not None and table.on_turn is not None:
        seat = table.known_seat(table.on_turn)
        last = table.turn.place == len(table.lap) - 1 and table.winner is not None
        replenished = table.due(CENTRE) == 0 and table.due(seat.name) == 0
        if seat.cards == 0 and last:
            return _scored(table)
        if table.turn.claimed and (replenished or last):
            return _turned_on_after(_next_turn(table, idle=0))
        if seat.cards == 0 and replenished:
            return _turned_on_after(_next_turn(table, idle=0))
    return table


def _turned_on_after(table: Table) -> Table:
    return _turned_on(table) if table.phase is Phase.PLAY else table


def _next_turn(table: Table, *, idle: int) -> Table:
    """The turn goes to the left; the lap in which somebody is out is the last."""
    place = (table.turn.place if table.turn else 0) + 1
    if place < len(table.lap):
        return replace(table, turn=Turn(place, idle=idle))
    return _scored(table) if table.winner is not None else replace(table, turn=Turn(idle=idle))


def _stairs(table: Table) -> int:
    return sum(column.cards for column in table.columns)


def _end_round(table: Table, _event: ev.EndRound, _seq: int) -> Table:
    return _scored(table)


def _round_check(table: Table, event: ev.RoundCheck, _seq: int) -> Table:
    return _scored(table, honest=event.correct)


def _scored(table: Table, *, honest: bool | None = None) -> Table:
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


def _end(table: Table, _event: ev.End, _seq: int) -> Table:
    return replace(table, phase=Phase.OVER, paused=False)


# --- the table's own hand -------------------------------------------------------------------------


def _pause(table: Table, _event: ev.Pause, _seq: int) -> Table:
    return replace(table, paused=True)


def _resume(table: Table, _event: ev.Resume, _seq: int) -> Table:
    return replace(table, paused=False)


def _correct_score(table: Table, event: ev.CorrectScore, _seq: int) -> Table:
    def corrected(result: RoundResult) -> RoundResult:
        points = tuple(sorted({**dict(result.corrected), event.seat: event.points}.items()))
        return replace(result, corrected=points)

    results = tuple(corrected(one) if one.number == event.round else one for one in table.results)
    return replace(table, results=results)


def _correct_cards(table: Table, event: ev.CorrectCards, _seq: int) -> Table:
    return put(put(table, event.source, -event.count), event.to, event.count)


_EFFECTS: dict[type, Callable[[Table, Any, int], Table]] = {
    ev.Join: _join,
    ev.Deal: _deal,
    ev.Flip: _flip,
    ev.NextRound: _next_round,
    ev.Equalize: _equalize,
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
    ev.EndRound: _end_round,
    ev.RoundCheck: _round_check,
    ev.End: _end,
    ev.Pause: _pause,
    ev.Resume: _resume,
    ev.CorrectScore: _correct_score,
    ev.CorrectCards: _correct_cards,
}
