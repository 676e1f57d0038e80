"""What is told of a board, as places of its photo."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from calibration.lens import Lens
from vision.board.cells import CELLS, SIDE
from vision.board.first_look.doubts import Look
from vision.board.grid.register import View
from vision.board.laying.pieces import KINDS, shape_of
from vision.board.laying.reading import Reading
from vision.board.sighting import BoardSeen, Loop, OpenReading, PieceSighting, UnreadPlace
from vision.plane import Floats
from vision.straighten import bent_loop


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
    if seen.grid_px is None:
        return seen
    return replace(
        seen,
        grid_px=bent_loop(seen.grid_px, lens),
        pieces=tuple(replace(piece, corners_px=bent_loop(piece.corners_px, lens)) for piece in seen.pieces),
        unread=tuple(replace(place, corners_px=bent_loop(place.corners_px, lens)) for place in seen.unread),
    )
