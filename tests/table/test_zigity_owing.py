"""What is owed after a set that the table rules right: whoever laid it owes it still; action cards alone pass it on."""

from __future__ import annotations

import random

import pytest

from companion.rules.verdict import Ruling
from companion.table.log import Entry
from companion.table.played import events as ev
from companion.table.played.again import play_again
from companion.table.played.play import State, judge, prepared, step, with_verdict
from companion.table.played.table import Table

SEATS = ("Ann", "Ben", "Cem")
OWED = "CA1lp,SO1ct/SK8cp,CE4cg,dodge,free/SR7rd,CO6lp SG10rg,WB4rg,DE9cd,SI10rd CC6ld,draw2 2 + 2 0 running"


def after(*events: ev.Event) -> State:
    state = State()
    for event in events:
        state = step(state, with_verdict(state, prepared(state, event, random.Random(1))))
    return state


def table_of(state: State) -> Table:
    assert state.table is not None
    return state.table


def overruled(turn: str) -> State:
    """Ben owes two cards and lays something that the table rules right."""
    state = after(ev.SetUp("zigity", SEATS, dealt=True, position=OWED), ev.Claim("Ben", turn))
    assert isinstance(state.done and state.done.event, ev.Claim)
    return step(state, ev.Overrule(2, Ruling.LEGAL))


@pytest.mark.parametrize("turn", ["set SK8cp CE4cg", "set SK8cp free"])
def test_whoever_laid_a_set_still_owes_what_was_owed(turn: str) -> None:
    state = overruled(turn)
    table = table_of(state)
    assert (table.on_turn, table.position.debt) == ("Ben", 2)
    assert "Draw 2 cards, as owed" in {one["says"] for one in table.desk.choices(table.position, 1)}
    held = len(table.position.hands[1])
    table = table_of(after_claim(state, ev.Claim("Ben", "draw 2")))
    assert (table.on_turn, table.position.debt, len(table.position.hands[1])) == ("Cem", 0, held + 2)


def after_claim(state: State, claim: ev.Claim) -> State:
    state = step(state, with_verdict(state, prepared(state, claim, random.Random(1))))
    assert state.done is not None
    assert isinstance(state.done.event, ev.Claim)
    assert state.done.event.ruling is Ruling.LEGAL
    return state


def test_an_action_card_passes_it_on() -> None:
    table = table_of(after_claim(overruled("set SK8cp CE4cg"), ev.Claim("Ben", "play dodge")))
    assert (table.on_turn, table.position.debt) == ("Cem", 2)


def test_nobody_else_plays_before_it_is_paid() -> None:
    state = overruled("set SK8cp CE4cg")
    verdict = judge(state, ev.Claim("Cem", "draw 2"), state.version)
    assert [one.says for one in verdict.reasons] == ["It is Ben's turn."]


def test_where_people_deal_it_is_so_too() -> None:
    line = "CA1lp,draw2/SK8cp,CE4cg,free/SR7rd,CO6lp SG10rg,WB4rg,DE9cd,SI10rd CC6ld 1 + 0 0 running"
    state = after(
        ev.SetUp("zigity", SEATS, position=line),
        ev.Show(ev.MIDDLE, ("CC6ld",)),
        ev.Claim("Ann", "play draw2"),
        ev.Claim("Ben", "set SK8cp CE4cg"),
        ev.Overrule(4, Ruling.LEGAL),
    )
    assert (table_of(state).on_turn, table_of(state).position.debt) == ("Ben", 2)
    assert table_of(after_claim(state, ev.Claim("Ben", "draw 2"))).due == (ev.MIDDLE,)


@pytest.mark.parametrize(
    ("turn", "after_it"), [("draw 2", ("Ann", 0)), ("play bounce", ("Ben", 2)), ("set CO6lp", ("Cem", 2))]
)
def test_logs_are_read_in_which_it_passed_on_to_the_next_player(turn: str, after_it: tuple[str, int]) -> None:
    line = OWED.replace("SR7rd,CO6lp", "SR7rd,CO6lp,bounce")
    log: list[ev.Event] = [
        ev.SetUp("zigity", SEATS, dealt=True, position=line),
        ev.Claim("Ben", "set SK8cp CE4cg", Ruling.ILLEGAL),
        ev.Overrule(2, Ruling.LEGAL),
        ev.Claim("Cem", turn, Ruling.ILLEGAL if turn.startswith("set") else Ruling.LEGAL),
    ]
    found = play_again([Entry(seq, 0.0, None, event) for seq, event in enumerate(log, 1)])
    assert not found.stopped
    assert all(one.logged == one.now for one in found.differences)
    assert found.state.table is not None
    table = found.state.table
    expected = ("Ben", 2) if turn.startswith("set") else after_it
    assert (table.on_turn, table.position.debt) == expected
