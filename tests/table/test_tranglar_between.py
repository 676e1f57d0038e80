"""What one of two photos tells of what the other hides, case by case."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.rules.tranglar.actions import Action, Pass, Place, Swap
from companion.rules.tranglar.cells import FULL, mask_of, names
from companion.rules.tranglar.laid import Laid
from companion.table.tranglar import BoardLook, judge_change
from companion.table.tranglar.between import filled, left_open

TRAPEZE = mask_of(["b4E", "c3E", "c3N", "c4S", "c4W"])
HOUSE = mask_of(["d1N", "d2E", "d2N", "d2S", "d2W"])
NOTHING = Laid((), (), (TRAPEZE, HOUSE))


def cells(*spelt: str) -> int:
    return mask_of(spelt)


def board(petrol: tuple[int, ...] = (), green: tuple[int, ...] = (), white: tuple[int, ...] = ()) -> Laid:
    return Laid(petrol, green, (*NOTHING.neutral, *white))


def hiding(*dark: str, light: tuple[str, ...] = (), unsure: tuple[int, ...] = ()) -> BoardLook:
    return BoardLook((), ((),), (*dark, *light), unsure, white_or_bare=light)


def hangs(
    then: Laid, now: Laid, before: BoardLook, after: BoardLook, action: Action | None = None
) -> set[str]:
    """The names of the cells that are left open where somebody placed a1N, or did what else is said."""
    return set(names(left_open(action or Place(cells("a1N")), then, now, before, after)))


PLACED = board(), board(petrol=(cells("a1N"),))


def test_what_is_bare_or_neutral_in_one_photo_is_so_in_the_other() -> None:
    assert hangs(*PLACED, hiding("b1N"), hiding("c1N", light=("c1E",))) == set()
    white = cells("b1N")
    then, now = filled(board(), board(white=(white,)), hiding("b1N"), hiding())
    assert then == now
    assert hangs(*PLACED, hiding("b1N"), hiding("b1N")) == {"b1N"}, "neither tells"
    assert hangs(*PLACED, hiding(light=("b1N",)), hiding(light=("b1N",))) == set(), "it does not matter"


def test_a_players_piece_of_one_photo_is_not_told_in_the_other() -> None:
    """It may have shown another colour, or not have lain there."""
    other = cells("b1N")
    then, now = board(green=(other,)), board(petrol=(cells("a1N"),), green=(other,))
    assert hangs(then, now, hiding("b1N"), hiding()) == {"b1N"}
    assert hangs(then, now, hiding(), hiding("b1N")) == {"b1N"}
    assert filled(board(), now, hiding("b1N"), hiding())[0].green == (other,)
    assert filled(board(), now, hiding(light=("b1N",)), hiding())[0].green == ()


def test_where_nothing_was_laid_that_both_show_everything_hangs() -> None:
    looks = hiding("b1N", light=("b1E",)), hiding("c1N")
    assert hangs(*PLACED, *looks) == set()
    assert hangs(board(), board(), *looks, Pass()) == {"b1N", "b1E", "c1N"}
    assert hangs(board(), board(), *looks, Swap(cells("a1E", "a1N", "b1W"))) == {"b1N", "b1E", "c1N"}
    reaching = replace(looks[1], unsure=(cells("a1N"),))
    assert hangs(*PLACED, looks[0], reaching) == {"b1N", "b1E", "c1N"}, "it may be larger"


def test_what_was_laid_on_hidden_cells_had_to_be_free() -> None:
    assert hangs(*PLACED, hiding(light=("a1N", "b1N")), hiding()) == {"a1N"}
    assert hangs(*PLACED, hiding("a1N"), hiding()) == {"a1N"}


@pytest.mark.parametrize("missing", [TRAPEZE, HOUSE])
def test_a_game_that_may_not_have_begun_or_be_over_is_open(missing: int) -> None:
    then, now = (replace(one, neutral=tuple({*one.neutral} - {missing})) for one in PLACED)
    assert hangs(then, now, hiding(light=("b1N",)), hiding()) == {"b1N"}
    rest = FULL & ~(TRAPEZE | HOUSE | cells("a1N", "b1N"))
    then, now = board(green=(rest,)), board(petrol=(cells("a1N"),), green=(rest,))
    assert hangs(then, now, hiding(light=("b1N",)), hiding()) == set()
    assert hangs(then, now, hiding(light=("a1N", "b1N")), hiding()) == {"a1N", "b1N"}


def test_a_piece_that_reaches_under_something_is_what_the_other_photo_shows() -> None:
    part, whole = cells("a1N"), cells("a1E", "a1N")
    then, now = filled(board(green=(part,)), board(green=(whole,)), hiding("a1E", unsure=(part,)), hiding())
    assert then.green == now.green == (whole,)
    assert filled(board(green=(part,)), board(green=(whole,)), hiding("a1E"), hiding())[0].green == (part,)


def piece(owner: str, *named: str) -> dict[str, Any]:
    return {"owner": owner, "cells": list(named)}


def test_a_hand_over_bare_cells_leaves_nothing_open() -> None:
    both = [piece("neutral", *names(TRAPEZE)), piece("neutral", *names(HOUSE)), piece("green", "d4N")]
    covered = ("a3E", "a3N", "a3S", "a3W")
    before = BoardLook(tuple(both), ((),))
    after = BoardLook((*both, piece("petrol", "a1N")), ((),), covered)
    told = judge_change(before, after, to_move="petrol")
    assert (told["ruling"], told["action"]) == ("legal", "place a1N")
    # What lies under the hand may have to turn, or have been turned.
    before = BoardLook((*both, piece("green", "a3N", "a3E")), ((),))
    told = judge_change(before, after, to_move="petrol")
    assert (told["ruling"], told["action"]) == ("undecided", "place a1N")
    assert told["reasons"][0]["where"] == ["a3E", "a3N"]
