"""Thousands of random happenings in every mode, legal and not, beside a twin that plays with real cards."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.rules.seeds import seed as seeds
from companion.rules.verdict import Ruling
from companion.table.past import Refused
from companion.table.zangle import events as ev
from companion.table.zangle.play import State, judge, step, with_verdict
from companion.table.zangle.table import Phase, Table
from tests.table.folded import fold_zangle
from tests.table.happenings import game
from tests.table.naive import Naive

MODES = ("speedster", "turn-style", "solitaire")
LENGTH = 220
CLAUSES = {f"zangle/{name}" for name in seeds("zangle")["table"]["clauses"]}


def played(
    seed: int, mode: str, length: int = LENGTH, mischief: float = 0.25
) -> Iterator[tuple[State, ev.Event, State, Naive]]:
    """Each event that was allowed: (before, event, after, twin); what was refused is checked on the way."""
    happenings = game(seed, mode, length, mischief)
    state, event, truth = next(happenings)
    while True:
        verdict = judge(state, event)
        assert {reason.clause for reason in verdict.reasons} <= CLAUSES
        after = state
        if verdict.ruling is Ruling.LEGAL:
            if state.table is not None:
                event = with_verdict(state.table, event)
            after = step(state, event)
            truth.happen(event, ended(state, after, event))
            yield state, event, after, truth
        else:
            assert verdict.ruling is Ruling.ILLEGAL
            assert all(reason.says.endswith(".") for reason in verdict.reasons)
            with pytest.raises(Refused):
                step(state, event)
        try:
            state, event, truth = happenings.send(after)
        except StopIteration:
            return


def ended(before: State, after: State, event: ev.Event) -> bool:
    """Whether a round was scored just now (undo brings old scores back by itself)."""
    if isinstance(event, ev.Undo) or after.table is None or before.table is None:
        return False
    rounds = len(after.table.results)
    if isinstance(event, ev.Overrule):
        base = next(node.before for node in before.in_effect if node.seq == event.of)
        assert base is not None
        return rounds > len(base.results)
    return rounds > len(before.table.results)


def assert_sound(table: Table, truth: Naive) -> None:
    """The counts are the twin's, and no card is made or lost."""
    box = truth.box
    assert table.counted == table.deck == truth.cards() == 120
    assert (table.pile, table.aside, table.discard) == (
        len(box["pile"]),
        len(box["aside"]),
        len(box["discard"]),
    )
    assert (len(table.centre), table.hidden) == (len(box["centre"]), len(box["face_down"]))
    assert [column.hidden + (column.top is not None) for column in table.columns] == list(
        map(len, box["columns"])
    )
    assert all(column.top is not None or column.hidden == 0 for column in table.columns)
    for seat in table.seats:
        assert seat.level == box["levels"][seat.name]
        if table.mode != "solitaire" and seat.playing:
            assert seat.draw == len(box["draw"][seat.name])
            assert len(seat.row) == len(box["row"][seat.name])
            assert sum(map(len, seat.zangles)) == len(box["laid"][seat.name])
        else:
            assert not seat.draw
            assert not seat.row
    assert sorted((place.rank, place.seat) for place in table.standings) == truth.placed()
    assert {place.seat: place.total for place in table.standings} == truth.totals()


@pytest.mark.parametrize("mode", MODES)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def test_whatever_happens_the_table_stays_sound(mode: str, seed: int) -> None:
    log: list[ev.Event] = []
    state = State()
    for before, event, after, truth in played(seed, mode):
        log.append(event)
        assert (before.version, after.version) == (len(log) - 1, len(log))
        if after.table is not None:
            assert_sound(after.table, truth)
        read = ev.event_from_json(json.loads(json.dumps(ev.event_to_json(event))))
        assert read == event
        state = after
    assert fold_zangle(log) == state
    middle = len(log) // 2
    assert fold_zangle(log[middle:], fold_zangle(log[:middle])) == state


@pytest.mark.parametrize("mode", MODES)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
def test_undo_gives_the_very_state_before_and_can_be_undone(mode: str, seed: int) -> None:
    for before, event, after, _truth in played(seed, mode, 120):
        if isinstance(event, ev.Undo):
            continue
        undone = step(after, ev.Undo(after.version))
        assert undone.table == before.table
        assert list(undone.in_effect) == list(before.in_effect)
        again = step(undone, ev.Undo(undone.version))
        assert again.table == after.table
        assert list(again.in_effect) == list(after.in_effect)
        twice = step(step(again, ev.Undo(after.version)), ev.Undo(before.done.seq)) if before.done else again
        if before.done:
            assert twice.table == before.done.before


def test_random_games_reach_every_event_and_every_phase() -> None:
    missing: set[object] = {*ev.KINDS, *Phase}
    missing |= {("speedster", False, True), ("speedster", False, False), ("turn-style", False, None)}
    missing |= {("solitaire", False, None)}
    for number in range(90):
        mode = MODES[number % 3]
        for _, event, after, _truth in played(number, mode, 900, 0.02):
            missing.discard(ev.kind_of(event))
            if after.table is not None:
                missing.discard(after.table.phase)
                missing -= {(mode, one.bonus, one.honest) for one in after.table.results}
        if not missing:
            break
    assert not missing
