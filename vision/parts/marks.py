"""Looking for a game's printed markers: in the whole photo, and once more, enlarged, where one is missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.markers import MarkerConfig, enlarged, search_for, search_picture
from vision.photo import Pixels
from vision.plane import Floats, quad_area, sides

Grey = NDArray[np.uint8]

BLURRED = 0.9
"""How far a lens blurs a marker, in pixels of the photo."""


@dataclass(frozen=True, slots=True)
class MarkSearch:
    """How markers of parts are looked for."""

    markers: MarkerConfig = field(default_factory=MarkerConfig)
    windows_px: tuple[int, int, int] = (5, 21, 16)
    """Least, greatest and step of the threshold's window in the whole photo: lamps' gradients need the wider one."""
    close_windows_px: tuple[int, int, int] = (9, 33, 12)
    """The same in a cut-out."""
    clear_px: tuple[float, ...] = (60.0, 36.0)
    """A cut-out is enlarged until a marker's side is about this, fourfold at most; the next where nothing was found."""
    grow: float = 2.0
    """A photo that shows no marker, but squares, is searched so much enlarged, and sharpened."""
    sharpen: float = 1.5
    """By how much a cut-out is sharpened: small markers' modules run into one another ..."""
    sharpen_else: tuple[float, ...] = (5.0, 0.0)
    """... and by how much where a square shows and is not read: motion asks for more, and noise for none."""
    else_clear_px: tuple[float, ...] = (90.0, 60.0, 48.0, 36.0)
    else_windows_px: tuple[int, int, int] = (5, 45, 8)
    """The sizes and the threshold's windows of such looks."""
    glare: float = 235.0
    """A fifth of a cut-out that glare lies on is lighter than this in every channel."""


@dataclass(frozen=True, slots=True)
class FoundMark:
    """A marker in the photo: its number, and its corners (4, 2) px, top left first as printed."""

    number: int
    corners: Floats


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search of a photo found: markers, and squares (4, 2) px that may be markers too small to be read there."""

    marks: list[FoundMark]
    squares: list[Floats]


@dataclass(frozen=True, slots=True)
class Cutout:
    """A place to look at once more: a box (left, top, right, bottom) px and about what a marker's side is there."""

    box: tuple[float, float, float, float]
    side_px: float


def find_marks(image: Pixels, family: str, numbers: Sequence[int], search: MarkSearch) -> Searched:
    """The markers in a photo, (height, width, 3) uint8, and what may be some; corners in its pixels."""
    grey, halved = search_picture(image, search.markers)
    step = float(halved)
    found = _detected(grey, family, numbers, replace(search.markers, windows_px=search.windows_px))
    if found.squares and not found.marks:
        # All of them may be small, and none is there to tell where to look once more.
        large = enlarged(np.asarray(grey, np.uint8), search.grow, BLURRED * search.grow, search.sharpen)
        config = replace(search.markers, windows_px=search.close_windows_px)
        found = _detected(large, family, numbers, config)
        step /= search.grow
    return Searched(
        [replace(mark, corners=(mark.corners + 0.5) * step - 0.5) for mark in found.marks],
        [(square + 0.5) * step - 0.5 for square in found.squares],
    )


def find_marks_in(
    image: Pixels, family: str, numbers: Sequence[int], places: Sequence[Cutout], search: MarkSearch
) -> list[FoundMark]:
    """The markers in some places of a photo (h, w, 3), each cut out and enlarged; one that lies in two places comes
    twice."""
    found = []
    for place in places:
        left, top, right, bottom = place.box
        x0, y0 = max(0, int(left)), max(0, int(top))
        cut = image[y0 : max(y0, int(bottom) + 1), x0 : max(x0, int(right) + 1)]
        if min(cut.shape[:2]) < 8:
            continue
        grey = np.asarray(cv2.cvtColor(np.ascontiguousarray(cut), cv2.COLOR_BGR2GRAY), np.uint8)
        # In their lightest channel all printed colours are light: a neighbour's edge beside a marker is no part of it.
        light = np.asarray(cut.max(2), np.uint8)
        dull = np.asarray(cut.min(2), np.uint8)
        ways = (grey, light) if np.percentile(dull, 80) < search.glare else (grey, light, _out_of_glare(dull))
        here = _searched(ways, place.side_px, family, numbers, search)
        found += [replace(mark, corners=mark.corners + (x0, y0)) for mark in here]
    return found


