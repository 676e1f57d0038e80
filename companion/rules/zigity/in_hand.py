"""Which cards of a hand those are that were played, as far as either were read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.rules.zigity.cards import SET, Card, Cards


@dataclass(frozen=True, slots=True)
class Found:
    """For each card that was played its place in the hand, None for one that is certainly not there."""

    places: tuple[int | None, ...]
    is_sure: bool
    """Whether they are there whatever the unread corners of the hand show."""

    def parted(self, hand: Cards) -> tuple[Cards, Cards]:
        """The cards of the hand that were played, in that order, and those that are left.

        Raises ValueError where one of them is not there.
        """
        gone = [place for place in self.places if place is not None]
        if len(gone) < len(self.places):
            raise ValueError("a card was played that is not in the hand")
        left = tuple(card for place, card in enumerate(hand) if place not in gone)
        return tuple(hand[place] for place in gone), left


def found_in(hand: Cards, cards: Cards) -> Found:
    """Find the played cards in the hand, each another one, as many as can be."""
    sure = _matched(hand, cards, _is)
    if None not in sure:
        return Found(tuple(sure), True)
    return Found(tuple(_matched(hand, cards, may_be)), False)


def is_unread(card: Card) -> bool:
    """Whether nothing of a card was read: it may be any card at all."""
    return card.power == SET and card[1:] == (None,) * 5


def may_be(held: Card, played: Card) -> bool:
    """Whether two cards, read in part, may be one."""
    if is_unread(held) or is_unread(played):
        return True
    return held.name == played.name and all(
        one is None or other is None or one == other for one, other in zip(held[1:], played[1:], strict=True)
    )


def _is(held: Card, played: Card) -> bool:
    """Whether a card of the hand bears out all that was read of a played one."""
    return held == played or (held.is_read and may_be(held, played))


def _matched(hand: Cards, cards: Cards, fits: Callable[[Card, Card], bool]) -> list[int | None]:
    """A largest matching (Kuhn's), by augmenting paths."""
    taken: dict[int, int] = {}

    def settle(card: int, tried: set[int]) -> bool:
        # Its like first, so that what was read in full is never left for a guess.
        places = sorted(range(len(hand)), key=lambda place: hand[place] != cards[card])
        for place in places:
            if place in tried or not fits(hand[place], cards[card]):
                continue
            tried.add(place)
            if place not in taken or settle(taken[place], tried):
                taken[place] = card
                return True
        return False

    for card in range(len(cards)):
        settle(card, set())
    found: list[int | None] = [None] * len(cards)
    for place, card in taken.items():
        found[card] = place
    return found
