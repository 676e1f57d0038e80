"""The JSON that comes with a request, read alike in all rooms; what cannot be read is told what to be."""

from __future__ import annotations

from typing import Any

from flask import request
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge, UnsupportedMediaType

from companion.rules.errors import quoted
from companion.rules.json_text import NoJson, half_letters, read_json_bytes

MAX_BODY_BYTES = 64 * 1024
"""Of commands."""
SEND = "send one JSON object, as /api/openapi.json describes it"


def json_object() -> dict[str, Any]:
    """The object that came along. Raises BadRequest, RequestEntityTooLarge, UnsupportedMediaType."""
    body = json_value()
    if not isinstance(body, dict):
        raise BadRequest(f"The body is no object: {SEND}.")
    return body


def json_field(name: str, asks: str) -> Any:
    """The one field that an object has; `asks` says what is wanted where it is missing. Raises as above."""
    body = json_object()
    if name not in body:
        raise BadRequest(asks)
    if unknown := sorted(set(body) - {name}):
        raise BadRequest(f"There is no {quoted(unknown[0])} here; use {name} alone.")
    return body[name]


def json_value(most_bytes: int | None = MAX_BODY_BYTES) -> Any:
    """Whatever JSON came along; `most_bytes` of None leaves the limit to the application. Raises as above."""
    if not request.is_json:
        raise UnsupportedMediaType("Send the body as JSON, with the content type application/json.")
    try:
        data = whole_body(most_bytes)
    except RequestEntityTooLarge as error:
        limit = (request.max_content_length or 0) >> 10
        raise RequestEntityTooLarge(f"The body is larger than {limit} KB: send less at a time.") from error
    if not data.strip():
        raise BadRequest(f"Nothing was sent: {SEND}.")
    try:
        found = read_json_bytes(data)
    except NoJson as error:
        raise BadRequest(f"The body is no JSON that can be used ({error}): {SEND}.") from error
    if b"\\u" in data and half_letters(found):
        raise BadRequest(f"The body has half a letter in it, which no text has: {SEND}.")
    return found


def whole_body(most_bytes: int | None = None) -> bytes:
    """All that came along, of at most so many bytes or as the application allows. Raises RequestEntityTooLarge."""
    if most_bytes is not None:
        request.max_content_length = most_bytes
    most = request.max_content_length
    if most is None or request.content_length is not None:
        return request.get_data()
    # What comes in pieces says no length, and is cut off at the limit without a word: one byte more tells.
    request.max_content_length = most + 1
    data = request.get_data()
    if len(data) > most:
        raise RequestEntityTooLarge
    return data
