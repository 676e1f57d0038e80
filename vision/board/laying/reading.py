"""A board as it was read: every open reading, and what is not read."""

from __future__ import annotations

from dataclasses import dataclass

from vision.board.laying.pieces import Spot

Laid = tuple[str, Spot]
"""A piece on the board: its owner, and where it lies."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A whole board and its probability among all that are open."""

    laid: tuple[Laid, ...]
    probability: float


@dataclass(frozen=True, slots=True)
class BoardRead:
    """Every open reading, the likeliest first, and what is not read.

    `covered`: the cells (bits) that something lies over; `unexplained`: those that no pieces fill. `mixed` is the
    share of cells with more than one shade. `ends` holds (side, cell) where a piece on this cell is seen to end at
    this side, whatever covers the cell beyond.
    """

    readings: tuple[Reading, ...]
    covered: int
    unexplained: int
    labels: tuple[str | None, ...]
    mixed: float
    ends: frozenset[tuple[int, int]]
    parted: frozenset[int] = frozenset()
    """Sides between two cells of one colour at which a seam shows."""
    blank: frozenset[int] = frozenset()
    """Sides at which nothing shows: no seam, no line, no piece's edge."""
    going_on: frozenset[int] = frozenset()
    """Those of them at which the colours on both sides are one."""
    glaring: int = 0
    """Cells (bits) that shine: whatever lies there may be of any colour."""
    washed: tuple[int, ...] = ()
    """Groups of cells (bits) whose colour glare has washed out."""
    tinted: int = 0
    """White cells (bits) in which something is left of a player's colour."""
    over: int = 0
    """How many cells something lies over, in part at least."""
    cut_off: int = 0
    """Sides along the rim beyond which players' pieces seem to lie: then this is not where the board ends."""
    unlined: int = 0
    """Bare cells (bits) between which the board's lines do not show."""
    runs_on: int = 0
    """Sides along the rim over which a player's colour runs on without a line: then it is the board's."""
    perhaps: int = 0
    """Cells (bits) that seem bare, on which a small white piece may lie."""
    fit: float = 0.0
    """The logarithm of how likely all that is seen is under the likeliest reading, a bare cell's share of it."""
    odd: int = 0
    """Cells (bits) whose tints colours take for something over the board, though nothing lies there."""

    @property
    def spoilt(self) -> float:
        """The share of cells that are mixed, covered or unexplained, a cell that is two of it counted twice."""
        return self.mixed + (max(self.over, self.covered.bit_count()) + self.unexplained.bit_count()) / 64
