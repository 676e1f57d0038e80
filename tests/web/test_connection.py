"""What a page shows while it cannot know how the table stands: nothing of it looks certain, and it finds back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, expect

from tests.web.conftest import Serving
from tests.web.playing import open_screen
from tests.web.test_table_pages import begin, enter

COLOURLESS = "grayscale(1)"


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.mark.parametrize(("path", "told"), [("", "#banner"), ("seat/Ann", "#buzzer")], ids=["screen", "phone"])
def test_a_connection_that_falls_silent_is_lost_though_nothing_broke_it(
    browser: Browser, serving: Serving, stack: ExitStack, path: str, told: str
) -> None:
    """As when a phone leaves the house, or the computer falls asleep: no error ever comes."""
    begin(serving.url)
    screen = open_screen(browser, f"{serving.url}{path}")
    stack.callback(screen.close)
    page = screen.page
    expect(page.locator("#online")).to_be_hidden()
    page.clock.install()
    enter(serving.url, "pause")
    expect(page.locator("#told")).to_have_text("Paused")
    page.route("**/api/events**", lambda route: route.abort())
    page.clock.fast_forward("01:00")
    expect(page.locator("#online")).to_be_visible()
    expect(page.locator(told)).to_have_css("filter", COLOURLESS)
    enter(serving.url, "resume")
    page.unroute("**/api/events**")
    page.clock.fast_forward("01:00")
    expect(page.locator("#online")).to_be_hidden()
    expect(page.locator(told)).to_have_css("filter", "none")
    expect(page.locator("#told")).not_to_have_text("Paused")
    screen.complaints.clear()
