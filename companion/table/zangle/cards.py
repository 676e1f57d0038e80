"""Which of the cards that lie open are meant, where cards are told apart by what they show."""

from __future__ import annotations

from collections.abc import Sequence

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
