"""The game that the page on adding one adds, played at the shared table by people in real browsers."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.rules.documented_game import FILES, PAGE, ROOT
from tests.web.conftest import Serving
from tests.web.playing import ask, open_screen

COPIED = ("companion", "vision", "calibration", "seeds", "static")
COMMAND = PAGE.split("```console\n")[2].split("\n")[0]
PLAYERS = ("Ann", "Ben")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The program as it is, and of the page the two files that are the game."""
    copy = tmp_path / "project"
    for name in COPIED:
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name, text in FILES.items():
        if not name.startswith("tests/"):
            (copy / name).write_text(text, encoding="utf-8")
    return copy


def test_a_sixth_game_is_set_up_claimed_judged_scored_and_undone(
    browser: Browser,
    serve: Callable[..., Serving],
    project: Path,
    stack: ExitStack,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert COMMAND == "$ companion serve --game higher --open"
    monkeypatch.chdir(project)
    monkeypatch.setenv("PYTHONPATH", str(project))
    serving = serve("--game", "higher")

    def opened(path: str, size: tuple[int, int]) -> Page:
        screen = open_screen(browser, f"{serving.url}{path}", size=size)
        stack.callback(screen.close)
        return screen.page

    setting_up = opened("set-up", (390, 844))
    setting_up.get_by_label("Higher").check()
    for number, name in enumerate(PLAYERS, 1):
        setting_up.get_by_label(f"Player {number}", exact=True).fill(name)
    setting_up.locator("#start").click()
    expect(setting_up.locator("#told")).to_contain_text("turn")

    big = opened("", (1920, 1080))
    phones = {name: opened(f"seat/{name}", (390, 844)) for name in PLAYERS}
    expect(big.locator("#title")).to_have_text("Higher")
    # Nobody sees another hand, and a hand is seen by its own player.
    expect(big.locator("#middle dd").first).to_have_text("none")
    hands = {name: phone.locator("#middle dd").first.inner_text() for name, phone in phones.items()}
    assert all(len(hand.split(", ")) == 4 for hand in hands.values())

    # Nobody passes on an empty table: the claim stays in the history with its clause.
    ask(serving.url, "played/claim", {"version": 1, "seat": "Ann", "turn": "pass"})
    expect(big.locator("#banner")).to_have_attribute("data-ruling", "illegal")
    expect(big.locator("#says")).to_contain_text("so this is no time to pass")
    expect(phones["Ann"].locator("#told-box")).to_have_attribute("data-ruling", "illegal")

    def points(name: str) -> str:
        return f'.seat[data-seat="{name}"] .points'

    phones["Ann"].locator("#actions button").first.click()
    expect(big.locator("#banner")).to_have_attribute("data-ruling", "legal")
    expect(big.locator(points("Ann"))).to_have_text("1 point")
    expect(phones["Ben"].locator("#told-box")).to_contain_text("Your turn")
    big.locator("#backwards button").first.click()
    expect(big.locator(points("Ann"))).to_have_text("0 points")
    expect(phones["Ann"].locator("#middle dd").first).to_have_text(hands["Ann"])

    # To the end, each turn by the first button that is offered.
    standing = ask(serving.url, "played/state")
    while not standing["table"]["over"]:
        # Each thing that happened has its line.
        expect(big.locator("#history li")).to_have_count(standing["version"])
        phones[standing["table"]["on_turn"]].locator("#actions button").first.click()
        expect(big.locator("#history li")).to_have_count(standing["version"] + 1)
        standing = ask(serving.url, "played/state")
    winner = next(seat["name"] for seat in standing["table"]["seats"] if seat["points"] == 4)
    expect(big.locator("#told")).to_have_text(f"{winner} wins")
    expect(phones[winner].locator("#told")).to_have_text(f"{winner} wins")
    expect(big.locator("#scores tbody tr").first).to_contain_text(f"1.{winner}")
