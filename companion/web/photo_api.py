"""One photo to a verdict: an upload, or one of the recorded samples.

No photo is kept: an upload lives in memory while it is read, and the picture goes back with the answer.
"""

from __future__ import annotations

import base64
from pathlib import Path
from typing import cast

from flask import Blueprint, Response, current_app, jsonify, request, send_file
from werkzeug.exceptions import BadRequest, NotFound

from companion.table.page_picture import page_jpeg
from companion.table.parts_photo import read_parts_photo, verdict_on
from companion.table.teaching.eye import TaughtEye
from companion.table.zangle.photo import PROFILES, read_photo
from companion.web.samples import Samples
from companion.web.sent_file import sent_photo

api = Blueprint("photo", __name__)

ZANGLE = "zangle"
JUDGED = (ZANGLE, "zigity", "zont")
"""The games of which one photo can be judged."""
ELSEWHERE = {
    "tranglar": "A Tranglar board is read on a page of its own: open /tranglar, or send it to /api/tranglar/photo.",
    "zigzaggle": (
        "A play of Zig Zaggle shows in two photos: send each to a game at the table, or use companion photo "
        "BEFORE AFTER --game zigzaggle."
    ),
}
"""Where the photos of other games are judged."""


@api.post("/photo")
def photo() -> Response:
    """Judge an uploaded photo."""
    upload = sent_photo()
    return _judged(upload.read(), Path(upload.filename or "photo").name, _game(None), _own_deck())


@api.get("/samples")
def samples() -> Response:
    """The recorded photos that are one click away."""
    return jsonify(samples=[sample.to_json() for sample in _samples().all()])


@api.get("/samples/<name>")
def sample_picture(name: str) -> Response:
    """One of them, as it is."""
    return send_file(_sample(name), max_age=3600)


@api.post("/samples/<name>")
def judge_sample(name: str) -> Response:
    """Judge one of them."""
    try:
        data = _sample(name).read_bytes()
    except OSError as error:
        raise NotFound(f"{name} cannot be read any more.") from error
    return _judged(data, name, _game(_samples().game(name)), None)


def _samples() -> Samples:
    return cast(Samples, current_app.extensions["samples"])


def _sample(name: str) -> Path:
    path = _samples().path(name)
    if path is None:
        raise NotFound(f"There is no sample called {name}.")
    return path


def _game(known: str | None) -> str:
    """Which game the photo is of: what was sent, what is `known` of it, or the table's. Raises BadRequest."""
    game = request.form.get("game") or known or str(current_app.config["GAME"])
    if game not in JUDGED:
        others = f"There are no photos of {game[:40]} to judge here: send the game as {' or '.join(JUDGED)}."
        raise BadRequest(ELSEWHERE.get(game, others))
    return game


def _own_deck() -> TaughtEye | None:
    return cast(TaughtEye | None, current_app.extensions["deck"])


def _judged(data: bytes, name: str, game: str, deck: TaughtEye | None) -> Response:
    profile = request.form.get("profile") or None
    if profile is not None and game != ZANGLE:
        raise BadRequest("A profile is Zangle's: leave it out.")
    if profile is not None and profile not in PROFILES:
        raise BadRequest(f"A deck's profile is {' or '.join(PROFILES)}, not {profile}.")
    taught = deck if deck is not None and deck.game == game else None
    with current_app.extensions["readers"]:
        if game == ZANGLE:
            reading = read_photo(data, name, profile=profile, deck=taught)
            seen, picture = reading.seen.to_json(name), reading.picture_jpeg()
            told = {"verdict": reading.judged.verdict, "zangles": reading.judged.zangles}
        else:
            parts = read_parts_photo(data, name, game=game, deck=taught)
            seen, picture = parts.to_json(), page_jpeg(parts.picture())
            told = {"verdict": verdict_on(parts)}
    shown = base64.b64encode(picture).decode("ascii")
    return jsonify(seen=seen, **told, picture=f"data:image/jpeg;base64,{shown}")
