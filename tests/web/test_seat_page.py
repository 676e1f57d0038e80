"""What a player's phone says of the own seat, from before the deal to the end of the game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import Serving
from tests.web.playing import ask, open_screen, state_of

PLAYERS = ["Ann", "Ben", "Cem"]


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def phone_of(browser: Browser, serving: Serving, stack: ExitStack, name: str) -> Page:
    screen = open_screen(browser, f"{serving.url}seat/{name}", phone=True)
    stack.callback(screen.close)
    return screen.page


def enter(serving: Serving, kind: str, **body: Any) -> dict[str, Any]:
    return ask(serving.url, kind, {"version": state_of(serving.url)["version"], **body})


def test_before_a_deal_everybody_waits_for_it_and_who_comes_late_for_the_next(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    ask(serving.url, "set-up", {"mode": "speedster", "players": PLAYERS})
    ben = phone_of(browser, serving, stack, "Ben")
    expect(ben.locator("#why")).to_have_text("Waiting for the deal.")
    enter(serving, "deal")
    enter(serving, "flip")
    expect(ben.locator("#why")).to_be_empty()
    enter(serving, "join", seat="Dee")
    dee = phone_of(browser, serving, stack, "Dee")
    expect(dee.locator("#why")).to_have_text("You are dealt in with the next round.")
