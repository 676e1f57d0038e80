"""Solitaire under a camera: columns that are turned up late, a stuck centre, tops that go to empty columns."""

from __future__ import annotations

import pytest

from companion.rules.verdict import Ruling
from companion.table.watch.eye import Eye
from companion.table.watch.waiting import waits_for
from companion.table.zangle import events as ev
from companion.table.zangle.play import step
from tests.live.by_hand import ZONES, Played
from tests.live.rounds_by_hand import CENTRE, RIGHT, ruled
from tests.live.stairs import STAIRS, TOPS

NEW = ("iamond-3a-11", "iamond-5b-02", "iamond-2a-14")


def at(column: int) -> tuple[float, float]:
    """Where a column's top lies; columns count from 1."""
    return 100.0 * column - 50, 250.0


def begun(*shown: str, centre: tuple[str, ...] = CENTRE[:3]) -> Played:
    table = Played(eye=Eye((*ZONES[:2], *STAIRS)))
    table.state = step(table.state, ev.SetUp("solitaire", ("ann",)))
    table.look(2)
    table.lying |= {name: at(column) for column, name in enumerate(shown or TOPS, 1)}
    assert table.look() == ["deal"]
    table.put("centre", *centre)
    assert table.look() == ["flip"]
    return table


def tops(table: Played) -> list[str | None]:
    """The columns' tops by their names, "?" where one is not known; None of an empty column."""
    assert table.state.table is not None
    return [None if column.top is None else column.top.id or "?" for column in table.state.table.columns]


def claimed(table: Played, cards: tuple[str, ...] = RIGHT) -> Played:
    """Tops of columns went with a card of the centre."""
    table.put("claim", *cards)
    assert table.look() == ["claim"]
    table.take(*cards)
    table.look()
    return table


def filled_up() -> Played:
    """After a claim the centre is filled up and the second column's next card turned up; the first column is empty."""
    table = claimed(begun())
    table.put("centre", "iamond-4a-03")
    table.lying["iamond-4c-01"] = at(2)
    table.look()
    return table


def test_the_centre_may_be_filled_before_the_columns_are_turned_up() -> None:
    table = claimed(begun())
    assert tops(table)[:2] == [None, "?"]
    table.put("centre", "iamond-4a-03")
    assert table.look() == ["replenish"]
    table.lying["iamond-4c-01"] = at(2)
    assert table.look() == []
    assert tops(table)[:2] == [None, "iamond-4c-01"]


def test_a_claim_after_new_cards_for_a_stuck_centre_is_of_these() -> None:
    table = begun()
    table.state = step(table.state, ev.Stuck())
    table.look()
    table.take(*CENTRE[:3])
    table.put("centre", "iamond-5a-03", *NEW[:2])
    assert table.look() == []
    table.put("claim", "iamond-5a-03", *RIGHT[1:])
    assert table.look(4) == ["claim"]
    assert ruled(table) is Ruling.LEGAL
    claim = table.log[-1]
    assert isinstance(claim, ev.Claim)
    assert sorted(one.source for one in claim.cards) == ["centre", "column 1", "column 2"]


def test_what_lies_beneath_a_top_is_not_the_top_though_it_cannot_be_read() -> None:
    table = begun()
    table.unread = {"iamond-4c-01"}
    table.put("claim", *RIGHT)
    table.lying["iamond-4c-01"] = at(2)
    assert table.look() == ["claim"]
    claim = table.log[-1]
    assert isinstance(claim, ev.Claim)
    assert sorted(one.source for one in claim.cards) == ["centre", "column 1", "column 2"]


def test_a_card_of_no_column_keeps_a_claim_until_it_lies_where_it_was() -> None:
    table = begun()
    table.put("claim", *RIGHT, NEW[0])
    assert table.look(30) == []
    assert table.refused == []
    assert table.state.table is not None
    assert "put it back" in str(waits_for(table.eye.watching, table.state.table))
    table.take(NEW[0])
    assert table.look() == ["claim"]
    assert ruled(table) is Ruling.LEGAL


def test_a_claim_stays_one_where_everything_is_filled_up_before_it_is_told() -> None:
    table = begun()
    table.restless[:, 520:] = True
    table.put("claim", *RIGHT)
    table.put("centre", NEW[0])
    table.lying[NEW[2]] = at(2)
    assert table.look(20) == []
    table.restless[:] = False
    assert table.look() == ["claim", "replenish"]
    claim = next(event for event in table.log if isinstance(event, ev.Claim))
    assert claim.ruling is Ruling.LEGAL
    assert tops(table)[:2] == [None, NEW[2]]


def test_a_top_that_was_not_known_yet_goes_to_an_empty_column() -> None:
    table = claimed(begun(TOPS[0], TOPS[2], TOPS[1], *TOPS[3:]))
    table.put("centre", "iamond-4a-03")
    table.look(50)
    assert tops(table)[:3] == [None, TOPS[2], "?"]
    # What is turned up in the third column is laid to the first at once, and what lies beneath is turned up, too.
    table.lying |= {"iamond-4c-01": at(1), "iamond-3a-07": at(3)}
    assert table.look() == ["fill-column"]
    assert tops(table)[:3] == ["iamond-4c-01", TOPS[2], "iamond-3a-07"]


