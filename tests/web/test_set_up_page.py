"""What the set-up page says of players, zones and cameras."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.web.conftest import Serving, listen, opened
from tests.web.playing import DRAWN, ask

PHONE = {"source": "phone", "says": "A phone"}
NONE = "No camera is found at this computer: plug one in and look again"
RECORDING = {"source": "recording", "says": "The recording"}


@pytest.fixture
def set_up(browser: Browser, serving: Serving) -> Iterator[Page]:
    with opened(browser, f"{serving.url}set-up") as page:
        yield page


@pytest.mark.parametrize(
    ("game", "says"),
    [
        ("tranglar", "2 players, in the order"),
        ("speedster", "2 to 8 players, in the order"),
        ("solitaire", "One player."),
    ],
)
def test_it_says_how_many_players_a_game_takes(set_up: Page, game: str, says: str) -> None:
    set_up.locator(f'input[name="mode"][value$="{game}"]').check()
    expect(set_up.locator("#players-hint")).to_contain_text(says)
    expect(set_up.locator("#players-hint")).not_to_contain_text("2 to 2")


@pytest.mark.parametrize(
    ("choices", "says"),
    [
        ([PHONE, RECORDING], f"{NONE}, or choose a phone or the recording."),
        ([], f"{NONE}."),
        ([{"source": "0", "says": "Camera 0"}, PHONE], "1 camera of this computer: choose one in the list."),
    ],
)
def test_looking_for_cameras_says_what_was_found(
    set_up: Page, choices: list[dict[str, str]], says: str
) -> None:
    set_up.route("**/api/camera/choices", lambda route: route.fulfill(json={"choices": choices}))
    set_up.locator("#look-again").click()
    expect(set_up.locator("#notice")).to_have_text(says)


@pytest.mark.parametrize("size", [(390, 844), (1920, 1080)])
def test_zones_are_offered_for_zangle_alone_and_no_name_runs_over_another(
    set_up: Page, size: tuple[int, int]
) -> None:
    set_up.set_viewport_size({"width": size[0], "height": size[1]})
    names = ["Maximiliana-Alexandra of the Long Name", "Player number 12", "Ann", *"DEFGH"]
    for number, name in enumerate(names, 1):
        if number > 2:
            set_up.locator("#add").click()
        set_up.get_by_label(f"Player {number}", exact=True).fill(name)
    zones = ("#zones", "#zones-hint", "#save-zones", "#reset-zones", "#zones-frame")
    set_up.locator('input[name="mode"][value="played tranglar"]').check()
    for one in zones:
        expect(set_up.locator(one)).to_be_hidden()
    expect(set_up.locator("#zones-title")).to_be_hidden()
    set_up.locator('input[name="mode"][value="speedster"]').check()
    for one in zones:
        expect(set_up.locator(one)).to_be_visible()
    expect(set_up.locator("#zones-title")).to_be_visible()
    shown = set_up.locator("#zones text")
    expect(shown).to_have_count(10)
    expect(shown.nth(2)).to_have_text(re.compile("^Max.*…$"))
    if size[0] == 390:
        expect(shown.nth(3)).to_have_text(re.compile("^P.*…12$"))
    expect(set_up.locator("#zones g").nth(2).locator("title")).to_have_text(names[0])
    expect(set_up.get_by_label(f"{names[0]}, corner 1")).to_have_count(1)
    over = """(all) => all.filter((one) => {
        const [words, zone] = [one, one.parentElement.querySelector("polygon")].map((node) => node.getBBox());
        return words.x < zone.x || words.x + words.width > zone.x + zone.width;
    }).map((one) => one.textContent)"""
    assert shown.evaluate_all(over) == []


def test_names_are_there_again_as_they_were_typed(set_up: Page) -> None:
    for number, name in enumerate(("Ann", "Ben", "Cem"), 1):
        if number > 2:
            set_up.locator("#add").click()
        set_up.get_by_label(f"Player {number}", exact=True).fill(name)
    set_up.get_by_label("Move up player 3").click()
    set_up.reload()
    set_up.wait_for_selector("body[data-ready]")
    for number, name in enumerate(("Ann", "Cem", "Ben"), 1):
        expect(set_up.get_by_label(f"Player {number}", exact=True)).to_have_value(name)
    set_up.get_by_label("Remove player 1").click()
    set_up.reload()
    set_up.wait_for_selector("body[data-ready]")
    expect(set_up.get_by_label("Player 1", exact=True)).to_have_value("Cem")
    expect(set_up.locator("#players li")).to_have_count(2)


def test_without_names_the_first_one_is_asked_for(set_up: Page) -> None:
    first, second = (set_up.get_by_label(f"Player {number}", exact=True) for number in (1, 2))
    set_up.locator("#start").click()
    expect(set_up.locator("#notice")).to_have_text("Type the players\u2019 names.")
    expect(first).to_be_focused()
    first.fill("Ann")
    set_up.locator("#start").click()
    expect(second).to_be_focused()


def test_every_game_is_told_in_a_line(set_up: Page) -> None:
    choices = set_up.locator("#modes .choice")
    assert choices.count() > 6
    expect(choices.locator("small")).to_have_count(choices.count())


@pytest.mark.parametrize("size", [(360, 740), (1280, 800)])
def test_whole_sentences_are_read_and_no_choice_touches_another(set_up: Page, size: tuple[int, int]) -> None:
    set_up.set_viewport_size({"width": size[0], "height": size[1]})
    set_up.get_by_text("Rules of the house").click()
    sentences = set_up.locator("#equalizers textarea")
    expect(sentences).to_have_count(4)
    cut = "(all) => all.map((one) => one.scrollHeight - one.clientHeight)"
    assert max(sentences.evaluate_all(cut)) <= 0
    sentences.first.press("Enter")
    expect(sentences.first).not_to_have_value(re.compile("\n"))
    set_up.locator('input[name="mode"][value="played zigity"]').check()
    above, below = (set_up.locator(f"#played-box .{one}").bounding_box() for one in ("choices", "options"))
    assert above is not None
    assert below is not None
    assert below["y"] - above["y"] - above["height"] >= 8


@pytest.fixture
def unready(browser: Browser) -> Iterator[Page]:
    """A page that is looked at before it knows everything."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    complaints = listen(page)
    yield page
    context.close()
    assert not complaints


