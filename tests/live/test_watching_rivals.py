"""Two who call at once, or a moment apart: whose cards lie in the claim zone then, and what is told of them."""

from __future__ import annotations

import pytest

from companion.rules.verdict import Ruling
from companion.table.zangle import events as ev
from companion.table.zangle.play import step
from tests.live.by_hand import Played
from tests.live.rounds_by_hand import ANN, BEN, CENTRE, RIGHT, call, dealt, ruled, says, taken, with_centre

WRONG = (CENTRE[0], ANN[0])


def tie(table: Played) -> None:
    """Both call, closer together than their clocks can tell."""
    at_s = table.frames / 10
    for seat in ("ann", "ben"):
        table.state = step(table.state, ev.Call(seat, at_s, 0.02, f"phone of {seat}"))


def unknown(table: Played, name: str) -> None:
    """A card of Ann's that cannot be read, and that the game knows nothing of."""
    table.unread = {name}
    table.state = step(table.state, ev.Seen("ann", ()))
    table.look()


@pytest.mark.parametrize("plain", [False, True])
def test_another_players_card_in_the_claim_zone_has_to_go_before_a_claim_is_told(plain: bool) -> None:
    for cards, ruling in ((RIGHT, Ruling.LEGAL), (WRONG, Ruling.ILLEGAL)):
        table = dealt(Played(plain=plain))
        call(table, "ann")
        home = table.lying[BEN[2]]
        table.put("claim", BEN[2], *cards)
        assert table.look(60) == []
        assert says(table) == "A card of ben's lies in the claim zone: take it back, and ann's are judged."
        table.lying[BEN[2]] = home
        assert table.look(30) == ["claim"]
        assert ruled(table) is ruling
        assert taken(table) == {None if plain else name for name in cards}
        assert says(table) is None


def test_a_wrong_claim_is_paid_for_though_another_players_card_lies_there() -> None:
    table = dealt()
    call(table, "ann")
    home = {name: table.lying[name] for name in WRONG}
    table.put("claim", *WRONG)
    assert table.look(40) == ["claim"]
    table.put("claim", BEN[2])
    table.lying.update(home)
    assert table.look() == ["penalty"]


def test_a_zangle_may_still_grow_once_another_players_card_is_gone() -> None:
    table = with_centre(CENTRE[0], "iamond-z-01", CENTRE[1], CENTRE[3])
    call(table, "ann")
    table.put("claim", *RIGHT)
    assert table.look(3) == ["claim"]
    home = table.lying[BEN[2]]
    table.put("claim", "iamond-z-01", BEN[2])
    assert table.look(40) == []
    table.lying[BEN[2]] = home
    assert table.look(8) == ["undo", "claim"]
    assert taken(table) == {*RIGHT, "iamond-z-01"}


def test_a_card_that_was_not_read_may_be_the_callers_or_one_like_it_that_the_other_holds() -> None:
    """Without markers: nobody knows yet that Ann's card is a three, and Ben holds one."""
    table = dealt(Played(plain=True))
    unknown(table, ANN[1])
    call(table, "ann")
    home = table.lying[BEN[0]]
    table.take(BEN[0])
    table.unread = set()
    table.put("claim", *RIGHT)
    assert table.look(60) == []
    assert says(table) == "Something covers cards that may have been taken, or two look alike: clear them."
    table.lying[BEN[0]] = home
    assert table.look() == ["claim"]
    assert ruled(table) is Ruling.LEGAL
    claim = next(event for event in reversed(table.log) if isinstance(event, ev.Claim))
    assert [one.source for one in claim.cards] == ["centre", "ann", "ann"]


def test_a_claim_with_an_unread_card_says_so() -> None:
    table = dealt()
    unknown(table, RIGHT[1])
    call(table, "ann")
    table.put("claim", *RIGHT)
    assert table.look(10) == []
    assert says(table) == "A card in the claim zone cannot be read: turn it, and keep glare and hands off."


