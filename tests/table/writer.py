"""A program that writes happenings to a store as fast as it can and says each number once it is written.

Called as: python -m tests.table.writer WHERE GAME; it is meant to be killed.
"""

from __future__ import annotations

import sys

from companion.table.store import Store
from companion.table.zangle import events as ev
from companion.table.zangle.live import ZangleGame


def main(where: str, game_id: str) -> None:
    with Store.open(where) as store:
        game = ZangleGame(store, game_id)
        for _ in range(100_000):
            event: ev.Event = ev.SetUp("speedster", ("ann", "ben"))
            if game.state.table is not None:
                event = ev.Resume() if game.state.table.paused else ev.Pause("somebody is at the door")
            answer = game.submit(event, version=game.state.version, at_s=0.0)
            if answer.entry is not None:
                print(answer.entry.seq, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
