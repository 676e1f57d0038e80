"""Tranglar's JSON: photos, corrections, changes; every refusal is one sentence."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.rules.tranglar_pieces import piece
from tests.web.boards import AFTER, BEFORE, jpeg


def upload(client: FlaskClient, data: bytes, name: str = "board.jpg") -> TestResponse:
    body = b'--cut\r\nContent-Disposition: form-data; name="photo"; filename="%s"\r\n\r\n%s\r\n--cut--\r\n'
    return client.post(
        "/api/tranglar/photo",
        data=body % (name.encode(), data),
        content_type="multipart/form-data; boundary=cut",
    )


def shown(look: dict[str, Any]) -> set[tuple[str, ...]]:
    return {(one["owner"], *one["cells"]) for one in [*look["pieces"], *look["readings"][0]]}


def test_a_photo_is_read_and_judged(client: FlaskClient) -> None:
    trap = [*BEFORE, piece("petrol", "b2W")]
    answer = upload(client, jpeg(trap)).get_json()
    assert shown(answer["look"]) == {(one["owner"], *one["cells"]) for one in trap}
    assert answer["verdict"]["trapped"] == [{"cells": ["b2N"], "owner": "green", "sides": 3, "touched": 2}]
    assert answer["supply"]["petrol"]["small triangle"] == 1
    assert answer["seen"]["game"] == "tranglar"
    picture = cv2.imdecode(
        np.frombuffer(base64.b64decode(answer["picture"].split(",")[1]), np.uint8), cv2.IMREAD_COLOR
    )
    assert picture is not None


def test_a_photo_without_a_board_is_undecided(client: FlaskClient) -> None:
    grain = np.random.default_rng(3).normal(120, 4, (480, 640, 3)).clip(0, 255).astype(np.uint8)
    answer = upload(client, cv2.imencode(".jpg", grain)[1].tobytes()).get_json()
    assert answer["verdict"]["ruling"] == "undecided"
    assert answer["verdict"]["reasons"][0]["says"].startswith("No board")


def test_a_file_that_is_no_photo_is_refused(client: FlaskClient, bad_picture: Path) -> None:
    response = upload(client, bad_picture.read_bytes(), bad_picture.name)
    assert response.status_code == 415
    assert "\n" not in response.get_json()["error"]
    assert client.post("/api/tranglar/photo", data={}).status_code == 400


def test_two_photos_from_two_sides_of_the_table(client: FlaskClient) -> None:
    looks = [upload(client, jpeg(BEFORE)).get_json(), upload(client, jpeg(AFTER, turn=1)).get_json()]
    told = client.post(
        "/api/tranglar/change", json={"before": looks[0]["look"], "after": looks[1]["look"]}
    ).get_json()
    assert told["turn"] == 1
    assert (told["ruling"], told["action"], told["by"]) == ("legal", "place b2W", "petrol")
    assert [step["lit"] for step in told["steps"]] == [[], ["b2W"], ["b2N"]]


def test_a_correction_changes_the_verdict(client: FlaskClient) -> None:
    look = {"pieces": [*BEFORE, piece("neutral", "b2W")]}
    before = client.post("/api/tranglar/board", json={"look": look}).get_json()
    assert before["verdict"]["trapped"] == []
    asked = {"look": before["look"], "cells": ["b2W"], "owner": "petrol"}
    after = client.post("/api/tranglar/correct", json=asked).get_json()
    assert [one["cells"] for one in after["verdict"]["trapped"]] == [["b2N"]]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("board", []),
        ("board", {"look": {"pieces": 7}}),
        ("board", {"look": {}, "turn": "half"}),
        ("board", {"look": {}, "options": 7}),
        ("board", {"look": {}, "options": []}),
        ("board", {"look": {}, "options": {"magic": True}}),
        ("board", {"look": {}, "more": 1}),
        ("correct", {"look": {}, "cells": "a1N", "owner": "green"}),
        ("correct", {"look": {}, "cells": ["a1N", "c3S"], "owner": "green"}),
        ("change", {"before": {}, "after": {}, "to_move": "blue"}),
        ("change", {"before": {}, "after": {}, "supply": {"petrol": 7}}),
        ("change", {"before": {}, "after": {}, "supply": [7]}),
        ("change", {"before": {"found": False}, "after": {"found": False}, "supply": [None, None]}),
        ("change", {"before": {"found": False}, "after": {"found": False}, "supply": {"petrol": 7}}),
        ("change", {"before": {}, "after": {"found": False}, "supply": {"blue": {}}}),
        ("change", {"before": {}}),
    ],
)
def test_what_cannot_be_judged_is_one_sentence(client: FlaskClient, path: str, body: object) -> None:
    response = client.post(f"/api/tranglar/{path}", json=body)
    assert response.status_code == 422
    answer = response.get_json()
    assert set(answer) == {"error"}
    assert "\n" not in answer["error"]
