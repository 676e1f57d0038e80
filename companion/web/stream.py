"""Live updates as server-sent events: each entry of the log once and in order, then how the table stands.

`/api/events` tells of whatever the table plays, `/api/played/events` of a game of the shared table alone. Every
message has an id, GAME/NUMBER. A page that comes back with the last one it saw gets what it missed, be it of a game
that others have followed since. The game that is played now is told from its beginning where others came between.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from threading import BoundedSemaphore
from typing import Any

from flask import Blueprint, Response, request
from werkzeug.exceptions import ServiceUnavailable

from companion.rules.errors import BadInput
from companion.table.log import GAME, Entry, checked_id
from companion.table.past import Refused
from companion.table.played.live import PlayedGame
from companion.table.played.play import State as PlayedState
from companion.table.runs import Run
from companion.table.store import NoStore
from companion.table.zangle.live import ZangleGame
from companion.web import played_screen, screen
from companion.web.at_table import hall
from companion.web.guard import own_view
from companion.web.hall import Hall
from companion.web.missed import Id, Missed, missed, missed_before, turn_of

api = Blueprint("stream", __name__)

MOST_STREAMS = 64
BEAT_S = 10.0
"""A `beat` goes out as often: a page that left is noticed, and pages notice that the server is gone."""
RETRY_MS = 500

places = BoundedSemaphore(MOST_STREAMS)
"""One for each page that looks, whatever is played."""

At = tuple[str, int] | None
"""A game and how many entries its log has; None where there is no game to tell of."""
Mark = tuple[At, int]
"""The same, and how often something was told beside the log."""


@dataclass(frozen=True, slots=True)
class Now:
    """What there is to tell at one moment, worked out when it is told."""

    turn: int
    """Of the hall's, the one that the game is played at."""
    at: At
    lines: Callable[[tuple[Entry, ...]], list[dict[str, Any]]]
    state: Callable[[], dict[str, Any]]


@api.get("/events")
def events() -> Response:
    """What happens, as it happens; `last` is the id of the last message for those who cannot send a header."""
    seat = _own_page()
    return _stream(lambda seen: follow(hall(), seen, seat))


@api.get("/played/events")
def played_events() -> Response:
    """The same of the table that all games but Zangle share; with `seat`, as that player may see it."""
    seat = _own_page()
    return _stream(lambda seen: follow_played(hall(), seat, seen))


def _own_page() -> str | None:
    """The seat whose page follows the table from now on; None for everybody's. Raises Forbidden."""
    seat = own_view()
    if seat in hall().names:
        hall().opens(seat)
    return seat


def follow(hall: Hall, seen: At, seat: str | None = None) -> Generator[str]:
    """Messages without end about whatever is played, after `seen`; a hand that was dealt goes to its own `seat`."""
    return _messages(hall, seen, lambda: hall.mark, lambda: _now(hall, seat))


def follow_played(hall: Hall, seat: str | None, seen: At) -> Generator[str]:
    """The same about games of the shared table; while Zangle is played, there is none."""

    def look() -> Now:
        turn, game = hall.turn
        return _played(hall, turn, game if isinstance(game, PlayedGame) else None, seat)

    return _messages(
        hall, seen, lambda: (_played_at(hall), hall.mark[1]), look, tells=lambda rules: rules != GAME
    )


def parse(last: str | None) -> At:
    """The game and the number of a message's id; None for what is no id of ours."""
    game, _, number = (last or "").rpartition("/")
    if not number.isdecimal() or len(number) >= 10:
        return None
    try:
        return checked_id(game), int(number)
    except BadInput:
        return None