def hold(page: Page, path: str) -> list[Route]:
    held: list[Route] = []
    page.route(path, lambda route: held.append(route))  # noqa: PLW0108 - it is inspected
    return held


def test_a_game_is_started_once_and_another_one_after_coming_back(unready: Page, serving: Serving) -> None:
    listed, begun = hold(unready, "**/api/games"), hold(unready, "**/api/set-up")
    unready.goto(f"{serving.url}set-up")
    for number, name in enumerate(("Ann", "Ben"), 1):
        unready.get_by_label(f"Player {number}", exact=True).fill(name)
    with unready.expect_request("**/api/set-up"):
        unready.locator("#start").click()
    listed[0].continue_()
    unready.wait_for_selector("body[data-ready]")
    expect(unready.locator("#start")).to_be_disabled()
    unready.unroute("**/api/games")
    # The page stays, as the browser keeps it when one goes to the table.
    unready.route(serving.url, lambda route: route.fulfill(status=204))
    (only,) = begun
    with unready.expect_request(serving.url):
        only.continue_()
    unready.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    expect(unready.locator("#start")).to_be_enabled()
    expect(unready.locator("#games")).to_contain_text("Ann, Ben")


def test_who_types_a_name_is_not_disturbed_by_those_of_the_last_game(unready: Page, serving: Serving) -> None:
    ask(serving.url, "set-up", {"mode": "speedster", "players": ["Ann", "Ben"]})
    listed = hold(unready, "**/api/games")
    unready.goto(f"{serving.url}set-up")
    first = unready.get_by_label("Player 1", exact=True)
    first.click()
    listed[0].continue_()
    unready.wait_for_selector("body[data-ready]")
    unready.keyboard.type("Zoe")
    expect(first).to_have_value("Zoe")


def test_a_double_click_removes_one_player(set_up: Page) -> None:
    set_up.locator("#add").click()
    set_up.locator("#add").click()
    set_up.get_by_label("Remove player 1").dblclick()
    expect(set_up.locator("#players li")).to_have_count(3)


