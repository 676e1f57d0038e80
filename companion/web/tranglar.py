"""Tranglar's page and its JSON: a photo of the board to a position, a correction, what was played between two.

Nothing is kept: the page holds what was read and sends it back with each question.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, send_file

from companion.rules.errors import BadInput, quoted
from companion.table.tranglar import BoardLook, judge_board, judge_facing, look_from
from companion.table.tranglar.correct import corrected
from companion.table.tranglar.photo import read_board_photo
from companion.table.tranglar.supplies import likely_supply
from companion.table.tranglar.turning import turned
from companion.web.body import json_value
from companion.web.sent_file import sent_photo

STATIC = Path(__file__).resolve().parents[2] / "static"

room = Blueprint("tranglar", __name__)


@room.get("/tranglar")
def page() -> Response:
    """The page."""
    return send_file(STATIC / "tranglar" / "tranglar.html", max_age=0)


@room.post("/api/tranglar/photo")
def photo() -> Response:
    """Read the board in an uploaded photo and say who is trapped."""
    upload = sent_photo()
    with current_app.extensions["readers"]:
        read = read_board_photo(upload.read(), Path(upload.filename or "photo").name)
    picture = base64.b64encode(read.picture).decode("ascii")
    answer = _judged(read.look, {})
    return jsonify(seen=read.seen, picture=f"data:image/jpeg;base64,{picture}", **answer)


@room.post("/api/tranglar/board")
def board() -> Response:
    """Say who is trapped on a board that was read before, perhaps turned."""
    data = _body("look", "options", "turn")
    quarters = data.get("turn", 0)
    if type(quarters) is not int:
        raise BadInput("The turn must be a whole number of quarters.")
    return jsonify(_judged(turned(look_from(data.get("look")), quarters), _options(data)))


@room.post("/api/tranglar/correct")
def correct() -> Response:
    """Say who is trapped when some cells are something else than was read."""
    data = _body("look", "options", "cells", "owner")
    cells = data.get("cells")
    if not isinstance(cells, list):
        raise BadInput("The cells must be a list of names such as a1N.")
    return jsonify(_judged(corrected(look_from(data.get("look")), cells, data.get("owner")), _options(data)))


@room.post("/api/tranglar/change")
def change() -> Response:
    """Say what was played between two looks, and by how much the second must be turned to fit the first."""
    data = _body("before", "after", "to_move", "supply", "options")
    before, after = look_from(data.get("before")), look_from(data.get("after"))
    turn, told = judge_facing(
        before,
        after,
        to_move=data.get("to_move"),
        supply=data.get("supply"),
        options=_options(data),
    )
    return jsonify(turn=turn, **told)


@room.errorhandler(BadInput)
def refuse(error: BadInput) -> tuple[Response, int]:
    """What cannot be judged is one sentence."""
    return jsonify(error=str(error)), 422


def _judged(look: BoardLook, options: Mapping[str, Any]) -> dict[str, Any]:
    verdict = judge_board(look, options)
    return {"look": look.to_json(), "verdict": verdict, "supply": likely_supply(look.boards()[0])}


def _body(*known: str) -> Mapping[str, Any]:
    data = json_value(None)
    if not isinstance(data, dict):
        raise BadInput("Send a JSON object.")
    for key in data:
        if key not in known:
            raise BadInput(f"There is no {quoted(key)} here; use {', '.join(known)}.")
    return data


def _options(data: Mapping[str, Any]) -> Mapping[str, Any]:
    options = {} if data.get("options") is None else data["options"]
    if not isinstance(options, dict):
        raise BadInput("The options must be an object of names with true or false.")
    return options
