"""What the camera sees, and its zones, as JSON; the picture as JPEG. No picture is kept."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, make_response, request
from werkzeug.exceptions import BadRequest, Forbidden, NotFound

from companion.rules.json_text import read_json_bytes
from companion.table.values import from_json, to_json
from companion.web.at_table import eye
from companion.web.body import json_field, whole_body
from companion.web.eye import Area
from companion.web.guard import host_only, role
from companion.whole_files import put_whole

api = Blueprint("camera", __name__)

MOST_AREAS = 16
LONGEST_WAIT_S = 5.0
MAX_FRAME_BYTES = 4 * 1024 * 1024


@api.get("/camera")
def look() -> Response:
    """How it is with the camera and what it sees; with `after`, once there is a picture of a higher number."""
    after = request.args.get("after", type=int)
    found = eye().look() if after is None else eye().wait(after, LONGEST_WAIT_S)
    return jsonify(**found.to_json(), areas=to_json(eye().areas()))


@api.get("/camera/picture")
def picture() -> Response:
    """The newest picture."""
    jpeg = eye().picture()
    if jpeg is None:
        raise NotFound("There is no picture: no camera has sent one yet.")
    response = make_response(jpeg)
    response.headers["Content-Type"] = "image/jpeg"
    return response


@api.get("/camera/choices")
def choices() -> Response:
    """Which cameras there are."""
    host_only()
    return jsonify(choices=to_json(eye().choices()))


@api.post("/camera")
def choose() -> Response:
    """Look through another camera; null for none."""
    host_only()
    asks = "Send the camera as 'source', a text, or null for none."
    source = json_field("source", asks)
    if source is not None and not (isinstance(source, str) and 0 < len(source) <= 500):
        raise BadRequest(asks)
    eye().choose(source)
    return jsonify(eye().look().to_json())


@api.post("/camera/picture")
def offer() -> Response:
    """A picture from a phone that is the table's camera."""
    if not (role().host or role().camera):
        raise Forbidden(
            "Only the phone that is the camera can send pictures: scan its code on the set-up page."
        )
    eye().offer(whole_body(MAX_FRAME_BYTES))
    return jsonify(eye().look().to_json())


@api.post("/zones")
def draw() -> Response:
    """Use these zones from now on."""
    host_only()
    asks = f"Send the zones as 'areas', a list of at most {MOST_AREAS}."
    areas = json_field("areas", asks)
    if not isinstance(areas, list) or len(areas) > MOST_AREAS:
        raise BadRequest(asks)
    drawn = tuple(_area(one) for one in areas)
    eye().draw(drawn)
    keep_areas(current_app.extensions["zones"], drawn)
    return jsonify(areas=to_json(eye().areas()))


def keep_areas(file: Path | None, areas: tuple[Area, ...]) -> None:
    """Write zones down for the next time; where nothing can be kept they hold until the server ends."""
    if file is not None:
        with suppress(OSError):
            put_whole(file, json.dumps({"zones": 1, "areas": to_json(areas)}).encode())


def kept_areas(file: Path) -> tuple[Area, ...]:
    """Zones that were drawn before; none where there are none, or none that can be read."""
    try:
        kept: Any = read_json_bytes(file.read_bytes())
        return tuple(_area(one) for one in kept["areas"])
    except (OSError, ValueError, KeyError, TypeError):
        return ()


def _area(data: object) -> Area:
    return from_json(Area, data, "A zone")
