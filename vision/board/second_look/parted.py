"""Cells that are surely one player's, where it is in doubt how pieces part them: every way that they may.

That a seam is not seen leaves open which pieces lie there, but not whose they are. Who is trapped often hangs on that
alone: a verdict can then be certain all the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from vision.board.cells import bits_of, edges, neighbours
from vision.board.first_look.doubts import Look
from vision.board.laying.covers import Partition, connected, partitions
from vision.board.laying.open_boards import cells_of
from vision.board.laying.packing import ENDS, INNER, STATES
from vision.board.laying.pieces import PLAYERS
from vision.board.laying.reading import BoardRead, Reading
from vision.board.second_look.again import Again
from vision.board.second_look.likelihood import COVERED


@dataclass(frozen=True, slots=True)
class PartedConfig:
    """Whose cells are surely, and which ways to part them are open."""

    surely: float = 0.99
    """How likely a cell has to be its player's to the network, if colours say so, too; and how likely each cell beyond
    the region is anything else, with nothing over it. Of 10,093 such cells on 345 photographs, near half of them with a
    camera's faults, one is not: by .992, where colours say something else; ..."""
    alone: float = 0.999
    """... and how likely where colours do not say so: a shadow's edge makes a piece strange to them."""
    most_told: float = 2.9
    """By how much, as a logarithm, a side may speak for the inside of a piece or for its end: that the pieces are in
    doubt says that what shows there misleads."""
    window: float = 9.0
    """Ways to part a region that lose more than this beside the best are not open."""
    most_ways: int = 24
    """Regions that may be parted in more ways stay unknown."""
    most_readings: int = 64
    least_kept: float = 0.995
    """So many boards are open at most, if they are together so likely beside all: else a region stays unknown."""


def with_parted(
    look: Look, readings: tuple[Reading, ...], again: Again, read: BoardRead, config: PartedConfig
) -> tuple[Reading, ...]:
    """The open boards, each once for every way to part the cells in doubt that are surely one player's and on which
    none of these has a piece."""
    unknown = look.open_cells & ~cells_of(laid for reading in readings for laid in reading.laid)
    # Those with few ways first: there may be too many boards before all regions are parted.
    for owner, ways in sorted(_regions(unknown, again, read, config), key=lambda found: len(found[1])):
        boards = [
            Reading(
                (*reading.laid, *((owner, spot) for spot in way.spots)),
                reading.probability * float(np.exp(-way.loss)),
            )
            for reading in readings
            for way in ways
        ]
        boards.sort(key=lambda board: -board.probability)
        kept = boards[: config.most_readings]
        total = sum(board.probability for board in kept)
        if total >= config.least_kept * sum(board.probability for board in boards):
            readings = tuple(Reading(board.laid, board.probability / total) for board in kept)
    return readings


def _regions(
    unknown: int, again: Again, read: BoardRead, config: PartedConfig
) -> Iterator[tuple[str, list[Partition]]]:
    """Whose each region among the unknown cells (bits) surely is, and the ways to part it."""
    chances = np.exp(again.seen.cells)
    covered = again.covered | read.covered
    for owner in PLAYERS:
        state = STATES.index(owner)
        labelled = np.array([label == owner for label in read.labels])
        surely = chances[:, state] >= np.where(labelled, config.surely, config.alone)
        own = unknown & ~covered & bits_of(surely)
        perhaps = bits_of(chances[:, state] + chances[:, COVERED] > 1 - config.surely) & unknown | covered
        for region in connected(own):
            beyond = {other for cell in range(64) if region >> cell & 1 for _, other in neighbours()[cell]}
            if any((perhaps & ~region) >> other & 1 for other in beyond):
                continue
            weights, most = _weights(region, again, config), config.most_ways + 1
            ways = partitions(region, weights, neutral=False, window=config.window, most=most)
            if 0 < len(ways) <= config.most_ways:
                yield owner, ways


def _weights(region: int, again: Again, config: PartedConfig) -> dict[int, float]:
    """For each side within a region (bits) how much likelier it is inside a piece than its end."""
    sides = again.seen.sides
    return {
        number: float(
            np.clip(sides[number, INNER] - sides[number, ENDS], -config.most_told, config.most_told)
        )
        for number, edge in enumerate(edges())
        if edge.right >= 0 and region >> edge.left & region >> edge.right & 1
    }
