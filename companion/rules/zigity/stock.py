"""Draw pile and played cards: cards drawn and turned over, and the played ones shuffled once the pile is used up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from companion.rules.zigity.cards import SET, Card, Cards, by_name


class ShuffleWanted(Exception):
    """The draw pile is used up, and nobody has said in which order `cards` lie once they are shuffled."""

    def __init__(self, cards: Cards) -> None:
        super().__init__("the played cards must be shuffled")
        self.cards = cards


class WrongShuffle(Exception):
    """The cards that were shuffled are others than those that had to be; the message says how."""


@dataclass(frozen=True, slots=True)
class Stock:
    """What lies in the middle. Nobody sees the draw pile."""

    draw: Cards
    """The next card first."""
    played: Cards
    """The play card last."""
    orders: tuple[Cards, ...] = ()
    """The orders of shuffles to come."""

    @property
    def play_card(self) -> Card:
        """The card that shows."""
        return self.played[-1]

    @property
    def available(self) -> int:
        """How many cards can be drawn before there are no more."""
        return len(self.draw) + len(self.played) - 1

    def laid(self, cards: Iterable[Card]) -> Stock:
        """With cards laid onto the play card, the last one on top."""
        return Stock(self.draw, (*self.played, *cards), self.orders)

    def next_card(self) -> tuple[Card, Stock]:
        """The next card of the draw pile. Raises ShuffleWanted, WrongShuffle, and IndexError where there is none."""
        stock = self if self.draw else self._shuffled()
        return stock.draw[0], Stock(stock.draw[1:], stock.played, stock.orders)

    def _shuffled(self) -> Stock:
        below = self.played[:-1]
        if not below:
            raise IndexError("no card is left to draw")
        if not self.orders:
            raise ShuffleWanted(by_name(below))
        if Counter(self.orders[0]) != Counter(below):
            raise WrongShuffle(
                "What was shuffled must be the played cards but the top one, each of them once."
            )
        return Stock(self.orders[0], self.played[-1:], self.orders[1:])

    def turned_over(self) -> Stock:
        """With cards turned over until a set card shows; as it is where no set card is left."""
        stock = self
        if not any(card.power == SET for card in (*self.draw, *self.played[:-1])):
            return stock
        while True:
            card, stock = stock.next_card()
            stock = stock.laid([card])
            if card.power == SET:
                return stock

    def settled(self) -> Stock:
        """The same once every order was used. Raises WrongShuffle where one was not."""
        if self.orders:
            raise WrongShuffle("Nothing more had to be shuffled: the draw pile was not used up.")
        return self
