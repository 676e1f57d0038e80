"""Many players with long names, and phones held sideways: names, boards and what comes next stay readable."""

from __future__ import annotations

import random
import re
from contextlib import ExitStack
from functools import cache

import pytest
from playwright.sync_api import Browser, expect

from companion.rules.game import game_named
from companion.rules.zigzaggle.game import GAME
from tests.web.conftest import Serving
from tests.web.crowd import NAMES, OUT_OF_PLACE
from tests.web.played_games import begin as begin_played
from tests.web.playing import NO_ZANGLE, ask, buzz, lay_on, open_screen
from tests.web.zangle_games import begin


@pytest.mark.parametrize("players", [4, 8])
def test_a_long_name_is_not_pushed_out_of_its_place(
    browser: Browser, serving: Serving, stack: ExitStack, players: int
) -> None:
    ask(serving.url, "played/set-up", {"game": "zigity", "players": NAMES[:players], "dealt": False})
    screen = open_screen(browser, serving.url)
    stack.callback(screen.close)
    expect(screen.page.locator("#enter-turn")).to_be_visible()
    for width, height in ((1920, 1080), (1280, 720)):
        screen.page.set_viewport_size({"width": width, "height": height})
        assert screen.page.evaluate(OUT_OF_PLACE) == [], width


def test_buttons_of_players_with_long_names_leave_room_for_the_board(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    long = [f"{number} {NAMES[0]}" for number in range(4)]
    state = GAME.start(4, random.Random(3))
    body = {"game": "zigzaggle", "players": long, "dealt": False, "position": GAME.to_line(state)}
    ask(serving.url, "played/set-up", body)
    word = max(GAME.moves(state), key=lambda move: len(str(move)))
    first = ask(serving.url, "played/state")["table"]["on_turn"]
    ask(serving.url, "played/claim", {"version": 1, "seat": first, "move": str(word)})
    screen = open_screen(browser, serving.url)
    stack.callback(screen.close)
    button = screen.page.get_by_role("button", name="Challenge the play").first
    expect(button).to_have_accessible_name(re.compile("Oberhuber-Schweighofer: Challenge the play"))
    board = screen.page.locator("#composing .board")
    expect(board).to_be_visible()
    box = board.bounding_box()
    assert box is not None
    assert box["height"] > 320, box


OUT_OF_SIGHT = """() => [document.documentElement, ...document.querySelectorAll(".lying, .side, #composing")]
    .filter((one) => one.checkVisibility() && one.scrollHeight > one.clientHeight + 1)
    .map((one) => `${one.id || one.className}: ${one.scrollHeight - one.clientHeight}`)"""


@cache
def a_lap(game: str) -> tuple[str, tuple[str, ...]]:
    """How a game of four begins, and a long turn of each, whatever the others draw."""
    rules = game_named(game)
    chance = random.Random(5)
    state = first = rules.start(4, chance)
    moves = []
    for _ in range(4):
        move = max(rules.moves(state), key=lambda one: (len(str(one)), str(one)))
        moves.append(str(move))
        state = rules.judge(state, rules.settled(state, move, chance)).after
    return rules.to_line(first), tuple(moves)


def play_a_lap(url: str, game: str, *, dealt: bool) -> None:
    """A game of four with long names, in which each has made a long turn."""
    names = [f"{number} {name}" for number, name in enumerate((*NAMES[:2], *NAMES[:2]))]
    position, moves = a_lap(game)
    ask(url, "played/set-up", {"game": game, "players": names, "dealt": dealt, "position": position})
    for version, move in enumerate(moves, 1):
        table = ask(url, "played/state")["table"]
        ask(url, "played/claim", {"version": version, "seat": table["on_turn"], "move": move})


@pytest.mark.parametrize(
    ("game", "dealt"), [("zigzaggle", False), ("zigzaggle", True), ("zont", True), ("zigity", True)]
)
def test_nobody_has_to_scroll_a_big_screen(
    browser: Browser, serving: Serving, stack: ExitStack, game: str, dealt: bool
) -> None:
    play_a_lap(serving.url, game, dealt=dealt)
    for seat in ask(serving.url, "played/state")["table"]["seats"] if game != "zigity" else ():
        for points in (7, 15):
            version = ask(serving.url, "played/state")["version"]
            why = "a word was counted twice"
            body = {"version": version, "seat": seat["name"], "points": points, "why": why}
            ask(serving.url, "played/correct-score", body)
    screen = open_screen(browser, serving.url)
    stack.callback(screen.close)
    expect(screen.page.locator(".seat")).to_have_count(4)
    expect(screen.page.locator("#middle > *").first).to_be_attached()
    for width, height in ((1920, 1080), (1280, 720)):
        screen.page.set_viewport_size({"width": width, "height": height})
        assert screen.page.evaluate(OUT_OF_SIGHT) == [], (width, height)
        assert screen.page.evaluate(OUT_OF_PLACE) == [], width


def test_what_is_held_is_said_once(browser: Browser, serving: Serving, stack: ExitStack) -> None:
    ask(serving.url, "played/set-up", {"game": "zigity", "players": NAMES[2:4], "dealt": True})
    screen = open_screen(browser, serving.url)
    stack.callback(screen.close)
    expect(screen.page.locator(".seat .seat-head").first).to_contain_text("7 cards")
    expect(screen.page.locator(".seat").first).not_to_contain_text("holds")


@pytest.mark.parametrize("game", ["zigzaggle", "tranglar"])
def test_a_board_fits_on_a_phone_that_is_held_sideways(
    browser: Browser, serving: Serving, stack: ExitStack, game: str
) -> None:
    begin_played(serving.url, game, dealt=game != "tranglar")
    phone = open_screen(browser, f"{serving.url}seat/Ann", phone=True, size=(844, 390))
    stack.callback(phone.close)
    board = phone.page.locator(".board-box > svg").filter(visible=True).first
    expect(board).to_be_visible()
    box = board.bounding_box()
    assert box is not None
    assert box["height"] <= 390, box


def test_who_claimed_wrongly_is_told_so_and_shown_what_to_press(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    begin(serving.url, "Ann", "Ben")
    ann = open_screen(browser, f"{serving.url}seat/Ann", phone=True)
    stack.callback(ann.close)
    buzz(ann.page)
    expect(ann.page.locator("#says")).to_contain_text("Lay down a Zangle, or pay a card.")
    lay_on(ann.page, NO_ZANGLE)
    expect(ann.page.locator("#told")).to_have_text("No Zangle")
    expect(ann.page.locator("#says")).to_contain_text("Take a penalty card, or the table overrules.")
    expect(ann.page.locator("#says")).not_to_contain_text("Ann")
    expect(ann.page.locator("#buzz")).to_have_text("Take a penalty card")
