"""A turn that is being put together, while the table is told of again."""

from __future__ import annotations

import re
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import Serving
from tests.web.played_games import begin
from tests.web.playing import DRAWN, ask, first, hold, open_screen, phone_of


@pytest.fixture
def big(browser: Browser, serving: Serving, stack: ExitStack) -> Page:
    """The big screen of Zont, where people deal."""
    begin(serving.url, "zont", dealt=False)
    screen = open_screen(browser, serving.url)
    stack.callback(screen.close)
    return screen.page


def joined(page: Page, serving: Serving, version: int = 1) -> None:
    """Somebody joins, and the page shows it."""
    ask(serving.url, "played/join", {"version": version, "seat": "Cem"})
    page.evaluate(
        "async (version) => { const links = await import('/static/shared/link.js');"
        " if (links.state.version < version) await new Promise((done) => links.on('state', done)); }",
        version + 1,
    )
    page.evaluate(DRAWN)


def test_a_card_is_chosen_though_the_table_is_told_of_under_the_finger(big: Page, serving: Serving) -> None:
    card = big.locator("#composing .found button").first
    box = card.bounding_box()
    assert box is not None
    big.mouse.move(box["x"] + 10, box["y"] + 10)
    big.mouse.down()
    joined(big, serving)
    big.mouse.up()
    expect(big.locator("#composing .slot .ocard:not(.gap)")).to_have_count(1)
    # What is entered then is about the table as it stands by now.
    big.locator("#enter-turn").click()
    expect(big.locator("#banner")).to_have_attribute("data-kind", "verdict")
    expect(big.locator("#notice")).to_be_hidden()


@pytest.mark.parametrize(("game", "field"), [("zigity", "for 0"), ("zigzaggle", "cell")])
def test_what_is_being_typed_stays(
    browser: Browser, serving: Serving, stack: ExitStack, game: str, field: str
) -> None:
    begin(serving.url, game, dealt=True)
    ann = phone_of(stack, browser, serving.url, "Ann")
    if game == "zigity":
        ann.locator('.hand button[aria-label="Free"]').first.click()
    else:
        ann.locator("[data-key=typing]").click()
    typed = ann.locator(f'[data-key="{field}"]')
    typed.fill("")
    ann.keyboard.type("a")
    joined(ann, serving)
    ann.keyboard.type("1")
    expect(typed).to_have_value("a1")
    if game == "zigity":
        # Leaving the field for the button loses no tap.
        with ann.expect_request("**/api/played/claim*"):
            ann.locator("#enter-turn").click()


def test_a_late_answer_leaves_alone_what_is_told_since(big: Page) -> None:
    held = hold(big, "**/api/played/claim")
    big.locator("#composing .found button").first.click()
    big.locator("#enter-turn").click()
    claim = first(big, held)
    big.locator("#correct").click()
    late = big.locator("#correcting form", has_text="A late player")
    late.get_by_label("Name").fill("Ann")
    late.get_by_role("button").click()
    told = big.locator("#correcting .notice")
    expect(told).to_be_visible()
    claim.continue_()
    expect(big.locator("#banner")).to_have_attribute("data-kind", "verdict")
    big.evaluate(DRAWN)
    expect(told).to_be_visible()


def test_the_tap_that_leaves_the_field_of_a_cell_counts(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    begin(serving.url, "zigzaggle", dealt=True)
    ann = phone_of(stack, browser, serving.url, "Ann")
    ann.locator("[data-key=typing]").click()
    cell, turn = ann.locator("[data-key=cell]"), ann.locator("[data-key=turn]")
    cell.fill("C9")
    turn.click()
    expect(turn).to_have_text("Down ↓")
    expect(cell).to_have_value("c9")
    cell.fill("d9")
    tile = ann.locator('[data-key^="rack "]', has=ann.get_by_label(re.compile("^[A-Z], "))).first
    tile.click()
    expect(ann.locator('[data-key^="rack "][aria-pressed=true]')).to_have_count(1)
    expect(cell).to_have_value("d10")
    # A cell that there is not is said, and the tap counts all the same.
    cell.fill("z99")
    turn.click()
    expect(turn).to_have_text("Across →")
    board = ann.locator("#composing [data-key=board]")
    expect(board).to_have_attribute("aria-label", re.compile("at d10, across"))
    cell.fill("e9")
    ann.locator('#composing [data-cell="h9"]').first.click()
    ann.locator("[data-key=near]").click()
    expect(board).to_have_attribute("aria-label", re.compile("at h9"))
