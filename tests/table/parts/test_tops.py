"""Which card of a stack is on top, where it shows and where it does not, and what that leaves of a verdict."""

from __future__ import annotations

from itertools import permutations

import pytest

from companion.table.stacks import Stack, in_order
from companion.table.zigity.laid import zigity_table
from companion.table.zigity.photo import judge_set
from companion.table.zont.laid import zont_table
from companion.table.zont.photo import judge_piles
from tests.table.parts.sightings import card, seen, unread
from vision.parts.sighting import PartSighting

SUITS = {"art": "A2r", "change": "C0", "favors": "F3y", "great zonts": "Z1b", "giglets": "G4"}
VALUES = {"art": 2, "change": 0, "favors": 3, "great zonts": 1, "giglets": 4}


def _piles(**marks: tuple[int, ...]) -> list[PartSighting]:
    return [
        card("zont", ident, (k * 74.0, 0.0), marks=marks.get(ident, (0, 1)))
        for k, ident in enumerate(SUITS.values())
    ]


def test_a_card_over_anothers_corners_without_markers_may_lie_beneath_it_as_well() -> None:
    one, other = card("zont", "A2r", (0, 0)), card("zont", "A3b", (-15, -15))
    beneath = card("zont", "A2r", (0, 0), marks=(1,))
    aslant = card("zont", "A3b", (-15, 15))
    assert Stack(in_order([beneath, other])).may_be_top == (other,)
    assert set(Stack((one, aslant)).may_be_top) == {one, aslant}
    assert Stack((one,)).may_be_top == (one,)


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_cards_in_a_ring_may_all_be_on_top(order: tuple[int, ...]) -> None:
    ring = [
        card("zont", "A1r", (0.0, 0.0), marks=(0,)),
        card("zont", "A2r", (20.0, 30.0), 120.0, marks=(0,)),
        card("zont", "A3r", (-20.0, 30.0), 240.0, marks=(0,)),
    ]
    stack = Stack(in_order([ring[k] for k in order]))
    assert set(stack.may_be_top) == set(Stack(in_order(ring)).may_be_top)


@pytest.mark.parametrize("turned", [1, -1])
def test_a_pile_whose_top_does_not_show_has_no_value(turned: int) -> None:
    parts = [*_piles(), card("zont", "A3b", (-15, 15))][::turned]
    told = judge_piles(zont_table(seen("zont", *parts)))
    assert told["ruling"] == "undecided"
    assert told["values"] == {**VALUES, "art": None}
    assert "the red Art 2 or the blue Art 3" in told["reasons"][0]["says"]


def test_what_is_unread_on_a_pile_leaves_its_value_open_and_on_a_score_pile_none() -> None:
    scored = card("zont", "A1y", (0, 200))
    over = judge_piles(zont_table(seen("zont", *_piles(), scored, unread=(unread((-20, 20)),))))
    assert over["ruling"] == "undecided"
    assert over["values"]["art"] is None
    assert over["values"]["giglets"] == 4
    beside = judge_piles(zont_table(seen("zont", *_piles(), scored, unread=(unread((10, 210)),))))
    assert beside["ruling"] == "undecided"
    assert beside["values"] == VALUES


def test_a_zero_apart_from_the_piles_says_that_they_are_others() -> None:
    told = judge_piles(zont_table(seen("zont", *_piles(), card("zont", "F0", (0, 200)))))
    assert told["ruling"] == "undecided"
    assert set(told["values"].values()) == {None}
    assert told["reasons"][0]["says"].startswith("The Favors 0 never leaves its pile")


@pytest.mark.parametrize(
    ("name", "called", "value"), [("A2r", "red Art 2", None), ("A1y", "yellow Art 1", 2)]
)
def test_a_card_that_is_seen_twice_is_in_doubt(name: str, called: str, value: int | None) -> None:
    twice = [card("zont", name, (x, 200)) for x in (0.0, 200.0)]
    told = judge_piles(zont_table(seen("zont", *_piles(), *twice)))
    assert told["ruling"] == "undecided"
    assert told["values"] == {**VALUES, "art": value}
    assert f"The {called} is seen twice" in told["reasons"][0]["says"]


@pytest.mark.parametrize("turned", [1, -1])
@pytest.mark.parametrize("known", [None, "DW2rd"])
def test_a_play_pile_whose_top_does_not_show_is_in_doubt(turned: int, known: str | None) -> None:
    pile = [card("zigity", "DW2rd", (0, 0)), card("zigity", "CA1lp", (-10, 10))]
    row = [card("zigity", "DE9cd", (0, 160)), card("zigity", "DL5rg", (70, 160))]
    table = zigity_table(seen("zigity", *[*pile, *row][::turned]), play=known)
    assert judge_set(table)["ruling"] == "undecided"
    first, second = (
        "the Creative Cat with A, 1, a left part and a piano",
        "the Data Head with W, 2, a right part and a drum",
    )
    assert f"{first} or {second}" in table.doubts[0]
    shown = [card("zigity", "DW2rd", (0, 0)), card("zigity", "CA1lp", (-10, -10), marks=(0,))]
    assert zigity_table(seen("zigity", *shown, *row), play=known).doubts == ()


def test_two_free_cards_on_the_pile_are_one_whichever_is_on_top() -> None:
    pile = [card("zigity", "free-1", (0, 0)), card("zigity", "free-2", (-10, 10))]
    row = [card("zigity", "DE9cd", (0, 160)), card("zigity", "DL5rg", (70, 160))]
    table = zigity_table(seen("zigity", *pile, *row))
    assert table.play is not None
    assert (table.play.name, table.doubts) == ("free", ())
