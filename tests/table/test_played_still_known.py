"""Where people deal: what is known of hands stays known once the table has let a turn pass against the rules."""

from __future__ import annotations

import random

import pytest

from companion.rules.verdict import Ruling
from companion.table.log import Entry
from companion.table.played import events as ev
from companion.table.played.again import play_again
from companion.table.played.play import State, prepared, step, with_verdict
from companion.table.played.table import Table
from companion.table.played.unseen_hands import beliefs
from tests.table.words_table import BOARD, Words, line_of

ZONT = (
    "A0/C0/F0/Z0/G0 A1rA2bA3yC1bF3r/C2rC3bZ1yF1yG3r/Z2bZ3bF1bG1bG2b -/-/- "
    "A1bA1yA2rA2yA3rA3bA4C1rC1yC2bC2yC3rC3yC4F2rF2bF2yF3bF3yF4F1rG1rG1yG2rG2yG3bG3yG4Z1rZ1bZ2rZ2yZ3rZ3yZ4 1 running"
)
BEN_HOLDS = ("play A1r, score G1b", "play C2r, change A shows A0, score G2b")


def zont(*turns: str, overruled: str) -> State:
    """Ann, Ben and Cat in turn, the last turn ruled legal by the table."""
    state = step(State(), ev.SetUp("zont", ("ann", "ben", "cat"), dealt=False, position=ZONT))
    for number, turn in enumerate((*turns, overruled)):
        state = claimed(state, ("ann", "ben", "cat")[number % 3], turn)
    assert ruling_of(state) is Ruling.ILLEGAL
    return step(state, ev.Overrule(state.version, Ruling.LEGAL))


def claimed(state: State, seat: str, turn: str) -> State:
    ready = prepared(state, ev.Claim(seat, turn), random.Random(1))
    return step(state, with_verdict(state, ready))


def ruling_of(state: State) -> Ruling | None:
    assert state.done is not None
    assert isinstance(state.done.event, ev.Claim)
    return state.done.event.ruling


def table_of(state: State) -> Table:
    assert state.table is not None
    return state.table


def test_a_card_that_was_taken_openly_is_still_known_after_somebody_elses_overruled_turn() -> None:
    state = zont(*BEN_HOLDS, overruled="play Z2b, art Z3b, score F1b")
    assert table_of(state).pinned == ((), ("A1r",), ())
    assert ruling_of(claimed(state, "ann", "play A1r, score F2b")) is Ruling.ILLEGAL


def test_a_card_that_the_table_says_another_player_held_is_no_longer_known_to_be_held() -> None:
    state = zont(*BEN_HOLDS, overruled="play A1r, score F1b")
    table = table_of(state)
    assert table.pinned == ((), (), ())
    assert str(table.position.piles[0].top) == "A1r"
    assert [len(hand) for hand in table.position.hands] == [5, 5, 5]


def test_a_log_in_which_such_a_turn_was_legal_goes_on() -> None:
    log: list[ev.Event] = [ev.SetUp("zont", ("ann", "ben", "cat"), dealt=False, position=ZONT)]
    seats = ("ann", "ben")
    log += [ev.Claim(seat, turn, Ruling.LEGAL) for seat, turn in zip(seats, BEN_HOLDS, strict=True)]
    log += [
        ev.Claim("cat", "play Z2b, art Z3b, score F1b", Ruling.ILLEGAL),
        ev.Overrule(4, Ruling.LEGAL),
        ev.Claim("ann", "play A1r, score F2b", Ruling.LEGAL),
    ]
    found = play_again([Entry(seq, 0.0, None, event) for seq, event in enumerate(log, 1)])
    assert not found.stopped
    assert [one.now for one in found.differences if one.logged != one.now]


def words() -> Words:
    """Ann holds the Z that a challenge gave back to her, and Ben is to play."""
    table = Words(line_of(BOARD, (3, 3), "west"), dealt=False, options=(("check-words", False),))
    table.claim("Ann", "lay e11=Zy")
    table.claim("Ben", "challenge by 2")
    assert table.table.pinned == (("Zy",), ())
    return table


@pytest.mark.parametrize("overruled", [True, False])
def test_a_tile_that_came_back_is_still_known_after_an_overruled_word(*, overruled: bool) -> None:
    table = words()
    wrong = table.claim("Ben", "lay j14=Ag")
    assert wrong.ruling is Ruling.ILLEGAL
    if overruled:
        table.enter(ev.Overrule(table.state.version, Ruling.LEGAL))
        table.claim("Ann", "pass")
        assert table.table.pinned[0] == ("Zy",)
    assert table.claim("Ben", "lay e11=Zy").ruling is Ruling.ILLEGAL


def test_a_tile_that_the_table_says_another_player_held_has_left_the_rack() -> None:
    table = words()
    held = [len(rack) for rack in table.table.position.racks]
    assert table.claim("Ben", "lay e11=Zy").ruling is Ruling.ILLEGAL
    table.enter(ev.Overrule(table.state.version, Ruling.LEGAL))
    assert table.table.pinned == ((), ())
    assert [len(rack) for rack in table.table.position.racks] == held
    assert "Zy" not in map(str, table.table.position.racks[0])


def test_what_is_known_of_all_hands_is_believed_first() -> None:
    known = (("A1r",), ("C2b",), ())
    assert list(beliefs(known, 1)) == [known, ((), ("C2b",), ()), ((), (), ())]