def test_a_card_that_may_have_lain_on_either_of_two_columns_fills_none() -> None:
    cards = ("iamond-4c-01", "iamond-1a-05", "iamond-1a-02", "iamond-2a-01")
    table = begun(cards[1], TOPS[1], *cards[2:], TOPS[4], centre=(cards[0], *CENTRE[1:3]))
    claimed(table, cards)
    table.put("centre", "iamond-4a-03")
    table.look(50)
    assert tops(table)[:4] == [None, TOPS[1], "?", "?"]
    table.lying |= {NEW[0]: at(1), NEW[1]: at(3)}
    assert table.look(20) == []


def test_a_card_that_may_be_the_centres_fills_no_column() -> None:
    table = claimed(begun(TOPS[0], TOPS[2], TOPS[1], *TOPS[3:]))
    table.put("centre", "iamond-4a-03")
    table.look()
    table.lying["iamond-4a-03"] = at(1)
    assert table.look(30) == []


def test_a_column_whose_top_is_on_its_way_is_not_told_to_show_the_next_card() -> None:
    table = filled_up()
    table.take(TOPS[2])
    table.lying["iamond-3a-07"] = at(3)
    assert table.look(20) == []
    assert tops(table)[2] == TOPS[2]
    table.lying[TOPS[2]] = at(1)
    assert table.look() == ["fill-column"]
    assert tops(table)[:3] == [TOPS[2], "iamond-4c-01", "iamond-3a-07"]


def test_a_top_that_cannot_be_read_at_an_empty_column_came_from_where_the_next_card_shows() -> None:
    table = filled_up()
    table.unread = {TOPS[2]}
    table.lying |= {TOPS[2]: at(1), "iamond-3a-07": at(3)}
    assert table.look(30) == []
    assert table.look(20) == ["fill-column"]
    assert tops(table)[:3] == [TOPS[2], "iamond-4c-01", "iamond-3a-07"]


def test_another_card_at_an_empty_column_did_not_come_from_where_the_next_card_shows() -> None:
    table = filled_up()
    table.take(TOPS[2])
    table.lying |= {NEW[0]: at(1), "iamond-3a-07": at(3)}
    assert table.look(60) == []


def test_one_that_cannot_be_read_and_may_have_come_from_either_of_two_columns_fills_none() -> None:
    table = filled_up()
    table.unread = {TOPS[2]}
    table.take(TOPS[3])
    table.lying |= {TOPS[2]: at(1), "iamond-3a-07": at(3), NEW[0]: at(4)}
    assert table.look(80) == []
    assert tops(table)[2:4] == [*TOPS[2:4]]


def shown(table: Played) -> set[str | None]:
    """What the game knows to lie in the centre."""
    assert table.state.table is not None
    return {face.id for face in table.state.table.centre}


def test_the_old_cards_of_a_stuck_centre_are_not_told_to_be_the_new_ones() -> None:
    table = begun()
    table.state = step(table.state, ev.Stuck())
    table.look(30)
    assert shown(table) == {None}
    table.take(*CENTRE[:2])
    table.put("centre", *NEW[:2])
    table.look()
    assert shown(table) == {None}, "one of the old ones lies there still"
    table.take(CENTRE[2])
    table.put("centre", NEW[2])
    table.look()
    assert shown(table) == set(NEW)


def test_an_old_card_of_a_stuck_centre_that_has_gone_is_told_where_it_lies_again() -> None:
    table = begun()
    table.state = step(table.state, ev.Stuck())
    table.look()
    table.take(*CENTRE[:3])
    table.look()
    table.put("centre", CENTRE[0], *NEW[:2])
    table.look()
    assert shown(table) == {CENTRE[0], *NEW[:2]}


def test_new_cards_that_came_while_no_picture_did_are_told() -> None:
    table = begun()
    table.state = step(table.state, ev.Stuck())
    table.take(*CENTRE[:3])
    table.put("centre", *NEW)
    table.look()
    assert shown(table) == set(NEW)


@pytest.mark.parametrize("place", ["centre", "column"])
def test_a_card_that_fell_onto_a_column_is_not_told_to_be_its_next_card(place: str) -> None:
    table = claimed(begun())
    table.put("centre", "iamond-4a-03")
    assert table.look() == ["replenish"]
    fell = CENTRE[1] if place == "centre" else TOPS[3]
    home = table.lying[fell]
    table.lying[fell] = at(2)
    assert table.look(60) == []
    assert tops(table)[1] == "?"
    table.lying[fell] = home
    table.lying[NEW[0]] = at(2)
    assert table.look() == []
    assert tops(table)[1] == NEW[0]


def test_a_claim_in_whose_midst_the_program_begins_anew_is_told() -> None:
    table = begun()
    table.put("claim", RIGHT[0])
    table.take(*RIGHT[1:])
    table.eye = Eye((*ZONES[:2], *STAIRS))
    assert table.look(60) == []
    table.put("claim", *RIGHT[1:])
    assert table.look(4) == ["claim"]
    assert ruled(table) is Ruling.LEGAL
