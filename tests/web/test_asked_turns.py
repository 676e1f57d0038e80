"""A turn of cards of which it does not show what it was: a button for each that it can have been, and one press."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.table.played.events import SetUp
from companion.table.played.news import News, Way
from companion.table.values import to_json
from companion.web.app import create_app
from companion.web.hall import Hall
from companion.web.keys import Keys
from tests.table.films import PLAYERS, Film, Lying, Moment, write_video
from tests.web.conftest import Serving, client_of
from tests.web.playing import ask, open_screen

LINE = "A0/C0/F0F1bF2b/Z0/G0 G2bC3b/A1bC1b -/- A2rA3rC2b 1 running"
TOOK, SHUFFLED = "The top card of Favors was taken", "Favors was shuffled"
MOVES = {TOOK: "play G2b, change F shows F1b, score C3b", SHUFFLED: "play G2b, favors F shows F1b, score C3b"}
KEYS = Keys(b"a secret for tests, of 32 letters")


def film() -> Film:
    """Giglets are laid, the pile of the Favors is taken up, and the card beneath its top one shows."""

    def table(tops: str, score: str, held: int) -> Moment:
        places = {"A": 70.0, "C": 146.0, "F": 222.0, "Z": 298.0, "G": 374.0}
        row = [Lying(name, places[name[0]], 80.0) for name in tops.split()]
        return Moment((*row, *([Lying(score, 110.0, 240.0)] if score else [])), held)

    return Film(
        "zont",
        SetUp("zont", PLAYERS, position=LINE),
        (450.0, 320.0),
        (
            table("A0 C0 F2b Z0 G0", "", 4),
            table("A0 C0 F2b Z0 G2b", "", 4),
            table("A0 C0 Z0 G2b", "", 4),
            table("A0 C0 F1b Z0 G2b", "", 4),
            table("A0 C0 F1b Z0 G2b", "C3b", 40),
        ),
        (),
    )


def test_what_the_camera_leaves_open_is_told_by_one_press(
    browser: Browser, serve: Callable[..., Serving], tmp_path: Path
) -> None:
    game = film()
    serving = serve("--game", "zont", "--camera", str(write_video(game, tmp_path / "table.avi")))
    ask(serving.url, "played/set-up", to_json(game.set_up))
    screen = open_screen(browser, serving.url)
    phone = open_screen(browser, f"{serving.url}seat/Ann", phone=True)
    for page in (screen.page, phone.page):
        for says in MOVES:
            expect(page.locator("#actions").get_by_role("button", name=says)).to_be_visible()
    expect(screen.page.locator("#told")).to_have_text("Can\u2019t tell yet")
    phone.page.locator("#actions").get_by_role("button", name=SHUFFLED).click()
    told = screen.page.locator("#history li[data-ruling]")
    expect(told).to_have_count(1)
    expect(told).to_contain_text("shuffles Favors, where the blue Favors 1 shows")
    expect(told).to_have_attribute("data-ruling", "legal")
    # What is settled is asked no more.
    for page in (screen.page, phone.page):
        expect(page.locator("#actions").get_by_role("button", name=SHUFFLED)).to_have_count(0)
    screen.close()
    phone.close()


@pytest.mark.parametrize("way", [0, 1])
def test_whose_turn_it_is_and_the_big_screen_may_say_which_it_was(hall: Hall, way: int) -> None:
    assert hall.begin_played(SetUp("zont", PLAYERS, position=LINE)).accepted
    assert hall.at is not None
    ways = tuple(Way(move, says) for says, move in MOVES.items())
    hall.tell(*hall.at, News("open", "Can\u2019t tell yet", "Which power?", seat="Ann", ways=ways))
    client = client_of(create_app(hall=hall, keys=KEYS))

    def offered(seat: str | None) -> list[dict[str, object]]:
        bearer = {"Authorization": f"Bearer {KEYS.host if seat is None else KEYS.seat(seat)}"}
        path = "/api/played/state" + ("" if seat is None else f"?seat={seat}")
        offers = client.get(path, headers=bearer).get_json()["offers"]
        return [one for one in offers if one["event"].get("move") in MOVES.values()]

    assert [one["says"] for one in offered("Ann")] == [*MOVES] == [one["says"] for one in offered(None)]
    assert len({str(one["id"]) for one in offered(None)}) == len(MOVES)
    assert offered("Ben") == []
    pressed = {**dict(offered("Ann")[way]["event"]), "version": 1}  # type: ignore[call-overload]
    as_ben = {"Authorization": f"Bearer {KEYS.seat('Ben')}"}
    assert client.post("/api/played/claim", json=pressed, headers=as_ben).status_code == 403
    as_ann = {"Authorization": f"Bearer {KEYS.seat('Ann')}"}
    answer = client.post("/api/played/claim", json=pressed, headers=as_ann).get_json()
    assert answer["state"]["verdict"]["ruling"] == "legal"
    assert answer["state"]["news"] is None
    assert offered("Ann") == []
