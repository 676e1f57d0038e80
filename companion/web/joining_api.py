"""Who is who, as JSON: the links by which phones join, and the key that a page shows."""

from __future__ import annotations

from typing import cast

import segno
from flask import Blueprint, Response, current_app, jsonify, request
from werkzeug.exceptions import BadRequest, Unauthorized

from companion.rules.errors import quoted
from companion.web import screen
from companion.web.at_table import hall
from companion.web.body import json_object
from companion.web.guard import COOKIES, host_only
from companion.web.keys import Keys

api = Blueprint("joining", __name__)

KEPT_S = 30 * 24 * 3600


@api.post("/enter")
def enter() -> Response:
    """Show a key; it is kept in a cookie that no script can read.

    The code of a seat is good while its player sits out, too: then the page says by `seat` whose it is.
    """
    body = json_object()
    key, seat = body.pop("key", None), body.pop("seat", None)
    if body:
        raise BadRequest(f"There is no {quoted(min(body))} here; use key and seat.")
    if not isinstance(key, str):
        raise BadRequest("Send the key as text, as 'key'.")
    if not isinstance(seat, str | None):
        raise BadRequest("Say by 'seat' whose page this is, as text, or leave it out.")
    keys = cast(Keys, current_app.extensions["keys"])
    found = keys.role([key], hall().names if seat is None else (*hall().names, seat))
    if not found.known:
        raise Unauthorized("This key is not good here: scan the code anew.")
    response = jsonify(host=found.host, seat=found.seat, camera=found.camera)
    if keys.needed:
        name = COOKIES[0 if found.host else 2 if found.camera else 1]
        response.set_cookie(
            name, key, max_age=KEPT_S, httponly=True, samesite="Strict", secure=request.is_secure
        )
    return response


@api.get("/seats")
def seats() -> Response:
    """The links by which phones join, each with its QR code as a picture."""
    host_only()
    keys = cast(Keys, current_app.extensions["keys"])
    address = current_app.extensions["address"] or request.host_url
    camera = screen.host_link(f"{address}camera", keys.camera)
    links = [(name, screen.seat_link(address, name, keys.seat(name))) for name in hall().names]
    return jsonify(
        open=keys.needed,
        with_phones=None if keys.needed else current_app.extensions["with_phones"],
        host=screen.host_link(address, keys.host),
        camera={"url": camera, "qr": _qr(camera)},
        seats=[{"name": name, "url": url, "qr": _qr(url)} for name, url in links],
    )


def _qr(url: str) -> str | None:
    """The code of a link; None where it is too long for any, as with names that were taken once."""
    try:
        code = segno.make(url, error="m")
    except segno.DataOverflowError:
        return None
    return str(code.svg_data_uri(border=4, dark="#000", light="#fff", omitsize=True))
