"""A whole game of Speedster in real browsers: five rounds, three players, and all that can go wrong in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.table.logs import load_log
from companion.table.zangle.replay import replay
from tests.web.conftest import Serving
from tests.web.playing import (
    A_ZANGLE,
    NO_ZANGLE,
    Card,
    buzz,
    lay,
    lay_on,
    open_screen,
    press,
    ruling,
    state_of,
)

ANN, BEN, CEM = "Ann", "Ben", "Cem"


class Evening:
    """The big screen and two phones; Cem uses the keyboard of the big screen."""

    def __init__(self, browser: Browser, serving: Serving, stack: ExitStack) -> None:
        self.browser, self.serving, self.stack = browser, serving, stack
        self.big = self.screen(serving.url)
        self.phones: dict[str, Page] = {}

    def screen(self, url: str, *, phone: bool = False) -> Page:
        found = open_screen(self.browser, url, phone=phone)
        self.stack.callback(found.close)
        return found.page

    def take_phones(self, *names: str) -> None:
        for name in names:
            self.phones[name] = self.screen(f"{self.serving.url}seat/{name}", phone=True)

    def seat(self, name: str) -> dict[str, object]:
        seats = state_of(self.serving.url)["table"]["seats"]
        found: dict[str, object] = next(seat for seat in seats if seat["name"] == name)
        return found

    def call(self, name: str) -> None:
        """By phone, or by the keyboard of the big screen."""
        if name in self.phones:
            buzz(self.phones[name])
        else:
            number = [seat["name"] for seat in state_of(self.serving.url)["table"]["seats"]].index(name) + 1
            self.big.locator("body").press(str(number))
        expect(self.big.locator("#told")).to_have_text(f"{name} called first")

    def claim(self, name: str, cards: tuple[Card, ...]) -> None:
        if name in self.phones:
            lay_on(self.phones[name], cards)
        else:
            self.big.locator('[data-lay][data-key="lay"]').click()
            lay(self.big, cards)

    def fill_up(self, name: str) -> None:
        for place in ("centre", name):
            table = state_of(self.serving.url)["table"]
            due = table["centre_due"] if place == "centre" else self.seat(place)["due"]
            if table["phase"] == "play" and due:
                press(self.big, f"replenish-{place}")
                expect(self.big.locator(f'[data-offer="replenish-{place}"]:visible')).to_have_count(0)

    def zangle(self, name: str) -> None:
        """Call, lay down, fill up: as many of the own cards as lie open."""
        own = len(self.seat(name)["row"])  # type: ignore[arg-type]
        cards = A_ZANGLE if own > 1 else (("own", 1), ("centre", 2), ("centre", 1))
        self.call(name)
        self.claim(name, (*cards, *((("own", 0),) * (own - 2))))
        ruling(self.big, "legal")
        expect(self.big.locator("#proof svg")).to_be_visible()
        self.fill_up(name)

    def go_out(self, name: str) -> None:
        while self.seat(name)["draw"] or self.seat(name)["row"]:
            self.zangle(name)
        expect(self.big.locator("#check")).to_be_visible()

    def start_round(self) -> None:
        press(self.big, "deal")
        press(self.big, "flip")
        expect(self.big.locator("body")).to_have_attribute("data-state", "play")

    def check(self, *, right: bool = True) -> dict[str, Any]:
        """Say whether the winner's Zangles were right; what is due then."""
        press(self.big, f"round-check-{right}")
        expect(self.big.locator("body")).to_have_attribute("data-state", "scored")
        found: dict[str, Any] = state_of(self.serving.url)["table"]
        return found

    def next_round(self, table: dict[str, Any]) -> None:
        if winner := table["equalizer_due"]:
            press(self.big, f"equalize-{winner}")
            expect(self.big.locator(f'[data-offer="equalize-{winner}"]')).to_have_count(0)
        press(self.big, "next-round")
        expect(self.big.locator("body")).to_have_attribute("data-state", "gathered")


@pytest.fixture
def evening(browser: Browser, serving: Serving) -> Iterator[Evening]:
    with ExitStack() as stack:
        yield Evening(browser, serving, stack)


def totals(page: Page) -> dict[str, str]:
    return {
        re.sub(r"^\d+\.", "", row.locator("th").inner_text()).strip(): row.locator(".total").inner_text()
        for row in page.locator("#scores tbody tr").all()
    }


