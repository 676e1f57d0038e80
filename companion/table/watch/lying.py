"""Cards as they lie in two pictures: which of the one is which of the other?"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from math import dist

from companion.table.watch.zones import Xy

NEAR_MM = 12.0
"""A card that was not read is taken for the same one where it lies this close to where it lay."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A card on the table as it was seen."""

    at_mm: Xy
    """Its middle."""
    look: str | None = None
    """Equal for cards that show the same, such as a shape's key, or "Z"; None where it was not read."""
    id: str | None = None
    """Which card it is, where a marker tells."""


def is_read(card: Lying) -> bool:
    """Whether anything of it was read."""
    return card.look is not None or card.id is not None


def reads_alike(card: Lying, other: Lying) -> bool:
    """Whether two cards are one by identity or by look."""
    return _alike_by(card, other) in (_By.IDENTITY, _By.LOOK)


def unmatched(cards: Sequence[Lying], others: Sequence[Lying]) -> list[Lying]:
    """The cards that are none of the others."""
    known = {index for index, _ in matches(cards, others, anywhere=False)}
    return [card for index, card in enumerate(cards) if index not in known]


def matches(
    cards: Sequence[Lying],
    others: Sequence[Lying],
    *,
    anywhere: bool,
    rather_not: Collection[int] = frozenset(),
    known: Collection[tuple[int, int]] = (),
    never: Collection[tuple[int, int]] = frozenset(),
) -> list[tuple[int, int]]:
    """Pairs (card, other) that are one card: by identity, by look, and last what was not read.

    Alike ones are paired by nearness, so that one that was only pushed aside is the one that stayed.
    An unread card is the other wherever it lies if `anywhere`, else only near to it. The cards in
    `rather_not` are paired where no other one will do, but for those whose identity shows. Those of `known` pairs
    are left out, and pairs that `never` are one card.
    """
    pairs: list[tuple[int, int]] = []
    free_cards = set(range(len(cards))) - {one for one, _ in known}
    free_others = set(range(len(others))) - {other for _, other in known}
    late = set(rather_not)
    nobody: set[int] = set()
    options = _options(cards, others, free_cards, free_others)
    rounds = (
        (_By.IDENTITY, nobody),
        (_By.LOOK, late),
        (_By.UNREAD, late),
        (_By.LOOK, nobody),
        (_By.UNREAD, nobody),
    )
    for by, held_back in rounds:
        for apart, one, other in options.get(by, ()):
            far = by is _By.UNREAD and not anywhere and apart > NEAR_MM
            free = one in free_cards and one not in held_back and other in free_others
            if free and not far and (one, other) not in never:
                free_cards.discard(one)
                free_others.discard(other)
                pairs.append((one, other))
    return pairs


def _options(
    cards: Sequence[Lying], others: Sequence[Lying], free_cards: Collection[int], free_others: Collection[int]
) -> dict[_By, list[tuple[float, int, int]]]:
    """Which could be one card and by what: how far apart in mm, card and other, the nearest first."""
    options: dict[_By, list[tuple[float, int, int]]] = {}
    for one in free_cards:
        card = cards[one]
        for other in free_others:
            by = _alike_by(card, others[other])
            if by is not None:
                options.setdefault(by, []).append((dist(card.at_mm, others[other].at_mm), one, other))
    for pairs in options.values():
        pairs.sort()
    return options


class _By(Enum):
    """What two cards are taken for one by, the surest first."""

    IDENTITY = auto()
    LOOK = auto()
    UNREAD = auto()
    """Nothing speaks against it."""


def _alike_by(card: Lying, other: Lying) -> _By | None:
    """None where they are two."""
    if card.id is not None and other.id is not None:
        return _By.IDENTITY if card.id == other.id else None
    if card.look is not None and other.look is not None:
        return _By.LOOK if card.look == other.look else None
    return _By.UNREAD
