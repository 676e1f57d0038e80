"""The photo page in a real browser, with real uploads to a real server."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.bad_files import write_bad_picture

RULINGS = ("legal", "illegal", "undecided")


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


@pytest.mark.parametrize("way", ["drop", "paste"])
def test_a_photo_can_be_dropped_and_pasted(page: Page, samples: list[Path], way: str) -> None:
    page.evaluate(
        """async ([way, data]) => {
            const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
            const files = new DataTransfer();
            files.items.add(new File([bytes], "mine.jpg", { type: "image/jpeg" }));
            const event = way === "drop"
                ? new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true })
                : new ClipboardEvent("paste", { clipboardData: files, bubbles: true });
            document.body.dispatchEvent(event);
        }""",
        [way, base64.b64encode(samples[0].read_bytes()).decode()],
    )
    verdict_of(page)
    expect(page.locator("#caption")).to_contain_text("mine.jpg")


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


@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 844), (1920, 1080), (3840, 2160)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_spills_over_at_any_size(
    browser: Browser, table: str, width: int, height: int, scheme: str
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        has_touch=width < 500,
    )
    page = context.new_page()
    page.goto(f"{table}photo")
    page.wait_for_selector("body[data-ready]")
    page.locator("#samples button").first.click()
    verdict_of(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for selector in ("#ruling", "#because", ".badge", ".quiet", "#choose", ".foot p", ".reasons code"):
        assert page.evaluate(CONTRAST, selector) >= 4.5, selector
    small = page.evaluate(
        "[...document.querySelectorAll('button, select')].filter((b) => b.offsetParent"
        " && b.getBoundingClientRect().height < 43.5).map((b) => b.id || b.className)"
    )
    assert small == []
    if width < 500:
        expect(page.locator("#take")).to_be_visible()
    context.close()


CONTRAST = """(selector) => {
    const parse = (text) => text.match(/[\\d.]+/g).map(Number);
    const light = ([r, g, b]) => [r, g, b]
        .map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
        .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    const node = [...document.querySelectorAll(selector)].find((one) => one.offsetParent);
    if (!node) return 21;
    let ground = node;
    while (parse(getComputedStyle(ground).backgroundColor)[3] === 0) ground = ground.parentElement;
    const [a, b] = [getComputedStyle(node).color, getComputedStyle(ground).backgroundColor]
        .map((text) => light(parse(text))).sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
}"""
