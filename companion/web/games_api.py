"""The games of the store as JSON: which can be gone on with, their logs and their scores."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, make_response

from companion.rules.errors import BadInput
from companion.table.log import write_log
from companion.table.played.scores import played_csv
from companion.table.zangle.play import State
from companion.table.zangle.scores import scores, scores_csv
from companion.web import screen
from companion.web.all_games import UnknownGame
from companion.web.at_table import end_show, hall
from companion.web.guard import host_only

api = Blueprint("games", __name__)


@api.get("/games")
def games() -> Response:
    """The games that can be gone on with, the one played last first."""
    host_only()
    return jsonify(
        games=[screen.summary(name, one) for name, one in hall().all_games.kept()],
        keeps=hall().all_games.keeps,
    )


@api.post("/games/<game_id>")
def go_on(game_id: str) -> Response:
    """Go on with a game of the store."""
    host_only()
    if hall().all_games.keeps and hall().all_games.has(game_id):
        end_show()
    hall().open(game_id)
    return jsonify(state=screen.current(hall()))


@api.get("/games/<game_id>/log")
def log(game_id: str) -> Response:
    """The log of a game, as `companion export` writes it."""
    host_only()
    text = write_log(game_id, hall().all_games.entries(_known(game_id)))
    return _download(text, "application/json", f"{game_id}.json")


@api.get("/games/<game_id>/scores")
def score_rows(game_id: str) -> Response:
    """The scores of a game as rows for a spreadsheet."""
    host_only()
    found = hall().all_games.state_of(game_id)
    if found.table is None:
        raise BadInput("This game has no scores yet.")
    rows = scores_csv(scores(found.table)) if isinstance(found, State) else played_csv(found.table)
    return _download(rows, "text/csv", f"{game_id}.csv")


def _known(game_id: str) -> str:
    if not hall().all_games.has(game_id):
        raise UnknownGame(f"There is no game {game_id[:80]!r}.")
    return game_id


def _download(text: str, kind: str, name: str) -> Response:
    response = make_response(text)
    response.headers["Content-Type"] = f"{kind}; charset=utf-8"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
