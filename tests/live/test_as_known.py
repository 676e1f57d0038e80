"""What the game knows stands for what was not seen to lie there, if it knows all of it."""

from __future__ import annotations

from companion.table.watch.as_known import as_known, as_read
from companion.table.watch.ownership import Frozen
from companion.table.zangle import events as ev
from companion.table.zangle.play import step
from tests.live.by_hand import ZONES, Played
from tests.live.rounds_by_hand import ANN, BEN, CENTRE, dealt

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


def read(table: Played) -> set[tuple[str | None, str | None]]:
    """The place and the identity of each card, as the game knows what is not read."""
    assert table.state.table is not None
    cards = table.eye.watching.cards
    lying = as_read(cards, table.state.table, PLACES)
    return {(card.place, one.id) for card, one in zip(cards, lying, strict=True)}


def test_what_is_not_read_is_what_the_game_misses_there() -> None:
    table = dealt()
    table.unread = {ANN[1]}
    table.look(1)
    assert ("ann", ANN[1]) in read(table)


def test_what_is_not_read_is_not_what_was_put_down_elsewhere() -> None:
    table = dealt()
    # One of ann's and one of ben's change places, and the one that is ann's now cannot be read.
    table.lying[ANN[1]], table.lying[BEN[1]] = table.lying[BEN[1]], table.lying[ANN[1]]
    table.unread = {BEN[1]}
    table.look(1)
    assert ("ben", ANN[1]) in read(table)
    assert ("ann", ANN[1]) not in read(table)
    assert ("ann", None) in read(table)
