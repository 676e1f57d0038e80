"""What a player's phone says of the own seat, from before the deal to the end of the game."""

from __future__ import annotations

import json
from contextlib import ExitStack

from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.conftest import Serving, listen
from tests.web.playing import A_ZANGLE, NO_ZANGLE, ask, buzz, enter, lay_on, open_screen, settled, state_of
from tests.web.zangle_games import arrange

PLAYERS = ["Ann", "Ben", "Cem"]


def phone_of(browser: Browser, serving: Serving, stack: ExitStack, name: str) -> Page:
    screen = open_screen(browser, f"{serving.url}seat/{name}", phone=True)
    stack.callback(screen.close)
    return screen.page


def test_before_a_deal_everybody_waits_for_it_and_who_comes_late_for_the_next(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    ask(serving.url, "set-up", {"mode": "speedster", "players": PLAYERS})
    ben = phone_of(browser, serving, stack, "Ben")
    expect(ben.locator("#why")).to_have_text("Waiting for the deal.")
    enter(serving.url, "deal")
    enter(serving.url, "flip")
    expect(ben.locator("#why")).to_be_empty()
    enter(serving.url, "join", seat="Dee")
    dee = phone_of(browser, serving, stack, "Dee")
    expect(dee.locator("#why")).to_have_text("You are dealt in with the next round.")


def test_a_game_that_is_over_is_followed_by_another(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    ask(serving.url, "set-up", {"mode": "speedster", "players": PLAYERS, "options": {"z-as-target": True}})
    screen = open_screen(browser, serving.url)
    stack.callback(screen.close)
    big, ann = screen.page, phone_of(browser, serving, stack, "Ann")
    enter(serving.url, "join", seat="Dee")
    enter(serving.url, "end")
    expect(ann.locator("#why")).to_contain_text("Another game")
    another = big.get_by_role("button", name="Another game")
    expect(another).to_have_class("primary")
    another.focus()
    over = state_of(serving.url)["game"]
    with big.expect_request("**/api/set-up") as sent:
        big.keyboard.press("Enter")
    assert json.loads(sent.value.post_data or "{}")["after"] == over
    expect(big.locator('[data-offer="deal"]')).to_be_focused()
    expect(big.locator(".seat .name")).to_have_text([*PLAYERS, "Dee"])
    expect(ann.locator("#why")).to_have_text("Waiting for the deal.")
    now = state_of(serving.url)
    assert now["table"]["dealer"] == "Ben"
    assert now["version"] == 1
    (entry,) = ask(serving.url, f"games/{now['game']}/log")["entries"]
    assert entry["event"]["options"] == {"z-as-target": True}


def test_after_the_last_round_its_end_is_the_next_step(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    ask(serving.url, "set-up", {"mode": "solitaire", "players": ["Ann"]})
    screen = open_screen(browser, serving.url)
    stack.callback(screen.close)
    end = screen.page.locator('[data-offer="end"]')
    expect(end).to_have_class("plain")
    for kind in ("deal", "flip", "end-round"):
        enter(serving.url, kind)
    expect(screen.page.locator("#then")).to_contain_text("end the game")
    expect(end).to_have_class("primary")


def test_a_call_without_a_connection_says_so_and_the_buzzer_comes_up(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    ask(serving.url, "set-up", {"mode": "speedster", "players": ["Ann", "Ben"]})
    for kind in ("deal", "flip"):
        enter(serving.url, kind)
    context = browser.new_context()
    stack.callback(context.close)
    page = context.new_page()
    complaints = listen(page)
    page.route("**/api/clock", lambda route: route.abort())
    page.goto(f"{serving.url}seat/Ann")
    page.wait_for_selector("body[data-ready]")
    page.locator("#buzzer").click()
    expect(page.locator("#notice")).to_contain_text("does not answer")
    expect(page.locator("#buzzer")).to_have_class("buzzer")
    assert not complaints


def test_who_called_wrongly_is_spoken_to(browser: Browser, serving: Serving, stack: ExitStack) -> None:
    ask(serving.url, "set-up", {"mode": "speedster", "players": PLAYERS})
    for kind in ("deal", "flip"):
        enter(serving.url, kind)
    ann, ben = (phone_of(browser, serving, stack, name) for name in ("Ann", "Ben"))
    buzz(ann)
    lay_on(ann, NO_ZANGLE)
    expect(ann.locator("#buzz")).to_have_text("Take a penalty card")
    expect(ben.locator("#buzz")).to_have_text("Ann has the centre")


def test_the_sheet_of_a_second_phone_closes_once_the_claim_is_judged(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    ask(serving.url, "set-up", {"mode": "speedster", "players": PLAYERS})
    for kind in ("deal", "flip"):
        enter(serving.url, kind)
    first, second = (phone_of(browser, serving, stack, "Ann") for _ in range(2))
    buzz(first)
    expect(second.locator("#buzzer")).to_have_attribute("data-mine", "true")
    second.locator("#buzzer").click()
    expect(second.locator("#laying")).to_be_visible()
    lay_on(first, NO_ZANGLE)
    expect(second.locator("#laying")).to_be_hidden()
    expect(second.locator("#told-box")).to_have_attribute("data-ruling", "illegal")
    first.locator('[data-offer="penalty-Ann"]').click()
    # The next call has a sheet of its own.
    buzz(second)
    lay_on(second, A_ZANGLE)
    expect(first.locator("#told-box")).to_have_attribute("data-ruling", "legal")


def test_a_phone_tells_its_player_of_nothing_that_is_the_hosts(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    ask(serving.url, "set-up", {"mode": "speedster", "players": PLAYERS})
    ann = phone_of(browser, serving, stack, "Ann")
    for kind, says in (
        ("deal", "Turn up the centre"),
        ("flip", "calls"),
        ("pause", "Go on when all are back"),
    ):
        enter(serving.url, kind)
        expect(ann.locator("#says")).to_contain_text(says)
        expect(ann.locator("#why")).to_be_empty()
    settled(ann)
    ann.locator("#buzzer").click(force=True)
    expect(ann.locator("#notice")).to_have_text("Go on when all are back.")
    enter(serving.url, "end")
    expect(ann.locator("#told-box")).to_have_attribute("data-kind", "over")
    expect(ann.locator("#why")).not_to_contain_text("undo")


def test_the_largest_button_is_for_what_this_seat_does_next(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    ask(serving.url, "set-up", {"mode": "speedster", "players": PLAYERS})
    for kind in ("deal", "flip"):
        enter(serving.url, kind)
    ann, ben = (phone_of(browser, serving, stack, name) for name in ("Ann", "Ben"))
    largest, others = ann.locator("#buzzer"), ben.locator("#buzzer")
    buzz(ann)
    # The clocks tell who was first: for as long as a call may be the first one there is room for it.
    expect(ben.locator("#buzz")).to_have_text("Ann has the centre")
    assert height(others) > 200
    lay_on(ann, A_ZANGLE)
    expect(ann.locator("#buzz")).to_have_text("Fill up the centre")
    expect(ann.locator("#own")).to_be_in_viewport(ratio=1)
    expect(ann.locator('#actions [data-offer="replenish-centre"]')).to_have_count(0)
    expect(others).to_have_attribute("data-does", "nothing")
    assert height(others) < 80
    largest.click()
    expect(ann.locator("#buzz")).to_have_text("Zangle!")
    assert state_of(serving.url)["table"]["centre_due"] == 0
    buzz(ann)
    lay_on(ann, NO_ZANGLE)
    expect(ann.locator("#buzz")).to_have_text("Take a penalty card")
    expect(ann.locator("#told-box")).to_have_attribute("data-ruling", "illegal")
    largest.click()
    # What is settled is told no more in the colour of a verdict.
    expect(ann.locator("#buzz")).to_have_text("Zangle!")
    expect(ann.locator("#told")).to_have_text("Whoever sees a Zangle calls.")
    expect(ann.locator("#says")).to_have_text("Your last claim: no Zangle.")
    expect(ann.locator("#told-box:not([data-ruling])")).to_have_count(1)
    now = ask(serving.url, "clock")["received_s"]
    for name in ("Ann", "Ben"):
        enter(
            serving.url, "call", seat=name, pressed_s=now, device=name, samples=[[now, now, now, now + 0.1]]
        )
    expect(ann.locator("#says")).to_contain_text("The table decides who was first.")
    expect(ann.locator("#why")).to_have_text("You have called already.")
    assert height(largest) < 80


def height(node: Locator) -> float:
    """How high it is drawn, in pixels."""
    box = node.bounding_box()
    assert box is not None
    return box["height"]


HIT = """() => {
    const { x, y, width, height } = document.querySelector("#buzzer").getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2).closest("#buzzer")?.id ?? null;
}"""


def test_a_finger_on_its_way_to_another_button_does_not_call(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    ask(serving.url, "set-up", {"mode": "speedster", "players": PLAYERS})
    for kind in ("deal", "flip"):
        enter(serving.url, kind)
    ann = phone_of(browser, serving, stack, "Ann")
    assert ann.evaluate(HIT) == "buzzer"
    buzz(ann)
    lay_on(ann, A_ZANGLE)
    expect(ann.locator("#buzz")).to_have_text("Fill up the centre")
    ann.evaluate(
        f"""() => new MutationObserver(() => {{ globalThis.hit = ({HIT})(); }})
            .observe(document.querySelector("#buzzer"), {{ attributeFilter: ["data-does"] }})"""
    )
    enter(serving.url, "replenish", place="centre")
    expect(ann.locator("#buzz")).to_have_text("Zangle!")
    assert ann.evaluate("globalThis.hit") is None
    settled(ann)
    assert ann.evaluate(HIT) == "buzzer"


def test_who_is_out_and_who_wins_is_told_to_the_player(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    arrange(serving.url, "checked", players=2)
    screen = open_screen(browser, serving.url)
    stack.callback(screen.close)
    big, ann = screen.page, phone_of(browser, serving, stack, "Ann")
    expect(big.locator("#told")).to_have_text("Ann is out!")
    expect(big.locator("#check-list .quiet")).to_have_text(["Zangle 1"])
    expect(ann.locator("#told")).to_have_text("You are out first!")
    big.evaluate("() => { globalThis.said = []; speechSynthesis.speak = (one) => said.push(one.text); }")
    big.get_by_role("button", name="The Zangles are right").click()
    expect(big.locator("#banner")).to_have_attribute("data-kind", "won")
    expect(big.locator("#told")).to_have_text("Ann wins round 1")
    assert big.evaluate("said") == ["Ann wins round 1. Ann leads with 0 points."]
    expect(ann.locator("#told")).to_have_text("You win round 1")
