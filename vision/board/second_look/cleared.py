"""What the second look tells of where the first is in doubt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from vision.board.cells import bits_of, chosen_of
from vision.board.first_look.doubts import Look
from vision.board.laying.covers import borders, connected
from vision.board.laying.open_boards import cells_of, having, having_all, leaving
from vision.board.laying.pieces import NEUTRAL
from vision.board.laying.reading import BoardRead, Laid, Reading
from vision.board.second_look.again import Again
from vision.board.second_look.agreed_config import AgreedConfig
from vision.board.second_look.seamless import seamless
from vision.plane import Floats


@dataclass(frozen=True, slots=True)
class BothLooks:
    """What both looks say of a board, and where one does not bear out the other."""

    read: BoardRead
    """By colours and edges."""
    again: Again
    """By the network."""
    disagreed: int
    """Cells (bits) of which they say different things."""
    covered: int
    """Cells (bits) over which something lies, or may lie, by either."""
    config: AgreedConfig


def cleared(
    look: Look, lost: Collection[Laid], looks: BothLooks, readings: tuple[Reading, ...]
) -> tuple[Look, tuple[Reading, ...]]:
    """A look without the doubts of which the second look is sure, and the boards that are open then.

    The first look was certain of the pieces that are `lost`.
    """
    read, again, covered, config = looks.read, looks.again, looks.covered, looks.config
    pieces, even = dict(look.pieces), seamless(again.seen, config.seam)
    wholes = {*lost, *_seeming(read, config)}
    # What is told may be in doubt as well, where it may go on: nothing else lies there.
    free, told = look.open_cells & ~covered & ~cells_of(pieces), 0
    for laid, belief in sorted(again.pieces.items(), key=lambda pair: -pair[1]):
        mask = laid[1].mask
        reached = mask & (read.covered | again.covered)
        placed = _placed(laid, looks)
        parted = laid in lost or any(_part_of(laid, whole) for whole in wholes)
        least = _least(laid, reached, looks, parted=parted)
        if mask & ~(free | reached) or (belief < least and not placed):
            continue
        if placed or (_ends_seen(laid, even, looks) and most_shows(mask & free, reached, config)):
            pieces[laid] = max(belief, config.placed) if placed else belief
            free &= ~mask
            told |= mask
            readings = having(readings, laid)
    bare, readings = _bare(free, looks, readings)
    told |= bare
    unread = tuple(
        replace(place, cells=part) for place in look.unread for part in connected(place.cells & ~told)
    )
    readings = having_all(readings, pieces.keys())
    total = sum(reading.probability for reading in readings)
    return Look(pieces, unread), tuple(
        Reading(reading.laid, reading.probability / total) for reading in readings
    )


def _bare(free: int, looks: BothLooks, readings: tuple[Reading, ...]) -> tuple[int, tuple[Reading, ...]]:
    """Of cells (bits) that are `free` those that are bare for certain, and the readings that leave them so."""
    read, again, config = looks.read, looks.again, looks.config
    told, hard = 0, again.burnt | read.odd
    washed = bits_of(again.bare >= config.shining_bare) & sum(read.washed) & ~hard
    for cell in np.flatnonzero(again.bare >= _least_bare(hard, looks)).tolist():
        here = 1 << cell
        if not free & here:
            continue
        bare = leaving(readings, cell)
        likely = sum(reading.probability for reading in leaving(read.readings, cell))
        # Where colours and edges hold something else for certain, they are overruled.
        overruled = (looks.disagreed | washed) & here
        if bare and (likely >= config.perhaps_bare or overruled):
            told |= here
            readings = bare
    return told, readings


def _least_bare(hard: int, looks: BothLooks) -> Floats:
    """How far each cell (64,) has to be believed to be bare; `hard` are cells (bits) where light is burnt out, or of
    strange tints."""
    read, again, disagreed, config = looks.read, looks.again, looks.disagreed, looks.config
    whites = cells_of(laid for reading in read.readings for laid in reading.laid if small_white(laid))
    never = disagreed & (hard | ~whites) | read.glaring & hard
    if again.hardly:
        never |= disagreed
    kinds = [chosen_of(cells)[:-1] for cells in (never, disagreed, read.glaring, hard)]
    least = [np.inf, config.against_bare, config.shining_bare, config.burnt_bare]
    otherwise = config.bare_alike if again.alike else config.bare_hardly if again.hardly else config.bare
    return np.select(kinds, least, otherwise)


def _placed(laid: Laid, looks: BothLooks) -> bool:
    """Whether a piece is a large white one that four cells place: they leave few places for the fifth."""
    again, config = looks.again, looks.config
    return (
        large_white(laid)
        and again.leads.get(laid, 0.0) >= config.rival_white
        and not laid[1].mask & (looks.disagreed | looks.read.odd)
        and again.coloured(laid, looks.covered) >= config.placed_white
    )


def _least(laid: Laid, reached: int, looks: BothLooks, *, parted: bool) -> float:
    """How far a piece has to be believed of which the `reached` cells (bits) lie under what covers the board; `parted`
    says that it is what the first look held for one, or a part of it."""
    mask, config = laid[1].mask, looks.config
    shared = max(
        config.reached if reached else 0.0,
        config.odd if mask & looks.read.odd else 0.0,
        config.white_unlike if small_white(laid) and mask & looks.again.unlike else 0.0,
    )
    if laid[0] == NEUTRAL:
        against = config.against_white if mask & looks.disagreed else 0.0
        return max(shared, against, _least_white(laid, looks))
    return max(
        shared,
        config.piece,
        config.against if mask & looks.disagreed else 0.0,
        config.against_whole if parted else 0.0,
    )


def _seeming(read: BoardRead, config: AgreedConfig) -> set[Laid]:
    """The pieces that the first look, where it is in doubt, holds for likely."""
    chances: dict[Laid, float] = defaultdict(float)
    for reading in read.readings:
        for laid in reading.laid:
            chances[laid] += reading.probability
    return {laid for laid, chance in chances.items() if chance >= config.likely_one}


def _part_of(laid: Laid, whole: Laid) -> bool:
    return laid != whole and laid[0] == whole[0] and not laid[1].mask & ~whole[1].mask


def large_white(laid: Laid) -> bool:
    """Whether a piece is one of the two large ones that every game has on the board."""
    return laid[0] == NEUTRAL and len(laid[1].cells) > 1


def small_white(laid: Laid) -> bool:
    """Whether a piece is a white triangle."""
    return laid[0] == NEUTRAL and len(laid[1].cells) == 1


def _least_white(laid: Laid, looks: BothLooks) -> float:
    likely, config = _likely(laid, looks.read), looks.config
    small, shaded = len(laid[1].cells) == 1, borders(laid[1], looks.covered)
    if likely > 0.5 and not (small and shaded):
        return config.white_likely if small or shaded else config.white_large
    # A hand's shadow makes a bare cell and a white piece alike to both looks.
    return max(config.white, config.under if shaded else 0.0)


def _likely(laid: Laid, read: BoardRead) -> float:
    """How likely the first look holds a piece for."""
    return sum(reading.probability for reading in read.readings if laid in reading.laid)


def _ends_seen(laid: Laid, even: frozenset[str], looks: BothLooks) -> bool:
    """Whether a piece is surely one, and surely ends where something covers the board (bits); of the `even` players the
    photo shows no seam."""
    again, config = looks.again, looks.config
    least = config.undivided if _likely(laid, looks.read) >= config.likely_one else config.undivided_unlikely
    if laid[0] in even:
        least = config.seamless_doubted
    undivided = laid[0] == NEUTRAL or again.undivided(laid[1]) >= least
    return undivided and again.ends(laid, looks.covered) >= (
        config.under_alone if alone(laid) else config.under
    )


def alone(laid: Laid) -> bool:
    """Whether a piece is a player's of one cell: so little may show of a larger one."""
    return laid[0] != NEUTRAL and len(laid[1].cells) == 1


def most_shows(free: int, reached: int, config: AgreedConfig) -> bool:
    """Whether few enough of a piece's cells (bits) are `reached` by what covers the board, and enough `free` of it."""
    return not reached or (reached.bit_count() <= config.reaching and free.bit_count() >= config.shown)
