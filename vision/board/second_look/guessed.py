"""Pieces of one colour that only their number parts.

No piece has more than so many cells, and none every shape: what is of one colour is parted somewhere, seam or none.
Where the likeliest way to part it goes along sides at which colours and edges see nothing, seams do not show there at
all. Then any other way is as good, and to tell these pieces is to guess.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.board.first_look.doubts import Look
from vision.board.laying.packing import ENDS
from vision.board.laying.reading import BoardRead, Reading
from vision.board.second_look.again import Again
from vision.board.second_look.shadowed import shared_sides
from vision.board.second_look.unseen import NO_SEAMS
from vision.board.second_look.withdrawn import withdrawn


@dataclass(frozen=True, slots=True)
class GuessedConfig:
    """When pieces are parted by no seam."""

    ends: float = 0.95
    """How likely the network has to hold one of the sides between two pieces for an end, where colours and edges see
    nothing at any of these."""


def with_guessed(
    look: Look, readings: tuple[Reading, ...], again: Again, read: BoardRead, config: GuessedConfig
) -> tuple[Look, tuple[Reading, ...]]:
    """What is told of a board, less the pieces between which neither look sees a seam."""
    blank = read.blank - read.parted
    lost = {
        laid
        for pair, sides in shared_sides(look).items()
        if blank.issuperset(sides) and np.exp(again.seen.sides[sides, ENDS].max()) < config.ends
        for laid in pair
    }
    return withdrawn(look, readings, lost, NO_SEAMS)
