"""What the set-up page says of players and of cameras."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import opened


@pytest.fixture
def set_up(browser: Browser, table: str) -> Iterator[Page]:
    with opened(browser, f"{table}set-up") as page:
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
