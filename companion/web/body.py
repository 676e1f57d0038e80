"""The JSON that comes with a request, read alike in all rooms; what cannot be read is told what to be."""

from __future__ import annotations

from typing import Any

from flask import request
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge, UnsupportedMediaType

from companion.rules.json_text import NoJson, read_json_bytes

MAX_BODY_BYTES = 64 * 1024
"""Of commands."""
SEND = "send one JSON object, as /api/openapi.json describes it"


def json_object(most_bytes: int | None = MAX_BODY_BYTES) -> dict[str, Any]:
    """The object that came along. Raises BadRequest, RequestEntityTooLarge, UnsupportedMediaType."""
    body = json_value(most_bytes)
    if not isinstance(body, dict):
        raise BadRequest(f"The body is no object: {SEND}.")
    return body


def json_value(most_bytes: int | None = MAX_BODY_BYTES) -> Any:
    """Whatever JSON came along; `most_bytes` of None leaves the limit to the application. Raises as above."""
    if most_bytes is not None:
        request.max_content_length = most_bytes
    if not request.is_json:
        raise UnsupportedMediaType("Send the body as JSON, with the content type application/json.")
    try:
        data = request.get_data()
    except RequestEntityTooLarge as error:
        limit = (request.max_content_length or 0) >> 10
        raise RequestEntityTooLarge(f"The body is larger than {limit} KB: send less at a time.") from error
    if not data.strip():
        raise BadRequest(f"Nothing was sent: {SEND}.")
    try:
        return read_json_bytes(data)
    except NoJson as error:
        raise BadRequest(f"The body is no JSON that can be used ({error}): {SEND}.") from error
