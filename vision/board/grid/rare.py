"""Where a photo shows colours that it has hardly anywhere else: a board with its pieces, on whatever table it lies."""

from __future__ import annotations

import cv2
import numpy as np

from vision.photo import Pixels
from vision.plane import Floats

SIDE_PX = 320
"""The photo's longer side while looking."""
LIGHT, TINT = 32, 8
"""Steps of lightness and of the two tints, of 256, within which colours are one."""
NEAR_PX = 8.0
"""How far rarity counts for what is beside it."""
ABOVE = 0.8
"""By how many standard deviations a place has to be rarer than the usual."""
REACH = 2.2
"""The area's half sides over the spread of what is rare in it."""


def rare_area(image: Pixels) -> Floats | None:
    """The corners (2, 2) of the upright box that holds most of what is rare in a photo (h, w, 3); None where nothing
    is."""
    scale = min(1.0, SIDE_PX / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lab = np.asarray(cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 1.0), cv2.COLOR_BGR2LAB), int)
    key = (lab[..., 0] // LIGHT) * 1024 + (lab[..., 1] // TINT) * 32 + lab[..., 2] // TINT
    counts = np.bincount(key.ravel(), minlength=(256 // LIGHT) * 1024).reshape(-1, 32, 32)
    # A shade between two steps counts for both.
    smooth = np.stack([cv2.GaussianBlur(layer.astype(np.float32), (0, 0), 1.0) for layer in counts])
    rarity = -np.log((smooth.ravel()[key] + 1) / key.size)
    level = np.asarray(cv2.GaussianBlur(rarity.astype(np.float32), (0, 0), NEAR_PX), float)
    above = np.maximum(level - (level.mean() + ABOVE * level.std()), 0.0)
    count, labels = cv2.connectedComponents((above > 0).astype(np.uint8))
    if count < 2:
        return None
    weights = np.bincount(np.asarray(labels).ravel(), above.ravel(), minlength=count)
    rows, columns = np.nonzero(labels == int(weights.argmax()))
    weight = above[rows, columns] ** 2
    places = np.stack([columns, rows], 1)
    middle = weight @ places / weight.sum()
    spread = np.sqrt(weight @ (places - middle) ** 2 / weight.sum())
    box: Floats = np.stack([middle - REACH * spread, middle + REACH * spread]) / scale
    return box
