"""Pages that show a game which is played no more: nothing of it is entered in the next one."""

from __future__ import annotations

import io
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.table.played import events as ev
from companion.web import played_api
from companion.web.app import create_app
from companion.web.hall import Hall
from tests.table.turning_over import LINE, TAKEN
from tests.web.boards import write
from tests.web.claiming import called
from tests.web.conftest import Serving, client_of
from tests.web.played_games import begin, standing
from tests.web.playing import ask, open_screen, phone_of, state_of

BEGUN = "Another game has begun."
ZANGLE: dict[str, Any] = {"mode": "speedster", "players": ["Ann", "Ben"]}
TRANGLAR: dict[str, Any] = {"game": "tranglar", "players": ["Ann", "Ben"], "position": LINE}


@pytest.mark.parametrize(
    ("table", "set_up", "command"),
    [
        ("", ZANGLE, ("deal", {})),
        ("", ZANGLE, ("claim", {"seat": "Ann", "cards": []})),
        ("played/", TRANGLAR, ("pause", {})),
        ("played/", TRANGLAR, ("claim", {"seat": "Ann", "turn": "unknown in this game"})),
    ],
)
def test_a_command_about_another_game_is_refused(
    hall: Hall, table: str, set_up: dict[str, Any], command: tuple[str, dict[str, Any]]
) -> None:
    client = client_of(create_app(hall=hall))
    kind, fields = command
    before, now = (
        client.post(f"/api/{table}set-up", json=set_up).get_json()["state"]["game"] for _ in range(2)
    )
    refused = client.post(f"/api/{table}{kind}", json={"game": before, "version": 1, **fields})
    assert refused.status_code == 409
    told = refused.get_json()
    assert told["error"] == BEGUN
    assert [one["clause"] for one in told["reasons"]] == ["table/stale" if table else "zangle/stale"]
    assert (told["version"], hall.at) == (1, (now, 1))


@pytest.mark.parametrize(("table", "set_up", "kind"), [("", ZANGLE, "deal"), ("played/", TRANGLAR, "pause")])
def test_a_command_says_its_game_as_text_or_not_at_all(
    hall: Hall, table: str, set_up: dict[str, Any], kind: str
) -> None:
    client = client_of(create_app(hall=hall))
    for is_said in (True, False):
        game = client.post(f"/api/{table}set-up", json=set_up).get_json()["state"]["game"]
        body = {"version": 1, "game": game} if is_said else {"version": 1}
        assert client.post(f"/api/{table}{kind}", json=body).status_code == 200
    answer = client.post(f"/api/{table}{kind}", json={"version": 2, "game": None})
    assert answer.status_code == 400
    assert answer.get_json()["error"] == "Say by 'game' which game this is about, as text, or leave it out."


@pytest.mark.parametrize(("table", "set_up"), [("", ZANGLE), ("played/", TRANGLAR)])
def test_two_screens_that_begin_another_game_at_once_begin_one(
    hall: Hall, table: str, set_up: dict[str, Any]
) -> None:
    client = client_of(create_app(hall=hall))
    over = client.post(f"/api/{table}set-up", json=set_up).get_json()["state"]["game"]
    begun, refused = (client.post(f"/api/{table}set-up", json={**set_up, "after": over}) for _ in range(2))
    assert (begun.status_code, refused.status_code) == (200, 409)
    assert refused.get_json()["error"] == BEGUN
    assert hall.at == (begun.get_json()["state"]["game"], 1)


def test_a_photo_of_the_game_before_is_not_entered(
    hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = client_of(create_app(hall=hall))
    client.post("/api/played/set-up", json=TRANGLAR)
    read = played_api._looked_at

    def read_while_another_game_begins(table: Any) -> Any:
        seen = read(table)
        event = ev.event_from_json({**TRANGLAR, "kind": "set-up"})
        assert isinstance(event, ev.SetUp)
        assert hall.begin_played(event).accepted
        return seen

    monkeypatch.setattr(played_api, "_looked_at", read_while_another_game_begins)
    photo = write(tmp_path / "taken.jpg", TAKEN, turn=3)
    sent = {"photo": (io.BytesIO(photo.read_bytes()), "taken.jpg")}
    answer = client.post("/api/played/read", data=sent)
    assert (answer.status_code, answer.get_json()["error"]) == (409, BEGUN)
    assert hall.at is not None
    assert hall.at[1] == 1


def lose_the_stream(page: Page) -> None:
    """As a phone does that was put away: it hears nothing any more."""
    page.evaluate("() => dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))")


def test_a_phone_that_has_not_heard_of_the_next_game_enters_nothing_in_it(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    begin(serving.url, "zigity", dealt=True)
    ann = phone_of(stack, browser, serving.url, "Ann")
    ann.locator('.hand button[aria-label^="word worm: A"]').click()
    lose_the_stream(ann)
    begin(serving.url, "zigity", dealt=True)
    ann.locator("#enter-turn").click()
    expect(ann.locator("#notice")).to_have_text(BEGUN)
    assert standing(serving.url)["version"] == 1


def test_a_claim_is_not_laid_down_in_the_next_game(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    called(serving)
    ann = phone_of(stack, browser, serving.url, "Ann")
    expect(ann.locator("#buzzer")).to_have_attribute("data-mine", "true")
    lose_the_stream(ann)
    called(serving)
    ann.locator("#buzzer").click()
    for number in range(3):
        ann.locator("#laying .lay").nth(number).click()
    ann.locator("#laying button[type=submit]").click()
    expect(ann.locator("#laying > .notice")).to_have_text(BEGUN)
    assert state_of(serving.url)["version"] == 4


@pytest.mark.parametrize("game", ["zangle", "zont"])
def test_a_sheet_that_corrects_the_game_before_is_closed(
    browser: Browser, serving: Serving, stack: ExitStack, game: str
) -> None:
    def again() -> None:
        if game == "zangle":
            ask(serving.url, "set-up", ZANGLE)
        else:
            begin(serving.url, game, dealt=False)

    again()
    big = open_screen(browser, serving.url)
    stack.callback(big.close)
    big.page.locator("#correct").click()
    again()
    expect(big.page.locator("#correcting")).to_be_hidden()
    expect(big.page.locator("#notice")).to_have_text(BEGUN)
