"""The pages and the JSON under /api/, as one Flask application; static/openapi.json describes the API."""

from __future__ import annotations

import io
import os
import threading
from pathlib import Path
from typing import IO, cast

from flask import Blueprint, Flask, Request, Response, abort, current_app, jsonify, request, send_file
from flask.json.provider import DefaultJSONProvider

from companion.table.teaching.eye import TaughtEye
from companion.web import (
    camera_api,
    games_api,
    guard,
    joining_api,
    photo_api,
    played_api,
    stream,
    table_api,
    teach_api,
    tranglar,
)
from companion.web.eye import Eye, NoEye
from companion.web.hall import AnotherGame, Hall
from companion.web.keys import Keys
from companion.web.refusals import about_another, refusal
from companion.web.samples import Samples

STATIC = Path(__file__).resolve().parents[2] / "static"
MAX_UPLOAD_BYTES = 40 * 1024 * 1024

api = Blueprint("api", __name__)
pages = Blueprint("pages", __name__)


class InMemoryRequest(Request):
    """A request whose uploads never touch the disk."""

    max_form_parts = 16

    def _get_file_stream(
        self,
        total_content_length: int | None,
        content_type: str | None,
        filename: str | None = None,
        content_length: int | None = None,
    ) -> IO[bytes]:
        return io.BytesIO()


class InMemoryFlask(Flask):
    """Flask with that request."""

    request_class = InMemoryRequest


def create_app(
    *,
    game: str = "zangle",
    photos: Path | None = None,
    hall: Hall | None = None,
    keys: Keys | None = None,
    eye: Eye | None = None,
    zones: Path | None = None,
    deck: TaughtEye | None = None,
) -> Flask:
    """The application for one table.

    `photos` is a folder offered beside the recorded samples. Without a `hall` no game is kept, without
    `keys` everybody is the host, without an `eye` the game is played by hand. `zones` is the file that
    zones drawn by hand are kept in, `deck` a taught one that photos of its game are read by.
    """
    app = InMemoryFlask("companion.web", static_folder=str(STATIC), static_url_path="/static")
    app.config["MAX_CONTENT_LENGTH"] = MAX_UPLOAD_BYTES
    app.config["GAME"] = game
    cast(DefaultJSONProvider, app.json).sort_keys = False
    app.extensions["samples"] = Samples(STATIC / "samples", "zangle", photos)
    # Reading a photo keeps a core busy: more at a time than there are cores makes all of them late.
    app.extensions["readers"] = threading.BoundedSemaphore(os.cpu_count() or 1)
    app.extensions["hall"] = hall or Hall(None)
    app.extensions["keys"] = keys or Keys(None)
    app.extensions["eye"] = eye or NoEye()
    app.extensions["address"] = None
    app.extensions["with_phones"] = "companion serve --host 0.0.0.0"
    app.extensions["zones"] = zones
    app.extensions["deck"] = deck
    for part in (
        api,
        photo_api.api,
        table_api.api,
        games_api.api,
        joining_api.api,
        stream.api,
        camera_api.api,
        played_api.api,
        teach_api.api,
    ):
        app.register_blueprint(part, url_prefix="/api")
    app.register_blueprint(pages)
    app.register_blueprint(tranglar.room)
    app.before_request(guard.admit)
    app.after_request(guard.add_headers)
    app.register_error_handler(AnotherGame, about_another)
    app.register_error_handler(Exception, refusal)
    return app


# --- the pages ------------------------------------------------------------------------------------


@pages.get("/")
def screen() -> Response:
    """The big screen."""
    return _page("zangle/screen.html" if _zangle() else "played/screen.html")


@pages.get("/seat")
@pages.get("/seat/")
@pages.get("/seat/<path:name>")
def seat(name: str = "") -> Response:
    """A player's phone; who it is for is read by the page, behind `?name=` where the path cannot say it."""
    if not name and not request.args.get("name"):
        abort(404)
    return _page("zangle/seat.html" if _zangle() else "played/seat.html")


@pages.get("/set-up")
def set_up() -> Response:
    """Players, options, camera and zones."""
    return _page("set-up/set-up.html")


@pages.get("/camera")
def camera() -> Response:
    """A phone as the table's camera."""
    return _page("phone-camera/phone-camera.html")


@pages.get("/photo")
def photo() -> Response:
    """From one photo to a verdict."""
    return _page("photo/photo.html")


@pages.get("/teach")
def teach() -> Response:
    """A shop-bought deck, shown card by card."""
    return _page("teach/teach.html")


def _zangle() -> bool:
    """Whether the pages are Zangle's: all other games share theirs."""
    return cast(Hall, current_app.extensions["hall"]).played is None


def _page(name: str) -> Response:
    return send_file(STATIC / name, max_age=0)


# --- the rest of the API --------------------------------------------------------------------------


@api.get("/health")
def health() -> Response:
    """Say that the server answers."""
    return jsonify(status="ok", game=current_app.config["GAME"])


@api.get("/openapi.json")
def openapi() -> Response:
    """The description of this API."""
    return send_file(STATIC / "openapi.json", mimetype="application/json", max_age=0)
