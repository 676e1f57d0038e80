"""Tranglar at the live table, read by camera and from photos: what pages show of it in a real Chromium."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.rules.tranglar.actions import Place
from companion.rules.tranglar.cells import names
from companion.rules.tranglar.game import GAME
from tests.rules.tranglar_cases import CASES
from tests.table.turning_over import BEFORE, LAID, LINE, TAKEN
from tests.web.boards import write
from tests.web.conftest import Serving, opened
from tests.web.looks import SIZES, assert_readable, at_every_size
from tests.web.playing import STILL, ask, first, hold, open_screen


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("boards")
    return {
        "forgotten": write(folder / "forgotten.jpg", LAID),
        "right": write(folder / "right.jpg", TAKEN, turn=3),
    }


def begin(url: str, line: str = LINE) -> None:
    ask(url, "played/set-up", {"game": "tranglar", "players": ["Ann", "Ben"], "position": line})


def shown(stack: ExitStack, browser: Browser, url: str, **how: Any) -> Page:
    screen = open_screen(browser, url, **how)
    stack.callback(screen.close)
    return screen.page


def test_a_photo_is_disputed_on_every_page_until_it_is_put_right_or_entered_all_the_same(
    browser: Browser, serving: Serving, stack: ExitStack, photos: dict[str, Path]
) -> None:
    begin(serving.url)
    big = shown(stack, browser, serving.url)
    ann, ben = (shown(stack, browser, f"{serving.url}seat/{name}", phone=True) for name in ("Ann", "Ben"))
    expect(ann.locator("#photo")).to_be_visible()
    expect(ann.locator("#read")).to_be_hidden()
    big.set_input_files("#photo-file", photos["forgotten"])
    for page in (big, ann, ben):
        expect(page.locator("#told")).to_have_text("Not turned over")
        expect(page.locator("#says")).to_contain_text("Turn b2N over to petrol.")
        expect(page.locator(".board-box:visible .ghost")).to_have_count(1)
        expect(page.locator(".board-box:visible .order")).to_have_text("1")
        expect(page.locator(".board-box:visible .sides .touched")).to_have_count(2)
    expect(big.locator("#claimed")).to_contain_text("2 of 3 sides touch petrol")
    expect(big.locator("#history li")).to_have_count(1)
    expect(ben.locator('[data-offer="claim-Ann-as-read"]')).to_have_count(0)
    assert_readable(big)
    for width, height in at_every_size(big, [(1280, 720), *SIZES[-2:]]):
        assert big.evaluate(BELOW) == [], (width, height)

    # The board was put right, and photographed from another side of the table.
    ann.set_input_files("#photo-file", photos["right"])
    for page, title in ((big, "Right"), (ann, "Right"), (ben, "Your turn")):
        expect(page.locator("#told")).to_have_text(title)
    expect(ben.locator("#says")).to_contain_text("Right: Ann places the small triangle on b2W.")
    expect(big.locator("#history li")).to_have_count(2)
    # Motion is not wanted on these pages.
    assert big.evaluate(MOVES) == []
    expect(big.locator(".board-box:visible .order")).to_have_text("1")
    expect(big.locator(".again:visible")).to_have_count(0)
    expect(ann.locator("#points")).to_have_text("3 triangles")
    big.locator('[data-offer="undo"]').click()
    expect(ann.locator("#told")).to_have_text("Your turn")

    ann.set_input_files("#photo-file", photos["forgotten"])
    ann.locator('[data-offer="claim-Ann-as-read"]').click()
    expect(ben.locator("#told")).to_have_text("Your turn")
    expect(ben.locator('.board-box:visible [data-cells="b2N"]')).to_have_class("piece petrol trapped")


def test_a_phone_says_where_a_game_goes_on_from_a_board_that_lies_there(
    browser: Browser, serving: Serving, stack: ExitStack, photos: dict[str, Path]
) -> None:
    ask(serving.url, "played/set-up", {"game": "tranglar", "players": ["Ann", "Ben"]})
    ann = shown(stack, browser, f"{serving.url}seat/Ann", phone=True)
    ann.set_input_files("#photo-file", photos["right"])
    expect(ann.locator("#told")).to_have_text("A board to go on with")
    expect(ann.locator("#says")).to_contain_text("Say on the big screen who plays next.")
    expect(ann.locator("#says")).not_to_contain_text("Your turn")


BELOW = """() => [...document.querySelectorAll("#banner, .doing, .board-box, .acting, .actions, .seat, .side")]
    .filter((node) => node.checkVisibility() && node.getBoundingClientRect().bottom > innerHeight + 1)
    .map((node) => node.className)"""
"""What of the board, whose turn it is, the verdict and the supplies is seen only by scrolling."""


def test_what_a_camera_sees_is_entered_by_itself(
    browser: Browser, serve: Callable[..., Serving], stack: ExitStack, tmp_path: Path
) -> None:
    write(tmp_path / "board.jpg", TAKEN, turn=1)
    serving = serve("--game", "tranglar", "--camera", str(tmp_path))
    begin(serving.url)
    big = shown(stack, browser, serving.url)
    expect(big.locator("#told")).to_have_text("Right")
    expect(big.locator("#history")).to_contain_text("Ann places the small triangle on b2W: right.")
    expect(big.locator("#overlay .sighted")).to_have_count(5)
    big.locator("#read").click()
    expect(big.locator("#notice")).to_have_text("The board is as the table has it.")
    phone = shown(stack, browser, f"{serving.url}seat/Ben", phone=True)
    expect(phone.locator("#read")).to_be_visible()


def test_what_a_photo_comes_to_is_told_on_the_phone_that_took_it(
    browser: Browser, serve: Callable[..., Serving], stack: ExitStack, tmp_path: Path, photos: dict[str, Path]
) -> None:
    """A camera that sees another board beside it goes on telling what it sees itself."""
    write(tmp_path / "board.jpg", BEFORE)
    serving = serve("--game", "tranglar", "--camera", str(tmp_path))
    begin(serving.url)
    ann = shown(stack, browser, f"{serving.url}seat/Ann", phone=True)
    expect(ann.locator("#read")).to_be_visible()
    held = hold(ann, "**/api/played/read*")
    ann.set_input_files("#photo-file", photos["forgotten"])
    reading = first(ann, held)
    expect(ann.locator("#working")).to_contain_text("Reading the photo\u2026")
    reading.continue_()
    expect(ann.locator("#notice")).to_contain_text("Turn b2N over to petrol.")
    expect(ann.locator("#working")).to_be_hidden()


MOVES = """() => document.getAnimations()
    .filter(({ effect }) => effect.target.matches(".board-box .piece") && effect.target.checkVisibility())
    .map((one) => [one.effect.target.dataset.cells, one.effect.getTiming().delay])
    .sort((one, other) => one[1] - other[1]).map(([cells]) => cells)"""
TWO = next(case for case in CASES if isinstance(case.action, Place) and len(case.flips) > 1)
"""A placement after which pieces turn over one after the other."""


def test_pieces_turn_over_one_after_the_other_and_once_more_on_demand(
    browser: Browser, serving: Serving
) -> None:
    begin(serving.url, GAME.to_line(TWO.before))
    seat = ("Ann", "Ben")[TWO.before.to_move]
    order = [" ".join(sorted(names(mask))) for mask in TWO.flips]
    with opened(browser, serving.url, reduced_motion="no-preference") as page:
        assert page.evaluate(MOVES) == []
        page.evaluate(STILL)
        ask(serving.url, "played/claim", {"version": 1, "seat": seat, "move": str(TWO.action)})
        expect(page.locator("#told")).to_have_text("Right")
        assert page.evaluate(MOVES) == order
        page.reload()
        page.wait_for_selector("body[data-ready]")
        assert page.evaluate(MOVES) == []
        page.evaluate(STILL)
        page.locator(".again:visible").click()
        assert page.evaluate(MOVES) == order
