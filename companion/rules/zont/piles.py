"""A pile in the middle: what lies in a known order on top, and what a shuffle has mixed beneath it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.rules.zont.cards import Card, Cards


@dataclass(frozen=True, slots=True)
class Pile:
    """The cards of one suit's pile; the last of `laid` shows."""

    mixed: Cards
    """Cards at the bottom whose order nobody knows, sorted."""
    laid: Cards
    """Cards above them in their order, the lowest first; never empty."""

    @property
    def top(self) -> Card:
        """The card that shows."""
        return self.laid[-1]

    @property
    def cards(self) -> Cards:
        """All its cards, sorted."""
        return by_name((*self.mixed, *self.laid))

    def with_card(self, card: Card) -> Pile:
        """The pile with a card laid on it."""
        return Pile(self.mixed, (*self.laid, card))

    def next_ones(self) -> Cards:
        """What can show once the top card is taken: one card where the order is known."""
        return self.laid[-2:-1] or self.mixed

    def without_top(self, shows: Card) -> Pile:
        """The pile with its top card taken; `shows` is one of `next_ones()`."""
        if len(self.laid) > 1:
            return Pile(self.mixed, self.laid[:-1])
        return Pile(tuple(card for card in self.mixed if card != shows), (shows,))

    def shuffled(self, shows: Card) -> Pile:
        """The pile shuffled, with one of its cards turned up."""
        return Pile(tuple(card for card in self.cards if card != shows), (shows,))


def by_name(cards: Iterable[Card]) -> Cards:
    """Cards in the order of the deck's list."""
    return tuple(sorted(cards, key=lambda card: (card.suit, card.value, card.colour or 0)))
