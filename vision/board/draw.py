"""The photo of a board with what was read drawn on it: outlines, kinds, and what is in doubt."""

from __future__ import annotations

import numpy as np

from vision.board.sighting import BoardSeen, Loop, PieceSighting
from vision.pen import WHITE, Colour, Pen
from vision.photo import Pixels
from vision.plane import Floats

OWNERS: dict[str, Colour] = {"petrol": (255, 214, 70), "green": (70, 255, 190), "neutral": WHITE}
DOUBT: Colour = (40, 160, 255)
SHORT: dict[str, str] = {
    "small triangle": "S",
    "large triangle": "L",
    "medium square": "M",
    "trapeze": "T",
    "five-sided": "F",
    "large square": "Q",
    "rectangle": "R",
    "parallelogram": "P",
    "neutral trapeze": "T",
    "neutral five-sided": "F",
}
"""A letter for each kind: whole names would hide the pieces."""


def annotate_board(image: Pixels, seen: BoardSeen) -> Pixels:
    """A copy of the photo (h, w, 3) uint8 BGR with `seen` drawn on it."""
    pen = Pen(image.copy(), max(1.0, max(image.shape[:2]) / 900))
    if seen.grid_px is None:
        for place in seen.unread:
            pen.label(place.why.split(":")[0], _middle(place.corners_px), 18 * pen.unit, DOUBT)
        return pen.picture
    grid = np.array(seen.grid_px)
    pen.lines(grid, WHITE, 1.2)
    for piece in seen.pieces:
        pen.lines(_inset(piece.corners_px, 0.94), OWNERS[piece.owner], 1.8)
    for place in seen.unread:
        pen.dashes(_inset(place.corners_px, 0.97), DOUBT, 2.0, 6.0)
    size = max(11 * pen.unit, float(np.linalg.norm(grid[0] - grid[1])) / 30)
    for piece in seen.pieces:
        pen.label(_name(piece), _middle(piece.corners_px), size, OWNERS[piece.owner])
    for place in seen.unread:
        pen.label("?", _middle(place.corners_px), size, DOUBT)
    for name, corner in zip(("a1", "d1", "d4", "a4"), grid, strict=True):
        pen.label(name, corner + 0.05 * (corner - grid.mean(0)), 0.8 * size, WHITE)
    return pen.picture


def _name(piece: PieceSighting) -> str:
    return SHORT[piece.kind] + (f"·{piece.hand}" if piece.hand else "")


def _middle(loop: Loop) -> Floats:
    """A place (2,) well within a loop: its area's centre, or for a notched one the inner corner's far side."""
    points = np.array(loop)
    nxt = np.roll(points, -1, axis=0)
    cross = points[:, 0] * nxt[:, 1] - nxt[:, 0] * points[:, 1]
    if abs(float(cross.sum())) < 1e-6:
        return np.asarray(points.mean(0))
    centre: Floats = ((points + nxt) * cross[:, None]).sum(0) / (3 * cross.sum())
    return centre


def _inset(loop: Loop, share: float) -> Floats:
    """The loop (n, 2) drawn a little towards its centre, so that neighbours' lines stay apart."""
    points = np.array(loop)
    centre = _middle(loop)
    out: Floats = centre + (points - centre) * share
    return out
