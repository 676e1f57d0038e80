"""Pieces that nothing parts but that no piece is so large are in doubt."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.vision.board.seen_boards import LARGE, PAIR, again, between, read, seen, spot
from vision.board.cells import NUMBER, edges
from vision.board.first_look.doubts import Look, Unread
from vision.board.second_look.guessed import GuessedConfig, with_guessed
from vision.board.second_look.unseen import NO_SEAMS

APART = ("petrol", spot("c3S"))
LAID = (LARGE, *PAIR, APART)
SHARED = (("a1N", "a1W"), ("a1E", "a1S"))


def _sides(*pairs: tuple[str, str]) -> frozenset[int]:
    cells = [{NUMBER[one], NUMBER[other]} for one, other in pairs]
    return frozenset(k for k, edge in enumerate(edges()) if {edge.left, edge.right} in cells)


@pytest.mark.parametrize(
    ("inner", "blank", "parted", "told"),
    [
        ((0.3, 0.2), SHARED, (), False),
        ((0.3, 0.02), SHARED, (), True),  # the network sees a seam
        ((0.3, 0.2), SHARED[:1], (), True),  # something shows at one of the sides
        ((0.3, 0.2), (), (), True),
        ((0.3, 0.2), SHARED, SHARED[:1], True),  # as faint as it is, it looks like a seam
    ],
)
def test_pieces_between_which_neither_look_sees_a_seam_are_in_doubt(
    *,
    inner: tuple[float, float],
    blank: tuple[tuple[str, str], ...],
    parted: tuple[tuple[str, str], ...],
    told: bool,
) -> None:
    board = seen(*LAID)
    for pair, chance in zip(SHARED, inner, strict=True):
        board = between(board, *pair, chance)
    found = replace(read((0.9, LAID), (0.1, (LARGE, APART))), blank=_sides(*blank), parted=_sides(*parted))
    look = Look(dict.fromkeys(LAID, 1.0), ())
    left = with_guessed(look, found.readings, again(board), found, GuessedConfig())
    if told:
        assert left == (look, found.readings)
        return
    square = PAIR[0][1].mask | PAIR[1][1].mask
    assert left[0] == Look({LARGE: 1.0, APART: 1.0}, (Unread(square, NO_SEAMS),))
    assert [reading.laid for reading in left[1]] == [(LARGE, APART)]
    assert left[1][0].probability == pytest.approx(1.0)
