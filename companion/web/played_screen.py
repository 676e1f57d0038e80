"""Everything that a page shows of a game of the table that all games but Zangle share, as one JSON object."""

from __future__ import annotations

from typing import Any

from companion.table.log import Entry
from companion.table.played import events as ev
from companion.table.played.live import PlayedGame
from companion.table.played.news import News
from companion.table.played.play import FOLLOWS_A_CLAIM, State
from companion.table.played.view import line, view
from companion.web.hall import Hall
from companion.web.played_offers import moment, news_json, offers


def current(hall: Hall, seat: str | None) -> dict[str, Any]:
    """The game being played, as `seat` may see it; without one, as everybody may."""
    game = hall.played
    return nothing() if game is None else told(hall, game, game.state, seat)


def told(hall: Hall, game: PlayedGame, state: State, seat: str | None) -> dict[str, Any]:
    """A game as it stood in `state`, with what was made of the board then, and the number of that."""
    # Before the news: what is told meanwhile comes again under its own number, and never an old one under a new.
    number = hall.mark[1]
    shown = of(game.id, state, seat, hall.news(game.id, state.version))
    return {**shown, "begun_at_s": game.begun_at_s, "told": number, "no_phone": _no_phone(hall, state)}


def _no_phone(hall: Hall, state: State) -> list[str]:
    """Who can do nothing yet: what was dealt to them shows on their own page alone, and nobody has opened it."""
    table = state.table
    if table is None or table.over or not table.dealt or table.desk.in_sight:
        return []
    return list(hall.without_page(table.names))


def of(game_id: str, state: State, seat: str | None, news: News | None = None) -> dict[str, Any]:
    """The view, and what pages show beside it: the banner's moment, and every button that may be seen.

    `news` is what was made of the board and is not entered.
    """
    found = view(state, seat)
    table = state.table
    last = state.done
    fresh = last is not None and isinstance(last.event, (ev.Claim, *FOLLOWS_A_CLAIM))
    if news is not None and last is not None and _entered(last.event, news):
        news = None
    return {
        "game": game_id,
        **found,
        "moment": None if table is None else moment(table, found["verdict"], fresh, news),
        "news": None if news is None else news_json(news),
        "offers": offers(state, seat, news),
        "composes": _composes(state, seat),
    }


def _entered(event: ev.Event, news: News) -> bool:
    """Whether the news are of what was entered last: the verdict says it already."""
    return isinstance(event, ev.Claim) and (event.seat, event.move) == (news.seat, news.move)


def lines(game_id: str, entries: tuple[Entry, ...], state: State) -> list[dict[str, Any]]:
    """Entries as lines of the history, without anything that is hidden."""
    return [{"game": game_id, **line(entry, state.table)} for entry in entries]


def nothing() -> dict[str, Any]:
    """That no such game is being played."""
    return {
        "game": None,
        "begun_at_s": None,
        "version": 0,
        "table": None,
        "verdict": None,
        "undone": [],
        "moment": None,
        "news": None,
        "told": 0,
        "no_phone": [],
        "offers": [],
        "composes": None,
    }


def _composes(state: State, seat: str | None) -> str | None:
    """For whom a turn can be put together here: for the one whose turn it is, where what it plays may be seen."""
    table = state.table
    if table is None or table.over or table.paused or table.due or table.on_turn is None:
        return None
    if seat is None:
        return None if table.dealt and not table.desk.in_sight else table.on_turn
    return seat if seat == table.on_turn else None
