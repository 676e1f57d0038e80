"""The server: Werkzeug's, one thread a request.

It serves one household on its own network and can speak TLS by itself, which phones will need for their
cameras; a public site would want another server in front.
"""

from __future__ import annotations

import os
import signal
import socket
import ssl
import sys
import threading
import webbrowser
from types import FrameType, TracebackType
from typing import Any, Self

from flask import Flask
from werkzeug.serving import ThreadedWSGIServer

from companion.rules.errors import BadInput
from companion.web.handler import Handler

FIRST_PORT = 8000
PORTS_TRIED = 20


class CannotServe(BadInput):
    """The address cannot be served at; the message is one sentence that says what to do."""


class _QuietServer(ThreadedWSGIServer):
    """A client that leaves in the middle is no event; anything else is one line."""

    daemon_threads = True

    def get_request(self) -> tuple[socket.socket, Any]:
        """With TLS the greeting is left to the request's own thread: who says nothing keeps nobody waiting."""
        connection, address = super().get_request()
        if self.ssl_context is not None:
            connection = self.ssl_context.wrap_socket(
                connection, server_side=True, do_handshake_on_connect=False
            )
        return connection, address

    def handle_error(self, request: object, client_address: tuple[str, int] | str) -> None:
        error = sys.exception()
        if not isinstance(error, OSError):
            _complain(f"{type(error).__name__}: {error}")

    def log(self, type: str, message: str, *args: object) -> None:  # noqa: A002 - Werkzeug's name
        """What fails outside the application; its last line names the fault."""
        _complain(message.strip().splitlines()[-1])


def _complain(fault: str) -> None:
    print(f"companion: a request was dropped: {' '.join(fault.split())}", file=sys.stderr)


class Server:
    """A server that listens already; `run` answers until it is interrupted."""

    def __init__(self, server: ThreadedWSGIServer, host: str) -> None:
        self._server = server
        shown = shown_address(host)
        scheme = "http" if server.ssl_context is None else "https"
        self.url = f"{scheme}://{f'[{shown}]' if ':' in shown else shown}:{server.port}/"

    def run(self) -> None:
        """Answer requests until Ctrl-C or SIGTERM."""
        before = signal.signal(signal.SIGTERM, _interrupt)
        try:
            self._server.serve_forever()
        except KeyboardInterrupt:
            pass
        finally:
            signal.signal(signal.SIGTERM, before)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.server_close()


def start(app: Flask, *, host: str, port: int | None, tls: ssl.SSLContext | None = None) -> Server:
    """Listen at `port`, or at the first free one from 8000 on; raises CannotServe."""
    tried = [port] if port is not None else range(FIRST_PORT, FIRST_PORT + PORTS_TRIED)
    last = OSError("no port was tried")
    for candidate in tried:
        try:
            with _bound(host, candidate) as listener:
                # Werkzeug takes a copy of the descriptor, and prints and exits where it binds by itself.
                server = _QuietServer(host, candidate, app, handler=Handler, fd=listener.fileno())
        except (OSError, OverflowError, UnicodeError) as error:
            last = error if isinstance(error, OSError) else OSError(str(error))
            continue
        server.ssl_context = tls
        return Server(server, host)
    where = f"{host}, port {port}" if port is not None else f"{host}, ports {tried[0]} to {tried[-1]}"
    raise _cannot(where, last) from last


def check_free(host: str, port: int) -> None:
    """Raises CannotServe where a port is taken, before anything is made for a table that nobody could reach."""
    try:
        _bound(host, port).close()
    except OSError as error:
        raise _cannot(f"{host}, port {port}", error) from error


def _cannot(where: str, why: OSError) -> CannotServe:
    return CannotServe(f"{where}: cannot serve there ({why.strerror or why}); name another --port.")


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listener = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen()
    except BaseException:
        listener.close()
        raise
    return listener


def open_when_there_is_a_screen(url: str) -> None:
    """Open the page in the browser, in the background; does nothing where there is no screen."""
    on_screen = sys.platform in ("darwin", "win32") or any(
        map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY"))
    )
    if on_screen:
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def shown_address(host: str) -> str:
    """Where others find a server that listens at `host`."""
    return _own_address() if host in ("0.0.0.0", "::") else host  # noqa: S104 - compared, not bound


def _own_address() -> str:
    """This machine's address on its network, for the line that tells phones where to go; sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
