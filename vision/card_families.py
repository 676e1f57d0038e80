"""Which quadrilaterals in a photo can be the cards of one game on one table.

What cards of one game have in common is their size on the table, so that a tilted camera sees it change smoothly
across the picture: the largest set of quadrilaterals that agree in this is the cards.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.any_cards_config import AnyCardsConfig
from vision.plane import Floats, quad_area, sides
from vision.quads import common_area


def largest_family(corners: Floats, worth: Floats, span: int, config: AnyCardsConfig) -> list[int]:
    """The quadrilaterals (n, 4, 2) px whose sizes fit one tilted plane, as many as there are, by their numbers.

    `worth` (n,) is how much like a card each is by itself; `span` is the picture's longer side.
    """
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
    aspects: Floats = np.log([aspect_of(c) for c in corners @ stretch])
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
    likely = np.array([config.lone_aspects[0] <= aspect_of(c) <= config.lone_aspects[1] for c in corners])
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


def lone(corners: Floats, worth: Floats, config: AnyCardsConfig) -> list[int]:
    """The one quadrilateral (n, 4, 2) px that is most like a card: prints on it and sheets under it left aside; none
    where none is."""
    low, high = config.lone_aspects
    size = np.abs(quad_area(corners))
    likely = [k for k in range(len(corners)) if low <= aspect_of(corners[k]) <= high]
    if not likely:
        return []
    best = max(
        likely,
        key=lambda k: float(worth[k] * np.exp(-abs(np.log(aspect_of(corners[k]) / 1.42))) * size[k] ** 0.25),
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


def aspect_of(corners: Floats) -> float:
    """The longer side of a quadrilateral (4, 2) over the shorter."""
    lengths = sides(corners)
    pair = lengths[0] + lengths[2], lengths[1] + lengths[3]
    return float(max(pair) / max(min(pair), 1e-9))
