"""Live updates as server-sent events: each entry of the log once and in order, then how the table stands.

Every message has an id, GAME/NUMBER. A page that comes back with the last one it saw gets what it missed.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from threading import BoundedSemaphore
from typing import Any

from flask import Blueprint, Response, request
from werkzeug.exceptions import ServiceUnavailable

from companion.web import screen
from companion.web.hall import Hall
from companion.web.table_api import hall

api = Blueprint("stream", __name__)

MOST_STREAMS = 64
BEAT_S = 10.0
"""A line without meaning goes out as often, so that a page that left is noticed."""
RETRY_MS = 500

places = BoundedSemaphore(MOST_STREAMS)
"""One for each page that looks, whatever is played."""


@api.get("/events")
def events() -> Response:
    """What happens, as it happens; `last` is the id of the last message for those who cannot send a header."""
    last = request.headers.get("Last-Event-ID") or request.args.get("last")
    if not places.acquire(blocking=False):
        raise ServiceUnavailable("Too many pages look at this table: close some.")
    response = Response(follow(hall(), parse(last)), mimetype="text/event-stream")
    response.call_on_close(places.release)
    response.headers["X-Accel-Buffering"] = "no"
    return response


def parse(last: str | None) -> tuple[str, int] | None:
    """The game and the number of a message's id; None for what is no id of ours."""
    game, _, number = (last or "").rpartition("/")
    return (game, int(number)) if game and number.isdecimal() and len(number) < 10 else None


def follow(hall: Hall, seen: tuple[str, int] | None) -> Generator[str]:
    """Messages without end: `entry` for each line of the log after `seen`, then `state`."""
    yield f"retry: {RETRY_MS}\n\n"
    first = True
    while True:
        game = hall.playing
        if game is None:
            if first or seen is not None:
                yield message("state", None, screen.current(hall))
            told: tuple[str, int] | None = None
        else:
            state = game.state
            after = seen[1] if seen is not None and seen[0] == game.id and seen[1] <= state.version else 0
            entries = [one for one in hall.entries(game.id, after) if one.seq <= state.version]
            for line in screen.lines(game.id, tuple(entries), state):
                yield message("entry", (game.id, line["seq"]), line)
            told = (game.id, state.version)
            if first or told != seen:
                yield message("state", told, screen.of_version(hall, game, state))
        first = False
        seen = told
        while not hall.wait(told, BEAT_S):
            yield ": still here\n\n"


def message(kind: str, at: tuple[str, int] | None, data: dict[str, Any]) -> str:
    """One message; its data is one line."""
    label = "" if at is None else f"id: {at[0]}/{at[1]}\n"
    return f"event: {kind}\n{label}data: {json.dumps(data, separators=(',', ':'), ensure_ascii=False)}\n\n"
