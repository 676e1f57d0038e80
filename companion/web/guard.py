"""Round every request: who asks, from which page, and what the answer lets a browser do."""

from __future__ import annotations

import ipaddress
import socket
from functools import lru_cache
from typing import Any, cast
from urllib.parse import urlsplit

from flask import Response, current_app, g, request
from werkzeug.exceptions import Forbidden, Unauthorized

from companion.web.hall import Hall
from companion.web.keys import Keys, Role

COOKIES = ("companion_host", "companion_seat", "companion_camera")
OPEN = frozenset({"/api/health", "/api/openapi.json", "/api/enter", "/api/clock"})
"""What says nothing of a table, and may be asked without a key."""


class SitsOut(Unauthorized):
    """A player with a good key does not play in this game."""


HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "media-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def admit() -> None:
    """Let a request in: by this machine's own name, from no other site's page, with a key where one is due.

    Raises Forbidden or Unauthorized where it is refused."""
    if not own_name(request.host):
        raise Forbidden("This is not the companion's own address: open it by its number.")
    origin = request.headers.get("Origin")
    changes = request.method not in ("GET", "HEAD", "OPTIONS")
    foreign = origin is not None and urlsplit(origin).netloc != request.host
    # Where a browser keeps the origin to itself it says at least whether the page is this site's.
    foreign |= origin is None and request.headers.get("Sec-Fetch-Site") in ("cross-site", "same-site")
    if changes and foreign:
        raise Forbidden("Only the companion's own page may ask this.")
    keys = cast(Keys, current_app.extensions["keys"])
    shown = _shown()
    g.role = keys.role(shown, cast(Hall, current_app.extensions["hall"]).names)
    if request.path.startswith("/api/") and request.path not in OPEN and not g.role.known:
        seat = request.args.get("seat")
        if seat is not None and keys.holds(seat, shown):
            raise SitsOut(
                f"{seat} does not play in this game: this phone is at the table again with the next one that {seat} "
                "plays, or once the host adds a late player."
            )
        raise Unauthorized(
            "Scan the code on the big screen, or open the host's link: this table needs a key."
        )


def role() -> Role:
    """What the one who asks may do."""
    return cast(Role, g.role)


def you() -> dict[str, Any]:
    """The same as a page gets it."""
    return {"host": role().host, "seat": role().seat, "camera": role().camera}


def by_whom() -> str | None:
    """Who enters something, as the log names them: the host, or a seat."""
    return "host" if role().host else role().seat


def host_only() -> None:
    """Raises Forbidden for anybody but the host."""
    if not role().host:
        raise Forbidden("Only the host of the table can do this.")


def own_view() -> str | None:
    """The seat whose view is asked for by `seat`. Raises Forbidden for another player's."""
    seat = request.args.get("seat")
    if seat is not None and not role().host and role().seat != seat:
        raise Forbidden("This view is another player's: scan your own code.")
    return seat


def add_headers(response: Response) -> Response:
    """What every answer carries."""
    response.headers.pop("Date", None)  # The server says it, and a file's answer would once more.
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.is_secure or request.host.startswith(("localhost", "127.", "[::1]")):
        # Elsewhere browsers leave it out of account, and complain.
        response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    if request.path.startswith("/api/"):
        response.headers.setdefault("Cache-Control", "no-store")
    return response


def _shown() -> list[str]:
    """The keys that came along: by cookie from a page, as a bearer token from a program."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    bearer = [token.strip()] if kind.lower() == "bearer" else []
    return bearer + [request.cookies[name] for name in COOKIES if request.cookies.get(name)]


def own_name(host: str) -> bool:
    """Whether a Host header names this machine, or what it is served at: a foreign name could be pointed at it by
    anybody."""
    served = urlsplit(current_app.extensions["address"] or "").hostname
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        return name in _names() or name == served or bool(ipaddress.ip_address(name))
    except ValueError:
        return False


@lru_cache(maxsize=1)
def _names() -> frozenset[str]:
    own = socket.gethostname().lower()
    return frozenset({"localhost", own, own.partition(".")[0], f"{own.partition('.')[0]}.local"} - {""})
