"""One photo to the pieces on its board."""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from calibration.lens import Lens
from vision.bands import without_bands
from vision.board.again import AgainConfig, Glimpse, glimpse, weighed_again
from vision.board.agreed import agreed
from vision.board.agreed_config import AgreedConfig
from vision.board.cell_looks import CellLooks, cell_looks
from vision.board.cells import CELLS, RIM, SIDE, square_of
from vision.board.doubts import DoubtConfig, Look, first_look
from vision.board.find import Candidate, FindConfig, find_views, upright
from vision.board.flat import FlatConfig, flatten, sides_px
from vision.board.goes_on import GoesOnConfig, goes_on
from vision.board.likelihood import COVERED, FLAT, loaded
from vision.board.pieces import KINDS, shape_of
from vision.board.read import Shown, read_board, shown_by
from vision.board.read_config import ReadConfig
from vision.board.reading import BoardRead, Reading
from vision.board.register import View
from vision.board.settle import SettleConfig, settled
from vision.board.shadowed import ShadowedConfig, with_shadowed
from vision.board.sighting import BoardSeen, Loop, OpenReading, PieceSighting, UnreadPlace
from vision.board.uncoloured import UncolouredConfig, white_or_bare
from vision.board.unseen import UnseenConfig, with_unseen
from vision.board.whitened import WhitenedConfig, whitened
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
MARKED = 1000
"""What a place is worth beyond its edges if markers say that the board lies there."""
BURNT = 254
"""Of 255: how bright it was beyond that, nobody knows."""


@dataclass(frozen=True, slots=True)
class BoardConfig:
    """The configs of all stages, and when a piece counts as read."""

    find: FindConfig = field(default_factory=FindConfig)
    flat: FlatConfig = field(default_factory=FlatConfig)
    goes_on: GoesOnConfig = field(default_factory=GoesOnConfig)
    settle: SettleConfig = field(default_factory=SettleConfig)
    read: ReadConfig = field(default_factory=ReadConfig)
    doubts: DoubtConfig = field(default_factory=DoubtConfig)
    again: AgainConfig = field(default_factory=AgainConfig)
    whitened: WhitenedConfig = field(default_factory=WhitenedConfig)
    agreed: AgreedConfig = field(default_factory=AgreedConfig)
    unseen: UnseenConfig = field(default_factory=UnseenConfig)
    shadowed: ShadowedConfig = field(default_factory=ShadowedConfig)
    uncoloured: UncolouredConfig = field(default_factory=UncolouredConfig)
    least_cell_px: float = 45.0
    """Of 279 boards made so small 253 are whole, 24 in doubt and two wrong, where one is at their own size; with noise
    laid over them 237, 41 and one."""
    most_burnt: float = 0.01
    """The share of a photo with a lamp's bands that may be burnt out: white pieces were read wrongly at 0.03."""
    least_hue: float = 20.0
    """Of 255: what a picture in one colour shows at most is 11, the palest of 284 boards and tables 12, boards 40."""
    looked_at: int = 3
    """Places that may hold the board, and are read."""
    close: float = 0.8
    """Places whose score is at least this share of the best one's are read too."""
    spoilt: float = 0.2
    """The share of its score that a place loses if all of its cells are mixed, covered or make no pieces."""
    contested: float = 0.5
    """Between places that are worth at least this share of the best one the network decides too, ..."""
    beyond: float = 1.5
    """... by so much for every cell that it sees nothing of the board on."""
    moved_on: float = 12.0
    """By so much a place has to be better that lies a square beside one a whole row of which lies beyond the board: a
    hand may lie over a row as well."""
    cut_off: float = 2.0
    """What a place's score loses for every side along its rim beyond which a piece goes on."""
    most_mixed: float = 0.45
    """The share of cells with more than one shade from which a grid is no board."""
    plain_score: float = 45.0
    """Places with a lower score count only if less than `faint_spoilt` of them is spoilt."""
    faint_spoilt: float = 0.1
    faint_runs_on: int = 4
    """So many sides along its rim may have a player's colour on both sides: more, and it is cut out of something."""
    known_cells: int = 40
    """A faint place that is spoilt counts if the network knows so many of its cells, ..."""
    known_open: float = 0.9
    """... or so large a share of those over which it sees nothing, ..."""
    open_cells: int = 32
    """... if these are so many: no wrong place on 127 photos has more than .53, a right one under a hand .97; ..."""
    most_beyond: int = 13
    """... and takes no more than this of the 16 cells along any side for something over or beside the board."""
    known_score: float = 20.0
    """Such a place may show less, ..."""
    nearly_all: int = 56
    """... and one of which the network knows so many cells ..."""
    nearly_all_score: float = 12.0
    """... less than that: a board with dotted lines and three pieces on it shows hardly more."""
    taken: int = 3
    """On so many cells of a faint place the network has to know a piece: a table may be as even as a bare board."""
    least_score: float = 27.0
    """Cells' length of straight edges that a board shows, less what else lies on it."""
    lift: float = 0.45
    """Where no board is found, the photo is searched once more with its shadows lifted by this power, ..."""
    coarse_px: tuple[int, ...] = (480, 400)
    """... and then so small that the dots of a line run together; whether that is a board the network says."""

    def coarse(self, side_px: int) -> BoardConfig:
        """The config of a search at such a size, whose every find is in need of a witness."""
        small = replace(self.find.segments, search_side_px=side_px)
        return replace(
            self, find=replace(self.find, segments=small), least_score=math.inf, plain_score=math.inf
        )


