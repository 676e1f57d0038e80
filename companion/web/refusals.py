"""What is answered where a request fails: every refusal is one sentence."""

from __future__ import annotations

from typing import Any

from flask import Response, current_app, jsonify, request
from werkzeug.exceptions import ClientDisconnected, HTTPException, RequestEntityTooLarge

from companion.rules.errors import BadInput
from companion.table.store import NoStore
from companion.table.zangle.photo import BadPhoto
from companion.web import guard
from companion.web.all_games import UnknownGame
from companion.web.at_table import refused
from companion.web.hall import AnotherGame
from companion.web.nowhere import SAYS, looks_for_a_page, refused_page

CUT_SHORT = "The body ended before it was as long as its Content-Length says: send the whole of it."
UNEVEN = "The pieces of the body cannot be read: send each whole, with its length before it."
SENTENCES = {
    404: SAYS,
    405: "This address does not take that kind of request.",
    500: "Something went wrong inside the companion; what was there is unchanged.",
}


def refusal(error: Exception) -> tuple[Response, int, Any]:
    """Every refusal is one sentence."""
    says, status, headers = _said(error)
    more = {"sits_out": True} if isinstance(error, guard.SitsOut) else {}
    return refused_page(says) if looks_for_a_page() else jsonify(error=says, **more), status, headers


def about_another(error: AnotherGame) -> tuple[Response, int]:
    """Of a command for a game that is not played any more: what stands against it."""
    return refused(error.verdict, error.version)


def _said(error: Exception) -> tuple[str, int, list[tuple[str, str]]]:
    if isinstance(error, BadPhoto):
        return _sentence(str(error)), 415, []
    if isinstance(error, NoStore):
        # What was asked was right: it may be asked again when the disk has room, or another program is done.
        return _sentence(str(error)), 503, []
    if isinstance(error, BadInput):
        return _sentence(str(error)), 404 if isinstance(error, UnknownGame) else 400, []
    if isinstance(error, RequestEntityTooLarge):
        return error.description if _own(error) and error.description else _too_large(), 413, []
    if isinstance(error, ClientDisconnected):
        return UNEVEN if request.content_length is None else CUT_SHORT, 400, []
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
