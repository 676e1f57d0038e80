"""One photo to the pieces on its board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from calibration.lens import Lens
from vision.bands import without_bands
from vision.board.cells import CELLS, RIM, SIDE, edges, neighbours
from vision.board.covers import connected, inner_sides, outer_sides
from vision.board.find import FindConfig, find_views
from vision.board.flat import FlatConfig, flatten, sides_px
from vision.board.labels import GREEN, PETROL
from vision.board.pieces import KINDS, NEUTRAL, Spot, shape_of, spots_by_cell
from vision.board.read import read_board
from vision.board.read_config import ReadConfig
from vision.board.reading import BoardRead, Laid, Reading
from vision.board.register import View
from vision.board.settle import SettleConfig, settled
from vision.board.sighting import BoardSeen, Loop, OpenReading, PieceSighting, UnreadPlace
from vision.hueless import colourless
from vision.photo import Pixels
from vision.plane import Floats
from vision.straighten import straightened

NO_BOARD = "No board is seen: show its whole grid from above, in even light."
TOO_SMALL = "The board is too small in the photo to see its seams: come closer, until it fills a third of the picture."
NO_COLOUR = "The picture shows no colour, and pieces are told by it: use a colour camera, or a whiter light."
FLICKER = (
    "A lamp's flicker shows as bright bands, burnt out in part: use daylight or another lamp, or less light."
)
COVERED = "Something lies over the board here: take it away and look again."
BESIDE = "This piece may reach under what covers its neighbour: take that away and look again."
GLARE = "Glare washes out the colours here: turn the board against the light, or shade it."
UNEXPLAINED = (
    "No pieces of the game fill this area as it is seen: come closer, or turn the board against the light."
)
UNLINED = "The board's lines do not show here: a piece of nearly its colour may lie on them. Come closer."
PERHAPS = "A white piece may lie here, or the bare board: come closer, or light the board from the side."
OPEN = "The seams are not seen clearly: these cells may be {ways}. Come closer, or light the board from the side."
BURNT = 254
"""Of 255: how bright it was beyond that, nobody knows."""


@dataclass(frozen=True, slots=True)
class BoardConfig:
    """The configs of all stages, and when a piece counts as read."""

    find: FindConfig = field(default_factory=FindConfig)
    flat: FlatConfig = field(default_factory=FlatConfig)
    settle: SettleConfig = field(default_factory=SettleConfig)
    read: ReadConfig = field(default_factory=ReadConfig)
    least_cell_px: float = 59.0
    """Of eleven boards whose squares were smaller than 54 px in the photo one was read wholly, and six wrongly; of
    thirteen between 54 and 59 px four, and three."""
    most_burnt: float = 0.01
    """The share of a photo with a lamp's bands that may be burnt out: white pieces were read wrongly at 0.03."""
    least_hue: float = 20.0
    """Of 255: what a picture in one colour shows at most is 11, the palest of 284 boards and tables 12, boards 40."""
    sure: float = 0.95
    """A piece is read if the open readings that have it are together at least so likely."""
    looked_at: int = 3
    """Places that may hold the board, and are read."""
    close: float = 0.8
    """Places whose score is at least this share of the best one's are read too."""
    spoilt: float = 0.2
    """The share of its score that a place loses if all of its cells are mixed, covered or make no pieces."""
    cut_off: float = 2.0
    """What a place's score loses for every side along its rim beyond which a piece goes on."""
    unlined: int = 3
    """Fewer cells together on which no line shows may be in shade, or at the edge of the photo, if there are few."""
    least_fit: float = -0.75
    """How likely what is seen has to be for each bare cell, as a logarithm, for white pieces and bare cells to be told
    apart: of 54 boards that were read wholly two had less, and of ten with less three were read wrongly."""
    most_turned: int = 3
    """Pieces beyond a player's own supply that are believed."""
    most_mixed: float = 0.45
    """The share of cells with more than one shade from which a grid is no board."""
    plain_score: float = 45.0
    """Places with a lower score count only if less than `faint_spoilt` of them is spoilt."""
    faint_spoilt: float = 0.1
    faint_runs_on: int = 4
    """So many sides along its rim may have a player's colour on both sides: more, and it is cut out of something."""
    least_score: float = 27.0
    """Cells' length of straight edges that a board shows, less what else lies on it."""


