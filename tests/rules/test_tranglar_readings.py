"""A board that can be read in several ways is judged once: what all ways have in common is certain."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.errors import BadInput
from companion.rules.tranglar import judge_json
from tests.rules.tranglar_pieces import piece

TRAP = [piece("petrol", "b2N"), piece("green", "b2E"), piece("green", "b2W")]
WHITES = [piece("neutral", f"{column}1{quarter}") for column in "abc" for quarter in "NS"]
NOTHING: dict[str, Any] = {"petrol": {}, "green": {}}


def test_a_piece_is_trapped_by_as_many_sides_as_every_reading_touches() -> None:
    told = judge_json({"pieces": TRAP, "readings": [[piece("green", "b3S")], []]})
    assert told["ruling"] == "legal"
    assert told["trapped"] == [{"cells": ["b2N"], "owner": "petrol", "sides": 3, "touched": 2}]
    assert [reason["says"] for reason in told["reasons"]] == [
        "2 of the 3 sides of the small triangle on b2N touch green."
    ]
    assert told["doubtful"] == ["b3S"]


def test_what_is_doubtful_lay_there_before_the_action() -> None:
    hold = {"petrol": {"small triangle": 2}, "green": {}}
    turned = judge_json(
        {
            "to_move": "petrol",
            "pieces": [piece("green", "b2N")],
            "readings": [[piece("petrol", "b3S")], []],
            "supply": hold,
            "action": {"place": ["b2W"]},
        }
    )
    assert (turned["ruling"], turned["doubtful"]) == ("undecided", ["b3S"])
    assert all("b2N" not in reason["where"] for reason in turned["reasons"])
    laid = judge_json(
        {
            "to_move": "petrol",
            "pieces": [],
            "readings": [[piece("green", "b2N"), piece("green", "b2S")], [piece("green", "b2N")]],
            "supply": hold,
            "action": {"place": ["b2E"]},
        }
    )
    assert (laid["ruling"], laid["doubtful"]) == ("undecided", ["b2S"])
    # What holds in every reading is no reason to look again.
    assert [reason["clause"] for reason in laid["reasons"]] == ["tranglar/no-trap"]


LARGE = piece("neutral", "b1E", "b1N", "b2S", "b2W", "c1W")


@pytest.mark.parametrize("turned", [False, True])
def test_a_reading_that_has_what_lies_beside_the_board_is_left_out(*, turned: bool) -> None:
    readings = [[LARGE], [piece("neutral", "b1E")]]
    supply = {**NOTHING, "neutral": {"petrol": 3, "green": 2, "neutral trapeze": 1}}
    told = judge_json({"pieces": [], "readings": readings[::-1] if turned else readings, "supply": supply})
    assert (told["ruling"], told["readings"], told["doubtful"]) == ("legal", 1, [])
    with pytest.raises(BadInput, match="leave out of the supply what lies on the board"):
        judge_json({"pieces": [], "readings": [[LARGE], [LARGE, piece("green", "d4N")]], "supply": supply})


@pytest.mark.parametrize(
    ("neutral", "fits"),
    [
        ({"small triangle": 5}, True),
        ({"small triangle": 5, "petrol": 2}, True),
        ({"small triangle": 5, "petrol": 2, "green": 3}, True),
        ({"small triangle": 2, "petrol": 0, "green": 3}, False),
        ({"small triangle": 5, "petrol": 2, "green": 2}, False),
        ({"small triangle": 2, "petrol": 3}, False),
        ({"neutral small triangle": 1}, False),
        ({"neutral trapeze": 2}, False),
    ],
)
def test_a_neutral_supply_that_contradicts_itself_is_refused(neutral: dict[str, int], *, fits: bool) -> None:
    data = {"pieces": [], "supply": {**NOTHING, "neutral": neutral}}
    if fits:
        assert judge_json(data)["ruling"] == "legal"
        return
    with pytest.raises(
        BadInput, match=r"give one of the two|use petrol, green, small triangle|must be 0 or 1"
    ):
        judge_json(data)


def test_a_piece_that_one_reading_frees_is_open() -> None:
    told = judge_json({"pieces": TRAP[:2], "readings": [[TRAP[2]], []]})
    assert (told["ruling"], told["trapped"]) == ("undecided", [])


@pytest.mark.parametrize("whites", [3, 1])
def test_no_more_white_triangles_are_laid_than_the_board_leaves(whites: int) -> None:
    supply = {**NOTHING, "neutral": {"petrol": whites, "green": whites}}
    action = {"place": ["a4N"], "neutral": True}
    with pytest.raises(BadInput, match="lays what is not there"):
        judge_json({"to_move": "petrol", "pieces": WHITES, "supply": supply, "action": action})
    told = judge_json({"to_move": "petrol", "pieces": WHITES, "supply": supply})
    assert told["notes"] == [
        f"There are {6 + 2 * whites} small neutral triangles, 6 on the board and {2 * whites} beside it, and the game "
        "has 6."
    ]


def test_no_ninth_small_triangle_is_laid() -> None:
    eight = [piece("petrol", f"{column}{rank}N") for column in "abcd" for rank in "13"]
    supply = {"petrol": {"small triangle": 1}, "green": {}}
    with pytest.raises(BadInput, match="lays what is not there: There are 9 pieces of kind small triangle"):
        judge_json({"to_move": "petrol", "pieces": eight, "supply": supply, "action": {"place": ["a2S"]}})


def test_a_reading_that_leaves_no_piece_to_lay_is_none() -> None:
    action = {"place": ["a4N"], "neutral": True}
    asked = {"to_move": "petrol", "pieces": [], "supply": NOTHING, "action": action}
    alone = judge_json({**asked, "readings": [[]]})
    both = judge_json({**asked, "readings": [WHITES, []]})
    assert (both["ruling"], both["readings"]) == (alone["ruling"], 1)
    with pytest.raises(BadInput, match="lays what is not there"):
        judge_json({**asked, "readings": [WHITES]})
