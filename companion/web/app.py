"""The page and the JSON under /api/, as one Flask application; static/openapi.json describes the API.

No photo is kept: an upload lives in memory while it is read, and the picture goes back with the answer.
"""

from __future__ import annotations

import base64
import io
import os
import threading
from pathlib import Path
from typing import IO, Any, cast
from urllib.parse import urlsplit

from flask import Blueprint, Flask, Request, Response, current_app, jsonify, request, send_file
from flask.json.provider import DefaultJSONProvider
from werkzeug.exceptions import BadRequest, HTTPException, NotFound, RequestEntityTooLarge

from companion.table.photo import PROFILES, BadPhoto, read_photo
from companion.web.samples import Samples

STATIC = Path(__file__).resolve().parents[2] / "static"
MAX_UPLOAD_BYTES = 40 * 1024 * 1024

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}

SENTENCES = {
    404: "There is nothing at this address.",
    405: "This address does not take that kind of request.",
    413: f"The photo is larger than {MAX_UPLOAD_BYTES >> 20} MB: make it smaller, 12 megapixels are plenty.",
    500: "Something went wrong inside the companion; what was there is unchanged.",
}

api = Blueprint("api", __name__, url_prefix="/api")


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


def create_app(*, game: str = "zangle", photos: Path | None = None) -> Flask:
    """The application for one table; `photos` is a folder offered beside the recorded samples."""
    app = InMemoryFlask("companion.web", static_folder=str(STATIC), static_url_path="/static")
    app.config["MAX_CONTENT_LENGTH"] = MAX_UPLOAD_BYTES
    app.config["GAME"] = game
    cast(DefaultJSONProvider, app.json).sort_keys = False
    app.extensions["samples"] = Samples(STATIC / "samples", photos)
    # Reading a photo keeps a core busy: more at a time than there are cores makes all of them late.
    app.extensions["readers"] = threading.BoundedSemaphore(os.cpu_count() or 1)
    app.register_blueprint(api)
    app.add_url_rule("/", "page", _page)
    app.before_request(_refuse_other_sites)
    app.after_request(_add_headers)
    app.register_error_handler(Exception, _error)
    return app


def _page() -> Response:
    return send_file(STATIC / "index.html", max_age=0)


# --- the API --------------------------------------------------------------------------------------


@api.get("/health")
def health() -> Response:
    """Say that the server answers."""
    return jsonify(status="ok", game=current_app.config["GAME"])


@api.get("/openapi.json")
def openapi() -> Response:
    """The description of this API."""
    return send_file(STATIC / "openapi.json", mimetype="application/json", max_age=0)


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
    return _judged(data, name)


def _samples() -> Samples:
    return cast(Samples, current_app.extensions["samples"])


def _sample(name: str) -> Path:
    path = _samples().path(name)
    if path is None:
        raise NotFound(f"There is no sample called {name}.")
    return path


def _judged(data: bytes, name: str) -> Response:
    profile = request.form.get("profile") or None
    game = request.form.get("game") or current_app.config["GAME"]
    if game != current_app.config["GAME"]:
        raise BadRequest(f"This table plays {current_app.config['GAME']}, not {game}.")
    if profile is not None and profile not in PROFILES:
        raise BadRequest(f"A deck's profile is {' or '.join(PROFILES)}, not {profile}.")
    with current_app.extensions["readers"]:
        reading = read_photo(data, name, game=game, profile=profile)
        picture = base64.b64encode(reading.picture_jpeg()).decode("ascii")
    return jsonify(
        seen=reading.seen.to_json(name),
        verdict=reading.judged.verdict,
        zangles=reading.judged.zangles,
        picture=f"data:image/jpeg;base64,{picture}",
    )


# --- round every request --------------------------------------------------------------------------


def _refuse_other_sites() -> tuple[Response, int] | None:
    """A page of another site may not have photos judged here."""
    origin = request.headers.get("Origin")
    if request.method in ("GET", "HEAD", "OPTIONS") or origin is None:
        return None
    if urlsplit(origin).netloc == request.host:
        return None
    return jsonify(error="Only the companion's own page may ask this."), 403


def _add_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.path.startswith("/api/"):
        response.headers.setdefault("Cache-Control", "no-store")
    return response


def _error(error: Exception) -> tuple[Response, int] | tuple[Response, int, Any]:
    """Every refusal is one sentence."""
    if isinstance(error, BadPhoto):
        return jsonify(error=_sentence(str(error))), 415
    if isinstance(error, RequestEntityTooLarge):
        return jsonify(error=SENTENCES[413]), 413
    if isinstance(error, HTTPException):
        status = error.code or 500
        own = type(error).description
        says = error.description if error.description and error.description != own else None
        headers = [(name, value) for name, value in error.get_headers() if name in ("Allow", "Location")]
        return jsonify(error=says or SENTENCES.get(status, error.name)), status, headers
    current_app.logger.exception("a request failed")
    return jsonify(error=SENTENCES[500]), 500


def _sentence(text: str) -> str:
    text = " ".join(text.split())
    return text if text.endswith((".", "!", "?", ")")) else f"{text}."
