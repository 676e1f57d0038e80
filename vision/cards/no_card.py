"""Places that nothing was read at and that no card can lie at: parts of a table's pattern."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.cards.cut_out import of_another_paper
from vision.cards.decks.agree import PERHAPS_Z
from vision.cards.decks.candidates import Candidate
from vision.cards.decks.decide import Decision
from vision.cards.decks.one_kind import fit_of
from vision.cards.decks.table_ink import TableInk, drawn, of_the_table, table_ink
from vision.cards.spots import PrintSpot
from vision.ground import Ground
from vision.plane import Floats, apply, sides
from vision.sighting import CardSighting, Unread

Doubt = tuple[Candidate, Unread]
"""What may be a card, and that it is not read."""
MOST_OF_SIDE = 0.6
"""Of a card's shorter side: what has no side longer than this is no card, whatever lies over it, but a small thing."""


def without_pattern(
    doubts: Sequence[Doubt],
    read: Sequence[tuple[Candidate, Decision]],
    stated: Sequence[CardSighting],
    spots: Sequence[PrintSpot],
    ground: Ground,
    profile: str,
) -> list[Unread]:
    """The places that are not read, less those of a table's pattern. The cards of a profile that are `read` by their
    shapes tell what its prints and its paper are like, and all that are `stated` which spots lie on cards."""
    deck = drawn([fit for c, seen in read if (fit := fit_of(c, seen, profile)) is not None])
    if deck is None:
        return [unread for _, unread in doubts]
    ink = table_ink(spots, [np.array(card.corners_px) for card in stated])
    papers = [c.face.paper for c, _ in read]
    return [
        unread
        for c, unread in doubts
        if not (
            _no_sheet(c, papers, ink, ground)
            if c.outlined
            else unread.why != PERHAPS_Z.why and of_the_table(c, ink, deck, profile)
        )
    ]


def _no_sheet(c: Candidate, papers: list[Floats], ink: TableInk, ground: Ground) -> bool:
    """Whether an outline of another paper than all the cards' is a patch of the pattern's paint, or far too small."""
    return of_another_paper(c.face.paper, papers) and (ink.painted(c) or _small(c, ground))


def _small(c: Candidate, ground: Ground) -> bool:
    """Whether no side of an outline is as long as most of a card's shorter side, in whichever plane."""
    least = MOST_OF_SIDE * min(ground.size_mm)
    return all(
        float(sides(apply(np.linalg.inv(way), c.corners)).max()) < least for way in ground.ways(c.middle)
    )
