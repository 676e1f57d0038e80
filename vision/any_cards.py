"""Card outlines of any game: of all quadrilaterals in a photo those that can be the cards of one game on one table.

Nothing is known of the faces. What cards of one game have in common is their size on the table, so that a tilted
camera sees it change smoothly across the picture: the largest set of quadrilaterals that agree in this is the cards.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.outlines import OutlineConfig, QuadSighting, find_outlines
from vision.photo import Pixels
from vision.plane import Floats, quad_area, sides
from vision.sighting import Outline


@dataclass(frozen=True, slots=True)
class AnyCardsConfig:
    """What a quadrilateral must be like to be a card, alone and beside the others."""

    outlines: OutlineConfig = field(default_factory=lambda: OutlineConfig(most=160))
    least_support: float = 0.45
    mean_support: float = 0.7
    least_fill: float = 0.84
    aspects: tuple[float, float] = (1.0, 2.4)
    """Longer side over shorter; a card of 1.4 seen along its longer side at 45 degrees looks square."""
    lone_aspects: tuple[float, float] = (1.05, 1.95)
    angles_deg: tuple[float, float] = (48.0, 132.0)
    size_play: float = 0.3
    """By how much the logarithms of areas differ between cards, once the tilt is taken out."""
    aspect_play: float = 0.22
    square: float = 0.14
    square_worth: float = 0.3
    """A family whose aspects' logarithms are no more than `square` is a table's pattern rather than cards."""
    most_slope: float = 4.5
    """The most that the logarithm of a card's area changes across the picture's longer side."""
    print_share: float = 0.3
    """A lone quadrilateral that takes less of the one around it is a card on a sheet, else a print on a card."""
    rim_px: float = 2.0
    overlap: float = 0.15


def find_cards(image: Pixels, config: AnyCardsConfig | None = None) -> tuple[Outline, ...]:
    """The outlines of the fully visible cards in a photo, (height, width, 3) uint8 BGR, of whatever game."""
    config = config or AnyCardsConfig()
    height, width = image.shape[:2]
    quads = [q for q in find_outlines(image, config.outlines) if _plausible(q, (width, height), config)]
    if not quads:
        return ()
    corners = np.stack([q.corners for q in quads])
    worth = np.array([float(np.mean(q.support)) * min(q.support) * q.fill for q in quads])
    kept = _largest_family(corners, worth, max(width, height), config)
    if len(kept) < 2:
        kept = _lone(corners, worth, config)
    order = sorted(kept, key=lambda k: (float(corners[k, :, 1].mean()), float(corners[k, :, 0].mean())))
    return tuple(Outline(tuple((float(x), float(y)) for x, y in corners[k])) for k in order)  # type: ignore[arg-type]


def _plausible(quad: QuadSighting, size: tuple[int, int], config: AnyCardsConfig) -> bool:
    corners = quad.corners
    if min(quad.support) < config.least_support or np.mean(quad.support) < config.mean_support:
        return False
    inside = (corners > config.rim_px).all() and (corners < np.array(size) - 1 - config.rim_px).all()
    low, high = config.aspects
    return bool(
        inside
        and quad.fill >= config.least_fill
        and low <= _aspect(corners) <= high
        and _angles_fit(corners, config)
    )


def _aspect(corners: Floats) -> float:
    lengths = sides(corners)
    pair = lengths[0] + lengths[2], lengths[1] + lengths[3]
    return float(max(pair) / max(min(pair), 1e-9))


def _angles_fit(corners: Floats, config: AnyCardsConfig) -> bool:
    out = np.roll(corners, -1, axis=0) - corners
    back = np.roll(corners, 1, axis=0) - corners
    cosine = (out * back).sum(1) / np.maximum(
        np.linalg.norm(out, axis=1) * np.linalg.norm(back, axis=1), 1e-9
    )
    angles = np.degrees(np.arccos(np.clip(cosine, -1, 1)))
    low, high = config.angles_deg
    lengths = sides(corners)
    alike = np.minimum(lengths[:2], lengths[2:]) / np.maximum(lengths[:2], lengths[2:])
    return bool(low <= angles.min() and angles.max() <= high and alike.min() > 0.7)


def _largest_family(corners: Floats, worth: Floats, span: int, config: AnyCardsConfig) -> list[int]:
    """The quadrilaterals whose sizes fit one tilted plane, as many as there are; of equal families the larger cards."""
    areas = np.log(np.abs(quad_area(corners)))
    aspects = np.log([_aspect(c) for c in corners])
    spots = corners.mean(1) / span
    order_of = worth * np.exp(0.5 * areas)
    clash = _clashes(corners, config.overlap)
    best: list[int] = []
    best_score = 0.0
    for k in np.argsort(-worth)[:40]:
        slope = np.zeros(2)
        level = areas[k]
        inliers = np.abs(areas - level) < 1.5 * config.size_play
        # In rounds: whoever is about as large near by, then whoever fits the slope that these show.
        for _ in range(5):
            members = np.flatnonzero(inliers)
            if len(members) >= 4:
                slope, level = _slope(spots[members], areas[members], worth[members], config)
            want = level + spots @ slope if len(members) >= 4 else np.full(len(areas), areas[k])
            inliers = np.abs(areas - want) < config.size_play
        inliers &= np.abs(aspects - aspects[k]) < max(
            config.aspect_play, 2 * float(np.linalg.norm(slope)) * 0.25
        )
        members = np.flatnonzero(inliers)
        kept = _apart(order_of, clash, [int(m) for m in members])
        # A card's inner frame makes as large a family as the card itself: larger ones weigh more.
        score = float(worth[kept].sum()) * float(np.exp(0.3 * np.median(areas[kept]))) if kept else 0.0
        if members.size and np.quantile(aspects[members], 0.8) < config.square:
            score *= config.square_worth
        if score > best_score:
            best, best_score = kept, score
    return best


def _slope(spots: Floats, areas: Floats, worth: Floats, config: AnyCardsConfig) -> tuple[Floats, float]:
    """The gradient of the logarithm of the area, held back where few spots show it, and its level at the origin."""
    weight = worth / worth.sum()
    middle = weight @ spots
    mean = float(weight @ areas)
    away = spots - middle
    spread = (away * weight[:, None]).T @ away + 0.004 * np.eye(2)
    slope = np.linalg.solve(spread, (away * weight[:, None]).T @ (areas - mean))
    size = float(np.linalg.norm(slope))
    if size > config.most_slope:
        slope = slope * (config.most_slope / size)
    return slope, mean - float(middle @ slope)


def _apart(order_of: Floats, clash: NDArray[np.bool_], members: list[int]) -> list[int]:
    """Of quadrilaterals that overlap the one of most `order_of`: cards do not share their faces' places."""
    kept: list[int] = []
    free = np.ones(len(order_of), bool)
    for k in sorted(members, key=lambda m: -float(order_of[m])):
        if free[k]:
            kept.append(k)
            free &= ~clash[k]
    return kept


