"""A call by the one card that all share: whose it is and when it was made, wherever the card lay before."""

from __future__ import annotations

import pytest

from companion.table.recording import known
from companion.table.watch.eye import Eye
from companion.table.zangle import events as ev
from companion.table.zangle.play import step
from tests.live.by_hand import Played
from tests.live.rounds_by_hand import ANN, BEN, CENTRE, call, dealt
from tests.live.staging import Laid, Stage
from vision.live.follow import Follow

READY = (450.0, 150.0)
"""In no zone."""
BENS, ANNS = (800.0, 45.0), (800.0, 250.0)


def control(table: Played) -> str | None:
    assert table.state.table is not None
    return table.state.table.control


def test_a_card_that_lay_ready_is_no_earlier_call_than_it_was_laid() -> None:
    table = dealt()
    table.buttons["mine"] = READY
    assert table.look(20) == []
    call(table, "ann")
    table.look(20)
    table.buttons["mine"] = BENS
    assert table.look() == []
    assert control(table) == "ann"


def test_a_card_that_lay_ready_from_the_beginning_calls_once_it_is_laid_into_a_row() -> None:
    table = Played(buttons={"mine": READY})
    table = dealt(table)
    table.buttons["mine"] = BENS
    assert table.look() == ["call"]
    assert control(table) == "ben"


def test_a_card_that_goes_from_row_to_row_calls_for_each_and_one_that_is_pushed_for_none() -> None:
    table = dealt()
    table.buttons["mine"] = BENS
    assert table.look() == ["call"]
    table.state = step(table.state, ev.Penalty("ben"))
    table.buttons["mine"] = (BENS[0] - 60, BENS[1])
    assert table.look() == []
    table.buttons["mine"] = ANNS
    assert table.look() == ["call"]
    assert control(table) == "ann"


def test_a_card_laid_before_the_centre_is_turned_up_is_no_call() -> None:
    table = Played()
    table.state = step(table.state, ev.SetUp("speedster", ("ann", "ben")))
    table.look(2)
    table.put("ann", *ANN)
    table.put("ben", *BEN)
    assert table.look() == ["deal"]
    table.buttons["mine"] = BENS
    assert table.look() == []
    table.put("centre", *CENTRE)
    assert table.look() == ["flip"]
    assert table.look() == []


@pytest.mark.parametrize("fps", [15.0, 2.5])
def test_a_call_by_card_may_have_been_made_when_it_was(fps: float) -> None:
    """However seldom pictures come, the time it was laid lies within the call's uncertainty."""
    things = {
        "mark centre": Laid(309, 212),
        "mark seat 1": Laid(309, 372),
        "iamond-5a-01": Laid(160, 372),
        "iamond-3a-02": Laid(440, 372),
    }
    stage, follow, table = Stage(), Follow(known("iamond")), Played(eye=Eye())
    for event in (ev.SetUp("speedster", ("ann", "ben")), ev.Deal(), ev.Flip()):
        table.state = step(table.state, event)
    laid = 6
    for number in range(laid + 10):
        mine = {"mark mine": Laid(600, 372)} if number >= laid else {}
        scene = follow.frame(stage.picture({**things, **mine}, number=number), number, number / fps)
        table.eye.look(scene, table.state, table._accepted)
    found = next(event for event in table.log if isinstance(event, ev.Call))
    # It was laid at some time between the last picture without it and the first one with it.
    assert found.at_s - found.uncertainty_s <= (laid - 1) / fps
    assert laid / fps <= found.at_s + found.uncertainty_s