def _stream(following: Callable[[At], Generator[str]]) -> Response:
    last = request.headers.get("Last-Event-ID") or request.args.get("last")
    if not places.acquire(blocking=False):
        raise ServiceUnavailable("Too many pages look at this table: close some.")
    response = Response(following(parse(last)), mimetype="text/event-stream")
    response.call_on_close(places.release)
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _messages(
    hall: Hall,
    seen: At,
    mark: Callable[[], Mark],
    look: Callable[[], Now],
    tells: Callable[[str], bool] = bool,
) -> Generator[str]:
    """`entry` for each line of the logs after `seen`, then `state`, whenever `mark` has changed."""
    yield f"retry: {RETRY_MS}\n\n"
    first, turn, shown, told = True, None, None, 0
    while True:
        # Looked at before the rest: what changes meanwhile is told next.
        marked = mark()
        now = look()
        gone = _missed(hall, seen, turn, now)
        for run in gone.before:
            if tells(run.rules):
                for entry, line in _lines(hall, run):
                    yield _message("entry", entry, line)
                    seen = entry
        if now.at is not None:
            game, version = now.at
            after = gone.after if gone.after <= version else 0
            entries = [one for one in hall.all_games.entries(game, after) if one.seq <= version]
            for line in now.lines(tuple(entries)):
                yield _message("entry", (game, line["seq"]), line)
            seen = now.at
        if first or now.at != shown or marked[1] != told:
            yield _message("state", now.at, now.state())
        first, turn, shown, told = False, now.turn, now.at, marked[1]
        marked = (shown, told)
        while not hall.wait_until(lambda: mark() != marked, BEAT_S):  # noqa: B023 - asked before it changes
            yield _message("beat", None, {})


def _missed(hall: Hall, seen: At, turn: int | None, now: Now) -> Missed:
    """What to tell after `seen`; `turn` is when that was told, None where the page comes from elsewhere."""
    if seen is None:
        return Missed()
    turns, game = hall.turns(now.turn), None if now.at is None else now.at[0]
    turn = turn_of(turns, seen) if turn is None else turn
    return missed_before(hall.since, seen, game) if turn is None else missed(turns, seen, turn, game)


def _lines(hall: Hall, run: Run) -> Iterator[tuple[Id, dict[str, Any]]]:
    """The lines of a game that is not played any more; of one that cannot be read there are none."""
    try:
        entries = [
            one
            for one in hall.all_games.entries(run.game_id, run.first - 1)
            if run.last is None or one.seq <= run.last
        ]
        state = hall.all_games.state_of(run.game_id) if entries else None
    except NoStore:
        raise  # The page comes back, and asks for all this again.
    except (Refused, BadInput):
        return
    if isinstance(state, PlayedState):
        lines = played_screen.lines(run.game_id, tuple(entries), state)
    else:
        lines = [] if state is None else screen.lines(run.game_id, tuple(entries), state)
    yield from (((run.game_id, line["seq"]), line) for line in lines)


def _now(hall: Hall, seat: str | None) -> Now:
    turn, game = hall.turn
    if not isinstance(game, ZangleGame):
        told = _played(hall, turn, game, seat)
        if game is None:
            return Now(turn, None, told.lines, lambda: screen.current(hall))
        # A page of Zangle's that is still open has to know that something else is played.
        return Now(turn, told.at, told.lines, lambda: {**told.state(), "other": game.id})
    state = game.state
    return Now(
        turn,
        (game.id, state.version),
        lambda entries: screen.lines(game.id, entries, state),
        lambda: screen.of_version(hall, game, state),
    )


def _played(hall: Hall, turn: int, game: PlayedGame | None, seat: str | None) -> Now:
    if game is None:
        return Now(turn, None, lambda _: [], played_screen.nothing)
    state = game.state
    return Now(
        turn,
        (game.id, state.version),
        lambda entries: played_screen.lines(game.id, entries, state),
        lambda: played_screen.told(hall, game, state, seat),
    )


def _played_at(hall: Hall) -> At:
    game = hall.played
    return None if game is None else (game.id, game.state.version)


def _message(kind: str, at: At, data: dict[str, Any]) -> str:
    """One message; its data is one line."""
    label = "" if at is None else f"id: {at[0]}/{at[1]}\n"
    return f"event: {kind}\n{label}data: {json.dumps(data, separators=(',', ':'), ensure_ascii=False)}\n\n"
