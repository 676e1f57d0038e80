"""The second click of a double one, and a finger that goes up late: what they would enter was not meant."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Locator, Page, Request, expect

from tests.web.claiming import called, sheet_of
from tests.web.conftest import Serving
from tests.web.playing import DRAWN, ask, enter, open_screen, phone_of, press, settled, state_of


def finger_on(page: Page, button: Locator) -> None:
    box = button.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def click_again(page: Page) -> None:
    """Where the pointer is, so soon that the system counts it as the second of two."""
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)


@pytest.mark.parametrize(
    ("path", "first", "next_one"), [("", "deal", "flip"), ("seat/Ann", "hit-Ann", "pass-Ann")]
)
def test_the_second_click_enters_nothing_and_the_next_press_does(
    browser: Browser, serving: Serving, stack: ExitStack, path: str, first: str, next_one: str
) -> None:
    ask(serving.url, "set-up", {"mode": "turn-style", "players": ["Ann", "Ben"]})
    for kind in ("deal", "flip") if path else ():
        enter(serving.url, kind)
    before = state_of(serving.url)["version"]
    screen = open_screen(browser, f"{serving.url}{path}", phone=bool(path))
    stack.callback(screen.close)
    page = screen.page
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    finger_on(page, page.locator(f'#actions [data-offer="{first}"]'))
    page.mouse.down()
    page.mouse.up()
    expect(page.locator(f'#actions [data-offer="{first}"]')).to_have_count(0)
    # On some screens it stands where the first one stood.
    finger_on(page, page.locator(f'#actions [data-offer="{next_one}"]'))
    click_again(page)
    page.evaluate(DRAWN)
    assert len(sent) == 1
    page.locator(f'#actions [data-offer="{next_one}"]').press("Enter")
    expect(page.locator(f'#actions [data-offer="{next_one}"]')).to_have_count(0)
    assert state_of(serving.url)["version"] == before + 2
    if not path:
        press(page, "pause")
        press(page, "resume")
        expect(page.locator('[data-offer="pause"]')).to_be_visible()


def test_the_second_click_on_a_face_does_not_have_the_claim_judged(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    called(serving)
    page = sheet_of(browser, serving, stack, "")
    for number in range(3):
        page.locator("#laying .lay").nth(number).click()
        page.locator("#laying .picker button").first.click()
    judge = page.locator("#laying button[type=submit]")
    finger_on(page, judge)
    click_again(page)
    judge.click()
    expect(page.locator("#laying")).to_be_hidden()
    assert state_of(serving.url)["version"] == 5


def test_a_finger_that_goes_up_where_nothing_is_to_be_laid_down_any_more_does_not_call(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    called(serving)
    ann = phone_of(stack, browser, serving.url, "Ann")
    calls: list[Request] = []
    ann.on("request", lambda request: calls.append(request) if request.url.endswith("/api/call") else None)
    finger_on(ann, ann.locator('#buzzer[data-mine="true"]'))
    ann.mouse.down()
    enter(serving.url, "undo", of=4)
    expect(ann.locator("#buzz")).to_have_text("Zangle!")
    ann.mouse.up()
    ann.evaluate(DRAWN)
    assert not calls
    settled(ann)
    ann.mouse.down()
    expect(ann.locator("#buzz")).to_have_text("Lay it down")
    ann.mouse.up()
    expect(ann.locator("#laying")).to_be_hidden()
    assert len(calls) == 1
