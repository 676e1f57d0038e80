"""What a page gets that was away, or slow, while other games began: everything, once and in order."""

from __future__ import annotations

import threading
from collections.abc import Generator
from typing import Any, Self

import pytest

from companion.table.log import Entry
from companion.table.played import events as table_events
from companion.table.runs import Run, Written, runs
from companion.table.store import Store
from companion.table.zangle import events as ev
from companion.web import hall as hall_module
from companion.web.hall import Hall
from companion.web.missed import Missed, Turn, missed, missed_before, turn_of
from companion.web.stream import follow, follow_played, parse


def begin(hall: Hall, pauses: int = 0) -> str:
    """A game of Zangle with twice as many entries more; its id."""
    assert hall.begin(ev.SetUp("speedster", ("ann", "ben"))).accepted
    pause(hall, pauses)
    return hall.game.id


def pause(hall: Hall, times: int) -> None:
    for _ in range(times):
        for event in (ev.Pause(), ev.Resume()):
            assert hall.submit(event, hall.game.state.version, "host").accepted


def begin_played(hall: Hall, game: str = "zont") -> str:
    assert hall.begin_played(table_events.SetUp(game=game, players=("ann", "ben"), dealt=True)).accepted
    assert hall.played is not None
    return hall.played.id


def ids(game: str, first: int, last: int) -> list[str]:
    return [f"{game}/{number}" for number in range(first, last + 1)]


def told(stream: Generator[str], until: str, kind: str = "state") -> list[str]:
    """The ids of the entries that come until a message of that kind has that id."""
    entries = []
    for message in stream:
        lines = dict(line.split(": ", 1) for line in message.splitlines() if ": " in line)
        if lines.get("event") == "entry":
            entries.append(lines["id"])
        if (lines.get("event"), lines.get("id", "")) == (kind, until):
            break
    return entries


def test_who_comes_back_gets_the_rest_of_the_game_and_all_games_since(hall: Hall) -> None:
    one = begin(hall, pauses=2)
    looks_on = follow(hall, None)
    every = told(looks_on, f"{one}/5")
    two = begin(hall, pauses=1)
    every += told(looks_on, f"{two}/3")
    three = begin(hall)
    every += told(looks_on, f"{three}/1")
    assert every == [*ids(one, 1, 5), *ids(two, 1, 3), *ids(three, 1, 1)]
    for number, last in enumerate(every, 1):
        assert told(follow(hall, parse(last)), f"{three}/1") == every[number:]


def test_games_of_the_other_table_are_told_too_but_not_on_the_stream_of_their_own_table_alone(
    hall: Hall,
) -> None:
    one = begin_played(hall)
    two = begin(hall, pauses=1)
    three = begin_played(hall, "zigity")
    four = begin_played(hall)
    between = [*ids(two, 1, 3), *ids(three, 1, 1)]
    assert told(follow(hall, (one, 1)), f"{four}/1") == [*between, f"{four}/1"]
    assert told(follow_played(hall, None, (one, 1)), f"{four}/1") == [f"{three}/1", f"{four}/1"]
    assert told(follow_played(hall, None, (two, 2)), f"{four}/1") == [f"{three}/1", f"{four}/1"]


def test_a_game_that_ended_with_another_table_being_played_is_told_to_its_end(hall: Hall) -> None:
    one = begin_played(hall)
    stream = follow_played(hall, None, None)
    assert told(stream, f"{one}/1") == [f"{one}/1"]
    assert hall.enter(table_events.End(), 1, "host").entry is not None
    begin(hall)
    assert told(stream, "") == [f"{one}/2"]
    two, three = begin_played(hall), begin_played(hall)
    assert told(stream, f"{three}/1") == [f"{two}/1", f"{three}/1"]


def test_a_slow_page_gets_the_rest_of_a_game_that_another_has_followed(hall: Hall) -> None:
    one = begin(hall)
    stream = follow(hall, None)
    assert told(stream, f"{one}/1", "entry") == [f"{one}/1"]
    pause(hall, 40)
    two, three = begin(hall, pauses=1), begin(hall)
    assert told(stream, f"{three}/1") == [*ids(one, 2, 81), *ids(two, 1, 3), f"{three}/1"]


def test_nothing_is_missed_though_the_server_was_started_anew(store: Store) -> None:
    before = Hall(store)
    one = begin(before, pauses=2)
    two = begin(before, pauses=1)
    hall = Hall(store)
    assert told(follow(hall, (one, 2)), f"{two}/3") == [*ids(one, 3, 5), *ids(two, 1, 3)]
    assert told(follow(hall, (two, 1)), f"{two}/3") == ids(two, 2, 3)
    three = begin(hall)
    assert told(follow(hall, (one, 4)), f"{three}/1") == [f"{one}/5", *ids(two, 1, 3), f"{three}/1"]


def test_the_end_of_a_game_is_told_after_a_new_start_at_which_nothing_is_played(store: Store) -> None:
    before = Hall(store)
    one = begin(before)
    assert before.submit(ev.End(), 1, "host").accepted
    hall = Hall(store)
    assert hall.current is None
    stream = follow(hall, (one, 1))
    assert told(stream, "") == [f"{one}/2"]
    two = begin(hall)
    assert told(stream, f"{two}/1") == [f"{two}/1"]


