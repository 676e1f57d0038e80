"""What comes late or not at all: answers about an earlier table, buttons of one that is gone, a lost connection."""

from __future__ import annotations

import json
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.web.conftest import Serving
from tests.web.played_games import begin, standing
from tests.web.playing import DRAWN, ask, correct_again_before_the_answer, first, hold, open_screen


@pytest.fixture
def big(browser: Browser, serving: Serving, stack: ExitStack) -> Page:
    begin(serving.url, "tranglar", dealt=False)
    screen = open_screen(browser, serving.url)
    stack.callback(screen.close)
    return screen.page


def test_an_answer_about_a_game_that_is_over_does_not_bring_it_back(big: Page, serving: Serving) -> None:
    held = hold(big, "**/api/played/claim")
    concede = big.locator('[data-offer="claim-Ben-concede"]')
    for _ in range(2):
        concede.click()
    route = first(big, held)
    expect(big.locator("#told")).to_have_text("Ben\u2019s turn.")
    answer = route.fetch()
    expect(big.locator("#told")).to_have_text("Ann wins")
    begin(serving.url, "tranglar", dealt=False, second="Cem")
    expect(big.locator("#told")).to_have_text("Cem\u2019s turn.")
    with big.expect_response("**/api/played/claim") as answered:
        route.fulfill(response=answer)
    answered.value.finished()
    big.evaluate(DRAWN)
    expect(big.locator("#told")).to_have_text("Cem\u2019s turn.")


def test_a_correction_that_is_answered_late_does_not_close_the_sheet_that_was_opened_since(
    big: Page, serving: Serving
) -> None:
    begin(serving.url, "zont", dealt=False)
    expect(big.locator("#title")).to_contain_text("Zont")
    correct_again_before_the_answer(big, "**/api/played/join")
    expect(big.locator("#correcting")).to_be_visible()


def test_codes_that_come_late_do_not_cover_those_that_were_asked_for_since(
    big: Page, serving: Serving
) -> None:
    held: list[Route] = []
    big.route("**/api/seats", lambda route: held.append(route))  # noqa: PLW0108 - it is inspected
    with big.expect_request("**/api/seats"):
        big.locator("#phones").click()
    begin(serving.url, "tranglar", dealt=False, second="Cem")
    expect(big.locator("#told")).to_have_text("Cem\u2019s turn.")
    first, *_ = held
    before = first.fetch()
    with big.expect_request("**/api/seats"):
        big.locator("#phones").click()
    big.evaluate(DRAWN)
    held[1].continue_()
    expect(big.locator("#joining a", has_text="Cem")).to_be_visible()
    big.locator("#joining").get_by_role("button", name="Close").click()
    with big.expect_response("**/api/seats") as answered:
        first.fulfill(response=before)
    answered.value.finished()
    big.evaluate(DRAWN)
    expect(big.locator("#joining")).to_be_hidden()


def test_a_button_of_a_game_that_is_still_shown_enters_nothing_in_the_next_one(
    big: Page, serving: Serving
) -> None:
    held = hold(big, "**/api/played/kinds")
    begin(serving.url, "tranglar", dealt=False)
    kinds = first(big, held)
    big.locator('[data-offer="claim-Ben-concede"]').click()
    expect(big.locator("#notice")).to_have_text("Another game has begun.")
    assert standing(serving.url)["version"] == 1
    kinds.continue_()


def test_a_page_that_lost_the_connection_before_it_knew_the_pieces_finds_them(
    big: Page, serving: Serving
) -> None:
    big.route("**/api/played/kinds", lambda route: route.abort(), times=1)
    begin(serving.url, "tranglar", dealt=False, second="Cem")
    expect(big.locator("#told")).to_have_text("Cem\u2019s turn.")
    expect(big.locator(".palette:visible .pick")).not_to_have_count(0)
    ask(serving.url, "played/claim", {"version": 1, "seat": "Cem", "move": "concede"})
    expect(big.locator("#told")).to_have_text("Ann wins")


def test_what_is_pressed_as_the_table_changes_is_about_the_table_that_is_shown(
    big: Page, serving: Serving
) -> None:
    """An undo that was meant for one claim does not take back another."""
    ask(serving.url, "played/claim", {"version": 1, "seat": "Ben", "move": "place d1E"})
    # The history is told apart from how the table stands, and may be there before it.
    expect(big.locator('[data-offer="undo"]')).to_be_visible()
    sent: list[int] = []

    def note(route: Route) -> None:
        sent.append(json.loads(route.request.post_data or "{}")["version"])
        route.continue_()

    big.route("**/api/played/undo", note)
    big.evaluate(
        """async () => {
            const links = await import("/static/shared/link.js");
            const pressed = new Promise((done) => {
                // As soon as the page hears of the next table, and before it shows it.
                links.on("state", ({ version }) => {
                    if (version !== 3) return;
                    document.querySelector('[data-offer="undo"]').click();
                    done();
                });
            });
            globalThis.pressed = pressed;
        }"""
    )
    ask(serving.url, "played/claim", {"version": 2, "seat": "Ann", "move": "concede"})
    big.evaluate("() => globalThis.pressed")
    expect(big.locator("#notice")).to_be_visible()
    assert sent == [2]
    assert standing(serving.url)["version"] == 3
