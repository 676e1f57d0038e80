"""Zigity under a camera: what is gathered onto the play pile soon after it was laid is entered all the same."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.rules.verdict import Ruling
from companion.rules.zigity.cards import card_from, printed_deck
from companion.table.played import events as ev
from companion.table.played.play import State, step
from tests.table.looking_on import moves_of
from tests.table.parts.sightings import back, card, seen, unread
from vision.parts.sighting import PartsSeen

PILE, ROW = (130.0, 110.0), ((290.0, 105.0), (362.0, 108.0), (434.0, 106.0))


def table_of(play: str) -> State:
    """Ann is on turn, and people deal for themselves."""
    left = list(printed_deck())
    hands = "WB4rg,WD6ct,WE3lp/WE7rp,WH8rt,WI5cp"
    for name in (*hands.replace("/", ",").split(","), play):
        left.remove(card_from(name))
    line = f"{hands} {','.join(map(str, left))} {play} 1 + 0 0 running"
    state = step(State(), ev.SetUp("zigity", ("Ann", "Ben"), position=line))
    return step(state, ev.Show(ev.MIDDLE, (play,)))


def lying(
    top: str | None, *row: str, strange: Sequence[tuple[float, float]] = (), draw: bool = False
) -> PartsSeen:
    """The play pile's top card, the cards beside it, what is not read, and the draw pile."""
    parts = [card("zigity", name, at) for name, at in zip(row, ROW, strict=False)]
    pile = [] if top is None else [card("zigity", top, PILE)]
    backs = [back((50.0, 110.0))] if draw else []
    return seen("zigity", *pile, *parts, *backs, unread=tuple(map(unread, strange)))


BARE = (lying("SA3cg"), 1.0)
ONE, SET = (lying("SA3cg", "SG10rg"), 0.5), (lying("SA3cg", "SG10rg", "DL5rg"), 0.5)


@pytest.mark.parametrize(
    ("top", "move", "held_s"),
    [("DL5rg", "set SG10rg DL5rg", 1.25), ("SG10rg", "set DL5rg SG10rg", 2.25)],
    ids=["the last one on top", "the first one on top"],
)
def test_a_set_that_is_gathered_soon_is_told_with_the_card_on_top_that_shows(
    top: str, move: str, held_s: float
) -> None:
    state = table_of("SA3cg")
    assert moves_of(state, BARE, ONE, SET) == []
    assert moves_of(state, BARE, ONE, SET, (lying(top), held_s - 0.5)) == []
    assert moves_of(state, BARE, ONE, SET, (lying(top), held_s)) == [(move, Ruling.LEGAL)]
    # It is told once.
    assert moves_of(state, BARE, ONE, SET, (lying(top), 20.0)) == [(move, Ruling.LEGAL)]


def test_of_a_set_that_is_gathered_card_by_card_the_last_one_may_still_be_in_a_hand() -> None:
    first, last = (lying("SG10rg"), 1.5), (lying("DL5rg"), 1.25)
    assert moves_of(table_of("SA3cg"), BARE, ONE, SET, first, last) == [("set SG10rg DL5rg", Ruling.LEGAL)]


def test_a_card_that_came_to_the_pile_while_a_set_was_gathered_may_be_of_it() -> None:
    """The play card was in somebody's hand as both lay in the row."""
    between = (lying("DL5rg", "SG10rg"), 0.5)
    assert moves_of(table_of("SA3cg"), BARE, ONE, between, (lying("SG10rg"), 9.0)) == []
    # One that was taken back before is not.
    tried = (lying("SA3cg", "DL5rg"), 0.5)
    told = moves_of(table_of("SA3cg"), BARE, tried, BARE, BARE, BARE, ONE, (lying("SG10rg"), 1.25))
    assert told == [("set SG10rg", Ruling.LEGAL)]


def test_an_action_card_that_is_gathered_soon_is_moves_of() -> None:
    laid = (lying("SA3cg", "dodge-1"), 0.5)
    assert moves_of(table_of("SA3cg"), BARE, laid, (lying("dodge-1"), 2.0)) == [("play dodge", Ruling.LEGAL)]
    assert moves_of(table_of("SA3cg"), BARE, laid, (lying("bounce-1"), 9.0)) == []


