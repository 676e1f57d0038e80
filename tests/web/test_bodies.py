"""Bodies that cannot be read, at every address that takes JSON: one sentence that says what to send."""

from __future__ import annotations

import io
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.web.app import create_app
from companion.web.body import MAX_BODY_BYTES
from companion.web.camera_api import MAX_FRAME_BYTES
from companion.web.eye import Area, NoEye
from companion.web.keys import Keys
from tests.web.conftest import client_of
from tests.web.description import DOCUMENT
from tests.web.uploads import refusal, upload

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


def in_pieces(client: FlaskClient, path: str, data: bytes, kind: str) -> TestResponse:
    """Send a body that does not say how long it is, as a server takes it that can tell where it ends."""
    return client.post(
        path,
        input_stream=io.BytesIO(data),
        content_type=kind,
        environ_overrides={"wsgi.input_terminated": True},
    )


@pytest.mark.parametrize(
    ("path", "field", "form"),
    [
        ("/api/photo", "photo", {}),
        ("/api/tranglar/photo", "photo", {}),
        ("/api/teach/photo", "photo", {"game": "zont"}),
        ("/api/teach/names", "names", {"game": "zont"}),
    ],
)
def test_of_two_files_none_is_passed_over(
    client: FlaskClient, path: str, field: str, form: dict[str, str]
) -> None:
    two = {**form, field: [(io.BytesIO(b"a"), "a.txt"), (io.BytesIO(b"b"), "b.txt")]}
    response = client.post(path, data=two)
    assert response.status_code == 400
    assert refusal(response).startswith(f"2 files came as the form field '{field}': send one")


def test_a_body_in_pieces_is_measured_too(client: FlaskClient) -> None:
    for data in (b" " * MAX_BODY_BYTES + b" {}", b'{"key": "' + b"x" * MAX_BODY_BYTES + b'"}'):
        response = in_pieces(client, "/api/enter", data, "application/json")
        assert response.status_code == 413
        assert refusal(response) == "The body is larger than 64 KB: send less at a time."
    whole = b'{"key": 1}'.ljust(MAX_BODY_BYTES)
    assert (
        refusal(in_pieces(client, "/api/enter", whole, "application/json"))
        == "Send the key as text, as 'key'."
    )
    picture = in_pieces(client, "/api/camera/picture", bytes(MAX_FRAME_BYTES + 1), "image/jpeg")
    assert picture.status_code == 413
    assert f"larger than {MAX_FRAME_BYTES >> 20} MB" in refusal(picture)


@pytest.mark.parametrize(
    ("path", "field"), [("/api/camera", "source"), ("/api/zones", "areas"), ("/api/enter", "key")]
)
def test_a_field_of_another_name_is_told_and_nothing_is_done(path: str, field: str) -> None:
    eye = Choosing()
    client = client_of(create_app(eye=eye))
    good: Any = [] if field == "areas" else "recording"
    bodies: tuple[dict[str, Any], ...] = (
        {},
        {"version": 1},
        {field.title(): good},
        {field: good, "version": 1},
    )
    for body in bodies:
        response = client.post(path, json=body)
        assert response.status_code == 400
        assert field in refusal(response)
    assert not eye.done
    assert client.post(path, json={field: good}).status_code == 200
    schema = DOCUMENT["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert (schema["required"], schema["additionalProperties"]) == ([field], False)


class Choosing(NoEye):
    """Keeps what it was told to do."""

    def __init__(self) -> None:
        super().__init__()
        self.done: list[object] = []

    def choose(self, source: str | None) -> None:
        self.done.append(source)

    def draw(self, areas: tuple[Area, ...]) -> None:
        self.done.append(areas)


def test_a_camera_is_put_away_by_null(client: FlaskClient) -> None:
    response = client.post("/api/camera", json={"source": None})
    assert (response.status_code, response.get_json()["source"]) == (200, None)


def test_a_form_of_long_fields_is_not_called_a_large_photo(client: FlaskClient) -> None:
    response = upload(client, b"", game="x" * 1_000_000)
    assert response.status_code == 413
    assert "MB" not in (says := refusal(response))
    assert "field" in says


def test_what_lies_no_deeper_than_a_body_may_is_read(client: FlaskClient) -> None:
    data = b'{"key": ' + b"[" * 60 + b"]" * 60 + b"}"
    response = client.post("/api/enter", data=data, content_type="application/json")
    assert refusal(response) == "Send the key as text, as 'key'."
