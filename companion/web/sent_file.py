"""The file that a form field brings: one, so that none of several is passed over in silence."""

from __future__ import annotations

from flask import request
from werkzeug.datastructures import FileStorage
from werkzeug.exceptions import BadRequest


def sent_file(field: str) -> FileStorage | None:
    """The file that came as a form field; None where none did. Raises BadRequest where several came."""
    sent = request.files.getlist(field)
    if len(sent) > 1:
        raise BadRequest(
            f"{len(sent)} files came as the form field '{field}': send one, and each other one in a request "
            "of its own."
        )
    return sent[0] if sent else None


def sent_photo() -> FileStorage:
    """The photo of a request that is about one. Raises BadRequest where none came, or several."""
    photo = sent_file("photo")
    if photo is None:
        raise BadRequest("No photo came with the request: send it as the form field 'photo'.")
    return photo
