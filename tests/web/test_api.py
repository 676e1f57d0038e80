"""The JSON API: every refusal is one sentence with its status, and the description tells the truth."""

from __future__ import annotations

import base64
import io
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from companion.web.app import MAX_UPLOAD_BYTES, STATIC, create_app
from tests.web.conftest import client_of
from tests.web.uploads import empty_table, refusal, upload


def test_a_photo_gets_a_verdict_and_its_picture(client: FlaskClient, samples: list[Path]) -> None:
    answer = upload(client, samples[0].read_bytes(), samples[0].name, game="zangle").get_json()
    assert answer["verdict"]["ruling"] in ("legal", "illegal", "undecided")
    assert answer["verdict"]["reasons"]
    assert answer["seen"]["photo"] == samples[0].name
    assert answer["seen"]["cards"]
    kind, data = answer["picture"].split(",")
    assert kind == "data:image/jpeg;base64"
    drawn = cv2.imdecode(np.frombuffer(base64.b64decode(data), np.uint8), cv2.IMREAD_COLOR)
    assert drawn is not None
    width, height = answer["seen"]["size_px"]
    assert drawn.shape[1] / drawn.shape[0] == pytest.approx(width / height, rel=0.01)


def test_a_profile_that_the_cards_contradict_is_undecided(client: FlaskClient, samples: list[Path]) -> None:
    zangle = next(path for path in samples if path.name == "a-zangle.jpg")
    answer = upload(client, zangle.read_bytes(), profile="abolo").get_json()
    assert (answer["seen"]["cards"], answer["verdict"]["ruling"]) == ([], "undecided")
    assert "leave the profile out, or name iamond" in answer["verdict"]["reasons"][0]["says"]


def test_an_empty_table_is_undecided_not_illegal(client: FlaskClient) -> None:
    answer = upload(client, empty_table()).get_json()
    assert answer["seen"]["cards"] == []
    assert answer["verdict"]["ruling"] == "undecided"


def test_a_file_that_is_no_photo_is_refused(client: FlaskClient, bad_picture: Path) -> None:
    response = upload(client, bad_picture.read_bytes(), bad_picture.name)
    assert response.status_code == 415
    assert refusal(response)


def test_an_upload_that_is_too_large_is_refused(client: FlaskClient) -> None:
    response = upload(client, bytes(MAX_UPLOAD_BYTES + 1))
    assert response.status_code == 413
    assert "40 MB" in refusal(response)
    page = (STATIC / "shared" / "files.js").read_text(encoding="utf-8")
    assert f"MAX_UPLOAD_BYTES = {MAX_UPLOAD_BYTES >> 20} * 1024 * 1024;" in page, "pages know the same limit"


@pytest.mark.parametrize("fields", [{"game": "chess"}, {"profile": "hexagon"}])
def test_unknown_games_and_profiles_are_refused(client: FlaskClient, fields: dict[str, str]) -> None:
    response = upload(client, empty_table(), **fields)
    assert response.status_code == 400
    assert next(iter(fields.values())) in refusal(response)


@pytest.mark.parametrize(
    ("data", "status"),
    [({}, 400), ({"photo": "words, no file"}, 400), ({f"field{i}": "x" for i in range(40)}, 413)],
)
def test_a_form_without_a_photo_is_refused(client: FlaskClient, data: dict[str, str], status: int) -> None:
    response = client.post("/api/photo", data=data, content_type="multipart/form-data")
    assert response.status_code == status
    assert refusal(response)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/photo", 405),
        ("GET", "/api/nothing", 404),
        ("GET", "/nothing", 404),
        ("GET", "/api/samples/..%2f..%2fpyproject.toml", 404),
        ("POST", "/api/samples/nowhere.jpg", 404),
        ("GET", "/static/../pyproject.toml", 404),
    ],
)
def test_other_addresses_answer_with_a_sentence(
    client: FlaskClient, method: str, path: str, status: int
) -> None:
    response = client.open(path, method=method)
    assert response.status_code == status
    assert refusal(response)


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}],
    ids=str,
)
def test_another_sites_page_may_not_ask(client: FlaskClient, headers: dict[str, str]) -> None:
    data = {"photo": (io.BytesIO(empty_table()), "a.jpg")}
    response = client.post("/api/photo", data=data, headers=headers)
    assert response.status_code == 403
    assert refusal(response)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://localhost"},
        {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none"},
    ],
    ids=str,
)
def test_its_own_page_may(client: FlaskClient, headers: dict[str, str]) -> None:
    data = {"photo": (io.BytesIO(empty_table()), "a.jpg")}
    assert client.post("/api/photo", data=data, headers=headers).status_code == 200


@pytest.mark.parametrize("path", ["/", "/static/photo/photo.js", "/api/health", "/nothing"])
def test_every_answer_keeps_strangers_out(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_a_fault_inside_is_a_sentence_too(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def slip(*_: object, **__: object) -> None:
        raise RuntimeError("a slip")

    monkeypatch.setattr("companion.web.photo_api.read_photo", slip)
    response = upload(client, empty_table())
    assert response.status_code == 500
    assert "slip" not in refusal(response)


def test_samples_are_on_offer_and_each_can_be_seen(client: FlaskClient, samples: list[Path]) -> None:
    offered = client.get("/api/samples").get_json()["samples"]
    assert [one["name"] for one in offered] == [path.name for path in samples]
    for one in offered:
        assert one["title"]
        assert client.get(one["picture"]).mimetype == "image/jpeg"


def test_a_folder_of_ones_own_is_offered_too(tmp_path: Path) -> None:
    (tmp_path / "my-evening.jpg").write_bytes(empty_table())
    (tmp_path / "notes.txt").write_text("no photo")
    client = client_of(create_app(photos=tmp_path))
    offered = {one["name"]: one["title"] for one in client.get("/api/samples").get_json()["samples"]}
    assert offered["my-evening.jpg"] == "My evening"
    assert "notes.txt" not in offered
    assert client.post("/api/samples/my-evening.jpg").get_json()["verdict"]["ruling"] == "undecided"


def test_the_description_names_every_address_and_no_other(client: FlaskClient) -> None:
    described = {
        (path, method.upper())
        for path, operations in client.get("/api/openapi.json").get_json()["paths"].items()
        for method in operations
        if method != "parameters"
    }
    served = {
        (rule.rule.replace("<", "{").replace(">", "}"), method)
        for rule in client.application.url_map.iter_rules()
        if rule.rule.startswith("/api/")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert described == served


def test_the_description_refers_to_what_it_has() -> None:
    document = json.loads((STATIC / "openapi.json").read_text(encoding="utf-8"))

    def references(value: Any) -> list[str]:
        if isinstance(value, dict):
            own = [value["$ref"]] if "$ref" in value else []
            return own + [one for inner in value.values() for one in references(inner)]
        return [one for inner in value for one in references(inner)] if isinstance(value, list) else []

    known = {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}
    assert set(references(document)) <= known
