"""A game that cannot be read is told of, and neither taken for another one nor passed over in silence."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.table.store import Store
from companion.table.zangle.events import SetUp
from companion.web.app import create_app
from companion.web.hall import Hall
from tests.web.conftest import Serving, client_of, opened
from tests.web.playing import ask


def write(file: Path, game_id: str, number: int, event: str, at_s: float = 9e9) -> None:
    """An entry that this program would not write."""
    with closing(sqlite3.connect(file)) as log, log:
        row = (game_id, number, "zangle", at_s, None, event)
        log.execute("INSERT INTO companion_log VALUES (?, ?, ?, ?, ?, ?)", row)


def begun(serve: Callable[..., Serving]) -> Serving:
    """A table that answers."""
    serving = serve()
    ask(serving.url, "health")
    return serving


@pytest.mark.parametrize(
    ("event", "why"),
    [
        ('{"kind": "dance"}', "There is no event 'dance'"),
        ('{"kind": "de', "entry 2 is damaged"),
        ('{"kind": "flip", "v": 1}', "zangle/"),
    ],
)
def test_a_game_that_cannot_be_read_is_listed_with_its_sentence(
    store: Store, tmp_path: Path, event: str, why: str
) -> None:
    first = Hall(store).begin(SetUp("speedster", ("ann", "ben")))
    assert first.accepted
    hall = Hall(store)
    older = hall.current_id
    assert hall.begin(SetUp("speedster", ("dee", "eve"))).accepted
    last = hall.current_id
    assert last is not None
    write(tmp_path / "games.db", last, 2, event)
    again = Hall(store)
    assert again.current_id == older
    ((passed, told),) = again.passed_over
    client = client_of(create_app(hall=again))
    unreadable, readable = client.get("/api/games").get_json()["games"]
    assert (unreadable["id"], unreadable["phase"], unreadable["players"]) == (last, "unreadable", [])
    assert (passed, told.says) == (last, unreadable["why"])
    assert why in unreadable["why"]
    assert unreadable["events"] == 2
    assert (readable["id"], "why" in readable) == (older, False)
    refused = client.post(f"/api/games/{last}")
    assert (refused.status_code, why in refused.get_json()["error"]) == (400, True)
    assert len(store.games()) == 2


def test_the_set_up_says_why_and_offers_nothing(
    serve: Callable[..., Serving], browser: Browser, tmp_path: Path
) -> None:
    with Store.open(str(tmp_path / "games.db")) as store:
        assert Hall(store).begin(SetUp("speedster", ("ann", "ben"))).accepted
    write(tmp_path / "games.db", "broken", 1, "{")
    with opened(browser, f"{begun(serve).url}set-up") as page:
        broken, whole = page.locator("#games > li").all()
        expect(broken).to_contain_text("Cannot be read")
        expect(broken).to_contain_text("entry 1 is damaged")
        expect(broken.locator("button, a")).to_have_count(0)
        expect(whole.get_by_role("button", name="Go on")).to_be_visible()
        # Those who played last are offered as players.
        expect(page.locator("#players input").first).to_have_value("ann")


def test_the_game_that_goes_on_instead_is_named_at_the_start(
    serve: Callable[..., Serving], tmp_path: Path
) -> None:
    with Store.open(str(tmp_path / "games.db")) as store:
        hall = Hall(store)
        assert hall.begin(SetUp("speedster", ("ann", "ben"))).accepted
        older = hall.current_id
    write(tmp_path / "games.db", "broken", 1, "{")
    write(tmp_path / "games.db", "broken-too", 1, "{", at_s=8e9)
    (said,) = begun(serve).complaints
    assert said.startswith("companion: the game broken, which was played last, cannot be read (")
    assert "entry 1 is damaged; restore it from a copy), nor can the 1 before it" in said
    assert said.endswith(f"and {older} goes on instead.")


def test_nothing_is_said_of_what_was_played_before_the_game_that_goes_on(
    serve: Callable[..., Serving], tmp_path: Path
) -> None:
    with Store.open(str(tmp_path / "games.db")) as store:
        assert Hall(store).begin(SetUp("speedster", ("ann", "ben"))).accepted
    write(tmp_path / "games.db", "broken", 1, "{", at_s=1.0)
    assert begun(serve).complaints == []
