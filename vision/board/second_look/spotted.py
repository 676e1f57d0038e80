"""Pieces with something small on them: a printed dot, a crumb, a chip of another game.

Taken by itself it is no piece, and the network may hold its cell for covered. But what lies over a board reaches over
it from somewhere: what touches none of a cell's sides hides nothing, and the colour around it is the piece's.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.board.cells import around, bits_of
from vision.board.laying.packing import STATES
from vision.board.laying.pieces import PLAYERS
from vision.board.laying.reading import BoardRead
from vision.board.second_look.again import AgainConfig, Glimpse
from vision.board.second_look.likelihood import COVERED


def seen_around_spots(second: Glimpse, read: BoardRead, spotted: int, config: AgainConfig) -> Glimpse:
    """What the network makes of a board, with nothing over the players' cells that are `spotted` (bits), unless
    something may lie over a cell beside them. Of what lies beneath the spot it sees no more than colours do around."""
    own = {
        cell: STATES.index(label)
        for cell, label in enumerate(read.labels)
        if label in PLAYERS and spotted >> cell & 1 and not read.covered >> cell & 1
    }
    over = bits_of(np.exp(second.seen.cells[:, COVERED]) >= config.plain) | read.covered
    over &= ~sum(1 << cell for cell in own)
    clear = {cell: own[cell] for cell in own if not any(over >> other & 1 for other in around()[cell])}
    return replace(second, seen=second.seen.uncovered(clear)) if clear else second
