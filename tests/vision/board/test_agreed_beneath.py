"""What both looks agree on under and beside what lies over the board."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.board.seen_boards import (
    DIAMOND,
    HALVES,
    LARGE,
    PAIR,
    SMALL,
    SQUARE,
    SURE,
    again,
    between,
    bits,
    hardly,
    read,
    seen,
    spot,
)
from vision.board.cells import NUMBER, edges
from vision.board.first_look.doubts import BESIDE, DoubtConfig, Look, Unread, first_look
from vision.board.first_look.doubts import COVERED as OVER
from vision.board.laying.pieces import NEUTRAL
from vision.board.laying.reading import Laid
from vision.board.second_look.again import AgainConfig, weighed_again
from vision.board.second_look.agreed import DISAGREED, agreed
from vision.board.second_look.agreed_config import AgreedConfig
from vision.board.second_look.likelihood import COVERED


@pytest.mark.parametrize(
    ("piece", "beneath", "within", "told"),
    [
        (HALVES[0], "d3W", 0.00005, True),
        (HALVES[0], "d3W", 0.001, False),
        (DIAMOND, "d3S", 0.1, True),
        (DIAMOND, "d3S", 0.18, False),
    ],
)
def test_what_may_go_on_beneath_a_hand_is_told_only_where_its_end_is_seen(
    *, piece: Laid, beneath: str, within: float, told: bool
) -> None:
    """What colours are certain of; of a player's piece of one cell they see as little as the network."""
    board = between(seen(LARGE, piece, covered=(beneath,)), piece[1].names[-1], beneath, within)
    found = replace(read((1.0, (LARGE, piece))), covered=bits(beneath))
    first = Look({LARGE: 1.0, piece: 1.0}, (Unread(bits(beneath), OVER),))
    look, _ = agreed(first, again(board), found, AgreedConfig())
    assert set(look.pieces) == ({LARGE, piece} if told else {LARGE})
    doubts = [place for place in look.unread if place.cells & piece[1].mask]
    assert doubts == ([] if told else [Unread(piece[1].mask, BESIDE)])


@pytest.mark.parametrize(("within", "told"), [(0.008, True), (0.04, False)])
def test_a_piece_that_is_seen_to_end_beside_a_hand_does_not_go_on_however_its_other_sides_show(
    *, within: float, told: bool
) -> None:
    board = between(seen(LARGE, DIAMOND, covered=("d3S",)), "d3W", "d3S", within)
    board = between(board, "c3E", "d3W", 0.82)
    second = again(board)
    assert AgreedConfig().borne_out < second.belief(DIAMOND) < AgreedConfig().beside_over
    found = replace(read((1.0, (LARGE, DIAMOND))), covered=bits("d3S"))
    first = Look({LARGE: 1.0, DIAMOND: 1.0}, (Unread(bits("d3S"), OVER),))
    look, _ = agreed(first, second, found, AgreedConfig(seamless=0.0))
    assert (DIAMOND in look.pieces) == told


@pytest.mark.parametrize(
    ("piece", "beneath", "within", "told"),
    [
        (HALVES[0], "d3W", 0.00005, True),
        (HALVES[0], "d3W", 0.001, False),
        (HALVES[0], "d3W", 0.1, False),
        (DIAMOND, "d3S", 0.008, True),
        (DIAMOND, "d3S", 0.035, False),
    ],
)
def test_a_doubt_beside_a_hand_is_cleared_only_where_the_end_is_seen(
    *, piece: Laid, beneath: str, within: float, told: bool
) -> None:
    """A player's piece of one cell has to end more surely: so little may show of a larger one."""
    board = between(seen(LARGE, piece, covered=(beneath,)), piece[1].names[-1], beneath, within)
    found = replace(read((0.6, (LARGE, piece)), (0.4, (LARGE,))), covered=bits(beneath))
    first = Look({LARGE: 1.0}, (Unread(bits(beneath), OVER), Unread(piece[1].mask, "unclear")))
    assert again(board).belief(piece) > AgreedConfig().piece
    look, _ = agreed(first, again(board), found, AgreedConfig())
    assert (piece in look.pieces) == told


