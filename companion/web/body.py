"""The JSON that comes with a request, read alike in all rooms; what cannot be read is told what to be."""

from __future__ import annotations

import json
from typing import Any

from flask import request
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge, UnsupportedMediaType

MAX_BODY_BYTES = 64 * 1024
"""Of commands."""
DEEPEST = 64
"""Lists and objects in one another: ten times what any address takes, and far from what Python can follow."""
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
    return _parsed(data)


def _parsed(data: bytes) -> Any:
    try:
        value = json.loads(data)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise BadRequest(f"The body is not JSON ({place}: {error.msg}): {SEND}.") from error
    except UnicodeDecodeError as error:
        raise BadRequest(f"The body is not UTF-8 text: {SEND}.") from error
    except RecursionError as error:
        raise BadRequest(f"The body is nested too deeply: {SEND}.") from error
    except ValueError as error:
        # Python reads no whole number of thousands of digits, and says so in words of its own.
        raise BadRequest("A number in the body has too many digits: send a shorter one.") from error
    if _deeper(value, DEEPEST):
        raise BadRequest(f"The body is nested too deeply: {SEND}.")
    return value


def _deeper(value: Any, most: int) -> bool:
    """Whether lists and objects lie more than `most` deep in one another; what reads them goes down with them."""
    level = [value]
    for _ in range(most + 1):
        level = [
            inner
            for one in level
            if isinstance(one, dict | list)
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
        if not level:
            return False
    return True