def see_board(image: Pixels, *, lens: Lens | None = None, config: BoardConfig | None = None) -> BoardSeen:
    """The board in one photo, (height, width, 3) uint8 BGR.

    `lens` takes the lens's distortion out first; corners are of the photo as given all the same. Raises
    calibration.lens.BadLens where the lens is one for pictures of other proportions.
    """
    config = config or BoardConfig()
    # Few photos have a lamp's bands: in the photo as it is the board is looked for meanwhile.
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(without_bands, image)
        pool.submit(loaded)
        ahead = find_views(image, config.find) if lens is None else None
        even = asked.result()
    burnt = even is not image and float((image.max(axis=2) >= BURNT).mean()) > config.most_burnt
    if lens is None:
        return _in_even_light(even, config, ahead if even is image else None, burnt=burnt)
    # A lamp's bands lie along the sensor's rows: they are straight before the lens's distortion is taken out.
    glass = lens.scaled_to(image.shape[1], image.shape[0])
    return _bent_back(_in_even_light(straightened(even, glass), config, None, burnt=burnt), glass)


def _in_even_light(
    image: Pixels, config: BoardConfig, views: list[Candidate] | None, *, burnt: bool
) -> BoardSeen:
    """The board in one photo, and at one of these `views` if it was looked for; `burnt` says that a lamp's bands had
    burnt out what they lay on."""
    height, width = image.shape[:2]
    if views is None:
        views = find_views(image, config.find)
    best = _found(image, views, config)
    # A dark board's lines are as strong as a light one's by ratio, and too faint by difference.
    if best is None:
        best = _found(image, find_views(lifted(image, config.lift), config.find), config)
    for side_px in config.coarse_px:
        if best is None:
            small = config.coarse(side_px)
            best = _found(image, find_views(image, small.find), small)
    if best is not None:
        found, view = best.found, best.view
        grid = _loop(view, RIM)
        if burnt:
            why = FLICKER
        elif any(reading.laid for reading in found.readings) and colourless(image, config.least_hue):
            why = NO_COLOUR
        elif sides_px(view).mean() < config.least_cell_px:
            why = TOO_SMALL
        else:
            second = best.second
            plain = second.plain(config.again)
            if found.covered & plain:
                # Colours alone take what lies beside a hand, and is in its shadow, for covered too.
                found = read_board(best.shown, config.read, plain)
            first = first_look(found, config.doubts)
            # Tints that colours alone do not know are in doubt by them, but hide nothing.
            found = replace(found, covered=found.covered & ~plain, odd=found.covered & plain)
            covered = found.covered | second.over(config.again)
            third = whitened(second, best.looks, first, found.readings, covered, config.whitened)
            again = weighed_again(third.seen, found.covered, second.burnt, config.again, hardly=third.hardly)
            told, readings = agreed(first, again, found, config.agreed)
            told, readings = with_unseen(told, readings, again, second.flat, config.unseen)
            told, readings = with_shadowed(told, readings, second.flat, config.shadowed)
            return _seen(told, readings, white_or_bare(again, found, config.uncoloured), view, grid)
        return BoardSeen((width, height), grid, (), (UnreadPlace(grid, why, CELLS),))
    frame = ((0.0, 0.0), (width - 1.0, 0.0), (width - 1.0, height - 1.0), (0.0, height - 1.0))
    return BoardSeen((width, height), None, (), (UnreadPlace(frame, NO_BOARD),))