def see_board(image: Pixels, *, lens: Lens | None = None, config: BoardConfig | None = None) -> BoardSeen:
    """The board in one photo, (height, width, 3) uint8 BGR.

    `lens` takes the lens's distortion out first; corners are of the photo as given all the same. Raises
    calibration.lens.BadLens where the lens is one for pictures of other proportions.
    """
    config = config or BoardConfig()
    even = without_bands(image)
    burnt = even is not image and float((image.max(axis=2) >= BURNT).mean()) > config.most_burnt
    if lens is None:
        return _in_even_light(even, config, burnt=burnt)
    # A lamp's bands lie along the sensor's rows: they are straight before the lens's distortion is taken out.
    glass = lens.scaled_to(image.shape[1], image.shape[0])
    return _bent_back(_in_even_light(straightened(even, glass), config, burnt=burnt), glass)


def _in_even_light(image: Pixels, config: BoardConfig, *, burnt: bool) -> BoardSeen:
    """The board in one photo; `burnt` says that a lamp's bands had burnt out what they lay on."""
    height, width = image.shape[:2]
    candidates = find_views(image, config.find)[: config.looked_at]
    least = max([config.least_score, *(config.close * candidate.score for candidate in candidates)])
    read = []
    for candidate in candidates:
        if candidate.marked or candidate.score >= least:
            rough = flatten(image, candidate.view, config.flat)
            view = settled(rough, candidate.view, config.settle)
            found = read_board(flatten(image, view, config.flat), config.read)
            # What lies over the board spoils a good place too: it only settles between places much alike.
            worth = (candidate.score + 1000 * candidate.marked) * (
                1 - config.spoilt * min(found.spoilt, 1.0)
            ) - config.cut_off * found.cut_off
            # A faint grid has to make sense: pieces that lie within it, and nothing else.
            if (
                candidate.marked
                or candidate.score >= config.plain_score
                or (found.spoilt < config.faint_spoilt and found.runs_on <= config.faint_runs_on)
            ):
                read.append((worth, found, view))
    best = max(read, key=lambda place: place[0], default=None)
    if best is not None and best[1].mixed < config.most_mixed:
        _, found, view = best
        grid = _loop(view, RIM)
        if burnt:
            why = FLICKER
        elif any(reading.laid for reading in found.readings) and colourless(image, config.least_hue):
            why = NO_COLOUR
        elif sides_px(view).mean() < config.least_cell_px:
            why = TOO_SMALL
        else:
            return _seen(found, view, grid, config)
        return BoardSeen((width, height), grid, (), (UnreadPlace(grid, why, CELLS),))
    frame = ((0.0, 0.0), (width - 1.0, 0.0), (width - 1.0, height - 1.0), (0.0, height - 1.0))
    return BoardSeen((width, height), None, (), (UnreadPlace(frame, NO_BOARD),))


