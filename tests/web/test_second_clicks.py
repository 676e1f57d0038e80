"""A double click is one press: its second click enters and chooses nothing that has taken the place of the first."""

from __future__ import annotations

import re
from contextlib import ExitStack

from playwright.sync_api import Browser, Locator, expect

from tests.web.conftest import Serving
from tests.web.played_games import begin, standing
from tests.web.playing import DRAWN, ask, open_screen, phone_of


def press_twice(one: Locator, then: Locator) -> None:
    """A double click at a human pace: its second click comes once the page has changed."""
    box = one.bounding_box()
    assert box is not None
    mouse = one.page.mouse
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    mouse.down(click_count=1)
    mouse.up(click_count=1)
    expect(then).to_be_visible()
    mouse.down(click_count=2)
    mouse.up(click_count=2)


def test_nothing_is_entered_by_the_second_click(browser: Browser, serving: Serving, stack: ExitStack) -> None:
    begin(serving.url, "tranglar", dealt=False)
    for version, kind in enumerate(("pause", "resume", "pause"), 1):
        ask(serving.url, f"played/{kind}", {"version": version})
    big = open_screen(browser, serving.url)
    stack.callback(big.close)
    undo = big.page.locator('[data-offer^="undo"]').first
    press_twice(undo, big.page.locator('#history li[data-kind="undo"]'))
    # What is pressed after it comes after it.
    big.page.locator('[data-offer="pause"]').click()
    expect(big.page.locator("#told")).to_have_text("Paused")
    assert standing(serving.url)["version"] == 6
    # By the keys it is pressed as often as they are.
    undo.press("Enter")
    expect(big.page.locator("#told")).not_to_have_text("Paused")
    undo.press("Enter")
    expect(big.page.locator("#told")).to_have_text("Paused")
    assert standing(serving.url)["version"] == 8


def test_no_other_card_is_chosen_by_the_second_click(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    begin(serving.url, "zont", dealt=False)
    big = open_screen(browser, serving.url)
    stack.callback(big.close)
    slots = big.page.locator("#composing .slot")
    big.page.locator('[data-key="find"]').fill("favors 1")
    cards = big.page.locator("#composing .found button")
    names = [cards.nth(number).get_attribute("aria-label") for number in range(2)]
    press_twice(cards.first, slots.and_(big.page.get_by_label(f"To the middle: {names[0]}")))
    big.page.evaluate(DRAWN)
    expect(slots.nth(1)).to_have_attribute("aria-label", re.compile("no card yet"))
    # Two cards beside each other are two, however quickly they are tapped.
    big.page.locator('[data-key="clear"]').click()
    big.page.evaluate(
        """(wanted) => {
            for (const detail of [1, 1]) document.querySelectorAll("#composing .found button")[wanted.shift()]
                .dispatchEvent(new MouseEvent("click", { bubbles: true, detail }));
        }""",
        [0, 1],
    )
    expect(slots.nth(1)).not_to_have_attribute("aria-label", re.compile("no card yet"))


def test_nothing_else_is_taken_out_and_nothing_moved_on_by_the_second_click(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    begin(serving.url, "zigity", dealt=False)
    big = open_screen(browser, serving.url)
    stack.callback(big.close)
    cards = big.page.locator("#composing .found button")
    cards.first.click()
    big.page.locator("#enter-turn").click()
    expect(big.page.locator("#composing h3")).to_contain_text("turn, by hand")
    for number in range(2):
        cards.nth(number).click()
    chosen = big.page.locator(".chosen li")
    last = chosen.nth(1).locator(".zcard").get_attribute("aria-label")
    press_twice(
        chosen.first.locator("button"), big.page.locator(f'.chosen li:only-child [aria-label="{last}"]')
    )
    big.page.evaluate(DRAWN)
    expect(chosen).to_have_count(1)
    begin(serving.url, "zont", dealt=True)
    ann = phone_of(stack, browser, serving.url, "Ann")
    slot = ann.locator('[data-key="slot middle"]')
    card = ann.locator("#composing .hand button").first
    press_twice(card, slot.locator(".ocard:not(.gap)"))
    ann.evaluate(DRAWN)
    expect(slot.locator(".ocard:not(.gap)")).to_be_visible()
