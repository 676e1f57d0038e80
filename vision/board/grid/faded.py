"""The printed board's corner markers where they are too small or too blurred to be decoded, but the grid is known.

The grid says where four markers would lie and how they would look, in each of four turns of the board. That is compared
as pictures are: by normalised cross-correlation, which knows neither light nor contrast, and needs no module sharp.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.board.grid.corners import CELL_MM, FAMILY, IDS, MARKER_MM, PLACES_MM
from vision.board.grid.register import View
from vision.photo import Pixels
from vision.plane import Floats

PER_MODULE = 3
"""Samples along a module."""
MARGIN = 3
"""Modules around the marker that are looked at: the grid may be off by two of them."""


@dataclass(frozen=True, slots=True)
class FadedConfig:
    """When markers that cannot be decoded tell how a board lies."""

    least: float = 0.55
    """The least correlation, over the markers in the photo in the mean ..."""
    lead: float = 0.2
    """... and by how much more than with any other turn."""
    least_markers: int = 2
    least_px: float = 10.0
    """The least side of a marker in the photo."""
    blur: float = 0.6
    """How far modules run into one another, in modules."""


@lru_cache(maxsize=1)
def _patterns(blur: float) -> tuple[Pixels, ...]:
    """The four markers and the white around them, as seen with a1 at the bottom left, blurred."""
    known = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, f"DICT_{FAMILY}"))
    modules = known.markerSize + 2
    found = []
    for number in IDS:
        marker = cv2.aruco.generateImageMarker(known, number, modules)
        wide = cv2.copyMakeBorder(marker, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=255)
        large = cv2.resize(wide, None, fx=PER_MODULE, fy=PER_MODULE, interpolation=cv2.INTER_NEAREST)
        found.append(np.asarray(cv2.GaussianBlur(large, (0, 0), blur * PER_MODULE), np.uint8))
    return tuple(found)


def turned_by_pattern(grey: Pixels, view: View, config: FadedConfig) -> View | None:
    """The view of a photo (h, w), grey, with its corners named as the markers' look says; None where that tells
    none."""
    scores = [_likeness(grey, view.turned(turns), config) for turns in range(4)]
    order = np.argsort(scores)
    best, second = scores[order[-1]], scores[order[-2]]
    if best < config.least or best - second < config.lead:
        return None
    return view.turned(int(order[-1]))


def _likeness(grey: Pixels, view: View, config: FadedConfig) -> float:
    """How like the markers what lies at their places is, in the mean of those in the photo; -1 where they are few."""
    height, width = grey.shape
    patterns = _patterns(config.blur)
    modules = (patterns[0].shape[0] // PER_MODULE) - 2
    module = MARKER_MM / modules / CELL_MM
    count = (modules + 2 * MARGIN) * PER_MODULE
    steps = (np.arange(count) + 0.5) / PER_MODULE * module - MARGIN * module
    spots = np.stack(np.meshgrid(steps, steps), -1) + np.array(PLACES_MM)[:, None, None] / CELL_MM
    places = view.to_px(spots)
    inner = places[:, MARGIN * PER_MODULE : -MARGIN * PER_MODULE, MARGIN * PER_MODULE : -MARGIN * PER_MODULE]
    x, y = np.ascontiguousarray(np.moveaxis(inner.reshape(len(inner), -1, 2), -1, 0))
    shown = (x.min(1) >= 0) & (x.max(1) <= width - 1) & (y.min(1) >= 0) & (y.max(1) <= height - 1)
    sides_px = np.linalg.norm(inner[:, 0, 0] - inner[:, 0, -1], axis=1)
    if (sides_px[shown] < config.least_px).any():
        return -1.0
    found = [
        _best_match(grey, places[k], patterns[k], float(sides_px[k])) for k in np.flatnonzero(shown).tolist()
    ]
    return float(np.mean(found)) if len(found) >= config.least_markers else -1.0


def _best_match(grey: Pixels, px: Floats, pattern: Pixels, side_px: float) -> float:
    """The best correlation of a pattern with what is seen at places (n, n, 2), a little aside too."""
    x, y = np.ascontiguousarray(np.moveaxis(px, -1, 0))
    left, top = (max(math.floor(float(own.min())) - 2, 0) for own in (x, y))
    right, below = (math.ceil(float(own.max())) + 3 for own in (x, y))
    part = grey[top:below, left:right]
    # Finer than the samples, the photo's noise would count.
    blur = side_px / (len(pattern) - 2 * PER_MODULE)
    if blur > 0.7:
        part = np.asarray(cv2.GaussianBlur(part, (0, 0), 0.7 * blur), np.uint8)
    columns, rows = (x - left).astype(np.float32), (y - top).astype(np.float32)
    seen = cv2.remap(part, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return float(cv2.matchTemplate(np.asarray(seen), pattern, cv2.TM_CCOEFF_NORMED).max())
