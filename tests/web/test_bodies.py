"""Bodies that cannot be read, at every address that takes JSON: one sentence that says what to send."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from companion.web.app import create_app
from companion.web.camera_api import MAX_FRAME_BYTES
from companion.web.keys import Keys
from tests.web.conftest import client_of
from tests.web.test_api import refusal, upload
from tests.web.test_described import DOCUMENT

JSON_POSTS = sorted(
    path
    for path, operations in DOCUMENT["paths"].items()
    if "application/json" in operations.get("post", {}).get("requestBody", {}).get("content", {})
)
BAD = {
    "deep lists": (b"[" * 1000, "nested"),
    "deeper lists": (b"[" * 20_000, "nested"),
    "whole deep lists": (b"[" * 200 + b"]" * 200, "nested"),
    "a deep field": (b'{"version": ' + b'{"a":' * 100 + b"1" + b"}" * 101, "nested"),
    "nothing": (b"", "Nothing was sent"),
    "half an object": (b'{"version": ', "line 1, column 13"),
    "no text": (b'{"a": "\xff"}', "UTF-8"),
    "a long number": (b'{"version": ' + b"7" * 5000 + b"}", "far too long"),
    "no number": (b'{"version": NaN}', "NaN is no number"),
    "half a letter": (b'{"key": "\\ud800", "seat": ["\\udfff"]}', "half a letter"),
    "a key twice": (b'{"version": 1, "version": 2}', "'version' stands twice"),
}


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    """One application for all: what cannot be read changes nothing in it."""
    return client_of(create_app())


@pytest.mark.parametrize("path", JSON_POSTS)
@pytest.mark.parametrize("what", BAD)
def test_a_body_that_cannot_be_read_is_one_sentence(client: FlaskClient, path: str, what: str) -> None:
    data, about = BAD[what]
    response = client.post(path, data=data, content_type="application/json")
    assert response.status_code == 400
    assert about in (says := refusal(response))
    assert "send " in says
    assert "400" in DOCUMENT["paths"][path]["post"]["responses"]


@pytest.mark.parametrize("path", JSON_POSTS)
@pytest.mark.parametrize("kind", [None, "text/plain", "application/x-www-form-urlencoded"])
def test_a_body_of_another_kind_is_told_what_to_be(client: FlaskClient, path: str, kind: str | None) -> None:
    response = client.post(path, data=b'{"version": 1}', content_type=kind)
    assert response.status_code == 415
    assert refusal(response) == "Send the body as JSON, with the content type application/json."
    assert "415" in DOCUMENT["paths"][path]["post"]["responses"]


def test_who_has_no_key_is_told_as_well() -> None:
    stranger = client_of(create_app(keys=Keys(bytes(32))))
    response = stranger.post("/api/enter", data=b"[" * 20_000, content_type="application/json")
    assert response.status_code == 400
    assert "nested" in refusal(response)


def test_a_body_that_is_too_large_is_not_called_a_photo(client: FlaskClient) -> None:
    response = client.post("/api/enter", json={"key": "x" * 100_000})
    assert response.status_code == 413
    assert refusal(response) == "The body is larger than 64 KB: send less at a time."


def test_a_frame_that_is_too_large_is_told_its_own_limit(client: FlaskClient) -> None:
    response = client.post("/api/camera/picture", data=bytes(MAX_FRAME_BYTES + 1), content_type="image/jpeg")
    assert response.status_code == 413
    assert f"larger than {MAX_FRAME_BYTES >> 20} MB" in refusal(response)


def test_a_form_of_long_fields_is_not_called_a_large_photo(client: FlaskClient) -> None:
    response = upload(client, b"", game="x" * 1_000_000)
    assert response.status_code == 413
    assert "MB" not in (says := refusal(response))
    assert "field" in says


def test_what_lies_no_deeper_than_a_body_may_is_read(client: FlaskClient) -> None:
    data = b'{"key": ' + b"[" * 60 + b"]" * 60 + b"}"
    response = client.post("/api/enter", data=data, content_type="application/json")
    assert refusal(response) == "Send the key as text."
