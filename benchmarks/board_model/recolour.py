"""Pieces of a photographed board in other tints: paler and greyer sets, and whites that are not quite the board's."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.cells import RIM, cell_corners
from vision.board.packing import STATES
from vision.board.pieces import NEUTRAL
from vision.plane import Floats

_CHANGES = {
    # How often; how much of the saturation stays; how far brightness and tint move, in logarithms.
    STATES.index("petrol"): (0.4, (0.3, 1.15), 0.2, 0.08),
    STATES.index("green"): (0.3, (0.6, 1.15), 0.12, 0.06),
    STATES.index(NEUTRAL): (0.4, (0.6, 1.1), 0.02, 0.015),
}


def recoloured(
    pixels: NDArray[np.uint8], corners: Floats, cells: NDArray[np.int64], rng: np.random.Generator
) -> NDArray[np.uint8]:
    """A photo (h, w, 3) uint8 BGR with the pieces of some owners in other tints, by the states of the cells (64,);
    the corners (4, 2) of the grid a1, d1, d4, a4 are those at the pieces' tops, in pixels."""
    plane = cv2.getPerspectiveTransform(RIM.astype(np.float32), np.asarray(corners, np.float32))
    places = cv2.perspectiveTransform(cell_corners().reshape(1, -1, 2).astype(np.float32), plane)
    triangles = np.round(places.reshape(-1, 3, 2) * 16).astype(np.int32)
    light = pixels.astype(np.float32)
    for state, (often, (least, most), brighter, tinted) in _CHANGES.items():
        own = triangles[cells == state]
        if rng.random() > often or not len(own):
            continue
        mask = np.zeros(pixels.shape[:2], np.uint8)
        for triangle in own:
            cv2.fillConvexPoly(mask, triangle, 255, cv2.LINE_AA, 4)
        share = cv2.GaussianBlur(mask, (0, 0), 0.6).astype(np.float32)[..., None] / 255
        grey = light.mean(2, keepdims=True)
        factor = np.exp(rng.normal(0, brighter) + rng.normal(0, tinted, 3)).astype(np.float32)
        changed = (grey + (light - grey) * np.float32(rng.uniform(least, most))) * factor
        light = light + (changed - light) * share
    return np.asarray(np.clip(light + 0.5, 0, 255), np.uint8)
