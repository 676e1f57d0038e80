"""Cells of which it is certain that no player's piece lies there, whatever else is not told of them.

Most of what is in doubt on a board is whether a white piece lies somewhere or the bare board. That traps nobody and
frees nobody: a verdict may well be certain all the same.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.board.cells import bits_of
from vision.board.laying.open_boards import cells_of
from vision.board.laying.packing import STATES
from vision.board.laying.pieces import NEUTRAL, PLAYERS
from vision.board.laying.reading import BoardRead
from vision.board.second_look.again import Again
from vision.board.second_look.likelihood import COVERED


@dataclass(frozen=True, slots=True)
class UncolouredConfig:
    """How far both looks have to hold that no player's piece lies there."""

    players: float = 0.001
    """How likely one may be. Of some 3,400 cells with a player's piece on 123 boards none that nothing lies over has
    less than .26; ..."""
    over: float = 0.02
    """... and how likely that something lies over the cell."""


def white_or_bare(again: Again, read: BoardRead, config: UncolouredConfig) -> int:
    """The cells (bits) on which a white piece lies or nothing; none where glare may have washed colours out."""
    if read.glaring:
        return 0
    states = np.exp(again.seen.states())
    players = states[:, [STATES.index(player) for player in PLAYERS]].sum(1)
    shown = np.exp(again.seen.cells[:, COVERED]) < config.over
    coloured = bits_of(np.array([label in PLAYERS for label in read.labels]))
    coloured |= cells_of(laid for reading in read.readings for laid in reading.laid if laid[0] != NEUTRAL)
    return bits_of(shown & (players < config.players)) & ~(coloured | read.covered | again.covered)
