"""From scenes to events without calls: what leaves a row or comes to the claim zone in a turn, and what of that is a
claim.
"""

from __future__ import annotations

import pytest

from companion.rules.verdict import Ruling
from companion.table.watch.waiting import waits_for
from companion.table.zangle import events as ev
from tests.live.by_hand import Played
from tests.live.rounds_by_hand import ANN, CENTRE, RIGHT, dealt, ruled

LIKE = "iamond-5a-02"
"""Looks like the centre's first card."""


def test_a_card_that_is_only_taken_up_is_no_wrong_claim() -> None:
    table = dealt(Played(mode="turn-style"))
    table.put("ann", "iamond-2a-14")
    assert table.look() == ["hit"]
    home = table.lying[ANN[2]]
    table.take(ANN[2])
    assert table.look(60) == []
    assert table.state.table is not None
    assert "lay a Zangle" in str(waits_for(table.eye.watching, table.state.table))
    table.lying[ANN[2]] = home
    table.look()
    assert table.state.table.on_turn == "ann"
    table.put("claim", ANN[2])
    assert table.look(60) == ["claim"]
    assert ruled(table) is Ruling.ILLEGAL


def test_a_zangle_that_is_held_up_is_told() -> None:
    table = dealt(Played(mode="turn-style"))
    table.take(*RIGHT)
    assert table.look(20) == ["claim"]
    assert ruled(table) is Ruling.LEGAL


def test_a_card_that_is_laid_where_one_like_it_was_hidden_before_is_not_left_out() -> None:
    """It was taken away under a hand, and what is followed there is thought to have been pushed."""
    table = Played(mode="turn-style", plain=True)
    table.lying[LIKE] = (700.0, 150.0)
    table.hidden = {LIKE}
    table = dealt(table)
    table.take(LIKE)
    table.hidden = set()
    table.keys = {CENTRE[0]: 900}
    table.put("claim", CENTRE[0], ANN[0])
    assert table.look(60) == []


@pytest.mark.parametrize("pushed_mm", [0.0, 8.0])
def test_what_lay_there_before_and_lies_there_still_is_left_out(pushed_mm: float) -> None:
    table = Played(mode="turn-style", plain=True)
    table.lying[LIKE] = (800.0, 150.0)
    table.hidden = {LIKE}
    table = dealt(table)
    table.hidden = set()
    table.lying[LIKE] = (800.0 + pushed_mm, 150.0)
    table.put("claim", *RIGHT)
    assert table.look(20) == ["claim"]
    claim = table.log[-1]
    assert isinstance(claim, ev.Claim)
    assert [one.source for one in claim.cards] == ["centre", "ann", "ann"]
