"""From the moment a camera sees a claim to its verdict in a browser: stream, recognition, game, page; all real.

A picture of the table goes out as motion JPEG, as from a network camera. A player calls by phone; then the cards of a
Zangle lie in the claim zone from one picture to the next. The time runs from when that picture was sent; on its way the
claim is written down, told to the page, and drawn by it.
"""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle
from typing import Any

import cv2
from playwright.sync_api import sync_playwright

from benchmarks.live_page import WATCH, asked, browser_path, opened, seen, served
from tests.live.staging import BACK, Laid, Stage
from tests.live.the_round import ANN, BEN, CENTRE, RIGHT, SHEETS, centre_at, claim_at, row_of

RATES = (15, 30)
"""Pictures a second."""
ROUNDS = 15
PATIENCE_S = 60.0
BEFORE = SHEETS | {BACK: Laid(285.8, 211.8, 0.6)}
"""What lies there before any card does."""
TOLD = """(() => {
    const own = EventSource.prototype.addEventListener;
    EventSource.prototype.addEventListener = function (kind, call) {
        const timed = (event) => {
            const ruled = JSON.parse(event.data).moment?.ruling;
            if (ruled) (globalThis.told ??= {})[ruled] ??= performance.timeOrigin + performance.now();
            call(event);
        };
        own.call(this, kind, kind === "state" ? timed : call);
    };
})()"""


@dataclass(frozen=True, slots=True)
class Way:
    """When a claim got how far, in milliseconds from its first picture."""

    written: float
    told: float
    drawn: float


class Film:
    """What the camera sends: pictures shown in turn until others are to be shown."""

    def __init__(self, stage: Stage, fps: int) -> None:
        self._stage = stage
        self._pictures: Sequence[bytes] = ()
        self._sent_ms: float | None = None
        self.show(BEFORE)
        film = self

        class Sender(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=next")
                self.end_headers()
                try:
                    for number in cycle(range(2)):
                        self.wfile.write(film.next(number))
                        time.sleep(1 / fps)
                except OSError:
                    return  # The one who looked has hung up.

            def log_message(self, *_words: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Sender)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/video"

    def show(self, things: Mapping[str, Laid]) -> None:
        """Send this from now on, with two noises in turn."""
        pictures = [self._stage.picture(things, number=number) for number in range(2)]
        parts = []
        for picture in pictures:
            data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()
            head = f"--next\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
            parts.append(head.encode() + data + b"\r\n")
        self._pictures, self._sent_ms = parts, None

    def next(self, number: int) -> bytes:
        """The next picture."""
        if self._sent_ms is None:
            self._sent_ms = time.time() * 1e3
        return self._pictures[number]

    def sent_ms(self) -> float:
        """When the first picture of what is shown now was sent."""
        _until(lambda: self._sent_ms is not None, "the picture is sent")
        assert self._sent_ms is not None
        return self._sent_ms

    def close(self) -> None:
        """Send no more."""
        self._server.shutdown()
        self._server.server_close()


def rows() -> Iterator[tuple[str, str]]:
    """Name and value."""
    chromium = browser_path()
    if chromium is None:
        yield "camera: claim in sight to verdict on the page", "not measured: no Chromium"
        return
    for fps in RATES:
        film = Film(Stage(), fps)
        try:
            with served("--camera", film.url) as url:
                ways = _measured(url, chromium, film)
        finally:
            film.close()
        drawn = sorted(way.drawn for way in ways)
        yield (
            f"camera at {fps}/s: claim in sight to page",
            f"median {statistics.median(drawn):.0f} ms, at most {drawn[-1]:.0f} ms (n = {len(ways)}): "
            f"{statistics.median(way.written for way in ways):.0f} until it is ruled and written down, "
            f"{statistics.median(way.told - way.written for way in ways):.0f} to the page, "
            f"{statistics.median(way.drawn - way.told for way in ways):.0f} until it is drawn",
        )


def _measured(url: str, chromium: str, film: Film) -> list[Way]:
    asked(url, "set-up", {"mode": "speedster", "players": ["Ann", "Ben"]})
    home = {**BEFORE, **{name: row_of(1, k) for k, name in enumerate(ANN)}}
    home |= {name: row_of(2, k) for k, name in enumerate(BEN)}
    film.show(home)
    _until(lambda: _table(url)["phase"] == "dealt", "the deal is seen")
    home |= {name: centre_at(k) for k, name in enumerate(CENTRE)}
    film.show(home)
    laid = home | {name: claim_at(k, 1) for k, name in enumerate(RIGHT)}
    ways = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context(viewport={"width": 1920, "height": 1080})
        context.add_init_script(TOLD)
        big = opened(context.new_page(), url)
        big.evaluate(WATCH)
        for _ in range(ROUNDS):
            _until(lambda: _lie_at_home(url), "all cards are seen at home")
            big.evaluate("() => { globalThis.seen = {}; globalThis.told = {}; }")
            _call(url)
            frame = _frame(url)
            _until(lambda frame=frame: _frame(url) > frame + 1, "the camera has looked since")  # type: ignore[misc]
            film.show(laid)
            sent = film.sent_ms()
            drawn = seen(big, "legal") - sent
            ways.append(Way(_written_ms(url) - sent, float(big.evaluate("told.legal")) - sent, drawn))
            for _ in range(2):
                state = asked(url, "state")
                asked(url, "undo", {"version": state["version"], "of": state["undo"]["seq"]})
            film.show(home)
        browser.close()
    return ways


def _call(url: str) -> None:
    now = asked(url, "clock")["received_s"]
    body = {"seat": "Ann", "pressed_s": now, "device": "phone", "samples": [[now, now, now, now]]}
    asked(url, "call", {"version": asked(url, "state")["version"], **body})


def _written_ms(url: str) -> float:
    """When the last claim was written down."""
    log = asked(url, f"games/{asked(url, 'state')['game']}/log")
    return float(
        next(one["at_s"] for one in reversed(log["entries"]) if one["event"]["kind"] == "claim") * 1e3
    )


def _table(url: str) -> dict[str, Any]:
    found: dict[str, Any] = asked(url, "state")["table"]
    return found


def _frame(url: str) -> int:
    return int(asked(url, "camera")["number"])


def _lie_at_home(url: str) -> bool:
    """Whether the camera sees every card in its place, and the game knows what the open ones show."""
    table = _table(url)
    known = [*table["centre"], *(face for seat in table["seats"] for face in seat["row"])]
    cards = asked(url, "camera")["cards"]
    owners = [card["owner"] for card in cards if not card["remembered"] and card["face"]["id"]]
    read = len(known) == 12 and all(face["id"] for face in known)
    return bool(read) and sorted(owners) == ["Ann"] * 4 + ["Ben"] * 4 + ["centre"] * 4


def _until(done: Callable[[], bool], what: str) -> None:
    late_s = time.monotonic() + PATIENCE_S
    while not done():
        if time.monotonic() > late_s:
            raise TimeoutError(f"Waited {PATIENCE_S:.0f} s until {what}.")
        time.sleep(0.05)
