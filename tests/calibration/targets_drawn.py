"""Boards of every kind of target, drawn."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.target import Target


def texture(target: Target, px_per_mm: int = 6) -> NDArray[np.uint8]:
    """A board with a white rim of one square; its top left square's corner is at (0, 0) mm."""
    if target.kind == "chessboard":
        side = round(target.pitch_mm * px_per_mm)
        rows, columns = np.mgrid[: target.down + 1, : target.across + 1]
        squares = np.where((rows + columns) % 2 == 0, 0, 255).astype(np.uint8)
        drawn = np.asarray(np.kron(squares, np.ones((side, side), np.uint8)))
    else:
        known = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, f"DICT_{target.family}"))
        count = (target.across, target.down)
        gap = target.pitch_mm - target.marker_mm
        sides = tuple(
            round((n * target.pitch_mm - gap * (target.kind == "arucogrid")) * px_per_mm) for n in count
        )
        if target.kind == "charuco":
            board = cv2.aruco.CharucoBoard(count, target.pitch_mm, target.marker_mm, known)
            drawn = np.asarray(board.generateImage((sides[0], sides[1]), marginSize=0))
        else:
            drawn = cv2.aruco.GridBoard(count, target.marker_mm, gap, known).generateImage(
                (sides[0], sides[1])
            )
    rim = round(20 * px_per_mm)
    return np.asarray(np.pad(drawn, rim, constant_values=255), np.uint8)
