"""What the table undoes stays undone, as long as the cards lie there as they did."""

from __future__ import annotations

import pytest

from companion.rules.verdict import Ruling
from companion.table.watch.undone import is_undone
from companion.table.watch.waiting import waits_for
from companion.table.zangle import events as ev
from companion.table.zangle.events import kind_of
from companion.table.zangle.play import step
from companion.table.zangle.table import Phase
from tests.live.by_hand import Played
from tests.live.rounds_by_hand import ANN, RIGHT, WRONG, call, dealt


def undo(table: Played) -> str:
    """Undo the last thing by hand; what kind it was."""
    last = table.state.to_undo
    assert last is not None
    table.state = step(table.state, ev.Undo(last.seq))
    return kind_of(last.event)


@pytest.mark.parametrize("plain", [False, True])
def test_a_zangle_that_was_undone_is_told_again_only_where_it_is_laid_down_anew(plain: bool) -> None:
    table = dealt(Played(plain=plain))
    call(table, "ann")
    home = {name: table.lying[name] for name in RIGHT}
    table.put("claim", *RIGHT)
    assert table.look() == ["claim"]
    assert undo(table) == "claim"
    assert table.look(60) == []
    assert table.state.table is not None
    assert "was undone" in str(waits_for(table.eye.watching, table.state.table))
    table.lying.update(home)
    assert table.look() == []
    assert waits_for(table.eye.watching, table.state.table) is None
    table.put("claim", *RIGHT)
    assert table.look() == ["claim"]


def test_a_zangle_that_was_undone_after_somebody_has_said_what_lies_elsewhere_is_not_told_again() -> None:
    table = dealt()
    call(table, "ann")
    home = {name: table.lying[name] for name in RIGHT}
    table.put("claim", *RIGHT)
    assert table.look() == ["claim"]
    assert table.state.table is not None
    table.state = step(table.state, ev.Seen("ben", table.state.table.faces("ben") or ()))
    assert undo(table) == "claim"
    assert table.look(60) == []
    table.lying.update(home)
    assert table.look() == []
    table.put("claim", *RIGHT)
    assert table.look() == ["claim"]


def test_a_zangle_that_was_undone_is_told_with_what_is_laid_to_it() -> None:
    table = dealt()
    call(table, "ann")
    table.put("claim", *RIGHT)
    assert table.look() == ["claim"]
    undo(table)
    table.look(4)
    table.put("claim", ANN[2])
    assert table.look(60) == ["claim"]
    assert table.state.table is not None
    assert table.state.table.pending is not None
    assert table.state.table.pending.ruling is Ruling.ILLEGAL


def test_a_zangle_that_was_undone_with_its_call_is_told_at_the_next_call() -> None:
    table = dealt()
    call(table, "ann")
    table.put("claim", *RIGHT)
    table.look()
    assert [undo(table), undo(table)] == ["claim", "call"]
    assert table.look(60) == []
    call(table, "ann")
    table.look()
    assert [kind_of(event) for event in table.log if isinstance(event, ev.Claim)] == ["claim", "claim"]


def test_a_penalty_that_was_undone_is_not_paid_again() -> None:
    table = dealt()
    call(table, "ben")
    home = {name: table.lying[name] for name in WRONG}
    table.put("claim", *WRONG)
    assert table.look(30) == ["claim"]
    table.lying.update(home)
    assert table.look() == ["penalty"]
    assert undo(table) == "penalty"
    assert table.look(60) == []
    table.state = step(table.state, ev.Hit("ann"))  # Nothing to do with it.
    assert table.look(60) == []
    undo(table)
    assert undo(table) == "claim"
    assert table.look(60) == []


def test_a_deal_and_a_turned_up_centre_that_were_undone_come_with_other_cards_only() -> None:
    table = dealt()
    assert [undo(table), table.look(20), undo(table), table.look(20)] == ["flip", [], "deal", []]
    home = dict(table.lying)
    table.take(*home)
    assert table.look(4) == []
    table.lying.update(home)
    assert table.look() == ["deal", "flip"]


def test_the_centre_may_lie_there_before_the_deal_is_told() -> None:
    whole = dealt()
    table = Played(state=step(Played().state, ev.SetUp("speedster", ("ann", "ben"))))
    table.lying.update({name: at for name, at in whole.lying.items() if name != ANN[0]})
    assert table.look(20) == []
    table.lying[ANN[0]] = whole.lying[ANN[0]]
    assert table.look() == ["deal", "flip"]
    assert table.state.table is not None
    assert table.state.table.phase is Phase.PLAY


@pytest.mark.parametrize(
    ("seat", "source", "card", "same"),
    [
        ("Ann", "centre", "4c", True),
        ("Ben", "centre", "4c", False),
        ("Ann", "Ann", "4c", False),
        ("Ann", "centre", "4a", False),
    ],
)
def test_a_claim_is_the_one_that_was_undone_if_all_of_it_is(
    *, seat: str, source: str, card: str, same: bool
) -> None:
    undone = ev.Claim("Ann", (ev.Taken("centre", ev.Face(id="4c")), ev.Taken("Ann", ev.Face(id="1a"))))
    claim = ev.Claim(seat, (ev.Taken("Ann", ev.Face(id="1a")), ev.Taken(source, ev.Face(id=card))))
    assert is_undone(undone, claim) == same
    assert not is_undone(None, claim)
