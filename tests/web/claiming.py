"""A claim that is about to be laid down: who called has the centre, and the sheet is open."""

from __future__ import annotations

from contextlib import ExitStack

from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import Serving
from tests.web.playing import ask, enter, open_screen


def called(serving: Serving) -> None:
    """Ann has the centre."""
    ask(serving.url, "set-up", {"mode": "speedster", "players": ["Ann", "Ben"]})
    for kind in ("deal", "flip"):
        enter(serving.url, kind)
    now = ask(serving.url, "clock")["received_s"]
    enter(serving.url, "call", seat="Ann", pressed_s=now, device="d", samples=[[now, now, now, now]])


def sheet_of(browser: Browser, serving: Serving, stack: ExitStack, path: str) -> Page:
    """The open sheet of Ann's claim, on her phone or on the big screen."""
    screen = open_screen(browser, f"{serving.url}{path}", phone=bool(path))
    stack.callback(screen.close)
    open_sheet(screen.page)
    return screen.page


def open_sheet(page: Page) -> None:
    """Open the sheet of a claim, by the button of the big screen or of the phone."""
    page.locator('[data-key="lay"], #buzzer[data-mine="true"]').click()
    expect(page.locator("#laying")).to_be_visible()
