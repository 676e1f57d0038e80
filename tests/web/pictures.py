"""Pictures of every page at a phone's and at a big screen's size, to be looked at.

    python -m tests.web.pictures FOLDER            # each page by itself, as PNG
    python -m tests.web.pictures FOLDER --sheets   # and all of one size on one sheet, for the documentation

Pages are played to where they are shown; nothing is drawn for the picture.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from companion.rules.tranglar.game import GAME
from companion.rules.tranglar.laid import laid_from
from companion.rules.tranglar.position import Position
from companion.rules.tranglar.stock import stock_from
from companion.table.tranglar.supplies import likely_supply
from tests.web.conftest import QUIET, Serving, chromium_path
from tests.web.playing import (
    A_ZANGLE,
    NO_ZANGLE,
    Screen,
    ask,
    buzz,
    enter,
    lay,
    lay_on,
    measured,
    open_screen,
    press,
    ruling,
)
from tests.web.teaching import FIRST, SECOND, photo
from tests.web.zangle_games import begin

BIG, PHONE, NARROW = (1920, 1080), (390, 844), (320, 640)
ACROSS = {BIG: 3, PHONE: 8}
SHRUNK = {BIG: 0.3, PHONE: 0.5}
GAP_PX = 16
PATIENCE_MS = 240_000

SET_UP = """(body) => fetch("/api/set-up", {
    method: "POST", body, headers: { "Content-Type": "application/json" },
})"""


class Album:
    """The pictures of one size and shade, in the order in which they are taken."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder, self._name = folder, name
        self.files: list[Path] = []

    def take(self, page: Page, what: str, *, whole: bool = False) -> None:
        """Save what a page shows now; `whole` with what one would have to scroll to."""
        page.wait_for_timeout(250)  # Pictures on the page are still being decoded.
        path = self._folder / f"{self._name}-{len(self.files) + 1:02}-{what}.png"
        page.screenshot(path=path, full_page=whole, animations="disabled", timeout=PATIENCE_MS)
        self.files.append(path)
        print(path, file=sys.stderr)

    def sheet(self, across: int, scale: float) -> Path:
        """All of them on one sheet."""
        pictures = [Image.open(path).convert("RGB") for path in self.files]
        width, height = (round(side * scale) for side in pictures[0].size)
        rows = -(-len(pictures) // across)
        size = (across * (width + GAP_PX) + GAP_PX, rows * (height + GAP_PX) + GAP_PX)
        sheet = Image.new("RGB", size, (120, 120, 124))
        for number, picture in enumerate(pictures):
            row, column = divmod(number, across)
            small = picture.crop((0, 0, picture.width, round(height / scale))).resize((width, height))
            sheet.paste(small, (GAP_PX + column * (width + GAP_PX), GAP_PX + row * (height + GAP_PX)))
        path = self._folder / f"{self._name}.jpg"
        sheet.save(path, quality=78, optimize=True, progressive=True)
        return path


@contextmanager
def serving(*options: str) -> Iterator[Serving]:
    """A table of its own."""
    with tempfile.TemporaryDirectory() as folder:
        table = Serving(Path(folder), *options).start()
        try:
            yield table
        finally:
            table.stop()


class Studio:
    """A browser and the size and shade in which it shows pages."""

    def __init__(self, browser: Browser, stack: ExitStack, size: tuple[int, int], dark: bool) -> None:
        self._browser, self._stack, self._size, self._dark = browser, stack, size, dark

    def show(self, url: str) -> Page:
        """A page, ready."""
        narrow = self._size[0] < 700
        shown: Screen = open_screen(self._browser, url, phone=narrow, size=self._size, dark=self._dark)
        self._stack.callback(shown.context.close)
        return shown.page

    def phone(self, url: str) -> Page:
        """A player's phone, to play with."""
        shown = open_screen(self._browser, url, phone=True, size=PHONE, dark=self._dark)
        self._stack.callback(shown.context.close)
        return shown.page


def a_game(studio: Studio, album: Album) -> None:
    """A game by hand: the screen in each of its phases."""
    with serving() as table:
        page = studio.show(table.url)
        album.take(page, "nothing-played")
        album.take(studio.show(f"{table.url}set-up"), "set-up", whole=True)
        ask(table.url, "set-up", {"mode": "speedster", "players": ["Ann", "Ben", "Cem"]})
        expect(page.locator("#told")).to_have_text("Round 1 of 5")
        album.take(page, "gathered")
        enter(table.url, "deal")
        enter(table.url, "flip")
        expect(page.locator('[data-offer="hit-Cem"]').first).to_be_visible()
        album.take(page, "playing")
        ben = studio.phone(f"{table.url}seat/Ben")
        buzz(ben)
        expect(page.locator("#told")).to_have_text("Ben called first")
        album.take(page, "called")
        page.locator("[data-lay]").first.click()
        expect(page.locator("#laying")).to_be_visible()
        album.take(page, "laying-down")
        lay(page, NO_ZANGLE)
        ruling(page, "illegal")
        album.take(page, "illegal")
        press(page, "penalty-Ben")
        buzz(ben)
        page.locator("[data-lay]").first.click()
        sheet = page.locator("#laying")
        for group, number in ((0, 0), (1, 0), (1, 1)):
            sheet.locator("fieldset").nth(group).locator(".lay").nth(number).click()
        sheet.locator("button[type=submit]").click()
        ruling(page, "undecided")
        album.take(page, "undecided")
        press(page, "undo")
        # The sheet of what was undone would close again.
        expect(page.locator("#banner")).not_to_have_attribute("data-ruling", "undecided")
        page.locator("[data-lay]").first.click()
        lay(page, A_ZANGLE)
        ruling(page, "legal")
        album.take(page, "legal")
        page.locator("#correct").click()
        expect(page.locator("#correcting")).to_be_visible()
        album.take(page, "correcting")
        page.keyboard.press("Escape")
        enter(table.url, "pause")
        expect(page.locator("#banner")).to_have_attribute("data-kind", "paused")
        album.take(page, "paused")
        enter(table.url, "end")
        expect(page.locator("#banner")).to_have_attribute("data-kind", "over")
        album.take(page, "over")


def a_phone(studio: Studio, album: Album) -> None:
    """A player's phone through a call and a wrong claim, and another's beside it."""
    with serving() as table:
        begin(table.url, "Ann", "Ben", "Cem")
        ann, ben = (studio.show(f"{table.url}seat/{name}") for name in ("Ann", "Ben"))
        measured(ann)
        album.take(ann, "seat-ready")
        buzz(ann)
        expect(ben.locator("#told")).to_have_text("Ann called first")
        album.take(ann, "seat-first")
        album.take(ben, "seat-not-first")
        ann.locator("#buzzer").click()
        expect(ann.locator("#laying")).to_be_visible()
        album.take(ann, "seat-laying-down")
        lay(ann, NO_ZANGLE)
        expect(ann.locator("#told-box")).to_have_attribute("data-ruling", "illegal")
        album.take(ann, "seat-illegal")
        album.take(ben, "seat-other-illegal")
        ann.locator('[data-offer="penalty-Ann"]').click()
        buzz(ann)
        lay_on(ann, A_ZANGLE)
        expect(ann.locator("#told-box")).to_have_attribute("data-ruling", "legal")
        album.take(ann, "seat-legal")


def the_recording(studio: Studio, album: Album) -> None:
    """The recording as camera: what is recognised, and a verdict of the camera's."""
    with serving("--camera", "recording") as table:
        page = studio.show(table.url)
        expect(page.locator("#banner")).to_have_attribute("data-ruling", "illegal", timeout=PATIENCE_MS)
        album.take(page, "camera-illegal")
        expect(page.locator("#banner")).to_have_attribute("data-ruling", "legal", timeout=PATIENCE_MS)
        album.take(page, "camera-legal")
        album.take(studio.show(f"{table.url}set-up"), "camera-set-up", whole=True)


def by_the_network(studio: Studio, album: Album) -> None:
    """Codes by which phones join, and a phone that is the camera."""
    with serving("--host", "0.0.0.0", "--camera", "phone") as table:
        host = studio.show(table.host_url)
        host.evaluate(SET_UP, '{"mode": "speedster", "players": ["Ann", "Ben", "Cem", "Dee"]}')
        host.locator("#phones").click()
        expect(host.locator("#joining")).to_be_visible()
        album.take(host, "codes")
        setup = studio.show(table.host_url.replace("/#", "/set-up#"))
        link = setup.locator("#phone-link").get_attribute("href")
        assert link is not None
        camera = studio.show(link.replace("https:", "http:"))
        album.take(camera, "phone-as-camera")


def other_pages(studio: Studio, album: Album) -> None:
    """Photos of Zangle and of Tranglar."""
    with serving() as table:
        page = studio.show(f"{table.url}photo")
        album.take(page, "photo")
        page.locator("#samples button, #samples a").first.click()
        expect(page.locator("#result")).to_be_visible(timeout=PATIENCE_MS)
        album.take(page, "photo-verdict")
        album.take(studio.show(f"{table.url}tranglar"), "tranglar")


def a_deck(studio: Studio, album: Album) -> None:
    """Teaching a deck: before and after its first photos."""
    with serving() as table, tempfile.TemporaryDirectory() as folder:
        page = studio.show(f"{table.url}teach")
        album.take(page, "teach")
        photos = [photo(FIRST, Path(folder) / "1.png"), photo(SECOND, Path(folder) / "2.png", 2)]
        page.set_input_files("#file", photos)
        expect(page.locator("#cards > li")).to_have_count(7)
        album.take(page, "teach-named")


def a_board(studio: Studio, album: Album) -> None:
    """Tranglar under a camera: a flip that was forgotten, on the big screen and on a phone; then it is entered."""
    photos = Path(__file__).parents[1] / "photos-tranglar"
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "board.jpg").write_bytes((photos / "change-02-b.jpg").read_bytes())
        with serving("--game", "tranglar", "--camera", folder) as table:
            laid = laid_from(json.loads((photos / "change-02-a.truth.json").read_text())["pieces"])
            stock = stock_from(likely_supply(laid), laid)
            before = Position((laid.petrol, laid.green), laid.neutral, stock.supply, stock.whites, (), 0)
            players = {"players": ["Ann", "Ben"], "position": GAME.to_line(before)}
            ask(table.url, "played/set-up", {"game": "tranglar", **players})
            page, phone = studio.show(table.url), studio.show(f"{table.url}seat/Ann")
            for shown in (page, phone):
                expect(shown.locator("#told")).to_have_text("Not turned over")
            expect(page.locator("#picture")).to_be_visible()
            album.take(page, "tranglar-in-dispute")
            album.take(phone, "tranglar-seat-in-dispute")
            press(page, "claim-Ann-as-read")
            ruling(page, "legal")
            album.take(page, "tranglar-legal")


