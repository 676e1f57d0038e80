"""Logs that were written once have to be read, played and judged alike for ever: these are never made anew."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from companion.rules.verdict import Ruling
from companion.table.log import Entry, read_log, write_log
from companion.table.played import events as played
from companion.table.played.again import play_again
from companion.table.played.play import State, judge, prepared
from companion.table.zangle.events import KINDS, kind_of
from companion.table.zangle.replay import replay

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


@pytest.mark.parametrize("name", ["x" * 41, "x" * 5000, "a\nb"])
def test_names_that_nobody_can_take_any_more_are_read_where_they_were_taken(name: str) -> None:
    event = prepared(State(), played.SetUp("zont", ("bob", "ann")), random.Random(1))
    assert isinstance(event, played.SetUp)
    old = replace(event, players=("bob", name))
    assert judge(State(), old, version=0).ruling is Ruling.ILLEGAL
    again = play_again(read_log(write_log("old", [Entry(1, 5.0, "host", old)]))[1])
    assert again.differences == ()
    assert again.state.table is not None
    assert again.state.table.names == ("bob", name)
