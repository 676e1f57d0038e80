"""From scenes to events where a caller has just drawn a card: that hit is told before the claim it may belong to."""

from __future__ import annotations

import pytest

from companion.rules.verdict import Ruling
from companion.table.watch.waiting import waits_for
from companion.table.zangle import events as ev
from companion.table.zangle.play import step
from tests.live.by_hand import Played
from tests.live.rounds_by_hand import ANN, BEN, CENTRE, RIGHT, call, dealt, row_of, ruled, taken

NEW = "iamond-2a-14"
WITH_NEW = (RIGHT[0], NEW, RIGHT[2])


@pytest.mark.parametrize("plain", [False, True])
def test_a_hit_just_before_the_call_is_told_and_its_card_belongs_to_the_zangle(plain: bool) -> None:
    table = dealt(Played(plain=plain))
    table.put("ann", NEW)
    table.look(1)
    call(table, "ann")
    table.put("claim", *WITH_NEW)
    assert table.look(2) == ["hit", "claim"]
    assert ruled(table) is Ruling.LEGAL
    assert row_of(table, "ann") == 3
    assert table.look(30) == []


def test_a_hit_just_before_the_call_is_told_though_its_card_stays_in_the_row() -> None:
    table = dealt()
    table.put("ann", NEW)
    table.look(1)
    call(table, "ann")
    table.take(*RIGHT)
    assert table.look(3) == ["hit"]
    table.put("claim", *RIGHT)
    assert table.look(30) == ["claim"]
    assert row_of(table, "ann") == 3


def test_a_card_drawn_just_before_the_call_and_found_after_it_belongs_to_the_caller() -> None:
    table = dealt()
    call(table, "ann")
    table.put("ann", NEW)
    assert table.look() == ["hit"]
    table.put("claim", *WITH_NEW)
    assert table.look(2) == ["claim"]
    claim = table.log[-1]
    assert isinstance(claim, ev.Claim)
    assert [one.source for one in claim.cards] == ["centre", "ann", "ann"]
    assert taken(table) == set(WITH_NEW)


@pytest.mark.parametrize("plain", [False, True])
def test_a_card_that_fell_into_the_callers_row_is_no_hit(plain: bool) -> None:
    for fell in (BEN[0], CENTRE[1]):
        table = dealt(Played(plain=plain))
        call(table, "ann")
        home = table.lying[fell]
        table.put("ann", fell)
        assert table.look(20) == []
        table.lying[fell] = home
        table.put("claim", *RIGHT)
        assert table.look(30) == ["claim"]
        assert row_of(table, "ann") == 2


def test_a_card_that_may_be_one_of_which_nobody_knows_which_it_is_is_no_hit() -> None:
    """The other player's new card and one of the caller's were put down the wrong way round."""
    table = dealt()
    table.state = step(table.state, ev.Hit("ben"))
    call(table, "ann")
    table.take(ANN[1])
    table.put("ben", ANN[1])
    table.put("ann", NEW)
    assert "hit" not in table.look(20)


def test_with_the_pile_used_up_nobody_has_taken_a_hit() -> None:
    table = dealt()
    assert table.state.table is not None
    for _ in range(table.state.table.pile):
        table.state = step(table.state, ev.Hit("ben"))
    call(table, "ann")
    table.put("ann", NEW)
    assert table.look(20) == []
    assert ANN[0] in table.lying


def test_a_card_that_fell_into_a_row_for_one_that_was_drawn_is_not_known_to_be_it() -> None:
    """The card that was drawn lies beneath a hand, and as many lie in the row as the game has there."""
    table = dealt()
    table.put("ann", NEW)
    table.unread = {NEW}
    table.state = step(table.state, ev.Hit("ann"))
    table.look()
    table.take(NEW)
    table.lying[BEN[0]] = (750.0, 250.0)
    table.look(30)
    assert table.state.table is not None
    assert BEN[0] not in {face.id for face in table.state.table.faces("ann") or ()}


