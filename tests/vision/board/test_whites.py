"""White pieces beside the bare board: small ones side by side, many in doubt, and pictures that fit no board."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import patch

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.board.grounds import empty_ground
from vision.board.cells import NUMBER, edges
from vision.board.first_look.doubts import GLARE, PERHAPS, DoubtConfig, Look, first_look
from vision.board.first_look.labels import BOARD, PETROL
from vision.board.first_look.likely import LikelyConfig
from vision.board.first_look.whites import WhiteConfig, choose_whites
from vision.board.first_look.worth import Bound
from vision.board.laying.covers import outer_sides
from vision.board.laying.pieces import KINDS, NEUTRAL, Spot, spots_by_cell
from vision.board.laying.reading import BoardRead, Reading

HOUSE = ("a3E", "a3N", "a3S", "a3W", "a4S")
SEAM = 3.6
"""The logarithm of line over ground between two pieces in a clear photo."""


def bits(*names: str) -> int:
    return sum(1 << NUMBER[name] for name in names)


def spot(*names: str, neutral: bool = False) -> Spot:
    return next(s for s in spots_by_cell(neutral=neutral)[NUMBER[names[0]]] if set(s.names) == set(names))


def test_five_small_pieces_with_seams_between_them_are_not_the_large_one_of_their_form() -> None:
    """On a board without lines, told by their colour."""
    inside = bits(*HOUSE)
    ratio = np.random.default_rng(2).normal(0, 0.1, len(edges()))
    white = np.where([inside >> cell & 1 for cell in range(64)], 4.0, -4.0)
    for k, edge in enumerate(edges()):
        if inside >> edge.left & 1 or (edge.right >= 0 and inside >> edge.right & 1):
            ratio[k] = SEAM
    apart = replace(empty_ground(ratio), whitish=inside, white=white)
    assert [s.names for s in choose_whites(apart, WhiteConfig(), LikelyConfig())[0].spots] == [
        [name] for name in sorted(HOUSE, key=lambda name: NUMBER[name])
    ]
    for k, edge in enumerate(edges()):
        if inside >> edge.left & 1 and edge.right >= 0 and inside >> edge.right & 1:
            ratio[k] = 0.0
    whole = choose_whites(replace(apart, ratio=ratio), WhiteConfig(), LikelyConfig())[0]
    assert [set(s.names) for s in whole.spots] == [set(HOUSE)]


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6))
def test_what_is_out_of_reach_is_left_out_and_nothing_else(seed: int) -> None:
    """Beside a search that looks at everything, on boards with lines or none and pieces here and there."""
    dice = np.random.default_rng(seed)
    clear, seam, noise = dice.uniform(0.3, 3.5), dice.uniform(0.3, SEAM), dice.uniform(0.05, 0.8)
    lined = np.where(
        [edge.diagonal for edge in edges()], *dice.permutation([clear, dice.choice([0.0, clear])])
    )
    ratio = lined + dice.normal(0, noise, len(edges()))
    every = [s for row in spots_by_cell(neutral=True) for s in row]
    pieces: list[Spot] = []
    for piece in [every[number] for number in dice.permutation(len(every))][: int(dice.integers(1, 200))]:
        count = sum(other.kind == piece.kind for other in pieces)
        if count < KINDS[piece.kind].count and not any(piece.mask & other.mask for other in pieces):
            pieces.append(piece)
    for piece in pieces:
        for k, edge in enumerate(edges()):
            ends = [piece.mask >> edge.left & 1, edge.right >= 0 and piece.mask >> edge.right & 1]
            ratio[k] = 0.0 if all(ends) else seam if any(ends) else ratio[k]
    white = np.where([any(p.mask >> c & 1 for p in pieces) for c in range(64)], 1.0, -1.0)
    whitish = sum(1 << cell for cell in range(64) if dice.random() < 0.95)
    white = dice.uniform(0, 2) * white + dice.normal(0, 1, 64)
    ground = replace(empty_ground(ratio), whitish=whitish, white=white)
    found = choose_whites(ground, WhiteConfig(), LikelyConfig())
    no_end = Bound(np.zeros(0), np.zeros(64), np.inf)
    with (
        patch("vision.board.first_look.whites.bound", return_value=no_end),
        patch.object(Bound, "with_small", return_value=np.inf),
    ):
        everything = choose_whites(ground, WhiteConfig(), LikelyConfig())
    assert found == everything
    assert choose_whites(ground, WhiteConfig(), LikelyConfig(), found[0].score - 1e-6) == found
    assert choose_whites(ground, WhiteConfig(), LikelyConfig(), 1e4) == []


def test_doubtful_cells_beyond_those_that_are_weighed_together_are_left_open() -> None:
    """Nine cells that are a little whiter, far from each other, and no large piece to compare with."""
    asked = [f"{file}{rank}N" for file in "abc" for rank in "123"]
    ratio = 3.0 + np.random.default_rng(5).normal(0, 0.03, len(edges()))
    bare = replace(empty_ground(ratio), whitish=(1 << 64) - 1)
    assert choose_whites(bare, WhiteConfig(), LikelyConfig())[0].perhaps == 0
    white = np.zeros(64)
    white[[NUMBER[name] for name in asked]] = 13.0
    found = choose_whites(replace(bare, white=white), WhiteConfig(), LikelyConfig())
    weighed = {name for choice in found for s in choice.spots for name in s.names}
    assert bits(*asked) & ~bits(*weighed) & ~found[0].perhaps == 0
    assert found[0].perhaps.bit_count() >= len(asked) - WhiteConfig().weighed


LARGE = spot("b2N", "b2E", "b2W", "b2S", "b3S", neutral=True)
DIAMOND = spot("c3E", "d3W")


def read(**changes: object) -> BoardRead:
    laid = ((NEUTRAL, LARGE), (PETROL, DIAMOND))
    labels = tuple(PETROL if DIAMOND.mask >> cell & 1 else BOARD for cell in range(64))
    board = BoardRead((Reading(laid, 1.0),), 0, 0, labels, 0.0, frozenset(), fit=0.5)
    return replace(board, **changes)  # type: ignore[arg-type]


def in_doubt(look: Look, why: str) -> int:
    return sum(place.cells for place in look.unread if place.why == why)


def test_where_what_is_seen_fits_no_board_white_and_bare_are_not_told_apart() -> None:
    config = DoubtConfig()
    whole = first_look(read(), config)
    assert {owner for owner, _ in whole.pieces} == {NEUTRAL, PETROL}
    assert whole.unread == ()
    poor = first_look(read(fit=-1.2), config)
    assert [owner for owner, _ in poor.pieces] == [PETROL]
    assert in_doubt(poor, PERHAPS) == (1 << 64) - 1 & ~DIAMOND.mask
    assert poor.guessed == (1 << 64) - 1 & ~DIAMOND.mask


def test_a_cell_that_may_bear_a_white_piece_is_named() -> None:
    look = first_look(read(perhaps=bits("a1N", "c3E")), DoubtConfig())
    assert [(place.why, place.cells) for place in look.unread] == [(PERHAPS, bits("a1N"))]


def test_a_piece_that_seems_to_run_on_into_the_bare_board_is_a_guess_of_every_reading() -> None:
    """Between a piece and the board there is always an edge: where none shows it may be another piece."""
    side, cell = outer_sides(DIAMOND)[0]
    look = first_look(read(going_on=frozenset({side})), DoubtConfig())
    assert {owner for owner, _ in look.pieces} == {NEUTRAL}
    assert look.guessed == DIAMOND.mask
    assert look.open_cells & DIAMOND.mask == DIAMOND.mask
    assert not look.guessed >> cell & 1


def test_small_pieces_in_a_row_from_glare_on_are_in_doubt_with_it() -> None:
    """Each may be a part of one that reaches into it."""
    row = [(PETROL, spot(name)) for name in ("a1E", "b1W", "b1S")]
    look = first_look(read(readings=(Reading(tuple(row), 1.0),), glaring=bits("a1N")), DoubtConfig())
    assert look.pieces == {}
    row_cells = bits("a1E", "b1W", "b1S")
    assert in_doubt(look, GLARE) & row_cells == row_cells
    assert look.guessed & row_cells == row_cells
