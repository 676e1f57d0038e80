"""What a reading by colours and edges tells for certain, what it does not, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, replace

from vision.board.cells import edges, neighbours
from vision.board.first_look.labels import GREEN, PETROL
from vision.board.laying.covers import connected, inner_sides, outer_sides
from vision.board.laying.pieces import KINDS, NEUTRAL, Spot, spots_by_cell
from vision.board.laying.reading import BoardRead, Laid, Reading

COVERED = "Something lies over the board here: take it away and look again."
BESIDE = "This piece may reach under what covers its neighbour: take that away and look again."
GLARE = "Glare washes out the colours here: turn the board against the light, or shade it."
UNEXPLAINED = (
    "No pieces of the game fill this area as it is seen: come closer, or turn the board against the light."
)
UNLINED = "The board's lines do not show here: a piece of nearly its colour may lie on them. Come closer."
PERHAPS = "A white piece may lie here, or the bare board: come closer, or light the board from the side."
OPEN = "The seams are not seen clearly: these cells may be {ways}. Come closer, or light the board from the side."


@dataclass(frozen=True, slots=True)
class DoubtConfig:
    """When a piece or a bare cell is in doubt."""

    sure: float = 0.95
    """A piece is read if the open readings that have it are together at least so likely."""
    unlined: int = 3
    """Fewer cells together on which no line shows may be in shade, or at the edge of the photo, if there are few."""
    least_fit: float = -0.75
    """How likely what is seen has to be for each bare cell, as a logarithm, for white pieces and bare cells to be told
    apart: of 54 boards that were read wholly two had less, and of ten with less three were read wrongly."""
    most_turned: int = 3
    """Pieces beyond a player's own supply that are believed."""


@dataclass(frozen=True, slots=True)
class Unread:
    """Cells (bits) that are not told, and why."""

    cells: int
    why: str
    open: bool = False
    """Whether the reason tells what the cells may be: once other pieces are told, they may be less."""


@dataclass(frozen=True, slots=True)
class Look:
    """The pieces that are told, with how likely each is, and what is not told."""

    pieces: dict[Laid, float]
    unread: tuple[Unread, ...]
    guessed: int = 0
    """The cells (bits) that are not told and where all readings may be wrong: anything may lie there."""

    @property
    def open_cells(self) -> int:
        """All cells (bits) that are not told."""
        found = 0
        for place in self.unread:
            found |= place.cells
        return found

    def less(self, lost: Set[Laid], doubts: Iterable[Unread]) -> Look:
        """The same without some pieces, and with what is not told for that."""
        pieces = {laid: chance for laid, chance in self.pieces.items() if laid not in lost}
        return Look(pieces, (*self.unread, *doubts), self.guessed)

    def said(self, readings: Sequence[Reading]) -> Look:
        """The same once all is told: a piece that is told is not named as in doubt beside that, and of cells that are
        open is said what they are in the readings that are left."""
        told = sum(spot.mask for _, spot in self.pieces)
        unread = tuple(
            _said_of(replace(place, cells=part), readings)
            for place in self.unread
            for part in connected(place.cells & ~told)
        )
        return replace(self, unread=unread)


def _said_of(place: Unread, readings: Sequence[Reading]) -> Unread:
    ways = _ways_of(place.cells, readings)
    return replace(place, why=_open(ways)) if place.open and len(ways) > 1 else place


def _open(ways: Iterable[str]) -> str:
    return OPEN.format(ways=", or ".join(ways))


