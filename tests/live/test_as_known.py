"""What the game knows stands for what was not seen to lie there, if it knows all of it."""

from __future__ import annotations

from companion.table.watch.as_known import as_known
from companion.table.watch.ownership import Frozen
from companion.table.zangle import events as ev
from companion.table.zangle.play import step
from tests.live.test_watching import ANN, BEN, CENTRE, ZONES, Played, dealt

PLACES = ("centre", "ann", "ben")


def known(table: Played) -> Frozen | None:
    assert table.state.table is not None
    return as_known(table.state.table, table.eye.watching.cards, ZONES, PLACES)


def test_each_card_is_owned_where_the_game_has_it() -> None:
    table = dealt()
    frozen = known(table)
    assert frozen is not None
    owned = {(owner, card.id) for owner, card in frozen.owned}
    assert owned == {
        *(("centre", name) for name in CENTRE),
        *(("ann", name) for name in ANN),
        *(("ben", name) for name in BEN),
    }
    # One that is out of sight counts as lying in the middle of its place.
    seen = {card.id: card.at_mm for _, card in frozen.owned}
    table.take(ANN[0])
    table.look(30)
    without = known(table)
    assert without is not None
    assert {card.id for _, card in without.owned} == seen.keys()
    assert {card.id for _, card in without.owned if card.at_mm != seen[card.id]} == {ANN[0]}


def test_where_the_game_does_not_know_a_card_nothing_stands_for_it() -> None:
    table = dealt()
    table.state = step(table.state, ev.Hit("ben"))
    assert known(table) is None