def test_an_evening_of_speedster(evening: Evening) -> None:
    big, serving = evening.big, evening.serving

    # Nothing is played yet; the game is set up on its page.
    expect(big.locator("#nothing")).to_be_visible()
    big.locator('#nothing a[href="/set-up"]').click()
    big.wait_for_selector("body[data-ready]")
    for number, name in enumerate((ANN, BEN), 1):
        big.get_by_label(f"Player {number}", exact=True).fill(name)
    big.locator("#add").click()
    big.get_by_label("Player 3", exact=True).fill(CEM)
    big.locator("#start").click()
    big.wait_for_selector("body.screen[data-ready]")
    expect(big.locator("#told")).to_have_text("Round 1 of 5")
    evening.take_phones(ANN, BEN)
    evening.start_round()

    # Round 1: a wrong claim and its penalty, the same overruled, undone and paid for after all.
    evening.call(BEN)
    evening.claim(BEN, NO_ZANGLE)
    ruling(big, "illegal")
    expect(evening.phones[BEN].locator("#told-box")).to_have_attribute("data-ruling", "illegal")
    expect(evening.phones[ANN].locator("#buzzer")).to_have_attribute("aria-disabled", "true")
    press(big, "overrule-legal")
    ruling(big, "legal")
    press(big, "undo")
    ruling(big, "illegal")
    expect(big.locator("#history li.undone")).to_have_count(1)
    press(big, "penalty-Ben")
    expect(big.locator('[data-seat="Ben"] .pile .count')).to_have_text("7")

    # A tie: two calls at once from two devices, which the table settles.
    version = state_of(serving.url)["version"]
    for name in (ANN, BEN):
        expect(evening.phones[name].locator("#buzzer")).to_have_attribute("aria-disabled", "false")
        evening.phones[name].evaluate(
            """async ([seat, version]) => {
                const { received_s: now } = await (await fetch("/api/clock")).json();
                globalThis.calling = { seat, version, device: seat, pressed_s: now, samples: [[now, now, now, now]] };
            }""",
            [name, version],
        )
    for name in (ANN, BEN):
        evening.phones[name].evaluate(
            """async (at) => fetch("/api/call", { method: "POST", headers: { "Content-Type": "application/json" },
                body: JSON.stringify({ ...globalThis.calling, pressed_s: at, samples: [[at, at, at, at]] }) })""",
            evening.phones[ANN].evaluate("globalThis.calling.pressed_s"),
        )
    expect(big.locator("#told")).to_have_text("A tie")
    press(big, "settle-Ben")
    expect(big.locator("#told")).to_have_text("Ben has the centre")
    evening.claim(BEN, A_ZANGLE)
    ruling(big, "legal")
    evening.fill_up(BEN)

    # A late player sits down; then the round is played to its end, by phone.
    big.locator("#correct").click()
    late = big.locator("#correcting form", has_text="A late player")
    late.get_by_label("Name").fill("Dee")
    late.locator("button[type=submit]").click()
    expect(big.locator('[data-seat="Dee"]')).to_contain_text("next round")
    press(big, "hit-Cem")
    evening.go_out(ANN)
    evening.next_round(evening.check())
    expect(big.locator('[data-seat="Ann"] .equalizer')).to_contain_text("weaker hand")

    # Round 2: the server dies in the middle, and the table resumes where it was.
    evening.start_round()
    expect(big.locator('[data-seat="Dee"] .face')).to_have_count(4)
    evening.call(CEM)
    before = state_of(serving.url)
    serving.kill()
    expect(big.locator("#online")).to_be_visible()
    serving.start()
    expect(big.locator("#online")).to_be_hidden()
    assert state_of(serving.url) == before
    evening.claim(CEM, A_ZANGLE)
    ruling(big, "legal")
    evening.fill_up(CEM)
    lines = state_of(serving.url)["version"]
    expect(big.locator("#history li")).to_have_count(lines)
    big.reload()
    big.wait_for_selector("body[data-ready]")
    expect(big.locator("#history li")).to_have_count(lines)
    evening.go_out(BEN)
    wrong = evening.check(right=False)
    assert {line["seat"]: line["points"] for line in wrong["scores"][1]["lines"]} == {
        name: 5 if name == BEN else 0 for name in (ANN, "Dee", BEN, CEM)
    }
    expect(big.locator("#scores tbody tr", has_text=BEN).locator(".total")).to_have_text(
        str(score(serving, BEN))
    )
    evening.next_round(wrong)

    # Rounds 3 to 5; a tie for the first place after them is played for.
    table: dict[str, Any] = {"decided": False}
    winners = [CEM, ANN, CEM]
    while not table["decided"]:
        evening.start_round()
        playing = [seat["name"] for seat in state_of(serving.url)["table"]["seats"] if seat["playing"]]
        evening.go_out(winners.pop(0) if winners else playing[0])
        table = evening.check()
        if not table["decided"]:
            evening.next_round(table)
    assert len(table["scores"]) >= 5
    press(big, "end")
    expect(big.locator("#told")).to_contain_text("wins")
    assert totals(big) == {
        place["seat"]: str(place["total"]) for place in state_of(serving.url)["table"]["standings"]
    }

    # The log tells the same when it is played again, verdict by verdict.
    played = replay(load_log(str(serving.log), None)[1])
    assert not played.differences
    assert played.claims >= 15


def score(serving: Serving, name: str) -> int:
    standings = state_of(serving.url)["table"]["standings"]
    return int(next(place["total"] for place in standings if place["seat"] == name))
