"""The third look at a board with a large white piece, where a small one on c4N is in doubt."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.board.painted_cells import painted
from tests.vision.board.seen_boards import LARGE, SURE, spot
from vision.board.cells import CELLS, NUMBER
from vision.board.first_look.doubts import Look
from vision.board.flat import Flat
from vision.board.laying.pieces import NEUTRAL
from vision.board.laying.reading import Reading
from vision.board.second_look.again import Glimpse
from vision.board.second_look.likelihood import Likelihood
from vision.board.third_look.cell_looks import CellLooks, cell_looks
from vision.board.third_look.fitting import Fitting
from vision.board.third_look.whitened import Whitened, WhitenedConfig, whitened
from vision.plane import Floats

CLEAR = painted(np.where(np.isin(np.arange(64), LARGE[1].cells)[:, None], 190.0, 150.0).repeat(3, 1))
"""The large piece is lighter than the board."""
CONFIG = WhitenedConfig()
NOTHING = Look({LARGE: 1.0}, ())
"""A first look that is in no doubt."""
C4N = (NEUTRAL, spot("c4N", neutral=True))


def unsure(board: Likelihood, name: str, white: float) -> Likelihood:
    """The same with a cell of which the network holds it for white with this chance, and else for bare."""
    board.cells[NUMBER[name]] = [np.log(1 - white), -SURE, -SURE, np.log(white), -SURE]
    return board


def odds_of(board: Likelihood, name: str) -> float:
    """By how much the network holds a cell for white rather than bare, as a logarithm."""
    return float(board.cells[NUMBER[name], 3] - board.cells[NUMBER[name], 0])


def said(monkeypatch: pytest.MonkeyPatch, value: float) -> list[list[str]]:
    """The third look says this of every cell; which ones it was asked of is noted."""
    noted: list[list[str]] = []

    def answer(
        looks: CellLooks, states: NDArray[np.intp], fitting: Fitting, asked: NDArray[np.intp]
    ) -> Floats:
        noted.append([CELLS[cell] for cell in asked])
        return np.full(len(asked), value)

    monkeypatch.setattr("vision.board.third_look.whitened.white_odds", answer)
    return noted


def look(
    board: Likelihood,
    first: Look,
    *,
    burnt: int = 0,
    covered: int = 0,
    flat: Flat | None = None,
    likely: float = 0.6,
) -> Whitened:
    """What comes of it where colours and edges hold a small piece on c4N for so likely."""
    readings = (Reading((LARGE, C4N), likely), Reading((LARGE,), 1 - likely))
    shown = flat or CLEAR
    return whitened(Glimpse(board, burnt, shown), cell_looks(shown), first, readings, covered, CONFIG)
