"""Turns of Zont that the rules refuse and the table lets pass: what can be done is, and no card is lost or doubled."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.verdict import Ruling
from companion.rules.zont import (
    Art,
    Change,
    Favors,
    Position,
    Turn,
    play,
    position_from_line,
    position_to_line,
    shuffled,
    start,
    turns,
)
from companion.rules.zont.cards import Card, all_cards
from companion.table.played import events as ev
from companion.table.played.play import State, judge, prepared, step, with_verdict

TWO_CARDS = "A0/C0C3r/F0/Z0Z2y/G0 C1yC2bA1bA2yG1r/A3bA4C2yC3yF3b -/- {deck} 1 running"
CANNOT = "What was claimed cannot be done on this table: correct the score, or undo and enter it anew."


def cards_of(position: Position) -> list[Card]:
    """Every card, wherever it is."""
    places = [*position.hands, *position.scores, position.deck, *(pile.cards for pile in position.piles)]
    return [card for cards in places for card in cards]


def at(line: str) -> Position:
    """The position of a line without its deck, in which all other cards lie."""
    there = cards_of(position_from_line(line.format(deck="-")))
    deck = "".join(str(card) for card in all_cards() if card not in there)
    return position_from_line(line.format(deck=deck))


def claimed(position: Position, turn: str, chance: random.Random, *, dealt: bool) -> State:
    """A table on which a turn was claimed."""
    state = State()
    line = position_to_line(position)
    names = tuple(f"player {number}" for number in range(len(position.hands)))
    for event in (
        ev.SetUp("zont", names, dealt, position=line),
        ev.Claim(names[position.to_move], turn),
    ):
        ready = prepared(state, event, chance)
        state = step(state, with_verdict(state, ready))
    return state


def ruling_of(state: State) -> Ruling | None:
    assert state.done is not None
    assert isinstance(state.done.event, ev.Claim)
    return state.done.event.ruling


def overruled(state: State) -> Position | None:
    """Where the last claim leads once it is ruled legal; None where that is refused, in one sentence."""
    event = ev.Overrule(state.version, Ruling.LEGAL)
    verdict = judge(state, event, state.version)
    if verdict.ruling is not Ruling.LEGAL:
        assert [one.says for one in verdict.reasons] == [CANNOT]
        return None
    table = step(state, event).table
    assert table is not None
    found: Position = table.position
    return found


@pytest.mark.parametrize("dealt", [True, False], ids=["dealt", "people deal"])
@pytest.mark.parametrize(
    ("turn", "in_hand", "tops"),
    [
        ("play C1y, change C shows C3r, score A1b", "C1y", "C3r"),
        ("play C1y, change C shows C3r, score C1y", "A1b", "C3r"),
        ("play G1r, change G shows G0, score A1b", "G1r", "G0"),
        ("play C1y, change Z shows Z0, score A1b", "Z2y", "Z0"),
        ("play C2b, change Z shows Z0, score Z2y", "A1b", "Z0"),
        ("change C shows C0, score A1b", "C3r", "C0"),
    ],
)  # fmt: skip
def test_what_only_breaks_a_rule_can_be_let_pass(turn: str, in_hand: str, tops: str, *, dealt: bool) -> None:
    before = at(TWO_CARDS)
    state = claimed(before, turn, random.Random(1), dealt=dealt)
    assert ruling_of(state) is Ruling.ILLEGAL
    after = overruled(state)
    assert after is not None
    assert sorted(cards_of(after)) == [*all_cards()]
    assert in_hand in map(str, after.hands[0])
    assert tops in [str(pile.top) for pile in after.piles]
    assert [len(hand) for hand in after.hands] == [5, 5]
    assert [str(card) for card in after.scores[0]] == [turn.rsplit(maxsplit=1)[-1]]


def test_a_card_that_was_taken_back_is_known_to_be_held() -> None:
    """Where people deal, whoever laid it and took it back holds it, whatever else is in that hand."""
    before = at(TWO_CARDS.replace("C1yC2bA1bA2yG1r", "C2rC2bA1bA2yG1r"))
    state = claimed(before, "play C1y, change C shows C3r, score A1b", random.Random(1), dealt=False)
    table = step(state, ev.Overrule(state.version, Ruling.LEGAL)).table
    assert table is not None
    assert table.pinned[0] == ("C1y",)
    assert "C1y" in map(str, table.position.hands[0])


@pytest.mark.parametrize(
    ("turn", "dealt"),
    [
        ("play C2b, change F shows C2b, score A2y", False),
        ("play C2b, change F shows F3b, score A2y", False),
        ("play C2b, change F, score A2y", True),
        ("play G1r, change C shows A1b, score A2y", False),
        ("play G1r, favors C shows A3b, score A2y", False),
        ("play C3r, change C shows C0, score A2y", True),
        ("play C1y, art C1y, score A2y", True),
        ("play C1y, score C1y", True),
        ("play C1y, score C3r", True),
    ],
)
def test_what_cannot_be_done_with_the_cards_is_not_let_pass(turn: str, *, dealt: bool) -> None:
    state = claimed(at(TWO_CARDS), turn, random.Random(1), dealt=dealt)
    assert ruling_of(state) is Ruling.ILLEGAL
    assert overruled(state) is None


def test_a_hand_without_cards_is_not_counted_but_read_in_a_log() -> None:
    """Nobody could play on with it."""
    final = "A0/C0/F0/Z0/G0 A2rA3b/C3rC2b -/- - 1 final"
    state = step(State(), ev.SetUp("zont", ("Ann", "Ben"), dealt=False, position=final))
    none = ev.CorrectCards("Ben", 0, "counted anew")
    refused = judge(state, none, state.version)
    assert refused.ruling is Ruling.ILLEGAL
    assert [one.clause for one in refused.reasons] == ["table/cards-add-up"]
    assert judge(state, replace(none, count=1), state.version).ruling is Ruling.LEGAL
    assert judge(state, none).ruling is Ruling.LEGAL


def test_a_log_goes_on_with_a_pile_that_lacks_its_0() -> None:
    line = "A1r/C0/F0/Z0/G0 A2rA3b/C3rC2b -/- - 1 running"
    state = step(State(), ev.SetUp("zont", ("Ann", "Ben"), dealt=True, position=line))
    turn = ev.Claim("Ann", "play A2r, score A3b")
    assert ruling_of(step(state, with_verdict(state, turn))) is Ruling.LEGAL


@st.composite
def some_turns(draw: st.DrawFn) -> tuple[Position, str, bool]:
    """A position in the midst of a game, a turn in it of any cards, most of them those that lie near."""
    seed, dealt = draw(st.integers(0, 2**32)), draw(st.booleans())
    chance = random.Random(seed)
    position = start(2, shuffled(chance))
    for _ in range(draw(st.integers(0, 20))):
        offered = [*islice(turns(position), 200)]
        after = play(position, chance.choice(offered))
        if after.over:
            break
        position = after
    near = [*position.hand * 5, *(pile.top for pile in position.piles), *position.deck[:1]]
    cards = st.sampled_from([*near, None])
    middle, score, pile = draw(cards), draw(cards), draw(st.integers(0, 4))
    shows = draw(st.sampled_from([*position.piles[pile].cards * 2, *near[-2:], middle, None]))
    power = draw(st.sampled_from([None, "art", "change", "change", "favors"]))
    if power == "art":
        return position, str(Turn(middle, Art(chance.choice(near)), score)), dealt
    if power is None:
        return position, str(Turn(middle, None, score)), dealt
    used = Change(pile, shows) if power == "change" else Favors(pile, shows)
    taken = middle if middle is not None and middle.suit == pile else position.piles[pile].top
    score = draw(st.sampled_from([score, taken]))
    return position, str(Turn(middle, used, score)), dealt


@given(some_turns())
@settings(max_examples=150, deadline=None)
def test_whatever_is_claimed_and_overruled_every_card_lies_in_one_place(
    found: tuple[Position, str, bool],
) -> None:
    position, turn, dealt = found
    state = claimed(position, turn, random.Random(0), dealt=dealt)
    assert state.table is not None
    assert sorted(cards_of(state.table.position)) == [*all_cards()]
    if ruling_of(state) is not Ruling.LEGAL:
        after = overruled(state)
        assert after is None or sorted(cards_of(after)) == [*all_cards()]
