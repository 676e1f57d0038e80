"""Card outlines of any game: of all quadrilaterals in a photo those that can be the cards of one game on one table.

Nothing is known of the faces. What cards of one game have in common is their size on the table, so that a tilted
camera sees it change smoothly across the picture: the largest set of quadrilaterals that agree in this is the cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from vision.lighter import LighterConfig, lighter_quads
from vision.outlines import OutlineConfig, QuadSighting, find_outlines, work_picture
from vision.photo import Pixels
from vision.plane import Floats, quad_area, sides
from vision.quads import as_quad, common_area
from vision.sighting import Outline
from vision.unlike import unlike_quads


@dataclass(frozen=True, slots=True)
class AnyCardsConfig:
    """What a quadrilateral must be like to be a card, alone and beside the others."""

    outlines: OutlineConfig = field(default_factory=lambda: OutlineConfig(most=160, min_fill_of_quad=0.86))
    """Fuller than the project's own cards must be, out of whose corners their markers are bitten in small photos."""
    least_support: float = 0.45
    mean_support: float = 0.7
    least_fill: float = 0.84
    aspects: tuple[float, float] = (1.0, 2.4)
    """Longer side over shorter; a card of 1.4 seen along its longer side at 45 degrees looks square."""
    lone_aspects: tuple[float, float] = (1.05, 1.95)
    angles_deg: tuple[float, float] = (48.0, 132.0)
    size_play: float = 0.3
    """By how much the logarithms of areas differ between cards, once the tilt is taken out."""
    aspect_play: float = 0.3
    seeds: int = 50
    guesses: int = 500
    families: int = 40
    """Guesses at size and tilt: from so many quadrilaterals, so many, of which so many are looked at closely."""
    least_spread: float = 0.01
    most_change: float = 3.0
    tilt_cost: float = 0.12
    """Three spots that say how the table is tilted lie apart; the tilt is not too steep, and better small."""
    larger: float = 0.15
    """The power of their area by which larger cards count."""
    print_shares: tuple[float, float] = (0.006, 0.24)
    print_worth: float = 0.35
    """What takes such a share of a quadrilateral around it is likely a print on a card, and counts less."""
    few: int = 4
    """Fewer than these must themselves have a lone card's aspect, and be no prints."""
    most_pattern: int = 40
    focal: float = 0.9
    """A usual lens's focal length over the picture's longer side."""
    steepest: float = 1.2
    """The tangent of the steepest tilt."""
    joint: float = 0.2
    """How near to each other's corners those of a pattern lie, over their side."""
    square_joints: float = 0.15
    other_joints: float = 0.4
    """The share of all corners where three or more meet from which squares, or very many, are a pattern."""
    square: float = 0.15
    """The logarithm of the aspect up to which a quadrilateral may be a square of the table's pattern."""
    print_share: float = 0.3
    """A lone quadrilateral that takes less of the one around it is a card on a sheet, else a print on a card."""
    rim_px: float = 2.0
    overlap: float = 0.15
    worn_px: tuple[int, ...] = (13, 9, 18)
    worn_reach: float = 3.0
    """Cards that a pattern meets that is as light as they are: it is worn away by each of these, and the cards' sides
    are looked for so far from what is left."""


def find_cards(image: Pixels, config: AnyCardsConfig | None = None) -> tuple[Outline, ...]:
    """The outlines of the fully visible cards in a photo, (height, width, 3) uint8 BGR, of whatever game."""
    config = config or AnyCardsConfig()
    return _cards_of(image, find_outlines(image, config.outlines), config)


@dataclass(frozen=True, slots=True)
class Ways:
    """The cards in a photo by the edges all round them, and those by what is lighter than all around it; all
    quadrilaterals (n, 4, 2) px, clockwise, that may be a card by themselves; and the cards by what is unlike the
    table, where that was looked for."""

    edged: tuple[Outline, ...]
    lighter: tuple[Outline, ...]
    quads: Floats
    unlike: tuple[Outline, ...] = ()

    def families(self) -> tuple[tuple[Outline, ...], ...]:
        """What was found each way."""
        return self.edged, self.lighter, self.unlike


def find_both_ways(image: Pixels, config: AnyCardsConfig) -> Ways:
    """Cards by their edges as `find_cards` has them, and those by what is lighter than all around it alone: a pattern's
    tiles are more than the cards on it, and agree as well."""
    work, (height, width) = work_picture(image, config.outlines), image.shape[:2]
    edged, lighter = (
        [q for q in quads if _plausible(q, (width, height), config)]
        for quads in (
            find_outlines(image, config.outlines, work),
            lighter_quads(image, config.outlines, work),
        )
    )
    return Ways(
        _family(image, edged, config),
        _family(image, lighter, config),
        np.array([q.corners for q in (*edged, *lighter)]).reshape(-1, 4, 2),
    )


