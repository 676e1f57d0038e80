"""Zigity with corners that were not read: what is certain is so whatever they show."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.verdict import Ruling
from companion.rules.zigity.cards import Card, card_from, characters, printed_deck, values_of
from companion.rules.zigity.contract import judge_json
from companion.rules.zigity.judging import judge
from companion.rules.zigity.position import after
from companion.rules.zigity.record import position_from_line
from companion.rules.zigity.turn import parse

WORDS = ["AT", "TO", "HE", "CAT", "TEA", "ONE"]
DECK = list(map(str, printed_deck()))


@pytest.mark.parametrize(
    ("play", "hand", "turn", "ruling"),
    [
        ("SR7r?", "free", "draw 1", "illegal"),
        ("SR7r?", "CT10cd", "draw 1", "undecided"),
        ("CR7?g", "CL6rt CL6ct CL6lt", "draw 1", "illegal"),
        ("DR?lg", "free", "draw 1", "illegal"),
        ("DR?lg", "CL6rt", "draw 1", "undecided"),
        ("W?7lg", "SE3lg", "draw 1", "undecided"),
        ("?R7rg", "SB2lg", "draw 1", "undecided"),
        ("?R7rg", "CL6rt", "draw 1", "legal"),
        ("WH8rt", "DL5?g", "draw 1", "legal"),
        ("WT10cg", "?B9lg", "draw 1", "legal"),
        ("DB6lg", "?????", "draw 1", "undecided"),
        ("DB6lg", "SA4lg", "set C?5lp", "illegal"),
        ("DB6lg", "draw2 dodge", "set C?5lp", "illegal"),
        ("SB6lg", "CA5lp CA5lp", "set CA5?g CA5?g", "illegal"),
        ("DB6lg", "W?7lg", "play dodge", "illegal"),
        ("DB6lg", "W?7lg SA2lp", "set CB5lp", "illegal"),
        ("DB6lg", "C?5lp SA2lp", "set CB5lp", "undecided"),
        ("DN4cp", "CS7?g CE4cg", "set CS7?g", "legal"),
        ("?R7r?", "CA1lp", "set CA1lp word AT", "illegal"),
        ("DD?rt", "free", "set free", "legal"),
        ("DD?rt", "free free", "set free free", "undecided"),
        ("DD?rt", "CA1lp free", "set CA1lp free", "undecided"),
        ("DD?rt", "free", "set free=5", "undecided"),
        ("SR7r?", "free free", "set free free", "legal"),
        ("SR7r?", "CT10cd free", "set CT10cd free", "undecided"),
        ("CR7?g", "free free", "set free free", "legal"),
        ("W?7lg", "free", "set free", "undecided"),
    ],
)
def test_what_the_unread_corner_decides_is_asked_for_and_nothing_else(
    play: str, hand: str, turn: str, ruling: str
) -> None:
    given = {"play_card": play, "hand": hand.split(), "turn": turn, "words": WORDS}
    assert judge_json(given)["ruling"] == ruling


def test_a_card_that_was_read_in_part_leaves_the_hand() -> None:
    answer = judge_json({"play_card": "DB6lg", "hand": ["CA5lp", "SA4lg"], "turn": "set C?5lp"})
    assert (answer["ruling"], answer["hand"], answer["won"]) == ("legal", ["SA4lg"], False)


def test_the_card_of_the_hand_is_laid_as_which_one_was_read_in_part() -> None:
    position = position_from_line("CA5lp,SA4lg/SK8cp CC6ld DB6lg 1 + 0 0 running")
    judged = judge(position, parse("set C?5lp"))
    assert judged.ruling is Ruling.LEGAL
    assert str(judged.after.play_card) == "CA5lp"
    with pytest.raises(ValueError, match="not in the hand"):
        after(position, parse("set CB5lp"))


@pytest.mark.parametrize(("hand", "ruling"), [("free SA2lp", "illegal"), ("SA1lp", "legal")])
def test_nothing_is_drawn_of_an_empty_pile_only_by_who_can_play_nothing(hand: str, ruling: str) -> None:
    asked = {"play_card": "DB6lg", "hand": hand.split(), "turn": "draw 0", "available": 0}
    assert judge_json({**asked, "options": {"voluntary-draw": True}})["ruling"] == ruling


def all_of(code: str) -> Iterator[str]:
    """Every card that one read in part may be."""
    card = card_from(code)
    if card.is_read:
        return iter([code])
    may: list[list[Any]] = [
        [value] if value is not None else list(characters() if name == "character" else values_of(name))
        for name, value in zip(Card._fields[1:], card[1:], strict=True)
    ]
    return (str(Card("set", *one)) for one in product(*may))


@st.composite
def claims(draw: st.DrawFn) -> dict[str, Any]:
    """A play card and a hand with up to two unread corners, and a turn."""
    hand = draw(st.lists(st.sampled_from(DECK), min_size=1, max_size=3))
    cards = [draw(st.sampled_from([code for code in DECK if code[0].isupper()])), *hand]
    for _ in range(draw(st.integers(1, 2))):
        at = draw(st.integers(0, len(cards) - 1))
        card = card_from(cards[at])
        if card.name == "set":
            # Letters have many values: every reading is tried below.
            corner = draw(st.sampled_from(["character", "number", "part", "instrument"]))
            cards[at] = str(Card(**{**card._asdict(), corner: None}))
    play, *unread = cards
    action = [code for code in hand if card_from(code).is_action]
    laid = draw(st.lists(st.sampled_from(hand), max_size=2, unique=True))
    turns = ["draw 1", f"set {' '.join(laid)}".strip(), *(f"play {code}" for code in action)]
    return {"play_card": play, "hand": unread, "turn": draw(st.sampled_from(turns)), "words": WORDS}


@settings(deadline=None)
@given(claims())
def test_what_is_certain_is_so_by_every_reading(claim: dict[str, Any]) -> None:
    said = judge_json(claim)["ruling"]
    rulings = {
        judge_json({**claim, "play_card": play, "hand": list(hand)})["ruling"]
        for play, *hand in product(*map(all_of, [claim["play_card"], *claim["hand"]]))
    }
    assert said == "undecided" or rulings == {said}
    assert said != "undecided" or len(rulings) > 1 or rulings == {"undecided"}


def test_free_cards_fill_a_set_whatever_its_play_card_shows() -> None:
    """Of each reading of the play card a free card stands for one thing alone, and so nobody has to say for which."""
    answer = judge_json({"play_card": "SR7r?", "turn": "set free"})
    says = {one["clause"]: one["says"] for one in answer["reasons"]}
    assert says["zigity/star-performer"] == "Each card has the play card's instrument."
    assert says["zigity/free-declared"] == (
        "Free cards stand for what is missing, whatever the instrument of the play card is."
    )
