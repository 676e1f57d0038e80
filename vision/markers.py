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
from vision.plane import Floats, rectangle

SHARPEN = 1.5
"""How much of what a blur takes away is given back where markers are small."""


@dataclass(frozen=True, slots=True)
class MarkerConfig:
    """How markers are looked for."""

    search_side_px: int = 2100
    """Larger photos are shrunk to a half, a third or less, so that their longer side is at most this."""
    windows_px: tuple[int, int, int] = (5, 21, 8)
    """Least, greatest and step of the adaptive threshold's window."""
    window_px: int = 5
    """The only window for a whole photo: each takes as long again, and a patterned table's tiles many times that."""
    card_window_px: int = 9
    """The only window for a card that is cut out."""
    probes: int = 4
    """So many outlines are searched where the whole photo shows no marker."""
    least_card_px: int = 450
    """A card's cut-out is enlarged to this side at least before it is searched, threefold at most."""
    least_perimeter_of_card: float = 0.12
    """Of a marker, over the longer side of its card's cut-out."""
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
    meaning = {index: (card, place) for index, (_, card, place) in enumerate(owners)}
    return search_for(deck.family, ids, config), meaning


def search_for(family: str, ids: tuple[int, ...], config: MarkerConfig) -> cv2.aruco.ArucoDetector:
    """A detector that knows these markers of a family alone; it answers with their places in `ids`."""
    settings = cv2.aruco.DetectorParameters()
    low, high, step = config.windows_px
    settings.adaptiveThreshWinSizeMin, settings.adaptiveThreshWinSizeMax = low, high
    settings.adaptiveThreshWinSizeStep = step
    settings.minMarkerPerimeterRate = config.least_perimeter
    settings.errorCorrectionRate = config.correction
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.cornerRefinementWinSize = 3
    settings.relativeCornerRefinmentWinSize = 0.2
    return cv2.aruco.ArucoDetector(_dictionary(family, ids), settings)


def find_markers(grey: NDArray[np.uint8], deck: MarkedDeck, config: MarkerConfig) -> list[MarkerSighting]:
    """The deck's markers in a grey picture (h, w) uint8, by every window; corners in its pixels."""
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
    once = replace(config, windows_px=(config.window_px, config.window_px, 1))
    found = find_markers(grey, deck, once)
    return [replace(marker, corners=(marker.corners + 0.5) * step - 0.5) for marker in found]


def markers_within(
    image: Pixels,
    deck: MarkedDeck,
    outlines: list[Floats],
    known: list[MarkerSighting],
    config: MarkerConfig,
) -> list[MarkerSighting]:
    """Further markers of the deck inside outlines (4, 2) px, likeliest first, that do not show two `known` ones.

    Each is cut out, enlarged where it is small, and searched anew. Of a photo without any known marker
    only a few outlines are searched, and no further ones if those show none.
    """
    found: list[MarkerSighting] = []
    window = (config.card_window_px, config.card_window_px, 1)
    inside = replace(config, least_perimeter=config.least_perimeter_of_card, windows_px=window)
    for probe, corners in enumerate(outlines):
        if not known and not found and probe >= config.probes:
            break
        low, high = corners.min(0), corners.max(0)
        here = [m for m in (*known, *found) if bool((m.corners > low).all() and (m.corners < high).all())]
        if len(here) >= 2:
            continue
        x0, y0 = np.maximum(np.floor(low).astype(int) - 4, 0).tolist()
        x1, y1 = (np.ceil(high).astype(int) + 5).tolist()
        cut = image[y0:y1, x0:x1]
        if min(cut.shape[:2]) < 16:
            continue
        grow = float(np.clip(config.least_card_px / max(cut.shape[:2]), 1.0, 3.0))
        shrink = min(1.0, config.search_side_px / 2 / max(cut.shape[:2]))
        grey = cv2.resize(
            cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY),
            None,
            fx=grow * shrink,
            fy=grow * shrink,
            interpolation=cv2.INTER_AREA if shrink < 1 else cv2.INTER_CUBIC,
        )
        named = {(m.card.id, m.place) for m in here}
        crisp = sharpened(np.asarray(grey, np.uint8), grow * shrink)
        for marker in find_markers(crisp, deck, inside):
            if (marker.card.id, marker.place) not in named:
                placed = (marker.corners + 0.5) / (grow * shrink) - 0.5 + (x0, y0)
                if not any(_same(marker, placed, other) for other in (*known, *found)):
                    found.append(replace(marker, corners=placed))
    return found


