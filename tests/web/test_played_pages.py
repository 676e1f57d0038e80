"""The pages of the shared table in real browsers: every size, light and dark, turns by tapping and by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.web.app import STATIC
from tests.web.conftest import Serving
from tests.web.looks import CUT_OFF, SIZES, assert_reached, assert_readable, at_every_size
from tests.web.played_games import LINES, begin, standing
from tests.web.playing import ask, open_screen, phone_of, state_of


@pytest.mark.parametrize("game", sorted(LINES))
def test_everything_is_readable_at_every_size(game: str, browser: Browser, serving: Serving) -> None:
    for dealt in (True, False) if game != "tranglar" else (False,):
        begin(serving.url, game, dealt=dealt, second="B" * 40)
        for path in ("", "seat/Ann"):
            screen = open_screen(browser, f"{serving.url}{path}", size=SIZES[0])
            expect(screen.page.locator(".lying > *:visible, #middle > *:visible").first).to_be_visible()
            assert_readable(screen.page)
            if path == "":
                # The board and what is said of it are seen from across the room, where nobody scrolls.
                for width, _ in at_every_size(screen.page, SIZES[-2:]):
                    assert screen.page.evaluate(CUT_OFF) <= 0, (game, width)
            screen.close()


def test_a_long_name_covers_no_points(browser: Browser, serving: Serving, stack: ExitStack) -> None:
    begin(serving.url, "tranglar", dealt=False, second="B" * 40)
    big = open_screen(browser, serving.url)
    stack.callback(big.close)
    points = big.page.locator("#scores tbody td:not(.total)")
    expect(points).to_have_count(2)
    for cell in points.all():
        assert cell.evaluate(
            """(cell) => {
                const { left, right, top, height } = cell.getBoundingClientRect();
                return [left + 2, right - 2].every((x) => document.elementFromPoint(x, top + height / 2) === cell);
            }"""
        )


def test_no_turn_begins_before_what_was_turned_up_is_shown(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    ask(serving.url, "played/set-up", {"game": "zigity", "players": ["Ann", "Ben"], "dealt": False})
    ask(serving.url, "played/show", {"version": 1, "place": "middle", "things": ["CA1lp"]})
    for version, (seat, says) in enumerate((("Ann", "Play Draw 2"), ("Ben", "Draw 2 cards, as owed")), 2):
        offers = standing(serving.url)["offers"]
        claim = next(one["event"] for one in offers if (one["seat"], one["says"]) == (seat, says))
        ask(serving.url, "played/claim", {**claim, "version": version})
    ann = phone_of(stack, browser, serving.url, "Ann")
    expect(ann.locator("#says")).to_contain_text("Which card lies face up? Choose it.")
    expect(ann.locator("#says")).not_to_contain_text("Your turn")
    expect(ann.locator("#enter-turn")).to_have_text("Choose the card first")
    ann.locator("#composing .pick").first.click()
    expect(ann.locator("#enter-turn")).to_have_text("This card lies face up")


@pytest.mark.parametrize(("game", "held"), [("zigity", (4, 3)), ("zont", (5, 5)), ("zigzaggle", (6, 7))])
def test_a_phone_always_shows_its_own_hand(
    browser: Browser, serving: Serving, stack: ExitStack, game: str, held: tuple[int, int]
) -> None:
    begin(serving.url, game, dealt=True)
    ann, ben = (phone_of(stack, browser, serving.url, name) for name in ("Ann", "Ben"))
    expect(ann.locator("#composing .hand .pick")).to_have_count(held[0])
    expect(ann.locator("#holding")).to_be_hidden()
    expect(ben.locator("#hand > li:visible")).to_have_count(held[1])
    expect(ben.locator("#holding button")).to_have_count(0)
    for kind in ("pause", "end"):
        ask(serving.url, f"played/{kind}", {"version": standing(serving.url)["version"]})
        expect(ann.locator("#told-box")).to_have_attribute(
            "data-kind", {"pause": "paused", "end": "over"}[kind]
        )
        expect(ann.locator("#hand > li:visible")).to_have_count(held[0])
        expect(ben.locator("#hand > li:visible")).to_have_count(held[1])


WORDS_AND_SYMBOLS = """() => [...document.querySelectorAll(".zcard .who")].map((who) => {
    const words = document.createRange();
    words.selectNodeContents(who.querySelector("span"));
    const lines = [...words.getClientRects()];
    const [frame, symbol] = [who, who.querySelector(".symbol")].map((one) => one.getBoundingClientRect());
    return lines.every((line) => line.left >= frame.left && line.right <= frame.right
        && (line.left >= symbol.right || line.top >= symbol.bottom));
})"""


@pytest.mark.parametrize("size", [(320, 640), (390, 844), (1920, 1080)])
def test_a_characters_name_stays_on_its_card_and_clear_of_its_symbol(
    browser: Browser, serving: Serving, stack: ExitStack, size: tuple[int, int]
) -> None:
    line = "CM9lg,DA3rt,SG10rg,WA3rt/SM9lg,WO7rp DL5rg,DS7cp,CA1lp SA3cg 1 + 0 0 running"
    ask(
        serving.url,
        "played/set-up",
        {"game": "zigity", "players": ["Ann", "Ben"], "dealt": True, "position": line},
    )
    for path in ("", "seat/Ann"):
        screen = open_screen(browser, f"{serving.url}{path}", size=size)
        stack.callback(screen.close)
        expect(screen.page.locator(".zcard .who:visible")).to_have_count(5 if path else 1)
        assert all(screen.page.evaluate(WORDS_AND_SYMBOLS)), (path, size)


def test_a_hand_of_zigity_is_laid_by_tapping(browser: Browser, serving: Serving, stack: ExitStack) -> None:
    begin(serving.url, "zigity", dealt=True)
    big = open_screen(browser, serving.url)
    stack.callback(big.close)
    ann = phone_of(stack, browser, serving.url, "Ann")
    ben = phone_of(stack, browser, serving.url, "Ben")
    expect(ann.locator("#told")).to_have_text("Your turn")
    expect(ben.locator("#composing")).to_be_hidden()
    # The hand could play: a draw is not allowed, and why is the own phone's affair.
    draw = ann.locator('[data-offer="claim-Ann-draw 1"]')
    expect(draw).to_have_attribute("aria-disabled", "true")
    draw.click(force=True)
    expect(ann.locator("#notice")).to_contain_text("An action card is in the hand")
    assert standing(serving.url)["version"] == 1
    ann.locator('.hand button[aria-label^="word worm: A"]').click()
    ann.locator("#enter-turn").click()
    expect(big.page.locator("#banner")).to_have_attribute("data-ruling", "illegal")
    expect(ann.locator("#told-box")).to_have_attribute("data-ruling", "illegal")
    ann.locator('.hand button[aria-label^="word worm: A"]').click()
    ann.locator('.hand button[aria-label^="star performer: G"]').click()
    ann.locator("#enter-turn").click()
    expect(big.page.locator("#banner")).to_have_attribute("data-ruling", "legal")
    expect(big.page.locator('.seat[data-seat="Ann"] .points')).to_have_text("3 cards")
    expect(big.page.locator("#says")).to_have_text(
        re.compile("Ann lays a set of 1 card. Each card has the play card's instrument, ")
    )
    # Whose turn it is now is what that phone says first and large.
    expect(ben.locator("#told")).to_have_text("Your turn")
    expect(ben.locator("#told-box")).to_have_attribute("data-own", "true")
    expect(ben.locator("#says")).to_contain_text("Right: Ann lays a set of 1 card.")
    ben.locator("[data-offer='claim-Ben-play bounce']").click()
    expect(big.page.locator("#history li")).to_have_count(4)
    # The line may be there before the rest of the page knows whose turn it is, and what can be taken back.
    expect(big.page.locator('.seat[data-seat="Ann"]')).to_have_attribute("data-has", "control")
    big.page.locator("#backwards button").first.click()
    expect(big.page.locator("#history li.undone")).to_have_count(1)


def test_a_word_of_zig_zaggle_is_laid_by_keyboard(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    begin(serving.url, "zigzaggle", dealt=True)
    ann = phone_of(stack, browser, serving.url, "Ann")
    ann.locator("[data-key=typing]").click()
    ann.locator("[data-key=cell]").fill("h14")
    ann.locator("[data-key=cell]").press("Enter")
    ann.locator("[data-key=board]").focus()
    for key in (" ", "a", "n", "e"):
        ann.keyboard.press(key)
    expect(ann.locator(".fresh-tile")).to_have_count(3)
    ann.locator("#enter-turn").click()
    expect(ann.locator("#told-box")).to_have_attribute("data-ruling", "legal")
    expect(ann.locator("#points")).to_have_text("94 points")
    assert standing(serving.url)["table"]["on_turn"] == "Ben"


def test_a_phone_magnifies_the_board_and_says_which_cell_there_is_not(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    begin(serving.url, "zigzaggle", dealt=True)
    ann = phone_of(stack, browser, serving.url, "Ann")
    # Whoever taps the board and the rack has no use for what is typed.
    expect(ann.locator("#composing input:not([type=checkbox])")).to_have_count(0)
    ann.locator("[data-key=typing]").click()
    field = ann.locator("[data-key=cell]")
    field.fill("zz9")
    field.press("Enter")
    expect(ann.locator("#notice")).to_contain_text("The board has no cell zz9")
    cell = ann.locator('#composing .cell[data-cell="h14"]')
    before = cell.bounding_box()
    cell.click()
    expect(ann.locator("[data-key=near]")).to_have_text("Whole board")
    after = cell.bounding_box()
    assert before is not None
    assert after is not None
    assert after["width"] >= 2 * before["width"]
    expect(field).to_have_value("h14")
    # Closer, a tap on the cell turns the word.
    cell.click()
    expect(ann.locator("[data-key=turn]")).to_have_text("Down \u2193")
    # What is drawn on a cell takes no taps from it.
    ann.locator('#composing .cell[data-cell="g13"]').click(position={"x": 24, "y": 24})
    expect(field).to_have_value("g13")
    ann.locator("[data-key=near]").click()
    expect(ann.locator("[data-key=near]")).to_have_text("Magnify")


EDGE = """() => {
    const light = (text) => text.match(/[\\d.]+/g).slice(0, 3).map((v) => v / 255)
        .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
        .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    const panel = document.querySelector("#composing");
    const tile = getComputedStyle(panel.querySelector(".rack .of-free rect"));
    const [high, low] = [tile.stroke, getComputedStyle(panel).backgroundColor].map(light).sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
}"""
"""How much the edge of a free tile stands out from what it lies on."""


@pytest.mark.parametrize("dark", [False, True])
def test_a_free_tile_has_an_edge(browser: Browser, serving: Serving, stack: ExitStack, dark: bool) -> None:
    begin(serving.url, "zigzaggle", dealt=True)
    screen = open_screen(browser, f"{serving.url}seat/Ann", phone=True, dark=dark)
    stack.callback(screen.close)
    assert screen.page.evaluate(EDGE) >= 3


def test_cards_on_a_phone_fill_the_row_and_can_be_read(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    begin(serving.url, "zigity", dealt=True)
    for name in ("Ann", "Ben"):
        phone = phone_of(stack, browser, serving.url, name)
        sizes = (
            "() => [...document.querySelectorAll('main .who')].map((one) => getComputedStyle(one).fontSize)"
        )
        expect(phone.locator(".hand:visible .who")).not_to_have_count(0)
        assert all(float(size.removesuffix("px")) >= 11 for size in phone.evaluate(sizes))
        beyond = "() => [...document.querySelectorAll('main .who')].filter((one) => one.scrollWidth > one.clientWidth)"
        assert phone.evaluate(f"({beyond})().length") == 0
        tops = [
            box["y"] for one in phone.locator(".hand:visible .zcard").all() if (box := one.bounding_box())
        ]
        assert tops[0] == tops[1] == tops[2]


def test_what_had_to_be_done_first_is_told_no_longer_once_it_is_done(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    begin(serving.url, "zont", dealt=True)
    ann = phone_of(stack, browser, serving.url, "Ann")
    # However long it takes: a sentence goes by itself only when its time is over.
    ann.evaluate("() => { globalThis.setTimeout = () => 0; }")
    ann.locator("#enter-turn").click(force=True)
    expect(ann.locator("#notice")).to_have_text("Choose cards first.")
    for card in ("A2r", "C3b"):
        ann.locator(f'[data-key="hand {card}"]').click()
    ann.locator("#enter-turn").click()
    expect(ann.locator("#told-box")).to_have_attribute("data-kind", "verdict")
    expect(ann.locator("#notice")).to_be_hidden()


def test_a_locked_seat_shows_no_empty_table(browser: Browser, serving: Serving, stack: ExitStack) -> None:
    begin(serving.url, "zont", dealt=True)
    ann = phone_of(stack, browser, serving.url, "Ann")
    expect(ann.locator("#middle-box")).to_be_visible()
    ann.route("**/api/played/state*", lambda route: route.fulfill(status=401, json={"error": "Scan it."}))
    ann.reload()
    expect(ann.locator("#told")).to_have_text("Scan the code")
    expect(ann.locator("#middle-box")).to_be_hidden()


def test_a_turn_of_zont_is_put_together_where_people_deal(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    begin(serving.url, "zont", dealt=False)
    big = open_screen(browser, serving.url)
    stack.callback(big.close)
    page = big.page
    page.locator("[data-key=find]").fill("A3r")
    page.locator("[data-key=find]").press("Enter")
    expect(page.locator('[data-key="slot middle"]')).to_contain_text("3")
    page.locator("[data-key=find]").fill("Z3b")
    page.locator("[data-key=find]").press("Enter")
    page.locator("#enter-turn").click()
    expect(page.locator("#banner")).to_have_attribute("data-ruling", "legal")
    expect(page.locator('.seat[data-seat="Ben"] .points')).to_have_text("3 points")


BELOW = """() => [...document.querySelectorAll(".seat, #composing, #enter-turn, .middle, .side")]
    .filter((node) => node.getBoundingClientRect().bottom > innerHeight + 1
        || node.scrollHeight > node.clientHeight + 1)
    .map((node) => node.id || node.className)"""
"""What of the turn that is put together, the middle and the players is seen only by scrolling."""
HAS_ITS_RATIO = "() => document.getElementById('live').style.getPropertyValue('--ratio') !== ''"
"""Whether it is known by now how high the camera's picture is."""


