"""A photo with cards outlined and labelled, for a person to check what was taught."""

from __future__ import annotations

from collections.abc import Sequence

from vision.draw import READ
from vision.pen import Pen
from vision.photo import Pixels
from vision.plane import Floats


def named_outlines(image: Pixels, outlines: Sequence[Floats], labels: Sequence[str]) -> Pixels:
    """A copy of the photo with each outline (4, 2) px and its label."""
    pen = Pen(image.copy(), max(1.0, max(image.shape[:2]) / 900))
    for corners in outlines:
        pen.lines(corners, READ, 2.0)
    for corners, label in zip(outlines, labels, strict=True):
        pen.label(label, corners.mean(0), 14.0, READ)
    return pen.picture
