"""What is told of a board, as places of its photo."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from calibration.lens import Lens
from vision.board.cells import CELLS, SIDE
from vision.board.doubts import Look
from vision.board.pieces import KINDS, shape_of
from vision.board.reading import Reading
from vision.board.register import View
from vision.board.sighting import BoardSeen, Loop, OpenReading, PieceSighting, UnreadPlace
from vision.plane import Floats


def board_seen(told: Look, readings: tuple[Reading, ...], pale: int, view: View, grid: Loop) -> BoardSeen:
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
    return loop_of(view, np.array(shape_of(_names(part)).outline()[0], float))


def loop_of(view: View, points: Floats) -> Loop:
    """Board units (n, 2), y up, to pixels of the photo."""
    flipped = np.column_stack([points[:, 0], SIDE - points[:, 1]])
    return tuple((float(x), float(y)) for x, y in view.to_px(flipped))


def bent_back(seen: BoardSeen, lens: Lens) -> BoardSeen:
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
