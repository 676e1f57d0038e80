"""A photo is judged as the game that it is of, whatever the table plays, and as `companion photo` judges it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from playwright.sync_api import Browser, expect

from companion.table.parts import look_at_parts
from companion.table.teaching.eye import TaughtEye
from companion.web.app import create_app
from tests.cli.parts_photos import zigity_photo, zont_photo
from tests.conftest import Companion
from tests.web.conftest import Serving, client_of, opened
from tests.web.playing import first, hold
from tests.web.uploads import empty_table, refusal, upload
from vision.parts.sighting import PartsSeen
from vision.photo import Pixels

TABLES = ("zangle", "tranglar", "zigity", "zigzaggle", "zont")
DRAWN: dict[str, Callable[[Path], str]] = {"zigity": zigity_photo, "zont": zont_photo}


@pytest.mark.parametrize("table", TABLES)
def test_a_photo_of_zangle_is_one_at_any_table(table: str, samples: list[Path]) -> None:
    client = client_of(create_app(game=table))
    zangle = next(path for path in samples if path.name == "a-zangle.jpg")
    sent = {"sample": client.post("/api/samples/a-zangle.jpg")}
    sent["upload"] = upload(client, zangle.read_bytes(), game="zangle")
    for answer in (one.get_json() for one in sent.values()):
        assert (answer["seen"]["game"], answer["verdict"]["ruling"]) == ("zangle", "legal")
        assert all("marker" in card["read_by"] for card in answer["seen"]["cards"])


@pytest.mark.parametrize("game", DRAWN)
def test_a_photo_of_another_game_is_judged_by_that_games_rules(
    game: str, companion: Companion, tmp_path: Path
) -> None:
    path = Path(DRAWN[game](tmp_path / "a.png"))
    told = json.loads(companion("photo", path, "--game", game, "--json").out)
    data = path.read_bytes()
    answers = [upload(client_of(create_app(game=table)), data, str(path), game=game) for table in TABLES]
    answers.append(upload(client_of(create_app(game=game)), data, str(path)))
    for answer in (one.get_json() for one in answers):
        assert {**answer["seen"], **answer["verdict"], "photo": str(path)} == told
        assert answer["verdict"]["ruling"] == "legal"
        assert answer["picture"].startswith("data:image/jpeg;base64,")


class Taught:
    """Stands for a taught deck of Zigity: it reads the printed one's markers, and counts how often it was asked."""

    game = "zigity"
    asked = 0

    def parts(self, pixels: Pixels, lens: object = None) -> PartsSeen:
        self.asked += 1
        return look_at_parts(pixels, game=self.game)


def test_a_taught_deck_reads_the_photos_of_its_own_game_alone(tmp_path: Path) -> None:
    deck = Taught()
    client = client_of(create_app(game="zigity", deck=cast(TaughtEye, deck)))
    for path, game, asked in (
        (zigity_photo(tmp_path / "a.png"), "zigity", 1),
        (zont_photo(tmp_path / "b.png"), "zont", 1),
    ):
        answer = upload(client, Path(path).read_bytes(), path, game=game).get_json()
        assert (answer["verdict"]["ruling"], deck.asked) == ("legal", asked)
    assert upload(client, Path(tmp_path / "a.png").read_bytes()).get_json()["verdict"]["turn"] == "set DE9cd"
    assert deck.asked == 2


@pytest.mark.parametrize(
    ("game", "says"), [("tranglar", "open /tranglar"), ("zigzaggle", "two photos"), ("chess", "chess")]
)
def test_what_one_photo_cannot_be_judged_as_says_where_to_go(game: str, says: str) -> None:
    asked = [upload(client_of(create_app(game=table)), empty_table(), game=game) for table in TABLES]
    if game in TABLES:
        asked.append(upload(client_of(create_app(game=game)), empty_table()))
    for response in asked:
        assert response.status_code == 400
        assert says in refusal(response)


def test_a_profile_is_zangles_alone() -> None:
    response = upload(client_of(create_app(game="zont")), empty_table(), profile="abolo")
    assert response.status_code == 400
    assert refusal(response) == "A profile is Zangle's: leave it out."


def test_photos_of_ones_own_are_of_the_tables_game(tmp_path: Path) -> None:
    zont_photo(tmp_path / "mine.png")
    client = client_of(create_app(game="zont", photos=tmp_path))
    offered = {one["name"]: one["game"] for one in client.get("/api/samples").get_json()["samples"]}
    assert (offered["mine.png"], offered["a-zangle.jpg"]) == (None, "zangle")
    assert client.post("/api/samples/mine.png").get_json()["verdict"]["values"]["giglets"] == 4
    asked = client.post("/api/samples/mine.png", data={"game": "zangle"}).get_json()
    assert asked["seen"]["game"] == "zangle"


def test_a_game_that_is_chosen_before_the_tables_game_is_known_stays(browser: Browser, table: str) -> None:
    with opened(browser, f"{table}tranglar") as page:
        held = hold(page, "**/api/health")
        page.goto(f"{table}photo")
        health = first(page, held)
        page.select_option("#game", "zont")
        health.continue_()
        page.wait_for_selector("body[data-ready]")
        expect(page.locator("#game")).to_have_value("zont")
        expect(page.locator("#question")).to_have_text("What does it count?")


@pytest.mark.parametrize("game", DRAWN)
def test_the_page_shows_what_the_tables_game_says(
    game: str, browser: Browser, serve: Callable[..., Serving], tmp_path: Path
) -> None:
    serving = serve("--game", game)
    with opened(browser, f"{serving.url}photo") as page:
        expect(page.locator("#game")).to_have_value(game)
        expect(page.locator("#deck")).to_be_hidden()
        page.set_input_files("#file", DRAWN[game](tmp_path / "a.png"))
        expect(page.locator("#ruling")).to_have_text({"zigity": "Right", "zont": "Counted"}[game])
        expect(page.locator("#cards")).to_contain_text({"zigity": "DE9cd", "zont": "A2r"}[game])
        if game == "zont":
            expect(page.locator("#counted")).to_contain_text("pile 1: 5")
        page.locator("#samples button").first.click()
        expect(page.locator("#game")).to_have_value("zangle")
        expect(page.locator("#deck")).to_be_visible()
        expect(page.locator("#caption")).to_contain_text("a-hand-over-some.jpg")
        expect(page.locator("#counted-box")).to_be_hidden()
        ways = {"tranglar": "/tranglar", "zigzaggle": "/set-up"}
        for other, says in (("tranglar", "open /tranglar"), ("zigzaggle", "two photos")):
            page.select_option("#game", other)
            # No verdict of another game stays below it, and the way to go is a link.
            expect(page.locator("#result")).to_be_hidden()
            expect(page.locator("#go")).to_have_attribute("href", ways[other])
            page.set_input_files("#file", tmp_path / "a.png")
            expect(page.get_by_role("alert")).to_contain_text(says)
