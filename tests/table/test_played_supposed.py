"""A game that goes on from a board that somebody looked at: what the players hold is supposed, and may be something
else."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion.rules.tranglar.position import Position
from companion.rules.tranglar.record import position_from_line
from companion.rules.verdict import Ruling
from companion.table.played import events as ev
from companion.table.played.checks import broken, set_up
from companion.table.played.claims import weighed
from companion.table.played.play import State, prepared, step
from companion.table.played.tranglar.proposing import proposed_board
from companion.table.tranglar.known import known_look
from companion.web.played_offers import offers
from tests.rules.tranglar_pieces import piece
from tests.table.board_looks import board
from tests.table.folded import fold_played
from tests.table.tables import table_of
from tests.table.turning_over import SEATS

LYING = "b2SW,b4NSW,b2Ec2SW,d1W,d1Nd2ES,d2NW,d3EN,d3S,d4S a1ES,a2N,a1Na2S,b1ENW,c1E,c1N,c1SW a3ENSWa4S,b4Ec3ENc4SW"
SUPPOSED = f"{LYING} green 1S1G3M1Q1C1PR 1S2G2M1TL1TR1Q1C1PL 3/3 - 0"
"""As the board suggests: green has one trapeze L, lays it, and has none for petrol's on b2Ec2SW."""
WON = SUPPOSED.replace("1TL1TR", "2TL")
MOVE = "place b2Nb3ES"
TRAPPED = piece("petrol", "b2E", "c2S", "c2W")


def begun(line: str = SUPPOSED) -> State:
    return fold_played([ev.SetUp("tranglar", SEATS, first="ben", position=line)])


def after(line: str = SUPPOSED, *, turned: bool) -> list[dict[str, object]]:
    """The pieces once green has laid its trapeze, and with the trapped one exchanged or not; b2SW turns as well."""
    laid = known_look(position_from_line(line)).pieces
    pieces = [piece(str(one["owner"]), *one["cells"]) for one in laid]
    for one in pieces:
        if one["cells"] == ["b2S", "b2W"] or (turned and one["cells"] == TRAPPED["cells"]):
            one["owner"] = "green"
    return [*pieces, piece("green", "b2N", "b3E", "b3S")]


def test_a_game_begun_with_a_board_as_it_suggests_has_supposed_supplies() -> None:
    assert table_of(begun()).supposed
    # However the white pieces that show are shared out.
    white = SUPPOSED.replace("a3ENSWa4S,", "a3ENSWa4S,a4E,").replace(" 3/3 ", " 2/3 ")
    assert table_of(begun(white)).supposed
    assert not table_of(begun(WON)).supposed
    empty = "- - - petrol 4S4G3M1TL1TR1F1Q1C1PR 4S4G3M1TL1TR1F1Q1C1PL 3/3 th 0"
    assert not table_of(fold_played([ev.SetUp("tranglar", SEATS, position=empty)])).supposed


def test_logs_of_boards_with_more_white_pieces_than_there_are_go_on() -> None:
    """They were written so once; whoever begins a game now is told."""
    line = SUPPOSED.replace("a3ENSWa4S,", "a3ENSWa4S,a4E,")
    position: Position = table_of(begun(line)).position
    assert position.whites == (3, 2)
    event = ev.SetUp("tranglar", SEATS, first="ben", position=line)
    assert list(set_up(event, new=False)) == []
    assert ["7 small neutral triangles" in one.says for one in set_up(event, new=True)] == [True]


def test_a_trapeze_that_was_exchanged_shows_what_its_captor_held() -> None:
    """Where the supplies are known, that it was turned over is against the rules."""
    state = begun()
    found = proposed_board(table_of(state), board(after(turned=True)))
    assert found.news is None
    assert found.event is not None
    assert (found.event.move, found.event.held) == (MOVE, WON)
    played = step(state, found.event)
    assert proposed_board(table_of(played), board(after(turned=True))).same
    position: Position = table_of(played).position
    assert position.score == (13, 20)
    known = replace(table_of(begun(SUPPOSED)), supposed=False)
    told = proposed_board(known, board(after(turned=True)))
    assert told.news is not None
    assert told.news.title == "Turned wrongly"


def test_one_that_was_not_may_have_had_to_be_so_nothing_is_told() -> None:
    found = proposed_board(table_of(begun()), board(after(turned=False)))
    assert found.event is None
    assert found.news is not None
    assert (found.news.kind, found.news.ruling) == ("open", Ruling.UNDECIDED)
    assert "hangs on what its captor held" in found.news.says
    # Entered so, by the button that is offered, the board is as it lies.
    offered = next(one for one in offers(begun(), None, found.news) if one["says"] == found.news.confirm)
    played = step(begun(), ev.event_from_json(offered["event"]))
    assert proposed_board(table_of(played), board(after(turned=False))).same


def test_what_was_held_is_said_of_the_same_board_and_where_it_is_not_known() -> None:
    claim = ev.Claim("ben", MOVE, held=WON)
    assert weighed(table_of(begun()), claim).verdict.ruling is Ruling.LEGAL
    other = replace(claim, held="a1N - - petrol - - 3/3 - 0")
    assert (
        "with the pieces that lie on the board" in next(iter(broken(table_of(begun()), other, new=True))).says
    )
    for line in ("nothing", ""):
        assert list(broken(table_of(begun()), replace(claim, held=line), new=True))
    assert "is known" in next(iter(broken(table_of(begun(WON)), claim, new=True))).says


def test_other_games_know_what_is_held() -> None:
    zigity = fold_played([ev.SetUp("zigity", SEATS, dealt=True, position=_zigity())])
    claim = ev.Claim("ann", "draw 1", held=_zigity())
    assert [one.says for one in broken(table_of(zigity), claim, new=True)] == [
        "In this game nothing is held that the table does not know."
    ]


def _zigity() -> str:

    event = prepared(State(), ev.SetUp("zigity", SEATS, dealt=True), random.Random(1))
    assert isinstance(event, ev.SetUp)
    assert event.position is not None
    return event.position


def test_logs_without_it_are_read() -> None:
    data = ev.event_to_json(ev.Claim("ben", MOVE))
    assert data["held"] is None
    del data["held"]
    assert ev.event_from_json(data) == ev.Claim("ben", MOVE)


@pytest.mark.parametrize("held", [5, ["x"]])
def test_what_is_held_is_a_line(held: object) -> None:
    with pytest.raises(ValueError, match="held"):
        ev.event_from_json({"kind": "claim", "seat": "ben", "move": MOVE, "held": held})
