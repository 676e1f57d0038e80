"""Draws of Zigity at the table: judged by a hand that the program dealt, and on trust of one that nobody has seen."""

from __future__ import annotations

import pytest

from companion.rules.verdict import Reason, Ruling
from companion.table.log import Entry
from companion.table.played import events as ev
from companion.table.played.again import play_again
from companion.table.played.play import State, step, with_verdict

USED_UP = "DA1lp,SK8cp/DA1cp,SO1ct,CA1lp - DR10ld 1 + 0 0 running"
VOLUNTARY = (("voluntary-draw", True),)


def said(
    turn: str, *, dealt: bool, options: tuple[tuple[str, bool], ...] = (), line: str = USED_UP
) -> tuple[Ruling | None, list[tuple[str, str]], State]:
    state = step(State(), ev.SetUp("zigity", ("Ann", "Ben"), dealt, options, position=line))
    if not dealt:
        assert state.table is not None
        state = step(state, ev.Show(ev.MIDDLE, (str(state.table.position.play_card),)))
    claim = with_verdict(state, ev.Claim("Ann", turn))
    assert isinstance(claim, ev.Claim)
    return claim.ruling, [(one.clause, one.says) for one in claim.reasons], step(state, claim)


@pytest.mark.parametrize("options", [(), VOLUNTARY])
def test_who_could_play_does_not_say_draw_0(options: tuple[tuple[str, bool], ...]) -> None:
    ruling, reasons, state = said("draw 0", dealt=True, options=options)
    assert ruling is Ruling.ILLEGAL
    assert reasons == [("zigity/draw-one", "A set can be played from the hand.")]
    assert state.table is not None
    assert state.table.on_turn == "Ann"


@pytest.mark.parametrize("options", [(), VOLUNTARY])
def test_where_people_deal_draw_0_is_taken_on_trust(options: tuple[tuple[str, bool], ...]) -> None:
    ruling, reasons, _ = said("draw 0", dealt=False, options=options)
    assert ruling is Ruling.LEGAL
    assert reasons == [("zigity/draw-one", "Drawn; nobody has seen whether the hand could play.")]


def test_where_people_deal_a_draw_is_taken_on_trust_or_is_the_option() -> None:
    line = USED_UP.replace(" - ", " CI2lp,SA3cg ")
    _, reasons, _ = said("draw 1", dealt=False, line=line)
    assert reasons == [("zigity/draw-one", "Drawn; nobody has seen whether the hand could play.")]
    _, reasons, _ = said("draw 1", dealt=False, line=line, options=VOLUNTARY)
    assert reasons == [("zigity/voluntary-draw", "1 card drawn.")]
    ruling, reasons, _ = said("draw 2", dealt=False, line=line)
    assert (ruling, reasons) == (
        Ruling.ILLEGAL,
        [("zigity/draw-one", "2 cards drawn, and it must be 1.")],
    )


def test_with_the_option_nobody_hears_whether_a_hand_could_play() -> None:
    for able in ("SO1ct", "CA1lp"):
        line = f"{able},SK8cp/DA1cp CI2lp,SA3cg SR10lt 1 + 0 0 running"
        _, reasons, _ = said("draw 1", dealt=True, options=VOLUNTARY, line=line)
        assert reasons == [("zigity/voluntary-draw", "1 card drawn.")]


def test_a_log_goes_on_in_which_a_game_ended_by_a_debt_that_was_paid_with_nothing() -> None:
    blocked = Reason("zigity/blocked", "Nobody can play or draw; player 2 wins.")
    log: list[ev.Event] = [
        ev.SetUp("zigity", ("Ann", "Ben"), dealt=True, position="dodge,SB2lg/SM9lg - draw2 1 + 2 0 running"),
        ev.Claim("Ann", "draw 0", Ruling.LEGAL),
        ev.Claim("Ben", "draw 0", Ruling.LEGAL, (blocked,)),
        ev.NextGame(position=USED_UP),
    ]
    found = play_again([Entry(seq, 0.0, None, event) for seq, event in enumerate(log, 1)])
    assert not found.stopped
    assert found.state.table is not None
    assert found.state.table.wins["Ben"] == 1