def test_of_what_a_hand_held_or_took_back_before_it_was_gathered_nothing_is_moves_of() -> None:
    """Who lifts one card shows what is left for a moment, and may take that one back."""
    gathered = (lying("SG10rg"), 9.0)
    assert moves_of(table_of("SA3cg"), BARE, ONE, SET, ONE, gathered) == []
    # That it was laid again tells that it was meant.
    assert len(moves_of(table_of("SA3cg"), BARE, ONE, SET, ONE, SET, gathered)) == 1


@pytest.mark.parametrize(
    "picture",
    [
        lying("DH4rt"),
        lying("SG10rg", "DL5rg"),
        lying("SG10rg", "DL5rg", draw=True),
        lying("DL5rg", strange=ROW[:1]),
        lying("DL5rg", strange=((205.0, 110.0),), draw=True),
        lying(None, strange=(PILE,)),
    ],
    ids=[
        "another card",
        "a part of it",
        "that, by the draw pile",
        "something unread",
        "something beside it",
        "nothing read",
    ],
)
def test_what_may_be_something_else_than_the_gathered_set_is_not_moves_of(picture: PartsSeen) -> None:
    assert moves_of(table_of("SA3cg"), BARE, ONE, SET, (picture, 9.0)) == []


def test_a_card_like_the_play_card_may_be_it() -> None:
    pile = (lying("draw2-1"), 1.0)
    laid = (lying("draw2-1", "draw2-2"), 0.5)
    state = step(table_of("SA3cg"), ev.Claim("Ann", "play draw2"))
    assert moves_of(state, pile, laid, pile, pile, pile) == []
    # Nor does it help that the pile was not read before.
    none = (lying(None, strange=(PILE,)), 1.0)
    assert moves_of(state, none, (lying(None, "draw2-2", strange=(PILE,)), 0.5), laid, (pile[0], 9.0)) == []


def test_a_set_that_a_camera_saw_lie_there_from_the_first_may_be_of_the_turn_before() -> None:
    assert moves_of(table_of("SA3cg"), SET, (lying("DL5rg"), 9.0)) == []


def test_what_was_entered_by_hand_meanwhile_is_not_told_again() -> None:
    """Nor with another card on top, where the hand that gathered it hid all for a moment."""
    by_hand, hidden = ev.Claim("Ann", "set SG10rg DL5rg"), (lying(None, strange=(PILE,)), 0.5)
    for top in ("DL5rg", "SG10rg"):
        assert moves_of(table_of("SA3cg"), BARE, ONE, SET, by_hand, hidden, (lying(top), 9.0)) == []


# --- how long things are waited for ---------------------------------------------------------------------


def test_a_wrong_set_that_may_yet_grow_has_twice_the_time() -> None:
    wrong = (lying("SA3cg", "DD8rt"), 9.75)
    assert moves_of(table_of("SA3cg"), BARE, wrong) == []
    assert moves_of(table_of("SA3cg"), BARE, wrong, wrong) == [("set DD8rt", Ruling.ILLEGAL)]


def test_what_a_card_was_taken_from_or_covered_in_is_looked_at_anew_afterwards() -> None:
    left = lying("SA3cg", "SG10rg")
    assert moves_of(table_of("SA3cg"), BARE, SET, (left, 5.5)) == []
    assert moves_of(table_of("SA3cg"), BARE, SET, (left, 5.75)) == [("set SG10rg", Ruling.LEGAL)]


def test_a_set_whose_play_card_is_covered_is_not_taken_for_two_turns() -> None:
    """Each of the two cards would be a right set upon the other one."""
    covered = lying(None, "SG10rg", "DL5rg", strange=(PILE,))
    assert moves_of(table_of("SA3cg"), BARE, ONE, SET, (covered, 12.0)) == []


def test_what_was_wrong_and_is_taken_back_is_not_waited_for() -> None:
    wrong = (lying("SA3cg", "DD8rt"), 11.0)
    right = lying("SA3cg", "dodge-1")
    assert len(moves_of(table_of("SA3cg"), BARE, wrong, (right, 4.5))) == 2