def first_look(read: BoardRead, config: DoubtConfig) -> Look:
    """What is told by colours and edges alone."""
    unread = [Unread(part, COVERED) for part in connected(read.covered)]
    unread += [Unread(part, UNEXPLAINED) for part in connected(read.unexplained)]
    pieces: dict[Laid, float] = {}
    doubtful = guessed = 0
    shares = _shares(read.readings)
    glared = _in_glare([spot for _, spot in shares], read)
    unread += [Unread(part, GLARE) for part in connected(glared)]
    taken = glared
    for _, spot in shares:
        taken |= spot.mask
    held = read.unlined & ~taken
    unread += [
        Unread(part, UNLINED)
        for part in connected(held)
        if part.bit_count() >= config.unlined or held.bit_count() > 3 * config.unlined
    ]
    loose = _white_or_bare(read, config) & ~(held | glared | read.covered | read.unexplained)
    unread += [Unread(part, PERHAPS) for part in connected(loose)]
    hidden = _reaching_under(shares, read)
    open_cells = _open_cells(shares, read, glared, config)
    for laid, share in sorted(shares.items(), key=lambda pair: pair[0][1].mask & -pair[0][1].mask):
        spot = laid[1]
        if spot.mask & (glared | loose):
            continue
        if share < config.sure or spot.mask & open_cells:
            doubtful |= spot.mask
            # What nearly all readings have, and is not told, may be something that none has.
            guessed |= spot.mask if share >= config.sure else 0
        elif spot in hidden:
            unread.append(Unread(spot.mask, BESIDE))
        else:
            pieces[laid] = share
    unread += [Unread(part, _open(_ways_of(part, read.readings)), open=True) for part in connected(doubtful)]
    return Look(pieces, tuple(unread), guessed | glared | loose)


def _white_or_bare(read: BoardRead, config: DoubtConfig) -> int:
    """The cells on which white pieces are not told from the bare board: those in doubt, and all of both where what is
    seen fits no board."""
    whites = players = 0
    for reading in read.readings:
        for owner, spot in reading.laid:
            whites |= spot.mask if owner == NEUTRAL else 0
            players |= spot.mask if owner != NEUTRAL else 0
    if read.fit < config.least_fit:
        return ~players & (1 << 64) - 1
    return read.perhaps & ~whites & ~players


def _shares(readings: Iterable[Reading]) -> dict[Laid, float]:
    """How likely each piece of any reading is: of the readings that have it, together."""
    shares: dict[Laid, float] = {}
    for reading in readings:
        for laid in reading.laid:
            shares[laid] = shares.get(laid, 0.0) + reading.probability
    return shares


def _open_cells(shares: dict[Laid, float], read: BoardRead, glared: int, config: DoubtConfig) -> int:
    """The cells of pieces that are not certain, and of those that may be one with them: nothing shows between."""
    found = 0
    for (_, spot), share in shares.items():
        if share < config.sure:
            found |= spot.mask
    for (_, spot), share in shares.items():
        if share >= config.sure:
            found &= ~spot.mask
    for owner in (PETROL, GREEN):
        if _too_many([spot for who, spot in read.readings[0].laid if who == owner], config):
            # More pieces than a game leaves a player: the board's colour was taken for theirs.
            for who, spot in shares:
                found |= spot.mask if who == owner else 0
    found |= glared | _running_on(shares, read)
    fresh = True
    while fresh:
        fresh = False
        for _, spot in shares:
            if spot.mask & ~found and any(
                side in read.blank and found >> cell & 1 for side, cell in outer_sides(spot)
            ):
                found |= spot.mask
                fresh = True
    return found & ~glared


def _running_on(shares: dict[Laid, float], read: BoardRead) -> int:
    """The cells of players' pieces that end where nothing shows, beside a cell that is held to be bare, and that cell:
    between a piece and the board there is always an edge."""
    taken = read.covered | read.unexplained
    for _, spot in shares:
        taken |= spot.mask
    found = 0
    for owner, spot in shares:
        for side, cell in outer_sides(spot):
            if owner != NEUTRAL and side in read.going_on and not taken >> cell & 1:
                found |= spot.mask | 1 << cell
    return found


def _too_many(laid: list[Spot], config: DoubtConfig) -> bool:
    """Whether so many pieces are beyond a player's own supply that turned ones hardly explain it."""
    counts = Counter(KINDS[spot.kind].name for spot in laid)
    own = {kind.name: kind.count for kind in KINDS if not kind.neutral}
    return sum(max(0, number - own[name]) for name, number in counts.items()) > config.most_turned


