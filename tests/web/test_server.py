"""The server itself: where it listens, and what an impolite client can do."""

from __future__ import annotations

import http.client
import socket
from urllib.parse import urlsplit

import pytest

from companion.web.app import MAX_UPLOAD_BYTES, create_app
from companion.web.server import CannotServe, start


def test_a_taken_port_is_refused_in_a_sentence() -> None:
    with start(create_app(), host="127.0.0.1", port=0) as first:
        port = urlsplit(first.url).port
        with pytest.raises(CannotServe, match=str(port)):
            start(create_app(), host="127.0.0.1", port=port)


def test_without_a_port_the_next_free_one_is_taken() -> None:
    with (
        start(create_app(), host="127.0.0.1", port=None) as first,
        start(create_app(), host="127.0.0.1", port=None) as second,
    ):
        assert first.url != second.url


def test_an_upload_said_to_be_too_large_is_refused_before_it_comes(table: str) -> None:
    address = urlsplit(table)
    connection = http.client.HTTPConnection(str(address.hostname), address.port, timeout=30)
    connection.putrequest("POST", "/api/photo")
    connection.putheader("Content-Type", "multipart/form-data; boundary=x")
    connection.putheader("Content-Length", str(MAX_UPLOAD_BYTES * 100))
    connection.endheaders()
    response = connection.getresponse()
    assert response.status == 413
    assert b"40 MB" in response.read()
    connection.close()


@pytest.mark.parametrize("rubbish", [b"\x16\x03\x01\x02\x00 a secure greeting\r\n\r\n", b"GET\r\n\r\n", b""])
def test_rubbish_does_not_stop_it(table: str, rubbish: bytes) -> None:
    address = urlsplit(table)
    with socket.create_connection((str(address.hostname), address.port or 80), timeout=30) as client:
        client.sendall(rubbish)
    connection = http.client.HTTPConnection(str(address.hostname), address.port, timeout=30)
    connection.request("GET", "/api/health")
    assert connection.getresponse().status == 200
    connection.close()
