"""What was made of a board and is not entered: its number tells whether a page has it."""

from __future__ import annotations

import json

import pytest

from companion.rules.verdict import Ruling
from companion.table.played import events as ev
from companion.table.played.news import News
from companion.table.store import Store
from companion.web.hall import Hall
from companion.web.stream import follow_played
from tests.table.turning_over import LINE

SET_UP = {"kind": "set-up", "game": "tranglar", "players": ["Ann", "Ben"], "position": LINE}


@pytest.fixture
def hall(hall: Hall) -> Hall:
    event = ev.event_from_json(SET_UP)
    assert isinstance(event, ev.SetUp)
    assert hall.begin_played(event).accepted
    return hall


def tell(hall: Hall, title: str) -> None:
    assert hall.at is not None
    news = News(
        kind="open",
        title=title,
        says="",
        ruling=Ruling.UNDECIDED,
        reasons=(),
        seat=None,
        drawn={},
        cells=(),
    )
    hall.tell(*hall.at, news)


def test_news_told_while_a_state_is_put_together_come_under_a_number_of_their_own(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = hall.news

    def news_that_are_old_at_once(game: str, version: int) -> News | None:
        found = known(game, version)
        tell(hall, "the second")
        return found

    tell(hall, "the first")
    monkeypatch.setattr(hall, "news", news_that_are_old_at_once)
    stream = follow_played(hall, None, None)
    states: list[tuple[int, str]] = []
    while len(states) < 2:
        message = next(stream)
        if message.startswith("event: state"):
            state = json.loads(message.split("data: ")[1])
            states.append((state["told"], state["news"]["title"]))
    (first, one), (second, other) = states
    assert (one, other) == ("the first", "the second")
    assert first < second


def test_a_server_that_is_started_anew_numbers_its_news_anew(hall: Hall, store: Store) -> None:
    tell(hall, "before")
    again = Hall(store)
    tell(again, "since")
    assert again.at == hall.at
    assert again.mark[1] > hall.mark[1]
