"""The photo with what was read of marked parts drawn on it: outlines, names, what is unread, and a board's rim."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from vision.parts.sighting import PartSighting, PartsSeen
from vision.pen import PARTS, READ, UNREAD, WHITE, Pen
from vision.photo import Pixels
from vision.plane import sides

DOWN = PARTS[0]


def annotate_parts(image: Pixels, seen: PartsSeen, marked: Collection[str]) -> Pixels:
    """A copy of the photo (h, w, 3) uint8 BGR with `seen` drawn on it.

    `marked` are ids of parts that stand out: the play card, the tops of piles, the tiles just laid.
    """
    pen = Pen(image.copy(), max(1.0, max(image.shape[:2]) / 900))
    if seen.board is not None:
        pen.lines(np.array(seen.board.corners_px), WHITE, 1.2)
    for place in seen.unread:
        pen.dashes(np.array(place.corners_px), UNREAD, 2.0, 8.0)
    for part in seen.parts:
        out = part.id in marked
        colour = DOWN if part.face == "down" else WHITE if out else READ
        pen.lines(np.array(part.corners_px), colour, 3.2 if out else 1.8)
    for part in seen.parts:
        if part.name is not None:
            size = max(9 * pen.unit, _short_side(part) * (0.42 if part.kind == "tile" else 0.26))
            pen.label(part.name, np.array(part.centre_px), size, WHITE if part.id in marked else READ)
    for place in seen.unread:
        pen.label("?", np.array(place.corners_px).mean(0), 16 * pen.unit, UNREAD)
    return pen.picture


def _short_side(part: PartSighting) -> float:
    return float(sides(np.array(part.corners_px)).min())
