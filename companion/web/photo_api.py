"""One photo to a verdict: an upload, or one of the recorded samples.

No photo is kept: an upload lives in memory while it is read, and the picture goes back with the answer.
"""

from __future__ import annotations

import base64
from pathlib import Path
from typing import cast

from flask import Blueprint, Response, current_app, jsonify, request, send_file
from werkzeug.exceptions import BadRequest, NotFound

from companion.table.photo import PROFILES, read_photo
from companion.web.samples import Samples

api = Blueprint("photo", __name__)


@api.post("/photo")
def photo() -> Response:
    """Judge an uploaded photo."""
    upload = request.files.get("photo")
    if upload is None:
        raise BadRequest("No photo came with the request: send it as the form field 'photo'.")
    return _judged(upload.read(), Path(upload.filename or "photo").name)


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
    return _judged(data, name, of_samples=True)


def _samples() -> Samples:
    return cast(Samples, current_app.extensions["samples"])


def _sample(name: str) -> Path:
    path = _samples().path(name)
    if path is None:
        raise NotFound(f"There is no sample called {name}.")
    return path


def _judged(data: bytes, name: str, *, of_samples: bool = False) -> Response:
    profile = request.form.get("profile") or None
    game = request.form.get("game") or current_app.config["GAME"]
    if game != current_app.config["GAME"]:
        raise BadRequest(f"This table plays {current_app.config['GAME']}, not {game}.")
    if profile is not None and profile not in PROFILES:
        raise BadRequest(f"A deck's profile is {' or '.join(PROFILES)}, not {profile}.")
    with current_app.extensions["readers"]:
        deck = current_app.extensions["deck"]
        taught = deck if deck is not None and deck.game == game and not of_samples else None
        reading = read_photo(data, name, game=game, profile=profile, deck=taught)
        picture = base64.b64encode(reading.picture_jpeg()).decode("ascii")
    return jsonify(
        seen=reading.seen.to_json(name),
        verdict=reading.judged.verdict,
        zangles=reading.judged.zangles,
        picture=f"data:image/jpeg;base64,{picture}",
    )
