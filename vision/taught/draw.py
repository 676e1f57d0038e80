"""What a person looks at to check what was taught: a photo with cards outlined and labelled, and faces laid flat."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.pen import READ, Pen
from vision.photo import Pixels
from vision.plane import Floats
from vision.rectify import Pyramid, face_map, rectify

FACE_MM = 63.0, 88.0
FLAT_PX_PER_MM = 4.0


def named_outlines(image: Pixels, outlines: Sequence[Floats], labels: Sequence[str]) -> Pixels:
    """A copy of the photo with each outline (4, 2) px and its label."""
    pen = Pen(image.copy(), max(1.0, max(image.shape[:2]) / 900))
    for corners in outlines:
        pen.lines(corners, READ, 2.0)
    for corners, label in zip(outlines, labels, strict=True):
        pen.label(label, corners.mean(0), 14.0, READ)
    return pen.picture


def laid_flat(image: Pixels, corners: Floats) -> Pixels:
    """The face within corners (4, 2) px, top-left first, in a usual card's proportions, for a page."""
    return np.asarray(
        rectify(Pyramid(image), face_map(corners, FACE_MM), FACE_MM, FLAT_PX_PER_MM)[0], np.uint8
    )
