"""The server itself: where it listens, and what an impolite client can do."""

from __future__ import annotations

import http.client
import json
import socket
import ssl
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest

from companion.web.app import MAX_UPLOAD_BYTES, create_app
from companion.web.server import CannotServe, start
from tests.web.conftest import Serving


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


def answer_of(url: str, sent: bytes, *, ended: bool = False) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of what comes back for these bytes; every header comes once."""
    address = urlsplit(url)
    with socket.create_connection((str(address.hostname), address.port or 80), timeout=30) as client:
        client.sendall(sent)
        if ended:
            client.shutdown(socket.SHUT_WR)
        response = http.client.HTTPResponse(client)
        response.begin()
        names = [name.lower() for name, _ in response.getheaders()]
        assert len(names) == len(set(names)), names
        return response.status, dict(response.getheaders()), response.read()


JSON = b"Content-Type: application/json\r\n"
HOST = b"Host: localhost\r\n"
NONSENSE = [
    (b"\x16\x03\x01\x02\x00 a secure greeting\r\n\r\n", 400, "write http:// in the place of https://"),
    (b"hello\r\n\r\n", 400, "send one as HTTP has it"),
    (b"GET http://[::1 HTTP/1.1\r\n" + HOST + b"\r\n", 400, "send one as HTTP has it"),
    (b"GET / HTTP/9.9\r\n\r\n", 505, "1.0 and 1.1"),
    (b"GET /" + b"a" * 300_000 + b" HTTP/1.1\r\n" + HOST + b"\r\n", 414, "far too long"),
    (b"GET / HTTP/1.1\r\n" + HOST + b"X: 1\r\n" * 200 + b"\r\n", 431, "too many headers"),
    (b"GET / HTTP/1.1\r\nX: " + b"a" * 300_000 + b"\r\n\r\n", 431, "too long ones"),
]


def test_what_never_comes_to_the_application_is_refused_in_json_and_without_a_word_elsewhere(
    serve: Callable[..., Serving],
) -> None:
    serving = serve()
    for sent, status, says in NONSENSE:
        got, headers, body = answer_of(serving.url, sent)
        assert (got, headers["Content-Type"]) == (status, "application/json"), sent[:40]
        assert says in json.loads(body)["error"]
    assert serving.complaints == []


def test_a_body_that_is_not_whole_is_told_so(table: str) -> None:
    for head, body, says in (
        (b"Content-Length: 100\r\n", b'{"version"', "as its Content-Length says: send the whole of it"),
        (b"Transfer-Encoding: chunked\r\n", b"ZZ\r\nxx", "send each whole, with its length before it"),
    ):
        sent = b"POST /api/deal HTTP/1.1\r\n" + HOST + JSON + head + b"\r\n" + body
        status, _, answered = answer_of(table, sent, ended=True)
        assert (status, says in json.loads(answered)["error"]) == (400, True)


@pytest.mark.parametrize(
    "path", ["/", "/static/shared/dom.js", "/api/openapi.json", "/api/health", "/nowhere"]
)
def test_an_answer_is_dated_once(table: str, path: str) -> None:
    _, headers, _ = answer_of(table, b"GET " + path.encode() + b" HTTP/1.1\r\n" + HOST + b"\r\n")
    assert "Date" in headers


def test_who_speaks_http_to_a_secure_address_is_told_in_the_clear(serve: Callable[..., Serving]) -> None:
    serving = serve("--https")
    status, headers, body = answer_of(serving.url, b"GET / HTTP/1.1\r\n" + HOST + b"\r\n")
    assert (status, headers["Content-Type"]) == (400, "application/json")
    assert "write https:// in the place of http://" in json.loads(body)["error"]
    address = urlsplit(serving.url)
    with socket.create_connection((str(address.hostname), address.port or 443), timeout=30) as rubbish:
        rubbish.sendall(b"\x16\x03\x01\x00\x05hello")
        while rubbish.recv(1000):
            pass
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    connection = http.client.HTTPSConnection(str(address.hostname), address.port, timeout=30, context=context)
    connection.request("GET", "/api/health")
    assert connection.getresponse().status == 200
    connection.close()
    assert serving.complaints == []


def test_a_fault_outside_the_application_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with start(create_app(), host="127.0.0.1", port=0) as server:
        server._server.log("error", "Error on request:\nTraceback ...\nValueError: a\tslip")
    assert capsys.readouterr().err == "companion: a request was dropped: ValueError: a slip\n"
