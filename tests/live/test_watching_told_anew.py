"""From scenes to events where a card had only fallen into the claim zone: what was told of it is told anew."""

from __future__ import annotations

import pytest

from companion.rules.verdict import Ruling
from companion.table.zangle import events as ev
from tests.live.by_hand import Played
from tests.live.rounds_by_hand import ANN, BEN, CENTRE, RIGHT, call, dealt, ruled, taken, with_centre

Z = "iamond-z-01"


def claimed(table: Played) -> int:
    """How many cards the last claim has."""
    return len(next(event for event in reversed(table.log) if isinstance(event, ev.Claim)).cards)


def grown(plain: bool = False) -> tuple[Played, tuple[float, float]]:
    """A Zangle of Ann's to which a Z has slid, and where that lay."""
    table = with_centre(CENTRE[0], Z, CENTRE[1], CENTRE[3], plain=plain)
    home = table.lying[Z]
    call(table, "ann")
    table.put("claim", *RIGHT)
    assert table.look(3) == ["claim"]
    table.put("claim", Z)
    assert table.look(3) == ["undo", "claim"]
    return table, home


@pytest.mark.parametrize("plain", [False, True])
def test_a_card_that_is_put_back_was_no_part_of_the_zangle(plain: bool) -> None:
    table, home = grown(plain)
    table.lying[Z] = home
    assert table.look() == ["undo", "claim"]
    assert (claimed(table), ruled(table)) == (3, Ruling.LEGAL)
    table.take(*RIGHT)
    assert table.look(30) == []


def test_a_card_that_is_put_back_late_was_no_part_of_the_zangle_where_its_marker_tells() -> None:
    table, home = grown()
    table.look(60)
    table.lying[Z] = home
    assert table.look() == ["undo", "claim"]
    assert taken(table) == set(RIGHT)


def test_a_card_without_a_marker_that_comes_late_may_be_one_that_was_drawn() -> None:
    table, home = grown(plain=True)
    table.look(60)
    table.lying[Z] = home
    assert "undo" not in table.look(30)


def test_a_card_that_is_put_back_after_something_else_happened_changes_nothing() -> None:
    table, home = grown()
    table.put("ben", "iamond-2a-14")
    assert table.look(30) == ["hit"]
    table.lying[Z] = home
    assert "undo" not in table.look(30)


def test_a_zangle_that_is_gathered_up_card_by_card_stays_as_it_was_told() -> None:
    table, _ = grown()
    for name in (Z, *RIGHT):
        table.take(name)
        assert table.look(5) == []
    assert claimed(table) == 4


def test_what_is_left_has_to_be_a_zangle() -> None:
    """A card of the Zangle is put back: then it is not told anew, for a person would have to say what was meant."""
    table = dealt()
    call(table, "ann")
    home = table.lying[ANN[1]]
    table.put("claim", *RIGHT)
    assert table.look(3) == ["claim"]
    table.lying[ANN[1]] = home
    assert table.look(10) == []
    assert claimed(table) == 3


def test_a_card_that_fell_to_the_first_ones_and_made_a_zangle_of_them_makes_way_for_the_card_that_was_meant() -> (
    None
):
    """Two twos make a four, which had fallen there; with a Z they are the claim."""
    table = with_centre("iamond-2a-07", "iamond-4a-03", Z, CENTRE[3])
    home = table.lying["iamond-4a-03"]
    call(table, "ann")
    table.put("claim", "iamond-2a-07", ANN[0], "iamond-4a-03")
    assert table.look(3) == ["claim"]
    table.lying["iamond-4a-03"] = home
    table.put("claim", Z)
    assert table.look() == ["undo", "claim"]
    assert taken(table) == {"iamond-2a-07", ANN[0], Z}
    assert ruled(table) is Ruling.LEGAL


def test_a_card_too_many_is_waited_for_while_it_may_have_fallen_there() -> None:
    table = dealt()
    call(table, "ann")
    home = table.lying[CENTRE[1]]
    table.put("claim", *RIGHT, CENTRE[1])
    assert table.look(35) == []
    table.lying[CENTRE[1]] = home
    assert table.look(3) == ["claim"]
    assert ruled(table) is Ruling.LEGAL


def test_a_card_too_many_that_stays_makes_a_wrong_claim() -> None:
    table = dealt()
    call(table, "ann")
    table.put("claim", *RIGHT, CENTRE[1])
    assert table.look(45) == ["claim"]
    assert ruled(table) is Ruling.ILLEGAL
    assert BEN[0] in table.lying


def test_a_card_that_is_drawn_while_the_zangle_lies_there_and_looks_like_one_of_it_was_not_put_back() -> None:
    table = with_centre(CENTRE[0], Z, CENTRE[1], CENTRE[3], plain=True)
    call(table, "ann")
    table.put("claim", *RIGHT, Z)
    assert table.look(3) == ["claim"]
    table.put("centre", "iamond-z-02")
    assert "undo" not in table.look(30)
    assert claimed(table) == 4
