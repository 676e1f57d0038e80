"""Several things that go wrong at once: what is told then is so, and what cannot be known is not told."""

from __future__ import annotations

import pytest

from companion.rules.verdict import Ruling
from companion.table.watch.eye import Eye
from companion.table.watch.waiting import waits_for
from companion.table.zangle import events as ev
from companion.table.zangle.play import step
from tests.live.by_hand import ZONES, Played
from tests.live.rounds_by_hand import ANN, BEN, CENTRE, RIGHT, call, dealt, ruled, taken, with_centre

NEW, NEXT = "iamond-2a-14", "iamond-1a-17"
Z = "iamond-z-01"
IN_CLAIM = 540.0, 170.0
"""Nearer to the centre's row than to Ann's, who lays it there."""


def sources(table: Played) -> list[str]:
    """Whose the cards of the last claim are."""
    claim = next(event for event in reversed(table.log) if isinstance(event, ev.Claim))
    return [one.source for one in claim.cards]


def says(table: Played) -> str | None:
    """What the claim waits for."""
    assert table.state.table is not None
    return waits_for(table.eye.watching, table.state.table)


# --- a card that cannot be read, and another that is taken --------------------------------------------


@pytest.mark.parametrize("plain", [False, True])
def test_what_lay_there_unread_while_another_card_was_in_sight_is_not_that_one(plain: bool) -> None:
    table = dealt(Played(plain=plain))
    call(table, "ann")
    table.unread = {ANN[3]}
    table.take(ANN[3])
    table.look(4)
    table.lying[ANN[3]] = IN_CLAIM
    table.put("claim", CENTRE[2])
    table.look(2)
    # Ben, a moment late, grabs a card that lay close by.
    table.take(CENTRE[3])
    assert table.look(60) == ["claim"]
    assert ruled(table) is Ruling.ILLEGAL
    assert sources(table) == ["centre", "ann"]


def test_an_unread_card_that_may_be_either_of_two_that_are_taken_is_asked_for() -> None:
    table = dealt()
    call(table, "ann")
    table.unread = {ANN[3]}
    table.take(ANN[3], CENTRE[2])
    table.look(4)
    table.lying[ANN[3]] = IN_CLAIM
    table.put("claim", CENTRE[3])
    assert table.look(80) == []
    assert says(table) == "A card in the claim zone cannot be read: turn it, and keep glare and hands off."
    table.put("centre", CENTRE[2])
    assert table.look(60) == ["claim"]
    assert sources(table) == ["centre", "ann"]


def test_it_may_be_another_players_that_is_under_a_hand() -> None:
    table = dealt()
    call(table, "ann")
    table.unread, table.hidden = {ANN[3]}, {BEN[0]}
    table.take(ANN[3])
    table.look(4)
    table.lying[ANN[3]] = IN_CLAIM
    table.put("claim", CENTRE[3])
    assert table.look(80) == []
    table.hidden = set()
    assert table.look(60) == ["claim"]


# --- a card of the centre that is gone, and a hand where it lay ----------------------------------------


def gone_under_a_hand(table: Played, name: str) -> None:
    """A card of the centre is missed, and then a hand rests there."""
    x, y = (round(value) for value in table.lying[name])
    table.take(name)
    table.look(3)
    table.over[y - 40 : y + 40, x - 30 : x + 30] = True


@pytest.mark.parametrize("plain", [False, True])
def test_a_zangle_is_told_though_a_card_that_was_taken_may_be_back_under_a_hand(plain: bool) -> None:
    table = dealt(Played(plain=plain))
    call(table, "ann")
    gone_under_a_hand(table, CENTRE[3])
    table.put("claim", *RIGHT)
    assert table.look() == ["claim"]
    assert ruled(table) is Ruling.LEGAL
    assert sources(table) == ["centre", "ann", "ann"]


