"""The server killed again and again while it is written to: what it acknowledged is there when it comes back."""

from __future__ import annotations

import urllib.error
from http.client import HTTPException
from threading import Event, Thread

from companion.table.logs import load_log
from companion.table.zangle.replay import replay
from tests.web.conftest import Serving
from tests.web.playing import ask, state_of

KILLS = 4


def test_a_server_killed_in_the_middle_of_everything_loses_nothing(serving: Serving) -> None:
    ask(serving.url, "set-up", {"mode": "speedster", "players": ["Ann", "Ben"]})
    acknowledged = 1
    for round_ in range(KILLS):
        said: list[int] = [acknowledged]
        busy = Event()

        def write(said: list[int] = said, busy: Event = busy, enough: int = 3 + 4 * round_) -> None:
            """Enter one thing after the other until nobody answers any more."""
            try:
                while True:
                    kind = "resume" if state_of(serving.url)["table"]["paused"] else "pause"
                    said.append(ask(serving.url, kind, {"version": said[-1]})["state"]["version"])
                    if len(said) > enough:
                        busy.set()
            except (urllib.error.URLError, HTTPException, OSError):
                busy.set()

        writer = Thread(target=write)
        writer.start()
        assert busy.wait(120)
        serving.kill()
        writer.join()
        assert len(said) > 3
        serving.start()
        version = state_of(serving.url)["version"]
        # One entry may be on the disk that nobody was told of any more.
        assert said[-1] <= version <= said[-1] + 1
        acknowledged = version
    found = replay(load_log(str(serving.log), None)[1])
    assert found.differences == ()
    assert found.state.version == acknowledged