@pytest.mark.parametrize(("within", "told"), [(0.008, True), (0.035, False)])
def test_a_white_piece_of_one_cell_has_to_end_as_surely_as_larger_ones(*, within: float, told: bool) -> None:
    hidden = ("a4E", "a4S", "a4W", "b4W")
    board = seen(LARGE, SMALL, covered=hidden)
    for beneath in ("a4E", "a4W"):
        board = between(board, "a4N", beneath, within)
    found = replace(read((0.6, (LARGE, SMALL)), (0.4, (LARGE,))), covered=bits(*hidden))
    first = Look({LARGE: 1.0}, (Unread(bits(*hidden), OVER), Unread(SMALL[1].mask, "unclear")))
    assert (SMALL in agreed(first, again(board), found, AgreedConfig())[0].pieces) == told


def test_a_white_piece_beneath_a_hand_misleads_nobody() -> None:
    """Colours and edges may know what the network does not see there."""
    board = hardly(NEUTRAL, 0.6)
    board.cells[NUMBER["d4N"]] = -SURE
    board.cells[NUMBER["d4N"], COVERED] = 0.0
    second = replace(again(board), leads={})
    assert not second.surely_bare & bits("d4N")
    certain = read((1.0, (LARGE, SMALL, (NEUTRAL, spot("d4N", neutral=True)))))
    assert SMALL in agreed(first_look(certain, DoubtConfig()), second, certain, AgreedConfig())[0].pieces


@pytest.mark.parametrize(("chance", "kept"), [(0.84, True), (0.5, False), (0.1, False)])
def test_a_piece_that_seems_to_reach_under_a_hand_is_open_if_the_second_look_sees_it_there(
    *, chance: float, kept: bool
) -> None:
    small = ("petrol", spot("a4N"))
    found = read((1.0, (LARGE, small)))
    first = Look({LARGE: 1.0}, (Unread(bits("a4N"), BESIDE),))
    look, readings = agreed(first, again(hardly("petrol", chance)), found, AgreedConfig())
    assert [small in reading.laid for reading in readings] == [kept]
    assert [place.why for place in look.unread if place.cells & bits("a4N")] == [
        BESIDE if kept else DISAGREED
    ]


def test_what_only_the_second_look_sees_something_over_is_in_doubt() -> None:
    certain = read((1.0, (LARGE,)))
    first = first_look(certain, DoubtConfig())
    hidden = again(seen(LARGE, covered=("a4N",)))
    over = (Unread(SMALL[1].mask, OVER),)
    assert agreed(first, hidden, certain, AgreedConfig())[0] == replace(first, unread=over)
    both = read((1.0, (LARGE, SMALL)))
    look, readings = agreed(first_look(both, DoubtConfig()), hidden, both, AgreedConfig())
    assert (set(look.pieces), look.open_cells) == ({LARGE}, SMALL[1].mask)
    assert readings == certain.readings


def test_nothing_under_a_hand_is_told() -> None:
    open_ones = read((0.7, (LARGE, DIAMOND)), (0.3, (LARGE, *HALVES)))
    first = first_look(open_ones, DoubtConfig())
    look, _ = agreed(first, again(seen(LARGE, DIAMOND, covered=("d3W",))), open_ones, AgreedConfig())
    assert look == first


def test_a_doubt_beside_a_hand_is_about_the_end_there_and_not_about_the_rest() -> None:
    board = between(seen(LARGE, DIAMOND, *PAIR, covered=("c3N",)), "c3E", "d3W", 0.987)
    found = replace(read((0.85, (LARGE, DIAMOND, *PAIR)), (0.15, (LARGE, *PAIR))), covered=bits("c3N"))
    first = Look(
        dict.fromkeys((LARGE, *PAIR), 1.0), (Unread(bits("c3N"), OVER), Unread(DIAMOND[1].mask, "unclear"))
    )
    assert AgreedConfig().piece < again(board).belief(DIAMOND) < AgreedConfig().under
    assert DIAMOND in agreed(first, again(board), found, AgreedConfig())[0].pieces


@pytest.mark.parametrize(("chance", "told"), [(0.98, False), (0.995, True)])
def test_a_white_piece_in_a_hands_shadow_has_to_be_surer(*, chance: float, told: bool) -> None:
    board = hardly(NEUTRAL, chance)
    board.cells[NUMBER["a4W"]] = -SURE
    board.cells[NUMBER["a4W"], COVERED] = 0.0
    found = replace(read((0.6, (LARGE, SMALL)), (0.4, (LARGE,))), covered=bits("a4W"))
    first = Look({LARGE: 1.0}, (Unread(bits("a4W"), OVER), Unread(SMALL[1].mask, "unclear")))
    assert (SMALL in agreed(first, again(board), found, AgreedConfig())[0].pieces) == told


