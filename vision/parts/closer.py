"""Where to look once more for a marker: beside its card's other one, in outlines, on cells that are not bare, and in
squares of a marker's size."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.parts.bodies import Body, TablePlane, pose_of, square
from vision.parts.cells import CellLook
from vision.parts.deck import MarkedBoard, MarkedParts
from vision.parts.marks import Cutout
from vision.plane import Floats, apply, rectangle, sides

SLACK = 0.6
"""How far around the place a cut-out reaches, over the marker's side."""


def around_missing(bodies: Sequence[Body], plane: TablePlane) -> list[Cutout]:
    """The places of markers that did not show on cards whose other one did."""
    found = []
    for body in bodies:
        seen = {place for place, _ in body.marks}
        for place, mark in enumerate(body.thing.marks):
            if place not in seen:
                pose, _ = pose_of(body, plane)
                found.append(_around(plane.px(apply(pose, square(mark)))))
    return [cutout for cutout in found if cutout is not None]


def around_outlines(outlines: Sequence[Floats], parts: MarkedParts) -> list[Cutout]:
    """The whole of outlines (4, 2) px that may be cards."""
    share = parts.parts[0].marks[0].side_mm / min(parts.size_mm)
    found = []
    for corners in outlines:
        low, high = corners.min(0), corners.max(0)
        lengths = sides(corners)
        short = float(min(lengths[0] + lengths[2], lengths[1] + lengths[3])) / 2
        found.append(Cutout((low[0] - 3, low[1] - 3, high[0] + 3, high[1] + 3), share * short))
    return found


def around_cells(
    board: MarkedBoard, look: CellLook, plane: TablePlane, taken: Sequence[Floats], parts: MarkedParts
) -> list[Cutout]:
    """The cells that do not show their print, and on which no tile's marker was seen; those that were are `taken`,
    (4, 2) px each."""
    middles = plane.mm(np.array([corners.mean(0) for corners in taken]).reshape(-1, 2))
    share = parts.parts[0].marks[0].side_mm / board.cells[0].side_mm
    found = []
    for cell in board.cells:
        if cell.name in look.bare or cell.name in look.outside:
            continue
        (x, y), side = cell.at_mm, cell.side_mm
        off = np.abs(middles - (x + side / 2, y + side / 2))
        if len(off) and bool((off.max(1) < side / 2).any()):
            continue
        rim = plane.px(rectangle((side, side), cell.at_mm))
        low, high = rim.min(0), rim.max(0)
        slack = 0.12 * float(sides(rim).mean())
        box = (low[0] - slack, low[1] - slack, high[0] + slack, high[1] + slack)
        found.append(Cutout(box, share * float(sides(rim).mean())))
    return found[:MOST_CELLS]


MOST_CELLS = 160


def around_squares(squares: Sequence[Floats], places: Sequence[Cutout]) -> list[Cutout]:
    """Squares (4, 2) px that may be markers, where none of the other places has them."""
    found = [_around(corners) for corners in squares if not any(_holds(place, corners) for place in places)]
    return [cutout for cutout in found if cutout is not None][:MOST_SQUARES]


MOST_SQUARES = 40


def _holds(place: Cutout, corners: Floats) -> bool:
    left, top, right, bottom = place.box
    (low_x, low_y), (high_x, high_y) = corners.min(0), corners.max(0)
    return bool(left <= low_x and top <= low_y and high_x <= right and high_y <= bottom)


def _around(corners: Floats) -> Cutout | None:
    if not np.isfinite(corners).all():
        return None
    side = float(sides(corners).mean())
    low, high = corners.min(0) - SLACK * side, corners.max(0) + SLACK * side
    return Cutout((low[0], low[1], high[0], high[1]), side)
