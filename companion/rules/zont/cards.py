"""Zont's cards: five suits, each with three values in three colours, and a 0 and a 4 of no colour."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from companion.rules.errors import BadInput, quoted
from companion.rules.seeds import seed

ANY_COLOUR = 4
"""The value of the colourless card that counts as any colour."""


class Card(NamedTuple):
    """A card. Every one is there once; cards sort by suit, value and colour."""

    suit: int
    """Its number in `suits()`."""
    value: int
    colour: int | None
    """Its number in `colours()`; None for a 0 and a 4."""

    def __str__(self) -> str:
        colour = "" if self.colour is None else colours()[self.colour]["code"]
        return f"{suits()[self.suit]['code']}{self.value}{colour}"


Cards = tuple[Card, ...]


@lru_cache(maxsize=1)
def suits() -> tuple[dict[str, Any], ...]:
    """The suits as the seed has them."""
    return tuple(seed("zont")["suits"])


@lru_cache(maxsize=1)
def colours() -> tuple[dict[str, Any], ...]:
    """The colours as the seed has them."""
    return tuple(seed("zont")["colours"])


@lru_cache(maxsize=1)
def all_cards() -> Cards:
    """The 55 cards, sorted."""
    values = seed("zont")["values"]
    found = [
        Card(suit, value, colour)
        for suit in range(len(suits()))
        for value in values["coloured"]
        for colour in range(len(colours()))
    ]
    found += [Card(suit, value, None) for suit in range(len(suits())) for value in values["colourless"]]
    return tuple(sorted(found, key=lambda card: (card.suit, card.value, card.colour or 0)))


@lru_cache(maxsize=1)
def zeros() -> Cards:
    """The cards that start the piles, in the order of the suits."""
    return tuple(card for card in all_cards() if card.value == 0)


@lru_cache(maxsize=1)
def _by_code() -> dict[str, Card]:
    return {str(card): card for card in all_cards()}


def card_from(text: object) -> Card:
    """The card of that name, such as `A2r` or `Z4`. Raises BadInput."""
    found = _by_code().get(text) if isinstance(text, str) else None
    if found is None:
        codes = "".join(suit["code"] for suit in suits())
        raise BadInput(
            f"There is no card {quoted(text)}; a suit of {codes}, a value and, for 1 to 3, a colour: such as A2r."
        )
    return found


def suit_from(text: object) -> int:
    """The number of the suit with that name or code. Raises BadInput."""
    for number, suit in enumerate(suits()):
        if text in (suit["name"], suit["code"]):
            return number
    raise BadInput(f"There is no suit {quoted(text)}; use {', '.join(suit['name'] for suit in suits())}.")


def power_of(suit: int) -> str:
    """The power of a suit: art, change, favors, any or none."""
    return str(suits()[suit]["power"])


def same_colour(one: Card, other: Card, *, four_any: bool) -> bool:
    """Whether two cards are of one colour; a 4 is of any, where the table has it so, and a 0 of none."""
    if one.colour is not None and one.colour == other.colour:
        return True
    if not four_any or 0 in (one.value, other.value):
        return False
    return ANY_COLOUR in (one.value, other.value)
