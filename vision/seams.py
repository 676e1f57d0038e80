"""Rows and blocks of touching cards: one rectangle in the picture, cut where a seam runs right across it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.photo import Pixels
from vision.plane import Floats, cells, homography, sides


@dataclass(frozen=True, slots=True)
class SeamConfig:
    """How seams are found in a rectangle laid flat."""

    bands: int = 10
    """The rectangle is looked at in so many strips; a seam shows in nearly all of them."""
    longest_px: int = 300
    most_cards: int = 6
    least_step: float = 1.1
    """Grey values by which the seam must stand out, averaged along a strip."""
    least_share: float = 0.7
    """Of the strips that must show it; the two at the rims together count as one more condition."""
    long_aspect: float = 2.15
    long_share: float = 0.3
    """A rectangle longer than any card is cut into equal cards if this share of their seams shows."""
    row_aspects: tuple[float, float] = (1.25, 1.62)
    aspects: tuple[float, float] = (1.15, 2.0)


def split(image: Pixels, corners: Floats, config: SeamConfig) -> list[Floats]:
    """The cells (4, 2) of a quadrilateral (4, 2) that equal rows or columns of cards make up; none without seams."""
    lengths = sides(corners)
    width, height = (lengths[0] + lengths[2]) / 2, (lengths[1] + lengths[3]) / 2
    across = _count(image, corners, width / height, config)
    down = _count(image, np.roll(corners, -1, axis=0), height / width, config)
    cells_aspect = (width / across) / (height / down)
    low, high = config.aspects
    if across * down == 1 or not low <= max(cells_aspect, 1 / cells_aspect) <= high:
        return []
    return cells(corners, across, down)


def _count(image: Pixels, corners: Floats, aspect: float, config: SeamConfig) -> int:
    """Into how many equal parts seams cut the quadrilateral from its side 3 to its side 1."""
    lengths = sides(corners)
    long = int(np.clip(max(lengths[0], lengths[2]), 24, config.longest_px))
    rows = config.bands * 5
    target = np.array([[0.0, 0.0], [long, 0.0], [long, rows], [0.0, rows]]) - 0.5
    patch = cv2.warpPerspective(
        image, homography(target, corners), (long, rows), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    )
    # Averaging along the seam leaves it and takes the noise away; the rims' own strips touch the outside.
    rows_of = np.asarray(patch, np.uint8).reshape(config.bands, 5, long, 3)
    strips = np.add(rows_of[:, 1], rows_of[:, 2], dtype=np.int16) + rows_of[:, 3]
    change = np.zeros((config.bands, long), np.float32)
    step = np.abs(strips[:, 2:] - strips[:, :-2])
    change[:, 1:-1] = np.maximum(np.maximum(step[..., 0], step[..., 1]), step[..., 2]) / np.float32(3)
    level = np.median(change, axis=1, keepdims=True) * 2.2 + config.least_step
    stands = cv2.dilate((change > level).astype(np.uint8), np.ones((1, 5), np.uint8)) > 0
    share = stands.mean(0)
    rims = stands[0] | stands[1], stands[-1] | stands[-2]
    seam = (share >= config.least_share) & rims[0] & rims[1]
    best, best_shown = 1, config.long_share
    low, high = config.row_aspects
    for count in range(2, config.most_cards + 1):
        places = (np.arange(1, count) * long / count - 0.5).astype(int)
        slack = max(2, round(0.02 * long / count))
        if all(seam[p - slack : p + slack + 2].any() for p in places):
            best, best_shown = count, 1.0
        cell = aspect / count
        if aspect > config.long_aspect and low <= max(cell, 1 / cell) <= high:
            # No single card is so long: the row is cut where most of its seams show, faint as they are.
            shown = float(np.mean([share[p - slack : p + slack + 2].max() for p in places]))
            if shown > best_shown:
                best, best_shown = count, shown
    return best
