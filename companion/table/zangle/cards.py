"""Which of the cards that lie open are meant, where cards are told apart by what they show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from companion.rules.zangle import deck
from companion.table.zangle.events import Face


def matched(asked: Sequence[Face], lying: Sequence[Face]) -> tuple[int, ...] | None:
    """For each card asked for, the index of one that lies there and may be it; None where that cannot be.

    No card is meant twice. A card is rather one that shows the same than one that was not read.
    """
    taken: dict[int, int] = {}
    for card in sorted(range(len(asked)), key=lambda card: -_read(asked[card])):
        if not _place(card, asked, lying, taken, set()):
            return None
    at = {card: place for place, card in taken.items()}
    return tuple(at[card] for card in range(len(asked)))


def without(lying: Sequence[Face], gone: Sequence[int]) -> tuple[Face, ...]:
    """The cards that stay."""
    return tuple(face for index, face in enumerate(lying) if index not in gone)


def misnamed(cards: Sequence[Face], profile: str) -> tuple[str, ...]:
    """What is wrong with the ids of cards: each is of one card, which in the printed deck shows one thing."""
    named = Counter(card.id for card in cards if card.id is not None)
    twice = (
        f"The card {name} is named {count} times, and there is one."
        for name, count in named.items()
        if count > 1
    )
    other = (
        f"The card {card.id} of the printed deck shows something else."
        for card in cards
        if _not_its(card, profile)
    )
    return (*twice, *dict.fromkeys(other))


def _not_its(face: Face, profile: str) -> bool:
    """Whether a face cannot be that of the printed card whose id it has."""
    printed = _printed(profile).get(face.id or "")
    return printed is not None and not replace(face, id=None).agrees(printed)


@lru_cache(maxsize=8)
def _printed(profile: str) -> dict[str, Face]:
    return {card.id: Face(card.triangles, card.shape) for card in deck(profile)}


def _read(face: Face) -> int:
    """How much is known of a card."""
    return 4 * (face.id is not None) + 2 * (face.shape is not None) + (face.triangles is not None)


def _place(
    card: int, asked: Sequence[Face], lying: Sequence[Face], taken: dict[int, int], tried: set[int]
) -> bool:
    """Find a place for a card, moving others to another one where they leave none (Kuhn's augmenting paths)."""
    want = asked[card]
    fits = [place for place, face in enumerate(lying) if place not in tried and want.agrees(face)]
    for place in sorted(fits, key=lambda place: abs(_read(lying[place]) - _read(want))):
        if place in tried:
            continue
        tried.add(place)
        if place not in taken or _place(taken[place], asked, lying, taken, tried):
            taken[place] = card
            return True
    return False
