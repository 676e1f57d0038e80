"""Single triangles of a deck whose figures are printed in triangles apart: each may be as large as one of these, or as
what one stands for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.cards.decks.candidates import Candidate
from vision.cards.face.faces import Face
from vision.cards.face.fit import Fit

LEAST_APART = 2
"""Fewer figures tell of no deck that it is printed so."""


def with_single_cells(candidates: list[Candidate]) -> list[Candidate]:
    """The cards, each fit of a single triangle told at both sizes where the deck's other figures are grown from smaller
    triangles: nothing about a triangle alone shows how wide the seams of its deck are."""
    shares = [
        blob.cells.printed for c in candidates if (blob := c.face.blob) is not None and blob.cells is not None
    ]
    if len(shares) < LEAST_APART:
        return candidates
    printed = float(np.median(shares))
    return [
        replace(c, face=_at_both_sizes(c.face, printed))
        if c.face.blob is not None and c.face.blob.cells is None
        else c
        for c in candidates
    ]


def _at_both_sizes(face: Face, printed: float) -> Face:
    """A face whose single triangles may be such a share of what they stand for."""

    def both(fits: tuple[Fit, ...]) -> tuple[Fit, ...]:
        grown = (replace(fit, unit_mm=fit.unit_mm / printed) for fit in fits if fit.shape.size == 1)
        return (*fits, *grown)

    return replace(face, fits={name: both(fits) for name, fits in face.fits.items()})