@pytest.mark.parametrize(
    ("likely", "chance", "told"),
    [(0.6, 0.81, True), (0.6, 0.6, False), (0.4, 0.96, False)],
)
def test_a_large_white_piece_beside_a_hand_is_told_where_both_looks_hold_it_for_likelier(
    *, likely: float, chance: float, told: bool
) -> None:
    """Its fifth cell may be the one beneath the hand, beside a small one."""
    board = seen(LARGE, covered=("b1N",))
    board.cells[NUMBER["b3S"]] = np.log([1 - chance - 3e-6, 1e-6, 1e-6, chance, 1e-6])
    for number, edge in enumerate(edges()):
        if NUMBER["b1N"] in (edge.left, edge.right):
            board.sides[number] = np.log(1 / 3)
        if NUMBER["b3S"] in (edge.left, edge.right):
            board.sides[number] = np.log([1e-6, chance, 1 - chance])
    board = between(between(board, "b2N", "b3S", chance), "b2S", "b1N", 0.5)
    found = replace(read((likely, (LARGE,)), (1 - likely, ())), covered=bits("b1N"))
    first = Look({}, (Unread(bits("b1N"), OVER), Unread(LARGE[1].mask, "unclear")))
    assert (LARGE in agreed(first, again(board), found, AgreedConfig())[0].pieces) == told


@pytest.mark.parametrize(
    ("covered", "within", "told"),
    [
        (("d1N",), 0.99, True),
        (("d1N",), 0.97, False),  # A piece of three may lie there, and end at the hand.
        (("d1N", "d1E"), 0.99, False),  # Half of it shows.
    ],
)
def test_a_piece_reaching_under_a_hand_is_told_where_most_of_it_shows_and_goes_on(
    *, covered: tuple[str, ...], within: float, told: bool
) -> None:
    board = seen(LARGE, SQUARE, covered=covered)
    for one in ("d1E", "d1W"):
        between(board, one, "d1N", within)
    found = replace(read((0.6, (LARGE,)), (0.4, (LARGE, SQUARE))), covered=bits(*covered))
    first = Look({LARGE: 1.0}, (Unread(bits(*covered), OVER), Unread(SQUARE[1].mask, "unclear")))
    look, readings = agreed(first, again(board), found, AgreedConfig())
    assert (SQUARE in look.pieces) == told
    assert bool(look.open_cells & SQUARE[1].mask) is not told
    assert not told or all(SQUARE in reading.laid for reading in readings)


def test_no_piece_reaches_under_what_hid_one_that_colours_were_certain_of() -> None:
    board = seen(LARGE, SQUARE)
    # Perhaps a finger in the very colour.
    for name in ("d1N", "d1E"):
        board.cells[NUMBER[name]] = np.log([1e-6, 0.8, 1e-6, 1e-6, 0.2 - 3e-6])
    certain = read((1.0, (LARGE, SQUARE)))
    look, _ = agreed(first_look(certain, DoubtConfig()), again(board), certain, AgreedConfig())
    assert set(look.pieces) == {LARGE}
    assert look.open_cells & SQUARE[1].mask == SQUARE[1].mask


@pytest.mark.parametrize(("within", "told"), [(0.999, True), (0.97, False)])
def test_a_piece_over_one_cell_of_which_something_may_lie_is_told_if_the_rest_shows_it(
    *, within: float, told: bool
) -> None:
    board = between(seen(LARGE, SQUARE, *PAIR), "d1E", "d1S", within)
    board.cells[NUMBER["d1N"]] = np.log([1e-6, 0.3, 1e-6, 1e-6, 0.7 - 3e-6])
    certain = read((1.0, (LARGE, SQUARE, *PAIR)))
    look, _ = agreed(first_look(certain, DoubtConfig()), again(board), certain, AgreedConfig())
    assert (SQUARE in look.pieces) == told


