"""Pages of a table and what people do on them, for tests that play whole games in real browsers."""

from __future__ import annotations

import json
import re
import urllib.request
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.web.conftest import listen

DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Evaluated in a page, waits until what has come is shown."""

Card = tuple[str, int]
"""Where it lies, "own" or "centre", and how many triangles it shows; 0 is a Z."""

A_ZANGLE: tuple[Card, ...] = (("own", 2), ("own", 1), ("centre", 1))
NO_ZANGLE: tuple[Card, ...] = (("own", 1), ("own", 1), ("centre", 1))


@dataclass
class Screen:
    """A page, the context it lives in, and what it complained of."""

    page: Page
    context: BrowserContext
    complaints: list[str]

    def close(self) -> None:
        """Close it; a page that complained fails the test."""
        self.context.close()
        assert not self.complaints, self.complaints


def open_screen(
    browser: Browser,
    url: str,
    *,
    phone: bool = False,
    size: tuple[int, int] | None = None,
    dark: bool = False,
) -> Screen:
    """A page in a context of its own, ready."""
    width, height = size or ((360, 740) if phone else (1920, 1080))
    context = browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=phone,
        reduced_motion="reduce",
        color_scheme="dark" if dark else "light",
    )
    page = context.new_page()
    complaints = listen(page)
    page.goto(url)
    page.wait_for_selector("body[data-ready]")
    return Screen(page, context, complaints)


def phone_of(stack: ExitStack, browser: Browser, url: str, name: str) -> Page:
    """A player's phone, of a common size; closed with the test."""
    screen = open_screen(browser, f"{url}seat/{name}", phone=True, size=(390, 844))
    stack.callback(screen.close)
    return screen.page


def ask(url: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    """The JSON of an address."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{url}api/{path}", data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=120) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def state_of(url: str) -> dict[str, Any]:
    """How the table stands."""
    return ask(url, "state")


def enter(url: str, kind: str, **body: Any) -> dict[str, Any]:
    """Have something happen at the table as it stands."""
    return ask(url, kind, {"version": state_of(url)["version"], **body})


def hold(page: Page, address: str, times: int | None = None) -> list[Route]:
    """Have what the page asks there wait, and be found here."""
    held: list[Route] = []
    page.route(address, lambda route: held.append(route), times=times)  # noqa: PLW0108 - it is inspected
    return held


def first(page: Page, held: list[Route]) -> Route:
    """What was asked first, once it is held: that something is asked is told before."""
    while not held:
        page.evaluate(DRAWN)
    return held[0]


def correct_again_before_the_answer(page: Page, address: str) -> None:
    """Have a player join by *Correct*, close it, and open it anew before that is answered at an address."""
    held = hold(page, address)
    page.locator("#correct").click()
    late = page.locator("#correcting form", has_text="A late player")
    late.get_by_label("Name").fill("Cem")
    late.get_by_role("button").click()
    join = first(page, held)
    page.locator("#correcting").get_by_role("button", name="Close").click()
    page.locator("#correct").click()
    with page.expect_response(address) as answered:
        join.continue_()
    assert answered.value.ok
    answered.value.finished()
    page.evaluate(DRAWN)


STILL = """() => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...how) {
        const one = animate.apply(this, how);
        one.pause();
        return one;
    };
}"""
"""Evaluated in a page, has what moves from then on stand still where it begins: it is there however late one looks."""


def press(page: Page, offer: str) -> None:
    """Press a button by the id of its offer."""
    page.locator(f'[data-offer="{offer}"]:visible').first.click()


def buzz(phone: Page) -> None:
    """Call on a phone."""
    buzzer = phone.locator('#buzzer[data-does="call"][aria-disabled="false"]')
    expect(buzzer).to_have_count(1)
    measured(phone)
    settled(phone)
    buzzer.click()


def measured(phone: Page) -> None:
    """Wait until a phone knows its clock, so that it can call."""
    expect(phone.locator("body")).to_have_attribute("data-clock-ms", re.compile(r"^\d+$"))


def settled(phone: Page) -> None:
    """Wait until what is pressed on a phone counts again: not while the largest button becomes another one."""
    expect(phone.locator("body:not([data-settling])")).to_have_count(1)


def lay_on(phone: Page, cards: tuple[Card, ...]) -> None:
    """Lay down on the phone of whoever has the centre."""
    expect(phone.locator("#buzzer")).to_have_attribute("data-mine", "true")
    phone.locator("#buzzer").click()
    lay(phone, cards)


def lay(page: Page, cards: tuple[Card, ...]) -> None:
    """Tell the cards of a claim in the sheet that is open, and have them judged."""
    sheet = page.locator("#laying")
    expect(sheet).to_be_visible()
    for group, place in enumerate(("centre", "own")):
        for number, triangles in enumerate([size for where, size in cards if where == place]):
            sheet.locator("fieldset").nth(group).locator(".lay").nth(number).click()
            name = "Z" if triangles == 0 else f"{triangles} triangle{'' if triangles == 1 else 's'}"
            sheet.locator(f'.picker button[aria-label^="{name},"]').first.click()
    sheet.locator("button[type=submit]").click()
    expect(sheet).to_be_hidden()


def ruling(page: Page, wanted: str) -> None:
    """Wait for the verdict on the big screen."""
    expect(page.locator("#banner")).to_have_attribute("data-ruling", wanted)
