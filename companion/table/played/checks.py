"""May this happen now? Every clause that stands against it; never an exception."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.rules.errors import BadInput
from companion.rules.verdict import Ruling
from companion.table.naming import look_of, no_name
from companion.table.played import events as ev
from companion.table.played.claims import arranged, led, parsed, weighed
from companion.table.played.desks import desk_for
from companion.table.played.reasons import Reasons, reason
from companion.table.played.table import Table

_EVEN_PAUSED = (ev.Resume, ev.Join, ev.CorrectScore, ev.CorrectCards, ev.End, ev.Show)
_EVEN_OVER = (ev.CorrectScore, ev.NextGame, ev.Join)


def set_up(event: ev.SetUp, *, new: bool) -> Reasons:
    """What stands against a table; against a `new` one, which is no log's, names too that were taken once."""
    try:
        desk = desk_for(event.game, dict(event.options), dealt=event.dealt)
    except BadInput as wrong:
        yield reason("options", str(wrong))
        return
    least, most = desk.game.seats
    count = len(event.players)
    if not least <= count <= most:
        many = f"{least} to {most}" if least < most else str(most)
        yield reason("players", f"{desk.title or event.game} is for {many} players, not {count}.")
    yield from _names(event.players, new=new)
    if event.first is not None and event.first not in event.players:
        yield reason("names", f"{event.first} does not play, and cannot begin.")
    if event.position is not None:
        yield from _position(desk, event.position, count, new=new)


def _position(desk: Any, line: str, count: int, *, new: bool) -> Reasons:
    try:
        found = desk.players(desk.game.from_line(line) if new else desk.from_log(line))
    except BadInput as wrong:
        yield reason("options", str(wrong))
        return
    if found is not None and found != count:
        yield reason("players", f"The position is one of {found} players, not of {count}.")


def _names(names: tuple[str, ...], *, new: bool = False) -> Reasons:
    for name in names:
        if new and (says := no_name(name)):
            yield reason("names", says)
        elif not name or name != name.strip() or ev.is_reserved(name):
            yield reason("names", f"{name!r} is no name for a player: use another.")
    if len({look_of(name) for name in names}) < len(names):
        yield reason("names", "Two players have the same name: give each their own.")


def broken(table: Table, event: ev.Event, *, new: bool) -> Reasons:
    """What stands against an event at a table; undo and overrule are judged elsewhere.

    Against a `new` one, which is no log's, stand things too that were let pass once.
    """
    if isinstance(event, ev.SetUp):
        yield reason("set-up-once", "This game is set up already.")
        return
    if isinstance(event, ev.Resume) and not table.paused:
        yield reason("paused", "The game is not paused.")
    if table.paused and not isinstance(event, _EVEN_PAUSED):
        yield reason("paused", "The game is paused: resume it first.")
    challenges = isinstance(event, ev.Claim) and not table.ended
    if table.over and not challenges and not isinstance(event, _EVEN_OVER):
        yield reason("over", "The game is over: begin another one, or undo the end to go on.")
        return
    if new and not table.dealt and isinstance(event, ev.Show) and _is_undue(table, event):
        yield _NOT_NOW
        return
    if new and table.ruled and isinstance(event, ev.Claim) and _doubts_last(table, event):
        yield _RULED
        return
    if new and isinstance(event, ev.CorrectScore) and table.desk.score_is_held:
        yield reason("correction", _of_cards(table))
    if new and isinstance(event, ev.CorrectCards) and event.count < table.desk.least_held:
        yield reason("cards-add-up", "A hand without cards ends the game: enter the turn that emptied it.")
        return
    against = list(_CHECKS.get(type(event), _nothing)(table, event))
    if new and not against and isinstance(event, ev.Claim):
        against = list(_out_of_turn(table, event, table.position))
    elif new and not against and isinstance(event, ev.NextGame) and event.position is not None:
        count = len(table.names) + len(table.waiting)
        against = list(_position(table.desk, event.position, count, new=True))
    yield from against


_RULED = reason(
    "overrule", "The table has ruled on the last claim: nothing can be challenged before the next turn."
)


def _doubts_last(table: Table, event: ev.Claim) -> bool:
    try:
        return table.desk.challenges(parsed(table, event))
    except BadInput:
        return False


