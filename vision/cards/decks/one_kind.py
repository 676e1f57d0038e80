"""A deck that is told by one kind of shape alone: dominoes, a code's squares and a suit's diamonds are of one kind too.

Two different shapes in their colours at one scale are a deck's. Where no two that are read agree so, nothing vouches
for them but how exactly they are drawn and their cards' own edges.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from vision.cards.decide_config import DecideConfig
from vision.cards.decks.candidates import Candidate
from vision.cards.decks.decide import UNCLEAR, Decision
from vision.cards.face.blob import Blob
from vision.cards.face.colours import likeness
from vision.cards.face.discs import off_disc
from vision.cards.face.fit import Fit
from vision.plane import apply, sides
from vision.sighting import CardSighting, Unread

WHY = "nothing else tells that it is of the deck: show more cards, or move the camera closer"
NOTHING_READ = "nothing on it could be read: turn it face up, or keep glare and hands off it"
AMONG_OTHERS = (
    "most cards about it are none that can be read: take other games away, or show more of this one's"
)


def of_several_kinds(
    found: list[tuple[Candidate, Decision]], profile: str, config: DecideConfig, *, told: bool
) -> list[tuple[Candidate, Decision]]:
    """The decisions. Where no marker that something stands by has `told` the deck, and no two different
    shapes that are read are of one scale, those that show no card's edge or are not drawn exactly are in doubt."""
    read = [fit for c, seen in found if (fit := fit_of(c, seen, profile)) is not None]
    if told or any(_agree(a, b, config) for a, b in combinations(read, 2)):
        return found
    return [
        (c, Decision(None, None, seen.confidence, WHY, True))
        if (fit := fit_of(c, seen, profile)) is not None and not (c.outlined and _exact(fit, c, config))
        else (c, seen)
        for c, seen in found
    ]


def among_others(cards: list[CardSighting], unread: list[Unread]) -> tuple[list[CardSighting], list[Unread]]:
    """Cards and places not read, where all cards that are stated show one shape and more lie about them whose print is
    none: these may be another game's, or signs. Letters are of every deck."""
    shaped = [card for card in cards if card.shape is not None]
    strange = sum(place.why in (UNCLEAR, NOTHING_READ) for place in unread)
    if len({card.shape.key for card in shaped if card.shape is not None}) != 1 or strange <= len(shaped):
        return cards, unread
    untold = [Unread(card.corners_px, AMONG_OTHERS) for card in shaped]
    return [card for card in cards if card.shape is None], [*untold, *unread]


def fit_of(c: Candidate, seen: Decision, profile: str) -> Fit | None:
    """The likeliest fit of the shape that was read; None where none was."""
    fits = [fit for fit in c.face.fits.get(profile, ()) if fit.shape == seen.shape] if seen.triangles else []
    return min(fits, key=lambda fit: fit.error_mm, default=None)


def _agree(one: Fit, other: Fit, config: DecideConfig) -> bool:
    """Whether two fits are of different shapes and of one unit edge."""
    apart = abs(float(np.log(one.unit_mm / other.unit_mm)))
    return one.shape != other.shape and apart < config.alone_scale


def _exact(fit: Fit, c: Candidate, config: DecideConfig) -> bool:
    """Whether a shape and its card are large enough in the photo to be told by themselves, the shape drawn as exactly
    as a print of its size in its count's usual ink, no disc, and about the middle of a card that is paper else."""
    scale_px = max(c.face.scale_px, 1e-6)
    most = config.alone_error * fit.size_mm + config.alone_error_px / scale_px
    blob, small = c.face.blob, fit.unit_mm * scale_px < config.sharp_unit_px
    small |= float(sides(c.corners).min()) < config.alone_card_px
    if blob is None or fit.error_mm > most or small or c.face.papery < config.least_papery:
        return False
    if likeness(blob.counted, fit.shape.size) < config.alone_colour:
        return False
    return off_disc(blob.boundary_mm) > fit.error_mm and _off_middle(c, blob) < config.alone_off


def _off_middle(c: Candidate, blob: Blob) -> float:
    """How far a print is from its card's middle either way, as a share of that side."""
    card = apply(np.linalg.inv(c.face.to_px), c.corners)
    low, high = card.min(0), card.max(0)
    return float(np.abs((blob.centroid_mm - low) / (high - low) - 0.5).max())
