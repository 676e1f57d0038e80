"""Of which cells it is certain that no player's piece lies there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tests.vision.board.seen_boards import DIAMOND, LARGE, SMALL, bits, read, seen
from vision.board.cells import CELLS, NUMBER, bits_of
from vision.board.second_look.again import AgainConfig, weighed_again
from vision.board.second_look.likelihood import Likelihood
from vision.board.second_look.uncoloured import UncolouredConfig, white_or_bare

EVERY = bits_of(np.ones(len(CELLS), bool))
CONFIG = UncolouredConfig()


def told(board: Likelihood, found: object = None, covered: int = 0) -> int:
    """The cells (bits) that are white or bare."""
    known = found or read((1.0, (LARGE, DIAMOND)))
    return white_or_bare(weighed_again(board, covered, 0, AgainConfig()), known, CONFIG)  # type: ignore[arg-type]


def test_white_pieces_and_bare_cells_alone() -> None:
    board = seen(LARGE, DIAMOND, SMALL)
    assert told(board) == EVERY & ~DIAMOND[1].mask
    # Between white and bare the network may be as unsure as it likes.
    board.cells[NUMBER["a4N"]] = np.log([0.4, 1e-4, 1e-4, 0.6 - 3e-4, 1e-4])
    assert told(board) == EVERY & ~DIAMOND[1].mask
    board.cells[NUMBER["a4N"]] = np.log([0.4, 1e-3, 1e-3, 0.598 - 1e-4, 1e-4])
    assert told(board) == EVERY & ~(DIAMOND[1].mask | SMALL[1].mask)


def test_none_under_something_or_in_glare() -> None:
    board = seen(LARGE, DIAMOND)
    known = read((1.0, (LARGE, DIAMOND)))
    assert told(board, covered=bits("d1N")) == EVERY & ~(DIAMOND[1].mask | bits("d1N"))
    assert told(board, replace(known, covered=bits("d1S"))) == EVERY & ~(DIAMOND[1].mask | bits("d1S"))
    assert told(board, replace(known, glaring=bits("a1N"))) == 0
    board.cells[NUMBER["d1E"]] = np.log([0.9, 1e-5, 1e-5, 0.05, 0.05 - 2e-5])
    assert told(board) == EVERY & ~(DIAMOND[1].mask | bits("d1E"))


def test_none_where_colours_see_a_players() -> None:
    board = seen(LARGE)
    assert told(board, read((1.0, (LARGE,)))) == EVERY
    assert told(board, read((0.9, (LARGE,)), (0.1, (LARGE, DIAMOND)))) == EVERY & ~DIAMOND[1].mask
    labels = tuple("green" if name == "d1E" else None for name in CELLS)
    assert told(board, replace(read((1.0, (LARGE,))), labels=labels)) == EVERY & ~bits("d1E")
