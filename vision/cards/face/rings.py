"""What lies round a printed shape: plain paper, if nothing covers its edge and it is a card's print at all."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.face.blob import Blob
from vision.cards.face.fit import Fit, nearest
from vision.cards.face.ink import InkConfig
from vision.paper import Planes, median
from vision.plane import Floats
from vision.srgb import steps


def clear_ring(
    planes: Planes, paper: Floats, blob: Blob, fits: dict[str, tuple[Fit, ...]], config: InkConfig
) -> float:
    """The share of a ring just outside the shape, and outside the line that it is drawn in, that is plain paper,
    whatever its shade; `paper` (3,) is its light, blue first, 0..1."""
    best = nearest(fits)
    if best is None:
        return 0.0
    shape = np.zeros(planes.shape[1:], np.uint8)
    cv2.fillPoly(
        shape, [np.round((best.outline_mm * config.px_per_mm - 0.5) * 16).astype(np.int32)], 255, shift=4
    )
    line = 2 * round(blob.beyond_mm * config.px_per_mm)
    values = _ring(planes, shape, 7 + line, 13 + line)
    if not values.size:
        return 0.0
    high, low = values.max(0), values.min(0)
    tinted = (high - low) / np.maximum(high, 0.06) > 0.4
    if smeared := smeared_steps(blob, paper):
        off = _steps_off(values, np.ones(3, np.float32), paper)
        tinted &= off.max(0) - off.min(0) >= smeared
    return float(1 - tinted.mean())


SMEARED, LIGHTER = 0.2, 2.0


def smeared_steps(blob: Blob, paper: Floats) -> float:
    """By how many of 255 values the paper about a print may be off by what a picture's blocks smear of it: a fifth of
    what the print is, where it is lighter than its paper, as on black. Elsewhere that is too little to be minded."""
    if blob.colour.max() < LIGHTER:
        return 0.0
    return SMEARED * float(np.abs(steps(blob.colour[::-1] * paper) - steps(paper)).max())


def plain_round(planes: Planes, paper: Floats, blob: Blob, config: InkConfig) -> tuple[float, float]:
    """The share of a wide ring round the shape that has one colour and one brightness, as paper has, and the share that
    has one of two brightnesses, as paper that a shadow's edge crosses; `paper` (3,) is its light, blue first, 0..1."""
    scale = config.px_per_mm
    values = _ring(planes, np.asarray(blob.ink > 0.5, np.uint8), round(5 * scale) | 1, round(8 * scale) | 1)
    if values.shape[1] < 20:
        return 0.0, 0.0
    first = _of_one_light(values)
    if smeared := smeared_steps(blob, paper):
        first |= np.abs(_steps_off(values, _median_of(values), paper)).max(0) < smeared
    share = float(first.mean())
    if share > LIT_ALIKE or not first.any() or np.count_nonzero(~first) < 20:
        return share, share
    tints = [_median_of(values[:, part]) for part in (first, ~first)]
    if np.abs(np.log(tints[0] / tints[0].mean() / (tints[1] / tints[1].mean()))).max() > SAME_TINT:
        return share, share
    second = _of_one_light(values[:, ~first])
    return share, float((np.count_nonzero(first) + np.count_nonzero(second)) / len(first))


LIT_ALIKE = 0.9
SAME_TINT = 0.35
"""Between sun and sky a paper's channels change by so much, as a natural logarithm, beside its brightness."""


def _steps_off(values: Planes, usual: Planes, paper: Floats) -> Floats:
    """By how many of a picture's 255 values pixels (3, n) are off the usual ones (3,), both over the paper's light."""
    found: Floats = steps(values * paper[:, None]) - steps(usual * paper)[:, None]
    return found


def _of_one_light(values: Planes) -> NDArray[np.bool_]:
    """Which of the pixels (3, n) have about the usual colour and brightness."""
    part = values / _median_of(values)[:, None]
    level = part.mean(0)
    off = np.abs(part / np.maximum(level, 0.05) - 1).max(0)
    alike: NDArray[np.bool_] = (off < 0.16) & (level > 0.6) & (level < 1.5)
    return alike


def _median_of(values: Planes) -> NDArray[np.float32]:
    """The median of each channel of pixels (3, n); (3,)."""
    return np.maximum(np.array([median(channel) for channel in values], np.float32), np.float32(1e-3))


def _ring(planes: Planes, shape: NDArray[np.uint8], near_px: int, far_px: int) -> Planes:
    """The pixels (3, n) round a shape (h, w) that lie beyond the reach of one disc and within that of a larger one."""
    x, y, w, h = cv2.boundingRect(shape)
    reach = far_px // 2 + 1
    box = np.s_[max(0, y - reach) : y + h + reach, max(0, x - reach) : x + w + reach]
    near, far = (
        cv2.dilate(shape[box], cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))
        for size in (near_px, far_px)
    )
    index = np.flatnonzero(np.asarray(far > near))
    found: Planes = planes[:, *box].reshape(3, -1)[:, index]
    return found
