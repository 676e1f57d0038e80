"""Cards that are so small in the photo that letters and specks look like them, and that nothing but a print tells."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.cards.decide_config import DecideConfig
from vision.cards.decks.decide import TOO_SMALL
from vision.cards.decks.without_deck import SURE_ALONE
from vision.plane import sides
from vision.sighting import CardSighting, Unread


def of_their_size(
    cards: Sequence[CardSighting], unread: Sequence[Unread], config: DecideConfig
) -> tuple[list[CardSighting], list[Unread]]:
    """The cards that are large enough in the photo to be stated, and the places not read, the smaller ones among them.
    A marker tells a card of whatever size; letters alone are Zs as surely as many cards are of a deck."""
    letters = all(card.triangles == 0 and card.confidence > SURE_ALONE for card in cards)
    least_px = config.least_card_px if letters or len(cards) >= config.many_cards else config.alone_card_px
    shown = ["marker" in card.read_by or _shorter_side(card) >= least_px for card in cards]
    small = [Unread(card.corners_px, TOO_SMALL) for card, own in zip(cards, shown, strict=True) if not own]
    return [card for card, own in zip(cards, shown, strict=True) if own], [*unread, *small]


def _shorter_side(card: CardSighting) -> float:
    return float(sides(np.array(card.corners_px)).min())