def find_three_ways(image: Pixels, config: AnyCardsConfig) -> Ways:
    """Cards both ways, and those that are unlike the table."""
    unlike = unlike_quads(image, config.outlines, work_picture(image, config.outlines))
    return replace(find_both_ways(image, config), unlike=_cards_of(image, unlike, config))


def find_worn(image: Pixels, config: AnyCardsConfig) -> Iterator[tuple[Outline, ...]]:
    """Cards by what is lighter than all around it once what is narrow is worn away, width by width: on a chequered
    cloth whose white squares are as light as the cards."""
    work = work_picture(image, config.outlines)
    for worn_px in config.worn_px:
        worn = LighterConfig(worn_px=worn_px, reach=config.worn_reach)
        yield _cards_of(image, lighter_quads(image, config.outlines, work, worn), config)


def _cards_of(image: Pixels, quads: list[QuadSighting], config: AnyCardsConfig) -> tuple[Outline, ...]:
    """Those that are like a card, and agree with each other."""
    height, width = image.shape[:2]
    return _family(image, [q for q in quads if _plausible(q, (width, height), config)], config)


def _family(image: Pixels, quads: list[QuadSighting], config: AnyCardsConfig) -> tuple[Outline, ...]:
    """Of quadrilaterals that may be cards those that agree with each other."""
    height, width = image.shape[:2]
    if not quads:
        return ()
    corners = np.stack([q.corners for q in quads])
    worth = np.array([float(np.mean(q.support)) * min(q.support) * q.fill for q in quads])
    kept = _largest_family(corners, worth, max(width, height), config)
    if len(kept) < 2:
        kept = _lone(corners, worth, config)
    order = sorted(kept, key=lambda k: (float(corners[k, :, 1].mean()), float(corners[k, :, 0].mean())))
    return tuple(Outline(as_quad(corners[k])) for k in order)


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
    """The quadrilaterals whose sizes fit one tilted plane, as many as there are."""
    areas = np.log(np.abs(quad_area(corners)))
    spots = corners.mean(1) / span
    order_of = worth * np.exp(0.5 * (areas - areas.max()))
    weight = worth * np.exp(config.larger * (areas - areas.max()))
    printed = _printed(corners, config)
    weight[printed] *= config.print_worth
    clash = _clashes(corners, config.overlap)
    # Seen in perspective, the cube root of a flat figure's area changes linearly across the picture.
    roots = np.exp((areas - areas.mean()) / 3)
    want = _tilts(spots, roots, order_of, config)
    fits = np.abs(3 * np.log(roots / want)) < config.size_play
    prior = np.exp(-_change(want) * config.tilt_cost)
    families: list[tuple[float, list[int]]] = []
    tried: set[bytes] = set()
    for h in np.argsort(-((fits * weight).sum(1) * prior), kind="stable"):
        if len(tried) >= config.families:
            break
        if (key := fits[h].tobytes()) in tried:
            continue
        tried.add(key)
        guess, fit = want[h], fits[h]
        for _ in range(2):
            guess = _refitted(spots, roots, np.flatnonzero(fit), worth, guess)
            fit = np.abs(3 * np.log(roots / guess)) < config.size_play
        members = np.flatnonzero(fit)
        aspects = _flat_aspects(corners, spots, guess, config)
        middle = np.median(aspects[members]) if len(members) else 0.0
        kept = _apart(
            order_of, clash, [int(m) for m in members if abs(aspects[m] - middle) < config.aspect_play]
        )
        if len(kept) < config.few:
            low, high = np.log(config.lone_aspects)
            kept = [k for k in kept if low <= aspects[k] <= high and not printed[k]]
        if len(kept) < 2 or _is_pattern(corners[kept], aspects[kept], config):
            continue
        score = float(weight[kept].sum() * prior[h])
        families.append((score, kept))
    if not families:
        return []
    return max(families, key=lambda family: family[0])[1]


