"""From scenes to events where a card of each of two places was put down at the other one."""

from __future__ import annotations

import pytest

from companion.rules.verdict import Ruling
from companion.table.zangle import events as ev
from tests.live.by_hand import Played
from tests.live.rounds_by_hand import ANN, BEN, CENTRE, RIGHT, call, dealt, ruled


def known(table: Played, place: str) -> set[str]:
    """What the game knows to lie at a place."""
    assert table.state.table is not None
    return {face.shape.key if face.shape else "Z" for face in table.state.table.faces(place) or ()}


def swapped(table: Played, one: str, other: str) -> None:
    """Two cards lie where the other one lay."""
    table.lying[one], table.lying[other] = table.lying[other], table.lying[one]
    table.keys[one], table.keys[other] = 901, 902


@pytest.mark.parametrize("plain", [False, True])
def test_cards_that_were_put_down_the_wrong_way_round_are_told_as_they_lie(plain: bool) -> None:
    table = dealt(Played(plain=plain))
    before = known(table, "ben"), known(table, "centre")
    swapped(table, BEN[0], CENTRE[1])
    assert table.look(20) == []
    assert (known(table, "ben"), known(table, "centre")) != before
    told = [event.place for event in table.log if isinstance(event, ev.Seen)]
    assert told[-2:] == ["centre", "ben"]
    length = len(table.log)
    table.look(20)
    assert len(table.log) == length


@pytest.mark.parametrize("plain", [False, True])
def test_a_claim_goes_by_where_cards_lie_that_were_put_down_the_wrong_way_round(plain: bool) -> None:
    table = dealt(Played(plain=plain))
    swapped(table, CENTRE[0], ANN[0])
    call(table, "ann")
    table.look(3)
    table.put("claim", *RIGHT)
    assert table.look(8) == ["claim"]
    assert ruled(table) is Ruling.LEGAL
    claim = table.log[-1]
    assert isinstance(claim, ev.Claim)
    assert [(one.source, one.face.triangles) for one in claim.cards] == [
        ("centre", 2),
        ("ann", 3),
        ("ann", 5),
    ]


def test_what_fell_into_a_row_as_another_card_was_drawn_is_put_down_nowhere() -> None:
    table = dealt()
    home = table.lying[ANN[2]]
    table.lying[ANN[2]] = (420.0, table.lying[BEN[0]][1])
    table.lying["iamond-2a-14"] = (420.0, home[1])
    looks = sum(isinstance(event, ev.Seen) for event in table.log)
    assert table.look(30) == []
    assert sum(isinstance(event, ev.Seen) for event in table.log) == looks


def test_cards_that_were_put_down_the_wrong_way_round_wait_for_one_that_is_out_of_sight() -> None:
    table = dealt()
    swapped(table, BEN[0], CENTRE[1])
    table.hidden = {ANN[0]}
    before = known(table, "ben")
    table.look(20)
    assert known(table, "ben") == before


def rowed(table: Played, place: str) -> set[str | None]:
    """The cards that the game knows to lie at a place."""
    assert table.state.table is not None
    return {face.id for face in table.state.table.faces(place) or ()}


def muddled() -> Played:
    """One of ann's lies before ben instead of one of his, which is gone, and a new one before her."""
    table = dealt()
    table.lying["iamond-2a-14"] = table.lying[ANN[0]]
    table.lying[ANN[0]] = table.lying[BEN[0]]
    table.take(BEN[0])
    table.keys[ANN[0]] = 901
    return table


def test_what_lies_otherwise_than_the_game_knows_is_told_once_it_has_lain_so() -> None:
    table = muddled()
    assert table.look(12) == []
    assert rowed(table, "ann") == {*ANN}
    assert table.look(12) == []
    assert rowed(table, "ann") == {"iamond-2a-14", *ANN[1:]}
    assert rowed(table, "ben") == {ANN[0], *BEN[1:]}
    assert rowed(table, "centre") == {*CENTRE}
    length = len(table.log)
    table.look(20)
    assert len(table.log) == length


def test_what_lies_otherwise_than_the_game_knows_waits_where_a_card_more_or_less_lies() -> None:
    for place, names in (("centre", ()), ("ben", ("iamond-3a-07",))):
        table = muddled()
        if names:
            table.put(place, *names)
        else:
            table.take(CENTRE[0])
        table.look(40)
        assert rowed(table, "ann") == {*ANN}