def test_a_piece_reaches_under_what_only_the_second_look_sees_over_a_bare_cell() -> None:
    board = seen(LARGE, covered=("b2S",))
    found = read((0.6, ()), (0.4, (LARGE,)))
    told = bits("b2S")
    first = Look({}, (Unread(LARGE[1].mask & ~told, "unclear"),))
    assert LARGE[1].mask & told
    assert LARGE in agreed(first, again(board), found, AgreedConfig())[0].pieces


def test_no_more_than_one_cell_of_a_piece_lies_beneath_a_hand() -> None:
    """But of a large white one, where nothing else can lie there."""
    for covered in (("b3S",), ("b2S", "b3S")):
        board = seen(LARGE, covered=covered)
        found = replace(read((0.6, ()), (0.4, (LARGE,))), covered=bits(*covered))
        first = Look({}, (Unread(bits(*covered), OVER), Unread(LARGE[1].mask, "unclear")))
        assert again(board).belief(LARGE) > AgreedConfig().under
        look, _ = agreed(first, replace(again(board), leads={}), found, AgreedConfig())
        assert (LARGE in look.pieces) == (len(covered) == 1)
        assert LARGE in agreed(first, again(board), found, AgreedConfig())[0].pieces


def test_no_piece_takes_a_cell_on_which_something_may_lie_over_another_that_colours_were_certain_of() -> None:
    corner = ("petrol", spot("d1N"))
    board = seen(LARGE, SQUARE)
    board.cells[NUMBER["d1N"]] = np.log([1e-6, 0.8, 1e-6, 1e-6, 0.2 - 3e-6])
    found = read((0.6, (LARGE, corner)), (0.4, (LARGE, corner, ("petrol", spot("d1E")))))
    first = Look({LARGE: 1.0, corner: 1.0}, (Unread(SQUARE[1].mask & ~corner[1].mask, "unclear"),))
    look, _ = agreed(first, again(board), found, AgreedConfig())
    assert set(look.pieces) == {LARGE}


def test_what_could_not_go_on_beneath_a_hand_is_told_without_an_end() -> None:
    board = between(seen(LARGE, SQUARE, covered=("c1E",)), "d1W", "c1E", 0.2)
    found = replace(read((0.6, (LARGE,)), (0.4, (LARGE, SQUARE))), covered=bits("c1E"))
    first = Look({LARGE: 1.0}, (Unread(bits("c1E"), OVER), Unread(SQUARE[1].mask, "unclear")))
    assert SQUARE in agreed(first, again(board), found, AgreedConfig())[0].pieces


@pytest.mark.parametrize(("chance", "told"), [(0.05, True), (0.2, False), (0.9, False)])
def test_what_the_second_look_sees_something_over_is_not_told(chance: float, told: bool) -> None:
    """A finger may have a player's very colour; colours alone told three wrong pieces so."""
    board = seen(LARGE, DIAMOND)
    for name in ("c3E", "b1N"):
        own = board.cells[NUMBER[name]]
        board.cells[NUMBER[name]] = np.log(np.exp(own) * (1 - chance) + chance * np.eye(5)[COVERED])
    sure = read((1.0, (LARGE, DIAMOND)))
    first = first_look(sure, DoubtConfig())
    assert set(first.pieces) == {LARGE, DIAMOND}
    look, readings = agreed(first, again(board), sure, AgreedConfig())
    assert set(look.pieces) == ({LARGE, DIAMOND} if told else {LARGE})
    assert look.open_cells & DIAMOND[1].mask == (0 if told else DIAMOND[1].mask)
    assert {place.why for place in look.unread} == (set() if told else {OVER})
    # A bare cell is doubted only where it is rather covered.
    assert bool(look.open_cells & bits("b1N")) is (chance > 0.5)
    assert all(LARGE in reading.laid for reading in readings)


def test_what_both_see_something_over_is_doubted_once() -> None:
    sure = replace(read((1.0, (LARGE, DIAMOND))), covered=bits("d1N", "d1S"))
    board = seen(LARGE, DIAMOND, covered=("d1N", "d1S"))
    first = first_look(sure, DoubtConfig())
    look, _ = agreed(first, weighed_again(board, sure.covered, 0, AgainConfig()), sure, AgreedConfig())
    assert set(look.pieces) == {LARGE, DIAMOND}
    assert sum(place.cells.bit_count() for place in look.unread) == 2
    assert {place.why for place in look.unread} == {OVER}
