"""Challenges at a table of Zig Zaggle: what the table has ruled on is settled, and what its logs say stays so."""

from __future__ import annotations

import pytest

from companion.rules.errors import BadInput
from companion.rules.verdict import Reason, Ruling
from companion.rules.zigzaggle import clauses
from companion.table.log import Entry
from companion.table.played import events as ev
from companion.table.played.again import play_again
from companion.table.played.play import judge, last_claim, step
from companion.table.played.view import says, view
from companion.web.played_offers import offers
from companion.web.played_screen import of
from tests.table.words_table import BOARD, SOUTH, Words, line_of

THREE = ("Ann", "Ben", "Cem")
UNCHECKED = (("check-words", False),)
NO_WORD, WORD = "lay d11=Xy", "lay d9=*o"
RULED = "The table has ruled on the last claim: nothing can be challenged before the next turn."


def words(*, check: bool = True, dealt: bool = False) -> Words:
    line = line_of(BOARD, (3, 3, 3), "west")
    if dealt:
        # Ann has the tiles that are laid here; elsewhere nobody asks.
        line = line.replace(" ***", " ***Xy", 1)
    return Words(line, dealt=dealt, options=() if check else UNCHECKED, names=THREE)


def overruled(table: Words, ruling: Ruling) -> None:
    found = last_claim(table.state)
    assert found is not None
    table.enter(ev.Overrule(found[0].seq, ruling))


def challenged(table: Words, seat: str) -> str:
    """What is said to a challenge that is entered now; empty where it may be."""
    claim = ev.Claim(seat, f"challenge by {THREE.index(seat) + 1}")
    verdict = judge(table.state, claim, table.state.version)
    offered = [one["allowed"] for one in offers(table.state, seat) if one["says"] == "Challenge the play"]
    assert offered in ([], [verdict.ruling is Ruling.LEGAL])
    return "" if verdict.ruling is Ruling.LEGAL else verdict.reasons[0].says


def test_a_word_that_the_table_accepted_stays() -> None:
    table = words()
    assert table.claim("Ann", NO_WORD).ruling is Ruling.ILLEGAL
    overruled(table, Ruling.LEGAL)
    assert challenged(table, "Cem") == RULED
    table.enter(ev.Undo(table.state.version))
    assert not challenged(table, "Cem")


def test_a_word_that_the_table_refused_leaves_none_to_challenge_but_the_next() -> None:
    table = words()
    table.claim("Ann", WORD)
    assert not challenged(table, "Cem")
    table.claim("Ben", "lay f9=Hr")
    assert not challenged(table, "Cem")
    overruled(table, Ruling.ILLEGAL)
    # Nobody is taken to mean Ann's word, on which Ben has played on.
    assert challenged(table, "Cem") == RULED
    table.claim("Ben", "lay f9=Pr")
    assert not challenged(table, "Cem")


def test_a_challenge_that_the_table_struck_is_not_made_again() -> None:
    table = words(check=False)
    table.claim("Ann", NO_WORD)
    table.claim("Cem", "challenge by 3")
    overruled(table, Ruling.ILLEGAL)
    assert {str(cell) for cell, _ in table.table.position.board} >= {"d11"}
    assert [challenged(table, seat) for seat in ("Ben", "Cem")] == [RULED, RULED]


@pytest.mark.parametrize("said", ["challenge", {"challenge": {"d11": "Xy"}}])
def test_a_challenge_names_the_play_just_made_or_none(said: object) -> None:
    table = words(check=False)
    desk = table.table.desk
    table.claim("Ann", NO_WORD)
    assert str(desk.move(said, table.table.position, 1)) == "challenge by 2"


@pytest.mark.parametrize(
    "what", [17, True, None, {}, {"d11": "Xb"}, {"d9": "Xy"}, {"d11": "Xy", "d12": "Er"}]
)
def test_a_challenge_of_anything_else_is_none(what: object) -> None:
    table = words(check=False)
    table.claim("Ann", NO_WORD)
    with pytest.raises(BadInput):
        table.table.desk.move({"challenge": what}, table.table.position, 1)