_NOT_NOW = reason("show", "That does not have to be shown now.")


def _is_undue(table: Table, event: ev.Show) -> bool:
    return event.place == ev.MIDDLE and ev.MIDDLE not in table.due


def _of_cards(table: Table) -> str:
    """Why no points can be corrected where they are the cards that everybody holds, and what to do instead."""
    title = table.desk.title or table.game
    does = "undo what was entered wrongly" if table.dealt else "count a hand anew"
    return f"The score of {title} is the cards that everybody holds: {does} instead."


def _nothing(_table: Table, _event: Any) -> Reasons:
    return iter(())


def _seated(table: Table, name: str) -> Reasons:
    if name not in table.names:
        yield reason("names", f"{name} does not play in this game.")


def _join(table: Table, event: ev.Join) -> Reasons:
    if says := no_name(event.seat):
        yield reason("names", says)
        return
    yield from _names((*table.names, *table.waiting, event.seat))
    if table.full:
        yield reason("late-players", f"The game is for at most {table.desk.game.seats[1]} players.")


def _show(table: Table, event: ev.Show) -> Reasons:
    if table.dealt:
        yield reason("show", "The program deals this game: nothing has to be shown.")
        return
    seat = None if event.place == ev.MIDDLE else event.place
    if seat is not None and seat not in table.names:
        yield from _seated(table, seat)
        return
    at = None if seat is None else table.names.index(seat)
    if at is not None and at not in table.due:
        yield _NOT_NOW
        return
    try:
        table.desk.shown(table.position, at, event.things, table.pinned)
    except BadInput as wrong:
        yield reason("show", str(wrong))


def _claim(table: Table, event: ev.Claim) -> Reasons:
    if event.seat not in table.names:
        yield from _seated(table, event.seat)
        return
    try:
        parsed(table, event)
        arranged(table, event)
    except BadInput as wrong:
        yield reason("readable", str(wrong))
        return
    if event.held is not None and not table.supposed:
        yield reason("readable", 'What is held is known: leave out "held".')
        return
    logged = table.desk.taken_up(table.position, table.names.index(event.seat))
    if against := list(_out_of_turn(table, event, logged)):
        yield from against
        return
    if event.ruling is Ruling.LEGAL:
        try:
            led(table, event)
        except BadInput as wrong:
            yield from weighed(table, event).verdict.reasons
            yield reason("readable", str(wrong))


def _out_of_turn(table: Table, event: ev.Claim, position: Any) -> Reasons:
    mover = table.desk.mover(position, parsed(table, event))
    if mover is not None and table.names.index(event.seat) != mover:
        turn = table.on_turn
        yield reason("turns", f"It is {turn}'s turn." if turn else "Nobody has a turn now.")


def _next_game(table: Table, event: ev.NextGame) -> Reasons:
    if not table.over:
        yield reason("next-game", "The game is not over: play on, or end it.")
    names = (*table.names, *table.waiting)
    if event.first is not None and event.first not in names:
        yield reason("names", f"{event.first} does not play, and cannot begin.")
    if event.position is not None:
        yield from _position(table.desk, event.position, len(names), new=False)


def _correct_score(table: Table, event: ev.CorrectScore) -> Reasons:
    yield from _seated(table, event.seat)
    if not event.why.strip():
        yield reason("correction", "Say why the score is corrected.")
    if event.points == 0:
        yield reason("correction", "Say by how many points the score is corrected.")


def _correct_cards(table: Table, event: ev.CorrectCards) -> Reasons:
    yield from _seated(table, event.seat)
    if not event.why.strip():
        yield reason("correction", "Say why the cards are counted anew.")
    if table.dealt:
        yield reason("cards-add-up", "The program deals this game and knows who holds how many cards.")
    elif event.seat in table.names:
        try:
            at = table.names.index(event.seat)
            table.desk.recounted(table.position, at, event.count, table.pinned[at])
        except BadInput as wrong:
            yield reason("cards-add-up", str(wrong))


_CHECKS: dict[type, Callable[[Table, Any], Reasons]] = {
    ev.Join: _join,
    ev.Show: _show,
    ev.Claim: _claim,
    ev.NextGame: _next_game,
    ev.CorrectScore: _correct_score,
    ev.CorrectCards: _correct_cards,
}
