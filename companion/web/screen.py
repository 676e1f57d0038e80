"""Everything that a page shows of a game, as one JSON object."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from companion.rules.verdict import Ruling
from companion.table.log import Entry
from companion.table.played.desks import title_of
from companion.table.played.play import State as PlayedState
from companion.table.zangle import events as ev
from companion.table.zangle.live import ZangleGame
from companion.table.zangle.overruling import taken_back
from companion.table.zangle.play import State, judge
from companion.table.zangle.view import view
from companion.web.all_games import Unreadable, is_shown
from companion.web.hall import Hall
from companion.web.lines import drawn, line
from companion.web.moment import moment
from companion.web.offers import offers


def current(hall: Hall) -> dict[str, Any]:
    """The game being played as a page shows it; worked out once for each version of it."""
    game = hall.playing
    if game is not None:
        return of_version(hall, game, game.state)
    other = hall.played
    # A page of Zangle's that is still open has to know that something else is played.
    return {**of(None, State()), "other": None if other is None else other.id}


def of_version(hall: Hall, game: ZangleGame, state: State) -> dict[str, Any]:
    """The same for a version that a caller holds."""
    return hall.shown.get((game.id, state.version), lambda: of(game, state))


def of(game: ZangleGame | None, state: State) -> dict[str, Any]:
    """The view of the engine, and what pages show beside it.

    `show` says that it is a recording and not a game of people here, `moment` is what the banner says,
    `verdict` the claim in effect last as it is ruled now, `calls` says who could call, `undone` are the
    numbers of entries that have no effect any more, as they were undone or a claim before them overruled.
    """
    told = moment(state)
    return {
        "game": None if game is None else game.id,
        "begun_at_s": None if game is None else game.begun_at_s,
        "show": game is not None and is_shown(game.id),
        **view(state),
        "moment": told.to_json(),
        "verdict": _verdict(state),
        "offers": offers(state),
        "calls": _calls(state),
        "undone": _undone(state),
    }


def lines(game_id: str, entries: tuple[Entry, ...], state: State) -> list[dict[str, Any]]:
    """Entries as lines of the history."""
    return [{"game": game_id, **line(entry, state.table)} for entry in entries]


def summary(game_id: str, state: State | PlayedState | Unreadable) -> dict[str, Any]:
    """A game in the list of those to go on with; `round` is the number of what its table `counts`, and `why` says of
    one that cannot be read what is wrong."""
    if isinstance(state, Unreadable):
        return {
            "id": game_id,
            "title": "Cannot be read",
            "players": [],
            "counts": "game",
            "round": 0,
            "phase": "unreadable",
            "events": state.events,
            "why": state.says,
        }
    if isinstance(state, PlayedState):
        other = state.table
        return {
            "id": game_id,
            "title": "" if other is None else title_of(other.game),
            "players": [] if other is None else list(other.names),
            "counts": "game",
            "round": 0 if other is None else other.number,
            "phase": "empty" if other is None else "over" if other.over else "play",
            "events": state.version,
        }
    table = state.table
    return {
        "id": game_id,
        "title": "" if table is None else table.options.mode.title,
        "players": [] if table is None else list(table.names),
        "counts": "round",
        "round": 0 if table is None else table.round,
        "phase": "empty" if table is None else table.phase.value,
        "events": state.version,
    }


def host_link(address: str, key: str) -> str:
    """Where the host looks; the key is behind the #, which no browser sends and no log keeps."""
    return f"{address}#key={key}" if key else address


def seat_link(address: str, name: str, key: str) -> str:
    """Where a player's phone looks.

    On their way dots alone are taken for folders, and a slash at the beginning for none: such names are asked for.
    """
    asked = name.startswith("/") or name in (".", "..")
    link = f"{address}seat/{'?name=' if asked else ''}{quote(name, safe='')}"
    return f"{link}#key={key}" if key else link


def _verdict(state: State) -> dict[str, Any] | None:
    overruled: Ruling | None = None
    for node in state.in_effect:
        event = node.event
        if isinstance(event, ev.Overrule):
            overruled = overruled or event.ruling
        elif isinstance(event, ev.Claim):
            shown = drawn(event, node.before)
            ruled = shown["ruling"] if overruled is None else overruled.value
            return {"seq": node.seq, **shown, "ruling": ruled, "overruled": overruled is not None}
    return None


def _calls(state: State) -> list[dict[str, Any]]:
    """Who may call, if it is early enough: no call is earlier than one of 1970."""
    if state.table is None:
        return []
    found = []
    for name in state.table.names:
        ruled = judge(state, ev.Call(name, 0.0, 0.0, "a look"))
        allowed = ruled.ruling is Ruling.LEGAL
        says = "" if allowed else " ".join(reason.says for reason in ruled.reasons)
        found.append({"seat": name, "allowed": allowed, "why": says})
    return found


def _undone(state: State) -> list[int]:
    alive = {node.seq for node in state.in_effect} - taken_back(state)
    return [seq for seq in range(1, state.version + 1) if seq not in alive]
