"""The printed shape on a rectified card: where its ink lies, and its boundary to a fraction of a pixel.

All colours are taken as ratios to the card's own paper in linear light, so a cast or a dim room changes nothing;
the measure of ink is saturation relative to paper, which a shadow does not change either.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.models import ANGLES, RADII, radii
from vision.photo import Pixels
from vision.plane import Floats

_LINEAR = np.array(
    [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (np.arange(256) / 255.0)],
    np.float32,
)


@dataclass(frozen=True, slots=True)
class InkConfig:
    """Sizes on the card, in millimetres; shares of one."""

    px_per_mm: float = 2.0
    rim_mm: float = 3.5
    """What lies nearer to the card's edge than this (edge, border ring) is not looked at."""
    bridge_mm: float = 1.3
    """Gaps up to this are inner lines, and closed."""
    least_area_mm2: float = 14.0
    least_saturation: float = 0.22


@dataclass(frozen=True, slots=True)
class Blob:
    """A connected patch of ink. Lengths in the card's millimetres, y down.

    `boundary_mm` (n, 2) places where the ink is at half; `colour` (3,) the ink over the paper in linear light,
    red green blue; `mask` (RADII, ANGLES) about `centroid_mm` at unit area; `ink` the patch-sized ink map.
    """

    area_mm2: float
    centroid_mm: Floats
    boundary_mm: Floats
    colour: Floats
    mask: Floats
    ink: NDArray[np.float32]
    touches_rim: bool
    saturation: float


def linear(patch: Pixels) -> NDArray[np.float32]:
    """sRGB values as light, (h, w, 3) float32 in 0..1."""
    return _LINEAR[patch]


def over_paper(light: NDArray[np.float32], config: InkConfig) -> tuple[NDArray[np.float32], Floats]:
    """The patch as a ratio to its paper, and the paper's own light (3,); the paper is what most of the face is."""
    rim = round(config.rim_mm * config.px_per_mm)
    inner = light[rim:-rim:2, rim:-rim:2].reshape(-1, 3)
    paper = np.median(inner, axis=0).astype(np.float32)
    # Where the median falls on a mixture, the colours close to it say better what the paper is.
    near = np.abs(inner / np.maximum(paper, 1e-3) - 1).max(-1) < 0.2
    if near.sum() > 30:
        paper = inner[near].mean(0).astype(np.float32)
    return (light / np.maximum(paper, 2e-3)).astype(np.float32), paper.astype(float)


def hue_map(ratio: NDArray[np.float32]) -> NDArray[np.float32]:
    """Each pixel's colour against its paper as a vector of hue and saturation, (h, w, 2), at most 1 long.

    The two axes span the plane of equal light in red, green and blue; dividing by the brightest channel takes
    the shade out.
    """
    soft = cv2.GaussianBlur(ratio, (0, 0), 0.6)
    # The floor keeps the noise of nearly black pixels from looking like colour.
    part = soft / np.maximum(soft.max(-1, keepdims=True), 0.06)
    blue, green, red = cv2.split(part)
    return np.stack([red - 0.5 * (green + blue), 0.8660254 * (green - blue)], -1)


def find_blob(
    ratio: NDArray[np.float32], config: InkConfig, bridge_mm: float | None = None, *, by_hue: bool = False
) -> Blob | None:
    """The coloured blob that is the card's printed shape, or None where no ink stands out.

    `bridge_mm` overrides the configured width of the gaps that are closed. The boundary is taken where ink and
    paper mix half and half; `by_hue` takes it from the hue alone, which is coarser but ignores a shadow's edge.
    """
    hues = hue_map(ratio)
    height, width = hues.shape[:2]
    rim = round(config.rim_mm * config.px_per_mm)
    inner = hues[rim:-rim, rim:-rim]
    sat = cv2.magnitude(inner[..., 0].copy(), inner[..., 1].copy())
    full = float(np.percentile(sat, 99.5))
    if full < config.least_saturation:
        return None
    ink = _dominant(inner, np.asarray(sat, np.float32), 0.5 * full)
    if ink is None:
        return None
    # How much of the ink's own colour each pixel holds: other hues, a hand's for one, hold little of it.
    share = (hues @ (ink / float(ink @ ink))).astype(np.float32)
    across = np.abs(hues @ (np.array([-ink[1], ink[0]], np.float32) / float(ink @ ink))).astype(np.float32)
    share = np.clip(share - np.maximum(0, across - 0.35), 0, 1)
    marked = np.zeros((height, width), np.uint8)
    marked[rim:-rim, rim:-rim] = share[rim:-rim, rim:-rim] > 0.5
    size = max(3, round((bridge_mm or config.bridge_mm) * config.px_per_mm) | 1)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    closed = cv2.morphologyEx(marked, cv2.MORPH_CLOSE, kernel)
    own = _main_part(closed, config)
    if own is None:
        return None
    return _blob_of(ratio, share, own, rim, kernel, config, by_hue)


def _dominant(
    inner: Floats | NDArray[np.float32], sat: NDArray[np.float32], least: float
) -> NDArray[np.float32] | None:
    """The hue vector (2,) that most of the saturated pixels near the middle share."""
    height, width = sat.shape
    ys, xs = np.nonzero(sat > least)
    if len(ys) < 20:
        return None
    vectors = inner[ys, xs]
    central = np.exp(-0.5 * (((xs / width - 0.5) / 0.22) ** 2 + ((ys / height - 0.5) / 0.22) ** 2))
    angle = np.arctan2(vectors[:, 1], vectors[:, 0])
    bins = 36
    votes = np.bincount(((angle / (2 * np.pi)) % 1 * bins).astype(int) % bins, central, bins)
    votes = votes + 0.5 * (np.roll(votes, 1) + np.roll(votes, -1))
    middle = (votes.argmax() + 0.5) * (2 * np.pi / bins)
    same = np.abs((angle - middle + np.pi) % (2 * np.pi) - np.pi) < np.pi / 9
    # The core of the ink, not its soft rim: the more saturated half.
    strong = same & (np.hypot(vectors[:, 0], vectors[:, 1]) >= np.median(np.hypot(*vectors[same].T)))
    vector: NDArray[np.float32] = np.median(vectors[strong], axis=0).astype(np.float32)
    return vector


