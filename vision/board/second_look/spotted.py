"""Pieces with something small on them: a printed dot, a crumb, a chip of another game.

Taken by itself it is no piece, and the network may hold its cell for covered. But what lies over a board reaches over
it from somewhere: where all that lies along a cell's sides is of one colour, nothing of a piece is hidden.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.board.cells import around, bits_of
from vision.board.laying.pieces import PLAYERS
from vision.board.laying.reading import BoardRead
from vision.board.second_look.again import AgainConfig, Glimpse
from vision.board.second_look.likelihood import COVERED


def seen_around_spots(second: Glimpse, read: BoardRead, spotted: int, config: AgainConfig) -> Glimpse:
    """What the network makes of a board, with nothing over the players' cells that are `spotted` (bits), unless
    something may lie over a cell beside them."""
    players = bits_of(np.array([label in PLAYERS for label in read.labels]))
    own = spotted & players & ~read.covered
    over = (bits_of(np.exp(second.seen.cells[:, COVERED]) >= config.plain) | read.covered) & ~own
    clear = [cell for cell in range(64) if own >> cell & 1 and not any(over >> k & 1 for k in around()[cell])]
    return replace(second, seen=second.seen.uncovered(clear)) if clear else second
