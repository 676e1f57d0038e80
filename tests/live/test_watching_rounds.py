"""Between two rounds: cards of the one before that lie there still are not dealt."""

from __future__ import annotations

import pytest

from companion.table.watch.eye import Eye
from companion.table.zangle import events as ev
from companion.table.zangle.play import step
from tests.live.by_hand import ZONES, Played
from tests.live.rounds_by_hand import ANN, BEN, CENTRE, dealt


def ended(table: Played) -> None:
    """The round is over as no card is left to take."""
    assert table.state.table is not None
    pile, aside = ev.Place(ev.Kind.PILE), ev.Place(ev.Kind.ASIDE)
    table.state = step(table.state, ev.CorrectCards(pile, aside, table.state.table.pile, "used up"))
    table.state = step(table.state, ev.EndRound("stuck"))


def taken_up_and_put_back(table: Played) -> None:
    """Of a card that has gone and come again nothing was made yet."""
    home = table.lying[ANN[0]]
    table.take(ANN[0])
    table.look(20)
    table.lying[ANN[0]] = home
    table.look(20)


@pytest.mark.parametrize("restarted", [False, True])
def test_the_last_rounds_cards_are_not_dealt_though_the_next_round_has_begun(restarted: bool) -> None:
    table = dealt()
    taken_up_and_put_back(table)
    ended(table)
    if restarted:
        table.eye = Eye(ZONES)
    assert table.look(20) == []
    table.state = step(table.state, ev.NextRound())
    assert table.look(60) == []
    # Gathered up they are, and dealt, be it the same ones.
    table.take(*ANN, *BEN, *CENTRE)
    table.look(20)
    table.put("ann", *ANN)
    table.put("ben", *BEN[:3], CENTRE[0])
    assert table.look() == ["deal"]
    table.put("centre", BEN[3], *CENTRE[1:])
    assert table.look() == ["flip"]


def test_cards_that_are_dealt_before_the_next_round_is_begun_count() -> None:
    table = dealt()
    ended(table)
    table.look(4)
    table.take(*ANN, *BEN, *CENTRE)
    table.look(20)
    table.put("ann", *BEN)
    table.put("ben", *ANN)
    assert table.look(20) == []
    table.state = step(table.state, ev.NextRound())
    assert table.look() == ["deal"]
