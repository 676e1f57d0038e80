"""What was read of the cards in a picture."""

from __future__ import annotations

from vision.cards.see import see
from vision.photo import Pixels
from vision.sighting import CardSighting, Seen


def counts(seen: Seen) -> list[int]:
    """How many triangles the cards that were read show, the least first."""
    return sorted(card.triangles for card in seen.cards if isinstance(card, CardSighting))


def cards_in(picture: Pixels) -> list[CardSighting]:
    """The cards that are read in a picture."""
    return [card for card in see(picture, game="zangle").cards if isinstance(card, CardSighting)]
