"""Where cards lie of which a shape was read and no outline: on the nearest outline that is a card's in size, or where
their edges show most."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.cards.decks.candidates import Candidate
from vision.cards.place import LonePrint, place_around
from vision.cards.stretch import stretch_of
from vision.ground import Ground
from vision.outlines import QuadSighting, WorkPicture
from vision.plane import Floats, quad_area
from vision.quads import middle_of, upright

NEAR = 0.2
"""How far a print may lie beside the middle of its card's outline, as a share of the root of that one's area."""


def places_of(
    lone: Sequence[Candidate],
    quads: Sequence[QuadSighting],
    ground: Ground,
    work: WorkPicture,
    off_mm: Floats,
    play: float,
    *,
    scaled: bool,
) -> list[Floats]:
    """The corners (4, 2) px of the card of each shape, printed `off_mm` (2,) beside its middle. A card's size is known
    on the ground, within `play` as a share, if that is `scaled` by cards or markers."""
    prints = [LonePrint(one.middle, one.face.paper, one.face.to_px) for one in lone]
    stretch = np.eye(2) if scaled or not prints else stretch_of(work, prints, ground.size_mm)
    truer = ground.stretched(stretch)
    return [
        place_around(work, print_, ground.size_mm, off_mm, stretch) if own is None else own
        for print_ in prints
        for own in [_own_edge(print_.middle, quads, truer, play)]
    ]


def _own_edge(middle: Floats, quads: Sequence[QuadSighting], ground: Ground, play: float) -> Floats | None:
    """The outline, a card's in size, that has a lone shape nearest to its middle; None where there is none."""
    best, least = None, NEAR
    for quad in quads:
        own = middle_of(quad.corners)
        away = float(np.hypot(*(own - middle))) / float(np.sqrt(abs(quad_area(quad.corners))))
        if away < least and ground.card_sized(quad.corners, own, play):
            best, least = upright(quad.corners), away
    return best