def test_the_camera_is_the_one_that_was_chosen_last(set_up: Page) -> None:
    camera, code = set_up.locator("#camera"), set_up.locator("#phone-camera")
    held: list[Route] = []
    set_up.route(
        "**/api/camera",
        lambda route: held.append(route) if route.request.method == "POST" else route.continue_(),
    )
    with set_up.expect_request("**/api/camera"):
        camera.select_option("phone")
    with set_up.expect_request("**/api/camera"):
        camera.select_option("")
    set_up.evaluate(DRAWN)
    first, second = held
    before = first.fetch()
    with set_up.expect_response("**/api/camera"):
        second.continue_()
    with set_up.expect_response("**/api/camera") as late:
        first.fulfill(response=before)
    late.value.finished()
    set_up.evaluate(DRAWN)
    expect(code).to_be_hidden()
    set_up.unroute("**/api/camera")
    choices = hold(set_up, "**/api/camera/choices")
    with set_up.expect_request("**/api/camera/choices"):
        set_up.locator("#look-again").click()
    camera.select_option("phone")
    expect(code).to_be_visible()
    choices[0].continue_()
    expect(set_up.locator("#notice")).to_be_visible()
    expect(camera).to_have_value("phone")
    expect(code).to_be_visible()


def test_a_zone_stays_where_it_was_moved_whatever_is_answered_meanwhile(
    unready: Page, serving: Serving
) -> None:
    centre = {"use": "centre", "seat": None, "corners": [[0.1, 0.1], [0.5, 0.1], [0.5, 0.5], [0.1, 0.5]]}
    ask(serving.url, "zones", {"areas": [centre]})
    looks, saved = hold(unready, "**/api/camera"), hold(unready, "**/api/zones")
    corner = unready.locator('#zones [data-key="0-0"]')

    def moved() -> str:
        before = corner.get_attribute("cx")
        corner.press("ArrowRight")
        after = corner.get_attribute("cx")
        assert after is not None
        assert after != before
        return after

    with unready.expect_request("**/api/camera"):
        unready.goto(f"{serving.url}set-up")
    there = moved()
    looks[0].continue_()
    unready.wait_for_selector("body[data-ready]")
    expect(corner).to_have_attribute("cx", there)
    with unready.expect_request("**/api/zones"):
        unready.locator("#save-zones").click()
    there = moved()
    saved[0].continue_()
    expect(unready.locator("#notice")).to_have_text("The zones are in use.")
    expect(corner).to_have_attribute("cx", there)


@pytest.mark.parametrize(
    ("thrown", "says"),
    [
        ("NotAllowedError", "allow it for this page"),
        ("NotFoundError", "has no camera"),
        ("OverconstrainedError", "has no camera"),
        ("NotReadableError", "is in use"),
        ("InvalidStateError", "did not start"),
    ],
)
def test_a_camera_that_does_not_come_is_blamed_on_what_keeps_it(
    browser: Browser, serving: Serving, thrown: str, says: str
) -> None:
    with opened(browser, f"{serving.url}camera") as page:
        page.evaluate(
            """(name) => {
                navigator.mediaDevices.getUserMedia = async () => { throw new DOMException("no", name); };
            }""",
            thrown,
        )
        page.locator("#start").click()
        expect(page.locator("#told")).to_have_text("No camera")
        expect(page.locator("#says")).to_contain_text(says)
        expect(page.locator("#start")).to_be_visible()


def test_people_who_deal_say_who_begins(set_up: Page, serving: Serving) -> None:
    """Nobody else sees whose letter is nearest to Z."""
    first = set_up.get_by_label("Who begins")
    expect(set_up.get_by_label("Who deals first")).to_be_visible()
    set_up.locator('input[name="mode"][value="played zigzaggle"]').check()
    expect(first).to_be_visible()
    set_up.locator('input[name="dealing"][value="program"]').check()
    expect(first).to_be_hidden()
    set_up.locator('input[name="dealing"][value="people"]').check()
    for place, name in enumerate(("Ann", "Ben")):
        set_up.locator("#players input").nth(place).fill(name)
    first.select_option("Ben")
    set_up.get_by_role("button", name="Start the game").click()
    set_up.wait_for_url(serving.url)
    assert ask(serving.url, "played/state")["table"]["on_turn"] == "Ben"
