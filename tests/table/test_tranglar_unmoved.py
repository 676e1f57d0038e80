"""Two looks between which nothing was laid, and what is said while it is open what was."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.tranglar.answer import pieces_to_json
from companion.rules.tranglar.record import position_from_line
from companion.table.tranglar import judge_change, judge_facing, look_from
from tests.rules.tranglar_games import supply_of

STUCK = (
    "b1ENc1W,b2Nb3S,b3Ec3NWc4S,d1ES a1Eb1W,a3Eb3W,b1S,b2ES,c1ENd1W,c1S,c2NWc3ES,d1Nd2SW a2ENa3SWb2W,b3Nb4ENSW"
)
LINE = f"{STUCK} green 4S4G1F 2S2G3M1TL1F2Q1C1PL 3/1 - 0"
"""Petrol's trapeze on b1ENc1W is trapped, and green holds one that fits."""


def again(line: str, **more: Any) -> dict[str, Any]:
    """The same board twice."""
    seen = look_from({"pieces": pieces_to_json(position_from_line(line))})
    return judge_facing(seen, seen, **more)[1]


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("mover", ["green", "petrol", None])
def test_a_board_on_which_nothing_moved_shows_no_action(mover: str | None, *, known: bool) -> None:
    more = {"supply": supply_of(position_from_line(LINE))} if known else {}
    told = again(LINE, to_move=mover, **more)
    assert told["action"] == "pass"
    assert told["ruling"] == "undecided"
    assert told["forgotten"] == told["wrong"] == []
    assert "Nothing was laid" in told["says"][0]
    assert "legal" not in told["says"][0]


def test_it_is_said_what_a_pass_would_have_been() -> None:
    position = position_from_line(LINE)
    told = again(LINE, to_move="green", supply=supply_of(position))
    assert told["says"][0].startswith("Nothing was laid. If green passed, that is not allowed: ")
    free = again(LINE, to_move="green", supply=supply_of(position), options={"free-pass": True})
    assert (free["ruling"], free["action"]) == ("legal", "pass")


def test_a_piece_that_was_turned_over_alone_is_named() -> None:
    pieces = pieces_to_json(position_from_line(LINE))
    over = [{**one, "owner": "green"} if one["cells"] == ["d1E", "d1S"] else one for one in pieces]
    supply = supply_of(position_from_line(LINE))
    _, told = judge_facing(
        look_from({"pieces": pieces}), look_from({"pieces": over}), to_move="green", supply=supply
    )
    assert told["ruling"] == "undecided"
    assert told["wrong"] == [{"cells": ["d1E", "d1S"], "to": "petrol"}]
    assert told["says"][1] == "The large triangle on d1E, d1S was turned wrongly: back to petrol."


def test_nothing_that_is_open_is_said_as_if_it_were_certain() -> None:
    before = [{"owner": "petrol", "cells": [f"a1{quarter}" for quarter in "ENSW"]}]
    after = [*before, {"owner": "petrol", "cells": [f"c3{quarter}" for quarter in "ENSW"]}]
    told = judge_change(look_from({"pieces": before}), look_from({"pieces": after}))
    assert told["ruling"] == "undecided"
    assert told["says"] == ["Perhaps petrol places the large square on c3E, c3N, c3S, c3W."]
    assert "Say what each player held." in told["reasons"][0]["says"]


def test_what_had_to_turn_if_so_is_said_as_that() -> None:
    before = [{"owner": "petrol", "cells": ["b2E"]}, {"owner": "green", "cells": ["b2N"]}]
    after = {"pieces": [*before, {"owner": "green", "cells": ["b2S"]}], "hidden": ["d4N"]}
    told = judge_change(look_from({"pieces": before}), look_from(after), to_move="green")
    assert told["ruling"] == "undecided"
    assert told["says"] == [
        "Perhaps green places the small triangle on b2S.",
        "If so, the small triangle on b2E should show green and does not.",
    ]


def test_what_would_stand_against_an_action_that_is_in_doubt_is_said_as_if() -> None:
    trap = [{"owner": "green", "cells": [cell]} for cell in ("b2E", "b2W")]
    before = look_from({"pieces": trap, "hidden": ["d4N"]})
    after = look_from({"pieces": [*trap, {"owner": "petrol", "cells": ["b2N"]}], "hidden": ["d4N"]})
    told = judge_change(before, after)
    assert (told["ruling"], told["action"]) == ("undecided", "place b2N")
    said = {reason["clause"]: reason["says"] for reason in told["reasons"]}
    assert said["tranglar/no-trap"] == "If so: 2 of its 3 sides would touch green: a trap."
