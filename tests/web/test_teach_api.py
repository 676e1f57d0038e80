"""Teaching a deck by JSON: what photos come to, names, and whatever cannot be used."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from calibration.taught import MOST_KINDS, deck_of
from tests.bad_files import write_bad_picture
from tests.web.teaching import FIRST, SECOND, photo


def shown(client: FlaskClient, file: Path, deck: Any = None, game: str = "mine") -> Any:
    fields: dict[str, Any] = {"game": game, "photo": (io.BytesIO(file.read_bytes()), file.name)}
    if deck is not None:
        fields["deck"] = (io.BytesIO(json.dumps(deck).encode()), "deck")
    return client.post("/api/teach/photo", data=fields)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("teach")
    return photo(FIRST, folder / "first.jpg"), photo(SECOND, folder / "second.jpg", 2, turned=True)


def test_photos_come_to_a_deck_of_which_copies_are_one_kind(
    client: FlaskClient, files: tuple[Path, Path]
) -> None:
    first = shown(client, files[0]).get_json()
    assert [(card["kind"], card["new"]) for card in first["cards"]] == [(k, True) for k in range(4)]
    assert all(card["picture"].startswith("data:image/jpeg;base64,") for card in first["cards"])
    second = shown(client, files[1], first["deck"]).get_json()
    known = FIRST.index("red solid")
    assert [(card["kind"], card["new"]) for card in second["cards"]] == [
        (4, True),
        (known, False),
        (5, True),
        (6, True),
    ]
    deck = deck_of(second["deck"])
    assert [kind.copies for kind in deck.kinds] == [1, 1, 1, 2, 1, 1, 1]
    assert second["alike"] == []


def test_the_deck_so_far_may_come_as_text(client: FlaskClient, files: tuple[Path, Path]) -> None:
    deck = shown(client, files[0]).get_json()["deck"]

    def sent(**more: Any) -> Any:
        fields = {"game": "mine", "photo": (io.BytesIO(files[0].read_bytes()), "first.jpg"), **more}
        return client.post("/api/teach/photo", data=fields)

    again = sent(deck=json.dumps(deck)).get_json()
    assert [card["new"] for card in again["cards"]] == [False] * 4
    for more in (
        {"deck": '{"rubbish'},
        {"deck": [(io.BytesIO(json.dumps(deck).encode()), "deck"), json.dumps(deck)]},
    ):
        assert sent(**more).status_code == 400


def test_kinds_of_one_name_become_one(client: FlaskClient, files: tuple[Path, Path]) -> None:
    deck = shown(client, files[0]).get_json()["deck"]
    names = ["Ada", {"name": "Bob", "suit": "sun"}, "Cy", "Ada"]
    told = client.post("/api/teach/deck", json={"deck": deck, "names": names}).get_json()
    assert told["places"] == [0, 1, 2, 0]
    joined = deck_of(told["deck"])
    assert [(kind.name, kind.copies, len(kind.views)) for kind in joined.kinds] == [
        ("Ada", 2, 2),
        ("Bob", 1, 1),
        ("Cy", 1, 1),
    ]
    assert joined.kinds[1].fields == {"suit": "sun"}
    whole = client.post("/api/teach/deck", json={"deck": told["deck"]}).get_json()
    assert (whole["deck"], whole["places"]) == (told["deck"], [0, 1, 2])
    assert "pictures" not in whole
    asked = {"deck": told["deck"], "pictures": True}
    drawn = client.post("/api/teach/deck", json=asked).get_json()["pictures"]
    assert len(set(drawn)) == 3
    assert all(one.startswith("data:image/jpeg;base64,") for one in drawn)


def test_a_zangle_card_is_named_by_its_shape(client: FlaskClient, files: tuple[Path, Path]) -> None:
    listed = client.get("/api/teach/names?game=zangle").get_json()["cards"]
    assert {"triangles", "shape"} == set(listed[0]["fields"])
    assert len({card["name"] for card in listed}) == len(listed) > 50
    deck = shown(client, files[0], game="zangle").get_json()["deck"]
    names = [card["name"] for card in listed[:4]]
    told = client.post("/api/teach/deck", json={"deck": deck, "names": names}).get_json()
    assert [kind["fields"] for kind in told["deck"]["kinds"]] == [card["fields"] for card in listed[:4]]


@pytest.mark.parametrize("game", ["zigity", "zont", "zigzaggle"])
def test_other_games_have_their_lists(client: FlaskClient, game: str) -> None:
    listed = client.get(f"/api/teach/names?game={game}").get_json()["cards"]
    assert len(listed) >= 50
    assert len({card["name"] for card in listed}) == len(listed)


def test_a_game_without_rules_has_no_list(client: FlaskClient) -> None:
    assert client.get("/api/teach/names?game=my-deck").get_json() == {"cards": []}


@pytest.mark.parametrize(
    ("name", "text"),
    [("a.txt", "Ada\nBob\n"), ("a.csv", "name,suit\nAda,sun\nBob,moon\n"), ("a.json", '["Ada", "Bob"]')],
)
def test_a_list_is_read_from_a_file(client: FlaskClient, name: str, text: str) -> None:
    sent = {"game": "mine", "names": (io.BytesIO(text.encode()), name)}
    cards = client.post("/api/teach/names", data=sent).get_json()["cards"]
    assert [card["name"] for card in cards] == ["Ada", "Bob"]


@pytest.mark.parametrize("count", ["\u00b2", "3" * 5000], ids=["a power", "thousands of digits"])
def test_a_count_that_is_no_number_is_a_text_like_any_other(client: FlaskClient, count: str) -> None:
    sent = {"game": "mine", "names": (io.BytesIO(f"name,triangles\nAda,{count}\n".encode()), "a.csv")}
    answer = client.post("/api/teach/names", data=sent)
    if len(count) > 1:
        refused(answer)
    else:
        assert answer.get_json()["cards"] == [{"name": "Ada", "fields": {"triangles": count}}]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.pdf", b"x"), ("a.txt", b"\n"), ("a.txt", b"\xff\xfe"), ("a.json", b"3"), ("a.json", b"[" * 99_999),
        ("a.csv", b"who\nAda\n"), ("a.csv", b"name,b\nAda\n"), ("a.txt", b"x" * 400_000), ("a.json", b'[{"no": 1}]'),
    ],
)  # fmt: skip
def test_a_bad_list_is_refused_by_one_sentence(client: FlaskClient, name: str, data: bytes) -> None:
    refused(client.post("/api/teach/names", data={"game": "mine", "names": (io.BytesIO(data), name)}))


def refused(response: Any, status: int = 400) -> None:
    assert response.status_code == status
    says = response.get_json()["error"]
    assert says.endswith((".", ")"))
    assert "\n" not in says
    assert len(says) < 300


@pytest.mark.parametrize("name", ["truncated.jpg", "text.jpg", "empty.jpg"])
def test_a_bad_photo_is_refused_by_one_sentence(client: FlaskClient, tmp_path: Path, name: str) -> None:
    refused(shown(client, write_bad_picture(name, tmp_path)), 415)


def test_what_cannot_be_taught_is_refused_by_one_sentence(
    client: FlaskClient, files: tuple[Path, Path], tmp_path: Path
) -> None:
    refused(client.post("/api/teach/photo", data={"game": "mine"}))
    refused(client.post("/api/teach/names", data={"game": "mine"}))
    refused(shown(client, files[0], game="My Game"))
    cv2.imwrite(str(tmp_path / "nothing.jpg"), np.full((600, 800, 3), 90, np.uint8))
    refused(shown(client, tmp_path / "nothing.jpg"))
    deck = shown(client, files[0]).get_json()["deck"]
    refused(shown(client, files[0], deck, game="other"))
    kind = deck["kinds"][0]
    many = [{"name": f"kind {k}"} for k in range(MOST_KINDS + 1)]
    bad: Any
    for bad in (
        3, "deck", {}, [], {**deck, "version": 99}, {**deck, "format": "other"}, {**deck, "described_by": "x"},
        {**deck, "kinds": [{**kind, "views": ["AAAA"]}]}, {**deck, "kinds": [kind, kind]}, {**deck, "kinds": many},
        {**deck, "kinds": [{**kind, "fields": {"name": 3}}]}, {**deck, "game": None},
    ):  # fmt: skip
        refused(shown(client, files[0], bad))
        refused(client.post("/api/teach/deck", json={"deck": bad}))
    for names in ("Ada", ["Ada"], [1, 2, 3, 4], [None] * 4, [""] * 4, ["x" * 99] * 4, [{"suit": "sun"}] * 4):
        refused(client.post("/api/teach/deck", json={"deck": deck, "names": names}))
    refused(client.post("/api/teach/deck", json={"deck": deck, "pictures": "yes"}))
    sent = {
        "game": "mine",
        "photo": (io.BytesIO(files[0].read_bytes()), "a.png"),
        "deck": (io.BytesIO(b"{"), "d"),
    }
    refused(client.post("/api/teach/photo", data=sent))