def test_a_game_that_is_gone_on_with_is_told_from_its_beginning_and_brings_no_older_ones(hall: Hall) -> None:
    one, two = begin(hall, pauses=1), begin(hall, pauses=1)
    stream = follow(hall, (two, 3))
    assert told(stream, f"{two}/3") == []
    hall.open(one)
    assert told(stream, f"{one}/3") == ids(one, 1, 3)
    # To come back is not to have missed what was played since that entry was written.
    assert told(follow(hall, (one, 3)), f"{one}/3") == []
    three = begin(hall)
    assert told(stream, f"{three}/1") == [f"{three}/1"]


def test_a_game_that_cannot_be_read_keeps_nobody_from_the_others(hall: Hall, store: Store) -> None:
    one, two = begin(hall), begin(hall)
    # As another program might have written it.
    store.append(two, Entry(2, hall.now_s(), "host", ev.Resume()))
    three = begin(hall)
    assert told(follow(hall, (one, 1)), f"{three}/1") == [f"{three}/1"]


class Watched:
    """A lock that says when somebody has to wait for it."""

    waited = threading.Event()

    def __init__(self) -> None:
        self._lock = threading.RLock()

    def __enter__(self) -> Self:
        if not self._lock.acquire(blocking=False):
            self.waited.set()
            self._lock.acquire()
        return self

    def __exit__(self, *_: object) -> None:
        self._lock.release()


def test_what_is_being_written_in_a_game_is_told_before_another_begins(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall_module, "Lock", Watched)
    hall = Hall(store)
    one = begin(hall)
    stream = follow(hall, None)
    assert told(stream, f"{one}/1") == [f"{one}/1"]
    append = store.append

    def slowly(game_id: str, entry: Entry, *more: Any) -> None:
        if game_id == one:
            # Another game is begun now, or has to wait.
            Watched.waited.clear()
            host.start()
            Watched.waited.wait()
        append(game_id, entry, *more)

    def another() -> None:
        begin(hall)
        told_meanwhile.extend(told(stream, f"{hall.game.id}/1"))
        Watched.waited.set()

    told_meanwhile: list[str] = []
    host = threading.Thread(target=another)
    monkeypatch.setattr(store, "append", slowly)
    assert hall.submit(ev.End(), 1, "ann").accepted
    host.join()
    assert told_meanwhile == [f"{one}/2", f"{hall.game.id}/1"]


@pytest.mark.parametrize("last", ["a\0b/1", "x" * 99 + "/1", "a b/1", "/1", "a/", "a/1234567890", "a", None])
def test_what_is_no_id_of_ours_is_asked_of_no_log(last: str | None) -> None:
    assert parse(last) is None


# --- the plain values ---------------------------------------------------------------------------------


def test_runs_go_by_time_and_keep_each_game_in_its_own_order() -> None:
    written = [
        Written("a", "zangle", 3, 10.0),
        Written("a", "zangle", 4, 11.0),
        Written("a", "zangle", 5, 30.0),
        # The clock was set back.
        Written("b", "zont", 1, 20.0),
        Written("b", "zont", 2, 5.0),
    ]
    assert runs(written) == (Run("a", "zangle", 3, 4), Run("b", "zont", 1, 2), Run("a", "zangle", 5, 5))
    assert runs([]) == ()
    assert runs([Written("a", "zangle", 1, "soon"), Written("a", "zangle", 2, 1.0)]) == (
        Run("a", "zangle", 1, 2),
    )


A, B, SHOWN, C = (
    Turn("a", "zangle", 1),
    Turn("b", "zont", 1),
    Turn("shown-1", "zangle", 1, kept=False),
    Turn("c", "zangle", 4),
)


def test_an_entry_was_told_at_the_latest_turn_that_had_come_no_further() -> None:
    again = Turn("a", "zangle", 6)
    assert turn_of((A, B, again), ("a", 3)) == 0
    assert turn_of((A, B, again), ("a", 6)) == 2
    assert turn_of((A, B, C), ("c", 3)) is None
    assert turn_of((A, B), ("d", 1)) is None


def test_what_was_missed_since_a_turn() -> None:
    rest = Run("a", "zangle", 3, None)
    assert missed((A,), ("a", 2), 0, "a") == Missed((), 2)
    assert missed((A, B), ("a", 2), 0, "b") == Missed((rest,))
    # A show that is over is not told of.
    assert missed((A, B, SHOWN, C), ("a", 2), 0, "c") == Missed((rest, Run("b", "zont", 1, None)))
    # Who has seen the game before sees it from its beginning: another one came between.
    assert missed((A, B, A), ("a", 2), 0, "a") == Missed((Run("b", "zont", 1, None),))
    # The last turn need not be told of here.
    assert missed((A, B), ("a", 2), 0, None) == Missed((rest,))
    assert missed((A, B, C), ("a", 2), 1, "c") == Missed()


def test_what_was_missed_since_an_entry_of_which_no_turn_is_known() -> None:
    rest, other = Run("a", "zangle", 3, 5), Run("b", "zont", 1, 2)
    assert missed_before(lambda _: None, ("a", 2), "a") == Missed()
    assert missed_before(lambda _: (rest,), ("a", 2), "a") == Missed((), 2)
    assert missed_before(lambda _: (rest, other), ("a", 2), "b") == Missed((rest,))
    assert missed_before(lambda _: (rest, other), ("a", 2), "a") == Missed((other,))
    assert missed_before(lambda _: (rest, other), ("a", 2), None) == Missed((rest, other))
