"""A round of Ann and Ben, its cards put by hand, and what has been made of it."""

from __future__ import annotations

from companion.rules.verdict import Ruling
from companion.table.watch.waiting import waits_for
from companion.table.zangle import events as ev
from companion.table.zangle.play import step
from tests.live.by_hand import Played

ANN = ("iamond-2a-01", "iamond-3a-02", "iamond-1a-05", "iamond-4c-01")
BEN = ("iamond-3a-07", "iamond-1a-11", "iamond-4a-05", "iamond-5c-01")
CENTRE = ("iamond-5a-01", "iamond-4b-02", "iamond-4b-05", "iamond-5d-04")
RIGHT = ("iamond-5a-01", "iamond-2a-01", "iamond-3a-02")
"""A Zangle of Ann's."""
WRONG = ("iamond-5d-04", "iamond-4a-05", "iamond-1a-11")
"""None, of Ben's."""


def dealt(table: Played | None = None, centre: tuple[str, ...] = CENTRE) -> Played:
    """The round once its centre is turned up."""
    table = table or Played()
    table.state = step(table.state, ev.SetUp(table.mode, ("ann", "ben")))
    table.look(2)
    table.put("ann", *ANN)
    table.put("ben", *BEN)
    assert table.look() == ["deal"]
    table.put("centre", *centre)
    assert table.look() == ["flip"]
    return table


def call(table: Played, seat: str) -> None:
    """A player calls."""
    table.state = step(table.state, ev.Call(seat, table.frames / 10, 0.01, seat))
    table.look(2)


def ruled(table: Played) -> Ruling | None:
    """How the last claim was ruled."""
    return next(event.ruling for event in reversed(table.log) if isinstance(event, ev.Claim))


def taken(table: Played) -> set[str | None]:
    """The cards of the last claim."""
    claim = next(event for event in reversed(table.log) if isinstance(event, ev.Claim))
    return {one.face.id for one in claim.cards}


def with_centre(*names: str, plain: bool = False) -> Played:
    """A round with these cards in the centre."""
    return dealt(Played(plain=plain), names)


def row_of(table: Played, seat: str) -> int:
    """How many cards the game has open before a player."""
    assert table.state.table is not None
    return len(table.state.table.faces(seat) or ())


def says(table: Played) -> str | None:
    """What the claim waits for."""
    assert table.state.table is not None
    return waits_for(table.eye.watching, table.state.table)
