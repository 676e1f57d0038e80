"""Logs that were written once have to be read, played and judged alike for ever: these are never made anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.table.log import read_log, write_log
from companion.table.replay import replay
from companion.table.zangle.events import KINDS, kind_of

LOGS = Path(__file__).parent / "logs"
ENDS = {
    "speedster": {"ann": (1, 0), "cem": (2, 10), "ben": (3, 11)},
    "turn-style": {"ben": (1, 10), "ann": (2, 23), "cem": (2, 23)},
    "solitaire": {"ann": (1, 13)},
}


@pytest.mark.parametrize("name", sorted(ENDS))
def test_a_log_of_version_1_ends_as_it_always_did(name: str) -> None:
    text = (LOGS / f"{name}.json").read_text(encoding="utf-8")
    found, entries = read_log(text)
    assert found == name
    played = replay(entries)
    assert played.differences == ()
    assert played.state.table is not None
    assert {place.seat: (place.rank, place.total) for place in played.state.table.standings} == ENDS[name]
    assert read_log(write_log(found, entries)) == (found, entries)


def test_the_logs_hold_every_kind_of_event() -> None:
    kinds = set()
    for path in LOGS.glob("*.json"):
        kinds |= {kind_of(entry.event) for entry in read_log(path.read_text(encoding="utf-8"))[1]}
    assert kinds == set(KINDS)