def _searched(
    ways: Sequence[Grey], side_px: float, family: str, numbers: Sequence[int], search: MarkSearch
) -> list[FoundMark]:
    """The markers that some way of looking at a cut-out shows first; corners in its own pixels."""
    square = False
    first = product((search.sharpen,), ways, search.clear_px)
    for sharpen, shades, clear_px in first:
        seen = _in_cutout(shades, clear_px, side_px, sharpen, family, numbers, search)
        if seen.marks:
            return seen.marks
        square = square or any(_may_be_read(shades, one, side_px) for one in seen.squares)
    if not square:
        return []
    closer = replace(search, close_windows_px=search.else_windows_px)
    for sharpen, shades, clear_px in product(search.sharpen_else, ways, search.else_clear_px):
        seen = _in_cutout(shades, clear_px, side_px, sharpen, family, numbers, closer)
        if seen.marks:
            return seen.marks
    return []


def _may_be_read(shades: Grey, corners: Floats, side_px: float) -> bool:
    """Whether a square (4, 2) px in a cut-out is as large as a marker, and has modules."""
    return abs(np.log(float(sides(corners).mean()) / side_px)) < SIZE_PLAY and has_modules(shades, corners)


def has_modules(shades: Grey, corners: Floats) -> bool:
    """Whether a square (4, 2) px of a picture is dark and light within, as a marker is and a cloth's is not."""
    x, y = corners.mean(0)
    reach = RIM * float(sides(corners).mean())
    within = shades[max(0, int(y - reach)) : int(y + reach) + 1, max(0, int(x - reach)) : int(x + reach) + 1]
    low, high = np.percentile(within, (10, 90)) if within.size else (1.0, 1.0)
    return bool(low < LEAST_CONTRAST * high)


SIZE_PLAY, RIM, LEAST_CONTRAST = 0.3, 0.3, 0.7
"""How far a square's sides may be from a marker's, as a logarithm, for it to be looked at in other ways; how far its
modules reach from its middle, over its side; and how dark some of them are, over the light ones."""


def _out_of_glare(dull: Grey) -> Grey:
    """A cut-out's darkest channel, the one that glare fills last, with what is left of the print in its highest lights
    spread over all of them."""
    spread = (dull / np.float32(255)) ** 8
    low, high = np.percentile(spread, (2, 98))
    return np.asarray(np.clip((spread - low) / max(float(high - low), 1e-3), 0, 1) * 255, np.uint8)


def _in_cutout(
    grey: Grey,
    clear_px: float,
    side_px: float,
    sharpen: float,
    family: str,
    numbers: Sequence[int],
    search: MarkSearch,
) -> Searched:
    """What a cut-out shows, enlarged and sharpened; corners in its own pixels."""
    grow = float(np.clip(clear_px / max(side_px, 1.0), 1.0, 4.0))
    large = enlarged(grey, grow, BLURRED * grow, sharpen)
    # A marker's perimeter is known here, so that nothing much smaller is looked at.
    least = 2.0 * side_px * grow / max(large.shape[:2])
    config = replace(
        search.markers,
        windows_px=search.close_windows_px,
        least_perimeter=float(np.clip(least, 0.02, 1.0)),
    )
    found = _detected(large, family, numbers, config)
    return Searched(
        [replace(mark, corners=(mark.corners + 0.5) / grow - 0.5) for mark in found.marks],
        [(square + 0.5) / grow - 0.5 for square in found.squares],
    )


def merged(marks: Sequence[FoundMark]) -> list[FoundMark]:
    """The markers without those that were found twice at one place."""
    kept: list[FoundMark] = []
    for mark in marks:
        size = float(np.sqrt(abs(quad_area(mark.corners))))
        if not any(
            mark.number == other.number
            and float(np.linalg.norm(mark.corners.mean(0) - other.corners.mean(0))) < size
            for other in kept
        ):
            kept.append(mark)
    return kept


def _detected(grey: Grey, family: str, numbers: Sequence[int], config: MarkerConfig) -> Searched:
    numbers = tuple(numbers)
    corners: Any
    corners, places, others = search_for(family, numbers, config).detectMarkers(grey)
    squares = [np.asarray(quad, float).reshape(4, 2) for quad in others]
    if places is None:
        return Searched([], squares)
    return Searched(
        [
            FoundMark(numbers[int(place)], np.asarray(quad, float).reshape(4, 2))
            for quad, place in zip(corners, np.asarray(places).ravel(), strict=True)
        ],
        squares,
    )
