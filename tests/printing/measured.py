"""Pages measured back from their pixels: what a reader of markers and a rule laid on the paper say."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.printing import raster

PX_PER_MM = 4
Grey = NDArray[np.uint8]
Corners = NDArray[np.float64]


def on_white(page: raster.Rgba) -> NDArray[np.uint8]:
    """A rendered page as it looks on white paper, in colour."""
    ink, alpha = 255 - page[..., :3], np.ascontiguousarray(page[..., 3])
    return np.asarray(255 - cv2.multiply(ink, cv2.merge([alpha] * 3), scale=1 / 255), np.uint8)


def grey_on_white(page: raster.Rgba) -> Grey:
    """The same, grey."""
    return np.asarray(cv2.cvtColor(on_white(page), cv2.COLOR_RGB2GRAY), np.uint8)


def grey_pages(pdf: bytes, px_per_mm: float = PX_PER_MM) -> Iterator[Grey]:
    """Every page, grey, on white paper."""
    for page in raster.pages(pdf, px_per_mm):
        yield grey_on_white(page)


@lru_cache(maxsize=1)
def _reader() -> cv2.aruco.ArucoDetector:
    # One threshold instead of three: a drawn page needs no more, and is read in a third of the time.
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMin = settings.adaptiveThreshWinSizeMax = 23
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h10)
    return cv2.aruco.ArucoDetector(family, settings)


def markers_on(page: Grey) -> dict[int, Corners]:
    """The corners (4, 2) in millimetres of every marker that is read on a page; no id twice."""
    found, ids, _ = _reader().detectMarkers(page)
    numbers: list[int] = [] if ids is None else [int(number) for number in ids.ravel()]
    assert len(numbers) == len(set(numbers))
    return {
        number: (np.asarray(outline[0], dtype=np.float64) + 0.5) / PX_PER_MM
        for number, outline in zip(numbers, found, strict=True)
    }


def control_lines(page: Grey) -> list[float]:
    """The lengths in millimetres of all dark things that are long, thin and nothing but a line with its ticks."""
    _, _, stats, _ = cv2.connectedComponentsWithStats((page < 160).astype(np.uint8))
    sides = [sorted((w, h)) for _, _, w, h, _ in stats[1:].tolist()]
    return [
        longer / PX_PER_MM for shorter, longer in sides if shorter < 3 * PX_PER_MM and longer > 60 * PX_PER_MM
    ]


def cuts(page: Grey) -> tuple[list[float], list[float]]:
    """Where the crop marks in the margins say to cut, in millimetres: x of the upright ones, y of the level ones."""
    dark = (page < 235).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(dark)
    upright, level = set(), set()
    for x, y, w, h, _ in stats[1:].tolist():
        if w <= 2 and abs(h - 3 * PX_PER_MM) <= 2:
            upright.add(round((x + w / 2) / PX_PER_MM, 1))
        elif h <= 2 and abs(w - 3 * PX_PER_MM) <= 2:
            level.add(round((y + h / 2) / PX_PER_MM, 1))
    return sorted(upright), sorted(level)
