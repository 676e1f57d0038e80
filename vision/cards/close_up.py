"""Cards that fill much of a picture, as those of one claim do that somebody photographs from near.

Prints are looked for in the sizes that they have in a photo of a table. Here they are larger than that, and what was
taken for their surroundings is a part of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.cards.decks.own_paper import WHY as NOT_CLEAR
from vision.cards.scene_config import SceneConfig
from vision.cards.spots import PrintSpot
from vision.outlines import QuadSighting
from vision.plane import quad_area, rectangle, sides
from vision.quads import as_quad, inside, middle_of
from vision.sighting import CardSighting, Unread

LARGE, WHOLE_PICTURE = 0.14, 0.75
"""Of a picture's longer side: squares as large as cards that are looked for as large ones, at least and at most."""
CLOSE = 0.35
"""Of it: the cards that are looked for."""
WORK_PX = 220, 300
"""How large the picture is then that is looked at: prints and gaps between their parts are to be as many pixels as they
are in a photo of a table."""
LONG = 1.9
"""What is so much longer than wide is no card."""
AS_LARGE, PLAIN, PLAIN_DARK = 0.4, 0.5, 0.8
"""Of a print of the cards that are read: how large another patch is that may be one, and how plain what lies about it
is; about one that is only dark, as a plank's edge is too."""
WHOLE = 0.9
"""How much of each of its sides shows."""


def large_unread(quads: Sequence[QuadSighting], cards: Sequence[CardSighting], side_px: float) -> bool:
    """Whether an outline that may be a large card's stands in a picture with a longer side of so many pixels, and none
    of the `cards` that were read lies there."""
    found = [np.array(card.corners_px) for card in cards]
    for quad in quads:
        size = abs(float(quad_area(quad.corners))) ** 0.5 / side_px
        lengths = sides(quad.corners)
        if (
            not LARGE < size < WHOLE_PICTURE
            or min(quad.support) < WHOLE
            or lengths.max() > LONG * lengths.min()
        ):
            continue
        middle = middle_of(quad.corners)
        if not any(inside(middle, other) or inside(middle_of(other), quad.corners) for other in found):
            return True
    return False


def close_up(config: SceneConfig) -> SceneConfig:
    """The configs for cards that fill much of the picture, whatever its size."""
    own = config.for_cards(CLOSE, 1.0)
    return replace(own, outlines=replace(own.outlines, work_side_px=WORK_PX[1], least_work_px=WORK_PX[0]))


def bears_out(more: Sequence[CardSighting], fewer: Sequence[CardSighting], side_px: float) -> bool:
    """Whether among more cards, each of them large in a picture with such a longer side, are all the others, read
    alike. What is smaller was looked at in the wrong size: two that overlap may be taken for one with one print."""
    large = all(abs(float(quad_area(np.array(card.corners_px)))) ** 0.5 > LARGE * side_px for card in more)
    return large and len(more) > len(fewer) and all(_among(card, more) for card in fewer)


def with_edges(
    cards: Sequence[CardSighting], known: Sequence[CardSighting]
) -> tuple[list[CardSighting], list[Unread]]:
    """The cards that show an edge of their own or a marker, or were `known`, and the places of the others: so near, a
    cloth has too few of its squares in the picture to be known for a pattern."""
    told = [card for card in cards if set(card.read_by) != {"shape"} or _among(card, known)]
    return told, [Unread(card.corners_px, NOT_CLEAR) for card in cards if card not in told]


def _among(card: CardSighting, others: Sequence[CardSighting]) -> bool:
    """Whether a card is among others, read alike."""
    middle = middle_of(np.array(card.corners_px))
    return any(
        card.triangles == other.triangles and inside(middle, np.array(other.corners_px)) for other in others
    )


def left_over(
    spots: Sequence[PrintSpot],
    others: Sequence[PrintSpot],
    cards: Sequence[CardSighting],
    unread: Sequence[Unread],
) -> list[Unread]:
    """The spots, and `others` of a finer look, that are as large as the prints of the `cards` and lie on none of these
    and on nothing that is named: so near, each may be one of a claim, and would be left out in silence."""
    known = [np.array(card.corners_px) for card in cards]
    prints = [max(spot.box[2:]) for spot in spots if any(inside(spot.middle, own) for own in known)]
    if not prints:
        return []
    taken = [*known, *(np.array(place.corners_px) for place in unread)]
    found: list[Unread] = []
    for spot in sorted([*spots, *others], key=lambda spot: -max(spot.box[2:])):
        plain = spot.plain > (PLAIN_DARK if spot.dark else PLAIN)
        alike = plain and max(spot.box[2:]) > AS_LARGE * float(np.median(prints))
        if not alike or any(inside(spot.middle, corners) for corners in taken):
            continue
        x, y, w, h = spot.box
        corners = rectangle((w, h), (x, y))
        taken.append(corners)
        found.append(Unread(as_quad(corners), NOT_CLEAR))
    return found
