"""Whole games from a recording to the final ranking: the camera reads, the pages show, in a real Chromium."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.table.values import to_json
from tests.table.films import FILMS, write_video
from tests.web.conftest import Serving
from tests.web.playing import ask, open_screen

SLOW_MS = 240_000
"""Reading a picture takes as long as it takes on a machine that has other things to do."""


# Zont's film comes to its end without pages in tests/table/test_played_camera.py.
@pytest.mark.parametrize("name", ["zigity", "zigzaggle"])
def test_a_game_is_played_live_from_a_recording_to_its_final_ranking(
    name: str, browser: Browser, serve: Callable[..., Serving], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    film = FILMS[name]()
    video = write_video(film, tmp_path / f"{name}.avi")
    serving = serve("--game", name, "--camera", str(video))
    set_up = to_json(film.set_up)
    ask(serving.url, "played/set-up", set_up)
    screen = open_screen(browser, serving.url)
    phone = open_screen(browser, f"{serving.url}seat/Ben", phone=True, size=(390, 844))
    page = screen.page
    page.set_default_timeout(SLOW_MS)
    phone.page.set_default_timeout(SLOW_MS)
    expect.set_options(timeout=SLOW_MS)
    request.addfinalizer(lambda: expect.set_options(timeout=60_000))
    expect(page.locator("#title")).to_contain_text({"zigzaggle": "Zig Zaggle"}.get(name, name.capitalize()))
    expect(page.locator("#live")).to_be_visible()
    _keep(page, phone.page, name, "begins")

    # Each thing that is seen becomes a line of the history, with its verdict, as the film goes on.
    wanted = {
        "zigity": ["legal", "illegal", "legal", "legal"],
        "zigzaggle": ["legal", "legal"],
    }[name]
    for count in range(1, len(wanted) + 1):
        expect(page.locator("#history li[data-ruling]").nth(count - 1)).to_be_attached()
        _keep(page, phone.page, name, f"claim-{count}")

    expect(page.locator("body")).to_have_attribute("data-state", "over", timeout=SLOW_MS)
    expect(page.locator("#banner")).to_have_attribute("data-kind", "over")
    winners = " and ".join(seat for seat, _, place in film.ranking if place == 1)
    expect(page.locator("#told")).to_have_text(f"{winners} wins")
    expect(phone.page.locator("#told")).to_have_text(f"{winners} wins")
    rows = page.locator("#scores tbody tr")
    ordered = sorted(film.ranking, key=lambda one: one[2])
    for row, (seat, points, place) in enumerate(ordered):
        expect(rows.nth(row).locator("th")).to_have_text(f"{place}.{seat}")
        expect(rows.nth(row).locator("td").first).to_have_text(str(points))
    rulings = page.locator("#history li[data-ruling]")
    assert [one.get_attribute("data-ruling") for one in rulings.all()] == wanted[::-1]
    _keep(page, phone.page, name, "ranked")
    screen.close()
    phone.close()


def _keep(page: Page, phone: Page, name: str, moment: str) -> None:
    """Pictures of the pages, where somebody wants to look at them."""
    folder = os.environ.get("COMPANION_TEST_PICTURES")
    if folder:
        for which, kind in ((page, "big"), (phone, "phone")):
            which.screenshot(path=f"{folder}/{name}-{moment}-{kind}.png")
