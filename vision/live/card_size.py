"""How large the cards on a table are."""

from __future__ import annotations

import numpy as np

from vision.live.tracked import Tracked, is_card
from vision.plane import Floats, apply, side_px
from vision.quads import Box

CARD_MM = (63.0, 88.0)
NEARLY = 0.06
"""How far, as a natural logarithm, sides may be off a usual card's for its cards to be as large as that."""


def face_mm(tracked: Tracked) -> tuple[float, float]:
    """The size of the cards that the project prints for this table."""
    return CARD_MM if tracked.known.deck is None else tracked.known.deck.face_mm


def card_mm(tracked: Tracked, plane: Floats) -> Floats:
    """The short and the long side (2,) of this table's cards; `plane` (3, 3) maps pixels to millimetres."""
    sizes = [
        short_and_long(apply(plane, thing.corners))
        for thing in tracked.things
        if thing.reading and is_card(thing)
    ]
    size: Floats = np.median(np.array(sizes), axis=0) if sizes else np.array(sorted(face_mm(tracked)))
    return size


def card_px(tracked: Tracked, box: Box) -> float | None:
    """How large a card is in the middle of a box of the frame, as the side of a square as large, in pixels; None where
    the plane is not known."""
    if tracked.plane is None:
        return None
    left, top, right, bottom = box
    short, long = card_mm(tracked, tracked.plane)
    middle = np.array([(left + right) / 2, (top + bottom) / 2])
    return side_px(np.linalg.inv(tracked.plane), (short, long), middle)


def usual_mm(tracked: Tracked, plane: Floats) -> tuple[float, float] | None:
    """The usual size of cards, in millimetres, that this table's are of; None where they are of none. `plane` (3, 3)
    maps pixels to the table's millimetres."""
    own = card_mm(tracked, plane)
    scene = tracked.known.scene
    off = [
        (float(np.abs(np.log(own / np.array(sorted(size)))).max()), size)
        for size in (face_mm(tracked), scene.faces.size_mm, *scene.other_sizes_mm)
    ]
    least, size = min(off)
    return size if least < NEARLY else None


def short_and_long(corners: Floats) -> Floats:
    """The lengths (2,) of a quadrilateral's short and long sides."""
    lengths = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    both: Floats = np.sort((lengths[:2] + lengths[2:]) / 2)
    return both