@pytest.mark.parametrize("ruling", [Ruling.LEGAL, Ruling.ILLEGAL])
def test_a_log_in_which_it_was_challenged_all_the_same_goes_on(ruling: Ruling) -> None:
    table = words(check=ruling is Ruling.LEGAL)
    events = list[ev.Event]()
    assert table.state.done is not None
    events.append(table.state.done.event)
    events.append(table.claim("Ann", NO_WORD if ruling is Ruling.LEGAL else WORD))
    if ruling is Ruling.ILLEGAL:
        events.append(table.claim("Ben", "lay f9=Hr"))
    events.append(table.enter(ev.Overrule(table.state.version, ruling)))
    assert challenged(table, "Cem") == RULED
    events.append(table.claim("Cem", "challenge by 3"))
    again = play_again([Entry(n, 0.0, "host", event) for n, event in enumerate(events, 1)])
    assert not again.stopped
    assert again.state.table == table.table
    assert step(table.state, ev.End()).table is not None


@pytest.mark.parametrize("dealt", [True, False])
@pytest.mark.parametrize(("move", "wrong"), [(NO_WORD, True), (WORD, False)])
def test_what_became_of_a_challenged_play_is_told(move: str, wrong: bool, dealt: bool) -> None:
    table = words(check=False, dealt=dealt)
    table.claim("Ann", move)
    own = table.claim("Ann", "challenge by 1")
    assert [one.says for one in own.reasons] == [
        "Nobody challenges a play of their own: another player of the game must."
    ]
    table.claim("Cem", "challenge by 3")
    told = view(table.state, None)["verdict"]["outcome"]
    assert ("RX is not in the word list" in told) is wrong
    assert ("Take its tiles off the board" in told) is (wrong and not dealt)
    assert ("20 off the challenger's" in told) is not wrong


@pytest.mark.parametrize(
    ("move", "made", "came_to"),
    [(NO_WORD, "RX \u2013 11 points", "Taken back"), (WORD, "OR \u2013 2 points", "The play stands")],
)
def test_a_play_is_told_by_its_words_and_a_challenge_by_what_the_play_came_to(
    move: str, made: str, came_to: str
) -> None:
    table = words(check=False)
    table.claim("Ann", move)
    assert of("here", table.state, None)["moment"]["title"] == made
    claim = table.claim("Cem", "challenge by 3")
    assert of("here", table.state, None)["moment"]["title"] == came_to
    assert says(claim, table.table) == f"Cem challenges the play: {came_to.lower()}."
    overruled(table, Ruling.ILLEGAL)
    assert of("here", table.state, None)["moment"]["title"] == "Wrong"


def test_who_lost_a_turn_to_a_challenge_has_not_passed() -> None:
    table = words(check=False)
    for seat in ("Ann", "Ben"):
        table.claim(seat, "pass")
    table.claim("Cem", NO_WORD)
    table.claim("Ann", "challenge by 1")
    for seat in ("Ann", "Ben"):
        table.claim(seat, "pass")
        assert table.table.position.runway == 0
    table.claim("Cem", "pass")
    assert (table.table.position.runway, table.table.position.passes) == (1, 0)


@pytest.mark.parametrize(
    ("runway", "board", "move"), [("west", BOARD, NO_WORD), ("south", SOUTH, "lay j15=Xy")]
)
def test_a_log_in_which_all_had_passed_by_then_goes_on(runway: str, board: str, move: str) -> None:
    table = Words(line_of(board, (3, 3), runway), dealt=False, options=UNCHECKED)
    table.claim("Ann", "pass")
    table.claim("Ben", move)
    table.claim("Ann", "challenge by 1")
    reasons = (Reason(clauses.PASS, "The turn was passed on."), Reason(clauses.EMERGENCY, "All have passed."))
    table.enter(ev.Claim("Ann", "pass", Ruling.LEGAL, reasons))
    assert table.table.position.over == (runway == "south")
    assert set(table.table.due) == ({0, 1} if runway == "south" else set())
    assert table.table.position.passes == 0
