"""Pieces of a photographed board in other tints: paler and greyer sets, and whites that are not quite the board's."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.cells import RIM, cell_corners
from vision.board.laying.packing import STATES
from vision.board.laying.pieces import NEUTRAL
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
    triangles = triangles_of(corners)
    light = pixels.astype(np.float32)
    for state, (often, (least, most), brighter, tinted) in _CHANGES.items():
        own = triangles[cells == state]
        if rng.random() > often or not len(own):
            continue
        share = share_of(pixels, own)
        grey = light.mean(2, keepdims=True)
        factor = np.exp(rng.normal(0, brighter) + rng.normal(0, tinted, 3)).astype(np.float32)
        changed = (grey + (light - grey) * np.float32(rng.uniform(least, most))) * factor
        light = light + (changed - light) * share
    return np.asarray(np.clip(light + 0.5, 0, 255), np.uint8)


def near_white(
    pixels: NDArray[np.uint8], corners: Floats, cells: NDArray[np.int64], rng: np.random.Generator
) -> NDArray[np.uint8]:
    """The same with white pieces of the board's own white, but for a hundredth or a few; where theirs is another by far
    the photo stays as it is."""
    triangles = triangles_of(corners)
    white, bare = (_logs(pixels, triangles[cells == STATES.index(kind)]) for kind in (NEUTRAL, "bare"))
    if min(len(white), len(bare)) < 2:
        return pixels
    off = np.median(white, 0) - np.median(bare, 0)
    if np.abs(off).max() > _FAR:
        return pixels
    goal = rng.normal(0, 0.03) * (rng.random() < 0.8) + rng.normal(0, 0.012, 3)
    factor = np.exp((goal - off) / GAMMA).astype(np.float32)
    changed = pixels * (1 + (factor - 1) * share_of(pixels, triangles[cells == STATES.index(NEUTRAL)]))
    return np.asarray(np.clip(changed + 0.5, 0, 255), np.uint8)


_FAR = 0.6
"""White that is off the board's by more, as a logarithm of light, is not brought there."""
GAMMA = 2.2
"""From what a picture holds to the logarithm of light, nearly."""


def triangles_of(corners: Floats) -> NDArray[np.int32]:
    """The cells' corners (64, 3, 2), in sixteenths of a pixel, on a grid with these corners a1, d1, d4, a4 (4, 2)."""
    plane = cv2.getPerspectiveTransform(RIM.astype(np.float32), np.asarray(corners, np.float32))
    places = cv2.perspectiveTransform(cell_corners().reshape(1, -1, 2).astype(np.float32), plane)
    return np.round(places.reshape(-1, 3, 2) * 16).astype(np.int32)


def share_of(pixels: NDArray[np.uint8], triangles: NDArray[np.int32]) -> NDArray[np.float32]:
    """How much of each pixel (h, w, 1) these triangles take."""
    mask = np.zeros(pixels.shape[:2], np.uint8)
    for triangle in triangles:
        cv2.fillConvexPoly(mask, triangle, 255, cv2.LINE_AA, 4)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.6)[..., None] / 255, np.float32)


def _logs(pixels: NDArray[np.uint8], triangles: NDArray[np.int32]) -> Floats:
    """The logarithms of blue, green and red light (n, 3) in the middle of those triangles (n, 3, 2) that show."""
    found = []
    for x, y in np.round(triangles.mean(1) / 16).astype(int):
        near = pixels[max(y - 5, 0) : y + 6, max(x - 5, 0) : x + 6].reshape(-1, 3)
        if len(near):
            found.append(GAMMA * np.log((np.maximum(np.median(near, 0), 2) + 14) / 269))
    return np.array(found, float).reshape(-1, 3)
