"""What a connection is answered before the application sees it: nothing but JSON, and not a word on standard error."""

from __future__ import annotations

import json
import socket
import ssl
from contextlib import suppress
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from werkzeug.serving import WSGIRequestHandler

TLS = b"\x16\x03"
"""How a secure greeting begins."""
NO_HTTP = "This is no request that can be read: send one as HTTP has it."
TO_HTTP = "This address speaks http: write http:// in the place of https://."
TO_HTTPS = "This address speaks https: write https:// in the place of http://."
SENTENCES = {
    HTTPStatus.REQUEST_URI_TOO_LONG: "The address is far too long: what is large goes into the body.",
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE: "The request has too many headers, or too long ones.",
    HTTPStatus.HTTP_VERSION_NOT_SUPPORTED: "HTTP is spoken here in its versions 1.0 and 1.1.",
}
REST_S = 0.2
"""So long is waited for more of what nobody will read: what is left unread takes the answer away with it."""
MOST_OF_THE_REST = 100
"""So many pieces of it are taken."""


class Handler(WSGIRequestHandler):
    """Silent, and done with a client that says nothing for a while."""

    timeout = 60

    def log(self, type: str, message: str, *args: Any) -> None:  # noqa: A002 - Werkzeug's name
        """Say nothing: what clients do is no event."""

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Nor of what is right."""

    def handle(self) -> None:
        """Greet, where the address is a secure one, and answer."""
        if isinstance(self.connection, ssl.SSLSocket):
            try:
                self.connection.do_handshake()
            except ssl.SSLError as error:
                if error.reason == "HTTP_REQUEST":
                    self._say_in_the_clear(TO_HTTPS)
                return
            except OSError:
                return  # It has left.
        super().handle()

    def run_wsgi(self) -> None:
        """Have the application answer, where the address is one."""
        try:
            urlsplit(self.path)
        except ValueError:
            self.send_error(HTTPStatus.BAD_REQUEST)
            return
        super().run_wsgi()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse what never comes to the application, in a sentence of ours."""
        body = _body(
            TO_HTTP if self.raw_requestline.startswith(TLS) else SENTENCES.get(HTTPStatus(code), NO_HTTP)
        )
        if self.request_version == "HTTP/0.9":
            self.request_version = (
                "HTTP/1.0"  # The version of what cannot be read; else no status would be sent.
            )
        self.send_response(code)
        for name, value in _headers(body):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
        self._take_the_rest(self.rfile.read1)

    def _say_in_the_clear(self, says: str) -> None:
        """Answer one who has not greeted as this address asks."""
        body = _body(says)
        head = [f"HTTP/1.1 {HTTPStatus.BAD_REQUEST.value} {HTTPStatus.BAD_REQUEST.phrase}"]
        head += [f"{name}: {value}" for name, value in _headers(body)]
        with suppress(OSError):
            # The plain socket's own methods: the secure ones would go on greeting.
            socket.socket.sendall(self.connection, "\r\n".join([*head, "", ""]).encode() + body)
            self._take_the_rest(lambda most: socket.socket.recv(self.connection, most))

    def _take_the_rest(self, read: Any) -> None:
        with suppress(OSError):
            self.connection.settimeout(REST_S)
            for _ in range(MOST_OF_THE_REST):
                if not read(65_536):
                    break


def _body(says: str) -> bytes:
    return json.dumps({"error": says}).encode()


def _headers(body: bytes) -> list[tuple[str, str]]:
    return [
        ("Content-Type", "application/json"),
        ("Content-Length", str(len(body))),
        ("Cache-Control", "no-store"),
        ("X-Content-Type-Options", "nosniff"),
        ("Connection", "close"),
    ]
