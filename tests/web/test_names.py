"""Players of whatever name: a link leads each to a page of the own, and what no page can show is no name."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect

from companion.rules.errors import quoted
from companion.table.log import Entry
from companion.table.played.events import SetUp
from companion.table.played.play import State, prepared
from companion.table.store import Store
from companion.web.app import create_app
from companion.web.hall import Hall
from tests.web.conftest import Serving, client_of, opened
from tests.web.playing import ask

JOINED = [
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\U0001f3f3\ufe0f\u200d\U0001f308",
    "\u0646\u06cc\u200c\u0644\u0648\u0641\u0631",
]
"""A family, the rainbow's flag, and Niloufar in Persian."""
NAMES = ["..", "/bob", "bob", "a//b", "<a?b#c>", *JOINED]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    with Store.open(str(tmp_path / "games.db")) as store:
        yield client_of(create_app(hall=Hall(store)))


def test_every_name_has_a_page_of_its_own(browser: Browser, serving: Serving) -> None:
    ask(serving.url, "set-up", {"mode": "speedster", "players": NAMES})
    with opened(browser, f"{serving.url}seat/100%") as page:  # As somebody types it.
        expect(page.locator("#name")).to_have_text("100%")
        for seat in page.request.get(f"{serving.url}api/seats").json()["seats"]:
            page.goto(seat["url"])
            expect(page.locator("#name")).to_have_text(seat["name"])
            expect(page.locator("#buzzer")).to_be_visible()


@pytest.mark.parametrize("name", JOINED)
def test_a_joined_name_plays_as_any_other(client: FlaskClient, name: str) -> None:
    sent = {"mode": "turn-style", "players": [name, "bob"]}
    assert client.post("/api/set-up", json=sent).status_code == 200
    for version, (kind, body) in enumerate((("deal", {}), ("flip", {}), ("hit", {"seat": name})), 1):
        assert client.post(f"/api/{kind}", json={"version": version, **body}).status_code == 200
    assert (
        client.post("/api/played/set-up", json={"game": "zont", "players": ["bob", "ann"]}).status_code == 200
    )
    assert client.post("/api/played/join", json={"version": 1, "seat": name}).status_code == 200


def test_numbers_keep_their_places_beside_a_name_that_is_read_from_the_right(client: FlaskClient) -> None:
    names = ["\u0633\u0627\u0631\u0629", "\u05d3\u05e0\u05d4", "bob"]
    sent = {"game": "zont", "players": names, "dealt": True}
    assert client.post("/api/played/set-up", json=sent).status_code == 200
    counted = {"version": 1, "seat": names[0], "points": 3, "why": "counted at the table"}
    assert client.post("/api/played/correct-score", json=counted).status_code == 200
    ended = client.post("/api/played/end", json={"version": 2}).get_json()["state"]["moment"]
    assert all(name in ended["says"] for name in names), ended
    # A number whose last letter before it is read from the right goes to the left of it, and with it the next place.
    before = ""
    for letter in ended["says"]:
        kind = unicodedata.bidirectional(letter)
        assert not (kind == "EN" and before in ("R", "AL")), ended["says"]
        before = kind if kind in ("L", "R", "AL") else before


@pytest.mark.parametrize("taken", ["bo\u200db", "BO\u200cB", "b\u200do\u200db", "bob\ufe0f", "cent\u200cre"])
def test_what_looks_like_another_name_is_taken(client: FlaskClient, taken: str) -> None:
    for path, game in (("set-up", {"mode": "speedster"}), ("played/set-up", {"game": "zont"})):
        assert client.post(f"/api/{path}", json={**game, "players": ["bob", taken]}).status_code == 409


def test_accents_stored_another_way_make_no_other_name(client: FlaskClient) -> None:
    sent = {"mode": "speedster", "players": ["Zo\u00eb", "Zoe\u0308"]}
    assert "another name" in client.post("/api/set-up", json=sent).get_json()["error"]


@pytest.mark.parametrize("name", ["a\nb", "ann\u200d", "x" * 41])
def test_a_refusal_says_whose_name_it_is(client: FlaskClient, name: str) -> None:
    for path, game in (("set-up", {"mode": "speedster"}), ("played/set-up", {"game": "zont"})):
        refused = client.post(f"/api/{path}", json={**game, "players": ["bob", name]}).get_json()["error"]
        assert quoted(name) in refused
        assert "bob" not in refused


ALONE = ["\u200d", "\u200cann", "ann\u200d"]
unshowable = pytest.mark.parametrize(
    "name", ["", " ann", "a\nb", "a\u202eb", "\ud800", "x" * 41, "x" * 5000, *ALONE]
)


@unshowable
def test_what_no_page_can_show_is_no_name(client: FlaskClient, name: str) -> None:
    sent = {"game": "zont", "players": ["bob", name]}
    refused = client.post("/api/played/set-up", json=sent)
    # Half a letter is refused before it is asked whose it is.
    assert refused.status_code == (400 if name == "\ud800" else 409)
    assert ("letter" if name == "\ud800" else "name") in refused.get_json()["error"]
    assert client.get("/api/played/state").get_json()["table"] is None


@unshowable
def test_nobody_comes_late_under_a_name_that_no_page_can_show(client: FlaskClient, name: str) -> None:
    client.post("/api/played/set-up", json={"game": "zont", "players": ["bob", "ann"]})
    refused = client.post("/api/played/join", json={"version": 1, "seat": name})
    assert refused.status_code in (400, 409)
    assert refused.get_json()["error"]
    seats = client.get("/api/played/state").get_json()["table"]["seats"]
    assert [seat["name"] for seat in seats] == ["bob", "ann"]


def kept(file: Path, *players: str) -> None:
    """A game of Zont in a store, as it was written down when names could be of any length."""
    event = prepared(State(), SetUp("zont", ("bob", "ann")), random.Random(1))
    assert isinstance(event, SetUp)
    with Store.open(str(file)) as store:
        store.append("old", Entry(1, 5.0, "host", replace(event, players=players)), "zont")


def test_a_game_with_a_name_for_which_there_is_no_code_is_shown_with_its_links(
    browser: Browser, serve: Callable[..., Serving], tmp_path: Path
) -> None:
    kept(tmp_path / "games.db", "bob", "x" * 3000)
    serving = serve("--host", "0.0.0.0")
    with opened(browser, serving.host_url) as page:
        page.locator("#phones").click()
        expect(page.locator(".codes img")).to_have_count(1)
        expect(page.locator(".codes a")).to_have_text(["bob", "x" * 3000])
        expect(page.locator(".codes")).to_contain_text("too long for a code")
        link = str(page.locator(".codes a").last.get_attribute("href"))
    with opened(browser, link) as page:
        expect(page.locator("#name")).to_have_text("x" * 3000)


def test_nobody_has_the_page_of_no_name(client: FlaskClient) -> None:
    assert client.get("/seat/").status_code == client.get("/seat/?name=").status_code == 404
    assert client.get("/seat").status_code == client.get("/seat?name=").status_code == 404
    assert client.get("/seat/?name=..").status_code == client.get("/seat?name=ann").status_code == 200
