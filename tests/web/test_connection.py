"""What a page shows while it cannot know how the table stands: nothing of it looks certain, and it finds back."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, expect

from tests.web.conftest import Serving
from tests.web.playing import ask, enter, open_screen
from tests.web.zangle_games import begin

COLOURLESS = "grayscale(1)"


@pytest.mark.parametrize(
    ("path", "told"), [("", "#banner"), ("seat/Ann", "#buzzer")], ids=["screen", "phone"]
)
def test_a_connection_that_falls_silent_is_lost_though_nothing_broke_it(
    browser: Browser, serving: Serving, stack: ExitStack, path: str, told: str
) -> None:
    """As when a phone leaves the house, or the computer falls asleep: no error ever comes."""
    begin(serving.url)
    screen = open_screen(browser, f"{serving.url}{path}")
    stack.callback(screen.close)
    page = screen.page
    expect(page.locator("#online")).to_be_hidden()
    page.clock.install()
    enter(serving.url, "pause")
    expect(page.locator("#told")).to_have_text("Paused")
    page.route("**/api/events**", lambda route: route.abort())
    page.clock.fast_forward("01:00")
    expect(page.locator("#online")).to_be_visible()
    expect(page.locator(told)).to_have_css("filter", COLOURLESS)
    enter(serving.url, "resume")
    page.unroute("**/api/events**")
    page.clock.fast_forward("01:00")
    expect(page.locator("#online")).to_be_hidden()
    expect(page.locator(told)).to_have_css("filter", "none")
    expect(page.locator("#told")).not_to_have_text("Paused")
    screen.complaints.clear()


@pytest.mark.parametrize(
    ("path", "told"), [("", "#nothing-title"), ("seat/Ann", "#told")], ids=["screen", "phone"]
)
def test_a_page_that_is_opened_while_nobody_answers_finds_back(
    browser: Browser, serving: Serving, stack: ExitStack, path: str, told: str
) -> None:
    begin(serving.url)
    context = browser.new_context()
    stack.callback(context.close)
    page = context.new_page()
    page.route("**/api/**", lambda route: route.abort())
    page.goto(f"{serving.url}{path}#key=is-kept")
    expect(page.locator(told)).to_have_text("The table cannot be shown")
    assert page.url.endswith("#key=is-kept")
    page.unroute("**/api/**")
    expect(page.locator("body")).to_have_attribute("data-state", "play")


def test_a_page_that_another_games_page_follows_waits_until_it_can_be_had(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    """A browser would put a page of its own in its place, from which nothing leads back."""
    ask(serving.url, "played/set-up", {"game": "zont", "players": ["Ann", "Ben"], "dealt": True})
    screen = open_screen(browser, f"{serving.url}seat/Ann", phone=True)
    stack.callback(screen.context.close)
    page = screen.page
    for address in ("**/seat/Ann", "**/api/health"):
        page.route(address, lambda route: route.abort())
    with page.expect_request("**/api/health", timeout=20_000):
        begin(serving.url)
    expect(page.locator("#name")).to_have_text("Ann")
    page.unroute_all()
    expect(page.locator("#buzzer")).to_be_visible()


@pytest.mark.parametrize("game", ["speedster", "zont"])
def test_a_player_who_sits_out_a_game_is_told_so_and_at_the_table_again_with_the_next_one(
    browser: Browser, serve: Callable[..., Serving], stack: ExitStack, game: str
) -> None:
    serving = serve("--host", "0.0.0.0")
    host = open_screen(browser, serving.host_url)
    stack.callback(host.close)

    def set_up(*players: str) -> None:
        body = {"mode": game} if game == "speedster" else {"game": game, "dealt": True}
        path = "set-up" if game == "speedster" else "played/set-up"
        assert host.page.request.post(f"{serving.url}api/{path}", data={**body, "players": players}).ok

    set_up("Ann", "Ben")
    seats = host.page.request.get(f"{serving.url}api/seats").json()["seats"]
    ben = open_screen(browser, seats[1]["url"], phone=True)
    stack.callback(ben.close)
    own = ben.page.locator("#holding, #composing, #buzzer").filter(visible=True)
    expect(own).to_be_visible()
    set_up("Ann", "Cem")
    ben.page.reload()
    expect(ben.page.locator("#told")).to_have_text("Not at this table")
    expect(ben.page.locator("#says")).to_contain_text("Ben does not play in this game")
    expect(own).to_have_count(0)
    # Whose name is no secret is no key.
    other = open_screen(browser, f"{serving.url}seat/Ben", phone=True)
    stack.callback(other.close)
    expect(other.page.locator("#told")).to_have_text("Scan the code")
    # The code is good all the while: another phone of Ben's may scan it now.
    second = open_screen(browser, seats[1]["url"], phone=True)
    stack.callback(second.close)
    expect(second.page.locator("#told")).to_have_text("Not at this table")
    assert second.page.evaluate("location.hash") == ""
    set_up("Ann", "Ben")
    for phone in (ben, second):
        expect(phone.page.locator("#holding, #composing, #buzzer").filter(visible=True)).to_be_visible()


def test_a_players_phone_is_told_how_another_becomes_the_camera(
    browser: Browser, serve: Callable[..., Serving], stack: ExitStack
) -> None:
    serving = serve("--host", "0.0.0.0")
    host = open_screen(browser, serving.host_url)
    stack.callback(host.close)
    body = {"mode": "speedster", "players": ["Ann", "Ben"]}
    assert host.page.request.post(f"{serving.url}api/set-up", data=body).ok
    seats = host.page.request.get(f"{serving.url}api/seats").json()["seats"]
    ben = open_screen(browser, seats[1]["url"], phone=True)
    stack.callback(ben.close)
    ben.page.goto(f"{serving.url}camera")
    expect(ben.page.locator("#told")).to_contain_text("This phone is Ben")
    expect(ben.page.locator("#says")).to_contain_text("set-up page")
    expect(ben.page.locator("#start")).to_be_hidden()
    ben.page.get_by_role("link", name="My seat").click()
    expect(ben.page.locator("#buzzer")).to_be_visible()
    host.page.goto(f"{serving.url}camera")
    expect(host.page.locator("#start")).to_be_visible()


def test_what_was_undone_while_the_stream_was_broken_is_struck_through(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    """The answer to the undo is there before the lines of the history are."""
    begin(serving.url)
    screen = open_screen(browser, serving.url)
    stack.callback(screen.close)
    page = screen.page
    lines = page.locator("#history li")
    # Set up, dealt and turned up.
    expect(lines).to_have_count(3)
    page.evaluate("() => dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))")
    page.locator('[data-offer="pause"]').click()
    expect(page.locator("#told")).to_have_text("Paused")
    page.locator('[data-offer="undo"]').click()
    expect(page.locator("#told")).not_to_have_text("Paused")
    page.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    expect(lines).to_have_count(5)
    expect(lines.and_(page.locator(".undone"))).to_have_count(1)


def test_a_game_of_the_same_name_in_another_log_is_another_one(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    begin(serving.url)
    screen = open_screen(browser, f"{serving.url}seat/Ann", phone=True)
    stack.callback(screen.close)
    expect(screen.page.locator("#told")).not_to_have_text("Nobody plays yet")
    screen.page.evaluate("() => dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))")
    serving.stop()
    for left in serving.log.parent.glob(f"{serving.log.name}*"):
        left.unlink()
    serving.start()
    ask(serving.url, "set-up", {"mode": "speedster", "players": ["Dan", "Eve"]})
    screen.page.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    expect(screen.page.locator("#told")).to_have_text("Not at this table")


def test_a_table_that_only_this_computer_reaches_says_how_phones_are_let_in_and_asks_for_a_key_then(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    begin(serving.url)
    screen = open_screen(browser, serving.url)
    stack.callback(screen.close)
    page = screen.page
    page.locator("#phones").click()
    expect(page.locator("#joining code")).to_have_text(re.compile(r" serve .*--host 0\.0\.0\.0$"))
    expect(page.locator("#joining a")).to_have_text(["Ann", "Ben", "Cem"])
    expect(page.locator("#joining img")).to_have_count(0)
    page.locator("#joining form button").click()
    serving.stop()
    serving.with_options("--host", "0.0.0.0").start()
    expect(page.locator("#nothing h2")).to_have_text("This table is locked")
    page.goto(serving.host_url)
    page.locator("#phones").click()
    expect(page.locator("#joining img")).to_have_count(3)


@pytest.mark.parametrize("game", ["speedster", "zont"])
def test_a_game_of_the_same_name_and_length_in_another_log_is_another_one(
    browser: Browser, serving: Serving, stack: ExitStack, game: str
) -> None:
    """The stream has no line to tell then: what came after the last one of this length is nothing."""
    aside = serving.log.with_name("other.db")
    for names in (["Dan", "Eve"], ["Ann", "Ben"]):
        if game == "zont":
            ask(serving.url, "played/set-up", {"game": game, "players": names, "dealt": True})
        else:
            ask(serving.url, "set-up", {"mode": game, "players": names})
        if names[0] == "Dan":
            serving.stop()
            serving.log.rename(aside)
            serving.start()
    screen = open_screen(browser, serving.url)
    stack.callback(screen.close)
    page = screen.page
    expect(page.locator("#history li")).to_contain_text("Ann, Ben")
    serving.stop()
    aside.replace(serving.log)
    serving.start()
    expect(page.locator("#history li")).to_contain_text("Dan, Eve")
    expect(page.locator('.seat[data-seat="Dan"]')).to_be_visible()


A_CAMERA = """
const canvas = document.createElement("canvas");
setInterval(() => canvas.getContext("2d").fillRect(0, 0, 300, 150), 50);
navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(5);
"""


def test_a_camera_that_stops_or_is_not_heard_of_shows_nothing_new(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    begin(serving.url)
    ask(serving.url, "camera", {"source": "phone"})
    big = open_screen(browser, serving.url)
    stack.callback(big.close)
    context = browser.new_context()
    stack.callback(context.close)
    context.add_init_script(A_CAMERA)
    phone = context.new_page()
    phone.goto(f"{serving.url}camera")
    phone.locator("#start").click()
    expect(phone.locator("#told")).to_have_text("The table sees this picture")
    expect(big.page.locator("#live")).to_be_visible()

    big.page.route("**/api/camera?*", lambda route: route.abort())
    expect(big.page.locator("#live")).to_have_attribute("data-sight", "lost")
    expect(big.page.locator("#sight")).to_contain_text("an old one")
    big.page.unroute("**/api/camera?*")
    expect(big.page.locator("#sight")).not_to_contain_text("an old one")

    phone.locator("#video").evaluate("(one) => one.srcObject.getTracks().forEach((track) => track.stop())")
    expect(phone.locator("#told")).to_have_text("The camera has stopped")
    expect(phone.locator("#start")).to_be_visible()


LOOKED_AT = """(seen) => {
    Object.defineProperty(document, "hidden", { get: () => !seen, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_seats_that_nobody_looks_at_leave_their_connection_to_others(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    """A browser has six for a table: the seventh of the windows that *Phones* offers would never open."""
    begin(serving.url, *(f"Player {n}" for n in range(1, 8)))
    context = browser.new_context()
    stack.callback(context.close)
    pages = []
    for number in range(1, 8):
        pages.append(context.new_page())
        pages[-1].goto(f"{serving.url}seat/Player {number}")
        pages[-1].wait_for_selector("body[data-ready]")
        pages[-1].evaluate(LOOKED_AT, False)
    enter(serving.url, "pause")
    pages[0].evaluate(LOOKED_AT, True)
    expect(pages[0].locator("#told")).to_have_text("Paused")
