"""Turns of Zigity that the rules refuse and the table lets pass: every card that was played does what it does."""

from __future__ import annotations

import random

import pytest

from companion.rules.verdict import Ruling
from companion.rules.zigity import Position
from companion.table.played import events as ev
from companion.table.played.play import State, prepared, step, with_verdict

PILE = "DL5rg,DS7cp,CA1lp,CA4cd,CA1lp,CA4cd"
OTHERS = "dodge,SM9lg,WA3rt/bounce,DL5rg,WA3rt"


def overruled(hand: str, turn: str, *, others: str = OTHERS, dealt: bool = True) -> State:
    """The first player says something that the table rules legal."""
    line = f"{hand}/{others} {PILE} SA3cg 1 + 0 0 running"
    names = ("Ann", "Ben", "Cem")[: 2 + others.count("/")]
    events: list[ev.Event] = [ev.SetUp("zigity", names, dealt, position=line)]
    events += [] if dealt else [ev.Show(ev.MIDDLE, ("SA3cg",))]
    state = State()
    for event in (*events, ev.Claim("Ann", turn)):
        state = step(state, with_verdict(state, prepared(state, event, random.Random(1))))
    assert isinstance(state.done and state.done.event, ev.Claim)
    return step(state, ev.Overrule(state.version, Ruling.LEGAL))


def position_of(state: State) -> Position:
    assert state.table is not None
    found: Position = state.table.position
    return found


@pytest.mark.parametrize(
    ("turn", "debt", "direction", "top", "on_turn"),
    [
        ("play draw2 draw3", 5, 1, "draw3", "Ben"),
        ("play dodge draw3", 3, 1, "draw3", "Ben"),
        ("play draw2 dodge", 2, 1, "dodge", "Ben"),
        ("play dodge bounce", 0, -1, "DL5rg", "Cem"),
        ("play bounce bounce", 0, 1, "DL5rg", "Ben"),
        ("set SB2lg, play draw2", 2, 1, "draw2", "Ben"),
    ],
)
@pytest.mark.parametrize("dealt", [True, False], ids=["dealt", "people deal"])
def test_each_of_several_action_cards_works(
    turn: str, debt: int, direction: int, top: str, on_turn: str, *, dealt: bool
) -> None:
    state = overruled("draw2,draw3,dodge,bounce,bounce,SB2lg,CA1lp", turn, dealt=dealt)
    position = position_of(state)
    assert (position.debt, position.direction) == (debt, direction)
    assert state.table is not None
    assert state.table.on_turn == on_turn
    assert state.table.due == (() if dealt or debt else (ev.MIDDLE,))
    assert dealt is False or str(position.play_card) == top


@pytest.mark.parametrize(
    ("turn", "top"),
    [
        ("set SB2lg draw2", "DL5rg"),
        ("set SB2lg free=guitar, draw 1", "DS7cp"),
        ("play free", "DL5rg"),
        ("play dodge SB2lg", "SB2lg"),
    ],
)
@pytest.mark.parametrize("dealt", [True, False], ids=["dealt", "people deal"])
def test_cards_are_turned_over_where_no_set_card_shows(turn: str, top: str, *, dealt: bool) -> None:
    state = overruled("draw2,dodge,free,SB2lg,CA1lp", turn, dealt=dealt)
    assert position_of(state).debt == 0
    assert state.table is not None
    assert state.table.due == (() if dealt or top == "SB2lg" else (ev.MIDDLE,))
    assert dealt is False or str(position_of(state).play_card) == top
