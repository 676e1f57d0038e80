"""What two looks at a board that know nothing of each other agree on: by colours and edges, and by the network.

What the first holds for certain is told where the second bears it out; where the first is in doubt, what the second is
sure of; and where they contradict each other, a piece of which the second is next to certain, and else nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass

from vision.board.again import Again
from vision.board.cells import CELLS, around
from vision.board.covers import connected, outer_sides
from vision.board.doubts import BESIDE, COVERED, Look, Unread
from vision.board.pieces import NEUTRAL, Spot
from vision.board.reading import BoardRead, Laid, Reading
from vision.board.seamless import seamless

DISAGREED = "What lies here is not seen clearly: come closer, or turn the board against the light."


@dataclass(frozen=True, slots=True)
class AgreedConfig:
    """How far the second look has to believe what the first says."""

    borne_out: float = 0.5
    """A player's piece that the first is certain of; ..."""
    seam: float = 0.8
    """How likely a side has to be a piece's end for a photo to show seams of that colour; where it shows none, ..."""
    seamless: float = 0.93
    """... each inner side of a piece of it that the first is certain of: of all on 122 boards one was likely by less,
    and that was two pieces; ..."""
    white_borne_out: float = 0.02
    """... a white piece; ..."""
    burnt_white: float = 0.4
    """... one where light is burnt out, and the board may be as white: of six on 263 boards the one that was wrong was
    believed by less, and one that was right; ..."""
    bare_borne_out: float = 0.75
    """... a bare cell; ..."""
    bare_alone: float = 0.5
    """... and one where no layings are known."""
    perhaps_over: float = 0.1
    """How likely something may lie over a cell of a piece that the first is certain of: of some 1,300 pieces on 110
    boards three were wrong beyond this, and one right."""
    beside_over: float = 0.75
    """A piece that the first is certain of beside what covers the board: it may go on beneath. Of those on 263 boards
    none that did not is believed by less than .78; one that did was by .7, in a shadow."""
    piece: float = 0.75
    """A piece where the first is in doubt, whatever that holds for likeliest, ..."""
    undivided: float = 0.9
    """... a player's, each of whose inner sides is so likely one: two pieces may show no seam between them. Of four on
    148 boards that are likely by less two were, ..."""
    against: float = 0.99
    """... or where it is certain of something else: of eight on 148 boards one was wrong, two pieces between which the
    first saw a seam, and believed by .973; ..."""
    under: float = 0.98
    """... each of its ends towards what covers the board, if it might go on beneath: of 35 such pieces on 187 boards
    one did, whose end was likely by .979; ..."""
    reaching: int = 1
    """So many cells of a piece may lie under what covers the board, ..."""
    shown: int = 3
    """... if so many others show, and it is believed by `under` as a whole: what shows of the sides between tells. Of
    thirty such pieces on 187 boards thirteen are, and right; of the others one was wrong (.66); ..."""
    odd: float = 0.99
    """A piece in tints that the first takes for something over the board: nothing else bears it out. Of fourteen on
    263 boards two were wrong, which were believed by .98; ..."""
    bare: float = 0.97
    """... a bare cell, ..."""
    perhaps_bare: float = 0.1
    """... if the first holds that for so likely at least; ..."""
    burnt_bare: float = 0.999
    """... where light is burnt out: of 85 such cells in doubt one was not bare, which was believed by .997; ..."""
    bare_beside: float = 0.99
    """... beside what covers the board, in whose shadow a white piece looks like a bare cell: of sixteen such cells one
    was not bare, which was believed by .977."""


