"""Several things that go wrong at once: what is told then is so, and what cannot be known is not told."""

from __future__ import annotations

from companion.table.zangle import events as ev
from tests.live.test_watching import RIGHT, Played, call, dealt

NEW, NEXT = "iamond-2a-14", "iamond-1a-17"


# --- cards that fall elsewhere while others are drawn --------------------------------------------------


def after_a_zangle() -> Played:
    """Ann has laid down a Zangle, and taken it away: the centre misses a card and she two."""
    table = dealt()
    call(table, "ann")
    table.put("claim", *RIGHT)
    assert table.look(20) == ["claim"]
    table.take(*RIGHT)
    table.put("centre", "iamond-4a-03")
    assert table.look() == ["replenish"]
    return table


def test_a_card_that_falls_into_another_row_as_it_is_drawn_is_no_hit() -> None:
    table = after_a_zangle()
    table.put("ann", NEW)
    table.look(2)
    table.put("ben", NEXT)
    assert table.look(20) == []
    table.put("ann", NEXT)
    assert table.look() == ["replenish"]
    assert table.look(30) == []


def test_a_hit_that_is_taken_while_the_other_fills_up_is_told() -> None:
    table = after_a_zangle()
    table.put("ann", NEW)
    table.look(2)
    table.put("ben", NEXT)
    assert table.look(20) == []
    table.put("ann", "iamond-5b-02")
    assert table.look() == ["replenish", "hit"]
    # Where it takes longer than a card that fell lies there, the hit does not wait for it.
    table = after_a_zangle()
    table.put("ann", NEW)
    table.look(2)
    table.put("ben", NEXT)
    assert table.look(60) == ["hit"]


def test_a_hit_that_falls_into_another_row_is_not_that_players() -> None:
    table = dealt()
    table.put("ben", NEW)
    table.look(2)
    table.put("ann", NEW)
    assert table.look(20) == []
    table.put("ben", NEW)
    assert table.look() == ["hit"]
    hit = table.log[-2] if isinstance(table.log[-1], ev.Seen) else table.log[-1]
    assert hit == ev.Hit("ben")
