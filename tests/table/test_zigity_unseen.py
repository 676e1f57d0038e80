"""Zigity where people deal: a claim is refused only if no deal of the unseen cards would allow it, and then it is."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from companion.rules.verdict import Ruling
from companion.table.played import events as ev
from companion.table.played.play import State, judge, prepared, step, with_verdict
from companion.table.played.table import Table
from companion.table.played.view import says as told_as
from companion.web.played_offers import offers

SEATS = ("Ann", "Ben")


def played(line: str, *told: str) -> State:
    """The state after what was told in turn, by whose turn it is: `show CC6ld`, `play dodge`."""
    state = step(State(), ev.SetUp("zigity", SEATS, options=(("voluntary-draw", True),), position=line))
    for one in told:
        state = entered(state, event_of(state, one))
    return state


def event_of(state: State, told: str) -> ev.Event:
    """What is told, as an event of whose turn it is."""
    verb, *cards = told.split()
    if verb == "show":
        return ev.Show(ev.MIDDLE, tuple(cards))
    return ev.Claim(table_of(state).on_turn or "", told)


def entered(state: State, event: ev.Event) -> State:
    """The state after an event, as a live game writes it down."""
    return step(state, with_verdict(state, prepared(state, event, random.Random(1))))


def table_of(state: State) -> Table:
    """The table, which is set up."""
    assert state.table is not None
    return state.table


def last_ruling(state: State) -> tuple[Ruling | None, list[str]]:
    """Of the last claim: its ruling, and the clauses that it rests on."""
    assert state.done is not None
    assert isinstance(state.done.event, ev.Claim)
    claim = state.done.event
    return claim.ruling, [one.clause for one in claim.reasons]


def everything(state: State) -> Counter[str]:
    """All cards, wherever they lie."""
    position = table_of(state).position
    return Counter(str(card) for cards in (*position.hands, position.draw, position.played) for card in cards)


ILLEGAL = (Ruling.ILLEGAL, ["zigity/own-hand"])


@pytest.mark.parametrize(
    ("line", "told"),
    [
        # Ann's card of the turn before, with two cards in the pile.
        (
            "CA1lp,CE4cg,SN6rg/SK8cp,SR7rd,CO6lp DB9lg,WE3lp CC6ld 1 + 0 0 running",
            ("show CC6ld", "set CE4cg SN6rg", "set CE4cg"),
        ),
        # One that lies beneath the play card from the beginning.
        (
            "CA1lp,SC2ld/SA3cg,SK8cp SI10rd,SD5ct DE9cd,SG10rg,WB4rg,CC6ld 1 + 0 0 running",
            ("show CC6ld", "set SD5ct SG10rg"),
        ),
        # As many cards that are no set cards as the pile has: nothing was drawn from it that used it up.
        (
            "dodge,free,WE7rp/bounce,draw2 dodge,CO6lp,free DN4cp,SG10rg,SA3cg 1 + 0 0 running",
            ("show SA3cg", "set SG10rg"),
        ),
        # The pile was used up and shuffled for certain, but Ben has drawn nothing since Ann's card lay open.
        (
            "dodge,CA1lp,CO6lp/SG10rg,SK8cp - SC2ld,SM9lg,SA3cg 1 + 0 0 running",
            ("show SA3cg", "play dodge", "show SM9lg", "set SA3cg"),
        ),
    ],
)
def test_a_card_that_was_played_before_the_pile_can_have_been_shuffled_is_in_no_hand(
    line: str, told: tuple[str, ...]
) -> None:
    before, after = played(line, *told[:-1]), played(line, *told)
    assert last_ruling(after) == ILLEGAL
    assert table_of(after).position == table_of(before).position


def test_played_cards_come_back_once_the_draw_pile_may_have_been_used_up() -> None:
    """Of the cards that are turned over the last one alone is shown: the draw pile is smaller than it is counted."""
    line = "dodge,free,WE7rp/bounce,draw2 {} DN4cp,SG10rg,SA3cg 1 + 0 0 running"
    short, long = "dodge,SM9lg,free", "CO6lp,SM9lg,CE3rt,DB9lg,WA3rt,WT10cg,SO1ct,DL5rg,SC2ld"
    # Turned over after the shuffle.
    shown = played(line.format(short), "show SA3cg", "play dodge", "show DN4cp")
    assert str(table_of(shown).position.play_card) == "DN4cp"
    # Drawn after it.
    drawn = ("show SA3cg", "play dodge", "show SM9lg", "draw 1", "draw 1", "set SG10rg")
    state = played(line.format(short), *drawn)
    assert last_ruling(state)[0] is Ruling.LEGAL
    assert table_of(state).on_turn == "Ann"
    assert everything(state) == everything(shown)
    # As long as the pile cannot be used up, what was played lies in the middle.
    assert last_ruling(played(line.format(long), *drawn)) == ILLEGAL


@pytest.mark.parametrize("beneath", ["CR3cg", "CR3cg,SG10rg,WB4rg"])
def test_a_card_that_shows_may_have_been_the_last_one_of_the_pile(beneath: str) -> None:
    """The action card that the pile was imagined to have is in a hand then."""
    line = f"CA1lp,dodge/SA3cg,SK8cp draw3 {beneath},CC6ld 1 + 0 0 running"
    state = played(line, "show CC6ld", "play dodge", "show SA3cg", "play draw3")
    assert last_ruling(state)[0] is Ruling.LEGAL
    assert everything(state) == everything(played(line))


@pytest.mark.parametrize("beneath", ["CR3cg,SG10rg,WB4rg", "CR3cg,SG10rg,WB4rg,SI10rd,SC2ld,SD5ct,SE8cp"])
def test_a_card_that_was_shuffled_shows_again(beneath: str) -> None:
    line = f"CA1lp,dodge/SA3cg,dodge draw3 {beneath},CC6ld 1 + 0 0 running"
    told = ("show CC6ld", "play dodge", "show SA3cg", "play dodge", "show SA3cg")
    state = played(line, *told)
    assert str(table_of(state).position.play_card) == "SA3cg"
    assert everything(state) == everything(played(line))


def test_a_card_that_was_turned_over_on_both_sides_of_a_shuffle_is_shown_twice() -> None:
    line = "dodge/WB4rg,SR7rd,SI10rd - draw2,CA1lp,free,SE8cp 1 + 0 0 running"
    state = played(line, "show SE8cp", "draw 1", "draw 1", "play dodge", "show free draw2 free SE8cp")
    assert str(table_of(state).position.play_card) == "SE8cp"
    assert everything(state) == everything(played(line))


def test_cards_that_were_only_imagined_to_be_turned_over_are_in_a_hand() -> None:
    """However the pile is shuffled, one card alone is turned over until more are shown."""
    line = "CA1lp,dodge,SK8cp/SC2ld,SE8cp - bounce,draw2,free,CR3cg,CC6ld 1 + 0 0 running"
    state = played(line, "show CC6ld")
    for chance in range(20):
        claim = with_verdict(state, prepared(state, ev.Claim("Ann", "play dodge"), random.Random(chance)))
        assert len(table_of(step(state, claim)).position.played) == 2


def test_where_no_set_card_can_be_turned_over_none_has_to_be_shown() -> None:
    state = played("CA1lp,draw2/SK8cp - SC2ld 1 + 0 0 running", "show SC2ld", "play draw2", "draw 1")
    assert last_ruling(state)[0] is Ruling.LEGAL
    assert table_of(state).due == ()
    assert str(table_of(state).position.play_card) == "draw2"
    show = ev.Show(ev.MIDDLE, ("SC2ld",))
    says = [one.says for one in judge(state, show, state.version).reasons]
    assert says == ["That does not have to be shown now."]
    # Logs in which one had to be are read all the same.
    assert str(table_of(step(state, show)).position.play_card) == "SC2ld"


def test_the_table_may_say_that_a_card_was_in_a_hand_all_the_same() -> None:
    """Logs in which it was held to be so once are read, too."""
    line = "CA1lp,CE4cg,SN6rg/SK8cp,SR7rd,CO6lp DB9lg,WE3lp CC6ld 1 + 0 0 running"
    before = played(line, "show CC6ld", "set CE4cg SN6rg")
    overruled = step(entered(before, ev.Claim("Ben", "set CE4cg")), ev.Overrule(4, Ruling.LEGAL))
    once = step(before, ev.Claim("Ben", "set CE4cg", Ruling.LEGAL))
    for state in (overruled, once):
        assert str(table_of(state).position.play_card) == "CE4cg"
        assert table_of(state).on_turn == "Ann"
        assert everything(state) == everything(before)


@pytest.mark.parametrize(("count", "ruling"), [(3, Ruling.LEGAL), (2, Ruling.ILLEGAL), (5, Ruling.LEGAL)])
def test_a_hand_that_has_more_cards_drew_them_when_the_pile_may_have_been_used_up(
    count: int, ruling: Ruling
) -> None:
    line = "dodge,WE7rp,CO6lp/bounce,draw2 dodge,SM9lg,free SA3cg,SG10rg 1 + 0 0 running"
    state = played(line, "show SG10rg", "play dodge", "show SM9lg", "draw 1")
    state = entered(state, ev.CorrectCards("Ann", count, "They were counted."))
    assert len(table_of(state).position.hands[0]) == count
    state = entered(state, ev.Claim("Ann", "set SA3cg"))
    assert last_ruling(state)[0] is ruling


ALL_IN_HANDS = "draw3,WB4rg/SI10rd draw2,SA3cg DE9cd 1 + 0 0 running"


def test_people_say_that_no_set_card_is_left_to_turn_over() -> None:
    """The table cannot know that all are in hands, and nobody could show the card that it asks for."""
    state = played(ALL_IN_HANDS, "show DE9cd", "play draw2", "draw 2")
    assert table_of(state).waits_for == ev.MIDDLE
    (button,) = [one for one in offers(state, None) if one["event"]["kind"] == "show"]
    assert (button["says"], button["allowed"]) == ("No set card is left to turn over", True)
    assert button["event"]["things"] == []
    state = entered(state, ev.Show(ev.MIDDLE, ()))
    table = table_of(state)
    assert (str(table.position.play_card), table.due, table.on_turn) == ("draw2", (), "Ann")
    assert everything(state) == everything(played(ALL_IN_HANDS))
    assert told_as(ev.Show(ev.MIDDLE, ()), table) == "No set card is left to turn over."
    shown = told_as(ev.Show(ev.MIDDLE, ("SC2ld",)), table)
    assert shown == "Turned up: the Star Performer with C, 2, a left part and a drum."
    assert last_ruling(entered(state, ev.Claim("Ann", "draw 1")))[0] is Ruling.LEGAL


@pytest.mark.parametrize(
    ("line", "told"),
    [
        # More set cards are unseen than the hands have cards.
        ("CA1lp,draw2/SK8cp SG10rg,WB4rg,CE4cg,SI10rd DE9cd 1 + 0 0 running", ("draw 2",)),
        # The play card of before lies beneath the action card.
        ("CA1lp,draw2/SK8cp free,bounce,dodge,draw3 free,DE9cd 1 + 0 0 running", ("draw 2",)),
        # Nothing lies there yet.
        ("CA1lp,draw2/SK8cp free,bounce,dodge,draw3,free DE9cd 1 + 0 0 running", None),
    ],
)
def test_a_set_card_that_must_be_left_is_asked_for(line: str, told: tuple[str, ...] | None) -> None:
    state = played(line, *(() if told is None else ("show DE9cd", "play draw2", *told)))
    verdict = judge(state, ev.Show(ev.MIDDLE, ()), state.version)
    says = "A set card must be left: turn cards over until one shows, and show it."
    assert [one.says for one in verdict.reasons] == [says]
    assert not [one for one in offers(state, None) if one["event"]["kind"] == "show"]
