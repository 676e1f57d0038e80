"""Card outlines: flat regions walled in by edges, as quadrilaterals with sub-pixel sides.

A card is a flat patch with an edge all round, whatever the colours of card and table are. So the picture's
gradient is cut at a ladder of heights; wherever the pixels below a rung form a region whose hull is a
quadrilateral, that is a candidate. Nothing depends on an absolute brightness. Each candidate's sides are then
moved to where the full picture changes most across them, and of several candidates for one place the best stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.edges import refine
from vision.photo import Pixels
from vision.plane import Floats, is_convex, quad_area, sides
from vision.polygons import MOST_CORNERS, Polygon, area, quads_within, side_lengths
from vision.seams import SeamConfig, split

TURNS = (np.arange(4)[:, None] + np.arange(4)) % 4
"""Four corners in order, begun at each of them."""

MOST_PART_ASPECT = 5.5
"""Of a part of a union; a row of cards may be one."""

SEAM_SUPPORT = 0.6
"""The support of a side that was found as a seam between cards."""


@dataclass(frozen=True, slots=True)
class OutlineConfig:
    """How outlines are found. Lengths are fractions of the picture's longer side unless named otherwise."""

    work_side_px: int = 1300
    """The picture is shrunk by a whole number until its longer side is at most this ..."""
    least_work_px: int = 900
    """... and where that leaves less than this, by as much as leaves the middle of the two."""
    rungs: tuple[int, ...] = (4, 6, 10, 16, 28, 50)
    """Heights in grey values at which the gradient is cut, from faint edges to strong ones."""
    least_flat: float = 0.4
    """A rung that leaves less of the picture flat is below its noise."""
    min_side: float = 0.018
    max_side: float = 0.9
    min_fill: float = 0.86
    """Least share of its convex hull that a region fills ..."""
    min_fill_of_quad: float = 0.78
    """... and of the quadrilateral: prints in two of its corners may run into its walls."""
    max_aspect: float = 4.0
    samples: int = 20
    """Places along each side where the edge is looked for."""
    least_support: float = 0.2
    """Every side needs this much of an edge."""
    least_likeness: float = 0.12
    """Of one that is handed on; what has less is a lozenge or tapers."""
    widest: float = 2.6
    """The aspect of one that is handed on; wider ones are only looked at for seams."""
    most: int = 60
    """So many outlines at most are handed on, those that look most like a card with an edge all round."""
    most_unions: int = 8
    """So many regions at most that are no quadrilaterals are cut at their reflex corners."""
    least_union: float = 0.3
    """Least share of its upright box that such a region fills."""
    most_split: int = 12
    """So many of the largest outlines are looked at for seams."""
    seams: SeamConfig = field(default_factory=SeamConfig)


@dataclass(frozen=True, slots=True)
class QuadSighting:
    """A quadrilateral with an edge all round.

    `corners`: (4, 2) px in the full picture, clockwise on the screen. `support`: for each of the four sides
    the share of it along which an edge was found. `fill`: how much of it its region fills.
    """

    corners: Floats
    support: tuple[float, float, float, float]
    fill: float


@dataclass(frozen=True, slots=True)
class WorkPicture:
    """A photo shrunk by `step`, (h, w, 3), and its `gradient` (h, w)."""

    picture: Pixels
    step: float
    gradient: NDArray[np.uint8]


