"""One photo to the pieces on its board."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import cv2
import numpy as np

from calibration.lens import Lens
from vision.bands import without_bands
from vision.board.board_config import BoardConfig
from vision.board.cells import CELLS, RIM
from vision.board.first_look.doubts import Look
from vision.board.flat import sides_px
from vision.board.grid.find import find_views
from vision.board.grid.weigh import Candidate
from vision.board.in_photo import bent_back, board_seen, loop_of
from vision.board.laying.pieces import NEUTRAL
from vision.board.places import place_of
from vision.board.raised import with_raised
from vision.board.second_look.likelihood import loaded
from vision.board.sighting import BoardSeen, UnreadPlace
from vision.board.told import told_at
from vision.hueless import colourless
from vision.photo import Pixels
from vision.straighten import straightened

NO_BOARD = "No board is seen: show its whole grid from above, in even light."
TOO_SMALL = "The board is too small in the photo to see its seams: come closer, until it fills a third of the picture."
NO_COLOUR = "The picture shows no colour, and pieces are told by it: use a colour camera, or a whiter light."
FLICKER = (
    "A lamp's flicker shows as bright bands, burnt out in part: use daylight or another lamp, or less light."
)
LARGE = 5
"""Cells of each of the two white pieces that a game begins with."""
BURNT = 254
"""Of 255: how bright it was beyond that, nobody knows."""


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
    return bent_back(_in_even_light(straightened(even, glass), config, None, burnt=burnt), glass)


def _in_even_light(
    image: Pixels, config: BoardConfig, views: list[Candidate] | None, *, burnt: bool
) -> BoardSeen:
    """The board in one photo, and at one of these `views` if it was looked for; `burnt` says that a lamp's bands had
    burnt out what they lay on."""
    height, width = image.shape[:2]
    if views is None:
        views = find_views(image, config.find)
    best = place_of(image, views, config)
    # A dark board's lines are as strong as a light one's by ratio, and too faint by difference.
    if best is None:
        best = place_of(image, find_views(lifted(image, config.lift), config.find), config)
    for side_px in config.coarse_px:
        if best is None:
            small = config.coarse(side_px)
            best = place_of(image, find_views(image, small.find), small)
    if best is not None:
        found, view = best.found, best.view
        grid = loop_of(view, RIM)
        if burnt:
            why = FLICKER
        elif sides_px(view).mean() < config.least_cell_px:
            why = TOO_SMALL
        else:
            grey = any(reading.laid for reading in found.readings) and colourless(
                image, config.least_hue, np.array(grid)
            )
            # A grey camera shows players' pieces as grey as a board; one that shows colour beside it would theirs.
            if not grey or not colourless(image, config.least_hue_beside):
                told = told_at(best, config)
                if told.look.unread:
                    told = with_raised(image, told, config)
                if not grey or set_up_alone(told.look):
                    return board_seen(told.look, told.readings, told.pale, told.view, grid)
            why = NO_COLOUR
        return BoardSeen((width, height), grid, (), (UnreadPlace(grid, why, CELLS),))
    frame = ((0.0, 0.0), (width - 1.0, 0.0), (width - 1.0, height - 1.0), (0.0, height - 1.0))
    return BoardSeen((width, height), None, (), (UnreadPlace(frame, NO_BOARD),))


def set_up_alone(look: Look) -> bool:
    """Whether nothing but large white pieces lies there, as at the start of a game, and nothing is in doubt."""
    large = all(owner == NEUTRAL and spot.mask.bit_count() == LARGE for owner, spot in look.pieces)
    return large and not look.unread


def lifted(image: Pixels, power: float) -> Pixels:
    """The photo (h, w, 3) uint8 with its shadows lifted: each channel, as a share of 255, to a power below 1."""
    table = (255 * (np.arange(256) / 255) ** power + 0.5).astype(np.uint8)
    return np.asarray(cv2.LUT(image, table), np.uint8)