def _tilts(spots: Floats, roots: Floats, order_of: Floats, config: AnyCardsConfig) -> Floats:
    """What cards may measure at all spots: the cube roots (h, n) that h guesses of size and tilt give.

    A guess is a table seen from straight above, with one of the quadrilaterals a card, or one tilted as three say.
    """
    level = np.repeat(roots[:, None], len(roots), axis=1)
    best = np.argsort(-order_of, kind="stable")[: config.seeds]
    if len(best) < 4:
        return level
    draw = np.random.default_rng(1)
    threes = best[np.array([draw.choice(len(best), 3, replace=False) for _ in range(config.guesses)])]
    system = np.concatenate([spots[threes], np.ones((len(threes), 3, 1))], -1)
    sound = np.abs(np.linalg.det(system)) > config.least_spread
    planes = np.linalg.solve(system[sound], roots[threes[sound]][..., None])[..., 0]
    tilted = planes[:, :2] @ spots.T + planes[:, 2:]
    tilted = tilted[tilted.min(1) > 0.1 * np.median(roots)]
    tilted = tilted[_change(tilted) < config.most_change]
    want: Floats = np.concatenate([level, tilted])
    return want


def _refitted(
    spots: Floats, roots: Floats, members: NDArray[np.intp], worth: Floats, guess: Floats
) -> Floats:
    """A guess (n,) made better by all who fit it, if they are enough to tell."""
    if len(members) < 4:
        return guess
    weight = worth[members] / worth[members].sum()
    middle, mean = weight @ spots[members], float(weight @ roots[members])
    away = spots[members] - middle
    spread = (away * weight[:, None]).T @ away + 1e-3 * np.eye(2)
    slope = np.linalg.solve(spread, (away * weight[:, None]).T @ (roots[members] - mean))
    fitted: Floats = np.maximum(mean + (spots - middle) @ slope, 0.1 * mean)
    return fitted


def _change(want: Floats) -> Floats:
    """By how much the logarithm of a card's area changes over all spots, for each guess (h, n)."""
    change: Floats = 3 * np.log(want.max(1) / want.min(1))
    return change


def _flat_aspects(corners: Floats, spots: Floats, guess: Floats, config: AnyCardsConfig) -> Floats:
    """The logarithms of the aspects (n,) with the foreshortening undone that goes with a tilt, for a usual lens."""
    away = spots - spots.mean(0)
    slope, *_ = np.linalg.lstsq(away, guess - guess.mean(), rcond=None)
    tangent = slope * (config.focal / guess.mean())
    steep = float(np.linalg.norm(tangent))
    if steep > config.steepest:
        tangent, steep = tangent * (config.steepest / steep), config.steepest
    # Along the way in which cards get smaller, the table is seen shortened by the cosine of its tilt.
    stretch = np.eye(2) + np.outer(tangent, tangent) * ((np.hypot(1, steep) - 1) / max(steep**2, 1e-9))
    aspects: Floats = np.log([_aspect(c) for c in corners @ stretch])
    return aspects


def _is_pattern(corners: Floats, aspects: Floats, config: AnyCardsConfig) -> bool:
    """Whether these are a table's pattern: squares, or very many, corner to corner."""
    square = float(np.median(aspects)) < config.square
    if len(corners) < config.few or not (square or len(corners) > config.most_pattern):
        return False
    points = corners.reshape(-1, 2)
    side = np.sqrt(np.abs(quad_area(corners)).mean())
    away = np.linalg.norm(points[:, None] - points[None], axis=-1)
    np.fill_diagonal(away, np.inf)
    meeting = (away < config.joint * side).sum(1)
    # Of cards in a row two meet at a corner; three and more do in a pattern, or else in a block of cards.
    return bool((meeting >= 2).mean() > (config.square_joints if square else config.other_joints))


def _printed(corners: Floats, config: AnyCardsConfig) -> NDArray[np.bool_]:
    """Which quadrilaterals (n, 4, 2) lie on another as a print lies on a card."""
    size = np.abs(quad_area(corners))
    share = size[:, None] / size[None]
    low, high = config.print_shares
    middles = corners.mean(1)
    step = np.roll(corners, -1, axis=1) - corners
    away = middles[:, None, None] - corners[None]
    inside = (step[None, ..., 0] * away[..., 1] - step[None, ..., 1] * away[..., 0] > 0).all(-1)
    likely = np.array([config.lone_aspects[0] <= _aspect(c) <= config.lone_aspects[1] for c in corners])
    found: NDArray[np.bool_] = (inside & (share > low) & (share < high) & likely[None]).any(1)
    return found


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
        clash[j, k] = clash[k, j] = common_area(corners[j], corners[k]) > share * min(size[j], size[k])
    return clash


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
            and common_area(corners[best], corners[k]) > 0.95 * size[best]
            and worth[k] > 0.6 * worth[best]
        ]
        if not around:
            return [best]
        best = min(around, key=lambda k: float(size[k]))
