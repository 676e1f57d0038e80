"""The big screen on a player's phone: it shows the table, and none of the host's buttons."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import Serving, opened
from tests.web.playing import open_screen

ZANGLE = ("set-up", {"mode": "speedster", "players": ["Ann", ".."]})
ZONT = ("played/set-up", {"game": "zont", "players": ["Ann", ".."], "dealt": False})


@pytest.mark.parametrize("begun", [ZANGLE, ZONT], ids=["zangle", "zont"])
def test_a_seat_sees_the_table_and_nothing_that_it_may_not_do(
    browser: Browser, serve: Callable[..., Serving], stack: ExitStack, begun: tuple[str, dict[str, Any]]
) -> None:
    serving = serve("--host", "0.0.0.0")

    def shown_by(url: str, *, phone: bool = False) -> Page:
        screen = open_screen(browser, url, phone=phone)
        stack.callback(screen.close)
        return screen.page

    host = shown_by(serving.host_url)
    path, body = begun
    assert host.request.post(f"{serving.url}api/{path}", data=body).ok
    for name in ("#actions button", "#correct", "#phones", 'a[href="/set-up"].host'):
        expect(host.locator(name).filter(visible=True).first).to_be_visible()
    expect(host.locator("#own-seat")).to_be_hidden()
    for seat in host.request.get(f"{serving.url}api/seats").json()["seats"]:
        phone = shown_by(seat["url"], phone=True)
        phone.goto(serving.url)
        phone.wait_for_selector("body[data-ready]")
        expect(phone.locator("#seats .name")).to_have_text(["Ann", ".."])
        shown = phone.locator("button, a").filter(visible=True).all()
        words = {one.inner_text() for one in shown} - {"Skip to the table", "Print"}
        assert words == {"Sound", "Speech", "My seat", *(["Photo"] if begun is ZANGLE else [])}
        phone.locator("#own-seat").click()
        expect(phone.locator("#name")).to_have_text(seat["name"])


@pytest.mark.parametrize("path", ["photo", "tranglar", "teach", "set-up"])
def test_every_page_takes_the_key_of_its_link(
    browser: Browser, serve: Callable[..., Serving], path: str
) -> None:
    serving = serve("--host", "0.0.0.0")
    key = serving.host_url.partition("#")[2]
    with opened(browser, f"{serving.url}{path}#{key}") as page:
        expect(page.get_by_role("alert").filter(visible=True)).to_have_count(0)
        assert page.evaluate("location.hash") == ""
        assert page.request.get(f"{serving.url}api/state").ok
    with opened(browser, f"{serving.url}{path}#key=of-another-table") as page:
        expect(page.get_by_role("alert").filter(visible=True)).to_contain_text("key")