def _clashes(corners: Floats, share: float) -> NDArray[np.bool_]:
    """Which of the quadrilaterals (n, 4, 2) overlap by more than a share of the smaller one; (n, n)."""
    size = np.abs(quad_area(corners))
    low, high = corners.min(1), corners.max(1)
    meet = ((low[:, None] < high[None]) & (low[None] < high[:, None])).all(-1)
    clash = np.zeros(meet.shape, bool)
    for j, k in np.argwhere(np.triu(meet, 1)):
        clash[j, k] = clash[k, j] = _common(corners[j], corners[k]) > share * min(size[j], size[k])
    return clash


def _common(a: Floats, b: Floats) -> float:
    if (a.max(0) < b.min(0)).any() or (b.max(0) < a.min(0)).any():
        return 0.0
    return float(cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))[0])


def _lone(corners: Floats, worth: Floats, config: AnyCardsConfig) -> list[int]:
    """The one quadrilateral that is most like a card: prints on it and sheets under it left aside."""
    low, high = config.lone_aspects
    size = np.abs(quad_area(corners))
    likely = [k for k in range(len(corners)) if low <= _aspect(corners[k]) <= high]
    if not likely:
        return []
    best = max(
        likely,
        key=lambda k: float(worth[k] * np.exp(-abs(np.log(_aspect(corners[k]) / 1.42))) * size[k] ** 0.25),
    )
    while True:
        around = [
            k
            for k in likely
            if size[best] > config.print_share * size[k]
            and size[k] > 1.05 * size[best]
            and _common(corners[best], corners[k]) > 0.95 * size[best]
            and worth[k] > 0.6 * worth[best]
        ]
        if not around:
            return [best]
        best = min(around, key=lambda k: float(size[k]))
