"""The big screen of the shared table from across the room: who is missing, how large all stands, what is told."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import Serving
from tests.web.played_games import begin
from tests.web.playing import ask, open_screen, phone_of


def wall(browser: Browser, serving: Serving, stack: ExitStack, size: tuple[int, int] = (1920, 1080)) -> Page:
    screen = open_screen(browser, serving.url, size=size)
    stack.callback(screen.close)
    return screen.page


def test_who_has_no_phone_yet_is_said_until_the_own_page_is_open(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    begin(serving.url, "zigity", dealt=True)
    page = wall(browser, serving, stack)
    expect(page.locator("#then")).to_have_text("Ann, Ben: no phone yet")
    codes = page.locator("#actions .primary")
    expect(codes).to_have_text("Show the codes")
    codes.click()
    expect(page.locator("#joining .windows li")).to_have_count(2)
    page.keyboard.press("Escape")
    phone_of(stack, browser, serving.url, "Ben")
    expect(page.locator("#then")).to_have_text("Ann: no phone yet")
    phone_of(stack, browser, serving.url, "Ann")
    expect(page.locator("#then")).to_have_text("")
    expect(codes).to_have_count(0)
    # Where people deal nobody needs one.
    begin(serving.url, "zigity", dealt=False, second="Cem")
    expect(page.locator("#seats")).to_contain_text("Cem")
    expect(page.locator("#then")).to_have_text("")


CELL_PX = """() => document.querySelector("#middle .cell").getBoundingClientRect().width"""
OVER = """() => {
    const boxes = [...document.querySelectorAll("#middle .edge")]
        .map((one) => [one.textContent, one.getBoundingClientRect()]);
    return boxes.flatMap(([says, a], at) => boxes.slice(at + 1)
        .filter(([, b]) => a.left < b.right && b.left < a.right)
        .filter(([, b]) => a.top + 4 < b.bottom - 4 && b.top + 4 < a.bottom - 4)
        .map(([other]) => says + other));
}"""
"""Which names of columns and rows lie on one another; the lines of a text are higher than its letters."""


@pytest.mark.parametrize(("size", "least_px"), [((1920, 1080), 36), ((1280, 800), 24)])
def test_a_board_of_zig_zaggle_is_read_from_across_the_room(
    browser: Browser, serving: Serving, stack: ExitStack, size: tuple[int, int], least_px: int
) -> None:
    begin(serving.url, "zigzaggle", dealt=True)
    page = wall(browser, serving, stack, size)
    assert page.evaluate(CELL_PX) >= least_px
    names = page.locator("#middle .edge").all_text_contents()
    assert names == [*"abcdefghijklmnopqrs", *map(str, range(1, 23))]
    assert page.evaluate(OVER) == []
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    expect(page.locator(".seat", has_text="plays")).to_have_attribute("data-seat", "Ann")
    turn = {"lay": {"h14": "Ay", "h15": "*n", "h16": "Ey"}}
    ask(serving.url, "played/claim", {"version": 1, "seat": "Ann", "turn": turn})
    expect(page.locator("#told")).to_have_text("ESTOP, ANE \u2013 46 points")
    expect(page.locator("#says")).to_have_text("Ann lays A on h14, N on h15, E on h16.")


def test_whose_turn_it_is_has_a_badge_among_four(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    names = ["Ann", "Ben", "Cem", "Dee"]
    ask(serving.url, "played/set-up", {"game": "zigzaggle", "players": names, "dealt": True})
    page = wall(browser, serving, stack)
    expect(page.locator(".seat .chip.turn:visible")).to_have_text("plays")
    expect(page.locator(".seat").last).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("size", "least_px"), [((1920, 1080), 160), ((1280, 800), 100)])
def test_piles_of_zont_are_large_and_say_what_they_count(
    browser: Browser, serving: Serving, stack: ExitStack, size: tuple[int, int], least_px: int
) -> None:
    begin(serving.url, "zont", dealt=True)
    page = wall(browser, serving, stack, size)
    for pile in page.locator(".zont-pile").all():
        expect(pile.locator(".under")).to_have_text(["Counts 0 each", "none beneath"])
        card = pile.locator(".ocard").bounding_box()
        assert card is not None
        assert card["width"] >= least_px
    expect(page.locator(".seat").last).to_be_in_viewport(ratio=1)


def test_what_is_asked_for_alone_has_more_to_choose_from(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    ask(serving.url, "played/set-up", {"game": "zigity", "players": ["Ann", "Ben"], "dealt": False})
    page = wall(browser, serving, stack)
    picks = page.locator("#composing .pick")
    expect(picks).to_have_count(21)
    picks.last.click()
    expect(page.locator("#composing > p .zcard")).to_be_in_viewport(ratio=1)
    expect(picks.last).to_be_in_viewport(ratio=1)
