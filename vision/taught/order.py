"""Cards in the order in which a person would name them: row by row from the top, each from the left."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.plane import Floats, quad_area, sides

ROW = 0.5
"""Cards whose middles differ in height by less than this share of a card's side lie in one row."""


def reading_order(quads: Sequence[Floats]) -> list[int]:
    """The order of outlines (4, 2) px, top-left corner or not."""
    if not quads:
        return []
    corners = np.stack([np.asarray(quad, float) for quad in quads])
    middles = corners.mean(1)
    reach = ROW * float(np.median(np.sqrt(np.abs(quad_area(corners)))))
    left = sorted(range(len(corners)), key=lambda k: float(middles[k, 1]))
    order: list[int] = []
    while left:
        row = [left.pop(0)]
        # A row may run aslant: its next card is level with the one beside it, not with the first.
        while near := [k for k in left if _level(middles[k], middles[row], reach)]:
            row.append(near[0])
            left.remove(near[0])
        order += sorted(row, key=lambda k: float(middles[k, 0]))
    return order


def _level(one: Floats, row: Floats, reach: float) -> bool:
    beside = row[int(np.abs(row[:, 0] - one[0]).argmin())]
    return bool(abs(one[1] - beside[1]) < reach)


def upright(corners: Floats) -> Floats:
    """The same corners (4, 2), clockwise, the first one the top-left as the card lies, its longer sides taken as
    upright."""
    lengths = sides(corners)
    across = 0 if lengths[0] + lengths[2] <= lengths[1] + lengths[3] else 1
    turns = [np.roll(corners, -k, axis=0) for k in (across, across + 2)]
    return max(turns, key=lambda c: float((c[2:].mean(0) - c[:2].mean(0)) @ np.array([0.1, 1.0])))
