"""From scenes to events where a Zangle lies gathered up open before its player."""

from __future__ import annotations

import pytest

from tests.live.by_hand import Played
from tests.live.rounds_by_hand import RIGHT, call, dealt, row_of

PILE = (800.0, 250.0)
DRAWN = ("iamond-5b-02", "iamond-1a-17")


def told(plain: bool) -> Played:
    """A Zangle was told, and the centre is full again."""
    table = dealt(Played(plain=plain))
    call(table, "ann")
    table.put("claim", *RIGHT)
    assert table.look(3) == ["claim"]
    table.put("centre", "iamond-4a-03")
    assert table.look() == ["replenish"]
    return table


def gathered(table: Played) -> None:
    """The Zangle lies on a pile in Ann's zone, a card of hers on top."""
    table.take(*RIGHT)
    table.lying[RIGHT[1]] = PILE


@pytest.mark.parametrize("plain", [False, True])
def test_a_zangle_that_is_gathered_up_before_its_player_is_no_card_that_was_drawn(plain: bool) -> None:
    table = told(plain)
    gathered(table)
    table.put("ann", DRAWN[0])
    assert table.look(20) == [], "of two cards that are due one lies there"
    table.put("ann", DRAWN[1])
    assert table.look() == ["replenish"]
    assert row_of(table, "ann") == 4
    assert table.look(30) == []
    table.put("ann", "iamond-2a-14")
    assert table.look() == ["hit"]


def test_with_markers_all_of_a_zangle_may_lie_open_there() -> None:
    table = told(plain=False)
    for at, name in enumerate(RIGHT):
        table.lying[name] = (640.0 + 70 * at, 250.0)
    assert table.look(60) == []


def test_what_is_laid_to_a_pile_is_no_hit() -> None:
    table = told(plain=True)
    gathered(table)
    table.put("ann", *DRAWN)
    assert table.look() == ["replenish"]
    table.take(RIGHT[1])
    table.lying["iamond-4c-07"] = (PILE[0] + 5, PILE[1] - 5)
    assert table.look(30) == []


def test_a_card_that_was_drawn_and_looks_like_one_of_the_zangle_is_told_a_while_later() -> None:
    table = told(plain=True)
    table.take(*RIGHT)
    table.put("ann", DRAWN[0], "iamond-2a-14")
    assert table.look(35) == []
    assert table.look() == ["replenish"]


def test_a_card_that_comes_long_after_the_zangle_is_gone_was_drawn() -> None:
    table = told(plain=True)
    table.take(*RIGHT)
    assert table.look(20) == []
    table.put("ann", DRAWN[0], "iamond-2a-14")
    assert table.look() == ["replenish"]


def test_a_card_that_is_laid_where_a_pile_was_long_ago_is_a_hit() -> None:
    table = told(plain=True)
    gathered(table)
    table.put("ann", *DRAWN)
    assert table.look() == ["replenish"]
    table.take(RIGHT[1])
    assert table.look(110) == []
    table.lying["iamond-4c-07"] = PILE
    assert table.look() == ["hit"]


def test_a_hit_that_looks_like_one_of_the_last_zangle_is_told_after_a_wrong_claim() -> None:
    table = told(plain=True)
    table.take(*RIGHT)
    table.put("ann", *DRAWN)
    assert table.look(30) == ["replenish"]
    call(table, "ann")
    wrong = ("iamond-4a-03", DRAWN[0])
    home = {name: table.lying[name] for name in wrong}
    table.put("claim", *wrong)
    assert table.look(30) == ["claim"]
    table.put("ann", "iamond-2a-14")
    table.look()
    table.lying.update(home)
    assert table.look(10) == ["penalty", "hit"]
