"""A turn as a value: a card to the middle, its power, a card to the score pile; with its notation both ways."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.errors import BadInput, quoted
from companion.rules.zont.cards import Card, card_from, suit_from, suits


@dataclass(frozen=True, slots=True)
class Art:
    """One more card laid, of the same colour."""

    card: Card
    pile: int | None = None
    """The pile it was laid on, where that is not its own suit's."""

    def __str__(self) -> str:
        return f"art {self.card}{_on(self.pile)}"


@dataclass(frozen=True, slots=True)
class Change:
    """A top card taken into the hand."""

    pile: int
    shows: Card | None
    """What shows on that pile then; None where nobody has said."""

    def __str__(self) -> str:
        return f"change {suits()[self.pile]['code']}{_shows(self.shows)}"


@dataclass(frozen=True, slots=True)
class Favors:
    """A pile shuffled, with one card turned up."""

    pile: int
    shows: Card | None
    """What shows on that pile then; None where nobody has said."""

    def __str__(self) -> str:
        return f"favors {suits()[self.pile]['code']}{_shows(self.shows)}"


Power = Art | Change | Favors


@dataclass(frozen=True, slots=True)
class Turn:
    """What a player does in a turn; `middle` or `score` is None where no such card was played."""

    middle: Card | None
    power: Power | None
    score: Card | None
    pile: int | None = None
    """The pile that the card was laid on, where that is not its own suit's."""

    def __str__(self) -> str:
        words = [] if self.middle is None else [f"play {self.middle}{_on(self.pile)}"]
        words += [] if self.power is None else [str(self.power)]
        words += [] if self.score is None else [f"score {self.score}"]
        return ", ".join(words) or "nothing"


def parse(text: str) -> Turn:
    """The turn that `str` wrote, such as `play C1b, change A shows A2r, score G3b`.

    Raises BadInput with one sentence for text that is no turn.
    """
    if text.strip() == "nothing":
        return Turn(None, None, None)
    middle: Card | None = None
    power: Power | None = None
    score: Card | None = None
    pile: int | None = None
    at = 0
    for part in text.split(","):
        word, *rest = part.split() or [""]
        place = {"play": 1, "art": 2, "change": 2, "favors": 2, "score": 3}.get(word, 0)
        if place <= at:
            raise _no_turn(text)
        at = place
        if word == "play":
            middle, pile = _laid(text, rest)
        elif word == "art":
            power = Art(*_laid(text, rest))
        elif word == "score" and len(rest) == 1:
            score = card_from(rest[0])
        elif len(rest) == 1 or (len(rest) == 3 and rest[1] == "shows"):
            shows = card_from(rest[2]) if len(rest) == 3 else None
            power = (Change if word == "change" else Favors)(suit_from(rest[0]), shows)
        else:
            raise _no_turn(text)
    return Turn(middle, power, score, pile)


def _laid(text: str, rest: list[str]) -> tuple[Card, int | None]:
    if len(rest) == 1:
        return card_from(rest[0]), None
    if len(rest) == 3 and rest[1] == "on":
        card, pile = card_from(rest[0]), suit_from(rest[2])
        return card, None if pile == card.suit else pile
    raise _no_turn(text)


def _no_turn(text: str) -> BadInput:
    return BadInput(
        f"{quoted(text.strip())} is no turn; write such as: play C1b, change A shows A2r, score G3b."
    )


def _on(pile: int | None) -> str:
    return "" if pile is None else f" on {suits()[pile]['code']}"


def _shows(card: Card | None) -> str:
    return "" if card is None else f" shows {card}"
