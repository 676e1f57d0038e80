"""What is said of cells in doubt once all is told: nothing of what is told, and only what they may still be."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.vision.board.seen_boards import DIAMOND, HALVES, LARGE, PAIR, SMALL, SQUARE, read
from vision.board.cells import NUMBER
from vision.board.first_look.doubts import COVERED, DoubtConfig, Look, Unread, first_look
from vision.board.laying.covers import connected
from vision.board.laying.reading import Laid, Reading


def _mask(*names: str) -> int:
    return sum(1 << NUMBER[name] for name in names)


def test_a_piece_that_is_told_is_not_in_doubt_beside_that() -> None:
    likely = read((0.96, (LARGE, DIAMOND)), (0.04, (LARGE, *HALVES)))
    first = first_look(likely, DoubtConfig())
    assert DIAMOND in first.pieces
    assert first.unread  # by the first look, whose doubt the second may share
    assert first.said(likely.readings) == Look(first.pieces, (), first.guessed)


def test_cells_are_said_to_be_what_they_may_be_in_the_readings_that_are_left() -> None:
    whole = (LARGE, DIAMOND, *PAIR)
    parted = (LARGE, *HALVES, SQUARE)
    found = read((0.6, whole), (0.4, parted))
    first = first_look(found, DoubtConfig())
    (place,) = (one for one in first.unread if one.cells == DIAMOND[1].mask)
    assert "a petrol diamond" in place.why or "medium square" in place.why
    said = first.said(found.readings)
    assert said.unread == first.unread
    # The one way that is left would tell the piece: what was open at first is said as it was.
    assert first.said((Reading(whole, 1.0),)).unread == first.unread
    # A neighbour is told meanwhile, and the cells alone are spoken of.
    both = Unread(DIAMOND[1].mask | PAIR[0][1].mask, "these cells may be {ways}", open=True)
    told = Look({PAIR[0]: 1.0}, (both,))
    (left,) = told.said(found.readings).unread
    assert left.cells == DIAMOND[1].mask
    assert "large triangle" not in left.why
    assert left.why == place.why


def test_another_reason_is_no_matter_of_readings() -> None:
    found = read((0.6, (LARGE, DIAMOND)), (0.4, (LARGE, *HALVES)))
    look = Look({}, (Unread(DIAMOND[1].mask, COVERED),))
    assert look.said(found.readings) == look


def test_what_something_lies_over_is_said_as_it_was() -> None:
    look = Look({DIAMOND: 1.0}, (Unread(_mask("a4N", "a4E"), COVERED),))
    assert look.said(()) == look


@given(st.sets(st.integers(0, 63)), st.sets(st.sampled_from((LARGE, DIAMOND, SMALL, *PAIR))))
def test_every_cell_in_doubt_is_named_once_unless_it_is_told(open_cells: set[int], told: set[Laid]) -> None:
    cells = sum(1 << cell for cell in open_cells)
    look = Look(dict.fromkeys(told, 1.0), tuple(Unread(part, COVERED) for part in connected(cells)))
    taken = 0
    for laid in look.pieces:
        taken |= laid[1].mask
    said = look.said(())
    assert said.open_cells == cells & ~taken
    assert sum(place.cells.bit_count() for place in said.unread) == said.open_cells.bit_count()
    assert all(list(connected(place.cells)) == [place.cells] for place in said.unread)
    assert said.pieces == look.pieces