def test_no_wrong_claim_is_told_while_a_card_that_was_taken_may_be_back_under_a_hand() -> None:
    table = dealt()
    call(table, "ann")
    gone_under_a_hand(table, CENTRE[3])
    table.put("claim", CENTRE[0], ANN[0])
    assert table.look(60) == []
    table.over[:] = False
    table.put("centre", CENTRE[3])
    assert table.look(30) == ["claim"]
    assert sources(table) == ["centre", "ann"]


@pytest.mark.parametrize("plain", [False, True])
def test_a_z_that_was_laid_in_time_is_told_once_nothing_keeps_it(plain: bool) -> None:
    table = with_centre(CENTRE[0], Z, CENTRE[1], CENTRE[3], plain=plain)
    call(table, "ann")
    table.put("claim", *RIGHT)
    assert table.look(3) == ["claim"]
    gone_under_a_hand(table, CENTRE[3])
    table.put("claim", Z)
    table.unread = {Z}
    assert table.look(60) == []
    table.unread = set()
    assert table.look(10) == ["undo", "claim"]
    assert sources(table) == ["centre", "centre", "ann", "ann"]


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


def test_a_card_that_fell_into_a_row_that_is_not_known_yet_is_no_hit() -> None:
    """One of that row had fallen elsewhere before and is back: either may be the one card more."""
    for fell, back in ((CENTRE[0], ANN[0]), (CENTRE[3], ANN[3])):
        table = dealt()
        unknown = step(table.state, ev.Seen("ann", ()))
        home = table.lying[back]
        table.take(back)
        table.look(3)
        table.state = unknown
        table.lying[back] = home
        table.put("ann", fell)
        assert table.look(30) == []


# --- whose it was --------------------------------------------------------------------------------------


def test_in_a_tie_a_card_that_was_pushed_along_its_row_is_none_of_the_claim() -> None:
    """It is remembered where it lay, too, when the calls come."""
    table = dealt(Played(plain=True))
    table.lying["ghost"] = table.lying[ANN[3]]
    table.lying[ANN[3]] = (400.0, 250.0)
    table.keys = {ANN[3]: 900}
    table.lying[GHOST] = table.lying.pop("ghost")
    table.hidden = {GHOST}
    table.look(2)
    at_s = table.frames / 10
    for seat in ("ann", "ben"):
        table.state = step(table.state, ev.Call(seat, at_s, 0.02, f"phone of {seat}"))
    table.put("claim", CENTRE[0], ANN[0])
    table.take(GHOST)
    table.look(4)
    table.state = step(table.state, ev.Settle("ann"))
    assert table.look(60) == ["claim"]
    assert sources(table) == ["centre", "ann"]


GHOST = "iamond-4c-02"
"""Looks like Ann's last card."""


def test_cards_that_this_camera_has_not_read_yet_are_told_as_what_the_game_knows() -> None:
    """The program began anew, and a lamp shines on Ann's row."""
    table = dealt(Played(plain=True))
    table.eye = Eye(ZONES)
    table.unread = {*ANN}
    table.look(10)
    call(table, "ann")
    table.put("claim", *RIGHT)
    assert table.look(60) == []
    table.unread = {ANN[0]}
    assert table.look(10) == ["claim"]
    assert (ruled(table), sources(table)) == (Ruling.LEGAL, ["centre", "ann", "ann"])


def test_what_nobody_saw_leave_is_not_the_callers_while_the_centre_misses_a_card() -> None:
    """The game took one card of the centre for another."""
    table = dealt()
    table.state = step(table.state, ev.Seen("ann", ()))
    call(table, "ann")
    table.take(CENTRE[3])
    table.put("claim", CENTRE[0], ANN[0])
    table.lying[NEXT] = (780.0, 150.0)
    assert table.look(80) == []
    table.take(NEXT)
    table.put("centre", CENTRE[3])
    assert table.look(60) == ["claim"]
    assert taken(table) == {CENTRE[0], ANN[0]}
