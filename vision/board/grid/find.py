"""Where the board is in a photo, by its own grid."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.cells import RIM
from vision.board.grid.corners import CornerConfig, Corners, find_corners, turned_by, view_of
from vision.board.grid.faded import FadedConfig, turned_by_pattern
from vision.board.grid.grids import GridConfig, find_grids
from vision.board.grid.inset import InsetConfig, within_margin
from vision.board.grid.rare import rare_area
from vision.board.grid.register import RegisterConfig, View, centred, is_sane, register
from vision.board.grid.segments import SegmentConfig, beside_green, contrasts, find_segments
from vision.board.grid.tilts import Tilt, TiltConfig, best_tilts
from vision.board.grid.weigh import Candidate, WeighConfig, weigh
from vision.photo import Pixels
from vision.plane import Floats

Enough = tuple[float, float, float]
"""What a place explains, the share of other edges within, and that of the rarest direction, that are enough."""
NEVER: Enough = (np.inf, 0.0, 1.0)


@dataclass(frozen=True, slots=True)
class FindConfig:
    """The configs of finding a board."""

    segments: SegmentConfig = field(default_factory=SegmentConfig)
    tilts: TiltConfig = field(default_factory=TiltConfig)
    grids: GridConfig = field(default_factory=GridConfig)
    register: RegisterConfig = field(default_factory=RegisterConfig)
    corners: CornerConfig = field(default_factory=CornerConfig)
    faded: FadedConfig = field(default_factory=FadedConfig)
    weigh: WeighConfig = field(default_factory=WeighConfig)
    inset: InsetConfig = field(default_factory=InsetConfig)
    sure_score: float = 45.0
    """Where no place is better than this, the part of the photo with rare colours is searched by its own edges ..."""
    closer_places: int = 1
    """... and so many of the best places, ..."""
    closer_reach: float = 0.9
    """... from their middles on so far to all sides, in their own sizes, ..."""
    closer_share: float = 0.6
    """... unless that is so much of the photo's longer side, ..."""
    closer_least_px: int = 120
    """... or less than this."""
    named: int = 3
    """Places that are handed on, the likeliest ones."""
    most: int = 320
    """Segments that a search looks at, the longest ones."""
    windows: tuple[float, ...] = (0.45,)
    """Parts of the photo that are searched on their own where the whole shows no board."""
    enough: float = 18.0
    """Cells' length of straight edges on a grid's lines that leave no doubt, if few others lie within."""
    spoilt: float = 0.2
    """The share of other edges within that a board may have that is taken at once."""
    spoilt_part: float = 0.15
    """The same for a place that a part of the segments led to."""
    least_share: float = 0.05
    """Of the rarest of the four directions: a tablecloth's triangles have three."""
    plain: Enough = (60.0, 0.06, 0.1)
    """With this no other place is looked at."""
    fair: Enough = (75.0, 0.33, 0.1)
    """With this no further tilts are looked at once segments beside green were asked too."""
    decent: Enough = (27.0, 0.6, 0.05)
    """With this parts of the photo are not searched on their own."""
    first_tilts: int = 3
    """Tilts of all segments that are looked at first."""
    window_tilts: int = 2
    """Tilts that are looked at in each part."""


def find_views(image: Pixels, config: FindConfig) -> list[Candidate]:
    """Places where a board may lie, the likeliest first; a1 is in each the cell nearest the photo's bottom left.

    The printed board's markers say themselves where it lies and which corner is a1: then there is no other place.
    """
    size = (image.shape[1], image.shape[0])
    # Both are the library's work, which needs no Python meanwhile.
    with ThreadPoolExecutor(1) as pool:
        beside = pool.submit(find_corners, image, config.corners)
        pixels = find_segments(image, config.segments)
        corners = beside.result()
    segments = centred(pixels, size)
    marked = view_of(corners, segments, size, config.register, config.corners)
    if marked is not None and is_sane(marked):
        return [Candidate(marked, 0.0, 0.0, 0.0, 0.0, marked=True)]
    if len(segments) < config.register.least:
        return []
    contrast = contrasts(image, pixels)
    found = _places(image, pixels, contrast, config)
    if max((candidate.score for candidate in found), default=0.0) < config.sure_score:
        found += _closer(image, found, config)
    found.sort(key=lambda candidate: -candidate.score)
    distinct = _distinct([replace(candidate, view=upright(candidate.view)) for candidate in found])
    if distinct and distinct[0].score < config.inset.lined:
        best = within_margin(segments, contrast, distinct[0], config.register, config.weigh, config.inset)
        distinct = sorted([best, *distinct[1:]], key=lambda candidate: -candidate.score)
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    return [_named(grey, candidate, corners, config) for candidate in distinct[: config.named]]


