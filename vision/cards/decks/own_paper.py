"""Lone shapes on the very paper of the cards that are read: what cannot be told there is named, not passed over."""

from __future__ import annotations

import numpy as np

from vision.cards.decks.candidates import Candidate, least_error
from vision.cards.decks.decide import Decision
from vision.cards.face.colours import count_likelihood
from vision.cards.face.discs import off_disc
from vision.cards.face.faces import Face
from vision.cards.face.fit import nearest
from vision.plane import Floats

WHY = "a shape that is not seen clearly: move the camera closer, hold it still, or give it more light"


LEAST_ALIKE = 2
"""On the paper of so many cards that are read ..."""
TINT_PLAY = 0.03
"""... whose channels' shares differ by no more than this, as a share ..."""
LIGHT_PLAY = 0.4
"""... and whose light by no more than this, as a natural logarithm."""
LEAST_PLAIN = 0.8
"""The least share of what lies about it that is plain paper."""
LEAST_COLOUR = 0.8
"""How likely its colour has to be that of some count."""
HOPELESS = 0.12
"""The error of the best fit, as a share of its size, from which on it is like no shape at all."""
ROUND = 0.4
"""What is off an ellipse by less than this share of what it is off the nearest shape is a coin or a button. Prints that
were named were off one by .88 of that and more, a coin by .08, a lemon by .56."""
SIZE_PLAY = 1.3
"""By which factor at most it is larger or smaller than a print of that colour ..."""
MAY_BE = 0.2
"""... or of any other that is as likely as this."""


def named(found: list[tuple[Candidate, Decision]], barred: set[int]) -> list[tuple[Candidate, Decision]]:
    """The decisions, with a reason for lone shapes that were dismissed though they stand on the paper of cards that are
    read, in a colour of the game and in a print's size. Those `barred` by their number stay dismissed."""
    told = [c.face for c, seen in found if seen.triangles]
    if len(told) < LEAST_ALIKE:
        return found
    papers = np.array([face.paper for face in told])
    unit_mm = float(
        np.median([_size(c.face) / np.sqrt(seen.triangles) for c, seen in found if seen.triangles])
    )
    return [
        (c, Decision(None, None, 0.0, WHY, True))
        if k not in barred
        and not c.outlined
        and not seen.plausible
        and _may_be_print(c.face, unit_mm, papers)
        else (c, seen)
        for k, (c, seen) in enumerate(found)
    ]


def _may_be_print(face: Face, unit_mm: float, papers: Floats) -> bool:
    if face.blob is None or face.plain < LEAST_PLAIN or least_error(face) > HOPELESS:
        return False
    if off_disc(face.blob.boundary_mm) < ROUND * least_error(face) * _size(face):
        return False
    colour = count_likelihood(face.blob.counted)
    counts = 1 + np.flatnonzero(colour > MAY_BE)
    off = np.abs(np.log(_size(face) / (unit_mm * np.sqrt(counts))))
    if colour.max() < LEAST_COLOUR or off.min() > np.log(SIZE_PLAY):
        return False
    tints = (face.paper / face.paper.sum()) / (papers / papers.sum(1, keepdims=True))
    light = np.log(face.paper.sum() / papers.sum(1))
    alike = (np.abs(tints - 1).max(1) < TINT_PLAY) & (np.abs(light) < LIGHT_PLAY)
    return int(alike.sum()) >= LEAST_ALIKE


def _size(face: Face) -> float:
    """The square root of the print's area, in millimetres, as the fit that is nearest to it has it; 0 for none."""
    best = nearest(face.fits)
    return best.size_mm if best is not None else 0.0
