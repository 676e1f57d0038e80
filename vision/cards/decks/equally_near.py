"""Cards on one table are about equally near: what is drawn many times smaller in the photo is another thing's print."""

from __future__ import annotations

from dataclasses import replace

from vision.cards.decks.candidates import Candidate
from vision.cards.decks.decide import Decision
from vision.cards.decks.one_kind import fit_of

MOST = 3.5
"""By how many times one card is larger in a photo than another: a lens of 100 degrees, close above a table and aslant,
shows cards at its near and far rim so. In 127 photographs no two cards of one are by as much as 2.6 times."""
WHY = "it is far smaller or larger in the photo than the others are: show it beside them"


def of_one_distance(
    found: list[tuple[Candidate, Decision]], profile: str
) -> list[tuple[Candidate, Decision]]:
    """The decisions. Cards by their own outlines that are too small or too large beside the one that is drawn best, in
    pixels a millimetre, are in doubt."""
    stated = [
        (fit.error_mm / fit.size_mm, c.face.scale_px)
        for c, seen in found
        if c.outlined and (fit := fit_of(c, seen, profile)) is not None
    ]
    if not stated:
        return found
    _, usual = min(stated)
    return [
        (c, replace(seen, triangles=None, shape=None, why=WHY))
        if c.outlined and seen.triangles and not 1 / MOST < c.face.scale_px / usual < MOST
        else (c, seen)
        for c, seen in found
    ]
