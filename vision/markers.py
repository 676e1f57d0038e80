"""Printed markers: which of the deck's cards they name, and where those cards then lie.

Two markers stand on a card, at its top-left and its bottom-right corner, each with an id of its own; either alone
names the card and says which way up it lies.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.deck import MarkedCard, MarkedDeck
from vision.photo import Pixels
from vision.plane import Floats


@dataclass(frozen=True, slots=True)
class MarkerConfig:
    """How markers are looked for."""

    search_side_px: int = 2100
    """Larger photos are halved until their longer side is at most this."""
    windows_px: tuple[int, int, int] = (5, 21, 8)
    """Least, greatest and step of the adaptive threshold's window."""
    least_perimeter: float = 0.016
    """Of a marker, over the photo's longer side."""
    correction: float = 0.4
    """The share of the family's correctable bits that is made use of; less means fewer false names."""


@dataclass(frozen=True, slots=True)
class MarkerSighting:
    """A marker of the deck: its card, which of the two it is (0 top-left, 1 bottom-right), its corners (4, 2) px."""

    card: MarkedCard
    place: int
    corners: Floats


@lru_cache(maxsize=8)
def _dictionary(family: str, ids: tuple[int, ...]) -> cv2.aruco.Dictionary:
    known = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, f"DICT_{family}"))
    return cv2.aruco.Dictionary(known.bytesList[list(ids)], known.markerSize, known.maxCorrectionBits)


def detector(
    deck: MarkedDeck, config: MarkerConfig
) -> tuple[cv2.aruco.ArucoDetector, dict[int, tuple[MarkedCard, int]]]:
    """A detector that knows this deck's markers alone, and what each of its answers means."""
    owners = [(marker, card, place) for card in deck.cards for place, marker in enumerate(card.markers)]
    ids = tuple(marker for marker, _, _ in owners)
    settings = cv2.aruco.DetectorParameters()
    low, high, step = config.windows_px
    settings.adaptiveThreshWinSizeMin, settings.adaptiveThreshWinSizeMax = low, high
    settings.adaptiveThreshWinSizeStep = step
    settings.minMarkerPerimeterRate = config.least_perimeter
    settings.errorCorrectionRate = config.correction
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.cornerRefinementWinSize = 3
    settings.relativeCornerRefinmentWinSize = 0.2
    meaning = {index: (card, place) for index, (_, card, place) in enumerate(owners)}
    return cv2.aruco.ArucoDetector(_dictionary(deck.family, ids), settings), meaning


def find_markers(grey: NDArray[np.uint8], deck: MarkedDeck, config: MarkerConfig) -> list[MarkerSighting]:
    """The deck's markers in a grey picture (h, w) uint8; corners in its pixels."""
    search, meaning = detector(deck, config)
    corners, ids, _ = search.detectMarkers(grey)
    if ids is None:
        return []
    found = []
    for quad, index in zip(corners, np.asarray(ids).ravel(), strict=True):
        card, place = meaning[int(index)]
        found.append(MarkerSighting(card, place, np.asarray(quad, float).reshape(4, 2)))
    return found


def markers_in(image: Pixels, deck: MarkedDeck | None, config: MarkerConfig) -> list[MarkerSighting]:
    """The deck's markers in a photo, (height, width, 3); corners in its pixels. None without a deck."""
    if deck is None:
        return []
    grey, step = search_picture(image, config)
    found = find_markers(grey, deck, config)
    return [replace(marker, corners=(marker.corners + 0.5) * step - 0.5) for marker in found]


def search_picture(image: Pixels, config: MarkerConfig) -> tuple[NDArray[np.uint8], int]:
    """The photo in grey at the size markers are looked for at, and by what it was shrunk."""
    step = max(1, -(-max(image.shape[:2]) // config.search_side_px))
    if step > 1:
        image = np.asarray(
            cv2.resize(image, (image.shape[1] // step, image.shape[0] // step), interpolation=cv2.INTER_AREA),
            np.uint8,
        )
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8), step


def marker_on_card(deck: MarkedDeck, place: int) -> Floats:
    """The corners (4, 2) of a marker in its card's millimetres, y down, in the detector's order."""
    width, height = deck.face_mm
    x, y = (deck.inset_mm,) * 2
    if place == 1:
        x, y = width - deck.inset_mm - deck.marker_mm, height - deck.inset_mm - deck.marker_mm
    m = deck.marker_mm
    return np.array([[x, y], [x + m, y], [x + m, y + m], [x, y + m]])


def card_map(deck: MarkedDeck, markers: list[MarkerSighting]) -> Floats:
    """The map from a card's millimetres to pixels by its one or two markers, by least squares."""
    on_card = np.concatenate([marker_on_card(deck, m.place) for m in markers])
    in_photo = np.concatenate([m.corners for m in markers])
    matrix, _ = cv2.findHomography(on_card, in_photo, 0)
    if matrix is None:
        return np.full((3, 3), np.nan)
    return np.asarray(matrix, float)
