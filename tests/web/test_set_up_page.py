"""What the set-up page says of players and of cameras."""

from __future__ import annotations

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
