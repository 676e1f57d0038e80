"""What two looks at a board that know nothing of each other agree on: by colours and edges, and by the network.

Nothing is told that either of them contradicts. What the first holds for certain is told where the second bears it out;
what it only holds for likeliest, where the second is sure of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass

from vision.board.again import Again
from vision.board.cells import CELLS
from vision.board.covers import connected
from vision.board.doubts import Look, Unread
from vision.board.pieces import NEUTRAL
from vision.board.reading import BoardRead, Laid, Reading

DISAGREED = "What lies here is not seen clearly: come closer, or turn the board against the light."


@dataclass(frozen=True, slots=True)
class AgreedConfig:
    """How far the second look has to believe what the first says."""

    borne_out: float = 0.05
    """A piece or a bare cell that the first is certain of."""
    piece: float = 0.85
    bare: float = 0.98
    """What the first holds for likeliest: 151 such pieces were all right; of the seven from 0.7 to 0.8 two were not."""
    likeliest: float = 0.5
    """How likely that has to be by the first look."""


def agreed(
    first: Look, again: Again, read: BoardRead, config: AgreedConfig
) -> tuple[Look, tuple[Reading, ...]]:
    """What is told of the board by both looks, and the whole boards that are open then, the likeliest first."""
    pieces = {
        laid: chance
        for laid, chance in first.pieces.items()
        if laid[1].mask & again.covered or again.borne_out(laid) >= config.borne_out
    }
    disagreed = _cells_of(first.pieces.keys() - pieces.keys())
    taken = first.open_cells | again.covered | _cells_of(first.pieces)
    for cell in range(len(CELLS)):
        if not taken >> cell & 1 and again.borne_bare(cell) < config.borne_out:
            disagreed |= 1 << cell
    readings = _without(read.readings, first.pieces.keys() - pieces.keys())
    doubts = (*first.unread, Unread(disagreed, DISAGREED))
    return _cleared(Look(pieces, doubts), again, read, readings, config)


def _without(readings: Iterable[Reading], dropped: Set[Laid]) -> tuple[Reading, ...]:
    """The readings without some of their pieces: anything may lie in their places."""
    chances: dict[tuple[Laid, ...], float] = {}
    for reading in readings:
        laid = tuple(piece for piece in reading.laid if piece not in dropped)
        chances[laid] = chances.get(laid, 0.0) + reading.probability
    return tuple(Reading(laid, chance) for laid, chance in sorted(chances.items(), key=lambda pair: -pair[1]))


def _cleared(
    look: Look, again: Again, read: BoardRead, readings: tuple[Reading, ...], config: AgreedConfig
) -> tuple[Look, tuple[Reading, ...]]:
    """The doubts gone where the second look is sure of what is likeliest by the first."""
    pieces = dict(look.pieces)
    told = 0
    for laid, belief in sorted(again.pieces.items(), key=lambda pair: -pair[1]):
        rest = tuple(reading for reading in readings if laid in reading.laid)
        likely = sum(reading.probability for reading in read.readings if laid in reading.laid)
        hidden = read.covered | again.covered | (again.burnt if laid[0] == NEUTRAL else 0)
        shown = not laid[1].mask & hidden
        if laid not in pieces and shown and rest and belief >= config.piece and likely > config.likeliest:
            pieces[laid] = belief
            told |= laid[1].mask
            readings = rest
    nothing_told = read.covered | again.covered | again.burnt | read.glaring | read.unlined | read.perhaps
    for group in read.washed:
        nothing_told |= group
    for cell in range(len(CELLS)):
        rest = tuple(reading for reading in readings if not _lies_on(reading, cell))
        likely = sum(reading.probability for reading in read.readings if not _lies_on(reading, cell))
        asked = look.open_cells & ~nothing_told & ~told
        if asked >> cell & 1 and rest and again.bare[cell] >= config.bare and likely > config.likeliest:
            told |= 1 << cell
            readings = rest
    unread = tuple(
        Unread(part, place.why) for place in look.unread for part in connected(place.cells & ~told)
    )
    total = sum(reading.probability for reading in readings)
    return Look(pieces, unread), tuple(
        Reading(reading.laid, reading.probability / total) for reading in readings
    )


def _cells_of(laid: Iterable[Laid]) -> int:
    found = 0
    for _, spot in laid:
        found |= spot.mask
    return found


def _lies_on(reading: Reading, cell: int) -> bool:
    return any(spot.mask >> cell & 1 for _, spot in reading.laid)
