"""What a look at the board tells about trapped pieces: certain, open, hidden; and what must lie beside it."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.errors import BadInput
from companion.rules.tranglar.answer import pieces_to_json
from companion.rules.tranglar.cells import CELLS, mask_of
from companion.rules.tranglar.kinds import PLAYERS, kinds
from companion.rules.tranglar.laid import in_the_game, laid_from
from companion.rules.tranglar.position import start
from companion.rules.tranglar.supply import count
from companion.rules.tranglar.trapping import trapped
from companion.table.tranglar import BoardLook, judge_board, look_from, look_of
from companion.table.tranglar.board import NOTHING_READ
from companion.table.tranglar.supplies import likely_supply
from companion.table.tranglar.turning import turned
from tests.rules.tranglar_games import game, scattered

Piece = dict[str, Any]


def piece(owner: str, *cells: str) -> Piece:
    return {"owner": owner, "cells": list(cells)}


@pytest.mark.parametrize("found", [0, 5, None, "false", []])
def test_whether_a_board_is_seen_is_true_or_false(found: object) -> None:
    with pytest.raises(BadInput, match="found must be true or false"):
        look_from({"found": found})
    assert judge_board(look_from({"found": False}))["ruling"] == "undecided"


def seen(*boards: list[Piece], unread: list[list[str]] | None = None) -> dict[str, Any]:
    """A sighting as `companion see` prints it."""
    readings = [{"probability": 1 / len(boards), "pieces": board} for board in boards]
    places = [{"corners_px": [], "why": "covered", "cells": cells} for cells in unread or []]
    sure = [one for one in boards[0] if all(one in board for board in boards)]
    told = [one for one in sure if one["cells"] not in (unread or [])]
    return {"board": {"corners_px": []}, "pieces": told, "unread": places, "readings": readings}


TWO_SIDES = [piece("petrol", "b2N"), piece("green", "b2E"), piece("green", "b2W")]


def test_trapped_pieces_are_told_with_their_sides() -> None:
    verdict = judge_board(look_of(seen(TWO_SIDES)))
    assert verdict["ruling"] == "legal"
    assert verdict["trapped"] == [{"cells": ["b2N"], "owner": "petrol", "sides": 3, "touched": 2}]
    assert verdict["hidden"] == []


def test_what_all_readings_have_and_nothing_states_is_a_guess() -> None:
    guess = [piece("petrol", "b2N"), piece("green", "b2E"), piece("neutral", "b2S"), piece("neutral", "b2W")]
    sighting = seen(guess, unread=[["b2S", "b2W"]])
    sighting["pieces"] = guess[:2]
    verdict = judge_board(look_of(sighting))
    assert (verdict["ruling"], verdict["hidden"]) == ("undecided", ["b2S", "b2W"])
    assert "b2W" in verdict["reasons"][0]["says"]


def test_readings_that_differ_elsewhere_change_nothing() -> None:
    one, two = [piece("green", "d4E", "d4N")], [piece("green", "d4E"), piece("green", "d4N")]
    look = look_of(seen([*TWO_SIDES, *one], [*TWO_SIDES, *two]))
    assert (len(look.pieces), len(look.readings)) == (3, 2)
    verdict = judge_board(look)
    assert verdict["ruling"] == "legal"
    assert [one["cells"] for one in verdict["trapped"]] == [["b2N"]]


def test_readings_that_decide_a_trap_leave_it_open() -> None:
    other = [piece("petrol", "b2N"), piece("green", "b2E"), piece("neutral", "b2W")]
    verdict = judge_board(look_of(seen(TWO_SIDES, other)))
    assert verdict["ruling"] == "undecided"
    assert verdict["reasons"][0]["where"] == ["b2W"]


def test_what_is_hidden_matters_only_where_a_trap_hangs_on_it() -> None:
    board = [piece("petrol", "b2N"), piece("green", "b2E")]
    beside = judge_board(look_of(seen(board, unread=[["b2W"]])))
    assert beside["ruling"] == "undecided"
    assert beside["reasons"][0]["where"] == ["b2W"]
    assert "uncover it" in beside["reasons"][0]["says"]
    far = judge_board(look_of(seen(board, unread=[["d1E"]])))
    assert (far["ruling"], far["hidden"]) == ("legal", ["d1E"])
    already = judge_board(look_of(seen(TWO_SIDES, unread=[["b3S"]])))
    assert already["trapped"], "two sides of three are touched, whatever lies on the third"


def test_a_board_of_which_nothing_is_read_is_open() -> None:
    verdict = judge_board(look_of(seen([], unread=[["a1N", "a1E", "b2S"]])))
    assert verdict["ruling"] == "undecided"
    assert verdict["reasons"][0]["says"] == NOTHING_READ
    assert judge_board(look_of(seen([])))["ruling"] == "legal", "an empty board"


def test_a_piece_that_may_reach_under_a_hand_is_open() -> None:
    board = [piece("petrol", "b2N"), piece("green", "b2E")]
    look = look_of(seen(board, unread=[["b2W"], ["b2N"]]))
    assert [mask_of(["b2N"])] == list(look.unsure)
    assert judge_board(look)["ruling"] == "undecided"


def test_no_board_is_said() -> None:
    verdict = judge_board(look_of({**seen([]), "board": None, "readings": []}))
    assert verdict["ruling"] == "undecided"
    assert verdict["reasons"][0]["says"].startswith("No board is seen")


@given(st.integers(0, 2**32), st.sets(st.sampled_from(CELLS), max_size=8))
@settings(max_examples=60, deadline=None)
def test_hiding_cells_never_makes_a_certain_verdict_wrong(seed: int, covered: set[str]) -> None:
    """Cells and what lies on them are taken away; whatever is still called certain is so with them."""
    position = scattered(random.Random(seed))
    whole = pieces_to_json(position)
    shown = [one for one in whole if not covered & set(one["cells"])]
    hidden = covered | {cell for one in whole if one not in shown for cell in one["cells"]}
    verdict = judge_board(BoardLook(tuple(shown), ((),), tuple(sorted(hidden))))
    truth = {
        mask for player in (0, 1) for mask in trapped(position.pieces[player], position.held[1 - player])
    }
    told = {mask_of(one["cells"]) for one in verdict["trapped"]}
    assert told <= truth
    if verdict["ruling"] == "legal":
        assert told == truth, "what is hidden is not trapped either"


def test_a_piece_that_is_hidden_may_be_trapped_itself() -> None:
    around = [piece("green", "b2E"), piece("green", "b2W")]
    verdict = judge_board(look_of(seen(around, unread=[["b2N"]])))
    assert verdict["ruling"] == "undecided"
    assert verdict["reasons"][0]["says"] == "A piece on b2N may be trapped: uncover it."
    # A triangle beside one piece is not; nor is a large one with two of three sides at the rim.
    assert judge_board(look_of(seen(around[:1], unread=[["b2N"]])))["ruling"] == "legal"
    corner = judge_board(look_of(seen([piece("green", "a2S")], unread=[["a1N", "a1W"]])))
    assert corner["reasons"][0]["where"] == ["a1N"], "with green on a1W, and not without"


def test_cells_that_are_white_or_bare_trap_nobody() -> None:
    board = [piece("petrol", "b2N"), piece("green", "b2E")]
    data = seen(board, unread=[["b2W", "b3S"]])
    data["unread"][0]["white_or_bare"] = ["b2W", "b3S"]
    look = look_of(data)
    assert (look.hidden, look.white_or_bare) == (("b2W", "b3S"), ("b2W", "b3S"))
    verdict = judge_board(look)
    assert (verdict["ruling"], verdict["trapped"], verdict["hidden"]) == ("legal", [], ["b2W", "b3S"])
    data["unread"][0]["white_or_bare"] = ["b3S"]
    assert judge_board(look_of(data))["reasons"][0]["where"] == ["b2W"]
    data = seen([], unread=[["a1N", "b2S"]])
    data["unread"][0]["white_or_bare"] = ["a1N", "b2S"]
    assert judge_board(look_of(data))["ruling"] == "legal", "whatever is white, there is nobody to trap"


@given(st.integers(0, 2**32), st.sets(st.sampled_from(CELLS), max_size=12))
@settings(max_examples=60, deadline=None)
def test_of_cells_that_are_white_or_bare_the_verdict_knows_all_that_it_needs(
    seed: int, asked: set[str]
) -> None:
    position = scattered(random.Random(seed))
    whole = pieces_to_json(position)
    players = {cell for one in whole if one["owner"] != "neutral" for cell in one["cells"]}
    pale = asked - players
    shown = [one for one in whole if one["owner"] != "neutral" or not pale & set(one["cells"])]
    # Of a neutral piece a part of which is not told nothing is told.
    pale |= {cell for one in whole if one not in shown for cell in one["cells"]}
    hidden = tuple(sorted(pale))
    verdict = judge_board(BoardLook(tuple(shown), ((),), hidden, white_or_bare=hidden))
    assert verdict["ruling"] == "legal"
    assert verdict["trapped"] == judge_board(BoardLook(tuple(whole), ((),)))["trapped"]


@given(st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_the_likely_supply_accounts_for_every_piece(seed: int) -> None:
    chance = random.Random(seed)
    boards = [scattered(chance)] + [following for _, _, following in game(chance, 30)]
    for position in boards:
        board = pieces_to_json(position)
        supply = likely_supply(laid_from(board))
        for name, number in in_the_game().items():
            lies = sum(one["kind"] == name and one["owner"] != "neutral" for one in board)
            beside = sum(
                supply[player][kind.label] for player in PLAYERS for kind in kinds() if kind.name == name
            )
            assert lies + beside == number


def test_the_likely_supply_is_right_as_long_as_nothing_changes_hands() -> None:
    begun = start()
    board = [piece("petrol", "a1N"), piece("petrol", "b1E", "b1S", "c1W"), piece("green", "d1E", "d1N")]
    supply = likely_supply(laid_from(board))
    for player, name in enumerate(PLAYERS):
        for number, kind in enumerate(kinds()):
            lies = {("petrol", "small triangle"), ("petrol", "trapeze R"), ("green", "large triangle")}
            expected = count(begun.supply[player], number) - ((name, kind.label) in lies)
            assert supply[name][kind.label] == expected
    assert likely_supply(laid_from([]))["neutral"] == {
        "petrol": 3, "green": 3, "neutral trapeze": 1, "neutral five-sided": 1
    }  # fmt: skip


def test_a_look_comes_back_from_json() -> None:
    data = seen(TWO_SIDES, TWO_SIDES[:2], unread=[["d1E", "d2E"], ["b2N"]])
    data["unread"][0]["white_or_bare"] = ["d2E"]
    look = look_of(data)
    assert look.white_or_bare == ("d2E",)
    assert look_from(look.to_json()) == look
    assert turned(look, 1).white_or_bare == turned(look, 1).hidden[:1] == ("c4N",)
    assert look_from({"white_or_bare": ["d2E"]}).white_or_bare == (), (
        "of what is not hidden nothing is in doubt"
    )


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (None, "object"),
        ({"pieces": 7}, "pieces"),
        ({"pieces": [piece("green", "a1N", "a1S")]}, "a1N, a1S"),
        ({"pieces": [piece("green", "a1N"), piece("petrol", "a1N")]}, "overlaps"),
        ({"readings": [7]}, "list of lists"),
        ({"readings": [[]] * 65}, "at most 64"),
        ({"hidden": ["e1N"]}, "e1N"),
        ({"unsure": ["a1N"]}, "names"),
        ({"white_or_bare": ["e1N"]}, "e1N"),
        ({"colour": 1}, "colour"),
    ],
)
def test_a_look_that_is_none_is_refused_in_a_sentence(data: object, word: str) -> None:
    with pytest.raises(BadInput, match=word) as refused:
        look_from(data)
    assert "\n" not in str(refused.value)


@given(odds=st.lists(st.floats(0.001, 1000), min_size=2, max_size=4))
def test_odds_go_to_a_page_and_back_and_add_up_to_one(odds: list[float]) -> None:
    boards = [[piece("petrol", cell)] for cell in CELLS[: len(odds)]]
    look = look_from({"readings": boards, "odds": odds})
    assert look_from(look.to_json()) == look
    weighed = [share for _, share in look.weighed()]
    assert sum(weighed) == pytest.approx(1.0)
    assert weighed == pytest.approx([one / sum(odds) for one in odds])


@pytest.mark.parametrize("odds", [[1.0], [1.0, 0.0], [1.0, "much"], [1.0, True], 1.0, [1.0, float("inf")]])
def test_odds_that_are_none_are_refused(odds: object) -> None:
    with pytest.raises(BadInput, match="odds"):
        look_from({"readings": [[piece("petrol", "a1N")], [piece("petrol", "a1E")]], "odds": odds})


def test_a_piece_that_may_reach_on_is_not_stated_as_trapped_where_a_longer_one_would_not_be() -> None:
    around = [piece("green", cell) for cell in ("d1E", "d1N", "d1S", "c1W")]
    look = look_from(
        {"pieces": [piece("petrol", "d1W"), *around], "hidden": ["c1E", "c1S"], "unsure": [["d1W"]]}
    )
    verdict = judge_board(look)
    assert (verdict["ruling"], verdict["trapped"]) == ("undecided", [])
    assert "How far the piece on d1W reaches" in verdict["reasons"][0]["says"]


def test_a_piece_beside_which_nothing_is_hidden_cannot_reach_on() -> None:
    board = [*TWO_SIDES[:2]]
    look = look_from({"pieces": board, "hidden": ["d4N"], "unsure": [["b2N"]]})
    assert judge_board(look)["ruling"] == "legal"
    # Nor is it open how far it reaches where it is trapped as it lies.
    certain = judge_board(look_from({"pieces": TWO_SIDES, "hidden": ["d4N"], "unsure": [["b2N"]]}))
    assert (certain["ruling"], [one["cells"] for one in certain["trapped"]]) == ("legal", [["b2N"]])


def test_odds_are_any_numbers_that_a_page_may_send() -> None:
    readings: dict[str, Any] = {"pieces": [], "readings": [[piece("petrol", "b2N")], []]}
    weighed = look_from({**readings, "odds": [1e300, 1e300]}).weighed()
    assert [odds for _, odds in weighed] == [0.5, 0.5]
    for odds in ([10**400, 1], [1.7e308, 1]):
        with pytest.raises(BadInput, match="none beyond 1e300"):
            look_from({**readings, "odds": odds})


def test_pieces_that_show_in_part_are_not_counted_as_smaller_ones() -> None:
    """Nine petrol pieces of one cell, of which three may reach under a hand: the game has eight."""
    nine = [piece("petrol", f"{column}{rank}N") for column in "abc" for rank in "123"]
    hand = [f"{column}4S" for column in "abc"]
    parts = [[f"{column}3N"] for column in "abc"]
    look = look_from({"pieces": nine, "hidden": hand, "unsure": parts})
    verdict = judge_board(look)
    assert (verdict["ruling"], set(verdict["hidden"])) == (
        "legal",
        {*hand, *(cell for part in parts for cell in part)},
    )
    with pytest.raises(BadInput, match="There are 9 pieces"):
        judge_board(look_from({"pieces": nine, "hidden": hand}))
