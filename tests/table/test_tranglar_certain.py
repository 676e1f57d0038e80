"""What is told of two looks as certain, is: readings that nothing explains count, and so does what nobody said."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from companion.rules.errors import BadInput
from companion.table.tranglar import judge_change, judge_facing, look_from
from companion.table.tranglar.turning import turned

Piece = dict[str, Any]


def piece(owner: str, *cells: str) -> Piece:
    return {"owner": owner, "cells": list(cells)}


NEUTRALS = [
    piece("neutral", "b4E", "c3E", "c3N", "c4S", "c4W"),
    piece("neutral", "d1N", "d2E", "d2N", "d2S", "d2W"),
]


def changed(before: Any, after: Any, **more: Any) -> dict[str, Any]:
    looks = [look if isinstance(look, dict) else {"pieces": look} for look in (before, after)]
    return judge_change(look_from(looks[0]), look_from(looks[1]), **more)


def test_a_hardly_likely_reading_is_not_told_because_the_likely_one_is_no_single_action() -> None:
    after = {"pieces": [*NEUTRALS, piece("petrol", "a1N")], "readings": [[piece("green", "a4N")], []]}
    told = changed(NEUTRALS, {**after, "odds": [0.999, 0.001]})
    assert told["ruling"] == "undecided"
    assert told["reasons"][0]["says"] == "Read otherwise, no single action explains it. Show a4N."
    assert changed(NEUTRALS, {**after, "odds": [0.3, 0.7]})["ruling"] == "legal"


def test_an_action_that_only_supposed_supplies_forbid_is_not_ruled_out() -> None:
    """Four green small triangles lie there: green may have won a fifth in an attack."""
    four = [piece("green", cell) for cell in ("a2E", "a2W", "c1S", "d4E")]
    before = [*NEUTRALS, piece("green", "a2E"), piece("green", "a2W"), *four[2:]]
    after = [*before, piece("green", "a2N")]
    told = changed(before, after)
    assert (told["ruling"], told["by"]) == ("undecided", "green")
    assert "Say what each player held." in told["reasons"][0]["says"]
    supply = {"petrol": {"small triangle": 3}, "green": {"small triangle": 1}}
    known = changed(before, after, supply=supply)
    assert (known["ruling"], known["by"]) == ("legal", "green")


def test_a_rival_whom_only_supposed_supplies_forbid_is_still_one() -> None:
    others = [piece("petrol", "c1N", "c2S"), piece("petrol", "b2E", "c2N", "c2W"), piece("green", "a2E")]
    others += [piece("green", "b2W"), piece("green", "d1W"), piece("green", "d2E", "d2N", "d2S")]
    before = [*others, piece("petrol", "c2E", "d2W")]
    told = changed(before, [*others, piece("petrol", "c2E"), piece("green", "d2W")])
    assert told["ruling"] == "undecided"
    assert "It may as well have been that green attacks" in told["reasons"][0]["says"]


def test_of_two_who_may_have_done_it_the_one_who_was_surely_allowed_to_is_named() -> None:
    """The same with the colours exchanged: petrol is asked first, and may have attacked."""
    others = [piece("green", "c1N", "c2S"), piece("green", "b2E", "c2N", "c2W"), piece("petrol", "a2E")]
    others += [piece("petrol", "b2W"), piece("petrol", "d1W"), piece("petrol", "d2E", "d2N", "d2S")]
    before = [*others, piece("green", "c2E", "d2W")]
    told = changed(before, [*others, piece("green", "c2E"), piece("petrol", "d2W")])
    assert (told["ruling"], told["by"]) == ("undecided", "green")
    assert "It may as well have been that petrol attacks" in told["reasons"][0]["says"]


def test_what_is_white_or_bare_in_one_photo_is_no_players_in_the_other() -> None:
    pale = {"hidden": ["d4N"], "white_or_bare": ["d4N"]}
    dark = {"hidden": ["d4N"]}
    laid = [*NEUTRALS, piece("petrol", "a1N")]
    for then, now in ((pale, dark), (dark, pale)):
        told = changed({"pieces": NEUTRALS, **then}, {"pieces": laid, **now})
        assert (told["ruling"], told["action"]) == ("legal", "place a1N")
    both = changed({"pieces": NEUTRALS, **dark}, {"pieces": laid, **dark})
    assert both["ruling"] == "undecided"


def test_a_forgotten_trapeze_is_told_only_where_its_captor_is_known_to_hold_one() -> None:
    before = [piece("petrol", "c1N", "c2S", "c2W"), piece("petrol", "d1N", "d1W")]
    before += [piece("green", "c1S", "c1W"), piece("green", "c2N", "c3S")]
    after = [*before, piece("green", "c1E")]
    guessed = changed(before, after, to_move="green")
    assert (guessed["ruling"], guessed["forgotten"]) == ("illegal", [])
    none = {"petrol": {}, "green": {"small triangle": 1}}
    assert changed(before, after, to_move="green", supply=none)["forgotten"] == []
    held = {"petrol": {}, "green": {"small triangle": 1, "trapeze L": 1, "trapeze R": 1}}
    known = changed(before, after, to_move="green", supply=held)
    assert [one["cells"] for one in known["forgotten"]] == [["c1N", "c2S", "c2W"]]


@pytest.mark.parametrize("odds", [{}, {"odds": [1] * 17}])
def test_readings_beyond_those_that_are_asked_leave_it_open(odds: dict[str, Any]) -> None:
    whites = ("a1N", "a2N", "a3N", "a4N")
    readings = [
        [piece("neutral", cell) for cell in some] for n in range(5) for some in combinations(whites, n)
    ]
    # Green on this cell as well traps what is laid: it is the last of 17 readings, beyond 256 pairs.
    readings.append([piece("green", "c2E")])
    before = [*NEUTRALS, piece("green", "c2W")]
    look = {"readings": readings, **odds}
    told = changed({"pieces": before, **look}, {"pieces": [*before, piece("petrol", "c2N")], **look})
    assert told["ruling"] == "undecided"


def test_a_board_that_the_game_has_not_is_named() -> None:
    nine = [piece("petrol", f"{column}{rank}N") for column in "abc" for rank in "123"]
    with pytest.raises(BadInput, match="The second board cannot be right: There are 9 pieces"):
        changed([], nine)
    with pytest.raises(BadInput, match="The first board cannot be right"):
        changed(nine, [])


ROUND = [piece("petrol", "a1S", "a1W"), piece("petrol", "d4N"), piece("petrol", "d4E")]
"""Looks the same from the other side of the table, cell by cell."""


def test_a_board_that_fits_from_two_sides_is_taken_from_where_nothing_happened() -> None:
    before = look_from({"pieces": ROUND})
    turn, told = judge_facing(before, turned(before, 2))
    assert (turn, told["action"]) == (2, "pass")
    assert judge_facing(before, before)[0] == 0


def test_a_board_that_fits_from_two_sides_is_taken_from_where_an_action_explains_it() -> None:
    before = look_from({"pieces": ROUND})
    after = look_from({"pieces": [*ROUND, piece("green", "b2E")]})
    for quarters in (0, 2):
        turn, told = judge_facing(before, turned(after, quarters))
        assert (turn, told["ruling"], told["action"]) == (-quarters % 4, "legal", "place b2E")


def test_a_board_whose_neutrals_hardly_show_in_one_photo_is_turned_all_the_same() -> None:
    cells = [cell for one in NEUTRALS for cell in one["cells"]]
    before = look_from({"pieces": [*NEUTRALS, *ROUND]})
    pale = {"hidden": cells, "white_or_bare": cells}
    after = look_from({"pieces": [*ROUND, piece("green", "b2E")], **pale})
    turn, told = judge_facing(before, turned(after, 2))
    assert (turn, told["ruling"], told["action"]) == (2, "legal", "place b2E")


def test_what_broke_no_rule_but_the_turn_keeps_its_sentences() -> None:
    """Where either player may have done it nobody is named; what follows a colon elsewhere stays."""
    trap = [piece("green", "b2E"), piece("green", "b2W")]
    says = changed(trap, [*trap, piece("petrol", "b2N")])["says"]
    assert "2 of its 3 sides would touch green: a trap." in says


def test_a_turn_that_nobody_saw_may_lie_under_what_is_hidden() -> None:
    """Green was to move and petrol replaced two pieces by one: green's turn may lie under the hand, in either photo."""
    large = [*NEUTRALS, piece("petrol", "a1E", "a1N")]
    small = [*NEUTRALS, piece("petrol", "a1E"), piece("petrol", "a1N")]
    hand, white = {"hidden": ["d4E", "d4N"]}, {"white_or_bare": ["d4E", "d4N"]}
    for then, now in (({}, hand), (hand, {})):
        told = changed({"pieces": small, **then}, {"pieces": large, **now}, to_move="green")
        assert told["ruling"] == "undecided"
        assert "d4E, d4N" in told["reasons"][0]["says"]
    for hidden in ({}, hand | white):
        told = changed({"pieces": small}, {"pieces": large, **hidden}, to_move="green")
        assert (told["ruling"], told["reasons"][0]["says"]) == ("illegal", "It was green's turn.")
