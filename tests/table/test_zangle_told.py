"""What the banner says of who is out, of who won a round and of what is dealt, and what a button undoes."""

from __future__ import annotations

import pytest

from companion.table.zangle import events as ev
from companion.table.zangle.table import Phase
from companion.web.moment import moment
from companion.web.offers import offers
from tests.table.script import Script, no_zangle


def undoes(game: Script) -> str:
    """What the button says that takes back what happened last."""
    (says,) = [one["says"] for one in offers(game.state) if one["event"]["kind"] == "undo"]
    return str(says)


@pytest.fixture
def out() -> Script:
    """Ann has just gone out."""
    return Script(ev.SetUp("speedster", ("ann", "ben"))).start().go_out("ann")


def test_who_is_out_is_told_with_the_zangle_that_did_it(out: Script) -> None:
    told = moment(out.state)
    assert out.table.phase is Phase.CHECK
    assert (told.kind, told.title) == ("verdict", "ann is out!")
    assert told.next == "Check ann's Zangles: are they all right?"
    assert undoes(out) == "Undo: Lay down cards"


def test_who_wins_a_round_is_told_before_who_leads(out: Script) -> None:
    out.do(ev.RoundCheck(True))
    told = moment(out.state)
    assert (told.kind, told.title, told.says) == ("won", "ann wins round 1", "ann leads with 0 points.")
    assert undoes(out) == "Undo: The Zangles are right"
    out.do(ev.Equalize("ann"), ev.NextRound()).start().go_out("ben").do(ev.RoundCheck(True))
    told = moment(out.state)
    assert (told.title, told.says) == ("ben wins round 2", "ann and ben lead with 10 points.")


def test_a_check_that_goes_wrong_wins_nobody_a_round(out: Script) -> None:
    told = moment(out.do(ev.RoundCheck(False)).state)
    assert (told.kind, told.title) == ("table", "Not all of ann's Zangles are right")
    assert told.says == "5 points for ann, none for the others. ben leads with 0 points."


def test_a_round_in_which_nobody_is_out_says_so() -> None:
    game = Script(ev.SetUp("speedster", ("ann", "ben"))).start()
    pile = game.table.pile
    game.do(ev.CorrectCards(ev.Place(ev.Kind.PILE), ev.Place(ev.Kind.ASIDE), pile, "lost"), ev.EndRound())
    told = moment(game.state)
    assert (told.kind, told.title) == ("table", "Round 1 of 5 is over: nobody is out")


def test_the_claim_that_ends_a_round_by_itself_is_told_with_who_won_it() -> None:
    game = Script(ev.SetUp("turn-style", ("ann", "ben"))).start()
    while game.table.phase is Phase.PLAY:
        if game.table.on_turn == "ann" or game.table.turn is None:
            game.lay("ann", min(4, len(game.table.known_seat("ann").row)))
        else:
            game.do(ev.Hit("ben"), no_zangle("ben"))
    told = moment(game.state)
    assert (told.kind, told.title) == ("verdict", "No Zangle")
    assert told.next.startswith("ann wins round 1 and leads with 0 points. ")


def test_who_deals_hears_how_many_cards() -> None:
    game = Script(ev.SetUp("speedster", ("ann", "ben")))
    assert moment(game.state).next == "ann deals: 10 cards each, and 4 to the centre."
    for _ in range(4):
        game.start().go_out("ann").do(ev.RoundCheck(True), ev.Equalize("ann"), ev.NextRound())
    assert moment(game.state).next == "ann deals: 10 cards each, 15 to ann, and 4 to the centre."
    assert undoes(game) == "Undo: Next round"


def test_a_bonus_round_is_dealt_to_those_who_tie() -> None:
    game = Script(ev.SetUp("speedster", ("ann", "ben", "cem")))
    winners = ("ann", "ben", "ann", "ben", "cem")
    for number, winner in enumerate(winners, 1):
        game.start().go_out(winner).do(ev.RoundCheck(True))
        if number == len(winners):
            for seat in ("ann", "ben"):
                game.do(ev.CorrectScore(5, seat, 0, "for a test"))
        if game.table.equalizer_due:
            game.do(ev.Equalize(winner))
        game.do(ev.NextRound())
    assert game.table.bonus
    assert moment(game.state).next == "cem deals: 4 cards each to ann and ben, and 4 to the centre."
