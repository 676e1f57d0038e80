"""What the set-up page says of players, zones and cameras."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import Serving, opened

PHONE = {"source": "phone", "says": "A phone"}
NONE = "No camera is found at this computer: plug one in and look again"
RECORDING = {"source": "recording", "says": "The recording"}


@pytest.fixture
def set_up(browser: Browser, serving: Serving) -> Iterator[Page]:
    with opened(browser, f"{serving.url}set-up") as page:
        yield page


@pytest.mark.parametrize(
    ("game", "says"),
    [
        ("tranglar", "2 players, in the order"),
        ("speedster", "2 to 8 players, in the order"),
        ("solitaire", "One player."),
    ],
)
def test_it_says_how_many_players_a_game_takes(set_up: Page, game: str, says: str) -> None:
    set_up.locator(f'input[name="mode"][value$="{game}"]').check()
    expect(set_up.locator("#players-hint")).to_contain_text(says)
    expect(set_up.locator("#players-hint")).not_to_contain_text("2 to 2")


@pytest.mark.parametrize(
    ("choices", "says"),
    [
        ([PHONE, RECORDING], f"{NONE}, or choose a phone or the recording."),
        ([], f"{NONE}."),
        ([{"source": "0", "says": "Camera 0"}, PHONE], "1 camera of this computer: choose one in the list."),
    ],
)
def test_looking_for_cameras_says_what_was_found(
    set_up: Page, choices: list[dict[str, str]], says: str
) -> None:
    set_up.route("**/api/camera/choices", lambda route: route.fulfill(json={"choices": choices}))
    set_up.locator("#look-again").click()
    expect(set_up.locator("#notice")).to_have_text(says)


@pytest.mark.parametrize("size", [(390, 844), (1920, 1080)])
def test_zones_are_offered_for_zangle_alone_and_no_name_runs_over_another(
    set_up: Page, size: tuple[int, int]
) -> None:
    set_up.set_viewport_size({"width": size[0], "height": size[1]})
    names = ["Maximiliana-Alexandra of the Long Name", "Player number 12", "Ann", *"DEFGH"]
    for number, name in enumerate(names, 1):
        if number > 2:
            set_up.locator("#add").click()
        set_up.get_by_label(f"Player {number}", exact=True).fill(name)
    zones = ("#zones", "#zones-hint", "#save-zones", "#reset-zones", "#zones-frame")
    set_up.locator('input[name="mode"][value="played tranglar"]').check()
    for one in zones:
        expect(set_up.locator(one)).to_be_hidden()
    expect(set_up.locator("#zones-title")).to_be_hidden()
    set_up.locator('input[name="mode"][value="speedster"]').check()
    for one in zones:
        expect(set_up.locator(one)).to_be_visible()
    expect(set_up.locator("#zones-title")).to_be_visible()
    shown = set_up.locator("#zones text")
    expect(shown).to_have_count(10)
    expect(shown.nth(2)).to_have_text(re.compile("^Max.*…$"))
    if size[0] == 390:
        expect(shown.nth(3)).to_have_text(re.compile("^P.*…12$"))
    expect(set_up.locator("#zones g").nth(2).locator("title")).to_have_text(names[0])
    expect(set_up.get_by_label(f"{names[0]}, corner 1")).to_have_count(1)
    over = """(all) => all.filter((one) => {
        const [words, zone] = [one, one.parentElement.querySelector("polygon")].map((node) => node.getBBox());
        return words.x < zone.x || words.x + words.width > zone.x + zone.width;
    }).map((one) => one.textContent)"""
    assert shown.evaluate_all(over) == []


def test_names_are_there_again_as_they_were_typed(set_up: Page) -> None:
    for number, name in enumerate(("Ann", "Ben", "Cem"), 1):
        if number > 2:
            set_up.locator("#add").click()
        set_up.get_by_label(f"Player {number}", exact=True).fill(name)
    set_up.get_by_label("Move up player 3").click()
    set_up.reload()
    set_up.wait_for_selector("body[data-ready]")
    for number, name in enumerate(("Ann", "Cem", "Ben"), 1):
        expect(set_up.get_by_label(f"Player {number}", exact=True)).to_have_value(name)
    set_up.get_by_label("Remove player 1").click()
    set_up.reload()
    set_up.wait_for_selector("body[data-ready]")
    expect(set_up.get_by_label("Player 1", exact=True)).to_have_value("Cem")
    expect(set_up.locator("#players li")).to_have_count(2)


@pytest.mark.parametrize(
    ("thrown", "says"),
    [
        ("NotAllowedError", "allow it for this page"),
        ("NotFoundError", "has no camera"),
        ("OverconstrainedError", "has no camera"),
        ("NotReadableError", "is in use"),
        ("InvalidStateError", "did not start"),
    ],
)
def test_a_camera_that_does_not_come_is_blamed_on_what_keeps_it(
    browser: Browser, serving: Serving, thrown: str, says: str
) -> None:
    with opened(browser, f"{serving.url}camera") as page:
        page.evaluate(
            """(name) => {
                navigator.mediaDevices.getUserMedia = async () => { throw new DOMException("no", name); };
            }""",
            thrown,
        )
        page.locator("#start").click()
        expect(page.locator("#told")).to_have_text("No camera")
        expect(page.locator("#says")).to_contain_text(says)
        expect(page.locator("#start")).to_be_visible()
