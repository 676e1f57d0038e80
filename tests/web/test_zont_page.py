"""Zont on the big screen with many at the table: everybody's place and every pile in sight."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import ExitStack
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.rules.zont.game import GAME
from companion.web.app import STATIC
from tests.web.conftest import Serving
from tests.web.looks import at_every_size
from tests.web.playing import ask, open_screen

NAMES = (
    "Ann",
    "Ben",
    "Maximiliane Oberhuber-Schweighofer",
    "Donaudampfschifffahrt",
    "Eva",
    "Fay",
    "Gus",
    "Hal",
)

CUT_OFF = """() => [...document.querySelectorAll(".seat, .seat .name, .zont-pile, .zont-pile .ocard, #enter-turn")]
    .filter((one) => {
        const own = one.getBoundingClientRect();
        return [...function* () {
            for (let box = one.parentElement; box; box = box.parentElement) {
                if (box.matches(".seat, .middle, .lying, main")) yield box.getBoundingClientRect();
            }
            yield { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
        }()].some((box) => own.right > box.right + 1 || own.left < box.left - 1 || own.bottom > box.bottom + 1);
    }).map((one) => one.className + " " + one.textContent)"""


def after_turns(seats: int, turns: int) -> str:
    """A position in the midst of a game, with cards on every score pile."""
    chance = random.Random(3)
    state = GAME.start(seats, chance)
    for _ in range(turns):
        longest = sorted(GAME.moves(state), key=lambda move: -len(str(move)))
        move = GAME.settled(state, chance.choice(longest[: 1 + len(longest) // 3]), chance)
        state = GAME.judge(state, move).after
    return GAME.to_line(state)


def shown(browser: Browser, serving: Serving, stack: ExitStack, seats: int, *, dealt: bool) -> Page:
    position = after_turns(seats, 3 * seats)
    body = {"game": "zont", "players": NAMES[:seats], "dealt": dealt, "position": position}
    ask(serving.url, "played/set-up", body)
    screen = open_screen(browser, serving.url)
    stack.callback(screen.close)
    expect(screen.page.locator(".seat")).to_have_count(seats)
    return screen.page


@pytest.mark.parametrize(
    ("seats", "dealt", "camera"),
    [(2, False, False), (4, False, False), (4, False, True), (4, True, True), (8, False, True)],
)
def test_all_players_and_piles_are_in_sight(
    browser: Browser,
    serve: Callable[..., Serving],
    stack: ExitStack,
    seats: int,
    dealt: bool,
    camera: bool,
) -> None:
    serving = serve("--game", "zont", "--camera", str(STATIC / "samples") if camera else "none")
    page = shown(browser, serving, stack, seats, dealt=dealt)
    if camera:
        expect(page.locator("#picture")).to_be_visible()
    for width, height in ((1920, 1080), (3840, 2160), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT_OFF) == [], (width, height)


def test_a_score_pile_stands_with_its_player(browser: Browser, serving: Serving, stack: ExitStack) -> None:
    page = shown(browser, serving, stack, 8, dealt=True)
    tops = ask(serving.url, "played/state")["table"]["picture"]["score_tops"]
    for name, top in zip(NAMES, tops, strict=True):
        card = page.locator(f'.seat[data-seat="{name}"] .scored [role="img"]')
        expect(card).to_have_attribute("aria-label", top["says"] if top else "no card yet")
        expect(card).to_be_visible()


LONG_NAMES = (
    "Maximiliane Oberhuber-Schweighofer",
    "Donaudampfschifffahrtsgesellschaftsraum",
    " ".join(["\u05d9\u05d5\u05d7\u05e0\u05df"] * 6),
    "Dee",
)


def test_long_names_that_share_a_win_leave_the_scores_in_sight(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    body = {"game": "zont", "players": LONG_NAMES, "dealt": True, "position": after_turns(4, 14)}
    ask(serving.url, "played/set-up", body)
    ask(serving.url, "played/end", {"version": 1})
    for path in ("", f"seat/{quote(LONG_NAMES[0])}"):
        screen = open_screen(browser, f"{serving.url}{path}")
        stack.callback(screen.close)
        expect(screen.page.locator("#told")).to_contain_text("share the win")
        for _ in at_every_size(screen.page):
            pass
        screen.page.set_viewport_size({"width": 1920, "height": 1080})
        if not path:
            expect(screen.page.locator("#scores tbody tr").last).to_be_in_viewport(ratio=1)


def test_a_name_that_is_read_from_the_right_gives_way_at_its_end(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    ask(serving.url, "played/set-up", {"game": "zont", "players": LONG_NAMES, "dealt": True})
    screen = open_screen(browser, serving.url, size=(1280, 720))
    stack.callback(screen.close)
    name = screen.page.locator("#scores tbody bdi", has_text=LONG_NAMES[2])
    expect(name).to_be_visible()
    # What is cut off is on the left.
    assert name.evaluate(
        """(name) => {
            const [text, box] = [document.createRange(), name.getBoundingClientRect()];
            text.selectNodeContents(name);
            return text.getBoundingClientRect().left < box.left && text.getBoundingClientRect().right <= box.right + 1;
        }"""
    )
