"""The corners of a printed shape in its own millimetres, in the order in which they were seen."""

from __future__ import annotations

import numpy as np

from companion.rules.polyform import Shape
from vision.cards.face.models import models_of
from vision.plane import Floats


def shape_form(seen: Floats, shape: Shape, profile: str, unit_mm: float) -> Floats | None:
    """A shape's corners (k, 2) mm in the order in which `seen` (k, 2) has them, in any plane near the table's."""
    models = models_of(profile)
    a = seen @ np.array([1, 1j])
    a = a - a.mean()
    best: tuple[float, Floats] | None = None
    for model, other in zip(models.outline, models.shapes, strict=True):
        loop = without_repeats(model)
        if other != shape or len(loop) != len(seen):
            continue
        z = loop @ np.array([1, 1j])
        z = z - z.mean()
        for k in range(len(z)):
            turned = np.roll(z, -k)
            error = float(
                np.abs(a).__pow__(2).sum()
                - np.abs((a * turned.conj()).sum()) ** 2 / (np.abs(turned) ** 2).sum()
            )
            if best is None or error < best[0]:
                best = error, np.roll(loop, -k, axis=0) * unit_mm
    return None if best is None else best[1]


def without_repeats(loop: Floats) -> Floats:
    """A padded loop (s, 2) without the repetitions of its last corner."""
    new = np.ones(len(loop), bool)
    new[1:] = np.abs(np.diff(loop, axis=0)).max(1) > 1e-9
    return loop[new]
