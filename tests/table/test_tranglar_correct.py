"""Corrections by hand, and boards seen from another side."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.errors import BadInput
from companion.rules.tranglar.answer import pieces_to_json
from companion.rules.tranglar.cells import CELLS, triangles
from companion.table.tranglar import BoardLook, judge_board, look_from
from companion.table.tranglar.correct import corrected
from companion.table.tranglar.turning import turned, turns_between
from tests.rules.tranglar_games import scattered


def piece(owner: str, *cells: str) -> dict[str, Any]:
    return {"owner": owner, "cells": list(cells)}


def shown(look: BoardLook) -> set[tuple[str, ...]]:
    return {(one["owner"], *one["cells"]) for one in (*look.pieces, *look.readings[0])}


def colours(look: BoardLook) -> set[tuple[str, str]]:
    return {(owner, cell) for owner, *cells in shown(look) for cell in cells}


BOARD = BoardLook((piece("petrol", "a1E", "a1S", "b1W"), piece("green", "d4N")), ((),))


def test_a_piece_gets_another_colour() -> None:
    look = corrected(BOARD, ["a1S", "a1E", "b1W"], "green")
    assert shown(look) == {("green", "a1E", "a1S", "b1W"), ("green", "d4N")}


def test_what_a_correction_cuts_off_stays() -> None:
    look = corrected(BOARD, ["a1E"], "neutral")
    assert shown(look) == {
        ("neutral", "a1E"), ("petrol", "a1S"), ("petrol", "b1W"), ("green", "d4N")
    }  # fmt: skip
    assert shown(corrected(BOARD, ["d4N"], None)) == {("petrol", "a1E", "a1S", "b1W")}


def test_a_correction_can_lay_the_first_piece_on_a_board_that_was_not_found() -> None:
    look = corrected(BoardLook((), ((),), found=False), ["b2N"], "petrol")
    assert look.found
    assert judge_board(look)["ruling"] == "legal"


def test_a_correction_rules_out_readings_and_uncovers() -> None:
    one, two = (piece("green", "b3E", "b3N"),), (piece("green", "b3E"), piece("green", "b3N"))
    look = BoardLook(BOARD.pieces, (one, two), ("c3N", "c3E"), (1,))
    surely = corrected(look, ["b3E", "b3N"], "green")
    assert surely.readings == ((),)
    assert shown(surely) == shown(look)
    assert corrected(look, ["c3N"], None).hidden == ("c3E",)
    pale = replace(look, white_or_bare=look.hidden)
    assert corrected(pale, ["c3N"], None).white_or_bare == ("c3E",)
    elsewhere = corrected(look, ["d4N"], "petrol")
    assert len(elsewhere.readings) == 2


@pytest.mark.parametrize(
    ("cells", "owner", "word"),
    [
        ([], "green", "Choose"),
        (["a1X"], "green", "a1X"),
        (["c2N", "c2S"], "green", "shape"),
        (["c2N", "c2E"], "neutral", "shape"),
        (["c2N"], "blue", "owner"),
    ],
)
def test_what_cannot_lie_there_is_refused(cells: list[str], owner: str, word: str) -> None:
    with pytest.raises(BadInput, match=word):
        corrected(BOARD, cells, owner)


def test_more_than_the_game_has_is_refused() -> None:
    squares = tuple(piece("petrol", *(f"{square}{q}" for q in "ENSW")) for square in ("a1", "a2"))
    with pytest.raises(BadInput, match="large square"):
        corrected(BoardLook(squares, ((),)), [f"c3{q}" for q in "ENSW"], "green")


def test_a_quarter_turn_turns_every_cell() -> None:
    """The cells' triangles, turned about the board's middle."""
    corners = dict(zip(CELLS, (frozenset(one) for one in triangles()), strict=True))
    for name in CELLS:
        around = frozenset((8 - y, x) for x, y in corners[name])
        cells = turned(BoardLook((piece("green", name),), ((),)), 1).pieces[0]["cells"]
        assert [corners[cell] for cell in cells] == [around]


@given(st.integers(0, 2**32), st.integers(0, 3))
@settings(max_examples=40, deadline=None)
def test_turns_come_round_and_are_found(seed: int, quarters: int) -> None:
    board = [piece(one["owner"], *one["cells"]) for one in pieces_to_json(scattered(random.Random(seed)))]
    look = look_from({"pieces": board})
    away = turned(look, quarters)
    assert shown(turned(away, 4 - quarters)) == shown(look)
    assert judge_board(away)["score"] == judge_board(look)["score"]
    assert len(judge_board(away)["trapped"]) == len(judge_board(look)["trapped"])
    back = turned(away, turns_between(look, away)[0])
    assert colours(back) == colours(look)
