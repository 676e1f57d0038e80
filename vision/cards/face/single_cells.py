"""Single triangles of a deck whose figures are printed in triangles apart: each may be as large as one of these, or as
what one stands for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.cards.face.faces import Face
from vision.cards.face.fit import Fit

LEAST_APART = 2
"""Fewer figures tell of no deck that it is printed so."""


def with_single_cells(faces: Sequence[Face]) -> list[Face]:
    """The faces, each fit of a single triangle told at both sizes where the deck's other figures are grown from smaller
    triangles: nothing about a triangle alone shows how wide the seams of its deck are."""
    shares = [
        face.blob.cells.printed for face in faces if face.blob is not None and face.blob.cells is not None
    ]
    if len(shares) < LEAST_APART:
        return list(faces)
    printed = float(np.median(shares))

    def both(fits: tuple[Fit, ...]) -> tuple[Fit, ...]:
        return (
            *fits,
            *(replace(fit, unit_mm=fit.unit_mm / printed) for fit in fits if fit.shape.size == 1),
        )

    return [
        replace(face, fits={name: both(fits) for name, fits in face.fits.items()})
        if face.blob is not None and face.blob.cells is None
        else face
        for face in faces
    ]
