"""Claims that somebody enters by phone, at a table that a camera follows."""

from __future__ import annotations

from companion.rules.verdict import Ruling
from companion.table.zangle import events as ev
from companion.table.zangle.play import step
from tests.live.by_hand import Played
from tests.live.rounds_by_hand import ANN, CENTRE, call, dealt
from tests.live.sim_table import CARDS

WRONG = (CENTRE[0], ANN[0])


def enters(table: Played, *names: str) -> None:
    """Ann enters a claim of these cards, the first of them the centre's."""
    faces = [ev.Face(CARDS[name].triangles, CARDS[name].shape, name) for name in names]
    sources = ["centre", *["ann"] * (len(names) - 1)]
    table.state = step(table.state, ev.Claim("ann", tuple(map(ev.Taken, sources, faces))))


def owes(table: Played) -> bool:
    assert table.state.table is not None
    pending = table.state.table.pending
    return pending is not None and pending.ruling is Ruling.ILLEGAL


def test_a_wrong_claim_of_which_nothing_was_laid_down_is_not_paid_for_by_the_camera() -> None:
    table = dealt()
    call(table, "ann")
    enters(table, *WRONG)
    assert table.look(60) == []
    assert owes(table)
    # The table has a look at it, and says that it is paid for, or rules otherwise.
    table.state = step(table.state, ev.Penalty("ann"))
    assert table.look(20) == []


def test_once_its_cards_were_laid_down_and_are_back_it_is_paid_for() -> None:
    for first in (True, False):
        table = dealt()
        call(table, "ann")
        home = {name: table.lying[name] for name in WRONG}
        if first:
            enters(table, *WRONG)
        table.look(10)
        table.put("claim", *WRONG)
        assert table.look(10) == []
        if not first:
            enters(table, *WRONG)
        assert table.look(60) == []
        table.lying.update(home)
        assert table.look() == ["penalty"]


def test_what_was_laid_down_for_an_earlier_call_is_not_paid_for_with_a_later_one() -> None:
    table = dealt()
    call(table, "ann")
    home = {name: table.lying[name] for name in WRONG}
    table.put("claim", *WRONG)
    assert table.look(40) == ["claim"]
    table.lying.update(home)
    assert table.look() == ["penalty"]
    call(table, "ann")
    enters(table, *WRONG)
    assert table.look(60) == []
    assert owes(table)
