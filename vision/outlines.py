"""Card outlines: flat regions walled in by edges, as quadrilaterals with sub-pixel sides.

A card is a flat patch with an edge all round, whatever the colours of card and table are. So the picture's
gradient is cut at a ladder of heights; wherever the pixels below a rung form a region whose hull is a
quadrilateral, that is a candidate. Nothing depends on an absolute brightness. Each candidate's sides are then
moved to where the full picture changes most across them, and of several candidates for one place the best stays.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Pixels
from vision.plane import Floats, quad_area, sides


@dataclass(frozen=True, slots=True)
class OutlineConfig:
    """How outlines are found. Lengths are fractions of the picture's longer side unless named otherwise."""

    work_side_px: int = 1300
    """The picture is shrunk by a whole number until its longer side is at most this."""
    rungs: tuple[int, ...] = (4, 6, 9, 14, 22, 36, 56)
    """Heights in grey values at which the gradient is cut, from faint edges to strong ones."""
    min_side: float = 0.018
    max_side: float = 0.9
    min_fill: float = 0.86
    """Least share of the quadrilateral that its region fills."""
    max_aspect: float = 4.0
    samples: int = 20
    """Places along each side where the edge is looked for."""


@dataclass(frozen=True, slots=True)
class QuadSighting:
    """A quadrilateral with an edge all round.

    `corners`: (4, 2) px in the full picture, clockwise on the screen. `support`: for each of the four sides
    the share of it along which an edge was found. `fill`: how much of it its region fills.
    """

    corners: Floats
    support: tuple[float, float, float, float]
    fill: float