def agreed(
    first: Look, again: Again, read: BoardRead, config: AgreedConfig
) -> tuple[Look, tuple[Reading, ...]]:
    """What is told of the board by both looks, and the whole boards that are open then, the likeliest first."""
    perhaps_over = again.over(config.perhaps_over) & ~read.covered
    even = seamless(again.seen, config.seam)
    borne_out = {
        laid
        for laid in first.pieces
        if not laid[1].mask & perhaps_over
        and (laid[1].mask & again.covered or again.belief(laid) >= _least(laid, again, config))
        and (laid[0] not in even or again.undivided(laid[1]) >= config.seamless)
    }
    told = _cells_of(first.pieces)
    beside = {
        laid
        for laid in borne_out
        if _borders(laid[1], read.covered | again.covered) and again.belief(laid) < config.beside_over
    }
    pieces = {laid: chance for laid, chance in first.pieces.items() if laid in borne_out - beside}
    lost = first.pieces.keys() - pieces.keys()
    over = again.covered & ~read.covered & ~told & ~first.open_cells
    over |= _cells_of(laid for laid in lost if laid[1].mask & perhaps_over)
    under = _cells_of(beside)
    disagreed = _cells_of(lost) & ~over & ~under
    taken = first.open_cells | again.covered | told
    least = config.bare_borne_out if again.explained else config.bare_alone
    for cell in range(len(CELLS)):
        if not taken >> cell & 1 and again.belief_bare(cell) < least:
            disagreed |= 1 << cell
    readings = without(read.readings, lost)
    doubts = (*first.unread, Unread(disagreed, DISAGREED), Unread(over, COVERED), Unread(under, BESIDE))
    return _cleared(Look(pieces, doubts), disagreed, over | under, again, read, readings, config)


def _least(laid: Laid, again: Again, config: AgreedConfig) -> float:
    if laid[0] != NEUTRAL:
        return config.borne_out
    return config.burnt_white if laid[1].mask & again.burnt else config.white_borne_out


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
    hidden: int,
    again: Again,
    read: BoardRead,
    readings: tuple[Reading, ...],
    config: AgreedConfig,
) -> tuple[Look, tuple[Reading, ...]]:
    """The doubts gone where the second look is sure."""
    pieces = dict(look.pieces)
    covered = read.covered | again.covered | hidden
    # What is told may be in doubt as well, where it may go on: nothing else lies there.
    free, told = look.open_cells & ~covered & ~_cells_of(pieces), 0
    for laid, belief in sorted(again.pieces.items(), key=lambda pair: -pair[1]):
        mask = laid[1].mask
        shown = (mask & free).bit_count()
        least = max(
            config.piece,
            config.against if mask & disagreed else 0.0,
            config.under if mask & covered else 0.0,
            config.odd if mask & read.odd else 0.0,
        )
        if laid[0] != NEUTRAL and again.undivided(laid[1]) < config.undivided:
            continue
        if again.ends(laid, covered) < config.under:
            continue
        reached = mask & covered & ~(hidden | told)
        within = not reached or (reached.bit_count() <= config.reaching and shown >= config.shown)
        if belief >= least and within and not mask & ~(free | reached):
            pieces[laid] = belief
            free &= ~mask
            told |= mask
            having = tuple(reading for reading in readings if laid in reading.laid)
            readings = having or _with(readings, laid)
    asked = free & ~(read.glaring | disagreed)
    for cell in range(len(CELLS)):
        least = max(
            config.bare,
            config.burnt_bare if (again.burnt | read.odd) >> cell & 1 else 0.0,
            config.bare_beside if any(covered >> other & 1 for other in around()[cell]) else 0.0,
        )
        if not asked >> cell & 1 or again.bare[cell] < least:
            continue
        bare = tuple(reading for reading in readings if not _lies_on(reading, cell))
        likely = sum(reading.probability for reading in read.readings if not _lies_on(reading, cell))
        if bare and likely >= config.perhaps_bare:
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


def _borders(spot: Spot, cells: int) -> bool:
    """Whether a piece has a side in common with one of these cells (bits)."""
    return any(cells >> other & 1 for _, other in outer_sides(spot))


def _lies_on(reading: Reading, cell: int) -> bool:
    return any(spot.mask >> cell & 1 for _, spot in reading.laid)
