"""Whoever has text twice as large as others has it on every page, and nothing runs out of a phone's screen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from companion.web.app import STATIC
from tests.web.conftest import QUIET, Serving, chromium_path, opened
from tests.web.playing import ask

SAMPLES = STATIC / "tranglar" / "samples"
DOUBLE_PX = 32


@pytest.fixture(scope="module")
def large(playwright: Playwright) -> Iterator[Browser]:
    """Chromium whose user has set text to twice its size."""
    text = f"--blink-settings=defaultFontSize={DOUBLE_PX}"
    browser = playwright.chromium.launch(executable_path=chromium_path(), args=[*QUIET, text])
    yield browser
    browser.close()


def assert_wraps(page: Page) -> None:
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") >= DOUBLE_PX
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, page.url


@pytest.mark.parametrize("path", ["", "set-up", "photo", "tranglar", "teach", "seat/Ann"])
def test_every_page_takes_the_size_of_text_and_wraps(large: Browser, serving: Serving, path: str) -> None:
    ask(serving.url, "played/set-up", {"game": "tranglar", "players": ["Ann", "Ben"]})
    with opened(large, f"{serving.url}{path}", viewport={"width": 390, "height": 844}) as page:
        assert_wraps(page)
        if path == "seat/Ann":
            for name in page.locator(".holder strong:visible").all():
                box = name.bounding_box()
                assert box is not None
                assert box["height"] < 2 * DOUBLE_PX, "A short name stands on one line."
        if path == "tranglar":
            page.set_input_files("#file", [SAMPLES / "1-before.jpg", SAMPLES / "2-after.jpg"])
            expect(page.locator("#play")).to_be_visible()
            assert_wraps(page)


def test_a_big_screen_is_as_large_as_its_window_or_as_the_readers_text(
    large: Browser, browser: Browser, serving: Serving
) -> None:
    size = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
    ask(serving.url, "played/set-up", {"game": "zigity", "players": ["Ann", "Ben"]})
    found = []
    for one in (browser, large):
        with opened(one, serving.url, viewport={"width": 1920, "height": 1080}) as page:
            found.append(page.evaluate(size))
    assert 20 < found[0] < DOUBLE_PX <= found[1]


SMALL_TEXT = """() => [...document.querySelectorAll(".chip, .under")]
    .filter((one) => one.checkVisibility() && parseFloat(getComputedStyle(one).fontSize) < 12)
    .map((one) => one.textContent)"""
CARD_TEXT = """() => [...document.querySelectorAll(".hand .small-word, .hand .who span")]
    .map((one) => parseFloat(getComputedStyle(one).fontSize))"""


@pytest.mark.parametrize("game", ["zont", "zigity"])
def test_what_is_printed_on_the_own_cards_can_be_read_and_grows_with_the_text(
    large: Browser, browser: Browser, serving: Serving, game: str
) -> None:
    ask(serving.url, "played/set-up", {"game": game, "players": ["Ann", "Ben"], "dealt": True})
    for one, least_px in ((browser, 12), (large, 24)):
        for path in ("seat/Ann", ""):
            with opened(one, f"{serving.url}{path}", viewport={"width": 360, "height": 740}) as page:
                expect(
                    page.locator(".seat, .hand li, .hand button").filter(visible=True).first
                ).to_be_visible()
                assert min(page.evaluate(CARD_TEXT), default=least_px) >= least_px
                assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
                assert page.evaluate(SMALL_TEXT) == []
