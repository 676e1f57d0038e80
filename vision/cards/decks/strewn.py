"""Small shapes among many that are no cards: leaves, sweets or confetti, some of which look like a print by chance."""

from __future__ import annotations

from vision.cards.decks.candidates import Candidate
from vision.cards.decks.decide import Decision

WHY = "one of many shapes that lie about: lay its card where its edge shows all round, or clear the table"

LEAST_STRAY = 15
"""Spots of a print's size, on ground like the cards' paper, that are no print: on 66 photographs of cards on plain and
patterned tables eleven at most, on three of a cloth with leaves, some of which were told as cards, 46 and more."""
STRAYS_A_PRINT = 4
"""For each lone shape that is read."""
SMALL = 2
"""Triangles of a shape that a table shows by chance: a triangle, a rhombus, a square."""


def among_strays(found: list[tuple[Candidate, Decision]]) -> list[tuple[Candidate, Decision]]:
    """The decisions, with a reason for small lone shapes that were read where far more of their size were not."""
    lone = [seen for c, seen in found if not c.outlined]
    read = sum(1 for seen in lone if _stated(seen))
    if len(lone) - read < max(LEAST_STRAY, STRAYS_A_PRINT * read):
        return found
    return [
        (c, Decision(None, None, 0.0, WHY, True))
        if not c.outlined and _stated(seen) and 0 < (seen.triangles or 0) <= SMALL
        else (c, seen)
        for c, seen in found
    ]


def _stated(seen: Decision) -> bool:
    return seen.why is None and seen.triangles is not None
