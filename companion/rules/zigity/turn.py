"""A turn as a value: a set, an action card or a draw; with its notation both ways."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.errors import BadInput, quoted
from companion.rules.zigity.cards import (
    FREE,
    INSTRUMENT,
    LETTER,
    NUMBER,
    PART,
    Card,
    Cards,
    Value,
    card_from,
    values_of,
)

_FORM = "write such as: set WA7lg free=T word CAT; play dodge; draw 1"


@dataclass(frozen=True, slots=True)
class Laid:
    """A card of the hand as it is laid for a set."""

    card: Card
    stands_for: Value | None = None
    """What a free card was said to be; None where nothing was said."""

    def __str__(self) -> str:
        return str(self.card) if self.stands_for is None else f"{self.card}={self.stands_for}"


@dataclass(frozen=True, slots=True)
class Turn:
    """What a player does in a turn. Just one of `laid`, `actions` and `draws` is there in a turn that is one thing."""

    laid: tuple[Laid, ...] | None = None
    """The cards of the set but the play card, the one that is left on top last; None where no set was played."""
    word: str | None = None
    """The word that was said, in upper case."""
    actions: Cards = ()
    """The cards that were played as action cards."""
    draws: int | None = None
    """How many cards were drawn; None where none was to be."""
    shuffled: tuple[Cards, ...] = ()
    """The draw pile's new order, the next card first, for each time that it was used up in this turn."""

    def __str__(self) -> str:
        words = []
        if self.laid is not None:
            cards = [f" {card}" for card in self.laid]
            words.append("".join(["set", *cards, "" if self.word is None else f" word {self.word}"]))
        if self.actions:
            words.append(" ".join(["play", *map(str, self.actions)]))
        if self.draws is not None:
            words.append(f"draw {self.draws}")
        words += [" ".join(["shuffled", *map(str, cards)]) for cards in self.shuffled]
        return ", ".join(words) or "nothing"

    @property
    def cards(self) -> Cards:
        """All cards that leave the hand."""
        return (*(laid.card for laid in self.laid or ()), *self.actions)


def parse(text: str) -> Turn:
    """The turn that `str` wrote, such as `set WA7lg free=T word CAT`. Raises BadInput with one sentence."""
    if text.strip() == "nothing":
        return Turn()
    laid: tuple[Laid, ...] | None = None
    word, draws = None, None
    actions: Cards = ()
    shuffled: list[Cards] = []
    at = 0
    for part in text.split(","):
        verb, *rest = part.split() or [""]
        place = {"set": 1, "play": 2, "draw": 3, "shuffled": 4}.get(verb, 0)
        if place < max(at, 1) or (place == at and verb != "shuffled"):
            raise _no_turn(text)
        at = place
        if verb == "set":
            if "word" in rest:
                if rest[-2:-1] != ["word"]:
                    raise _no_turn(text)
                word, rest = word_from(rest[-1]), rest[:-2]
            laid = tuple(map(laid_from, rest))
        elif verb == "play" and rest:
            actions = tuple(map(card_from, rest))
        elif verb == "draw" and len(rest) == 1 and rest[0].isascii() and rest[0].isdecimal():
            draws = count_from(rest[0])
        elif verb == "shuffled" and rest:
            shuffled.append(tuple(map(card_from, rest)))
        else:
            raise _no_turn(text)
    return Turn(laid, word, actions, draws, tuple(shuffled))


def laid_from(text: str) -> Laid:
    """Read `WA7lg`, `free` or `free=T`. Raises BadInput."""
    name, equals, value = text.partition("=")
    card = card_from(name)
    if equals and card.name != FREE:
        raise BadInput(f"Only a free card stands for something, and {name} is none.")
    return Laid(card, stands_for_from(value) if equals else None)


def stands_for_from(text: object) -> Value:
    """A letter, a number, a part or an instrument that a free card stands for. Raises BadInput."""
    known = [value for aspect in (PART, INSTRUMENT, NUMBER, LETTER) for value in values_of(aspect)]
    said = text.upper() if isinstance(text, str) and len(text) == 1 else text
    for value in known:
        if said == str(value) or (said == value and not isinstance(said, bool | float)):
            return value
    raise BadInput(
        f"A free card cannot stand for {quoted(text)}; say a letter, a number from 1 to 10, a part or an instrument."
    )


def word_from(text: object) -> str:
    """A word in upper case. Raises BadInput for what has anything but the letters A to Z."""
    if not isinstance(text, str) or not (text.isascii() and text.isalpha()):
        raise BadInput(f"{quoted(text)} is no word; write it with the letters A to Z.")
    return text.upper()


def count_from(text: object) -> int:
    """A count of cards, 0 to 999. Raises BadInput."""
    if isinstance(text, str) and text.isascii() and text.isdecimal() and len(text) < 4:
        return int(text)
    if isinstance(text, int) and not isinstance(text, bool) and 0 <= text < 1000:
        return text
    raise BadInput(f"{quoted(text)} is no count of cards; write a number such as 1.")


def _no_turn(text: str) -> BadInput:
    return BadInput(f"{quoted(text.strip())} is no turn; {_FORM}.")
