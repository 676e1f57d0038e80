"""One marker and one shape that was read by itself vouch for each other: two witnesses, each without the other's help.

A single small marker lays its card's far corners badly, so that the shape is not found where the marker says; read as
a lone shape in the table's plane it needs no marker at all.
"""

from __future__ import annotations

from vision.cards.decks.candidates import Candidate
from vision.cards.decks.decide import Decision
from vision.cards.face.marked import MarkedCardSighting
from vision.quads import as_quad, inside
from vision.sighting import CardSighting, Unread

Settled = list[tuple[Candidate, Decision]]


def vouched(
    doubtful: list[tuple[MarkedCardSighting, Unread]], settled: Settled
) -> tuple[list[CardSighting], list[Unread], Settled]:
    """The marked cards for which a shape vouches, those still unread, and the shapes that are left."""
    cards, unread, left = [], [], list(settled)
    for marked, why in doubtful:
        own = next((k for k, pair in enumerate(left) if _same(marked, *pair)), None)
        if own is None:
            unread.append(why)
            continue
        trust = left.pop(own)[1].confidence
        card, corners = marked.card, as_quad(marked.corners)
        cards.append(CardSighting(card.id, card.triangles, card.shape, corners, trust, ("marker", "shape")))
    return cards, unread, left


def _same(marked: MarkedCardSighting, candidate: Candidate, decision: Decision) -> bool:
    """Whether the shape, or the Z, that was read for certain is the one on the card that the marker names."""
    if decision.why is not None or decision.triangles is None or not inside(candidate.middle, marked.corners):
        return False
    named = marked.card.shape
    if named is None or decision.shape is None:
        return named is None and decision.shape is None
    return decision.shape.key == named.key
