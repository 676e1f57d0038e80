"""Corners that whole games seldom turn: which of two cards is meant, who sits where, what is just allowed."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.errors import BadInput
from companion.rules.polyform import IAMOND, free_shapes
from companion.rules.zangle.modes import Equalizer
from companion.table.zangle import events as ev
from companion.table.zangle.cards import matched, without
from companion.table.zangle.events import Face
from companion.table.zangle.play import judge
from companion.table.zangle.table import Phase
from tests.table.script import ONE, TWO, Script, Z
from tests.table.scripted_modes import five_rounds, speedster, turn_style

STRIP, LARGE = (Face(4, shape) for shape in free_shapes(IAMOND, 4)[:2])
FACES = st.sampled_from(
    [Face(), ONE, TWO, Z, Face(4), STRIP, LARGE, Face(1, ONE.shape, "a"), Face(1, ONE.shape, "b")]
)


@given(asked=st.lists(FACES, max_size=4), lying=st.lists(FACES, max_size=5))
def test_cards_are_found_exactly_where_some_choice_fits(asked: list[Face], lying: list[Face]) -> None:
    found = matched(asked, lying)
    possible = any(
        all(face.agrees(lying[at]) for face, at in zip(asked, choice, strict=True))
        for choice in permutations(range(len(lying)), len(asked))
    )
    assert (found is not None) is possible
    if found is not None:
        assert len(set(found)) == len(asked)
        assert all(face.agrees(lying[at]) for face, at in zip(asked, found, strict=True))
        assert len(without(lying, found)) == len(lying) - len(asked)


@pytest.mark.parametrize("asked", [ONE, TWO, Z, Face(4), STRIP, Face(1, ONE.shape, "a"), Face()])
def test_a_card_is_rather_one_that_is_known_as_well(asked: Face) -> None:
    lying = [Face(), Face(1), Face(4), ONE, TWO, Z, STRIP, Face(1, ONE.shape, "a")]
    assert matched([asked], lying) == (lying.index(asked),)
    assert matched([asked], lying[::-1]) == (lying[::-1].index(asked),)


def test_who_joins_sits_to_the_left_of_whom_they_name() -> None:
    game = Script(ev.SetUp("turn-style", ("ann", "ben", "cem")))
    game.do(ev.Join("dea", "ben"), ev.Join("eli"), ev.Join("fay", "eli"), ev.Join("gus", "ann"))
    assert game.table.names == ("ann", "gus", "ben", "dea", "cem", "eli", "fay")


def test_a_lap_starts_with_the_first_player_from_the_dealer_on() -> None:
    game = Script(ev.SetUp("turn-style", ("ann", "ben", "cem"), dealer="cem")).start()
    assert game.table.lap == ("cem", "ann", "ben")


def test_the_margin_is_told_to_who_calls_too_late() -> None:
    game = speedster().start().do(ev.Call("ann", 10.0, 0.0, "a"))
    (reason,) = judge(game.state, ev.Call("ben", 10.25, 0.0, "b")).reasons
    assert reason.says == "ann called 250 ms before."


def test_a_score_can_be_corrected_down_to_nothing_and_no_further() -> None:
    game = five_rounds()
    assert not game.refused(ev.CorrectScore(1, "cem", 0, "miscounted"))
    assert not game.refused(ev.CorrectScore(1, "cem", 1000, "miscounted"))
    assert game.refused(ev.CorrectScore(1, "cem", -1, "miscounted")) == {"correction"}
    assert game.refused(ev.CorrectScore(1, "cem", 1001, "miscounted")) == {"correction"}


@pytest.mark.parametrize(("row", "extra"), [(0, 0), (11, 0), (4, -1), (4, 11)])
def test_an_equalizer_that_no_table_can_follow_is_refused(row: int, extra: int) -> None:
    with pytest.raises(BadInput, match="An equalizer"):
        Equalizer("Hop.", row, extra)
    assert Equalizer("Hop.", max(1, min(row, 10)), max(0, min(extra, 10))).says == "Hop."


def row(seat: str) -> ev.Place:
    return ev.Place(ev.Kind.ROW, seat)


def draw(seat: str) -> ev.Place:
    return ev.Place(ev.Kind.DRAW, seat)


ASIDE = ev.Place(ev.Kind.ASIDE)


def test_who_turns_out_to_have_no_card_is_out() -> None:
    game = turn_style()
    game.do(
        ev.CorrectCards(draw("ann"), ASIDE, 6, "dealt twice"), ev.CorrectCards(row("ann"), ASIDE, 4, "so too")
    )
    assert (game.table.winner, game.table.on_turn) == ("ann", "ben")
    assert game.table.turn is not None
    assert game.table.turn.idle == 0
    game.do(ev.CorrectCards(ASIDE, row("ann"), 1, "one was under the box"))
    assert game.table.winner is None
    swift = speedster("ann", "ben").start()
    swift.do(ev.CorrectCards(draw("ben"), ASIDE, 6, "x"), ev.CorrectCards(row("ben"), ASIDE, 4, "x"))
    assert (swift.table.phase, swift.table.winner) == (Phase.CHECK, "ben")


def test_a_round_can_be_stuck_from_the_start() -> None:
    game = turn_style("ann", "ben")
    game.do(ev.CorrectCards(ev.Place(ev.Kind.PILE), ASIDE, game.table.pile, "blown off the table"))
    for seat in ("ann", "ben"):
        assert game.refused(ev.EndRound()) == {"stuck-round"}
        game.do(ev.Pass(seat))
    assert game.do(ev.EndRound()).totals == {"ann": 10, "ben": 10}


def test_a_correction_takes_unread_cards_first_and_leaves_what_was_seen() -> None:
    game = speedster("ann", "ben").start().do(ev.Seen("ann", (ONE, TWO, Z)))
    game.do(ev.CorrectCards(row("ann"), draw("ann"), 2, "they lay face down"))
    assert game.table.known_seat("ann").row == (ONE, TWO)
    game.do(ev.CorrectCards(draw("ann"), row("ann"), 1, "and one was open"))
    assert game.table.known_seat("ann").row == (ONE, TWO, Face())


def test_a_used_card_can_be_given_back() -> None:
    game = speedster("ann", "ben").start().lay("ann", 3).lay("ann", 2)
    used = ev.Place(ev.Kind.USED, "ann")
    game.do(ev.CorrectCards(used, ASIDE, 4, "fell off the table"))
    assert list(map(len, game.table.known_seat("ann").zangles)) == [3]
    game.do(ev.CorrectCards(ASIDE, used, 1, "found one"))
    assert list(map(len, game.table.known_seat("ann").zangles)) == [4]
    game.do(ev.CorrectCards(used, ASIDE, 4, "and lost all"))
    assert game.table.known_seat("ann").zangles == ()


def test_an_undo_passes_over_looks() -> None:
    game = speedster("ann", "ben").start().do(ev.Hit("ann"))
    hit, before = game.state.version, game.table
    game.do(ev.Seen("ann", (ONE,)), ev.Seen("centre", (TWO,)))
    assert game.state.to_undo is not None
    assert game.state.to_undo.seq == hit
    seen = game.table
    game.do(ev.Undo(hit))
    assert game.table.known_seat("ann").cards == 10
    game.do(ev.Seen("centre", (Z,)), ev.Undo(game.state.version))
    assert game.table == seen != before
    assert not game.refused(ev.Undo(hit + 2))