def _places(image: Pixels, pixels: Floats, contrast: Floats, config: FindConfig) -> list[Candidate]:
    """The grids that a photo's segments (n, 2, 2), of contrast (n,), lead to, in its pixels."""
    size = (image.shape[1], image.shape[0])
    segments = centred(pixels, size)
    found: list[Candidate] = []
    for part, tilts, enough in _rounds(
        segments, lambda: beside_green(image, pixels, config.segments), config
    ):
        found += _search(part, segments, contrast, tilts, size, config)
        if any(_good(candidate, config) or candidate.decent(*enough) for candidate in found):
            break
    return found


def _closer(image: Pixels, found: list[Candidate], config: FindConfig) -> list[Candidate]:
    """Places in parts of the photo that are searched by their own, finer edges: a small board on a patterned table has
    too few among the longest ones of the whole."""
    height, width = image.shape[:2]
    size = (width, height)
    best = sorted(found, key=lambda candidate: -candidate.score)[: config.closer_places]
    areas = [*_rare_areas(image), *(candidate.view.to_px(RIM) for candidate in best)]
    for area in areas:
        middle, reach = (area.max(0) + area.min(0)) / 2, float(np.ptp(area, axis=0).max())
        low = np.maximum(0, middle - config.closer_reach * reach).astype(int)
        high = np.minimum([width, height], middle + config.closer_reach * reach).astype(int)
        if min(high - low) < config.closer_least_px or max(high - low) > config.closer_share * max(size):
            continue
        crop = image[low[1] : high[1], low[0] : high[0]]
        part = find_segments(crop, config.segments)
        if len(part) < config.register.least:
            continue
        alone = max(
            _places(crop, part, contrasts(crop, part), replace(config, windows=())),
            key=lambda c: c.score,
            default=None,
        )
        if alone is None:
            continue
        # The crop's middle is not the lens's: laid on its edges once more, as the whole photo has them.
        segments, contrast = centred(part + low, size), contrasts(image, part + low)
        rough, _ = cv2.findHomography(centred(alone.view.to_px(RIM) + low, size), RIM)
        view = register(segments, np.asarray(rough, float), size, config.register)
        if view is not None and is_sane(view):
            seen = weigh(segments, contrast, view, config.weigh)
            # What does not convince from close by is no board either.
            if seen.score > config.sure_score:
                return [seen]
    return []


def _rare_areas(image: Pixels) -> list[Floats]:
    """The box (2, 2) of what is rare in a photo, and of what is rare in that, if it is clearly smaller."""
    outer = rare_area(image)
    if outer is None:
        return []
    low, high = np.maximum(0, outer[0]).astype(int), outer[1].astype(int)
    part = image[low[1] : high[1], low[0] : high[0]]
    inner = rare_area(part) if min(part.shape[:2]) >= LEAST_PX else None
    if inner is None or np.ptp(inner, axis=0).max() > CLEARLY * np.ptp(outer, axis=0).max():
        return [outer]
    return [outer, inner + low]


LEAST_PX = 16
"""Of what is searched for something smaller."""
CLEARLY = 0.7


