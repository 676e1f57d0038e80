"""How a board that was looked at stands to what a table knows; what is not certain is never told as played."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.tranglar.actions import Pass, Place, PlaceNeutral, Replace, Swap
from companion.rules.tranglar.answer import pieces_to_json
from companion.rules.tranglar.cells import CELLS, mask_of, names
from companion.rules.tranglar.kinds import PLAYERS
from companion.rules.tranglar.laid import laid_from
from companion.rules.tranglar.position import Position
from companion.rules.tranglar.stock import stock_from
from companion.rules.verdict import Ruling
from companion.table.tranglar.known import known_look, known_supply
from companion.table.tranglar.look import BoardLook
from companion.table.tranglar.standing import standing
from companion.table.tranglar.stands import Standing, Stands
from companion.table.tranglar.turning import turned as from_another_side
from tests.rules.tranglar_cases import CASES, Case
from tests.rules.tranglar_games import game
from tests.rules.tranglar_pieces import piece, turned
from tests.table.board_looks import look
from tests.table.turning_over import BEFORE, LAID, TAKEN
from vision.board.sighting import UnreadPlace

SUPPLY = {"petrol": {"small triangle": 3, "large triangle": 4}, "green": {"small triangle": 3}}


def position(pieces: list[dict[str, Any]], mover: int = 0) -> Position:
    laid = laid_from(pieces)
    stock = stock_from(SUPPLY, laid)
    return Position((laid.petrol, laid.green), laid.neutral, stock.supply, stock.whites, (), mover)


def held(case: Case, pieces: list[dict[str, Any]]) -> Standing:
    return standing(case.before, look(pieces), seams=True)


def told(pieces: list[dict[str, Any]], **more: Any) -> Standing:
    return standing(position(BEFORE), look(pieces), **more)


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case.action))
def test_every_kind_of_action_is_told_as_played(case: Case) -> None:
    one = held(case, pieces_to_json(case.after))
    if isinstance(case.action, Pass):
        assert one.stands is Stands.SAME
    elif one.stands is Stands.OPEN:
        # A trapeze that shows another colour may have been turned wrongly before a pass.
        assert isinstance(case.action, Swap)
    else:
        assert (one.stands, one.action) == (Stands.PLAYED, case.action)


@pytest.mark.parametrize("case", [case for case in CASES if case.flips], ids=lambda case: str(case.action))
def test_a_flip_that_was_forgotten_is_in_dispute_and_never_played(case: Case) -> None:
    for mask in case.flips:
        one = held(case, turned(pieces_to_json(case.after), mask))
        assert one.stands is not Stands.PLAYED or one.action != case.action
        if one.action == case.action and one.stands is Stands.DISPUTED:
            assert one.ruling is Ruling.LEGAL
            assert [cells for cells, _ in one.forgotten] == [mask]


def test_what_has_to_turn_over_is_said_with_its_colour() -> None:
    one = told([*BEFORE, piece("petrol", "b2W")])
    assert (one.stands, str(one.action), one.ruling) == (Stands.DISPUTED, "place b2W", Ruling.LEGAL)
    assert one.says == "Turn b2N over to petrol."
    assert told(TAKEN).stands is Stands.PLAYED


def test_pieces_that_show_the_wrong_colour_with_nothing_laid_are_to_be_turned_over() -> None:
    one = told([*BEFORE[:3], piece("petrol", "b2N")])
    assert (one.stands, one.action) == (Stands.STRAYED, None)
    assert one.says == "The piece on b2N has to show green: turn it over."


def test_a_trap_and_another_players_turn_are_in_dispute_with_their_clauses() -> None:
    both = position([*BEFORE[:2], piece("green", "b2E"), piece("green", "b2W")])
    one = standing(both, look([*pieces_to_json(both), piece("petrol", "b2N")]))
    assert (one.stands, one.ruling) == (Stands.DISPUTED, Ruling.ILLEGAL)
    assert [reason.clause for reason in one.reasons] == ["tranglar/no-trap"]
    late = standing(position(BEFORE, 1), look(TAKEN))
    assert (late.stands, late.by) == (Stands.DISPUTED, 0)
    assert late.reasons[0].clause == "tranglar/turns"


def test_two_actions_at_once_are_no_single_one() -> None:
    one = told([*BEFORE, piece("petrol", "d4N"), piece("green", "a1S")])
    assert (one.stands, one.action) == (Stands.OPEN, None)
    assert set(one.cells) == {"a1S", "d4N"}
    assert "one by one" in one.says


def test_a_piece_that_was_entered_and_not_laid_yet_is_asked_for() -> None:
    one = standing(position(LAID), look(BEFORE))
    assert (one.stands, one.cells) == (Stands.OPEN, ("b2W",))
    assert one.says.startswith("The table has a piece on b2W, and the board shows none: lay it there")


def test_replaced_pieces_are_asked_for_unless_their_seams_were_seen_before() -> None:
    case = next(case for case in CASES if isinstance(case.action, Replace))
    after = look(pieces_to_json(case.after))
    assert standing(case.before, after, seams=True).stands is Stands.PLAYED
    asked = standing(case.before, after)
    assert (asked.stands, asked.action, asked.ruling) == (Stands.OPEN, case.action, Ruling.UNDECIDED)


def test_readings_that_disagree_are_open_with_the_readers_own_words() -> None:
    why = "The seams are not seen clearly: come closer."
    cells = ("d4N",)
    seen = look(BEFORE, [piece("petrol", "d4N")], [])
    one = standing(position(BEFORE), seen, [UnreadPlace((), why, cells)])
    assert one.stands is Stands.OPEN
    assert one.cells == cells
    assert one.says.startswith(f"d4N: {why}")


def test_a_hand_over_the_board_leaves_it_covered_and_a_piece_beside_it_open() -> None:
    hand = ("b2E", "b2N", "b2S", "b2W")
    why = "Something lies over the board here: take it away and look again."
    place = UnreadPlace((), why, hand)
    rest = BEFORE[:2]
    same = standing(position(BEFORE), look(rest, hidden=hand), [place])
    assert same.stands is Stands.COVERED
    assert same.says.startswith(f"b2E, b2N, b2S, b2W: {why}")
    more = standing(position(BEFORE), look([*rest, piece("petrol", "c4N")], hidden=hand), [place])
    assert (more.stands, str(more.action)) == (Stands.OPEN, "place c4N")


def test_more_pieces_than_the_game_has_are_read_wrongly_and_told_so() -> None:
    squares = [piece("petrol", *(square + quarter for quarter in "ENSW")) for square in ("a1", "b1", "d4")]
    one = told([*BEFORE, *squares])
    assert (one.stands, one.action) == (Stands.OPEN, None)
    assert one.says.startswith("There are 3 pieces of kind large square, and the game has 2.")


def test_no_board_is_said_in_the_readers_words() -> None:
    why = "The board is too small in the photo to see its seams: come closer."
    blind = standing(position(BEFORE), replace(look([]), found=False), [UnreadPlace((), why)])
    assert (blind.stands, blind.says) == (Stands.BLIND, why)
    small = standing(position(BEFORE), look([], hidden=CELLS), [UnreadPlace((), why, tuple(CELLS))])
    assert (small.stands, small.says) == (Stands.BLIND, why)
    assert standing(position(BEFORE), replace(look([]), found=False)).says.startswith("No board is seen")


@pytest.mark.parametrize("quarters", range(4))
def test_the_known_position_tells_which_side_the_board_is_seen_from(quarters: int) -> None:
    seen = from_another_side(look(TAKEN), -quarters)
    for last in (None, 0, quarters):
        one = standing(position(BEFORE), seen, turn=last)
        assert (one.stands, str(one.action), one.turn) == (Stands.PLAYED, "place b2W", quarters)


def test_nothing_is_certain_of_a_board_whose_side_nothing_tells() -> None:
    """Else a piece that lies as another one did, seen from another side, would be told in the wrong place."""
    covered = ("a4E", "b4E", "b4N", "b4S", "b4W", "c2E", "d1E", "d1N", "d2S", "d2W")
    before = position([*BEFORE[:2], piece("petrol", "b1S")])
    for laid in ("d2E", "c3N"):
        one = standing(before, look([piece("petrol", "b1S"), piece("petrol", laid)], hidden=covered))
        assert one.stands is Stands.OPEN
        assert one.action is None
        assert "which side" in one.says
    shown = [BEFORE[0], piece("petrol", "b1S"), piece("petrol", "c3N")]
    seen = standing(before, look(shown, hidden=covered[5:]))
    assert (seen.stands, str(seen.action)) == (Stands.PLAYED, "place c3N")


def test_a_board_without_its_large_neutral_pieces_tells_of_no_turn() -> None:
    covered = ("a4E", "b4E", "b4N", "b4S", "b4W", "c2E", "d1E", "d1N", "d2S", "d2W")
    seen = from_another_side(look(BEFORE[2:], hidden=covered), 1)
    assert standing(position(BEFORE), seen, turn=0).turn == 0


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10_000), hidden=st.sets(st.sampled_from(CELLS), max_size=12))
def test_whatever_is_hidden_only_what_was_played_is_told_as_played(seed: int, hidden: set[str]) -> None:
    chance = random.Random(seed)
    before, action, after = chance.choice([*game(chance, 24)])
    veil = mask_of(hidden)
    seen = [one for one in pieces_to_json(after) if not mask_of(one["cells"]) & veil]
    dark = {cell for one in pieces_to_json(after) for cell in one["cells"] if mask_of(one["cells"]) & veil}
    one = standing(before, look(seen, hidden=names(mask_of({*dark, *hidden}))), turn=0, seams=True)
    assert one.stands is not Stands.DISPUTED or isinstance(action, Swap)
    if one.stands is Stands.PLAYED:
        assert one.action == action
    if one.stands is Stands.SAME:
        assert isinstance(action, Pass)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_a_position_as_a_look_and_a_supply_is_the_same_position(seed: int) -> None:
    chance = random.Random(seed)
    before, _, _ = chance.choice([*game(chance, 24)])
    laid = laid_from([*known_look(before).pieces])
    stock = stock_from(known_supply(before), laid)
    assert (laid.petrol, laid.green) == before.pieces
    assert (stock.supply, stock.whites, stock.large) == (before.supply, before.whites, before.large)
    assert standing(before, BoardLook(known_look(before).pieces, ((),))).stands is Stands.SAME


def test_the_set_up_is_read_piece_by_piece() -> None:
    empty = position([])
    empty = replace(empty, large=(1, 2))
    one = standing(empty, look(BEFORE[:1]))
    assert one.stands is Stands.PLAYED
    assert isinstance(one.action, PlaceNeutral)
    early = standing(empty, look([piece(PLAYERS[0], "b2E")]))
    assert (early.stands, early.reasons[0].clause) == (Stands.DISPUTED, "tranglar/set-up")
    assert isinstance(early.action, Place)
