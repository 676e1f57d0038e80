"""Card outlines of any game: of all quadrilaterals in a photo those that can be the cards of one game on one table.

Nothing is known of the faces: `card_families` says what cards have in common.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from vision.any_cards_config import AnyCardsConfig
from vision.card_families import aspect_of, largest_family, lone
from vision.lighter import LighterConfig, lighter_quads
from vision.outlines import QuadSighting, find_outlines, work_picture
from vision.photo import Pixels
from vision.plane import Floats, sides
from vision.quads import as_quad
from vision.sighting import Outline
from vision.unlike import unlike_quads


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
    """Cards of a photo (h, w, 3) by their edges as `find_cards` has them, and those by what is lighter than all around
    it alone: a pattern's tiles are more than the cards on it, and agree as well."""
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
    """Cards of a photo (h, w, 3) both ways, and those that are unlike the table."""
    unlike = unlike_quads(image, config.outlines, work_picture(image, config.outlines))
    return replace(find_both_ways(image, config), unlike=_cards_of(image, unlike, config))


def find_worn(image: Pixels, config: AnyCardsConfig) -> Iterator[tuple[Outline, ...]]:
    """Cards of a photo (h, w, 3) by what is lighter than all around it once what is narrow is worn away, width by
    width: on a chequered cloth whose white squares are as light as the cards."""
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
    kept = largest_family(corners, worth, max(width, height), config)
    if len(kept) < 2:
        kept = lone(corners, worth, config)
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
        and low <= aspect_of(corners) <= high
        and _angles_fit(corners, config)
    )


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
