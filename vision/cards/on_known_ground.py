"""Cards laid on a table that is known: its plane, the size of its cards, and what their prints are like.

A photo has to tell all of these by itself. Where cards are followed from frame to frame they are known after the
first look, and a card that was laid down since is read by its own edge or print alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from vision.bands import without_bands
from vision.cards.decks.agree import sure_ones
from vision.cards.decks.candidates import Candidate, cards_on_plane, good
from vision.cards.face.faces import Style, StyleMemory
from vision.cards.face.fit import nearest
from vision.cards.first_look import first_look
from vision.cards.ground.on_ground import Begun, TableReading, read_on_ground
from vision.cards.ground.photo import Photo
from vision.cards.ground.silhouettes import Silhouettes
from vision.cards.ground.table_reading import card_sized_places
from vision.cards.scene_config import SceneConfig
from vision.cards.stating import stated_of
from vision.deck import MarkedDeck
from vision.ground import Ground
from vision.photo import Pixels
from vision.plane import Floats, side_px
from vision.quads import inside
from vision.rectify import Pyramid
from vision.sighting import CardSighting, Unread

MOST_TAUGHT = 8
"""So many cards, each of another shape, tell what the deck's prints are like."""
FAR_PX = 1e6


@dataclass(frozen=True, slots=True)
class Taught:
    """What cards of this deck that were read on this table tell of its prints: their faces, and how these were best
    told from their paper."""

    cards: tuple[Candidate, ...] = ()
    style: Style | None = None


@dataclass(frozen=True, slots=True)
class SeenThere:
    """The cards read and the places not read in a picture of a known table, and what it taught of the deck."""

    cards: tuple[CardSighting, ...]
    unread: tuple[Unread, ...]
    taught: Taught = field(default_factory=Taught)


def see_there(
    image: Pixels,
    to_px: Floats,
    size_mm: tuple[float, float],
    profile: str,
    taught: Taught,
    config: SceneConfig,
    deck: MarkedDeck | None = None,
) -> SeenThere:
    """What lies in a picture (h, w, 3) uint8 BGR of a table whose millimetres `to_px` (3, 3) maps to its pixels, where
    cards of `size_mm`, of one deck of the profile, lie without markers: nothing where one of the `deck` shows."""
    even = without_bands(image)
    height, width = even.shape[:2]
    card_px = side_px(to_px, size_mm, np.array([width / 2, height / 2]))
    config = config.for_cards(card_px, max(height, width))
    config = replace(config, faces=replace(config.faces, size_mm=size_mm))
    look = first_look(even, deck, config)
    if look.markers:
        return SeenThere((), (), taught)
    pyramid, style = Pyramid(even), StyleMemory(taught.style)
    # As many cards as tell a plane well: it is not to be fitted anew.
    ground = Ground((to_px,) * config.enough_frames, to_px, None, size_mm)
    quads = [quad for quad in look.quads if min(quad.support) >= config.least_support]
    places = card_sized_places(quads, ground, config.size_play)
    candidates = cards_on_plane(pyramid, places, (profile,), style, config)
    # They lay somewhere in other pictures, and are in nobody's place here.
    elsewhere = [replace(c, corners=c.corners - FAR_PX * (k + 1)) for k, c in enumerate(taught.cards)]
    sure = sure_ones([*elsewhere, *candidates], profile, config)
    own = [c for c in sure if any(c is other for other in candidates)]
    taken = [c.corners for c in own]
    spots = [spot for spot in look.spots if not any(inside(spot.middle, corners) for corners in taken)]
    photo = Photo(pyramid, Silhouettes(even), look, profile, style, config)
    start = TableReading(candidates, elsewhere, [], ground, profile)
    reading = read_on_ground(photo, Begun(start, own, taken), spots)
    cards, unread = stated_of(reading, (), [], quads, look, config)
    lesson = [c for c in own if good(c.face, config)]
    return SeenThere(tuple(cards), tuple(unread), Taught(_latest([*taught.cards, *lesson]), style.last))


def _latest(cards: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """The last cards of as many shapes: one that is read again and again tells no more than once."""
    by_shape: dict[object, Candidate] = {}
    for card in cards:
        best = nearest(card.face.fits)
        key = None if best is None else best.shape
        by_shape.pop(key, None)
        by_shape[key] = card
    return tuple(by_shape.values())[-MOST_TAUGHT:]
