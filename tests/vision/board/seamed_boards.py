"""Flat boards on which the seams between pieces show as much as is wanted."""

from __future__ import annotations

import cv2
import numpy as np

from vision.board.cells import CELLS, cell_corners, edge_ends, edges
from vision.board.flat import Flat
from vision.board.laying.reading import Laid
from vision.board.second_look.likelihood import FLAT

SHADES = {"petrol": 64.0, "green": 150.0, "neutral": 230.0}
"""How light each owner's pieces are, 0..255."""


def board(pieces: dict[Laid, float], lines: list[tuple[set[str], float]], noise: float = 0.0) -> Flat:
    """A flat board with pieces in flat colours, and lines so much darker between some pairs of cells."""
    px = FLAT.px_per_cell[0]
    size = round((4 + 2 * FLAT.border) * px)
    flat = Flat(np.full((size, size, 3), 200.0, np.float32), px, FLAT.border)
    picture = np.full((size, size), 200.0, np.float32)
    for owner, place in pieces:
        for cell in place.cells:
            cv2.fillConvexPoly(
                picture, np.round(flat.at(cell_corners()[cell])).astype(np.int32), SHADES[owner], cv2.LINE_4
            )
    for pair, darker in lines:
        k = next(k for k, edge in enumerate(edges()) if {CELLS[edge.left], CELLS[edge.right]} == pair)
        line = np.zeros_like(picture)
        start, end = np.round(flat.at(edge_ends()[k])).astype(int).tolist()
        cv2.line(line, start, end, 1.0, 2)
        picture -= darker * line
    picture += np.random.default_rng(3).normal(0, noise, picture.shape).astype(np.float32)
    return Flat(np.repeat(picture[..., None], 3, 2), px, FLAT.border)


def shaded(flat: Flat, cells: tuple[int, ...], light: float) -> Flat:
    """The board with some cells in a shadow that leaves so much of the light."""
    shadow = np.zeros(flat.pixels.shape[:2], np.uint8)
    for cell in cells:
        cv2.fillConvexPoly(shadow, np.round(flat.at(cell_corners()[cell])).astype(np.int32), 1, cv2.LINE_4)
    return Flat(
        np.where(shadow[..., None] == 1, flat.pixels * np.float32(light), flat.pixels), flat.px, flat.border
    )
