"""What both looks agree on where a piece may be two."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.board.seen_boards import (
    DIAMOND,
    HALVES,
    LARGE,
    PAIR,
    again,
    between,
    read,
    seen,
)
from vision.board.cells import NUMBER
from vision.board.first_look.doubts import DoubtConfig, Unread, first_look
from vision.board.second_look.agreed import DISAGREED, agreed
from vision.board.second_look.agreed_config import AgreedConfig


def test_where_no_seam_of_a_colour_shows_a_piece_that_may_be_two_is_in_doubt() -> None:
    certain = read((1.0, (LARGE, DIAMOND)))
    first = first_look(certain, DoubtConfig())
    hardly_one = between(seen(LARGE, DIAMOND), "c3E", "d3W", 0.975)
    look, _ = agreed(first, again(hardly_one), certain, AgreedConfig())
    assert (set(look.pieces), look.unread) == ({LARGE}, (Unread(DIAMOND[1].mask, DISAGREED),))
    one = again(between(seen(LARGE, DIAMOND), "c3E", "d3W", 0.99))
    assert agreed(first, one, certain, AgreedConfig())[0] == first
    # Where others show theirs, this would.
    certain = read((1.0, (LARGE, DIAMOND, *PAIR)))
    first = first_look(certain, DoubtConfig())
    shown = between(seen(LARGE, DIAMOND, *PAIR), "c3E", "d3W", 0.91)
    assert agreed(first, again(shown), certain, AgreedConfig())[0] == first
    # Not if theirs is hardly seen, or another colour's is.
    faint = again(between(shown, "a1N", "a1W", 0.25))
    faint = replace(faint, seen=between(faint.seen, "a1E", "a1S", 0.25))
    assert DIAMOND not in agreed(first, faint, certain, AgreedConfig())[0].pieces
    green = tuple(("green", place) for _, place in PAIR)
    certain = read((1.0, (LARGE, DIAMOND, *green)))
    other = between(seen(LARGE, DIAMOND, *green), "c3E", "d3W", 0.91)
    look, _ = agreed(first_look(certain, DoubtConfig()), again(other), certain, AgreedConfig())
    assert set(look.pieces) == {LARGE, *green}


@pytest.mark.parametrize(
    ("certain", "within", "told"), [(0.99, 0.991, True), (0.96, 0.991, False), (0.96, 0.998, True)]
)
def test_a_piece_of_a_colour_without_seams_is_one_for_both_looks(
    certain: float, within: float, told: bool
) -> None:
    likely = read((certain, (LARGE, DIAMOND)), (1 - certain, (LARGE, *HALVES)))
    first = first_look(likely, DoubtConfig())
    assert DIAMOND in first.pieces
    board = again(between(seen(LARGE, DIAMOND), "c3E", "d3W", within))
    assert (DIAMOND in agreed(first, board, likely, AgreedConfig())[0].pieces) is told


def test_of_a_piece_in_doubt_every_inner_side_has_to_be_likely_one() -> None:
    for shown, likely, chances in (
        ((), 0.6, (0.99, 0.998)),
        (PAIR, 0.85, (0.91, 0.97)),
        (PAIR, 0.75, (0.985, 0.992)),
        (PAIR, 0.2, (0.985, 0.992)),
    ):
        # Where the photo shows a seam of this colour, another one would show too; colours and edges may see one.
        open_ones = read((likely, (LARGE, DIAMOND, *shown)), (1 - likely, (LARGE, *HALVES, *shown)))
        first = first_look(open_ones, DoubtConfig())
        assert first.open_cells == DIAMOND[1].mask
        for chance, told in zip(chances, (False, True), strict=True):
            board = between(seen(LARGE, DIAMOND, *shown), "c3E", "d3W", chance)
            look, _ = agreed(first, again(board), open_ones, AgreedConfig())
            assert (DIAMOND in look.pieces) is told
    # Of a side beside what something lies over nothing is known.
    half_seen = between(seen(LARGE, DIAMOND, covered=("d3W",)), "c3E", "d3W", 0.6)
    assert again(half_seen).undivided(DIAMOND[1]) == 1.0
    # A cell that is less likely its colour says nothing of seams.
    pale = seen(LARGE, DIAMOND)
    pale.cells[NUMBER["c3E"]] = np.log([0.1, 0.87, 0.01, 0.01, 0.01])
    assert DIAMOND in agreed(first, again(pale), open_ones, AgreedConfig())[0].pieces


@pytest.mark.parametrize(("within", "told"), [(0.012, False), (0.0005, True)])
def test_a_piece_that_the_first_look_is_certain_of_is_hardly_two_to_the_second(
    *, within: float, told: bool
) -> None:
    certain = read((1.0, (LARGE, DIAMOND, *PAIR)))
    parted = again(between(seen(LARGE, *HALVES, *PAIR), "c3E", "d3W", within))
    look, _ = agreed(first_look(certain, DoubtConfig()), parted, certain, AgreedConfig())
    assert (set(HALVES) <= look.pieces.keys(), DIAMOND in look.pieces) == (told, False)
    assert look.open_cells == (0 if told else DIAMOND[1].mask)


@pytest.mark.parametrize(
    ("likely", "within", "told"), [(0.86, 0.009, False), (0.86, 0.001, True), (0.7, 0.009, True)]
)
def test_of_a_piece_that_the_first_look_holds_for_one_the_parts_have_to_be_surer(
    *, likely: float, within: float, told: bool
) -> None:
    """A streak of its grain may look like a seam."""
    open_ones = read((likely, (LARGE, DIAMOND)), (1 - likely, (LARGE, *HALVES)))
    first = first_look(open_ones, DoubtConfig())
    assert first.open_cells == DIAMOND[1].mask
    board = between(seen(LARGE, *HALVES), "c3E", "d3W", within)
    look, _ = agreed(first, again(board), open_ones, AgreedConfig())
    assert set(look.pieces) == ({LARGE, *HALVES} if told else {LARGE})
    assert look.open_cells == (0 if told else DIAMOND[1].mask)