PARTS = (a_game, a_phone, the_recording, by_the_network, other_pages, a_deck, a_board)


def main() -> None:
    """Take all pictures, or those of some parts."""
    reading = argparse.ArgumentParser(prog="python -m tests.web.pictures", description=__doc__)
    reading.add_argument("folder", type=Path)
    reading.add_argument("--sheets", action="store_true", help="also all of one size on one sheet")
    reading.add_argument("--only", choices=[part.__name__ for part in PARTS], action="append")
    reading.add_argument("--shade", choices=["light", "dark"], default="light")
    reading.add_argument("--size", choices=["phone", "big", "narrow"], action="append")
    wanted = reading.parse_args()
    wanted.folder.mkdir(parents=True, exist_ok=True)
    sizes = {"phone": PHONE, "big": BIG, "narrow": NARROW}
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(QUIET))
        for name in wanted.size or ["phone", "big"]:
            album = Album(wanted.folder, f"{name}-{wanted.shade}")
            for part in PARTS:
                if wanted.only and part.__name__ not in wanted.only:
                    continue
                with ExitStack() as stack:
                    part(Studio(browser, stack, sizes[name], wanted.shade == "dark"), album)
            if wanted.sheets:
                print(album.sheet(ACROSS.get(sizes[name], 8), SHRUNK.get(sizes[name], 0.5)), file=sys.stderr)
        browser.close()


if __name__ == "__main__":
    main()
