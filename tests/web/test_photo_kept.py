"""On the photo page no photo is lost: to a game that is chosen, to a computer that does not answer, to a wrong file."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.bad_files import write_bad_picture
from tests.web.conftest import Serving, opened
from tests.web.looks import assert_readable


def give(page: Page, photo: Path) -> None:
    """Choose a photo, and wait for its verdict."""
    page.set_input_files("#file", photo)
    expect(page.locator("#caption")).to_contain_text(photo.name)
    expect(page.locator("#working")).to_be_hidden()


def hold(page: Page) -> list[Route]:
    """Photos that are sent from now on, none of which the server gets."""
    held: list[Route] = []
    page.route("**/api/photo", lambda route: held.append(route))  # noqa: PLW0108 - it is inspected
    return held


def test_a_game_is_chosen_with_the_arrow_keys_and_the_photo_is_kept(page: Page, samples: list[Path]) -> None:
    give(page, samples[0])
    ruling = page.locator("#ruling").inner_text()
    game = page.locator("#game")
    game.focus()
    focused = "document.activeElement.id"
    for name in ("zigity", "zont", "zigzaggle", "tranglar"):
        page.keyboard.press("ArrowDown")
        expect(game).to_have_value(name)
        assert page.evaluate(focused) == "game"
    expect(page.locator("#result")).to_be_hidden()
    for name in ("zigzaggle", "zont"):
        page.keyboard.press("ArrowUp")
        expect(game).to_have_value(name)
    # A photo of Zangle counts nothing in Zont, but it is judged, and the keyboard is where it was.
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator("#deck")).to_be_hidden()
    expect(page.locator("#caption")).not_to_contain_text("deck:")
    assert page.evaluate(focused) == "game"
    for _ in range(2):
        page.keyboard.press("ArrowUp")
    expect(game).to_have_value("zangle")
    expect(page.locator("#caption")).to_contain_text(samples[0].name)
    expect(page.locator("#caption")).to_contain_text("deck:")
    expect(page.locator("#ruling")).to_have_text(ruling)
    assert page.evaluate(focused) == "game"


def test_a_sample_is_there_again_with_its_own_game(page: Page) -> None:
    page.locator("#samples button").first.click()
    expect(page.locator("#result")).to_be_visible()
    ruling = page.locator("#ruling").inner_text()
    for other in ("tranglar", "zigity"):
        page.select_option("#game", other)
        expect(page.locator("#result")).to_be_hidden()
    page.select_option("#game", "zangle")
    expect(page.locator("#ruling")).to_have_text(ruling)
    expect(page.locator("#result")).to_be_visible()
    assert page.title().startswith(ruling)


def test_a_photo_that_the_server_did_not_get_is_sent_again(
    browser: Browser, serving: Serving, samples: list[Path]
) -> None:
    with opened(browser, f"{serving.url}photo") as page:
        serving.kill()
        page.set_input_files("#file", samples[0])
        problem = page.get_by_role("alert")
        expect(problem).to_contain_text("does not answer")
        expect(page.locator("#again")).to_be_visible()
        assert_readable(page)
        serving.start()
        expect(problem).to_have_text("The companion answers again.")
        page.locator("#again").click()
        expect(page.locator("#caption")).to_contain_text(samples[0].name)
        expect(problem).to_be_hidden()
        expect(page.locator("#again")).to_be_hidden()


def test_a_slow_reading_says_so_and_is_stopped(page: Page, samples: list[Path]) -> None:
    held = hold(page)
    page.set_input_files("#file", samples[0])
    expect(page.locator("#working-says")).to_have_text(f"Still reading {samples[0].name}…")
    page.locator("#stop").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#working")).to_be_hidden()
    expect(page.get_by_role("alert")).to_have_text(f"Reading {samples[0].name} was stopped.")
    # The keyboard goes on where the photo does.
    expect(page.locator("#again")).to_be_focused()
    page.unroute("**/api/photo")
    page.keyboard.press("Enter")
    expect(page.locator("#caption")).to_contain_text(samples[0].name)
    assert len(held) == 1


@pytest.mark.parametrize("is_away", [False, True], ids=["a wrong file", "nobody answers"])
def test_the_verdict_of_the_photo_before_is_shown_as_that(
    page: Page, samples: list[Path], tmp_path: Path, is_away: bool
) -> None:
    give(page, samples[0])
    before = page.locator("#banner").bounding_box()
    if is_away:
        page.route("**/api/photo", lambda route: route.abort())
        page.set_input_files("#file", samples[1])
    else:
        page.set_input_files("#file", write_bad_picture("text.jpg", tmp_path))
    expect(page.locator("#earlier")).to_have_text(
        f"The verdict below is still that on the photo before: {samples[0].name}."
    )
    after = page.locator("#banner").bounding_box()
    assert before is not None
    assert after is not None
    assert after["height"] < 0.75 * before["height"]
    expect(page.locator("#again")).to_be_visible(visible=is_away)
    assert_readable(page)
    page.unroute_all()
    give(page, samples[1])
    expect(page.locator("#earlier")).to_be_hidden()
    assert page.locator("#result[data-earlier]").count() == 0
