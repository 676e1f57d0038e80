"""All the cards of one photo: marked ones, outlined ones, and shapes whose card's edge does not show.

Cards lie on one table. Whatever is read for certain therefore tells, for its neighbours, how the table is tilted and
how large a card is: which way round a foreshortened card lies, what is too large or small to be one, and how to lay
a shape flat whose own card has no visible edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.cards.close_up import bears_out, close_up, large_unread, left_over, with_edges
from vision.cards.decks.candidates import Candidate
from vision.cards.decks.large_enough import of_their_size
from vision.cards.decks.one_kind import WHY, among_others
from vision.cards.decks.outlined import outlined_cards
from vision.cards.decks.single_cells import with_single_cells
from vision.cards.decks.without_deck import (
    beside_letters,
    letters_alone,
    of_a_strange_deck,
    of_no_colour,
    of_no_deck,
)
from vision.cards.face.faces import StyleMemory
from vision.cards.face.marked import MarkedCardSighting, find_marked, to_sighting
from vision.cards.first_look import FirstLook, first_look, look_again
from vision.cards.ground.covered import covered
from vision.cards.ground.drawn_alike import drawn_alike
from vision.cards.ground.in_shade import in_shade
from vision.cards.ground.on_ground import TableReading
from vision.cards.ground.photo import Photo
from vision.cards.ground.silhouettes import Silhouettes
from vision.cards.ground.table_reading import with_lone_shapes
from vision.cards.parted import with_parts
from vision.cards.piles import beneath_first
from vision.cards.scene_config import PROFILES, SceneConfig
from vision.cards.stating import Doubtful, stated_of
from vision.deck import MarkedDeck
from vision.hueless import colourless
from vision.outlines import QuadSighting
from vision.photo import Pixels
from vision.quads import any_at, as_quad, same_place
from vision.rectify import Pyramid
from vision.sighting import CardSighting, Point, Unread, row_and_place


@dataclass(frozen=True, slots=True)
class Found:
    """Cards read, places not read, and the profile that the cards belong to."""

    cards: list[CardSighting]
    unread: list[Unread]
    profile: str | None


@dataclass(frozen=True, slots=True)
class _Asked:
    """A picture that is to be read, and by what."""

    pyramid: Pyramid
    deck: MarkedDeck | None
    profile: str | None
    """Where it is told."""
    config: SceneConfig

    @property
    def image(self) -> Pixels:
        """The picture (h, w, 3)."""
        return self.pyramid.level(0)


def read_scene(image: Pixels, deck: MarkedDeck | None, profile: str | None, config: SceneConfig) -> Found:
    """All the cards of a picture (h, w, 3), of the `profile` where it is told."""
    asked = _Asked(Pyramid(image), deck, profile, config)
    look = first_look(image, deck, config)
    found = _read_looked(asked, look)
    if config.nearer and (
        len(found.cards) < FEW or large_unread(look.quads, found.cards, max(image.shape[:2]))
    ):
        found = _closer(found, asked, look)
    if profile is None and not look.markers and 0 < len(found.cards) < len(found.unread):
        found = _of_the_other_deck(found, asked, look)
    if len(found.cards) < FEW and not look.markers:
        # Dark cards whose edges hardly show on a dark table have bright prints all the same.
        bright = look.of_bright_prints(config)
        if len(bright.spots) >= FEW:
            anew = _read_looked(asked, bright)
            # On a dark table cards of another game are bright shapes themselves, but of one kind.
            if len({card.triangles for card in anew.cards} - {0}) >= FEW > len(found.cards):
                found = anew
            elif len(anew.cards) >= FEW > len(found.cards):
                found = _with_dark_cards(found, anew)
    cards, unread = of_their_size(found.cards, found.unread, config.decide)
    told = found.profile
    if not look.markers and profile is None:
        cards, unread = among_others(cards, unread)
        told = told if cards else None
    # Several looks add to what is not read; people count it row by row.
    unread.sort(key=lambda thing: row_and_place(*_middle(thing.corners_px), image.shape[0]))
    return Found(cards, unread, told)


def _closer(found: Found, asked: _Asked, look: FirstLook) -> Found:
    """What was found, or more, if the cards are so large in the picture that the first look cut their prints up."""
    near = replace(asked, config=close_up(asked.config))
    again = look_again(near.image, look, near.config)
    anew = _read_looked(near, again)
    if not bears_out(anew.cards, found.cards, max(near.image.shape[:2])):
        return found
    cards, alone = with_edges(anew.cards, found.cards)
    unread = [*anew.unread, *_elsewhere([*alone, *found.unread], [*cards, *anew.unread])]
    unread += left_over(again.spots, look.spots, anew.cards, unread)
    return Found(cards, unread, anew.profile if cards else found.profile)


def _of_the_other_deck(found: Found, asked: _Asked, look: FirstLook) -> Found:
    """What was found of a deck of which most cards could not be read, or what another deck explains much better.

    Round cards have no corners: their plane is guessed, and aslant a triangle of 60 degrees is as good as one of 45.
    """
    others = [
        _read_looked(replace(asked, profile=other), look) for other in PROFILES if other != found.profile
    ]
    best = max(others, key=lambda other: len(other.cards))
    if len(best.cards) < len(found.cards):
        return found
    if len(best.cards) >= len(found.cards) + FEW:
        return best
    if found.profile is None:
        return found
    untold = [Unread(card.corners_px, TWO_DECKS) for card in found.cards]
    return Found([], [*untold, *found.unread], None)


def _with_dark_cards(found: Found, anew: Found) -> Found:
    """What was found, and as not read what would be cards of too few kinds to tell the game."""
    dark = [Unread(card.corners_px, WHY) for card in anew.cards]
    return replace(found, unread=[*found.unread, *_elsewhere(dark, [*found.cards, *found.unread])])


def _elsewhere(places: list[Unread], said: list[CardSighting | Unread]) -> list[Unread]:
    """Those of the places at which nothing is said to lie."""
    known = np.array([thing.corners_px for thing in said]).reshape(-1, 4, 2)
    return [place for place in places if not any_at(np.array(place.corners_px), known)]


TWO_DECKS = "two decks fit it: hold the camera closer and straighter"

FEW = 3
"""Fewer prints that no outline stands about tell no deck, nor do prints of fewer kinds; and of fewer cards some may
have been passed over."""


def _read_looked(asked: _Asked, look: FirstLook) -> Found:
    """The cards among what a look has found."""
    pyramid, deck, profile, config = asked.pyramid, asked.deck, asked.profile, asked.config
    spots, quads = look.spots, [q for q in look.quads if min(q.support) >= config.least_support]
    marked = find_marked(look.markers, deck, quads) if deck else []
    if profile is None and marked:
        names = [m.card.profile for m in marked]
        profile = max(sorted(set(names)), key=names.count)
    quads = [q for q in quads if not any(same_place(q.corners, m.corners) for m in marked)]
    quads = with_parts(quads, spots)
    style = StyleMemory()
    candidates, config = outlined_cards(pyramid, quads, marked, spots, profile, style, config)
    candidates = with_single_cells(candidates)
    config = drawn_alike(candidates, config)
    photo = Photo(pyramid, Silhouettes(asked.image), look, profile, style, config)
    reading = with_lone_shapes(photo, candidates, marked, quads)
    named = _named(reading.marked, pyramid, config)
    pale = all(c.face.blob is None or c.face.blob.saturation < PALE for c in reading.candidates)
    hueless = (reading.profile is None or (pale and not reading.marked)) and colourless(asked.image)
    if reading.profile is None or hueless:
        return _of_no_profile(photo, reading, candidates, named, hueless=hueless)
    return _of_its_profile(photo, reading, quads, named)


@dataclass(frozen=True, slots=True)
class _Named:
    """Cards that markers name."""

    cards: list[CardSighting]
    """Those whose print bears that out."""
    split: list[Unread]
    """Those of which two copies are in view."""
    doubtful: Doubtful
    """The others."""


def _named(marked: Sequence[MarkedCardSighting], pyramid: Pyramid, config: SceneConfig) -> _Named:
    named = _Named([], [], [])
    for card in marked:
        seen = to_sighting(card, pyramid, config.ink)
        if isinstance(seen, CardSighting):
            named.cards.append(seen)
        elif card.split:
            named.split.append(seen)
        else:
            named.doubtful.append((card, seen))
    return named


def _of_no_profile(
    photo: Photo, reading: TableReading, outlined: list[Candidate], named: _Named, *, hueless: bool
) -> Found:
    """What lies there where no deck is told, or one that its colours would have to tell: letters, which are of any."""
    unread = [*named.split, *(why for _, why in named.doubtful)]
    letters = letters_alone(reading.candidates, [*named.cards, *unread])
    cards = [*named.cards, *letters]
    unread += [Unread(as_quad(c.corners), TWO_DECKS) for c in reading.either]
    unread += of_a_strange_deck([*outlined, *reading.candidates], [*cards, *unread], photo.config)
    unread += of_no_deck(reading.candidates, [*cards, *unread], photo.config)
    unread += beside_letters(letters, reading.candidates, [*cards, *unread])
    if hueless:
        unread += of_no_colour(photo.pyramid.level(0), [*cards, *unread])
    return Found(cards, unread, photo.profile)


def _of_its_profile(photo: Photo, reading: TableReading, quads: list[QuadSighting], named: _Named) -> Found:
    """What lies there of the deck whose profile the reading tells."""
    look, config = photo.look, photo.config
    stated, why_not = stated_of(reading, named.cards, named.doubtful, quads, look, config)
    cards, unread = [*named.cards, *stated], [*named.split, *why_not]
    unread += in_shade(photo, reading, [*cards, *unread])
    unread += covered(look.work, reading.ground, config.faces.size_mm, cards, [*cards, *unread])
    height = photo.pyramid.level(0).shape[0]
    cards.sort(key=lambda card: _reading_order(card, height))
    cards = beneath_first(cards, look.work.gradient, look.work.step)
    # What was looked for in vain tells no deck.
    return Found(cards, unread, reading.profile if cards else photo.profile)


PALE = 0.5
"""No ink of a picture without colour has so much of it, whatever the tint; of a deck some ink always does."""


def _reading_order(card: CardSighting, height: int) -> tuple[bool, int, float]:
    """What lies beneath others, so that its edge does not show, before what lies on top; then rows from the top, in
    each from the left."""
    return card.read_by != ("shape",), *row_and_place(*_middle(card.corners_px), height)


def _middle(corners_px: Sequence[Point]) -> Point:
    x, y = (sum(along) / len(corners_px) for along in zip(*corners_px, strict=True))
    return x, y
