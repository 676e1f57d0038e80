"""A board that can be read in several ways is judged once: what all ways have in common is certain."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.errors import BadInput
from companion.rules.tranglar import judge_json

Piece = dict[str, Any]


def piece(owner: str, *cells: str) -> Piece:
    return {"owner": owner, "cells": list(cells)}


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
