"""Tranglar at the shared table: what is told and drawn of it, who wins, and what the table may let pass."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.rules.errors import BadInput
from companion.rules.tranglar.game import GAME
from companion.rules.verdict import Ruling
from companion.table.played import events as ev
from companion.table.played.desk import Desk
from companion.table.played.desks import desk_for
from companion.table.played.play import State, judge, step
from companion.table.played.view import view
from tests.table.folded import fold_played

LINE = (
    "a4ENSW,c1Nc2S,c2NWc3S,d1N,d3W,d3ENd4S a3N,a2NWa3ES,b4ENSW,d2EN,d2S a1Eb1ENSW,a2Eb2NWb3ES "
    "green 2S4G2M1F1C1PR 2S3G3M1TL1TR1F1C 3/3 - 0"
)
ATTACK = "attack a2NWa3ES by a2NW a3ES"


def played(*moves: tuple[str, str], line: str = LINE, options: tuple[tuple[str, bool], ...] = ()) -> State:
    begun = ev.SetUp("tranglar", ("ann", "ben"), options=options, position=line)
    return fold_played([begun, *(ev.Claim(seat, move) for seat, move in moves)])


def told(state: State) -> dict[str, Any]:
    found: dict[str, Any] = view(state, None)["verdict"]
    return found


def test_a_trap_is_told_with_the_sides_that_touch() -> None:
    verdict = told(played(("ben", "place c3ENW")))
    assert verdict["ruling"] == "illegal"
    (placed,) = verdict["drawn"]["placed"]
    assert [bool(side["touched_by"]) for side in placed["sides"]].count(True) == 3
    assert verdict["drawn"]["flips"] == []


def test_what_turned_over_is_told_in_order_with_what_trapped_it() -> None:
    verdict = told(played(("ben", "place d1E")))
    (flip,) = verdict["drawn"]["flips"]
    assert (flip["cells"], flip["to"]) == (["d1N"], "green")
    assert verdict["outcome"].startswith("The small triangle turns green: 2 of 3 sides touch green.")


def test_the_pages_places_are_those_of_the_rules() -> None:
    desk = desk_for("tranglar", {}, dealt=False)
    kinds = desk.kinds()
    assert {one["name"]: len(one["places"]) for one in kinds}["trapeze L"] == 48
    assert all(sorted(one["drawing"]) in map(sorted, one["places"]) for one in kinds)
    picture = view(played(), None)["table"]["picture"]
    names = {one["name"] for one in kinds}
    assert {row["kind"] for player in picture["players"] for row in player["supply"]} <= names
    assert (picture["to_move"], picture["ways"]) == ("green", ["place", "replace", "attack"])


def test_the_parts_of_a_game_are_told() -> None:
    empty = GAME.to_line(GAME.start(2, random.Random(1)))
    state = played(line=empty)
    parts = []
    for move in ("neutral a1ENSWb1W", "neutral b3ENb4SWc3W", "concede"):
        table = state.table
        assert table is not None
        assert table.on_turn is not None
        picture = view(state, None)["table"]["picture"]
        parts.append((picture["part"]["id"], len(picture["lays"])))
        state = step(state, ev.Claim(table.on_turn, move))
    assert parts == [("set-up", 2), ("set-up", 1), ("play", 10)]
    assert view(state, None)["table"]["picture"]["part"]["says"].endswith("has conceded.")


def test_who_concedes_is_last_whatever_the_colours_show() -> None:
    table = played(("ben", "place b3N"), ("ann", "concede")).table
    assert table is not None
    assert table.over
    assert [(one.seat, one.rank) for one in table.places] == [("ann", 2), ("ben", 1)]
    assert table.places[0].points > table.places[1].points
    assert table.wins == {"ann": 0, "ben": 1}


@pytest.mark.parametrize(
    ("move", "can"),
    [
        ("place c3ENW", True),
        ("pass", True),
        ("neutral a4N", False),
        ("attack a4ENSW by a4ENSW", False),
        ("attack c1Nc2S by c1Nc2S", True),
        ("place a4N", False),
    ],
)
def test_the_table_lets_pass_what_can_be_done_with_the_pieces(move: str, can: bool) -> None:
    state = played(("ben", move))
    assert told(state)["ruling"] == "illegal"
    overrule = ev.Overrule(2, Ruling.LEGAL)
    assert (judge(state, overrule).ruling is Ruling.LEGAL) is can
    if can:
        table = step(state, overrule).table
        assert table is not None
        assert table.on_turn == "ann"


def test_passing_is_offered_where_it_is_allowed() -> None:
    for free, offered in ((False, ["Concede"]), (True, ["Pass", "Concede"])):
        table = played(options=(("free-pass", free),)).table
        assert table is not None
        assert [one["says"] for one in table.desk.choices(table.position, 1)] == offered
        assert table.desk.choices(table.position, 0) == []


def test_every_action_is_told_in_words() -> None:
    table = played().table
    assert table is not None
    for move, says in (
        ("place d1E", "places the small triangle on d1E"),
        ("neutral d1E", "places the white triangle on d1E"),
        ("neutral a1Eb1ENSW", "places the neutral five-sided piece on a1E, b1E, b1N, b1S, b1W"),
        (ATTACK, "attacks the parallelogram on a2N, a2W, a3E, a3S with 2 large triangles"),
        ("replace d2EN by d2E d2N", "replaces a large triangle on d2E, d2N by 2 small triangles"),
        ("swap b1ESc1W", "exchanges the trapeze on b1E, b1S, c1W"),
        ("pass", "passes"),
    ):
        assert table.desk.says(GAME.parse(move), table.names) == says


def test_only_the_program_deals_games_whose_hands_nobody_has_described() -> None:
    with pytest.raises(BadInput, match="the program deals"):
        Desk("tranglar", {}, dealt=False)
