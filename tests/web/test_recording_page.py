"""The recording through the real server and the real browser: recognised, judged, shown, as its log says."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.web.conftest import Serving
from tests.web.playing import ask, open_screen, ruling, state_of

EXPECTED = Path(__file__).resolve().parents[1] / "live" / "round.log.json"
A_MINUTE_MS = 240_000
"""The film is half as long; a slow machine shows it slower."""


@pytest.fixture
def shown(serve: Callable[..., Serving]) -> Serving:
    """A table that shows the recording."""
    return serve("--camera", "recording")


def told(entries: list[dict[str, Any]]) -> list[tuple[object, ...]]:
    """What happened, with which cards in whichever order; when it was is another matter on every machine."""
    return [
        (
            *(event.get(name) for name in ("kind", "seat", "place", "ruling", "of")),
            sorted((card.get("face") or card)["id"] or "" for card in event.get("cards", ())),
        )
        for event in (entry["event"] for entry in entries)
    ]


def test_the_recording_is_recognised_judged_and_shown(browser: Browser, shown: Serving) -> None:
    with ExitStack() as stack:
        screen = open_screen(browser, shown.url)
        stack.callback(screen.close)
        page = screen.page
        expect.set_options(timeout=A_MINUTE_MS)
        stack.callback(expect.set_options, timeout=60_000)
        expect(page.locator("#show")).to_be_visible()
        expect(page.locator("#live")).to_be_visible()
        ruling(page, "illegal")
        game = state_of(shown.url)["game"]
        so_far = page.locator("#scores .so-far")
        expect(so_far).to_have_text(["10", "11"])
        ruling(page, "legal")
        expect(so_far).to_have_text(["8", "11"])
        expect(page.locator("#proof svg")).to_be_visible()
        # Frames follow each other all the time: one that is replaced while it is decoded says nothing of the rest.
        page.locator("#picture").evaluate(
            """(img) => img.complete && img.naturalWidth > 0
                || new Promise((done) => img.addEventListener("load", () => done(true), { once: true }))"""
        )
        assert page.locator("#overlay .sighted").count() >= 8
        expect(page.locator("#told")).to_have_text("The game is over")
        assert state_of(shown.url)["game"] == game
        log = ask(shown.url, f"games/{game}/log")["entries"]
        expected = json.loads(EXPECTED.read_text(encoding="utf-8"))["entries"]
        assert told(log) == told(expected)

        # Nothing of it is kept, and a game of one's own is played without it.
        assert ask(shown.url, "games")["games"] == []
        ask(shown.url, "set-up", {"mode": "speedster", "players": ["Ann", "Ben"]})
        expect(page.locator("#show")).to_be_hidden()
        expect(page.locator("#live")).to_be_hidden()
        assert ask(shown.url, "camera")["sight"] == "none"


def test_a_video_file_as_camera_plays_along_in_a_game_of_ones_own(
    browser: Browser, serve: Callable[..., Serving]
) -> None:
    video = Path(__file__).resolve().parents[2] / "static" / "samples" / "round.mp4"
    serving = serve("--camera", str(video))
    ask(serving.url, "set-up", {"mode": "speedster", "players": ["Ann", "Ben"]})
    with ExitStack() as stack:
        screen = open_screen(browser, serving.url)
        stack.callback(screen.close)
        expect.set_options(timeout=A_MINUTE_MS)
        stack.callback(expect.set_options, timeout=60_000)
        expect(screen.page.locator("#show")).to_be_hidden()
        expect(screen.page.locator("#live")).to_be_visible()
        ruling(screen.page, "illegal")
        kinds = {entry["event"]["kind"] for entry in entries_of(serving)}
        assert kinds >= {"set-up", "deal", "flip", "seen", "call", "claim"}


def entries_of(serving: Serving) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ask(serving.url, f"games/{state_of(serving.url)['game']}/log")["entries"]
    return found
