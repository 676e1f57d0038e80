"""Printed shapes that stand out on their own, whether or not their card's edge does.

Each pixel is set against the lightest surroundings of its own neighbourhood, channel by channel: there a printed
ink is dark in one channel at least, whatever the table, the cast or the exposure. What forms a compact patch with
plain surroundings is a candidate; only the fit of a model decides.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.photo import Pixels
from vision.plane import Floats


@dataclass(frozen=True, slots=True)
class BlobConfig:
    """Sizes as fractions of the picture's longer side."""

    window: float = 0.07
    """How far the paper round a shape is looked for."""
    cuts: tuple[float, ...] = (0.72, 0.55, 0.42)
    """Ink is below these shares of its surroundings, in display values of its weakest channel."""
    least_tint: float = 40.0
    """An ink's strongest channel over its weakest, each over its paper's: so far from grey, of 255."""
    least_side: float = 0.006
    most_side: float = 0.22
    most: int = 250
    most_dark: int = 24
    """At most so many candidates are handed on, the most colourful on the plainest ground first."""


@dataclass(frozen=True, slots=True)
class BlobSighting:
    """A coloured patch: its middle and the corners of its upright box (x, y, w, h), in photo pixels."""

    middle: Floats
    box: tuple[float, float, float, float]
    colourful: float
    plain: float
    """The share of its near surroundings that are about as light as any thereabouts, as paper is."""
    dark: bool = False
    """Not coloured, only dark: a letter perhaps."""
    ink: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """The patch's mean blue, green and red, display-coded."""


def local_ratio(work: Pixels, config: BlobConfig) -> Pixels:
    """Each pixel's weakest channel over the lightest of its neighbourhood, (h, w) uint8."""
    small = cv2.resize(
        work, (max(1, work.shape[1] // 6), max(1, work.shape[0] // 6)), interpolation=cv2.INTER_AREA
    )
    reach = max(3, round(config.window * max(small.shape[:2])) | 1)
    light = cv2.dilate(small, np.ones((reach, reach), np.uint8))
    light = cv2.blur(light, (reach, reach))
    light = cv2.resize(light, (work.shape[1], work.shape[0]), interpolation=cv2.INTER_LINEAR)
    blue, green, red = cv2.split(cv2.divide(work, np.maximum(np.asarray(light, np.uint8), 8), scale=255.0))
    return np.asarray(cv2.min(cv2.min(blue, green), red), np.uint8)


def find_blobs(work: Pixels, step: int, config: BlobConfig) -> list[BlobSighting]:
    """Candidates on the work picture, which is the photo shrunk by `step`."""
    height, width = work.shape[:2]
    side = max(height, width)
    ratio = local_ratio(work, config)
    found: list[BlobSighting] = []
    for cut in config.cuts:
        mask = np.asarray(ratio < cut * 255, np.uint8)
        mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8)
        _, labels, stats, middles = cv2.connectedComponentsWithStats(mask, connectivity=8)
        box_w, box_h, area = stats[:, 2], stats[:, 3], stats[:, 4]
        low, high = config.least_side * side, config.most_side * side
        keep = (np.maximum(box_w, box_h) >= low) & (np.maximum(box_w, box_h) <= high) & (area >= 0.5 * low**2)
        keep &= (area > 0.18 * box_w * box_h) & (np.minimum(box_w, box_h) > 2)
        keep &= (stats[:, 0] > 1) & (stats[:, 1] > 1)
        keep &= (stats[:, 0] + box_w < width - 1) & (stats[:, 1] + box_h < height - 1)
        keep[0] = False
        for k in np.nonzero(keep)[0]:
            x, y, w, h = (int(v) for v in stats[k, :4])
            grow = max(3, max(w, h) // 3)
            x0, y0, x1, y1 = (
                max(0, x - grow),
                max(0, y - grow),
                min(width, x + w + grow),
                min(height, y + h + grow),
            )
            own = labels[y0:y1, x0:x1] == k
            around = mask[y0:y1, x0:x1] == 0
            if around.sum() < 8:
                continue
            bright = around & (ratio[y0:y1, x0:x1] > 190)
            plain = float(bright.sum() / around.sum())
            if plain < 0.3:
                continue
            near = work[y0:y1, x0:x1]
            own_ink = near[own].mean(0)
            # Over the paper beside it: under a veil of glare an ink is pale, and the light near by is not its own.
            over = own_ink / np.maximum(near[bright].mean(0), 1.0)
            colourful = 255.0 * float(1 - over.min() / max(over.max(), 1e-3))
            dark = colourful < config.least_tint and float(ratio[y0:y1, x0:x1][own].mean()) < 0.45 * 255 and plain > 0.6
            if colourful < config.least_tint and not dark:
                continue
            middle = (np.array([middles[k][0], middles[k][1]]) + 0.5) * step - 0.5
            if any(np.abs(other.middle - middle).max() < 0.4 * max(w, h) * step for other in found):
                continue
            blue, green, red = (float(v) for v in own_ink)
            box = (float(x * step), float(y * step), float(w * step), float(h * step))
            found.append(BlobSighting(middle, box, colourful, plain, dark, (blue, green, red)))
    coloured = sorted((b for b in found if not b.dark), key=lambda blob: -blob.colourful * blob.plain**2)
    letters = sorted((b for b in found if b.dark), key=lambda blob: -blob.box[2] * blob.box[3])
    return coloured[: config.most] + letters[: config.most_dark]
