"""Pieces between which no seam would show are not told as one."""

from __future__ import annotations

import pytest

from tests.vision.board.seamed_boards import board
from tests.vision.board.seen_boards import DIAMOND, LARGE, again, between, seen, spot
from vision.board.cells import CELLS, edges
from vision.board.first_look.doubts import Look
from vision.board.laying.covers import inner_sides
from vision.board.laying.reading import Laid, Reading
from vision.board.second_look.likelihood import Likelihood
from vision.board.second_look.unseen import NO_SEAMS, UnseenConfig, with_unseen

SQUARE = ("petrol", spot("a1N", "a1E", "a1S", "a1W"))
"""Four sides within it, and one within the diamond: as many as are asked at least."""
TRAPEZE = ("petrol", spot("a1E", "a1S", "a1W"))
GREEN = ("green", spot("a4N", "a4E"))
BESIDE = ("petrol", spot("c3S"))
"""Shares a side with the diamond's c3E."""


def unclear(*pieces: Laid) -> Likelihood:
    """What the network makes of pieces whose inner sides it does not see well."""
    shown = seen(*pieces)
    for _, place in pieces:
        for side in inner_sides(place):
            edge = edges()[side]
            shown = between(shown, CELLS[edge.left], CELLS[edge.right], 0.9)
    return shown


@pytest.mark.parametrize(
    ("other", "hidden", "seam", "in_doubt"),
    [
        (SQUARE, 3.0, None, True),  # a faint line within, and no other seam to tell whether seams show
        (SQUARE, 3.0, 20.0, False),  # they show: a fainter line is none
        (SQUARE, 3.0, 1.0, True),  # another seam is as faint
        (SQUARE, 0.4, None, False),  # nothing within
        (TRAPEZE, 3.0, None, False),  # too few sides to tell a seam from a shadow
    ],
)
def test_where_no_seam_shows_uneven_pieces_are_in_doubt(
    other: Laid, hidden: float, seam: float | None, in_doubt: bool
) -> None:
    pieces = dict.fromkeys((LARGE, DIAMOND, other, GREEN) + ((BESIDE,) if seam else ()), 0.99)
    lines = [({"c3E", "d3W"}, hidden), ({"a1E", "a1S"}, hidden)]
    if seam:
        lines.append(({"c3E", "c3S"}, seam))
    readings = (Reading(tuple(pieces), 1.0),)
    second = again(unclear(*pieces))
    told, left = with_unseen(Look(pieces, ()), readings, second, board(pieces, lines), UnseenConfig())
    lost = pieces.keys() - told.pieces.keys()
    assert lost == ({DIAMOND, other} if in_doubt else set())
    assert {(place.cells, place.why) for place in told.unread} == {(laid[1].mask, NO_SEAMS) for laid in lost}
    # Anything may lie there, and every board that is still open says so.
    assert [set(reading.laid) for reading in left] == [pieces.keys() - lost]


def test_white_pieces_and_single_cells_are_not_asked() -> None:
    pieces = {LARGE: 0.99, BESIDE: 0.99}
    lines = [({"b2N", "b2E"}, 9.0), ({"b2S", "b2W"}, 9.0)]
    look, readings = Look(pieces, ()), (Reading(tuple(pieces), 1.0),)
    second = again(unclear(*pieces))
    assert with_unseen(look, readings, second, board(pieces, lines), UnseenConfig()) == (look, readings)


def test_a_piece_that_the_network_surely_holds_for_one_stands() -> None:
    pieces = dict.fromkeys((LARGE, DIAMOND, SQUARE, GREEN), 0.99)
    lines = [({"c3E", "d3W"}, 3.0), ({"a1E", "a1S"}, 3.0)]
    look, readings = Look(pieces, ()), (Reading(tuple(pieces), 1.0),)
    shown, config = board(pieces, lines), UnseenConfig()
    sure = again(seen(*pieces))
    assert min(sure.undivided(laid[1]) for laid in (DIAMOND, SQUARE)) > config.undivided
    assert with_unseen(look, readings, sure, shown, config) == (look, readings)
    half = again(between(seen(*pieces), "a1E", "a1S", 0.98))
    told, _ = with_unseen(look, readings, half, shown, config)
    assert pieces.keys() - told.pieces.keys() == {SQUARE}
