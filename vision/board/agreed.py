"""What two looks at a board that know nothing of each other agree on: by colours and edges, and by the network.

Nothing is told that either of them is certain not to be so. What the first holds for certain is told where the second
bears it out; what it only holds for likeliest, where the second is sure of it; and where it is in doubt, what the
second is sure of, whatever the first holds for likeliest there.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass

from vision.board.again import Again
from vision.board.cells import CELLS
from vision.board.covers import connected
from vision.board.doubts import COVERED, Look, Unread
from vision.board.pieces import NEUTRAL
from vision.board.reading import BoardRead, Laid, Reading

DISAGREED = "What lies here is not seen clearly: come closer, or turn the board against the light."


@dataclass(frozen=True, slots=True)
class AgreedConfig:
    """How far the second look has to believe what the first says."""

    borne_out: float = 0.05
    """A piece or a bare cell that the first is certain of."""
    perhaps_over: float = 0.1
    """How likely something may lie over a cell of a piece that the first is certain of: of some 1,300 pieces on 110
    boards three were wrong beyond this, and one right."""
    piece: float = 0.85
    """What the first holds for likeliest: 151 such pieces were all right; of the seven from 0.7 to 0.8 two were not."""
    likeliest: float = 0.5
    """How likely that has to be by the first look."""
    alone: float = 0.85
    """A player's piece where the first is in doubt, whatever that holds for likeliest; ..."""
    white_alone: float = 0.96
    """... a white one; ..."""
    bare: float = 0.97
    """... a bare cell, ..."""
    perhaps_bare: float = 0.1
    """... if the first holds that for so likely at least. On 79 boards that the networks were not trained on some 30
    pieces and 40 bare cells in doubt that they believe so far were all so, but for one that is burnt out."""


def agreed(
    first: Look, again: Again, read: BoardRead, config: AgreedConfig
) -> tuple[Look, tuple[Reading, ...]]:
    """What is told of the board by both looks, and the whole boards that are open then, the likeliest first."""
    perhaps_over = again.over(config.perhaps_over) & ~read.covered
    pieces = {
        laid: chance
        for laid, chance in first.pieces.items()
        if not laid[1].mask & perhaps_over
        and (laid[1].mask & again.covered or again.borne_out(laid) >= config.borne_out)
    }
    told = _cells_of(first.pieces)
    lost = first.pieces.keys() - pieces.keys()
    over = again.covered & ~read.covered & ~told & ~first.open_cells
    over |= _cells_of(laid for laid in lost if laid[1].mask & perhaps_over)
    disagreed = _cells_of(lost) & ~over
    taken = first.open_cells | again.covered | told
    for cell in range(len(CELLS)):
        if not taken >> cell & 1 and again.borne_bare(cell) < config.borne_out:
            disagreed |= 1 << cell
    readings = without(read.readings, lost)
    doubts = (*first.unread, Unread(disagreed, DISAGREED), Unread(over, COVERED))
    return _cleared(Look(pieces, doubts), disagreed | over, again, read, readings, config)


def without(readings: Iterable[Reading], dropped: Set[Laid]) -> tuple[Reading, ...]:
    """The readings without some of their pieces: anything may lie in their places."""
    chances: dict[tuple[Laid, ...], float] = {}
    for reading in readings:
        laid = tuple(piece for piece in reading.laid if piece not in dropped)
        chances[laid] = chances.get(laid, 0.0) + reading.probability
    return tuple(Reading(laid, chance) for laid, chance in sorted(chances.items(), key=lambda pair: -pair[1]))


def _with(readings: Iterable[Reading], laid: Laid) -> tuple[Reading, ...]:
    """The readings with one piece more, in the place of whatever lies on its cells."""
    chances: dict[tuple[Laid, ...], float] = {}
    for reading in readings:
        pieces = (*(other for other in reading.laid if not other[1].mask & laid[1].mask), laid)
        chances[pieces] = chances.get(pieces, 0.0) + reading.probability
    return tuple(Reading(laid, chance) for laid, chance in sorted(chances.items(), key=lambda pair: -pair[1]))


def _cleared(
    look: Look,
    disagreed: int,
    again: Again,
    read: BoardRead,
    readings: tuple[Reading, ...],
    config: AgreedConfig,
) -> tuple[Look, tuple[Reading, ...]]:
    """The doubts gone where the second look is sure."""
    pieces = dict(look.pieces)
    told, lying = 0, _cells_of(look.pieces)
    for laid, belief in sorted(again.pieces.items(), key=lambda pair: -pair[1]):
        rest = tuple(reading for reading in readings if laid in reading.laid)
        likely = sum(reading.probability for reading in read.readings if laid in reading.laid)
        mask, white = laid[1].mask, laid[0] == NEUTRAL
        burnt = mask & again.burnt
        if laid in pieces or mask & (read.covered | again.covered):
            continue
        sure = again.by_any(laid) >= config.piece
        both = rest and sure and likely > config.likeliest and not (white and burnt)
        # What is told may be in doubt as well, where it may go on: nothing else lies there.
        doubted = not mask & (~look.open_cells | disagreed | lying | told | (0 if white else burnt))
        if both or (doubted and belief >= (config.white_alone if white else config.alone)):
            pieces[laid] = belief
            told |= mask
            readings = rest or _with(readings, laid)
    asked = look.open_cells & ~(read.covered | again.covered | again.burnt | read.glaring | disagreed | told)
    for cell in range(len(CELLS)):
        bare = tuple(reading for reading in readings if not _lies_on(reading, cell))
        likely = sum(reading.probability for reading in read.readings if not _lies_on(reading, cell))
        if (
            asked >> cell & 1
            and bare
            and likely >= config.perhaps_bare
            and again.sure_bare(cell) >= config.bare
        ):
            told |= 1 << cell
            readings = bare
    unread = tuple(
        Unread(part, place.why) for place in look.unread for part in connected(place.cells & ~told)
    )
    readings = _having(readings, pieces.keys())
    total = sum(reading.probability for reading in readings)
    return Look(pieces, unread), tuple(
        Reading(reading.laid, reading.probability / total) for reading in readings
    )


def _having(readings: tuple[Reading, ...], told: Set[Laid]) -> tuple[Reading, ...]:
    """The readings that have all that is told: what is told is no longer open. All of them where none has."""
    return tuple(reading for reading in readings if told <= set(reading.laid)) or readings


def _cells_of(laid: Iterable[Laid]) -> int:
    found = 0
    for _, spot in laid:
        found |= spot.mask
    return found


def _lies_on(reading: Reading, cell: int) -> bool:
    return any(spot.mask >> cell & 1 for _, spot in reading.laid)