def work_picture(image: Pixels, config: OutlineConfig) -> tuple[Pixels, int]:
    """The picture shrunk by a whole number, and that number."""
    step = max(1, -(-max(image.shape[:2]) // config.work_side_px))
    if step == 1:
        return image, 1
    size = image.shape[1] // step, image.shape[0] // step
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8), step


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
    corners: list[Floats] = []
    fills: list[float] = []
    for rung in config.rungs:
        flat = cv2.compare(steps, float(rung), cv2.CMP_LE)
        contours, tree = cv2.findContours(flat, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
        if tree is None:
            continue
        outer = tree[0, :, 3] < 0
        for contour, is_outer in zip(contours, outer, strict=True):
            if not is_outer or len(contour) < 4:
                continue
            area = cv2.contourArea(contour)
            if not least <= area <= most:
                continue
            found = _quad_of(np.asarray(contour, np.int32), area, config)
            if found is not None:
                corners.append(found[0])
                fills.append(found[1])
    if not corners:
        return np.empty((0, 4, 2)), np.empty(0)
    return np.stack(corners), np.array(fills)


def _quad_of(contour: NDArray[np.int32], area: float, config: OutlineConfig) -> tuple[Floats, float] | None:
    hull = cv2.convexHull(contour)
    if len(hull) < 4 or area < config.min_fill * cv2.contourArea(hull):
        return None
    corners = np.asarray(cv2.approxPolyN(hull, 4, ensure_convex=True), float).reshape(-1, 2)
    if len(corners) != 4:
        return None
    signed = float(quad_area(corners))
    if area < config.min_fill * abs(signed):
        return None
    lengths = sides(corners)
    if lengths.min() * config.max_aspect < lengths.max():
        return None
    return (corners if signed > 0 else corners[::-1].copy()), area / abs(signed)


def refine(image: Pixels, corners: Floats, reach_px: float, config: OutlineConfig) -> tuple[Floats, Floats]:
    """Move the sides of quadrilaterals (n, 4, 2) to the strongest straight edge within `reach_px` of them.

    Returns corners (n, 4, 2) and each side's support (n, 4): the share of its samples that lie on an edge.
    """
    count, places = len(corners), config.samples
    offsets = np.arange(-np.ceil(reach_px), np.ceil(reach_px) + 0.5)
    along = np.linspace(0.1, 0.9, places)
    start, end = corners, np.roll(corners, -1, axis=1)
    direction = end - start
    length = np.linalg.norm(direction, axis=-1, keepdims=True)
    normal = np.stack([direction[..., 1], -direction[..., 0]], -1) / np.maximum(length, 1e-9)
    base = start[:, :, None] + direction[:, :, None] * along[:, None]
    spots = base[:, :, :, None] + normal[:, :, None, None] * offsets[:, None]
    flat = spots.reshape(count * 4 * places, len(offsets), 2).astype(np.float32)
    seen = _sample(image, flat)
    # The change across one step either side, largest channel; a side outside the picture shows none.
    change = np.abs(seen[:, 2:] - seen[:, :-2]).max(-1).reshape(count * 4, places, len(offsets) - 2)
    shifts, support = _straight_edge(change, offsets[1:-1], along)
    p = start + normal * shifts[:, 0].reshape(count, 4, 1)
    q = end + normal * shifts[:, 1].reshape(count, 4, 1)
    return _crossings(p, q), support.reshape(count, 4)


def _sample(image: Pixels, spots: NDArray[np.float32]) -> Floats:
    rows = []
    # cv2.remap holds at most 32767 rows at a time.
    for part in range(0, len(spots), 30000):
        chunk = spots[part : part + 30000]
        rows.append(cv2.remap(image, chunk[..., 0], chunk[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
    return np.concatenate(rows).astype(np.float32)


def _straight_edge(change: Floats, offsets: Floats, along: Floats) -> tuple[Floats, Floats]:
    """For each side, the line (its shift at either end) that crosses the most change, and its support."""
    sides_count, places, steps = change.shape
    # Compress: a strong edge at a few places must not outvote a faint one along the whole side.
    noise = np.median(change, axis=(1, 2))[:, None, None] + 2.0
    strength = change / (change + 2.0 * noise)
    half = max(2, steps // 2)
    ends = np.unique(np.round(np.linspace(0, steps - 1, min(steps, 13))).astype(int))
    first, last = (grid.ravel() for grid in np.meshgrid(ends, ends, indexing="ij"))
    keep = np.abs(first - last) <= half
    first, last = first[keep], last[keep]
    rows = first[:, None] + (last - first)[:, None] * ((along - along[0]) / (along[-1] - along[0]))[None, :]
    low = np.clip(np.floor(rows).astype(int), 0, steps - 2)
    part = rows - low
    place = np.arange(places)[None, :]
    votes = (strength[:, place, low] * (1 - part) + strength[:, place, low + 1] * part).sum(-1)
    best = votes.argmax(1)
    line = rows[best]
    # Sub-pixel: the centre of the change near the chosen line, fitted by weighted least squares, twice.
    index = np.arange(steps)[None, None, :]
    t = (along - along[0]) / (along[-1] - along[0])
    for width in (1.6, 1.2):
        near = np.exp(-0.5 * ((index - line[:, :, None]) / width) ** 2) * strength
        weight = near.sum(-1) + 1e-9
        centre = (near * index).sum(-1) / weight
        w = np.clip(strength_at(strength, line) - 0.25, 0.0, None) + 1e-6
        w = w / (1 + ((centre - line) / 1.0) ** 2)
        sw, st, stt = w.sum(1), (w * t).sum(1), (w * t * t).sum(1)
        sy, sty = (w * centre).sum(1), (w * t * centre).sum(1)
        det = sw * stt - st * st + 1e-12
        slope = (sw * sty - st * sy) / det
        level = (sy - slope * st) / sw
        line = np.clip(level[:, None] + slope[:, None] * t[None, :], 0, steps - 1)
    support = (strength_at(strength, line) > 0.5).mean(1)
    run = (line[:, -1] - line[:, 0]) / (along[-1] - along[0])
    at_start = line[:, 0] - run * along[0]
    at_end = at_start + run
    return np.stack([at_start, at_end], -1) + offsets[0], support


def strength_at(strength: Floats, line: Floats) -> Floats:
    """The strongest change within one step of a line; strength (n, places, steps), line (n, places)."""
    steps = strength.shape[-1]
    middle = np.clip(np.round(line).astype(int), 1, steps - 2)
    rows, place = np.arange(len(line))[:, None], np.arange(line.shape[1])[None, :]
    near = [strength[rows, place, middle + d] for d in (-1, 0, 1)]
    best: Floats = np.maximum(np.maximum(near[0], near[1]), near[2])
    return best


def _crossings(p: Floats, q: Floats) -> Floats:
    """Corners (n, 4, 2) where each side's line meets the one before it; lines run from p to q (n, 4, 2)."""
    ones = np.ones((*p.shape[:-1], 1))
    lines = np.cross(np.concatenate([p, ones], -1), np.concatenate([q, ones], -1))
    meets = np.cross(np.roll(lines, 1, axis=1), lines)
    w = meets[..., 2:]
    w = np.where(np.abs(w) < 1e-9, 1e-9, w)
    corners: Floats = meets[..., :2] / w
    return corners


def cluster(corners: Floats, fills: Floats, reach_px: float) -> tuple[Floats, Floats]:
    """One of each group of nearly equal quadrilaterals: the largest that is well filled."""
    if not len(corners):
        return corners, fills
    order = np.argsort(-np.abs(quad_area(corners)) * fills**2)
    kept: list[int] = []
    middles = corners.mean(1)
    for k in order:
        same = False
        for j in kept:
            if np.abs(middles[j] - middles[k]).max() > reach_px:
                continue
            turned = [np.abs(np.roll(corners[k], turn, axis=0) - corners[j]).max() for turn in range(4)]
            if min(turned) <= reach_px:
                same = True
                break
        if not same:
            kept.append(int(k))
    return corners[kept], fills[kept]


def find_outlines(image: Pixels, config: OutlineConfig) -> list[QuadSighting]:
    """All quadrilaterals in the photo that have an edge all round; nested ones among them, the largest first."""
    work, step = work_picture(image, config)
    corners, fills = raw_quads(gradient(work), config)
    corners, fills = cluster(corners, fills, 4.0)
    if not len(corners):
        return []
    full = (corners + 0.5) * step - 0.5
    placed, support = refine(image, full, 3.0 * step, config)
    # A side that ran away from where its region ended is put back.
    away = np.abs(placed - full).max((1, 2)) > 8.0 * step
    placed[away] = full[away]
    placed, index = _distinct(placed, 2.0 * step)
    return [
        QuadSighting(placed[k], tuple(float(v) for v in support[index[k]]), float(fills[index[k]]))  # type: ignore[arg-type]
        for k in range(len(placed))
    ]


def _distinct(corners: Floats, reach_px: float) -> tuple[Floats, list[int]]:
    kept: list[int] = []
    for k in range(len(corners)):
        if not any(
            min(np.abs(np.roll(corners[k], turn, axis=0) - corners[j]).max() for turn in range(4)) <= reach_px
            for j in kept
        ):
            kept.append(k)
    return corners[kept], kept
