"""What a phone says to a turn that was pressed on it: in view, and over nothing that is pressed next."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import Serving
from tests.web.played_games import begin, standing
from tests.web.playing import open_screen

LOW = (360, 560)
"""A phone on which no game's banner and main button are in view at once."""


def phone(browser: Browser, serving: Serving, stack: ExitStack, game: str) -> Page:
    begin(serving.url, game, dealt=True)
    screen = open_screen(browser, f"{serving.url}seat/Ann", phone=True, size=LOW)
    stack.callback(screen.close)
    return screen.page


@pytest.mark.parametrize(
    ("game", "chosen"),
    [("zigity", ("hand 1",)), ("zigzaggle", ("rack 1", "rack 2")), ("zont", ("hand A2r",))],
)
def test_a_wrong_turn_is_answered_in_view(
    browser: Browser, serving: Serving, stack: ExitStack, game: str, chosen: tuple[str, ...]
) -> None:
    ann = phone(browser, serving, stack, game)
    for key in chosen:
        ann.locator(f'[data-key="{key}"]').click()
    ann.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(ann.locator("#told")).not_to_be_in_viewport()
    ann.locator("#enter-turn").click()
    expect(ann.locator("#told-box")).to_have_attribute("data-ruling", "illegal")
    expect(ann.locator("#told-box")).to_be_in_viewport(ratio=1)
    expect(ann.locator("#told-box")).to_be_focused()


def test_an_answer_that_is_in_view_moves_nothing(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    ann = phone(browser, serving, stack, "zigity")
    ann.locator("#actions button").first.click()
    expect(ann.locator("#told-box")).to_have_attribute("data-ruling", "legal")
    assert ann.evaluate("scrollY") == 0
    expect(ann.locator("#told-box")).not_to_have_attribute("tabindex", "-1")


@pytest.mark.parametrize(
    ("power", "says", "key"),
    [
        ("art", "Choose the card that Art lays, or \u2018no power\u2019.", "slot art"),
        ("change", "Choose the pile that Change takes a card from, or \u2018no power\u2019.", "pile"),
        ("favors", "Choose the pile that Favors shuffles, or \u2018no power\u2019.", "pile"),
    ],
)
def test_a_power_that_was_chosen_is_never_left_out(
    browser: Browser, serving: Serving, stack: ExitStack, power: str, says: str, key: str
) -> None:
    ann = phone(browser, serving, stack, "zont")
    ann.locator("[data-key=power]").select_option(power)
    for slot, card in (("middle", "A2r"), ("score", "C3b")):
        ann.locator(f'[data-key="slot {slot}"]').click()
        ann.locator(f'[data-key="hand {card}"]').click()
    ann.locator("#enter-turn").click()
    expect(ann.locator("#notice")).to_have_text(says)
    expect(ann.locator(f'[data-key="{key}"]')).to_be_focused()
    assert standing(serving.url)["version"] == 1
    if power == "art":
        # The card that is tapped next is the one that was asked for.
        ann.locator('[data-key="hand C2r"]').click()
        ann.locator("#enter-turn").click()
        expect(ann.locator("#told-box")).to_have_attribute("data-ruling", "legal")


@pytest.mark.parametrize(
    ("game", "first", "card", "enters"),
    [
        ("zigity", "Choose cards first", "hand 1", "Lay the set"),
        ("zigzaggle", "Lay tiles first", "rack 1", "Lay the word"),
        ("zont", "Choose cards first", "hand A2r", "Play the turn"),
    ],
)
def test_the_main_button_says_what_comes_first_and_no_sentence_lies_on_it(
    browser: Browser, serving: Serving, stack: ExitStack, game: str, first: str, card: str, enters: str
) -> None:
    ann = phone(browser, serving, stack, game)
    button, notice = ann.locator("#enter-turn"), ann.locator("#notice")
    expect(button).to_have_text(first)
    expect(button).to_have_attribute("aria-disabled", "true")
    # Where a sentence that is told for a while would stand.
    button.evaluate("(one) => scrollBy(0, one.getBoundingClientRect().bottom - innerHeight + 24)")
    button.click(force=True)
    expect(notice).to_have_text(f"{first}.")
    told, row = notice.bounding_box(), button.bounding_box()
    assert told is not None
    assert row is not None
    assert told["y"] + told["height"] <= row["y"]
    ann.locator(f'[data-key="{card}"]').click()
    expect(button).to_have_text(enters)
    expect(button).not_to_have_attribute("aria-disabled", "true")


def test_what_a_set_has_to_go_with_stands_above_the_hand(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    ann = phone(browser, serving, stack, "zigity")
    expect(ann.locator(".match")).to_have_text(
        "Play card  A 3 · centre · guitar \u2013 cards with its instrument."
    )
    expect(ann.locator(".match")).to_be_in_viewport(ratio=1)


def test_buttons_side_by_side_are_of_one_height(browser: Browser, serving: Serving, stack: ExitStack) -> None:
    ann = phone(browser, serving, stack, "zigity")
    ann.locator("#actions button").first.evaluate("(one) => { one.textContent = 'Play '.repeat(12); }")
    heights = [box["height"] for one in ann.locator("#actions button").all() if (box := one.bounding_box())]
    assert len(heights) == 2
    assert heights[0] == heights[1] > 50
