"""Zigity's cards: set cards with a character and four corners, free cards, and action cards."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from string import ascii_uppercase
from typing import Any, NamedTuple

from companion.rules.errors import BadInput, quoted
from companion.rules.seeds import seed

LETTER, NUMBER, PART, INSTRUMENT = "letter", "number", "part", "instrument"
SET, FREE, DODGE, BOUNCE, DRAW = "set", "free", "dodge", "bounce", "draw"
Value = str | int
"""What stands in a corner: a letter in upper case, a number, or the name of a part or an instrument."""
_CODE = re.compile(r"([A-Z?])([A-Z?])(10|[1-9]|\?)([a-z?])([a-z?])")


class Card(NamedTuple):
    """A card by what is printed on it; equal cards are one kind. None for what was not read of a set card."""

    name: str
    """`set`, or the name of another card, such as `free` or `draw2`."""
    character: str | None = None
    letter: str | None = None
    number: int | None = None
    part: str | None = None
    instrument: str | None = None

    @property
    def power(self) -> str:
        """`set`, `free`, `dodge`, `bounce` or `draw`."""
        return SET if self.name == SET else str(_other(self.name)["power"])

    @property
    def draws(self) -> int:
        """How many cards it makes the next player owe."""
        return 0 if self.name == SET else int(_other(self.name).get("draws", 0))

    @property
    def is_action(self) -> bool:
        """Whether it is an action card."""
        return self.power not in (SET, FREE)

    @property
    def is_read(self) -> bool:
        """Whether nothing on it is left open."""
        return self.name != SET or None not in self[1:]

    def corner(self, aspect: str) -> Value | None:
        """What it shows of an aspect; None where that was not read."""
        value: Value | None = getattr(self, aspect)
        return value

    def __str__(self) -> str:
        return _written(self)


Cards = tuple[Card, ...]


@lru_cache(maxsize=512)
def _written(card: Card) -> str:
    if card.name != SET:
        return card.name
    codes = (
        _code("characters", card.character),
        card.letter or "?",
        "?" if card.number is None else str(card.number),
        _code("parts", card.part),
        _code("instruments", card.instrument),
    )
    return "".join(codes)


def _code(what: str, name: str | None) -> str:
    return next((str(row["code"]) for row in seed("zigity")[what] if row["name"] == name), "?")


@lru_cache(maxsize=16)
def _other(name: str) -> dict[str, Any]:
    return next(row for row in seed("zigity")["others"] if row["name"] == name)


@lru_cache(maxsize=1)
def other_names() -> tuple[str, ...]:
    """The names of the cards that are no set cards."""
    return tuple(row["name"] for row in seed("zigity")["others"])


@lru_cache(maxsize=1)
def characters() -> dict[str, str]:
    """The aspect of which each character's set is made, by the character's name."""
    return {row["name"]: row["aspect"] for row in seed("zigity")["characters"]}


@lru_cache(maxsize=8)
def values_of(aspect: str) -> tuple[Value, ...]:
    """Everything that a corner can show, and a free card can stand for."""
    facts = seed("zigity")
    if aspect == LETTER:
        return tuple(ascii_uppercase)
    if aspect == NUMBER:
        return tuple(range(facts["numbers"]["least"], facts["numbers"]["most"] + 1))
    return tuple(row["name"] for row in facts[f"{aspect}s"])


def card_from(text: object) -> Card:
    """The card of that name, such as `WA7lg` or `draw2`; `?` for what was not read. Raises BadInput."""
    if isinstance(text, str) and (found := _known(text)):
        return found
    raise BadInput(
        f"There is no card {quoted(text)}; write character, letter, number, part and instrument, such as WA7lg, "
        f"or {', '.join(other_names())}."
    )


@lru_cache(maxsize=512)
def _known(text: str) -> Card | None:
    if text in other_names():
        return Card(text)
    found = _CODE.fullmatch(text)
    if found is None:
        return None
    try:
        return Card(
            SET,
            _named("characters", found[1]),
            None if found[2] == "?" else found[2],
            None if found[3] == "?" else int(found[3]),
            _named("parts", found[4]),
            _named("instruments", found[5]),
        )
    except KeyError:
        return None


def _named(what: str, code: str) -> str | None:
    if code == "?":
        return None
    return {str(row["code"]): str(row["name"]) for row in seed("zigity")[what]}[code]


@lru_cache(maxsize=1)
def printed_deck() -> Cards:
    """The 80 cards of the project's own deck, sorted."""
    facts = seed("zigity")
    found = [card_from(code) for code in facts["deck"]["set_cards"]]
    found += [Card(row["name"]) for row in facts["others"] for _ in range(row["copies"])]
    return by_name(found)


def by_name(cards: Iterable[Card]) -> Cards:
    """Cards in the order of their names."""
    return tuple(sorted(cards, key=str))
