"""Another game begins while something of the one before is still under way."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.web.app import STATIC
from tests.web.conftest import Serving
from tests.web.played_games import begin, standing
from tests.web.playing import DRAWN, ask, first, hold, open_screen


@pytest.fixture
def big(browser: Browser, serving: Serving, stack: ExitStack) -> Page:
    begin(serving.url, "tranglar", dealt=False)
    screen = open_screen(browser, serving.url)
    stack.callback(screen.close)
    return screen.page


def test_what_cannot_be_had_at_first_is_asked_for_again(big: Page, serving: Serving) -> None:
    big.route("**/static/played/zont.js*", lambda route: route.abort(), times=1)
    busy = {"error": "The disk is busy."}
    big.route("**/api/played/kinds", lambda route: route.fulfill(status=503, json=busy), times=1)
    begin(serving.url, "zont", dealt=False)
    expect(big.locator("#title")).to_contain_text("Zont")
    expect(big.locator("#composing .found button")).not_to_have_count(0)


def test_cards_of_a_game_that_began_meanwhile_are_not_taken_for_those_of_this_one(
    big: Page, serving: Serving
) -> None:
    held = hold(big, "**/api/played/kinds", times=1)
    begin(serving.url, "zont", dealt=False)
    late = first(big, held)
    zont = standing(serving.url)["game"]
    begin(serving.url, "zigity", dealt=False)
    expect(big.locator("#title")).to_contain_text("Zigity")
    kinds = ask(serving.url, "played/kinds")
    ask(serving.url, f"games/{zont}", {})
    expect(big.locator("#title")).to_contain_text("Zont")
    with big.expect_response("**/api/played/kinds"):
        late.fulfill(json=kinds)
    big.evaluate(DRAWN)
    # Drawn once more, it still offers its own.
    big.locator('[data-key="find"]').fill("Art")
    expect(big.locator("#composing .found button").first).to_have_attribute("aria-label", "Art 0")


def test_a_reading_of_the_game_before_is_not_told(big: Page, serving: Serving) -> None:
    begin(serving.url, "zont", dealt=False)
    expect(big.locator("#title")).to_contain_text("Zont")
    held = hold(big, "**/api/played/read")
    big.set_input_files("#photo-file", STATIC / "samples" / "a-zangle.jpg")
    reading = first(big, held)
    answer = {"says": "Nothing has changed.", "entered": False, "state": standing(serving.url)}
    begin(serving.url, "zont", dealt=False, second="Cem")
    expect(big.locator('.seat[data-seat="Cem"]')).to_be_visible()
    reading.fulfill(json=answer)
    expect(big.locator("#working")).to_be_hidden()
    assert not big.locator("#notice").is_visible()  # at once: what is told goes by itself
