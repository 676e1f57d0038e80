"""From a press to the big screen: server, stream and page, with real browsers and no camera."""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

ROUNDS = 100
CHROMIUMS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chromium-headless-shell",
)

WATCH = """() => {
    globalThis.seen = {};
    const look = () => requestAnimationFrame(() => requestAnimationFrame(() => {
        const now = performance.timeOrigin + performance.now();
        const banner = document.querySelector("#banner");
        globalThis.seen[banner.dataset.ruling ?? banner.dataset.kind] ??= now;
    }));
    const what = { subtree: true, childList: true, attributes: true, characterData: true };
    new MutationObserver(look).observe(document.querySelector("#banner"), what);
}"""
PRESS = """() => {
    const now = performance.timeOrigin + performance.now();
    const press = new PointerEvent("pointerdown", { button: 0, bubbles: true });
    document.querySelector("#buzzer").dispatchEvent(press);
    return now;
}"""
CLAIM = """async (body) => {
    const now = performance.timeOrigin + performance.now();
    const headers = { "Content-Type": "application/json" };
    await fetch("/api/claim", { method: "POST", body: JSON.stringify(body), headers });
    return now;
}"""


def browser_path() -> str | None:
    """Where Chromium is."""
    return next(filter(None, map(shutil.which, CHROMIUMS)), None)


@contextmanager
def served(*options: str) -> Iterator[str]:
    """The address of a table of its own, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "companion.cli", "serve", "--port", "0", "--json", *options]
        command += ["--log", str(Path(folder) / "games.db")]
        env = {**os.environ, "XDG_DATA_HOME": folder}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as serving:
            assert serving.stdout is not None
            try:
                yield str(json.loads(serving.stdout.readline())["url"])
            finally:
                serving.terminate()


def rows() -> Iterator[tuple[str, str]]:
    """Name and value."""
    found = browser_path()
    if found is None:
        yield "from a press to the big screen", "not measured: no Chromium"
        return
    with served("--camera", "none") as url:
        calls, verdicts = _measured(url, found)
    for name, times in (("call: phone to big screen", calls), ("claim: phone to verdict", verdicts)):
        times.sort()
        late = times[int(0.99 * len(times))]
        yield (
            name,
            f"median {statistics.median(times):.0f} ms, 99th percentile {late:.0f} ms (n = {len(times)})",
        )


def _measured(url: str, chromium: str) -> tuple[list[float], list[float]]:
    one = {"triangles": 1, "shape": {"lattice": "iamond", "triangles": [[[0, 0], [1, 0], [0, 1]]]}}
    cards = [{"source": place, "face": one} for place in ("Ann", "Ann", "centre")]
    asked(url, "set-up", {"mode": "speedster", "players": ["Ann", "Ben", "Cem"]})
    for kind in ("deal", "flip"):
        asked(url, kind, {"version": _version(url)})
    calls, verdicts = [], []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        big, phone = (opened(browser.new_context().new_page(), f"{url}{path}") for path in ("", "seat/Ann"))
        phone.wait_for_selector("#buzzer[aria-disabled=false]")
        big.evaluate(WATCH)
        for _ in range(ROUNDS):
            big.evaluate("() => { globalThis.seen = {}; }")
            pressed = phone.evaluate(PRESS)
            calls.append(seen(big, "called") - pressed)
            laid = phone.evaluate(CLAIM, {"version": _version(url), "seat": "Ann", "cards": cards})
            verdicts.append(seen(big, "illegal") - laid)
            for _ in range(2):
                state = asked(url, "state")
                asked(url, "undo", {"version": state["version"], "of": state["undo"]["seq"]})
            phone.wait_for_selector("#buzzer[aria-disabled=false]")
        browser.close()
    return calls, verdicts


def opened(page: Page, url: str) -> Page:
    """A page, ready."""
    page.goto(url)
    page.wait_for_selector("body[data-ready]")
    return page


def seen(big: Page, what: str) -> float:
    """When the big screen showed it, in milliseconds since 1970."""
    wait = (
        "async (what) => { while (!seen[what]) await new Promise(requestAnimationFrame); return seen[what]; }"
    )
    return float(big.evaluate(wait, what))


def _version(url: str) -> int:
    return int(asked(url, "state")["version"])


def asked(url: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    """The JSON of an address."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{url}api/{path}", data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        found: dict[str, Any] = json.load(answer)
        return found
