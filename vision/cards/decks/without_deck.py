"""What is said of the cards of a photo in which no deck is told, or no colour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from vision.any_cards import find_cards
from vision.cards.decks.candidates import LEAST_PAPERY, Candidate, least_error
from vision.cards.decks.one_kind import NOTHING_READ
from vision.cards.decks.other_colours import WHY, in_other_colours
from vision.cards.scene_config import PROFILES, SceneConfig
from vision.photo import Pixels
from vision.plane import quad_area
from vision.quads import as_quad, inside, middle_of
from vision.sighting import CardSighting, Unread

SURE_ALONE = 0.9
"""How like a Z one has to be that nothing else vouches for."""
MOST_LARGER = 1.6
"""How many times as large in the picture as another card one may be, by area: it may lie nearer, or aslant."""


def letters_alone(candidates: list[Candidate], known: Sequence[CardSighting | Unread]) -> list[CardSighting]:
    """The Z cards of a photo that shows no other card of a deck: every deck has them, so they need none to be told."""
    letters = [c for c in candidates if _face_up(c) and c.face.z > SURE_ALONE]
    letters.sort(key=lambda c: -c.face.z * c.face.papery)
    return [
        CardSighting(None, 0, None, as_quad(c.corners), c.face.z, ("outline", "shape"))
        for c in _once(letters, known)
    ]


def beside_letters(
    letters: Sequence[CardSighting], candidates: Sequence[Candidate], known: Sequence[CardSighting | Unread]
) -> list[Unread]:
    """Cards as large as a Z that is told alone, face up, on which no shape of a deck is seen: a thin line may be one.

    To leave them out in silence would make a claim of them look like one of a Z alone.
    """
    sizes = np.array([abs(quad_area(np.array(letter.corners_px))) for letter in letters])

    def alike(c: Candidate) -> bool:
        return bool((np.abs(np.log(abs(quad_area(c.corners)) / sizes)) < np.log(MOST_LARGER)).any())

    cards = [c for c in candidates if _face_up(c) and alike(c)]
    return [Unread(as_quad(c.corners), NOTHING_READ) for c in _once(cards, known)]


def of_no_deck(
    candidates: list[Candidate], known: Sequence[CardSighting | Unread], config: SceneConfig
) -> list[Unread]:
    """Cards with a print that some deck's shape may be, where no deck's models fit well enough to say which."""
    why = "too small, too blurred or too few to tell which deck it is of: move the camera closer, or show more cards"
    printed = [c for c in candidates if _face_up(c) and least_error(c.face) < config.lone_hopeless]
    return [Unread(as_quad(c.corners), why) for c in _once(printed, known)]


def of_a_strange_deck(
    candidates: Sequence[Candidate], known: Sequence[CardSighting | Unread], config: SceneConfig
) -> list[Unread]:
    """The cards of a deck that is not printed in the game's colours, if the photo shows one."""
    strange = in_other_colours(candidates, PROFILES, config.decide)
    return [Unread(as_quad(c.corners), WHY) for c in _once(strange, known)]


def of_no_colour(image: Pixels, known: Sequence[CardSighting | Unread]) -> list[Unread]:
    """The cards of a picture (h, w, 3) without colour, which is one of a plain card's two witnesses."""
    why = "the picture shows no colour, and this card is told by it: use a colour camera, or a whiter light"
    taken = [np.array(place.corners_px) for place in known]
    return [
        Unread(outline.corners_px, why)
        for outline in find_cards(image)
        if not any(inside(middle_of(np.array(outline.corners_px)), other) for other in taken)
    ]


def _face_up(c: Candidate) -> bool:
    """Whether a card's edge shows, and plain paper within it."""
    return c.outlined and c.face.papery > LEAST_PAPERY


def _once(candidates: Sequence[Candidate], known: Sequence[CardSighting | Unread]) -> Iterator[Candidate]:
    """The candidates where nothing is known yet, one for each place: a card may have been outlined in several ways."""
    taken = [np.array(place.corners_px) for place in known]
    for c in candidates:
        if not any(inside(c.middle, other) for other in taken):
            taken.append(c.corners)
            yield c