def _main_part(closed: NDArray[np.uint8] | cv2.typing.MatLike, config: InkConfig) -> NDArray[np.bool_] | None:
    height, width = closed.shape
    count, labels, stats, middles = cv2.connectedComponentsWithStats(closed, connectivity=8)
    least = config.least_area_mm2 * config.px_per_mm**2
    best, best_score = 0, 0.0
    for k in range(1, count):
        area = float(stats[k, cv2.CC_STAT_AREA])
        # A ring of colour round the face is its border, not its shape.
        ring = stats[k, cv2.CC_STAT_WIDTH] > 0.72 * width and stats[k, cv2.CC_STAT_HEIGHT] > 0.72 * height
        if area < least or (ring and area < 0.5 * width * height):
            continue
        off = np.hypot((middles[k][0] - width / 2) / width, (middles[k][1] - height / 2) / height)
        score = area * float(np.exp(-((off / 0.25) ** 2)))
        if score > best_score:
            best, best_score = k, score
    return np.asarray(labels == best) if best else None


def _blob_of(
    ratio: NDArray[np.float32],
    share: NDArray[np.float32],
    own: NDArray[np.bool_],
    rim: int,
    kernel: cv2.typing.MatLike,
    config: InkConfig,
    by_hue: bool,
) -> Blob:
    height, width = share.shape
    x, y, w, h = cv2.boundingRect(own.astype(np.uint8))
    touches = x <= rim or y <= rim or x + w >= width - rim or y + h >= height - rim
    # Everything below looks at the blob's own surroundings alone.
    margin = 11
    x0, y0 = max(0, x - margin), max(0, y - margin)
    part = np.s_[y0 : y + h + margin, x0 : x + w + margin]
    own8, near_share, near_ratio = own[part].astype(np.uint8), share[part], ratio[part]
    core = (own8 > 0) & (near_share > 0.85)
    if core.sum() < 12:
        core = (own8 > 0) & (near_share > 0.5)
    colour = np.median(near_ratio[core], axis=0)[::-1].astype(float)
    near = cv2.dilate(own8, np.ones((5, 5), np.uint8)) > 0
    if not by_hue:
        near_share = _mixture(near_ratio, core, own8)
    soft = np.asarray(cv2.morphologyEx(np.where(near, near_share, 0), cv2.MORPH_CLOSE, kernel), np.float32)
    solid = np.clip((soft - 0.5) * 4 + 0.5, 0, 1)
    total = float(solid.sum())
    rows, cols = solid.shape
    centroid = np.array([solid.sum(0) @ np.arange(cols), solid.sum(1) @ np.arange(rows)]) / max(total, 1e-6)
    mask = _polar(solid, centroid, float(np.sqrt(max(total, 1e-6))))
    scale = config.px_per_mm
    corner = np.array([x0 + 0.5, y0 + 0.5])
    ink = np.zeros((height, width), np.float32)
    ink[part] = soft
    return Blob(
        total / scale**2,
        (centroid + corner) / scale,
        (_half_crossings(soft) + corner) / scale,
        colour,
        mask,
        ink,
        touches,
        float(1 - colour.min() / max(colour.max(), 1e-3)),
    )


def _mixture(
    ratio: NDArray[np.float32], core: NDArray[np.bool_], own: NDArray[np.uint8]
) -> NDArray[np.float32]:
    """The share of ink in each pixel, as a mixture in light of the ink's core and the paper round about."""
    far = cv2.dilate(own, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (17, 17)))
    close = cv2.dilate(own, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9)))
    ring = (far > 0) & (close == 0)
    paper = np.median(ratio[ring], axis=0) if ring.sum() > 20 else np.ones(3, np.float32)
    step = paper - np.median(ratio[core], axis=0)
    soft = cv2.GaussianBlur(ratio, (0, 0), 0.7)
    share = ((paper - soft) @ (step / max(float(step @ step), 1e-6))).astype(np.float32)
    return np.clip(share, 0, 1)


def _half_crossings(soft: NDArray[np.float32]) -> Floats:
    """Places (n, 2) between neighbouring pixels where the map crosses one half, x and y in pixels."""
    inside = soft > 0.5
    parts = []
    ys, xs = np.nonzero(inside[:, 1:] != inside[:, :-1])
    a, b = soft[ys, xs], soft[ys, xs + 1]
    parts.append(np.stack([xs + (0.5 - a) / (b - a), ys], -1))
    ys, xs = np.nonzero(inside[1:] != inside[:-1])
    a, b = soft[ys, xs], soft[ys + 1, xs]
    parts.append(np.stack([xs, ys + (0.5 - a) / (b - a)], -1))
    return np.concatenate(parts).astype(float)


def _polar(solid: NDArray[np.float32], centre: Floats, unit_px: float) -> Floats:
    angle = np.arange(ANGLES) * (2 * np.pi / ANGLES)
    r = radii()[:, None] * unit_px
    x = (centre[0] + r * np.cos(angle)[None]).astype(np.float32)
    y = (centre[1] + r * np.sin(angle)[None]).astype(np.float32)
    seen: Floats = cv2.remap(solid.astype(np.float32), x, y, cv2.INTER_LINEAR).astype(float)
    assert seen.shape == (RADII, ANGLES)
    return seen
