"""Phones, small screens, large text, and the system's own colours: all can be read, told apart and reached."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from itertools import product

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.web.conftest import QUIET, Serving, chromium_path, opened
from tests.web.crowd import NAMES, OUT_OF_PLACE
from tests.web.played_games import begin as begin_played
from tests.web.playing import ask, buzz, open_screen
from tests.web.zangle_games import arrange, begin

LEAST_PX = 11

LETTERS = """() => [...document.querySelectorAll(".small-word, .who span, .tile .letter, .under")]
    .filter((one) => one.checkVisibility())
    .map((one) => [one.textContent, parseFloat(getComputedStyle(one).fontSize)
        * (one.closest("svg")?.getScreenCTM().a ?? 1), one])
    .filter(([, size]) => size > 0)
    .map(([says, size, one]) => {
        const [text, card] = [document.createRange(), one.closest(".ocard, .zcard")?.getBoundingClientRect()];
        text.selectNodeContents(one);
        const isInside = !card || [...text.getClientRects()].every((line) => line.left >= card.left
            && line.right <= card.right && line.bottom <= card.bottom);
        return [says, size, isInside];
    })"""
"""What is printed on cards and tiles and below piles: the words, their size in pixels, whether they stay on it."""


def test_whatever_a_player_needs_can_be_read_on_a_phone(browser: Browser, serving: Serving) -> None:
    for game, dealt in product(("zont", "zigity", "zigzaggle"), (True, False)):
        begin_played(serving.url, game, dealt=dealt)
        for path in ("", "seat/Ann"):
            screen = open_screen(browser, f"{serving.url}{path}", phone=True, size=(360, 640))
            expect(screen.page.locator("#middle > *").first).to_be_attached()
            found = screen.page.evaluate(LETTERS)
            assert found, (game, path)
            assert [one for one in found if one[1] < LEAST_PX or not one[2]] == [], (game, dealt, path)
            screen.close()


def test_what_is_said_of_two_players_stays_in_their_places_beside_a_turn(
    browser: Browser, serving: Serving
) -> None:
    for game in ("zont", "zigity"):
        ask(serving.url, "played/set-up", {"game": game, "players": NAMES[2:4], "dealt": False})
        screen = open_screen(browser, serving.url, size=(1280, 720))
        expect(screen.page.locator("#enter-turn")).to_be_in_viewport(ratio=1)
        assert screen.page.evaluate(OUT_OF_PLACE) == [], game
        boxes = [card.bounding_box() for card in screen.page.locator(".found .pick").all()]
        assert len(boxes) == 12
        assert all(box and min(box["width"], box["height"]) >= 40 for box in boxes), game
        screen.close()


def test_three_players_have_room_beside_one_another(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    arrange(serving.url, "undecided", players=3)
    screen = open_screen(browser, serving.url, size=(1280, 720))
    stack.callback(screen.close)
    expect(screen.page.locator("#banner")).to_have_attribute("data-ruling", "undecided")
    tops = [box["y"] for one in screen.page.locator(".seat").all() if (box := one.bounding_box())]
    assert len(tops) == 3
    assert len(set(tops)) == 1
    assert screen.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


def test_what_is_laid_down_can_be_judged_while_a_card_is_told(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    begin(serving.url, "Ann", "Ben")
    ann = open_screen(browser, f"{serving.url}seat/Ann", phone=True, size=(360, 640))
    stack.callback(ann.close)
    buzz(ann.page)
    expect(ann.page.locator("#buzzer")).to_have_attribute("data-mine", "true")
    ann.page.locator("#buzzer").click()
    sheet = ann.page.locator("#laying")
    for group, card in ((0, 0), (1, 0), (1, 1)):
        sheet.locator("fieldset").nth(group).locator(".lay").nth(card).click()
        expect(sheet.locator("[type=submit]")).to_be_in_viewport(ratio=1)
        expect(sheet.locator(".picker-faces button").first).to_be_in_viewport(ratio=1)
        sheet.locator(".picker-faces button").first.click()
    sheet.locator("[type=submit]").click()
    expect(ann.page.locator("#told")).to_have_text("No Zangle")
    # What is to be done next is in sight on a phone that is held sideways, too.
    ann.page.set_viewport_size({"width": 667, "height": 375})
    expect(ann.page.locator("#buzzer")).to_have_text("Take a penalty card")
    expect(ann.page.locator("#buzzer")).to_be_in_viewport(ratio=1)


STANDS_OUT = """() => {
    const light = (text) => text.match(/[\\d.]+/g).slice(0, 3).map((v) => v / 255)
        .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
        .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    return [...document.querySelectorAll(".tile.lit rect")].map((tile) => {
        const { stroke, fill } = getComputedStyle(tile);
        const [high, low] = [stroke, fill].map(light).sort((a, b) => b - a);
        return (high + 0.05) / (low + 0.05);
    });
}"""
"""How much the frame of each tile that was laid last stands out from the tile."""


def test_tiles_that_were_laid_last_have_an_edge(browser: Browser, serving: Serving, stack: ExitStack) -> None:
    begin_played(serving.url, "zigzaggle", dealt=True)
    turn = {"lay": {"h14": "Ay", "h15": "*n", "h16": "Ey"}}
    ask(serving.url, "played/claim", {"version": 1, "seat": "Ann", "turn": turn})
    screen = open_screen(browser, serving.url)
    stack.callback(screen.close)
    expect(screen.page.locator(".tile.lit")).to_have_count(3)
    assert min(screen.page.evaluate(STANDS_OUT)) >= 3


# --- the system's own colours ---------------------------------------------------------------------

FRAME = """(one) => {
    const { borderTopWidth, borderTopStyle, borderTopColor, outlineStyle, color } = getComputedStyle(one);
    return [borderTopWidth, borderTopStyle, borderTopColor, outlineStyle, color].join(" ");
}"""


def frame_of(page: Page, which: str) -> str:
    """How something is framed and written."""
    found: str = page.locator(which).first.evaluate(FRAME)
    return found


def test_what_is_on_chosen_or_off_shows_where_the_system_chooses_all_colours(
    browser: Browser, serving: Serving
) -> None:
    begin(serving.url, "Ann", "Ben")
    with opened(browser, f"{serving.url}seat/Ann", forced_colors="active") as page:
        expect(page.locator("#buzzer")).to_have_attribute("aria-disabled", "false")
        assert float(frame_of(page, "#buzzer").split("px")[0]) >= 3
        dots = [
            page.locator(f"#{switch}").evaluate("(one) => getComputedStyle(one, '::before').backgroundColor")
            for switch in ("sound", "speech")
        ]
        assert dots[0] != dots[1]
    begin_played(serving.url, "zigity", dealt=True)
    with opened(browser, f"{serving.url}seat/Ann", forced_colors="active") as page:
        page.locator(".hand .pick").first.click()
        expect(page.locator(".hand .pick").first).to_have_attribute("aria-pressed", "true")
        assert frame_of(page, ".hand .pick") != frame_of(page, ".hand .pick[aria-pressed=false]")
        assert frame_of(page, "#actions [aria-disabled]") != frame_of(
            page, "#actions button:not([aria-disabled])"
        )
    with opened(browser, serving.url, forced_colors="active") as page:
        assert frame_of(page, '.seat[data-has="control"]') != frame_of(page, ".seat:not([data-has])")


# --- text of twice its size -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def large(playwright: Playwright) -> Iterator[Browser]:
    """Chromium whose user has set text to twice its size."""
    text = "--blink-settings=defaultFontSize=32"
    browser = playwright.chromium.launch(executable_path=chromium_path(), args=[*QUIET, text])
    yield browser
    browser.close()


OUT_OF_FRAME = """() => [...document.querySelectorAll("h2, .choice span, .drop p, button, .zont-pile")]
    .filter((one) => one.checkVisibility())
    .filter((one) => {
        const text = document.createRange();
        text.selectNodeContents(one);
        const frame = one.closest("fieldset, .drop, .middle, .moment, .told-box, .panel, button, main");
        const { left, right } = frame.getBoundingClientRect();
        return [...text.getClientRects()].filter((line) => line.width)
            .some((line) => line.left < left - 1 || line.right > right + 1);
    })
    .map((one) => one.textContent)"""
OVERLAPPING = """() => {
    const boxes = [...document.querySelectorAll(".zont-pile")].map((one) => one.getBoundingClientRect());
    return boxes.some((one, at) => boxes.slice(at + 1).some((other) => one.left < other.right - 1
        && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1));
}"""


def test_large_text_stays_in_its_frame_on_a_small_phone(large: Browser, serving: Serving) -> None:
    small = {"width": 360, "height": 640}
    begin_played(serving.url, "zont", dealt=True)
    ask(serving.url, "played/claim", {"version": 1, "seat": "Ann", "turn": {"middle": "A2r", "score": "A2r"}})
    for path in ("", "set-up", "photo", "tranglar", "seat/Ann"):
        with opened(large, f"{serving.url}{path}", viewport=small) as page:
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path
            assert page.evaluate(OUT_OF_FRAME) == [], path
            assert page.evaluate(OVERLAPPING) is False
    begin(serving.url, "Ann", "Ben")
    with opened(large, f"{serving.url}seat/Ann", viewport=small) as page:
        buzz(page)
        expect(page.locator("#buzzer")).to_have_attribute("data-mine", "true")
        page.locator("#buzzer").click()
        faces = page.locator("#laying .lay .face")
        expect(faces).to_have_count(8)
        for face in faces.all():
            box = face.bounding_box()
            assert box is not None
            assert box["width"] >= 40