def cards_of_lone_markers(markers: list[MarkerSighting], deck: MarkedDeck) -> list[Floats]:
    """About where, (4, 2) px, the cards lie that show one marker, a fifth larger than they are."""
    named = [(m.card.id, m.place) for m in markers]
    cards = [card for card, _ in named]
    rim = rectangle(deck.face_mm)
    rim = (rim - rim.mean(0)) * 1.2 + rim.mean(0)
    found = []
    for marker in markers:
        if cards.count(marker.card.id) > 1:
            continue
        # So small a thing tells the size and the turn, and nothing of the perspective.
        printed = np.column_stack([marker_on_card(deck, marker.place), np.ones(4)])
        affine, *_ = np.linalg.lstsq(printed, marker.corners, rcond=None)
        found.append(np.column_stack([rim, np.ones(4)]) @ affine)
    return found


def _same(marker: MarkerSighting, corners: Floats, other: MarkerSighting) -> bool:
    """Whether a marker is one that was seen already: an outline may hold a part of its neighbour."""
    if (marker.card.id, marker.place) != (other.card.id, other.place):
        return False
    side = float(np.linalg.norm(corners[0] - corners[2]))
    return float(np.linalg.norm(corners.mean(0) - other.corners.mean(0))) < side


def search_picture(image: Pixels, config: MarkerConfig) -> tuple[NDArray[np.uint8], int]:
    """The photo in grey (h, w) at the size markers are looked for at, and by what it was shrunk."""
    step = max(1, -(-max(image.shape[:2]) // config.search_side_px))
    if step > 1:
        image = np.asarray(
            cv2.resize(image, (image.shape[1] // step, image.shape[0] // step), interpolation=cv2.INTER_AREA),
            np.uint8,
        )
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8), step


def sharpened(grey: NDArray[np.uint8], blur_px: float, share: float = SHARPEN) -> NDArray[np.uint8]:
    """A grey picture (h, w) with the blur of a lens, of so many pixels, undone in part (unsharp masking): `share` times
    what such a blur takes away is added.

    A marker of sixteen pixels has two for a module: a blur of half of one makes neighbouring modules one grey.
    """
    blurred = cv2.GaussianBlur(grey, (0, 0), blur_px)
    return np.asarray(cv2.addWeighted(grey, 1 + share, blurred, -share, 0), np.uint8)


def enlarged(grey: NDArray[np.uint8], grow: float, blur_px: float, share: float) -> NDArray[np.uint8]:
    """A grey picture (h, w) made larger so many times and then sharpened, for small markers to be found in."""
    large = cv2.resize(grey, None, fx=grow, fy=grow, interpolation=cv2.INTER_CUBIC)
    return sharpened(np.asarray(large, np.uint8), blur_px, share)


def marker_on_card(deck: MarkedDeck, place: int) -> Floats:
    """The corners (4, 2) of a marker in its card's millimetres, y down, in the detector's order."""
    width, height = deck.face_mm
    x, y = (deck.inset_mm,) * 2
    if place == 1:
        x, y = width - deck.inset_mm - deck.marker_mm, height - deck.inset_mm - deck.marker_mm
    m = deck.marker_mm
    return rectangle((m, m), (x, y))


def card_map(deck: MarkedDeck, markers: list[MarkerSighting]) -> Floats:
    """The map (3, 3) from a card's millimetres to pixels by its one or two markers, by least squares; nan where
    there is none."""
    on_card = np.concatenate([marker_on_card(deck, m.place) for m in markers])
    in_photo = np.concatenate([m.corners for m in markers])
    matrix, _ = cv2.findHomography(on_card, in_photo, 0)
    if matrix is None:
        return np.full((3, 3), np.nan)
    return np.asarray(matrix, float)
