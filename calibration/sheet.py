"""The table's printed sheet: where its markers stand in millimetres, and finding them in a picture."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import cv2
import numpy as np

from calibration.find import Grey, Points
from calibration.target import dictionary

MOST_SIDE_PX = 2100
"""Larger pictures are shrunk to about this before markers are looked for; their corners are refined in full size."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The sheet: `family` as `cv2.aruco` calls it without `DICT_`, each marker's top left corner by its id."""

    family: str
    marker_mm: float
    corner_mm: Mapping[int, tuple[float, float]]

    def marker(self, number: int) -> Points:
        """A marker's corners (4, 2) in millimetres, top left first, clockwise as printed."""
        x, y = self.corner_mm[number]
        side = self.marker_mm
        return np.array([[x, y], [x + side, y], [x + side, y + side], [x, y + side]])


@lru_cache(maxsize=1)
def table_sheet() -> Sheet:
    """The sheet that `companion print calibration` makes."""
    facts = tomllib.loads((files("seeds") / "targets.toml").read_text(encoding="utf-8"))["table"]
    corners = {int(m["id"]): (float(m["at"][0]), float(m["at"][1])) for m in facts["markers"]}
    return Sheet(facts["family"], float(facts["marker_mm"]), corners)


def find_sheet(grey: Grey, sheet: Sheet) -> dict[int, Points]:
    """The sheet's markers in a grey picture (h, w) uint8: corners (4, 2) px by id.

    A marker that is seen twice is left out: one of the two is a copy, and nothing tells which.
    """
    ids = list(sheet.corner_mm)
    known = dictionary(sheet.family)
    search = cv2.aruco.ArucoDetector(
        cv2.aruco.Dictionary(known.bytesList[ids], known.markerSize, known.maxCorrectionBits), _settings()
    )
    step = max(1, -(-max(grey.shape) // MOST_SIDE_PX))
    small = grey
    if step > 1:
        size = (grey.shape[1] // step, grey.shape[0] // step)
        small = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)
    corners, indices, _ = search.detectMarkers(small)
    found: dict[int, Points] = {}
    twice = set()
    for quad, index in zip(corners, np.ravel(indices) if indices is not None else [], strict=True):
        number = ids[int(index)]
        if number in found:
            twice.add(number)
        found[number] = _refined(grey, (np.asarray(quad, float).reshape(4, 2) + 0.5) * step - 0.5)
    return {number: quad for number, quad in found.items() if number not in twice}


def _settings() -> cv2.aruco.DetectorParameters:
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMin, settings.adaptiveThreshWinSizeMax = 5, 29
    settings.adaptiveThreshWinSizeStep = 8
    settings.minMarkerPerimeterRate = 0.02
    settings.errorCorrectionRate = 0.4
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.cornerRefinementWinSize = 3
    settings.relativeCornerRefinmentWinSize = 0.2
    return settings


def _refined(grey: Grey, quad: Points) -> Points:
    """Corners to a part of a pixel, with a window of a marker's module: a larger one would see the next edge."""
    side = float(np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1).min())
    reach = int(np.clip(side / 8, 2, 12))
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 40, 0.001)
    start = quad.astype(np.float32)[:, None]
    moved = cv2.cornerSubPix(grey, start.copy(), (reach, reach), (-1, -1), stop)
    moved = np.asarray(moved, float).reshape(4, 2)
    # A corner that runs away has seen something else: it stays where the detector put it.
    near = np.linalg.norm(moved - quad, axis=1) <= reach
    return np.where(near[:, None], moved, quad)
