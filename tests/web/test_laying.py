"""The sheet in which cards are laid down by hand: nothing that was chosen in it is lost, and it knows the table."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.web.claiming import called, open_sheet, sheet_of
from tests.web.conftest import Serving
from tests.web.playing import (
    A_ZANGLE,
    DRAWN,
    ask,
    correct_again_before_the_answer,
    enter,
    first,
    hold,
    open_screen,
    ruling,
    state_of,
)

PLACES = ("", "seat/Ann")


def cards(page: Page, group: int) -> Any:
    return page.locator("#laying fieldset").nth(group).locator(".lay")


def choose(page: Page, *, but_last: bool = False) -> None:
    """Choose the cards of a Zangle and tell them, all but the last if so wanted."""
    for group, place in enumerate(("centre", "own")):
        for number, size in enumerate([size for where, size in A_ZANGLE if where == place]):
            cards(page, group).nth(number).click()
            if not (but_last and group == number == 1):
                page.locator(f'#laying .picker button[aria-label^="{size} triangle"]').first.click()


def is_chosen(page: Page, centre: int, own: int) -> None:
    for group, count in enumerate((centre, own)):
        expect(
            page.locator("#laying fieldset").nth(group).locator('.lay[aria-pressed="true"]')
        ).to_have_count(count)


@pytest.mark.parametrize("path", PLACES)
def test_what_is_refused_is_told_in_the_sheet_and_what_was_chosen_stays(
    browser: Browser, serving: Serving, stack: ExitStack, path: str
) -> None:
    called(serving)
    page = sheet_of(browser, serving, stack, path)
    choose(page)
    enter(serving.url, "pause")
    expect(page.locator("#told")).to_have_text("Paused")
    judge = page.locator("#laying button[type=submit]")
    judge.click()
    told = page.locator("#laying .notice")
    expect(told).to_have_text("The game is paused: resume it first.")
    expect(told).to_be_in_viewport()
    is_chosen(page, 1, 2)
    enter(serving.url, "resume")
    expect(page.locator("#told")).not_to_have_text("Paused")
    serving.kill()
    judge.click()
    expect(told).to_contain_text("does not answer")
    is_chosen(page, 1, 2)
    expect(judge).to_have_text("Judge 3")
    serving.start()
    judge.click()
    expect(page.locator("#laying")).to_be_hidden()
    assert state_of(serving.url)["verdict"]["ruling"] == "legal"


def test_the_card_that_is_asked_about_is_named_and_marked(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    called(serving)
    page = sheet_of(browser, serving, stack, "seat/Ann")
    picker, asked = page.locator("#laying .picker"), page.locator("#laying .lay[data-asked]")
    expect(picker).to_have_text("Tap the cards you lay down.")
    expect(picker).to_be_in_viewport(ratio=1)
    cards(page, 0).nth(0).click()
    expect(picker.locator("strong")).to_have_text("Centre 1: what does it show?")
    cards(page, 1).nth(2).click()
    expect(picker.locator("strong")).to_have_text("Own 3: what does it show?")
    expect(asked).to_have_count(1)
    expect(asked).to_have_attribute("data-key", "Ann-2")
    outlines = """(all) => all.map((one) => getComputedStyle(one).outlineStyle)"""
    assert page.locator('#laying .lay[aria-pressed="true"]').evaluate_all(outlines) == ["none", "solid"]


def test_a_claim_of_too_few_cards_is_told_and_costs_nothing(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    called(serving)
    page = sheet_of(browser, serving, stack, "seat/Ann")
    judge, told = page.locator("#laying button[type=submit]"), page.locator("#laying > .notice")
    before = state_of(serving.url)["version"]
    for number in range(2):
        cards(page, 1).nth(number).click()
    expect(judge).to_have_text("Tap 1 more")
    judge.click()
    expect(told).to_have_text("A Zangle takes 3 cards or more: tap 1 more.")
    assert state_of(serving.url)["version"] == before
    cards(page, 0).nth(0).click()
    expect(told).to_be_hidden()
    judge.click()
    expect(page.locator("#laying")).to_be_hidden()
    assert state_of(serving.url)["version"] == before + 1


@pytest.mark.parametrize("path", PLACES)
def test_cards_that_a_claim_told_are_not_asked_for_again(
    browser: Browser, serving: Serving, stack: ExitStack, path: str
) -> None:
    called(serving)
    page = sheet_of(browser, serving, stack, path)
    choose(page, but_last=True)
    page.locator("#laying button[type=submit]").click()
    expect(page.locator("#laying")).to_be_hidden()
    # There is no camera that a card could be shown to.
    expect(page.locator("#says")).to_contain_text("Card 3 was not told: say what it shows.")
    expect(page.locator("#says")).not_to_contain_text("show it whole")
    open_sheet(page)
    is_chosen(page, 1, 2)
    expect(page.locator("#laying .picker")).to_be_in_viewport()
    page.locator('#laying .picker button[aria-label^="1 triangle,"]').first.click()
    judge = page.locator("#laying button[type=submit]")
    expect(judge).to_have_text("Judge 3")
    judge.click()
    expect(page.locator("#laying")).to_be_hidden()
    assert state_of(serving.url)["verdict"]["ruling"] == "legal"


@pytest.mark.parametrize("path", PLACES)
def test_an_answer_that_comes_late_does_not_close_the_sheet_that_was_opened_since(
    browser: Browser, serving: Serving, stack: ExitStack, path: str
) -> None:
    called(serving)
    page = sheet_of(browser, serving, stack, path)
    choose(page, but_last=True)
    held = hold(page, "**/api/claim*")
    page.locator("#laying button[type=submit]").click()
    route = first(page, held)
    answer = route.fetch()
    # The table tells of the claim before its own answer is there.
    expect(page.locator("#laying")).to_be_hidden()
    open_sheet(page)
    with page.expect_response("**/api/claim*") as answered:
        route.fulfill(response=answer)
    answered.value.finished()
    page.evaluate(DRAWN)
    expect(page.locator("#laying")).to_be_visible()
    is_chosen(page, 1, 2)


def test_a_correction_that_is_answered_late_does_not_close_the_sheet_that_was_opened_since(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    called(serving)
    screen = open_screen(browser, serving.url)
    stack.callback(screen.close)
    page = screen.page
    correct_again_before_the_answer(page, "**/api/join")
    expect(page.locator("#correcting")).to_be_visible()
    assert "Cem" in [seat["name"] for seat in state_of(serving.url)["table"]["seats"]]


def test_a_card_that_is_turned_up_meanwhile_can_be_laid(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    called(serving)
    page = sheet_of(browser, serving, stack, "seat/Ann")
    choose(page)
    held = cards(page, 1).count()
    cards(page, 1).nth(0).focus()
    enter(serving.url, "hit", seat="Ann")
    expect(cards(page, 1)).to_have_count(held + 1)
    is_chosen(page, 1, 2)
    expect(page.locator("#laying button[type=submit]")).to_have_text("Judge 3")
    expect(cards(page, 1).nth(0)).to_be_focused()
    cards(page, 1).last.click()
    page.locator('#laying .picker button[aria-label^="Z,"]').click()
    page.locator("#laying button[type=submit]").click()
    expect(page.locator("#laying")).to_be_hidden()
    assert len(state_of(serving.url)["verdict"]["cards"]) == 4


def test_a_card_that_was_read_meanwhile_keeps_that_it_was_chosen(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    called(serving)
    page = sheet_of(browser, serving, stack, "")
    choose(page, but_last=True)
    faces = ask(serving.url, "deck")["faces"]
    row = state_of(serving.url)["table"]["seats"][0]["row"]
    row[1] = {**faces[0], "id": None}
    enter(serving.url, "seen", place="Ann", cards=row)
    # What the second one shows need not be told any more.
    expect(page.locator("#laying .picker")).to_be_hidden()
    is_chosen(page, 1, 2)
    page.locator("#laying button[type=submit]").click()
    ruling(page, "legal")


@pytest.mark.parametrize("game", ["solitaire", "tranglar"])
def test_nobody_is_asked_to_add_a_player_where_no_place_is_left(
    browser: Browser, serving: Serving, stack: ExitStack, game: str
) -> None:
    if game == "solitaire":
        ask(serving.url, "set-up", {"mode": game, "players": ["Ann"]})
    else:
        ask(serving.url, "played/set-up", {"game": game, "players": ["Ann", "Ben"], "dealt": False})
    screen = open_screen(browser, serving.url)
    stack.callback(screen.close)
    screen.page.locator("#correct").click()
    expect(screen.page.locator("#correcting form").first).to_be_visible()
    expect(screen.page.locator("#correcting form", has_text="A late player")).to_have_count(0)


@pytest.mark.parametrize("size", [(390, 844), (1920, 1080)])
@pytest.mark.parametrize("game", ["speedster", "zont"])
def test_a_refused_correction_is_told_where_it_was_entered(
    browser: Browser, serving: Serving, stack: ExitStack, game: str, size: tuple[int, int]
) -> None:
    if game == "speedster":
        called(serving)
    else:
        ask(serving.url, "played/set-up", {"game": game, "players": ["Ann", "Ben"], "dealt": False})
    screen = open_screen(browser, serving.url, size=size)
    stack.callback(screen.close)
    page = screen.page
    page.locator("#correct").click()
    late = page.locator("#correcting form", has_text="A late player")
    late.get_by_label("Name").fill("Ann")
    late.get_by_label("Name").press("Enter")
    told = page.locator("#correcting .notice")
    expect(told).to_be_in_viewport(ratio=1)
    expect(told).to_contain_text("name")
    covers = """(one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        return !one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    }"""
    assert not told.evaluate(covers)
    late.get_by_label("Name").fill("Cem")
    late.get_by_label("Name").press("Enter")
    expect(page.locator("#correcting")).to_be_hidden()
    expect(page.locator("#history")).to_contain_text("Cem")


@pytest.mark.parametrize(("game", "points"), [("zigity", 0), ("zont", 1)])
def test_points_that_are_cards_are_not_offered_to_be_corrected(
    browser: Browser, serving: Serving, stack: ExitStack, game: str, points: int
) -> None:
    ask(serving.url, "played/set-up", {"game": game, "players": ["Ann", "Ben"], "dealt": False})
    screen = open_screen(browser, serving.url)
    stack.callback(screen.close)
    screen.page.locator("#correct").click()
    expect(screen.page.locator("#correcting form", has_text="Cards in a hand")).to_be_visible()
    expect(screen.page.locator("#correcting form", has_text="Points more")).to_have_count(points)


def test_a_press_whose_cards_come_late_opens_no_sheet_over_that_of_a_later_one(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    called(serving)
    screen = open_screen(browser, serving.url)
    stack.callback(screen.close)
    page = screen.page
    page.route("**/api/deck*", lambda route: route.abort(), times=1)
    page.locator('[data-lay="Ann"]').click()
    expect(page.locator("#notice")).to_contain_text("does not answer")
    held: list[Route] = []
    page.route("**/api/deck*", lambda route: held.append(route))  # noqa: PLW0108 - it is inspected
    with page.expect_request("**/api/deck*"):
        page.locator('[data-lay="Ann"]').click()
    enter(serving.url, "undo", of=4)
    now = ask(serving.url, "clock")["received_s"]
    enter(serving.url, "call", seat="Ben", pressed_s=now, device="e", samples=[[now, now, now, now]])
    page.locator('[data-lay="Ben"]').click()
    (only,) = held
    only.continue_()
    expect(page.locator("#laying-title")).to_have_text("Ben lays down")
    cards(page, 0).nth(0).click()
    page.evaluate(DRAWN)
    is_chosen(page, 1, 0)
    assert len(held) == 1
