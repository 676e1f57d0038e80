"""The live table's pages in real browsers: every size, by keyboard, with phones that have keys of their own."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import Serving
from tests.web.looks import CUT_OFF, SIZES, assert_reached, assert_readable, assert_stands_out, at_every_size
from tests.web.playing import (
    A_ZANGLE,
    DRAWN,
    NO_ZANGLE,
    ask,
    buzz,
    enter,
    first,
    hold,
    lay,
    lay_on,
    measured,
    open_screen,
    press,
    ruling,
    state_of,
)
from tests.web.zangle_games import arrange, begin


@pytest.fixture
def big(browser: Browser, serving: Serving, stack: ExitStack) -> Page:
    """The big screen of a game that has begun."""
    begin(serving.url)
    screen = open_screen(browser, serving.url)
    stack.callback(screen.close)
    return screen.page


# --- how it looks ---------------------------------------------------------------------------------


@pytest.mark.parametrize("moment", ["empty", "playing", "called", "legal", "illegal", "undecided", "checked"])
def test_everything_is_readable_at_every_size(browser: Browser, serving: Serving, moment: str) -> None:
    arrange(serving.url, moment)
    # Where a game stands changes little in its set-up, and a phone shows nothing of a round's check.
    paths = {"": True, "seat/Ann": moment != "checked", "set-up": moment in ("empty", "playing")}
    for path in (path for path, shown in paths.items() if shown):
        screen = open_screen(browser, f"{serving.url}{path}", size=SIZES[0])
        assert_readable(screen.page)
        if path == "" and moment not in ("empty", "checked"):
            # Eight players and what they hold, from three metres away: nobody scrolls there.
            for width, _ in at_every_size(screen.page, SIZES[-2:]):
                assert screen.page.evaluate(CUT_OFF) <= 0, (moment, width)
        screen.close()


@pytest.mark.parametrize("players", [2, 3, 4, 8])
def test_nobody_scrolls_to_see_who_has_what_while_zangles_are_checked(
    browser: Browser, serving: Serving, stack: ExitStack, players: int
) -> None:
    arrange(serving.url, "checked", players)
    screen = open_screen(browser, serving.url)
    stack.callback(screen.close)
    expect(screen.page.locator("#check-list > li")).to_have_count(1)
    for width, _ in at_every_size(screen.page, SIZES[-2:]):
        assert screen.page.evaluate(CUT_OFF) <= 0, width


def test_with_eight_players_nothing_is_cut_off_and_undo_is_in_view(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    arrange(serving.url, "called")
    screen = open_screen(browser, serving.url, size=(1280, 720))
    stack.callback(screen.close)
    expect(screen.page.locator("#backwards button").first).to_be_in_viewport(ratio=1)
    for shown in (".scores thead th:last-child", ".scores tbody tr:last-child .total"):
        expect(screen.page.locator(shown)).to_be_in_viewport(ratio=1)
    assert_reached(screen.page)


def test_where_not_all_rounds_have_room_those_before_are_one_column(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    names = [f"Player {n}" for n in range(1, 9)]
    begin(serving.url, *names)
    away = {"source": {"kind": "centre pile"}, "to": {"kind": "aside"}, "why": "for a test"}
    for number in range(1, 4):
        pile = state_of(serving.url)["table"]["pile"]
        enter(serving.url, "correct-cards", count=pile, **away)
        enter(serving.url, "end-round")
        enter(serving.url, "correct-score", round=number, seat=names[0], points=number, why="for a test")
        for kind in ("next-round", "deal", "flip"):
            enter(serving.url, kind)
    screen = open_screen(browser, serving.url, size=(1280, 800))
    stack.callback(screen.close)
    page = screen.page
    heads, row = page.locator("#scores thead th:visible"), page.locator("#scores tbody tr").first
    expect(heads).to_have_text(["Player", "1\u20133", "4", "Total"])
    expect(row.locator("td:visible")).to_have_text(["6", "10", "6"])
    hidden = "(node) => node.scrollWidth - node.clientWidth"
    assert page.locator(".scores-box .scroll").evaluate(hidden) <= 0
    page.set_viewport_size({"width": 1920, "height": 1080})
    expect(heads).to_have_text(["Player", *"12345", "Total"])
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(heads).to_have_count(4)
    page.emulate_media(media="print")
    expect(heads).to_have_text(["Player", *"123", "Total"])


def test_the_scores_go_on_paper_alone(browser: Browser, serving: Serving, stack: ExitStack) -> None:
    arrange(serving.url, "checked")
    enter(serving.url, "round-check", correct=False)
    screen = open_screen(browser, serving.url, dark=True)
    stack.callback(screen.close)
    expect(screen.page.locator("#print")).to_be_visible()
    screen.page.emulate_media(media="print")
    for name in ("#banner", "#actions", "#seats", "#history", "header", "#print"):
        expect(screen.page.locator(name)).to_be_hidden()
    expect(screen.page.locator("#scores tbody tr")).to_have_count(8)
    expect(screen.page.locator("#rounds li")).to_have_text(
        ["Round 1: Ann was out first, and not every Zangle was right: 5 points for Ann, none for the others."]
    )
    assert_stands_out(screen.page)


# --- by keyboard, by ear --------------------------------------------------------------------------


def test_one_key_a_seat_and_a_switch_for_them(big: Page, serving: Serving) -> None:
    big.locator("#keys").click()
    big.locator("body").press("2")
    big.locator("#keys").click()
    big.locator("body").press("3")
    expect(big.locator("#told")).to_have_text("Cem called first")
    big.locator("body").press("1")
    expect(big.locator("#notice")).to_contain_text("Cem called")
    assert [call["seat"] for call in state_of(serving.url)["table"]["calls"]] == ["Cem"]
    assert state_of(serving.url)["table"]["calls"][0]["device"].startswith("device ")


def test_a_claim_can_be_laid_down_by_keyboard_alone(big: Page) -> None:
    big.locator("body").press("1")
    expect(big.locator('[data-key="lay"]')).to_be_visible()
    big.locator('[data-key="lay"]').focus()
    big.keyboard.press("Enter")
    expect(big.locator("#laying")).to_be_visible()
    for group, size in ((1, 2), (1, 1), (0, 1)):
        lying = big.locator("#laying fieldset").nth(group).locator('.lay[aria-pressed="false"]').first
        lying.focus()
        big.keyboard.press("Space")
        big.locator(f'.picker button[aria-label^="{size} triangle"]').first.focus()
        big.keyboard.press("Enter")
    big.locator("#laying button[type=submit]").focus()
    big.keyboard.press("Enter")
    ruling(big, "legal")
    assert "covered exactly" in big.locator("#says").inner_text()


def test_a_name_may_hold_quotes_and_the_focus_stays_where_it_is(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    begin(serving.url, 'Ann "Ace"', "Ben")
    screen = open_screen(browser, serving.url)
    stack.callback(screen.close)
    screen.page.locator("body").press("1")
    screen.page.locator('[data-key="lay"]').click()
    own = screen.page.locator("#laying fieldset").nth(1).locator(".lay").first
    own.press("Enter")
    expect(own).to_be_focused()


def test_a_double_tap_enters_once_and_complains_of_nothing(big: Page, serving: Serving) -> None:
    held = hold(big, "**/api/pause")
    big.locator('[data-offer="pause"]').dblclick()
    expect(big.locator("#told")).not_to_have_text("Paused")
    only = first(big, held)
    big.evaluate(DRAWN)
    assert held == [only]
    only.continue_()
    expect(big.locator("#told")).to_have_text("Paused")
    expect(big.locator("#notice")).to_be_hidden()


def test_cards_that_nobody_told_leave_the_ruling_to_the_table(big: Page) -> None:
    big.locator("body").press("1")
    big.locator('[data-key="lay"]').click()
    for group in (0, 1, 1):
        big.locator("#laying fieldset").nth(group).locator('.lay[aria-pressed="false"]').first.click()
    expect(big.locator("#laying button[type=submit]")).to_contain_text("the table judges")
    big.locator("#laying button[type=submit]").click()
    ruling(big, "undecided")
    press(big, "overrule-legal")
    ruling(big, "legal")


@pytest.mark.parametrize("speech", [True, False], ids=["spoken", "silent"])
def test_the_verdict_is_spoken_and_can_be_silenced(browser: Browser, serving: Serving, speech: bool) -> None:
    begin(serving.url)
    screen = open_screen(browser, serving.url)
    page = screen.page
    page.evaluate("() => { globalThis.said = []; speechSynthesis.speak = (one) => said.push(one.text); }")
    if not speech:
        page.locator("#speech").click()
    page.locator("body").press("2")
    page.locator('[data-key="lay"]').click()
    lay(page, NO_ZANGLE)
    ruling(page, "illegal")
    said = page.evaluate("said")
    assert [words.split(" ")[0] for words in said] == (["Ben", "No"] if speech else [])
    page.reload()
    page.wait_for_selector("body[data-ready]")
    expect(page.locator("#speech")).to_have_attribute("aria-pressed", str(speech).lower())
    screen.close()


def test_a_correction_that_is_refused_says_so_in_its_sheet(big: Page) -> None:
    big.locator("#correct").click()
    late = big.locator("#correcting form", has_text="A late player")
    late.get_by_label("Name").fill("Ann")
    late.locator("button[type=submit]").click()
    expect(big.locator("#correcting .notice")).not_to_be_empty()
    expect(big.locator("#correcting")).to_be_visible()


def test_which_cards_of_a_players_it_is_comes_before_a_name_that_may_be_long(big: Page) -> None:
    big.locator("#correct").click()
    wanted = [f"{which}: {name}" for name in ("Ann", "Ben", "Cem") for which in ("Open cards", "Draw pile")]
    for field in ("source", "to"):
        places = big.locator(f'#correcting select[name="{field}"] option')
        expect(places).to_have_text(["Centre pile", "Centre", "Aside", *wanted])


def test_once_a_game_is_over_nothing_is_asked_for_that_would_be_refused(big: Page, serving: Serving) -> None:
    enter(serving.url, "end", why="for a test")
    expect(big.locator("#banner")).to_have_attribute("data-kind", "over")
    big.locator("#correct").click()
    expect(big.locator("#correcting")).to_contain_text("once its end is undone")
    expect(big.locator("#correcting input")).to_have_count(0)


# --- set-up ---------------------------------------------------------------------------------------


def test_zones_are_drawn_with_the_mouse_and_by_keyboard(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    begin(serving.url, "Ann", "Ben")
    screen = open_screen(browser, f"{serving.url}set-up")
    stack.callback(screen.close)
    page = screen.page
    expect(page.get_by_label("Player 1", exact=True)).to_have_value("Ann")
    expect(page.locator("#zones g")).to_have_count(4)
    corner = page.get_by_label("Centre, corner 1")
    corner.focus()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    spot = page.get_by_label("Claim, corner 3").bounding_box()
    assert spot is not None
    x, y = spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 20)
    page.mouse.up()
    page.locator("#save-zones").click()
    expect(page.locator("#notice")).to_contain_text("in use")
    areas = {area["seat"] or area["use"]: area for area in ask(serving.url, "camera")["areas"]}
    assert set(areas) == {"centre", "claim", "Ann", "Ben"}
    assert areas["centre"]["corners"][0] == [pytest.approx(0.03), pytest.approx(0.36)]
    assert areas["claim"]["corners"][2][0] > 0.94
    page.reload()
    page.wait_for_selector("body[data-ready]")
    expect(page.locator("#zones g")).to_have_count(4)
    assert float(page.get_by_label("Centre, corner 1").get_attribute("cx") or 0) == pytest.approx(0.03 * 1600)


def test_a_finger_hits_the_corner_that_is_nearest(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    begin(serving.url, "Ann", "Ben")
    screen = open_screen(browser, f"{serving.url}set-up", phone=True, size=(320, 640))
    stack.callback(screen.close)
    page = screen.page
    reaches = [one.bounding_box() for one in page.locator("#zones .reach").all()]
    assert min(box["width"] for box in reaches if box) >= 43.9
    drawn = [one.bounding_box() for one in page.locator("#zones .corner").all()]
    rounds = [
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, box["width"] / 2) for box in drawn if box
    ]
    for at, (x, y, r) in enumerate(rounds):
        assert all(((x - a) ** 2 + (y - b) ** 2) ** 0.5 > r + s - 2 for a, b, s in rounds[at + 1 :])
    # Beside the corner, far outside of what is drawn of it, and within reach of others.
    corner = page.get_by_label("Centre, corner 2")
    corner.scroll_into_view_if_needed()
    before = float(corner.get_attribute("cx") or 0)
    spot = corner.bounding_box()
    assert spot is not None
    x, y = spot["x"] + spot["width"] / 2, spot["y"] - 6
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 20, y)
    page.mouse.up()
    assert float(page.get_by_label("Centre, corner 2").get_attribute("cx") or 0) < before - 50


def test_a_game_with_rules_of_its_own(browser: Browser, serving: Serving, stack: ExitStack) -> None:
    screen = open_screen(browser, f"{serving.url}set-up")
    stack.callback(screen.close)
    page = screen.page
    for number, name in enumerate(("Ann", "Ben"), 1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    page.get_by_label("Who deals first").select_option("Ben")
    page.get_by_text("Right-angled triangles").click()
    page.get_by_text("Rules of the house").click()
    page.locator('input[name="z-as-target"]').check()
    page.locator('textarea[name="says-0"]').fill("Sing while you play.")
    page.locator("#start").click()
    page.wait_for_selector("body.screen[data-ready]")
    (entry,) = ask(serving.url, f"games/{state_of(serving.url)['game']}/log")["entries"]
    event = entry["event"]
    assert (event["dealer"], event["profile"]) == ("Ben", "abolo")
    assert event["options"] == {"z-as-target": True}
    assert event["equalizers"][0]["says"] == "Sing while you play."


def test_a_game_that_cannot_be_set_up_says_why(browser: Browser, serving: Serving, stack: ExitStack) -> None:
    screen = open_screen(browser, f"{serving.url}set-up")
    stack.callback(screen.close)
    page = screen.page
    for number in (1, 2):
        page.get_by_label(f"Player {number}", exact=True).fill("Ann")
    page.locator("#start").click()
    expect(page.locator("#notice")).to_contain_text("another name")
    page.get_by_label("Player 2", exact=True).fill("Ben")
    page.locator("#start").click()
    page.wait_for_selector("body.screen[data-ready]")


def test_a_game_is_gone_on_with(browser: Browser, serving: Serving, stack: ExitStack) -> None:
    begin(serving.url, "Ann", "Ben")
    begin(serving.url, "Cem", "Dee")
    big = open_screen(browser, serving.url)
    page = open_screen(browser, f"{serving.url}set-up")
    for screen in (big, page):
        stack.callback(screen.close)
    expect(big.page.locator(".seat .name")).to_have_text(["Cem", "Dee"])
    page.page.locator("#games li", has_text="Ann, Ben").get_by_role("button", name="Go on").click()
    expect(big.page.locator(".seat .name")).to_have_text(["Ann", "Ben"])
    expect(big.page.locator("#history li")).to_have_count(3)


def test_solitaire_has_a_zone_for_every_column(browser: Browser, serving: Serving, stack: ExitStack) -> None:
    screen = open_screen(browser, f"{serving.url}set-up")
    stack.callback(screen.close)
    screen.page.locator('input[name="mode"][value="solitaire"]').check()
    expect(screen.page.get_by_text("column 5", exact=True)).to_be_visible()
    screen.page.locator("details:has(#options) summary").first.click()
    screen.page.locator('#options input[name="columns"]').fill("7")
    screen.page.locator('#options input[name="columns"]').blur()
    expect(screen.page.get_by_text("column 7", exact=True)).to_be_visible()
    screen.page.locator('input[name="mode"][value="speedster"]').check()
    expect(screen.page.get_by_text("column 5", exact=True)).to_have_count(0)


# --- the other modes ------------------------------------------------------------------------------


def test_turn_style_goes_round_the_table(browser: Browser, serving: Serving, stack: ExitStack) -> None:
    begin(serving.url, "Ann", "Ben", mode="turn-style")
    big = open_screen(browser, serving.url)
    ann, ben = (open_screen(browser, f"{serving.url}seat/{name}", phone=True) for name in ("Ann", "Ben"))
    for screen in (big, ann, ben):
        stack.callback(screen.close)
    expect(big.page.locator("#told")).to_contain_text("Ann")
    expect(big.page.locator("[data-call]")).to_have_count(0)
    expect(ben.page.locator("#buzz")).to_contain_text("Ann")
    expect(ben.page.locator("#told")).to_have_text("Ann's turn")
    # Whose phone it is is told what to do, and not what is done by the one of that name.
    expect(ann.page.locator("#told")).to_have_text("Your turn")
    expect(ann.page.locator("#says")).to_have_text("Lay down a Zangle, or take a hit.")
    lay_on(ann.page, A_ZANGLE)
    ruling(big.page, "legal")
    expect(ann.page.locator("#buzz")).to_have_text("Fill up the centre")
    press(big.page, "replenish-centre")
    press(big.page, "replenish-Ann")
    expect(big.page.locator("#told")).to_contain_text("Ben")
    expect(ben.page.locator("#buzzer")).to_have_attribute("data-mine", "true")
    press(ben.page, "hit-Ben")
    expect(ben.page.locator("#says")).to_contain_text("Lay down a Zangle, or pass.")
    press(ben.page, "pass-Ben")
    expect(ann.page.locator("#buzzer")).to_have_attribute("data-mine", "true")


def test_the_verdict_that_ends_a_turn_is_told(browser: Browser, serving: Serving, stack: ExitStack) -> None:
    begin(serving.url, "Ann", "Ben", mode="turn-style")
    big = open_screen(browser, serving.url)
    ann, ben = (open_screen(browser, f"{serving.url}seat/{name}", phone=True) for name in ("Ann", "Ben"))
    for screen in (big, ann, ben):
        stack.callback(screen.close)
    press(ann.page, "hit-Ann")
    expect(ann.page.locator('[data-offer="pass-Ann"]')).to_be_visible()
    lay_on(ann.page, NO_ZANGLE)
    ruling(big.page, "illegal")
    expect(big.page.locator("#says")).to_contain_text("Ann: ")
    expect(big.page.locator("#then")).to_contain_text("Ben")
    expect(ann.page.locator("#told-box")).to_have_attribute("data-own", "true")
    expect(ann.page.locator("#buzzer")).to_have_attribute("data-mine", "false")
    # By now it is Ben's turn, and what he does next takes its place.
    expect(ben.page.locator("#buzzer")).to_have_attribute("data-mine", "true")
    press(ben.page, "hit-Ben")
    expect(big.page.locator("#told")).to_have_text("Ben's turn")


def test_a_zangle_that_leaves_nothing_to_fill_up_is_told(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    begin(serving.url, "Ann", "Ben", mode="turn-style")
    pile = state_of(serving.url)["table"]["pile"]
    places = {"source": {"kind": "centre pile"}, "to": {"kind": "aside"}}
    enter(serving.url, "correct-cards", count=pile, why="lost", **places)
    places = {"source": {"kind": "draw pile", "seat": "Ann"}, "to": {"kind": "aside"}}
    drawn = state_of(serving.url)["table"]["seats"][0]["draw"]
    enter(serving.url, "correct-cards", count=drawn, why="lost", **places)
    big, ben = (
        open_screen(browser, serving.url),
        open_screen(browser, f"{serving.url}seat/Ben", phone=True),
    )
    for screen in (big, ben):
        stack.callback(screen.close)
    big.page.locator("[data-lay]").first.click()
    lay(big.page, A_ZANGLE)
    ruling(big.page, "legal")
    # Ben, whose turn it is by now, may lay down on both.
    expect(big.page.locator('[data-lay="Ben"]')).to_be_visible()
    expect(ben.page.locator("#buzzer")).to_have_attribute("data-mine", "true")


def test_solitaire_takes_cards_of_the_staircase(browser: Browser, serving: Serving, stack: ExitStack) -> None:
    begin(serving.url, "Ann", mode="solitaire")
    big = open_screen(browser, serving.url)
    stack.callback(big.close)
    page = big.page
    expect(page.locator(".column")).to_have_count(5)
    page.locator('[data-key="lay"]').click()
    sheet = page.locator("#laying")
    expect(sheet.locator("fieldset")).to_have_count(6)
    for group, size in ((0, 2), (1, 1), (2, 1)):
        sheet.locator("fieldset").nth(group).locator(".lay").first.click()
        sheet.locator(f'.picker button[aria-label^="{size} triangle"]').first.click()
    sheet.locator("button[type=submit]").click()
    ruling(page, "legal")
    press(page, "replenish-centre")
    press(page, "stuck")
    expect(page.locator("#history li").first).to_contain_text("Stuck")


def test_solitaire_is_played_on_a_phone_alone(
    browser: Browser, open_table: Serving, stack: ExitStack
) -> None:
    host = open_screen(browser, open_table.host_url)
    stack.callback(host.close)
    asked = host.page.request
    for version, (kind, body) in enumerate(
        (("set-up", {"mode": "solitaire", "players": ["Ann"]}), ("deal", {}), ("flip", {}))
    ):
        sent = {**body, "version": version} if version else body
        assert asked.post(f"{open_table.url}api/{kind}", data=sent).ok
    link = asked.get(f"{open_table.url}api/seats").json()["seats"][0]["url"]
    ann = open_screen(browser, link, phone=True)
    stack.callback(ann.close)
    phone = ann.page
    expect(phone.locator("#own")).to_be_hidden()
    press(phone, "stuck")
    expect(host.page.locator("#history li").first).to_contain_text("Stuck")
    phone.locator("#buzzer").click()
    sheet = phone.locator("#laying")
    for group, size in ((0, 1), (1, 1), (2, 2)):
        sheet.locator("fieldset").nth(group).locator(".lay").first.click()
        sheet.locator(f'.picker button[aria-label^="{size} triangle"]').first.click()
    sheet.locator("button[type=submit]").click()
    press(phone, "replenish-centre")
    # What is pressed before the phone shows what came of the last press is refused, and rightly.
    expect(phone.locator('[data-offer="replenish-centre"]')).to_have_count(0)
    press(phone, "fill-column-3-1")
    expect(host.page.locator("#history li").first).to_contain_text("olumn")


# --- phones ---------------------------------------------------------------------------------------


@pytest.fixture
def open_table(serve: Callable[..., Serving]) -> Serving:
    """A table that others can reach, so that it asks for keys."""
    return serve("--host", "0.0.0.0")


COUNT_STATES = """
globalThis.states = 0;
globalThis.EventSource = class extends EventSource {
    constructor(...asked) {
        super(...asked);
        this.addEventListener("state", () => setTimeout(() => { states += 1; }));
    }
};"""
SECOND_STATE = """() => new Promise((done) => {
    const look = () => (states > 1 ? done() : requestAnimationFrame(look));
    look();
})"""


def test_phones_join_by_their_codes_and_are_themselves_alone(
    browser: Browser, open_table: Serving, stack: ExitStack
) -> None:
    stranger = browser.new_context()
    stack.callback(stranger.close)
    page = stranger.new_page()
    page.goto(open_table.url)
    page.wait_for_selector("body[data-ready]")
    expect(page.locator("#nothing h2")).to_have_text("This table is locked")
    expect(page.locator("#nothing-says")).to_contain_text("needs a key")
    for dead in ("#nothing .ways", "#correct", "#phones"):
        expect(page.locator(dead)).to_be_hidden()
    page.goto(f"{open_table.url}set-up")
    expect(page.get_by_role("alert")).to_contain_text("needs a key")
    expect(page.locator("#form")).to_be_hidden()

    host = open_screen(browser, open_table.host_url)
    stack.callback(host.close)
    assert "key" not in host.page.url
    host.page.evaluate(
        """async () => {
            const ask = (kind, body) => fetch(`/api/${kind}`, { method: "POST",
                headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
            await ask("set-up", { mode: "speedster", players: ["Ann", "Ben"] });
            await ask("deal", { version: 1 });
            await ask("flip", { version: 2 });
        }"""
    )
    host.page.locator("#phones").click()
    expect(host.page.locator(".codes a")).to_have_count(2)
    links = {link.inner_text(): link.get_attribute("href") for link in host.page.locator(".codes a").all()}
    assert list(links) == ["Ann", "Ben"]
    host.page.wait_for_function(
        "() => [...document.querySelectorAll('.codes img')].every((one) => one.naturalWidth > 0)"
    )
    host.page.locator("#joining form button").click()

    ann = open_screen(browser, str(links["Ann"]), phone=True)
    stack.callback(ann.close)
    assert "key" not in ann.page.url
    buzz(ann.page)
    expect(ann.page.locator("#told")).to_have_text("You are first")
    lay_on(ann.page, A_ZANGLE)
    ruling(host.page, "legal")
    ann.page.goto(f"{open_table.url}seat/Ben")
    expect(ann.page.locator("#told")).to_have_text("This phone is Ann\u2019s")
    expect(ann.page.locator("#buzzer")).to_be_hidden()
    answer = ann.page.evaluate(
        """async () => (await fetch("/api/undo", { method: "POST",
            headers: { "Content-Type": "application/json" }, body: '{"version": 5, "of": 5}' })).status"""
    )
    assert answer == 403
    ann.complaints.clear()
    # Whatever happens at the table, another's seat stays closed.
    ann.context.add_init_script(COUNT_STATES)
    ann.page.reload()
    ann.page.wait_for_selector("body[data-ready]")
    host.page.locator("#backwards button").first.click()
    ann.page.evaluate(SECOND_STATE)
    expect(ann.page.locator("#told")).to_have_text("This phone is Ann\u2019s")
    expect(ann.page.locator("#buzzer")).to_be_hidden()

    open_table.kill()
    open_table.start()
    ann.page.goto(f"{open_table.url}seat/Ann")
    expect(ann.page.locator("#points")).to_be_visible()


def test_eight_phones_with_clocks_of_their_own(browser: Browser, serving: Serving, stack: ExitStack) -> None:
    names = [f"Player {n}" for n in range(1, 9)]
    begin(serving.url, *names)
    pages = []
    for number, name in enumerate(names):
        context = browser.new_context(viewport={"width": 360, "height": 740})
        stack.callback(context.close)
        skew_ms = (number - 4) * 1700
        context.add_init_script(
            f"const own = performance.timeOrigin + {skew_ms};"
            "Object.defineProperty(performance, 'timeOrigin', { get: () => own });"
        )
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.goto(f"{serving.url}seat/{name}")
        measured(page)
        pages.append(page)
    big = open_screen(browser, serving.url)
    stack.callback(big.close)
    earliest = 3
    held = hold(pages[earliest], "**/api/call")
    press_at = """() => {
        document.querySelector("#buzzer").dispatchEvent(new PointerEvent("pointerdown", { button: 0, bubbles: true }));
        return performance.now();
    }"""
    before = pages[earliest].evaluate(press_at)
    # The others press later, by more than any of these clocks can be off; their messages come first.
    pages[earliest].evaluate(
        """async (until) => {
            while (performance.now() < until) await new Promise(requestAnimationFrame);
        }""",
        before + 500,
    )
    for number, page in enumerate(pages):
        if number != earliest:
            page.evaluate(press_at)
    # Somebody else has the centre, or a few of them are tied: whatever it is, it is not the first.
    expect(big.page.locator("#told")).not_to_have_text("Round 1 of 5")
    assert names[earliest] not in [one["seat"] for one in state_of(serving.url)["table"]["calls"]]
    first(pages[earliest], held).continue_()
    expect(big.page.locator("#told")).to_have_text(f"{names[earliest]} called first")
    table = state_of(serving.url)["table"]
    assert table["margin_s"] > table["band_s"]
    for page in pages:
        expect(page.locator("#told")).to_have_text(
            "You are first" if page is pages[earliest] else f"{names[earliest]} called first"
        )


def test_a_wrong_claim_shows_on_the_callers_phone(
    browser: Browser, serving: Serving, stack: ExitStack
) -> None:
    begin(serving.url, "Ann", "Ben")
    phones = [open_screen(browser, f"{serving.url}seat/{name}", phone=True) for name in ("Ann", "Ben")]
    for phone in phones:
        stack.callback(phone.close)
    buzz(phones[0].page)
    lay_on(phones[0].page, NO_ZANGLE)
    expect(phones[0].page.locator("#told-box")).to_have_attribute("data-ruling", "illegal")
    expect(phones[0].page.locator("#told-box")).to_have_attribute("data-own", "true")
    expect(phones[1].page.locator("#told-box")).to_have_attribute("data-own", "false")
    phones[0].page.locator('[data-offer="penalty-Ann"]').click()
    expect(phones[1].page.locator("#buzzer")).to_have_attribute("aria-disabled", "false")