def _in_glare(spots: list[Spot], read: BoardRead) -> int:
    """The cells of pieces that glare washes out and that may be anything: where small triangles seem to lie there."""
    small = [spot for spot in spots if len(spot.cells) == 1]
    found, shut = read.glaring, 0
    for spot in spots:
        if spot.mask & read.glaring:
            found |= spot.mask
    for group in read.washed:
        if any(spot.mask & group for spot in small):
            found |= group
        # A small piece that is white there may be of a colour that is washed out altogether.
        found |= sum(s.mask for s in set(small) if KINDS[s.kind].neutral and _beside(s, group))
    # One small white piece in which a colour is left is most often of that colour, shining.
    found |= sum(s.mask for s in set(small) if KINDS[s.kind].neutral and s.mask & read.tinted)
    if found:
        found = _with_small_beside(found, small)
        # What glare encloses may be washed out altogether, and so may what seems bare with at most one side free.
        hidden = found | read.covered
        taken = hidden
        for spot in spots:
            taken |= spot.mask
        for cell in range(64):
            beyond = [other for _, other in neighbours()[cell]]
            enclosed = all(found >> other & 1 for other in beyond)
            if enclosed or (not taken >> cell & 1 and sum(hidden >> other & 1 for other in beyond) > 1):
                shut |= 1 << cell
        found |= shut & ~read.covered
        found = _with_small_beside(found, small)
    return found


def _with_small_beside(region: int, small: list[Spot]) -> int:
    """The cells of a region and of the small pieces that lie beside it, and beside those: each may be a part of one
    that reaches in."""
    while fresh := sum({spot.mask for spot in small if _beside(spot, region) and not spot.mask & region}):
        region |= fresh
    return region


def _beside(small: Spot, region: int) -> bool:
    return any(region >> other & 1 for _, other in neighbours()[small.cells[0]])


def _reaching_under(laid: Iterable[Laid], read: BoardRead) -> set[Spot]:
    """The pieces that may be larger: together with cells that something lies over, and no seam is seen between."""
    return {spot for owner, spot in laid if read.covered and _may_go_on(owner, spot, read)}


def _may_go_on(owner: str, spot: Spot, read: BoardRead) -> bool:
    own = sum(1 << cell for cell in range(64) if read.labels[cell] == owner)
    for larger in spots_by_cell(neutral=owner == NEUTRAL)[spot.cells[0]]:
        more = larger.mask & ~spot.mask
        if spot.mask & ~larger.mask or not more & read.covered or more & ~(read.covered | own):
            continue
        if not any(_parted(side, read) for side in inner_sides(larger)):
            return True
    return owner == NEUTRAL and _may_lie_farther(spot, read)


def _may_lie_farther(spot: Spot, read: BoardRead) -> bool:
    """Whether a large white piece may lie in part under what covers the board, and bare board was taken for its end."""
    for cell in spot.cells:
        for other in spots_by_cell(neutral=True)[cell]:
            more, same = other.mask & ~spot.mask, other.mask & spot.mask
            hidden = more and not more & ~read.covered and 2 * same.bit_count() > len(spot.cells) > 1
            if hidden and not any(_parted(side, read) for side in inner_sides(other)):
                return True
    return False


def _parted(side: int, read: BoardRead) -> bool:
    """Whether a seam is seen along a side, or the end of a piece beside a covered cell."""
    edge = edges()[side]
    return side in read.parted or (side, edge.left) in read.ends or (side, edge.right) in read.ends


def _ways_of(part: int, readings: Iterable[Reading]) -> list[str]:
    """In words what an area is in the two likeliest readings that differ there."""
    found: list[str] = []
    for reading in readings:
        inside = [(owner, spot) for owner, spot in reading.laid if spot.mask & part]
        words = " and ".join(
            f"a {owner} {KINDS[spot.kind].name.removeprefix('neutral ')}"
            + (f" {spot.hand}" if spot.hand else "")
            for owner, spot in inside
        )
        words = words or "bare board"
        if words not in found:
            found.append(words)
    return found[:2]