def test_cards_that_are_laid_before_a_tie_is_settled_are_told_after_it() -> None:
    table = dealt()
    tie(table)
    table.put("claim", *RIGHT)
    assert table.look(30) == []
    table.state = step(table.state, ev.Settle("ann"))
    assert table.look(8) == ["claim"]
    assert ruled(table) is Ruling.LEGAL


def test_who_gets_the_centre_in_a_tie_has_no_claim_while_the_others_cards_lie_there() -> None:
    table = dealt()
    home = {name: table.lying[name] for name in RIGHT}
    tie(table)
    table.put("claim", *RIGHT)
    assert table.look(10) == []
    table.state = step(table.state, ev.Settle("ben"))
    assert table.look(60) == []
    table.lying.update(home)
    assert table.look(10) == []
    table.put("claim", CENTRE[1], BEN[0], BEN[1])
    assert table.look(30) == ["claim"]
    assert taken(table) == {CENTRE[1], BEN[0], BEN[1]}
    assert ruled(table) is Ruling.LEGAL


def test_cards_that_lie_in_the_claim_zone_in_the_first_picture_after_a_call_were_laid_for_it() -> None:
    """The camera stood still meanwhile, and what they left is remembered where it lay for a moment."""
    table = dealt(Played(plain=True))
    home = {name: table.lying[name] for name in WRONG}
    table.frames += 20
    table.state = step(table.state, ev.Call("ann", table.frames / 10, 0.01, "ann"))
    like = ("iamond-5a-03", "iamond-2a-07")
    table.put("claim", *like)
    table.hidden, table.unread = set(WRONG), set(like)
    table.look(2)
    table.take(*home)
    table.unread = set()
    assert table.look(30) == ["claim"]
    claim = table.log[-1]
    assert isinstance(claim, ev.Claim)
    assert [one.source for one in claim.cards] == ["centre", "ann"]


@pytest.mark.parametrize("before", [False, True], ids=["once all is laid down", "while it is laid down"])
@pytest.mark.parametrize("plain", [False, True])
def test_a_card_of_the_centre_in_somebodys_hand_is_in_no_claim_until_it_lies_there(
    *, before: bool, plain: bool
) -> None:
    """A rival has it, or the caller fetches it: nothing that hangs on it is told meanwhile."""
    own = [name for name in RIGHT if name not in CENTRE]
    (last,) = set(RIGHT) - set(own)
    for laid, ruling, cards in ((True, Ruling.LEGAL, {*RIGHT}), (False, Ruling.ILLEGAL, {*own})):
        table = dealt(Played(plain=plain))
        call(table, "ann")
        home = table.lying[last]
        for name in (last, *own) if before else (*own, last):
            if name == last:
                table.take(last)
            else:
                table.put("claim", name)
            assert table.look(10) == []
        assert table.look(40) == []
        assert says(table) == "A card of the centre lies nowhere: lay it in the claim zone, or put it back."
        if laid:
            table.put("claim", last)
        else:
            table.lying[last] = home
        assert table.look(30) == ["claim"]
        assert (ruled(table), taken(table)) == (ruling, {None} if plain else cards)
        assert says(table) is None


def test_no_claim_is_wrong_that_a_card_in_somebodys_hand_may_make_a_zangle() -> None:
    """The caller has one card of the centre and a rival another: whose is whose does not show."""
    table = dealt()
    call(table, "ann")
    (last,) = [name for name in RIGHT if name in CENTRE]
    home = table.lying[CENTRE[1]]
    table.take(last, CENTRE[1])
    table.put("claim", *(name for name in RIGHT if name != last))
    assert table.look(60) == []
    table.put("claim", last)
    table.lying[CENTRE[1]] = home
    assert table.look(8) == ["claim"]
    assert (ruled(table), taken(table)) == (Ruling.LEGAL, {*RIGHT})


