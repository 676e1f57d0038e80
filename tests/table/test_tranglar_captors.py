"""What two looks tell where nobody said who holds the trapezes that the board does not show."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.tranglar.actions import Place
from companion.rules.tranglar.answer import pieces_to_json
from companion.rules.tranglar.cells import mask_of
from companion.rules.tranglar.kinds import PLAYERS
from companion.rules.tranglar.laid import laid_from
from companion.rules.tranglar.playing import after
from companion.rules.tranglar.position import Position
from companion.rules.tranglar.record import position_from_line
from companion.rules.tranglar.stock import stock_from
from companion.rules.tranglar.supply import count
from companion.rules.tranglar.trapping import trapezes
from companion.table.tranglar import judge_change, look_from
from companion.table.tranglar.captors import otherwise_held
from companion.table.tranglar.supplies import likely_supply
from tests.rules.tranglar_games import game, supply_of
from tests.rules.tranglar_pieces import turned

Pieces = list[dict[str, Any]]


def board(position: Position) -> Pieces:
    return [{"owner": one["owner"], "cells": list(one["cells"])} for one in pieces_to_json(position)]


def changed(before: Pieces, after: Pieces, **more: Any) -> dict[str, Any]:
    return judge_change(look_from({"pieces": before}), look_from({"pieces": after}), **more)


def attacked(first: str, second: str) -> tuple[Pieces, Pieces]:
    """The board before the attack and after it, with what shows on b4SW and on b4Ec4NW."""
    before = board(position_from_line("a4ENSW,b4Ec4NW,b4NSW c4ESd4W c1ENc2SWd1W,c2Nc3ENSW green - - 3/3 - 0"))
    after = [one for one in before if mask_of(one["cells"]) not in (mask_of(["b4N", "b4S", "b4W"]), B4)]
    after += [
        {"owner": "green", "cells": ["b4N"]},
        {"owner": first, "cells": ["b4S", "b4W"]},
        {"owner": second, "cells": ["b4E", "c4N", "c4W"]},
    ]
    return before, after


B4 = mask_of(["b4E", "c4N", "c4W"])


@pytest.mark.parametrize("first", ["petrol", "green"])
def test_a_trapeze_that_is_free_again_at_the_end_may_have_had_to_change_hands(first: str) -> None:
    """What turns over hangs on it, and no reason of the verdict tells of it."""
    before, after = attacked(first, "petrol")
    told = changed(before, after, to_move="green")
    assert told["ruling"] == "undecided"
    assert told["says"] == [
        "Perhaps green attacks the five-sided piece on b4N, b4S, b4W with a small triangle and a large triangle."
    ]
    assert told["reasons"][0]["clause"] == "tranglar/trapeze-swap"
    assert told["reasons"][0]["where"] == ["b4E", "c4N", "c4W"]
    assert "the trapeze on b4E, c4N, c4W" in told["reasons"][0]["says"]


def test_with_the_supplies_it_is_certain() -> None:
    before, after = attacked("petrol", "petrol")
    small = {"small triangle": 1, "large triangle": 1}
    none = {"petrol": {}, "green": small}
    held = {"petrol": {}, "green": {**small, "trapeze R": 1}}
    told = changed(before, after, to_move="green", supply=none)
    assert (told["ruling"], told["forgotten"]) == ("legal", [])
    told = changed(before, after, to_move="green", supply=held)
    assert told["ruling"] == "legal"
    assert {"cells": ["b4E", "c4N", "c4W"], "to": "green"} in told["forgotten"]


def test_one_that_was_exchanged_shows_that_its_captor_held_one() -> None:
    """Turned over it does not fit, so that it is not asked any more."""
    before, after = attacked("green", "green")
    told = changed(before, after, to_move="green")
    assert (told["ruling"], told["forgotten"], told["wrong"]) == ("legal", [], [])
    assert told["supply"]["green"]["trapeze R"] >= 1
    assert not told["supply_known"]


def test_who_lays_a_trapeze_had_it() -> None:
    """Ways in which the mover holds none say nothing of what was laid, nor of what it traps."""
    line = (
        "a3E,b3ENW,b4S,c2N,c3SW b2NWb3S,c1N,c2S,c3E,c3Nc4SW,d3NW a1ENSWa2S,c1ESd1NWd2S petrol "
        "1S3G2M1TL1TR1Q1C 1S3G4M1F1Q1C2PL 3/3 - 0"
    )
    position, action = position_from_line(line), Place(mask_of(["b2E", "b2S", "c2W"]))
    following, _ = after(position, action)
    told = changed(board(position), board(following), to_move="petrol")
    assert (told["ruling"], told["action"]) == ("legal", str(action))
    # Supplies that fit as they are supposed stay as they were written.
    supply = supply_of(position)
    known = changed(board(position), board(following), to_move="petrol", supply=supply, supposed=True)
    assert (known["ruling"], known["supply"]) == ("legal", supply)


def test_nobody_holds_a_trapeze_that_shows() -> None:
    """Each is petrol's in one hand and green's in the other: what is shared out is what the game has."""
    position = position_from_line("b4Ec4NW c1Nc2SW - petrol - - 3/3 - 0")
    laid = laid_from(board(position))
    supposed = stock_from(likely_supply(laid), laid)
    ways = [supposed, *otherwise_held(supposed, laid)]
    assert len(ways) == len({one.supply for one in ways})
    for one in ways:
        held = sum(count(one.supply[player], kind) for player in (0, 1) for kind in trapezes())
        assert held == 4 - 2


@given(st.integers(0, 2**32))
@settings(max_examples=150, deadline=None)
def test_what_is_certain_without_supplies_is_so_with_those_of_the_game(seed: int) -> None:
    """Some of what had to turn over is forgotten, and now and then the wrong piece turned."""
    chance = random.Random(seed)
    steps = [one for one in game(chance, 40) if one[0].pieces[1 - one[0].to_move]]
    exchanged = [one for one in steps if _exchanged(one[0], one[2])]
    position, _, following = chance.choice(exchanged or steps)
    then, now = board(position), board(following)
    for one in then:
        mask = mask_of(one["cells"])
        if one["owner"] == "neutral" or mask not in (*following.pieces[0], *following.pieces[1]):
            continue
        over = mask in following.pieces[1 - PLAYERS.index(one["owner"])]
        if chance.random() < (0.5 if over else 0.03):
            now = turned(now, mask)
    asked: dict[str, Any] = {"to_move": PLAYERS[position.to_move]}
    known = changed(then, now, **asked, supply=supply_of(position))
    told = changed(then, now, **asked)
    said = ("ruling", "action", "by", "forgotten", "wrong")
    if told["ruling"] != "undecided" and known["ruling"] != "undecided":
        assert {key: told[key] for key in said} == {key: known[key] for key in said}


def _exchanged(before: Position, after: Position) -> bool:
    return any(
        mask in after.pieces[1 - player] and mask.bit_count() == 3
        for player in (0, 1)
        for mask in before.pieces[player]
    )


def test_supposed_supplies_say_nothing_of_a_board_without_trapezes() -> None:
    before = [{"owner": "petrol", "cells": ["b2E"]}, {"owner": "green", "cells": ["b2N"]}]
    after = [*before, {"owner": "green", "cells": ["b2S"]}]
    told = changed(before, after, to_move="green")
    assert told["ruling"] == "legal"
    assert [one["cells"] for one in told["forgotten"]] == [["b2E"]]