def work_picture(image: Pixels, config: OutlineConfig) -> WorkPicture:
    """The photo (h, w, 3) at the size at which outlines are looked for."""
    longest = max(image.shape[:2])
    step: float = max(1, -(-longest // config.work_side_px))
    if step > 1:
        if longest / step < config.least_work_px:
            step = 2 * longest / (config.work_side_px + config.least_work_px)
        size = int(image.shape[1] / step), int(image.shape[0] / step)
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    return WorkPicture(image, step, gradient(image))


def gradient(work: Pixels) -> NDArray[np.uint8]:
    """The largest change within 3 x 3 pixels, over the three channels; (h, w) uint8."""
    smooth = cv2.blur(work, (3, 3))
    steps = cv2.morphologyEx(smooth, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    blue, green, red = cv2.split(steps)
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


def raw_quads(steps: NDArray[np.uint8], config: OutlineConfig) -> tuple[Floats, Floats]:
    """Candidate quadrilaterals (n, 4, 2) in work pixels and how much of each its region fills (n,)."""
    height, width = steps.shape
    side = max(height, width)
    least, most = (config.min_side * side) ** 2, config.max_side * width * height
    short = config.min_side * side
    corners: list[Polygon] = []
    fills: list[float] = []
    done: set[tuple[int, ...]] = set()
    unions: dict[tuple[int, ...], tuple[float, NDArray[np.int32]]] = {}
    for rung in config.rungs:
        _, flat = cv2.threshold(steps, rung, 255, cv2.THRESH_BINARY_INV)
        if cv2.countNonZero(flat) < config.least_flat * flat.size:
            continue
        # Regions, and the holes in them: a card with its walls is a hole in the table.
        contours, _ = cv2.findContours(flat, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour, (x, y, w, h) in _large(contours, short):
            if w * h < least:
                continue
            key = (x // 3, y // 3, w // 3, h // 3)
            if key in done:
                continue
            size = cv2.contourArea(contour)
            if not least <= size <= most:
                continue
            outline = np.asarray(contour, np.int32)
            found = quad_of(outline, size, config)
            if found is not None:
                corners.append(found[0])
                fills.append(found[1])
            if found is not None and found[1] >= config.min_fill:
                done.add(key)
            elif size > config.least_union * w * h:
                unions[x // 4, y // 4, w // 4, h // 4] = size, outline
    largest = sorted(unions.values(), key=lambda union: -union[0])[: config.most_unions]
    for size, outline in largest:
        parts = _parts(outline, size, least)
        corners += parts
        fills += [config.min_fill] * len(parts)
    if not corners:
        return np.empty((0, 4, 2)), np.empty(0)
    return np.array(corners, float), np.array(fills)


def _large(
    contours: Sequence[cv2.typing.MatLike], short: float
) -> list[tuple[cv2.typing.MatLike, tuple[int, int, int, int]]]:
    """The contours of four points at least that are no shorter than this either way, with their upright boxes x, y, w,
    h: a cloth's grain has thousands that are, so that all are measured at once."""
    counts = np.fromiter(map(len, contours), np.intp, len(contours))
    if not len(counts):
        return []
    points = np.concatenate(contours)[:, 0]
    starts = np.cumsum(counts) - counts
    first = np.minimum.reduceat(points, starts)
    size = np.maximum.reduceat(points, starts) - first + 1
    kept = np.flatnonzero((counts >= 4) & (size >= short).all(1))
    boxes = np.concatenate([first[kept], size[kept]], 1).tolist()
    return [(contours[k], (x, y, w, h)) for k, (x, y, w, h) in zip(kept.tolist(), boxes, strict=True)]


def quad_of(contour: NDArray[np.int32], size: float, config: OutlineConfig) -> tuple[Polygon, float] | None:
    """The quadrilateral, clockwise, that a contour (n, 1, 2) px around an area of such a `size` is, and how much of it
    that fills; None where it is none."""
    hull = cv2.convexHull(contour)
    if len(hull) < 4 or size < config.min_fill * cv2.contourArea(hull):
        return None
    corners: Polygon = cv2.approxPolyN(hull, 4, ensure_convex=True).reshape(-1, 2).tolist()
    if len(corners) != 4:
        return None
    signed = area(corners)
    if size < config.min_fill_of_quad * abs(signed):
        return None
    lengths = side_lengths(corners)
    if min(lengths) * config.max_aspect < max(lengths):
        return None
    return (corners if signed > 0 else corners[::-1]), size / abs(signed)


def _parts(contour: NDArray[np.int32], size: float, least: float) -> list[Polygon]:
    """Quadrilaterals that make up a region of several cards; none for one not bounded by straight sides."""
    polygon = cv2.approxPolyDP(contour, max(2.0, 0.02 * size**0.5), True).reshape(-1, 2)
    if not 6 <= len(polygon) <= MOST_CORNERS:
        return []
    return quads_within(polygon.tolist(), max(least, 0.05 * size), MOST_PART_ASPECT)


def cluster(corners: Floats, worth: Floats, reach_px: float) -> list[int]:
    """One of each group of nearly equal quadrilaterals (n, 4, 2): the one of most `worth` (n,); best first."""
    middles = corners.mean(1)
    first, second = np.nonzero(np.triu(_within(middles[:, None] - middles, reach_px), 1))
    turned = corners[first][:, TURNS]
    same = np.asarray(_within(corners[second, None] - turned, reach_px).all(2)).any(axis=1)
    alike: dict[int, list[int]] = {}
    for a, b in zip(first[same].tolist(), second[same].tolist(), strict=True):
        alike.setdefault(a, []).append(b)
        alike.setdefault(b, []).append(a)
    gone: set[int] = set()
    kept: list[int] = []
    for k in np.argsort(-worth, kind="stable").tolist():
        if k not in gone:
            kept.append(k)
            gone.update(alike.get(k, ()))
    return kept


def _within(away: Floats, reach_px: float) -> NDArray[np.bool_]:
    """Whether both of (..., 2) are within reach."""
    close: NDArray[np.bool_] = (np.abs(away[..., 0]) <= reach_px) & (np.abs(away[..., 1]) <= reach_px)
    return close


def likeness(corners: Floats) -> Floats:
    """How much like a lying card quadrilaterals (n, 4, 2) look, 0..1: opposite sides alike, corners not sharp."""
    lengths = sides(corners)
    alike = np.minimum(lengths[:, :2], lengths[:, 2:]) / np.maximum(lengths[:, :2], lengths[:, 2:])
    means = (lengths[:, :2] + lengths[:, 2:]) / 2
    aspect = _aspects(corners)
    upright = np.abs(quad_area(corners)) / np.maximum(means.prod(1), 1e-9)
    shape = np.clip(1 - np.abs(np.log(aspect / 1.4)) / 1.2, 0.05, 1)
    worth: Floats = alike.prod(1) * np.clip(2.5 * upright - 1.5, 0, 1) * shape
    return worth


def _aspects(corners: Floats) -> Floats:
    lengths = sides(corners)
    pairs = lengths[:, :2] + lengths[:, 2:]
    aspects: Floats = pairs.max(1) / np.maximum(pairs.min(1), 1e-9)
    return aspects


def find_outlines(
    image: Pixels, config: OutlineConfig, work: WorkPicture | None = None
) -> list[QuadSighting]:
    """The quadrilaterals in the photo (h, w, 3) that have an edge all round; nested ones among them, the largest first.

    `work` is the photo's work picture where there is one already.
    """
    work = work or work_picture(image, config)
    step = work.step
    corners, fills = raw_quads(work.gradient, config)
    if not len(corners):
        return []
    worth = likeness(corners) * fills**2 * np.abs(quad_area(corners)) ** 0.25
    first = np.argsort(-worth, kind="stable")[: 4 * config.most]
    corners, fills = corners[first], fills[first]
    kept = cluster(corners, np.abs(quad_area(corners)) * fills**2, 4.0)
    corners, fills = corners[kept], fills[kept]
    first = np.argsort(-likeness(corners) * fills**2 * np.abs(quad_area(corners)) ** 0.25, kind="stable")[
        : 2 * config.most
    ]
    corners, fills = corners[first], fills[first]
    full = (corners + 0.5) * step - 0.5
    placed, support = _placed(image, full, step, config)
    # Of those that end at one place, the one that had least to move is placed best.
    moved = np.abs(placed - full).max((1, 2)) / step
    kept = cluster(placed, support.sum(1) - 0.1 * moved, 2.5 * step)
    placed, support, fills = placed[kept], support[kept], fills[kept]
    cells = _cells(image, placed, support, config)
    if len(cells):
        near, shown = _placed(image, cells, step, config)
        # A seam's long, faint edge was found by averaging along it: where a short look fails, it stays.
        near = np.where((shown.min(1) < 0.5)[:, None, None], cells, near)
        placed = np.concatenate([placed, near])
        support = np.concatenate([support, np.maximum(shown, SEAM_SUPPORT)])
        fills = np.concatenate([fills, np.ones(len(cells))])
    look, size = likeness(placed), np.abs(quad_area(placed))
    # Patterned tables are full of small squares: of two that look alike the larger one is worth more.
    worth = support.mean(1) * np.sqrt(support.min(1) + 0.05) * fills * np.sqrt(look) * size**0.25
    worth[(look < config.least_likeness) | (_aspects(placed) > config.widest)] = 0.0
    best = np.argsort(-worth, kind="stable")
    kept = cluster(placed[best], support[best].sum(1), 2.5 * step)
    chosen = best[kept]
    chosen = chosen[(support[chosen].min(1) >= config.least_support) & (worth[chosen] > 0)]
    chosen = chosen[np.argsort(-worth[chosen], kind="stable")][: config.most]
    chosen = chosen[np.argsort(-np.abs(quad_area(placed[chosen])), kind="stable")]
    return [QuadSighting(placed[k], _four(support[k]), float(fills[k])) for k in chosen]


def _placed(image: Pixels, full: Floats, step: float, config: OutlineConfig) -> tuple[Floats, Floats]:
    placed, support = refine(image, full, 3.0 * step + 2.0, config.samples)
    # A side that ran away from where its region ended is put back.
    away = np.abs(placed - full).max((1, 2)) > 8.0 * step
    placed[away] = full[away]
    return placed, support


def _cells(image: Pixels, placed: Floats, support: Floats, config: OutlineConfig) -> Floats:
    """The cells (n, 4, 2) of the largest quadrilaterals that seams cut into cards."""
    # Sides that were moved may cross: such a thing has no cells.
    sound = (support.min(1) > 0.5) & is_convex(placed)
    order = np.argsort(-np.abs(quad_area(placed)) * sound, kind="stable")[: config.most_split]
    found = [cell for k in order if sound[k] for cell in split(image, placed[k], config.seams)]
    return np.stack(found) if found else np.empty((0, 4, 2))


def _four(values: Floats) -> tuple[float, float, float, float]:
    a, b, c, d = (float(v) for v in values)
    return a, b, c, d