@dataclass(frozen=True, slots=True)
class _Place:
    """A place that may hold the board, as colours and edges read it, and what it is worth by that."""

    worth: float
    found: BoardRead
    view: View
    shown: Shown
    second: Glimpse
    """What the network makes of it."""
    looks: CellLooks
    """What its cells look like."""


RIM_ROWS = tuple(
    sum(1 << cell for cell in range(len(CELLS)) if square_of(cell)[axis] == end)
    for axis in (0, 1)
    for end in (0, SIDE - 1)
)
"""The cells (bits) of each of the four rows of squares along the rim: files a and d, ranks 1 and 4."""
FROM_ROWS = ((1, 0), (-1, 0), (0, -1), (0, 1))
"""The way from each of these rows to the opposite one, in columns and, downwards, rows."""


def _is_board(one: Glimpse, score: float, config: BoardConfig) -> bool:
    """Whether the network sees a board at a place of such a score: it knows what lies on most cells, and a piece on
    some, and no row along the rim is beyond it."""
    over, plain = one.over(config.again), one.plain(config.again)
    known, taken = plain.bit_count(), (plain & ~one.bare()).bit_count()
    if taken < config.taken or (score < config.known_score and known < config.nearly_all):
        return False
    shown = len(CELLS) - over.bit_count()
    enough = known >= config.known_cells or (
        shown >= config.open_cells and known >= config.known_open * shown
    )
    return enough and not _rows_beyond(over, config)


def _rows_beyond(over: int, config: BoardConfig) -> list[int]:
    """Which of the rows along the rim lie beyond the board, or under something, by the cells (bits) with that over."""
    return [k for k, row in enumerate(RIM_ROWS) if (over & row).bit_count() > config.most_beyond]


def _found(image: Pixels, views: Sequence[Candidate], config: BoardConfig) -> _Place | None:
    """Where a photo's board lies, of these places, the likeliest first; None where none is seen."""
    candidates = views[: config.looked_at]
    least = max([config.nearly_all_score, *(config.close * candidate.score for candidate in candidates)])
    tried = [one for one in candidates if one.marked or one.score >= least]
    places: list[_Place] = []
    moved: list[_Place] = []
    for one in tried:
        # Whatever shows there, it is worth no more than its edges say, nor is what lies a square beside it.
        most = one.score + MARKED * one.marked - min(config.moved_on, 0.0)
        if most < _left(_best([*places, *moved], config), config):
            continue
        place = _place(image, one, config)
        if place is not None:
            places.append(place)
            moved += [] if one.marked else _a_square_back(image, one, place, config)
    places += moved
    best = _best(places, config)
    return best if best is not None and best.found.mixed < config.most_mixed else None


