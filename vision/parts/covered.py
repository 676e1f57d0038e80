"""Cells of which nobody can say what lies there, and the places in the photo to show for it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.parts.bodies import TablePlane
from vision.parts.cells import CellLook
from vision.parts.deck import BoardCell, MarkedBoard
from vision.parts.sighting import PartSighting, PartUnread
from vision.quads import as_quad

COVERED = "covered, or a tile that could not be read: {cells}; keep hands and glare off"


def covered_places(
    board: MarkedBoard, look: CellLook, parts: Sequence[PartSighting], plane: TablePlane
) -> tuple[tuple[str, ...], list[PartUnread]]:
    """The names of cells hidden or outside the photo, and the hidden ones in it as places, neighbours together."""
    middles = [part.centre_mm for part in parts]
    tiled = {
        cell.name
        for cell in board.cells
        if any(middle is not None and _within(cell, middle) for middle in middles)
    }
    hidden = [c for c in board.cells if c.name not in look.bare and c.name not in tiled]
    inside = [cell for cell in hidden if cell.name not in look.outside]
    unread = []
    for group in _groups(inside):
        low = np.min([cell.at_mm for cell in group], axis=0)
        high = np.max([cell.at_mm for cell in group], axis=0) + group[0].side_mm
        rim = np.array([[low[0], low[1]], [high[0], low[1]], [high[0], high[1]], [low[0], high[1]]])
        why = COVERED.format(cells=", ".join(cell.name for cell in group))
        unread.append(PartUnread(as_quad(plane.px(rim)), why, as_quad(rim)))
    return tuple(cell.name for cell in hidden), unread


def _within(cell: BoardCell, middle: tuple[float, float]) -> bool:
    half = cell.side_mm / 2
    return all(abs(m - a - half) < half for m, a in zip(middle, cell.at_mm, strict=True))


def _groups(cells: Sequence[BoardCell]) -> list[list[BoardCell]]:
    """Cells that lie side by side, together."""
    left, groups = list(cells), []
    while left:
        group = [left.pop(0)]
        for cell in group:
            for other in [one for one in left if _beside(cell, one)]:
                left.remove(other)
                group.append(other)
        groups.append(sorted(group, key=lambda one: (one.at_mm[1], one.at_mm[0])))
    return groups


def _beside(one: BoardCell, other: BoardCell) -> bool:
    off = sorted(abs(a - b) for a, b in zip(one.at_mm, other.at_mm, strict=True))
    return off[0] < 0.1 * one.side_mm and off[1] < 1.1 * one.side_mm
