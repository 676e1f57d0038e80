"""The photo page in a real browser, with real uploads to a real server."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.bad_files import write_bad_picture
from tests.web.files import WAYS, give_files
from tests.web.looks import assert_readable, assert_takes_photos

RULINGS = ("legal", "illegal", "undecided", "among")


def verdict_of(page: Page) -> str:
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator("#working")).to_be_hidden()
    ruling = page.locator("#banner").get_attribute("data-ruling")
    assert ruling in RULINGS
    return ruling


def test_an_uploaded_photo_gets_its_verdict(page: Page, samples: list[Path]) -> None:
    page.set_input_files("#file", samples[0])
    verdict_of(page)
    expect(page.locator("#reasons li").first).not_to_be_empty()
    cards = page.locator("#cards li").count()
    assert cards > 0
    assert page.locator("#overlay polygon").count() == cards
    assert page.evaluate("document.querySelector('#picture').decode().then(() => true)")
    assert page.evaluate("document.activeElement.id") == "ruling"


def test_a_photo_without_cards_points_to_the_page_for_boards(page: Page, samples: list[Path]) -> None:
    page.set_input_files("#file", samples[0])
    verdict_of(page)
    expect(page.locator("#elsewhere")).to_be_hidden()
    page.set_input_files("#file", samples[0].parents[1] / "tranglar" / "samples" / "1-before.jpg")
    expect(page.locator("#elsewhere")).to_be_visible()
    assert verdict_of(page) == "undecided"
    page.locator("#elsewhere a").click()
    expect(page.locator("h1")).to_be_visible()
    assert page.url.endswith("/tranglar")


def test_a_sample_is_one_click_away(page: Page) -> None:
    page.locator("#samples button").first.click()
    verdict_of(page)


def test_every_sample_is_shown_without_complaint(page: Page, samples: list[Path]) -> None:
    buttons = page.locator("#samples button")
    assert buttons.count() == len(samples)
    rulings = set()
    for index in range(len(samples)):
        with page.expect_response(lambda response: response.request.method == "POST"):
            buttons.nth(index).click()
        rulings.add(verdict_of(page))
    assert "legal" in rulings, "no sample shows a Zangle"


@pytest.mark.parametrize(
    ("name", "ruling", "says", "because"),
    [
        (
            "plain-cards-on-wood",
            "among",
            r"^\d+ Zangles here$",
            r"^Not all \d+ cards at once, but among them: card \d+ is",
        ),
        ("no-zangle", "illegal", "^No Zangle$", "^No card has"),
    ],
)
def test_a_whole_table_is_no_wrong_claim(
    page: Page, samples: list[Path], name: str, ruling: str, says: str, because: str
) -> None:
    page.set_input_files("#file", samples[0].parent / f"{name}.jpg")
    assert verdict_of(page) == ruling
    expect(page.locator("#ruling")).to_have_text(re.compile(says))
    expect(page.locator("#because")).to_have_text(re.compile(because))
    expect(page.locator("#reasons")).to_contain_text("No card has")


@pytest.mark.parametrize(
    ("cards", "zs", "largest", "ruling", "whole"),
    [
        (7, 0, 3, "illegal", True),
        (6, 0, 3, "illegal", False),  # it may be a claim, and a wrong one
        (6, 2, 3, "illegal", False),
        (7, 0, 4, "illegal", False),  # most of it is one
        (9, 0, 3, "undecided", False),
        (9, 0, 0, "illegal", False),  # there is none
    ],
)
def test_a_claim_in_which_some_cards_would_do_is_no_whole_table(
    page: Page, cards: int, zs: int, largest: int, ruling: str, *, whole: bool
) -> None:
    answer = {
        "seen": {"cards": [*[{"shape": {}}] * cards, *[{"shape": None}] * zs]},
        "verdict": {"ruling": ruling},
        "zangles": {"found": [{"cards": [0] * largest}] if largest else []},
    }
    asked = "async (answer) => (await import('/static/photo/result.js')).isWholeTable(answer)"
    assert page.evaluate(asked, answer) is whole


@pytest.mark.parametrize("name", ["phone.heic", "truncated.jpg", "text.jpg", "empty.jpg", "huge.png"])
def test_a_refusal_is_one_sentence_and_keeps_what_was_there(
    page: Page, samples: list[Path], tmp_path: Path, name: str
) -> None:
    page.set_input_files("#file", samples[0])
    before = verdict_of(page)
    cards = page.locator("#cards").inner_html()
    page.set_input_files("#file", write_bad_picture(name, tmp_path))
    problem = page.get_by_role("alert")
    expect(problem).to_be_visible()
    assert problem.inner_text().strip()
    assert verdict_of(page) == before
    assert page.locator("#cards").inner_html() == cards
    page.set_input_files("#file", samples[0])
    expect(problem).to_be_hidden()


def test_a_photo_that_is_too_large_is_refused_before_it_is_sent(page: Page) -> None:
    page.evaluate(
        """() => {
            const files = new DataTransfer();
            files.items.add(new File([new Uint8Array(41 * 1024 * 1024)], "big.jpg", { type: "image/jpeg" }));
            const input = document.querySelector("#file");
            input.files = files.files;
            input.dispatchEvent(new Event("change"));
        }"""
    )
    expect(page.get_by_role("alert")).to_contain_text("40 MB")


@pytest.mark.parametrize("way", WAYS)
def test_a_photo_can_be_dropped_and_pasted(page: Page, samples: list[Path], way: str) -> None:
    give_files(page, samples[:1], way)
    verdict_of(page)
    expect(page.locator("#caption")).to_contain_text(samples[0].name)
    expect(page.locator("#caption")).to_contain_text("deck: equilateral triangles")


def test_it_works_by_keyboard_alone(page: Page) -> None:
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('#samples') !== null"):
            break
    page.keyboard.press("Enter")
    verdict_of(page)


def test_a_card_in_the_list_is_found_in_the_photo(page: Page) -> None:
    page.locator("#samples button").first.click()
    verdict_of(page)
    page.locator("#cards button").first.focus()
    expect(page.locator("#overlay polygon.lit")).to_have_count(1)


def test_everything_is_readable_at_every_size(page: Page, browser: Browser, table: str) -> None:
    page.locator("#samples button").first.click()
    verdict_of(page)
    assert_readable(page)
    assert_takes_photos(browser, f"{table}photo")


def test_what_is_being_read_has_the_width_that_it_needs(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("#working").evaluate("(one) => { one.hidden = false; }")
    lines = """(one) => one.querySelector("#working-says").getClientRects()[0].height
        / parseFloat(getComputedStyle(one).lineHeight)"""
    page.locator("#working-says").evaluate("(one) => { one.textContent = 'Reading a photo of the table…'; }")
    assert page.locator("#working").evaluate(lines) < 1.5
