"""The printed board with some of its markers, and photos of it."""

from __future__ import annotations

import cv2
import numpy as np

from vision.board.grid.corners import CELL_MM, FAMILY, IDS, MARKER_MM, PLACES_MM
from vision.photo import Pixels
from vision.plane import Floats, apply

SIZE = (960, 720)
"""Of a photo, width and height in pixels."""
PX = 5
"""Pixels of the flat board to a millimetre."""
MARGIN_MM = 30.0
SQUARE = np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]])
"""The grid's corners (4, 2) in board units."""


def flat_board(shown: tuple[int, ...]) -> tuple[Pixels, Floats]:
    """An empty board with some of its markers, and the map (3, 3) from its pixels to board units, y down."""
    side = round((4 * CELL_MM + 2 * MARGIN_MM) * PX)
    page = np.full((side, side), 250, np.uint8)
    known = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, f"DICT_{FAMILY}"))
    for place in shown:
        x, y = (round((MARGIN_MM + at) * PX) for at in PLACES_MM[place])
        width = round(MARKER_MM * PX)
        page[y : y + width, x : x + width] = cv2.aruco.generateImageMarker(known, IDS[place], width)
    for k in range(5):
        low, high = round(MARGIN_MM * PX), round((MARGIN_MM + 4 * CELL_MM) * PX)
        at = round((MARGIN_MM + k * CELL_MM) * PX)
        cv2.line(page, (low, at), (high, at), 150, 3)
        cv2.line(page, (at, low), (at, high), 150, 3)
    step = round(CELL_MM * PX)
    for k in range(-3, 4):
        a, b = low + step * max(k, 0), low + step * (4 + min(k, 0))
        cv2.line(page, (a, low - step * min(k, 0)), (b, high - step * max(k, 0)), 150, 3)
        cv2.line(page, (a, high + step * min(k, 0)), (b, low + step * max(k, 0)), 150, 3)
    scale = 1 / (PX * CELL_MM)
    shift = -MARGIN_MM / CELL_MM
    return page, np.array([[scale, 0, shift], [0, scale, shift], [0, 0, 1.0]])


def photo_of(shown: tuple[int, ...], turn_deg: float, tilt: float) -> tuple[Pixels, Floats]:
    """The board on a grey table, turned and tilted, and where the grid's corners (4, 2) are in the photo."""
    page, to_board = flat_board(shown)
    half = page.shape[0] / 2
    turn = np.radians(turn_deg)
    ring = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) @ np.array(
        [[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]
    )
    depth = 1 + tilt * ring[:, 1]
    corners = ring / depth[:, None] * 230 + np.array(SIZE) / 2
    source = (np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half + half).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
    grey = cv2.warpPerspective(page, matrix, SIZE, flags=cv2.INTER_AREA, borderValue=110)
    true = apply(matrix @ np.linalg.inv(to_board), SQUARE)
    return np.repeat(grey[..., None], 3, axis=2), true