def _seen(read: BoardRead, view: View, grid: Loop, config: BoardConfig) -> BoardSeen:
    unread = [UnreadPlace(_around(view, part), COVERED, _names(part)) for part in _parts(read.covered)] + [
        UnreadPlace(_around(view, part), UNEXPLAINED, _names(part)) for part in _parts(read.unexplained)
    ]
    pieces = []
    doubtful = 0
    shares = _shares(read.readings)
    glared = _in_glare([spot for _, spot in shares], read)
    unread += [UnreadPlace(_around(view, part), GLARE, _names(part)) for part in _parts(glared)]
    taken = glared
    for _, spot in shares:
        taken |= spot.mask
    held = read.unlined & ~taken
    unread += [
        UnreadPlace(_around(view, part), UNLINED, _names(part))
        for part in _parts(held)
        if part.bit_count() >= config.unlined or held.bit_count() > 3 * config.unlined
    ]
    loose = _white_or_bare(read, config) & ~(held | glared | read.covered | read.unexplained)
    unread += [UnreadPlace(_around(view, part), PERHAPS, _names(part)) for part in _parts(loose)]
    hidden = _reaching_under(shares, read)
    open_cells = _open_cells(shares, read, glared, config)
    for laid, share in sorted(shares.items(), key=lambda pair: pair[0][1].mask & -pair[0][1].mask):
        owner, spot = laid
        if spot.mask & (glared | loose):
            continue
        if share < config.sure or spot.mask & open_cells:
            doubtful |= spot.mask
        elif spot in hidden:
            unread.append(UnreadPlace(_outline(view, spot), BESIDE, tuple(spot.names)))
        else:
            kind = KINDS[spot.kind]
            pieces.append(
                PieceSighting(owner, kind.name, spot.hand, tuple(spot.names), _outline(view, spot), share)
            )
    unread += [
        UnreadPlace(_around(view, part), OPEN.format(ways=_ways(part, read.readings)), _names(part))
        for part in _parts(doubtful)
    ]
    readings = tuple(
        OpenReading(
            reading.probability,
            tuple((owner, KINDS[s.kind].name, s.hand, tuple(s.names)) for owner, s in reading.laid),
        )
        for reading in read.readings
    )
    return BoardSeen(view.size_px, grid, tuple(pieces), tuple(unread), readings)


def _white_or_bare(read: BoardRead, config: BoardConfig) -> int:
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


def _open_cells(shares: dict[Laid, float], read: BoardRead, glared: int, config: BoardConfig) -> int:
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
            found |= sum(spot.mask for who, spot in {laid for laid in shares if laid[0] == owner})
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


def _too_many(laid: list[Spot], config: BoardConfig) -> bool:
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


def _ways(part: int, readings: tuple[Reading, ...]) -> str:
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
    return ", or ".join(found[:2])


def _names(part: int) -> tuple[str, ...]:
    return tuple(sorted(CELLS[cell] for cell in range(64) if part >> cell & 1))


def _parts(region: int) -> list[int]:
    return list(connected(region))


def _outline(view: View, spot: Spot) -> Loop:
    return _loop(view, np.array(shape_of(spot.names).outline()[0], float))


def _around(view: View, part: int) -> Loop:
    """The outer outline of cells that hang together."""
    return _loop(view, np.array(shape_of(_names(part)).outline()[0], float))


def _loop(view: View, points: Floats) -> Loop:
    """Board units (n, 2), y up, to pixels of the photo."""
    flipped = np.column_stack([points[:, 0], SIDE - points[:, 1]])
    return tuple((float(x), float(y)) for x, y in view.to_px(flipped))


def _bent_back(seen: BoardSeen, lens: Lens) -> BoardSeen:
    """What was seen in the straightened photo, with its corners in the photo itself."""

    def bend(loop: Loop) -> Loop:
        (fx, fy), (cx, cy) = lens.focal_px, lens.centre_px
        rays = np.array([[(x - cx) / fx, (y - cy) / fy, 1.0] for x, y in loop])
        matrix = np.array([[fx, 0.0, cx], [0.0, fy, cy], [0.0, 0.0, 1.0]])
        pixels, _ = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), matrix, np.array(lens.distortion))
        return tuple((float(x), float(y)) for x, y in np.asarray(pixels).reshape(-1, 2))

    return replace(
        seen,
        grid_px=None if seen.grid_px is None else bend(seen.grid_px),
        pieces=tuple(replace(piece, corners_px=bend(piece.corners_px)) for piece in seen.pieces),
        unread=tuple(replace(place, corners_px=bend(place.corners_px)) for place in seen.unread)
        if seen.grid_px is not None
        else seen.unread,
    )
