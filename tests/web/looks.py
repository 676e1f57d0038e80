"""What every page looks like at every size, light and dark: nothing spills over, is too faint or too small."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import opened

SIZES = [(320, 640), (360, 740), (768, 1024), (1920, 1080), (3840, 2160)]

FAINT = """() => {
    const parse = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
    const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
        .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
        .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    const solid = (color) => !color.includes("color(") && (parse(color).length < 4 || parse(color)[3] === 1);
    const found = [];
    for (const node of document.querySelectorAll("body *")) {
        if (!node.checkVisibility() || node.closest("svg, [aria-hidden=true], .hide, :disabled, option")) continue;
        if (![...node.childNodes].some((one) => one.nodeType === 3 && one.textContent.trim())) continue;
        let ground = node;
        while (ground && !solid(getComputedStyle(ground).backgroundColor)) ground = ground.parentElement;
        const under = ground ? getComputedStyle(ground).backgroundColor : "rgb(255, 255, 255)";
        const pair = [getComputedStyle(node).color, under];
        const [a, b] = pair.map((text) => light(parse(text))).sort((x, y) => y - x);
        const ratio = (a + 0.05) / (b + 0.05);
        if (ratio < 4.5) found.push([ratio.toFixed(2), node.tagName, node.className, node.textContent.trim()]);
    }
    return found;
}"""
SMALL = """() => [...document.querySelectorAll("button, select, summary, a.button, input")]
    .filter((one) => one.checkVisibility() && (one.closest("label") ?? one).getBoundingClientRect().height < 43.5)
    .map((one) => one.outerHTML.slice(0, 80))"""
CUT_OFF = """() => {
    const lying = document.querySelector(".lying");
    return Math.max(lying.scrollHeight - lying.clientHeight, document.documentElement.scrollHeight - innerHeight);
}"""
"""Evaluated in a page, how many pixels of what lies there, or of the whole, are beyond an end."""


def at_every_size(page: Page, sizes: Iterable[tuple[int, int]] = SIZES) -> Iterator[tuple[int, int]]:
    """Each width and height in pixels, once the page has it, nothing spills over and all can be tapped there."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        spill = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert spill <= 0, (page.url, width)
        assert page.evaluate(SMALL) == [], (page.url, width)
        yield width, height


def assert_stands_out(page: Page) -> None:
    """Whatever is written on the page stands out from its ground (WCAG AA)."""
    assert page.evaluate(FAINT) == [], page.url


def assert_readable(page: Page) -> None:
    """The page fits every size, and what is written there stands out, light and dark."""
    for _ in at_every_size(page):
        pass
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert_stands_out(page)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    assert_stands_out(page)


def assert_reached(page: Page) -> None:
    """Whatever does not fit is reached by scrolling the page itself."""
    for within in (".lying", ".side"):
        box = page.locator(within)
        assert box.evaluate("(node) => node.scrollHeight - node.clientHeight") <= 1, within
        assert box.evaluate("(node) => getComputedStyle(node).overflowY") == "visible", within
    last = page.locator(".seat").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=0.99)
    lowest = page.evaluate("""scrollY + Math.max(
        ...[...document.querySelectorAll(".seat, .panel")].map((one) => one.getBoundingClientRect().bottom)
    )""")
    assert lowest <= page.evaluate("document.documentElement.scrollHeight")


def assert_takes_photos(browser: Browser, url: str) -> None:
    """Whoever holds a phone is offered its camera."""
    with opened(browser, url, viewport={"width": 390, "height": 844}, has_touch=True) as page:
        expect(page.locator("#take")).to_be_visible()
