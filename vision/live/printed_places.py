"""Printed places of a sheet, by their markers or by their code alone."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.codes import read_codes
from vision.live.marks import MarkSet, PrintedMark
from vision.live.things import Found
from vision.markers import MarkerSighting
from vision.plane import Floats, apply, rectangle, turned_onto
from vision.quads import as_quad
from vision.rigid import Rigid

MARK_CONFIDENCE = (0.0, 0.97, 0.99, 0.999, 0.999)
"""By how many of its four markers were read."""
CODE_CONFIDENCE = 0.99


def place_by_markers(
    name: str, markers: list[MarkerSighting], marks: MarkSet, plane: Floats | None
) -> Found | None:
    """A printed place by its markers; `plane` (3, 3) maps the table's millimetres to pixels, where it is known."""
    mark = marks.named(name)
    if mark is None:
        return None
    first = {marker.place: marker for marker in reversed(markers)}
    printed = np.concatenate([mark.markers[place].corners for place in first])
    seen = np.concatenate([marker.corners for marker in first.values()])
    return _placed(mark, printed, seen, plane if len(first) < 2 else None, MARK_CONFIDENCE[len(first)])


def places_by_codes(
    grey: NDArray[np.uint8], shift: Floats, marks: MarkSet, plane: Floats | None
) -> list[Found]:
    """Printed places by the codes in a grey part (h, w) of a frame that begins at `shift` (2,)."""
    by_code = {mark.code: mark for mark in marks.marks}
    found = []
    for code in read_codes(grey, second=False):
        mark = by_code.get(code.text)
        if mark is not None:
            seen = np.array(code.corners_px) + shift
            placed = _placed(
                mark, rectangle((marks.code_mm, marks.code_mm), mark.code_at_mm), seen, plane, CODE_CONFIDENCE
            )
            found += [placed] if placed is not None else []
    return found


def _placed(
    mark: PrintedMark, printed: Floats, seen: Floats, plane: Floats | None, confidence: float
) -> Found | None:
    """A mark by points of it, (k, 2) mm as printed and (k, 2) px as seen; turned and shifted in a plane if that is
    known, for a few points close together tell its far corners badly."""
    exact = Rigid(seen, printed)
    if plane is None:
        # Of perspective two markers or one tell next to nothing, and would fling the far corners away.
        few = len(seen) <= 8
        to_px, _ = cv2.estimateAffine2D(printed, seen) if few else cv2.findHomography(printed, seen, 0)
        if to_px is None or not np.isfinite(to_px).all():
            return None
        whole = np.vstack([to_px, [0, 0, 1]]) if few else to_px
        rim = as_quad(apply(np.asarray(whole, float), mark.rim))
        return Found(rim, mark=mark.name, confidence=confidence, exact=exact)
    flat = apply(np.linalg.inv(plane), seen)
    turn = turned_onto(printed, flat)
    if turn is None:
        return None
    rim = as_quad(apply(plane @ turn, mark.rim))
    return Found(rim, mark=mark.name, confidence=confidence, exact=exact)