def test_a_card_that_comes_to_where_an_unread_one_fell_before_the_call_is_a_new_one() -> None:
    table = dealt(Played(plain=True))
    name, home = BEN[2], table.lying[BEN[2]]
    table.unread = {name}
    table.put("claim", name)
    table.look(1)
    call(table, "ann")
    table.look(1)
    there = table.lying[name]
    table.lying[name] = home
    table.look(3)
    table.unread = set()
    table.put("claim", *RIGHT)
    assert there in [table.lying[one] for one in RIGHT]
    assert table.look(8) == ["claim"]
    assert ruled(table) is Ruling.LEGAL


def test_what_was_read_in_the_claim_zone_at_the_call_is_in_no_claim_though_it_is_taken_up_and_laid_back() -> (
    None
):
    """As a card of the last Zangle."""
    table = dealt()
    table.put("claim", "iamond-2a-14")
    table.look()
    call(table, "ann")
    there = table.lying["iamond-2a-14"]
    table.take("iamond-2a-14")
    table.look(3)
    table.lying["iamond-2a-14"] = there
    table.put("claim", *RIGHT)
    assert table.look(8) == ["claim"]
    assert (ruled(table), taken(table)) == (Ruling.LEGAL, {*RIGHT})


def test_a_card_in_a_hand_is_only_asked_for_once_nothing_has_changed_for_a_while() -> None:
    """Whoever lays down one card after the other has the next one in a hand."""
    table = dealt()
    call(table, "ann")
    table.take(RIGHT[0])
    table.put("claim", *RIGHT[1:])
    table.look(8)
    assert says(table) is None
    table.look(30)
    assert says(table) is not None


def test_a_rival_who_grabs_one_card_after_the_other_keeps_no_wrong_claim_from_being_told() -> None:
    table = dealt()
    call(table, "ann")
    table.put("claim", CENTRE[0], ANN[2])
    told: list[str] = []
    for name in (CENTRE[1], CENTRE[2], CENTRE[3]):
        told += table.look(8)
        home = table.lying[name]
        table.take(name)
        told += table.look(3)
        table.lying[name] = home
    assert told == ["claim"]
    assert (ruled(table), taken(table)) == (Ruling.ILLEGAL, {CENTRE[0], ANN[2]})


def test_a_card_that_a_rival_has_grabbed_makes_no_zangle_larger() -> None:
    """Ann lays one and one on two; the four in Ben's hand would be the target of all of them."""
    small = ("iamond-1a-02", "iamond-1a-05", "iamond-2a-01")
    table = with_centre(small[0], "iamond-4c-02", CENTRE[1], CENTRE[3])
    call(table, "ann")
    table.put("claim", *small)
    table.take("iamond-4c-02")
    assert table.look(10) == ["claim"]
    assert taken(table) == set(small)
    assert ruled(table) is Ruling.LEGAL
    table.put("claim", "iamond-4c-02")
    assert table.look(3) == ["undo", "claim"], "it was the caller's after all"
    assert taken(table) == {*small, "iamond-4c-02"}


def test_a_card_that_is_not_read_at_the_call_is_the_one_that_the_game_knows_to_lie_there() -> None:
    table = dealt(Played(plain=True))
    table.unread = {ANN[1], CENTRE[0]}
    table.look()
    call(table, "ann")
    table.take(BEN[0])
    table.unread = set()
    table.put("claim", *RIGHT)
    assert table.look(3) == ["claim"]
    assert ruled(table) is Ruling.LEGAL


def test_a_card_that_fell_into_the_callers_row_and_is_not_read_there_is_no_part_of_a_claim() -> None:
    """It is remembered where it lay when the call comes, and is put back there."""
    table = dealt(Played(plain=True))
    table.lying["iamond-4b-03"] = (620.0, 250.0)
    table.unread, table.hidden = {"iamond-4b-03"}, {CENTRE[1]}
    call(table, "ann")
    table.take("iamond-4b-03")
    table.unread, table.hidden = set(), set()
    home = table.lying[ANN[0]]
    table.put("claim", CENTRE[0], ANN[0])
    assert table.look(30) == ["claim"]
    claim = next(event for event in reversed(table.log) if isinstance(event, ev.Claim))
    assert len(claim.cards) == 2
    assert home not in table.lying.values()