def _place(image: Pixels, candidate: Candidate, config: BoardConfig) -> _Place | None:
    """What lies at a candidate's place; None where that is no board."""
    view = settled(flatten(image, candidate.view, config.flat), candidate.view, config.settle)
    if not candidate.marked and goes_on(image, view, config.goes_on):
        return None
    # The network needs no Python while it computes: both looks are taken at once.
    with ThreadPoolExecutor(1) as pool:
        small = pool.submit(flatten, image, view, FLAT)
        asked = pool.submit(lambda: glimpse(image, small.result(), config.again))
        faint = not candidate.marked and candidate.score < config.least_score
        if faint and not _is_board(asked.result(), candidate.score, config):
            return None
        # What the third look goes by, of which nearly every board is asked, is left to whichever is done first.
        looked = pool.submit(lambda: cell_looks(small.result()))
        shown = shown_by(flatten(image, view, config.flat), config.read)
        found = read_board(shown, config.read)
        looks = cell_looks(small.result()) if looked.cancel() else looked.result()
        second = asked.result()
    # A faint grid has to make sense: pieces that lie within it, and nothing else, or the network sees a board.
    alone = found.spoilt < config.faint_spoilt and found.runs_on <= config.faint_runs_on
    plain = candidate.marked or candidate.score >= config.plain_score
    if not (plain or alone or _is_board(second, candidate.score, config)):
        return None
    # What lies over the board spoils a good place too: it only settles between places much alike.
    worth = (candidate.score + MARKED * candidate.marked) * (
        1 - config.spoilt * min(found.spoilt, 1.0)
    ) - config.cut_off * found.cut_off
    return _Place(worth, found, view, shown, second, looks)


def _a_square_back(image: Pixels, candidate: Candidate, place: _Place, config: BoardConfig) -> list[_Place]:
    """The places a square away from where a whole row of this one seems to lie beyond the board."""
    found = []
    for row in _rows_beyond(place.second.over(config.again), config):
        view = upright(place.view.moved(*FROM_ROWS[row]))
        back = _place(image, replace(candidate, view=view), config)
        if back is not None:
            found.append(replace(back, worth=back.worth - config.moved_on))
    return found


def lifted(image: Pixels, power: float) -> Pixels:
    """The photo (h, w, 3) uint8 with its shadows lifted: each channel, as a share of 255, to a power below 1."""
    table = (255 * (np.arange(256) / 255) ** power + 0.5).astype(np.uint8)
    return np.asarray(cv2.LUT(image, table), np.uint8)


def _best(places: Sequence[_Place], config: BoardConfig) -> _Place | None:
    """The place that is worth most; where others come near it the network decides too: where a grid lies a square
    beside the board's, a whole row of it is no part of a board, however well all lines fit."""
    most = max((place.worth for place in places), default=0.0)
    near = [place for place in places if place.worth >= config.contested * most]
    if len(near) < 2:
        return near[0] if near else None
    return near[int(np.argmax([_left(place, config) for place in near]))]


def _left(place: _Place | None, config: BoardConfig) -> float:
    """What a place is worth where the network decides too; less than any if there is none."""
    if place is None:
        return -math.inf
    return place.worth - config.beyond * float(np.exp(place.second.seen.cells[:, COVERED]).sum())


def _seen(told: Look, readings: tuple[Reading, ...], pale: int, view: View, grid: Loop) -> BoardSeen:
    """What is told of a board, with its places in the photo; no player's piece lies on the `pale` cells (bits)."""
    pieces = tuple(
        PieceSighting(
            owner, KINDS[spot.kind].name, spot.hand, tuple(spot.names), _around(view, spot.mask), chance
        )
        for (owner, spot), chance in sorted(
            told.pieces.items(), key=lambda pair: pair[0][1].mask & -pair[0][1].mask
        )
    )
    unread = tuple(
        UnreadPlace(_around(view, place.cells), place.why, _names(place.cells), _names(place.cells & pale))
        for place in told.unread
    )
    whole = tuple(
        OpenReading(
            reading.probability,
            tuple((owner, KINDS[s.kind].name, s.hand, tuple(s.names)) for owner, s in reading.laid),
        )
        for reading in readings
    )
    return BoardSeen(view.size_px, grid, pieces, unread, whole)


def _names(part: int) -> tuple[str, ...]:
    return tuple(sorted(CELLS[cell] for cell in range(64) if part >> cell & 1))


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
