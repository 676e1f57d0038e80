"""Questions that nobody answers: they are given up, what was typed stays, and nothing happens twice by them."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.web.conftest import Serving
from tests.web.played_games import begin, standing
from tests.web.playing import DRAWN, ask, first, hold, open_screen

GIVEN_UP = "has not answered for 20 seconds"


def page_of(browser: Browser, stack: ExitStack, url: str) -> Page:
    """A page with a clock of the test's."""
    screen = open_screen(browser, url)
    stack.callback(screen.close)
    screen.page.clock.install()
    return screen.page


def lose(page: Page, address: str) -> list[Route]:
    """Have the next question there reach the server, and its answer never the page."""
    lost: list[Route] = []

    def away(route: Route) -> None:
        assert route.fetch().ok
        lost.append(route)

    page.route(address, away, times=1)
    return lost


def pass_by(page: Page, seconds: int) -> None:
    page.evaluate(DRAWN)
    page.clock.fast_forward(1000 * seconds)
    page.evaluate(DRAWN)


@pytest.fixture
def big(browser: Browser, serving: Serving, stack: ExitStack) -> Page:
    begin(serving.url, "zigzaggle", dealt=True)
    return page_of(browser, stack, serving.url)


def correction(big: Page) -> tuple[Locator, Locator]:
    """The form that gives Ann five points more, filled in, and what is told in its sheet."""
    big.locator("#correct").click()
    form = big.locator("#correcting form", has_text="Points more")
    form.get_by_label("By how many").fill("5")
    form.get_by_label("Why").fill("miscounted")
    return form, big.locator("#correcting .notice")


def test_a_command_is_given_up_and_goes_out_again_as_it_was_typed(big: Page, serving: Serving) -> None:
    form, told = correction(big)
    held = hold(big, "**/api/played/correct-score", times=1)
    form.get_by_role("button").click()
    first(big, held)
    pass_by(big, 19)
    expect(told).to_be_hidden()
    pass_by(big, 2)
    expect(told).to_contain_text(GIVEN_UP)
    expect(form.get_by_label("Why")).to_have_value("miscounted")
    form.get_by_role("button").click()
    expect(big.locator("#correcting")).to_be_hidden()
    assert standing(serving.url)["version"] == 2


def test_a_command_whose_answer_was_lost_does_not_happen_twice(big: Page, serving: Serving) -> None:
    form, told = correction(big)
    lost = lose(big, "**/api/played/correct-score")
    form.get_by_role("button").click()
    first(big, lost)
    expect(big.locator("#history li")).to_have_count(2)
    pass_by(big, 21)
    expect(told).to_contain_text(GIVEN_UP)
    form.get_by_role("button").click()
    expect(told).to_contain_text("The table has moved on")
    assert standing(serving.url)["version"] == 2
    # Once that has been told, whoever wants it twice has it twice.
    form.get_by_role("button").click()
    expect(big.locator("#correcting")).to_be_hidden()
    assert standing(serving.url)["version"] == 3


@pytest.mark.parametrize("game", ["Zangle: Speedster", "Tranglar"])
def test_a_game_whose_beginning_was_not_answered_is_begun_once(
    browser: Browser, serving: Serving, stack: ExitStack, game: str
) -> None:
    page = page_of(browser, stack, f"{serving.url}set-up")
    page.get_by_label(game, exact=False).first.check()
    for number, name in enumerate(("Ann", "Ben"), 1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    lost = lose(page, "**/set-up")
    page.locator("#start").click()
    first(page, lost)
    pass_by(page, 21)
    expect(page.locator("#notice")).to_contain_text(GIVEN_UP)
    expect(page.get_by_label("Player 2", exact=True)).to_have_value("Ben")
    page.locator("#start").click()
    page.wait_for_url(serving.url)
    assert len(ask(serving.url, "games")["games"]) == 1


def test_a_photo_is_waited_for_longer(browser: Browser, serving: Serving, stack: ExitStack) -> None:
    page = page_of(browser, stack, f"{serving.url}tranglar")
    held = hold(page, "**/api/tranglar/photo")
    page.set_input_files("#file", "static/tranglar/samples/1-before.jpg")
    first(page, held)
    pass_by(page, 110)
    expect(page.locator("#working")).to_be_visible()
    pass_by(page, 20)
    expect(page.locator("#problem")).to_contain_text("has not answered for 120 seconds")
    expect(page.locator("#working")).to_be_hidden()