LONG = "Maximiliane-Alexandra von Hohenzollern-S"
SHORTENED = (
    """(name) => name.scrollHeight > name.clientHeight + 1 || name.scrollWidth > name.clientWidth + 1"""
)


@pytest.mark.parametrize(("game", "players"), [("zigity", 8), ("zont", 8), ("zigzaggle", 4)])
def test_with_many_players_nothing_is_cut_off_and_undo_is_in_view(
    browser: Browser, serving: Serving, stack: ExitStack, game: str, players: int
) -> None:
    names = [LONG, "B" * 30, *"CDEFGH"][:players]
    ask(serving.url, "played/set-up", {"game": game, "players": names, "dealt": True})
    for kind in ("pause", "resume"):
        ask(serving.url, f"played/{kind}", {"version": standing(serving.url)["version"]})
    screen = open_screen(browser, serving.url, size=(1280, 720))
    stack.callback(screen.close)
    page = screen.page
    for width, height in ((1280, 720), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("#backwards button").first).to_be_in_viewport(ratio=1)
        assert_reached(page)
        seat = page.locator(f'.seat[data-seat="{LONG}"]')
        assert seat.locator(".name").evaluate(SHORTENED)
        name, around = seat.locator(".name").bounding_box(), seat.bounding_box()
        assert name is not None
        assert around is not None
        assert name["y"] + name["height"] <= around["y"] + around["height"]
        page.evaluate("scrollTo(0, 0)")
    # On the big screen nobody scrolls at all, and what happened last can be read.
    assert page.evaluate("document.documentElement.scrollHeight") <= 1080
    expect(page.locator("#history li").first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("camera", [False, True])
@pytest.mark.parametrize("game", ["zigity", "zont"])
def test_a_turn_is_put_together_with_everybody_in_sight(
    browser: Browser, serve: Callable[..., Serving], stack: ExitStack, game: str, camera: bool
) -> None:
    # A film of another game: nothing of it is entered.
    film = ("--game", game, "--camera", str(STATIC / "samples" / "round.mp4"))
    serving = serve(*(film if camera else ()))
    body = {"game": game, "players": ["Ann", "Ben", "Cem"], "dealt": False}
    ask(serving.url, "played/set-up", body)
    big = open_screen(browser, serving.url)
    stack.callback(big.close)
    page = big.page
    expect(page.locator("#composing .found .pick")).not_to_have_count(0)
    expect(page.locator("body.seen")).to_have_count(int(camera))
    if camera:
        page.wait_for_function(HAS_ITS_RATIO)
    assert page.evaluate(BELOW) == []
    page.locator(".found .pick").first.click()
    if game == "zont":
        page.locator("[data-key=power]").select_option("change")
        expect(page.locator("[data-key=shows]")).to_be_visible()
    else:
        page.locator("#enter-turn").click()
        expect(page.locator("#composing h3")).to_contain_text("turn, by hand")
        for number in range(4):
            page.locator(".found .pick").nth(number).click()
        expect(page.locator(".chosen li")).to_have_count(4)
    assert page.evaluate(BELOW) == []


@pytest.mark.parametrize("camera", [False, True])
def test_a_word_is_laid_on_one_large_board_with_everybody_in_sight(
    browser: Browser, serve: Callable[..., Serving], stack: ExitStack, camera: bool
) -> None:
    film = ("--game", "zigzaggle", "--camera", str(STATIC / "samples" / "round.mp4"))
    serving = serve(*(film if camera else ()))
    body = {"game": "zigzaggle", "players": ["Ann", "Ben", "Cem"], "dealt": False}
    ask(serving.url, "played/set-up", body)
    big = open_screen(browser, serving.url)
    stack.callback(big.close)
    page = big.page
    expect(page.locator("body.seen")).to_have_count(int(camera))
    if camera:
        page.wait_for_function(HAS_ITS_RATIO)
    expect(page.locator(".board:visible")).to_have_count(1)
    page.locator('[data-key="board"]').press("F")
    expect(page.locator(".fresh-tile")).to_have_count(1)
    for width, height in ((1920, 1080), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(BELOW) == [], width
        board = page.locator(".board:visible").bounding_box()
        assert board is not None
        assert board["height"] > height / 3


def tap(page: Page, cell: str) -> None:
    """Tap the middle of a cell of Tranglar's board, whatever lies there."""
    ground = page.locator("#composing .ground").bounding_box()
    assert ground is not None
    side = ground["width"] / 4
    right, down = {"N": (0.5, 0.2), "S": (0.5, 0.8), "E": (0.8, 0.5), "W": (0.2, 0.5)}[cell[2]]
    x, y = "abcd".index(cell[0]) + right, "4321".index(cell[1]) + down
    page.mouse.click(ground["x"] + side * x, ground["y"] + side * y)


def test_turns_of_tranglar_by_tapping_and_by_keyboard(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    begin(serving.url, "tranglar", dealt=False)
    big = open_screen(browser, serving.url)
    stack.callback(big.close)
    ann, ben = (phone_of(stack, browser, serving.url, name) for name in ("Ann", "Ben"))
    expect(ann.locator("#composing")).to_be_hidden()
    expect(ann.locator('.holding:first-child [title="large triangle"]')).to_contain_text("4")

    # Tapped cell by cell, a piece is turned until it lies on all of them; into a trap it may not go.
    ben.locator('[data-key="kind five-sided"]').click()
    for cell in ("c3E", "c3N", "c3W"):
        tap(ben, cell)
    expect(ben.locator(".draft-says")).to_have_text("five-sided on c3E c3N c3W")
    ben.locator("#enter-turn").click()
    expect(ben.locator("#told-box")).to_have_attribute("data-ruling", "illegal")
    expect(big.page.locator("#says")).to_contain_text("3 of its 5 sides would touch petrol")
    expect(big.page.locator("#claimed")).to_contain_text("3 of 5 sides touch petrol")
    expect(big.page.locator("#composing .ghost")).to_have_count(1)
    expect(big.page.locator("#composing .count")).to_have_text("3/5")

    # A small triangle, by keys alone; it turns another over.
    page = big.page
    page.locator('[data-key="kind small triangle"]').press("Enter")
    for key in (*["ArrowRight"] * 3, *["ArrowDown"] * 2, "ArrowRight", "Enter"):
        page.locator("[data-key=board]").press(key)
    expect(page.locator(".draft-says")).to_have_text("small triangle on d1E")
    # Whoever does not see the cell that keys have got to hears of it, and keeps the keys when a button goes off.
    expect(page.locator("[data-key=board]")).to_have_attribute(
        "aria-label", re.compile("^d1E, small triangle being laid\\. small triangle on d1E")
    )
    page.locator('[data-key="back"]').press("Enter")
    expect(page.locator("[data-key=board]")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator("[data-key=board]")).to_have_attribute(
        "aria-label", re.compile(r"^d2E, green large triangle\.")
    )
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.locator("#enter-turn").press("Enter")
    expect(page.locator("#banner")).to_have_attribute("data-ruling", "legal")
    expect(page.locator("#claimed")).to_contain_text("2 of 3 sides touch green")
    expect(page.locator('.seat[data-seat="Ann"]')).to_have_attribute("data-has", "control")

    # A piece of Ben's is covered by two of Ann's.
    ann.locator('[data-key="way attack"]').click()
    tap(ann, "a2N")
    ann.locator('[data-key="kind large triangle"]').click()
    for cell in ("a2N", "a3E"):
        tap(ann, cell)
    ann.locator("#enter-turn").click()
    expect(ann.locator("#told-box")).to_have_attribute("data-ruling", "legal")
    expect(ben.locator("#told-box")).to_contain_text("attacks the parallelogram")
    expect(ben.locator(".flips:visible li")).to_have_count(1)
    expect(page.locator("#says")).to_contain_text("attacks the parallelogram")
    page.locator("#backwards button").first.click()
    expect(page.locator("#history li.undone")).to_have_count(1)
    expect(page.locator('.seat[data-seat="Ann"]')).to_have_attribute("data-has", "control")
    concede = page.locator('[data-offer="claim-Ann-concede"]')
    concede.click()
    concede.click()
    expect(page.locator("#told")).to_have_text("Ben wins")


def test_a_board_of_tranglar_that_is_too_small_for_a_finger_comes_closer_first(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    begin(serving.url, "tranglar", dealt=False)
    screen = open_screen(browser, f"{serving.url}seat/Ben", phone=True, size=(320, 640))
    stack.callback(screen.close)
    ben = screen.page
    cell = ben.locator('#composing [data-cell="c3E"]')

    def quarter_px() -> float:
        """How high a quarter is that lies on its long side; this one stands on it."""
        box = cell.bounding_box()
        assert box
        return box["width"]

    ben.locator('[data-key="kind five-sided"]').tap()
    assert quarter_px() < 43.5
    whole = ben.locator("[data-key=near]")
    expect(whole).to_have_count(0)
    cell.tap()
    assert quarter_px() >= 43.5
    expect(ben.locator("#composing .ghost")).to_have_count(0)
    for name in ("c3E", "c3N", "c3W"):
        tap_near(ben, name)
    expect(ben.locator(".draft-says")).to_have_text("five-sided on c3E c3N c3W")
    assert quarter_px() >= 43.5
    whole.tap()
    assert quarter_px() < 43.5
    expect(ben.locator(".draft-says")).to_have_text("five-sided on c3E c3N c3W")


def tap_near(page: Page, cell: str) -> None:
    """Tap the middle of a cell, whatever lies on it and however large the board is shown."""
    board = page.locator("#composing .board-box > svg")
    x, y = board.evaluate(
        """(board, cell) => {
            const [right, down] = { N: [.5, .2], S: [.5, .8], E: [.8, .5], W: [.2, .5] }[cell[2]];
            const at = new DOMPoint("abcd".indexOf(cell[0]) + right, "4321".indexOf(cell[1]) + down);
            const { x, y } = at.matrixTransform(board.getScreenCTM());
            return [x, y];
        }""",
        cell,
    )
    page.touchscreen.tap(x, y)


def test_who_has_won_stands_alone(browser: Browser, serving: Serving, stack: ExitStack) -> None:
    ask(serving.url, "played/set-up", {"game": "zont", "players": ["Ann", "Ben", "Cem"], "dealt": False})
    big = open_screen(browser, serving.url)
    stack.callback(big.close)
    seat = standing(serving.url)["table"]["on_turn"]
    wrong = {"version": 1, "seat": seat, "turn": {"middle": "A1b", "score": "A1b"}}
    ask(serving.url, "played/claim", wrong)
    expect(big.page.locator("#claimed li")).not_to_have_count(0)
    for version, name in enumerate(("Ann", "Ben", "Cem"), 2):
        ask(
            serving.url,
            "played/correct-score",
            {"version": version, "seat": name, "points": 5, "why": "even"},
        )
    ask(serving.url, "played/end", {"version": 5})
    expect(big.page.locator("#told")).to_have_text("Ann, Ben and Cem share the win")
    expect(big.page.locator("#claimed li")).to_have_count(0)


@pytest.mark.parametrize("of", ["", "seat/Ben"])
def test_conceding_comes_last_and_is_asked_for_twice(
    browser: Browser, serving: Serving, stack: ExitStack, of: str
) -> None:
    begin(serving.url, "tranglar", dealt=False)
    screen = open_screen(browser, f"{serving.url}{of}", phone=bool(of))
    stack.callback(screen.close)
    page = screen.page
    concede = page.locator('[data-offer="claim-Ben-concede"]')
    expect(concede).to_have_class("plain")
    others = page.locator("main button:visible" if of else ".doing button").all()
    tops = [box["y"] for one in others if (box := one.bounding_box()) is not None]
    place = concede.bounding_box()
    assert place is not None
    assert place["y"] == max(tops)
    assert page.locator("main button:visible" if of else ".doing button").last.inner_text() == "Concede"
    concede.dblclick()
    expect(concede).to_have_text("Really concede?")
    page.locator("#told").click()
    expect(concede).to_have_text("Concede")
    concede.click()
    expect(concede).to_have_text("Really concede?")
    assert standing(serving.url)["version"] == 1
    concede.click()
    expect(page.locator("#told")).to_have_text("Ann wins")


def test_the_set_up_page_begins_any_game(browser: Browser, serving: Serving, stack: ExitStack) -> None:
    screen = open_screen(browser, f"{serving.url}set-up", size=(390, 844))
    stack.callback(screen.close)
    page = screen.page
    page.get_by_label("Zigity").check()
    page.get_by_label("The companion deals").check()
    for number, name in enumerate(("Ann", "Ben"), 1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    page.locator("#start").click()
    expect(page.locator("#told")).to_contain_text("turn")
    expect(page.locator(".chip.turn")).to_have_count(1)
    expect(page.locator(".chip.lead")).to_have_count(0)  # both hold as many cards
    table = standing(serving.url)["table"]
    assert (table["game"], table["dealt"], [seat["name"] for seat in table["seats"]]) == (
        "zigity",
        True,
        ["Ann", "Ben"],
    )


def test_pages_find_the_table_again_after_the_server_was_killed(
    browser: Browser, serve: Callable[..., Serving], stack: ExitStack
) -> None:
    serving = serve()
    begin(serving.url, "zigity", dealt=True)
    big = open_screen(browser, serving.url)
    stack.callback(big.close)
    serving.kill()
    serving.start()
    ask(serving.url, "played/claim", {"version": 1, "seat": "Ann", "turn": "play dodge"})
    expect(big.page.locator("#history li")).to_have_count(2)
    expect(big.page.locator("#banner")).to_have_attribute("data-ruling", "legal")
    big.complaints.clear()


def test_a_page_of_zangle_becomes_the_page_of_what_is_played(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    ask(serving.url, "set-up", {"mode": "speedster", "players": ["Ann", "Ben"]})
    big = open_screen(browser, serving.url)
    stack.callback(big.close)
    begin(serving.url, "zont", dealt=True)
    expect(big.page.locator("body.played #middle .zont-pile")).to_have_count(5)
    ask(serving.url, "set-up", {"mode": "speedster", "players": ["Ann", "Ben"]})
    expect(big.page.locator("#centre")).to_have_count(1)
    assert state_of(serving.url)["table"]["mode"] == "speedster"


def test_what_is_being_put_together_stays_whatever_else_happens(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    begin(serving.url, "zigzaggle", dealt=True)
    ann = phone_of(stack, browser, serving.url, "Ann")
    big = open_screen(browser, serving.url)
    stack.callback(big.close)
    ann.locator('[data-key="rack 0"]').click()
    expect(ann.locator("#notice")).to_contain_text("type the letter")
    ann.locator('[data-key="rack 1"]').click()
    expect(ann.locator(".fresh-tile")).to_have_count(1)
    for kind in ("pause", "resume"):
        ask(serving.url, f"played/{kind}", {"version": standing(serving.url)["version"]})
        expect(ann.locator("#told")).to_have_text("Paused" if kind == "pause" else "Your turn")
    expect(ann.locator(".fresh-tile")).to_have_count(1)
    ann.locator("#enter-turn").click()
    expect(ann.locator("#told-box")).to_have_attribute("data-ruling", "illegal")
    expect(ann.locator(".fresh-tile")).to_have_count(1)