def test_cards_that_cannot_be_read_are_counted_after_a_while() -> None:
    table = Played()
    table.state = step(table.state, ev.SetUp("speedster", ("ann", "ben")))
    table.look(2)
    table.unread = {ANN[1], CENTRE[2]}
    table.put("ann", *ANN)
    table.put("ben", *BEN)
    assert table.look(35) == []
    assert table.look() == ["deal"]
    table.put("centre", *CENTRE)
    assert table.look(35) == []
    assert table.look() == ["flip"]
    assert table.look(60) == []


@pytest.mark.parametrize("fell", [False, True])
def test_a_place_that_is_filled_up_with_a_card_that_cannot_be_read_is_told_after_a_while(fell: bool) -> None:
    """Where a card is missed elsewhere, it may be that one."""
    table = dealt()
    call(table, "ann")
    table.put("claim", *RIGHT)
    assert table.look(3) == ["claim"]
    table.take(*RIGHT)
    if fell:
        table.take(BEN[0])
    table.put("centre", NEW)
    table.unread = {NEW}
    assert table.look(35) == []
    assert table.look() == ([] if fell else ["replenish"])


# --- a row that is filled up after its player has called again -------------------------------------------

FIRST, SECOND, THIRD = "iamond-5b-02", "iamond-1a-17", "iamond-4a-03"


def called_again(*, plain: bool) -> Played:
    """Ann has laid down a Zangle and filled up the centre, and calls while her row misses two cards."""
    table = dealt(Played(plain=plain))
    call(table, "ann")
    table.put("claim", *RIGHT)
    assert table.look(20) == ["claim"]
    table.take(*RIGHT)
    table.put("centre", THIRD)
    assert table.look() == ["replenish"]
    call(table, "ann")
    return table


@pytest.mark.parametrize("plain", [False, True])
def test_a_row_that_is_filled_up_after_its_player_called_again_takes_no_hits(plain: bool) -> None:
    table = called_again(plain=plain)
    table.put("ann", FIRST)
    assert table.look(20) == []
    table.put("ann", SECOND)
    assert table.look(20) == ["replenish"]
    table.put("ann", NEW)
    assert table.look(20) == ["hit"]


@pytest.mark.parametrize("plain", [False, True])
def test_a_card_that_fills_up_a_row_may_be_of_the_zangle_that_was_called_before(plain: bool) -> None:
    table = called_again(plain=plain)
    table.put("ann", FIRST)
    table.look(2)
    table.put("claim", CENTRE[1], FIRST, ANN[2])
    assert table.look(60) == []
    assert table.state.table is not None
    assert "not filled up" in str(waits_for(table.eye.watching, table.state.table))
    table.put("ann", SECOND)
    assert table.look() == ["replenish", "claim"]
    assert ruled(table) is Ruling.LEGAL
    assert plain or taken(table) == {CENTRE[1], FIRST, ANN[2]}
    assert row_of(table, "ann") == 2


def test_cards_like_the_last_zangles_fill_up_a_row_though_they_are_of_the_next_claim() -> None:
    """They may have been gathered up there, as long as they lie there no longer than such a card waits for."""
    table = called_again(plain=True)
    table.put("ann", NEW, SECOND)
    table.look(4)
    table.put("claim", CENTRE[1], ANN[2], ANN[3], SECOND)
    assert table.look(60) == ["replenish", "claim"]
    assert row_of(table, "ann") == 4


def test_a_hit_that_is_taken_while_the_row_is_filled_up_is_told_beside_that() -> None:
    table = called_again(plain=False)
    table.put("claim", CENTRE[1])
    table.put("ben", NEW)
    table.look(4)
    table.state = step(table.state, ev.Penalty("ann"))
    table.put("centre", CENTRE[1])
    table.put("ann", FIRST, SECOND, "iamond-4a-07")
    assert sorted(table.look(60)) == ["hit", "hit", "replenish"]
    assert (row_of(table, "ann"), row_of(table, "ben")) == (5, 5)
