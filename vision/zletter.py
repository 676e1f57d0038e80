"""The Z card: a dark letter on its paper, told by its form from every other dark print."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ink import InkConfig
from vision.plane import Floats

_SIDE = 40


def read_z(ratio: NDArray[np.float32], config: InkConfig) -> tuple[float, Floats] | None:
    """How much a rectified face looks like a Z card, 0..1, and the letter's four corners in millimetres.

    `ratio` is the patch over its paper in linear light. None where no single dark thing stands in the middle.
    """
    height, width = ratio.shape[:2]
    rim = round(config.rim_mm * config.px_per_mm)
    light = cv2.GaussianBlur(ratio.mean(-1), (0, 0), 0.6)
    inner = light[rim:-rim, rim:-rim]
    dark = float(np.percentile(inner, 1.5))
    if dark > 0.6:
        return None
    mask = np.zeros((height, width), np.uint8)
    mask[rim:-rim, rim:-rim] = inner < (dark + 1.0) * 0.5
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    least = 25 * config.px_per_mm**2
    best: tuple[float, Floats] | None = None
    for contour in contours:
        box = cv2.minAreaRect(contour)
        if min(box[1]) < 8 * config.px_per_mm or cv2.contourArea(contour) < least:
            continue
        off = np.hypot(box[0][0] / width - 0.5, box[0][1] / height - 0.5)
        if off > 0.22:
            continue
        filled = np.zeros_like(mask)
        cv2.drawContours(filled, [contour], -1, 255, cv2.FILLED)
        corners = cv2.boxPoints(box)
        score = _likeness(filled, corners)
        if best is None or score > best[0]:
            best = score, (corners.astype(float) + 0.5) / config.px_per_mm
    return best


def _likeness(filled: NDArray[np.uint8], corners: NDArray[np.float32] | cv2.typing.MatLike) -> float:
    """Overlap of a filled silhouette with the best letter of the family, less that of the mirrored letter."""
    square = np.array([[0, 0], [_SIDE, 0], [_SIDE, _SIDE], [0, _SIDE]], np.float32) - 0.5
    best = 0.0
    for turn in (0, 1):
        warp = cv2.getPerspectiveTransform(np.roll(np.asarray(corners, np.float32), turn, axis=0), square)
        seen = cv2.warpPerspective(filled, warp, (_SIDE, _SIDE)).astype(np.float32).ravel() / 255
        family = _letters()
        proper = _overlap(seen, family)
        mirrored = _overlap(seen.reshape(_SIDE, _SIDE)[:, ::-1].ravel(), family)
        if proper - mirrored > 0.12:
            best = max(best, proper)
    return best


def _overlap(seen: NDArray[np.float32], family: NDArray[np.float32]) -> float:
    common = np.minimum(family, seen[None]).sum(1)
    return float((common / np.maximum(np.maximum(family, seen[None]).sum(1), 1e-6)).max())


@lru_cache(maxsize=1)
def _letters() -> NDArray[np.float32]:
    """Zs stretched to a square, over the usual range of bar and diagonal widths; (n, _SIDE * _SIDE)."""
    letters = []
    for bar in np.arange(0.10, 0.36, 0.04):
        for slant in np.arange(0.14, 0.56, 0.06):
            picture = np.zeros((_SIDE * 4, _SIDE * 4), np.uint8)
            side = _SIDE * 4
            bar_px, slant_px = bar * side, slant * side
            cv2.rectangle(picture, (0, 0), (side, round(bar_px)), 255, cv2.FILLED)
            cv2.rectangle(picture, (0, round(side - bar_px)), (side, side), 255, cv2.FILLED)
            diagonal = np.array(
                [[side - slant_px, bar_px], [side, bar_px], [slant_px, side - bar_px], [0, side - bar_px]]
            )
            cv2.fillConvexPoly(picture, np.round(diagonal).astype(np.int32), 255)
            small = cv2.resize(picture, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA)
            letters.append(small.astype(np.float32).ravel() / 255)
    return np.stack(letters)