def _named(grey: Pixels, candidate: Candidate, corners: Corners, config: FindConfig) -> Candidate:
    """The candidate in a photo (h, w), grey, with a1 where a marker says, decoded or by its look, or nearest the
    photo's bottom left."""
    marked = turned_by(candidate.view, corners, config.corners)
    if marked is None:
        marked = turned_by_pattern(grey, candidate.view, config.faded)
    return candidate if marked is None else replace(candidate, view=marked, marked=True)


def _distinct(candidates: list[Candidate]) -> list[Candidate]:
    """The candidates that lie in different places, in their order."""
    kept: list[Candidate] = []
    places: list[Floats] = []
    for candidate in candidates:
        place = candidate.view.to_px(RIM)
        size = float(np.linalg.norm(place[0] - place[2]))
        if all(float(np.abs(place - other).max()) > 0.05 * size for other in places):
            kept.append(candidate)
            places.append(place)
    return kept


def _good(candidate: Candidate, config: FindConfig) -> bool:
    """Whether no other place needs to be looked at."""
    spoilt = config.spoilt_part if candidate.of_part else config.spoilt
    return candidate.decent(config.enough, spoilt, config.least_share)


def _search(
    part: Floats,
    segments: Floats,
    contrast: Floats,
    tilts: list[Tilt],
    size: tuple[int, int],
    config: FindConfig,
) -> list[Candidate]:
    """Registered grids by the tilts of a part of the segments; ends at the first tilt with a good one."""
    found: list[Candidate] = []
    for tilt in tilts:
        for grid in find_grids(part, [tilt], config.grids):
            view = register(part, grid.matrix, size, config.register)
            if view is not None and is_sane(view):
                found.append(weigh(segments, contrast, view, config.weigh))
                if found[-1].decent(*config.plain):
                    break
        if any(_good(candidate, config) for candidate in found):
            break
    if found and len(part) < len(segments):
        # What shows elsewhere tells the place more exactly than a part of the segments.
        best = max(found, key=lambda candidate: candidate.score)
        view = register(segments, best.view.matrix, size, config.register)
        if view is not None and is_sane(view):
            found.append(replace(weigh(segments, contrast, view, config.weigh), of_part=True))
    return found


def _rounds(
    segments: Floats, is_green: Callable[[], NDArray[np.bool_]], config: FindConfig
) -> Iterator[tuple[Floats, list[Tilt], Enough]]:
    """Segments and their tilts, and with what place the search ends there: the likeliest tilts of all segments, then
    those of segments beside green, for a patterned table outvotes a small board; the other tilts; windows."""
    whole = segments[: config.most]
    tilts = best_tilts(whole, config.tilts)
    yield whole, tilts[: config.first_tilts], NEVER
    green = is_green()
    if green.sum() >= config.register.least:
        beside = segments[green][: config.most]
        yield beside, best_tilts(beside, config.tilts)[: config.window_tilts], config.fair
    yield whole, tilts[config.first_tilts :], NEVER
    for part in _windows(segments, config):
        yield part, best_tilts(part, config.tilts)[: config.window_tilts], config.decent


def _windows(segments: Floats, config: FindConfig) -> Iterator[Floats]:
    """The segments in parts of the photo."""
    middle = segments.mean(1)
    reach = np.abs(middle).max(0)
    for share in config.windows:
        half = share * reach
        for x in (0.0, -1.0, 1.0):
            for y in (0.0, -1.0, 1.0):
                centre = np.array([x, y]) * (reach - half)
                inside = (np.abs(middle - centre) < half).all(1)
                if inside.sum() >= config.register.least:
                    yield segments[inside][: config.most]


def upright(view: View) -> View:
    """The same board turned so that a1 is the cell nearest the photo's bottom left."""
    _, height = view.size_px
    # Board units with y down: a1 is the square in the lower left.
    turns = [view.turned(k) for k in range(4)]
    places = [turned.to_px(np.array([0.5, 3.5])) for turned in turns]
    away = [float(np.hypot(x - 0.0, y - (height - 1.0))) for x, y in places]
    return turns[int(np.argmin(away))]
