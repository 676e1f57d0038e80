"""The big screen by keyboard alone: where the focus goes once the button that was pressed is gone."""

from __future__ import annotations

from contextlib import ExitStack

from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import Serving
from tests.web.playing import ask, open_screen, state_of

PLAYERS = ["Ann", "Ben", "Cem"]


def speedster(browser: Browser, serving: Serving, stack: ExitStack) -> Page:
    """The big screen of a game that was set up just now."""
    ask(serving.url, "set-up", {"mode": "speedster", "players": PLAYERS})
    return opened(browser, serving, stack)


def opened(browser: Browser, serving: Serving, stack: ExitStack) -> Page:
    screen = open_screen(browser, serving.url)
    stack.callback(screen.close)
    return screen.page


def test_the_focus_goes_on_to_what_comes_next(browser: Browser, serving: Serving, stack: ExitStack) -> None:
    page = speedster(browser, serving, stack)
    page.locator('[data-offer="deal"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-offer="flip"]')).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator("#actions button").first).to_be_focused()
    hit = page.locator('[data-offer="hit-Ben"]')
    hit.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#history")).to_contain_text("Ben takes a hit")
    expect(hit).to_be_focused()


def test_a_key_that_is_held_down_does_one_thing(browser: Browser, serving: Serving, stack: ExitStack) -> None:
    page = speedster(browser, serving, stack)
    page.locator('[data-offer="deal"]').focus()
    page.keyboard.down("Enter")
    expect(page.locator('[data-offer="flip"]')).to_be_focused()
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#told")).to_contain_text("Round 1")
    expect(page.locator('[data-offer="flip"]')).to_have_count(0)
    assert state_of(serving.url)["version"] == 3


def test_a_focus_that_is_elsewhere_stays_there(browser: Browser, serving: Serving, stack: ExitStack) -> None:
    page = speedster(browser, serving, stack)
    page.locator("#sound").focus()
    ask(serving.url, "deal", {"version": 1})
    expect(page.locator('[data-offer="flip"]')).to_be_visible()
    expect(page.locator("#sound")).to_be_focused()
    page.locator("#sound").evaluate("(one) => one.blur()")
    ask(serving.url, "flip", {"version": 2})
    expect(page.locator('[data-offer="flip"]')).to_have_count(0)
    assert page.evaluate("document.activeElement === document.body")


def test_the_focus_goes_on_on_the_screen_of_the_other_games(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    ask(serving.url, "played/set-up", {"game": "zont", "players": PLAYERS, "dealt": True})
    page = opened(browser, serving, stack)
    page.locator('[data-offer="pause"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-offer="resume"]')).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#actions button").first).to_be_focused()


UNDER = """() => {
    const one = document.activeElement;
    const { left, top, width, height } = one.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return there && one.contains(there) ? null : one.getAttribute("aria-label");
}"""


def test_a_card_that_has_the_focus_is_covered_by_nothing(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    long = [f"{number} of a name that takes its room" for number in range(4)]
    ask(serving.url, "played/set-up", {"game": "zigity", "players": long, "dealt": False})
    ask(serving.url, "played/show", {"version": 1, "place": "middle", "things": ["CA1lp"]})
    screen = open_screen(browser, serving.url, size=(1280, 650))
    stack.callback(screen.close)
    picks = screen.page.locator("#composing .pick")
    expect(picks.nth(9)).to_be_visible()
    picks.first.focus()
    for number in range(1, picks.count()):
        screen.page.keyboard.press("Tab")
        expect(picks.nth(number)).to_be_focused()
        assert screen.page.evaluate(UNDER) is None


def test_each_button_of_a_player_is_spoken_with_the_name(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    ask(serving.url, "set-up", {"mode": "speedster", "players": PLAYERS})
    for version, kind in enumerate(("deal", "flip"), 1):
        ask(serving.url, kind, {"version": version})
    page = opened(browser, serving, stack)
    for name in PLAYERS:
        for says in (f"{name} calls", f"{name}: Hit"):
            expect(page.get_by_role("button", name=says, exact=True)).to_have_count(1)
    spoken = [one.get_attribute("aria-label") or "" for one in page.locator("#seats button").all()]
    assert len(set(spoken)) == len(spoken)
