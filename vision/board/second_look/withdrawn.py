"""Pieces that are told no more, and what is said of their cells instead."""

from __future__ import annotations

from collections.abc import Set

from vision.board.first_look.doubts import Look, Unread
from vision.board.laying.covers import connected
from vision.board.laying.open_boards import cells_of, without
from vision.board.laying.reading import Laid, Reading


def withdrawn(
    look: Look, readings: tuple[Reading, ...], lost: Set[Laid], why: str
) -> tuple[Look, tuple[Reading, ...]]:
    """What is told of a board, less some pieces: all of their cells that hang together are in doubt for one reason."""
    if not lost:
        return look, readings
    parts = connected(cells_of(lost))
    return look.less(lost, (Unread(part, why) for part in parts)), without(readings, lost)
