"""The pages and the JSON under /api/, as one Flask application; static/openapi.json describes the API."""

from __future__ import annotations

import io
import os
import threading
from pathlib import Path
from typing import IO, Any, cast

from flask import Blueprint, Flask, Request, Response, abort, current_app, jsonify, request, send_file
from flask.json.provider import DefaultJSONProvider
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from companion.rules.errors import BadInput
from companion.table.store import NoStore
from companion.table.teaching.eye import TaughtEye
from companion.table.zangle.photo import BadPhoto
from companion.web import camera_api, guard, photo_api, played_api, stream, table_api, teach_api, tranglar
from companion.web.all_games import UnknownGame
from companion.web.eye import Eye, NoEye
from companion.web.hall import Hall
from companion.web.keys import Keys
from companion.web.nowhere import SAYS, looks_for_a_page, refused_page
from companion.web.samples import Samples

STATIC = Path(__file__).resolve().parents[2] / "static"
MAX_UPLOAD_BYTES = 40 * 1024 * 1024

SENTENCES = {
    404: SAYS,
    405: "This address does not take that kind of request.",
    500: "Something went wrong inside the companion; what was there is unchanged.",
}

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
    app.extensions["zones"] = zones
    app.extensions["deck"] = deck
    for part in (
        api,
        photo_api.api,
        table_api.api,
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
    app.register_error_handler(Exception, _error)
    return app


# --- the pages ------------------------------------------------------------------------------------


@pages.get("/")
def screen() -> Response:
    """The big screen."""
    return _page("index.html" if _zangle() else "played.html")


@pages.get("/seat")
@pages.get("/seat/")
@pages.get("/seat/<path:name>")
def seat(name: str = "") -> Response:
    """A player's phone; who it is for is read by the page, behind `?name=` where the path cannot say it."""
    if not name and not request.args.get("name"):
        abort(404)
    return _page("seat.html" if _zangle() else "played-seat.html")


@pages.get("/set-up")
def set_up() -> Response:
    """Players, options, camera and zones."""
    return _page("set-up.html")


@pages.get("/camera")
def camera() -> Response:
    """A phone as the table's camera."""
    return _page("phone-camera.html")


@pages.get("/photo")
def photo() -> Response:
    """From one photo to a verdict."""
    return _page("photo.html")


@pages.get("/teach")
def teach() -> Response:
    """A shop-bought deck, shown card by card."""
    return _page("teach.html")


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


def _error(error: Exception) -> tuple[Response, int, Any]:
    """Every refusal is one sentence."""
    says, status, headers = _refusal(error)
    more = {"sits_out": True} if isinstance(error, guard.SitsOut) else {}
    return refused_page(says) if looks_for_a_page() else jsonify(error=says, **more), status, headers


def _refusal(error: Exception) -> tuple[str, int, list[tuple[str, str]]]:
    if isinstance(error, BadPhoto):
        return _sentence(str(error)), 415, []
    if isinstance(error, NoStore):
        # What was asked was right: it may be asked again when the disk has room, or another program is done.
        return _sentence(str(error)), 503, []
    if isinstance(error, BadInput):
        return _sentence(str(error)), 404 if isinstance(error, UnknownGame) else 400, []
    if isinstance(error, RequestEntityTooLarge):
        return error.description if _own(error) and error.description else _too_large(), 413, []
    if isinstance(error, HTTPException):
        status = error.code or 500
        says = error.description if error.description and _own(error) else None
        headers = [(name, value) for name, value in error.get_headers() if name in ("Allow", "Location")]
        return says or SENTENCES.get(status, error.name), status, headers
    current_app.logger.exception("a request failed")
    return SENTENCES[500], 500, []


def _too_large() -> str:
    """By the limit that was passed: a frame of a camera has another one than a photo."""
    most, length = request.max_content_length, request.content_length
    if most is None or (length is not None and length <= most):
        return "The form has too many fields, or too long ones: send files as files, and little beside them."
    return f"The photo is larger than {most >> 20} MB: make it smaller, 12 megapixels are plenty."


def _own(error: HTTPException) -> bool:
    """Whether the sentence is ours, and not the library's."""
    return error.description != type(error).description


def _sentence(text: str) -> str:
    text = " ".join(text.split())
    return text if text.endswith((".", "!", "?", ")")) else f"{text}."
