"""Cards in the claim zone that are not read: which of the cards that were frozen can each of them be?

What lay in plain sight elsewhere while it lay there is another card, though that one be missed later.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import dist

from companion.table.watch.lying import NEAR_MM, Lying, is_read
from companion.table.watch.ownership import Frozen, Moved, in_claim_zone, out_of_place
from companion.table.watch.zones import Xy, Zone


@dataclass(frozen=True, slots=True)
class Unread:
    """A card in the claim zone that is not read, and whose cards it may be."""

    at_mm: Xy
    may_be: tuple[Moved, ...]


def unread_laid(
    before: Iterable[Unread],
    frozen: Frozen,
    now: Iterable[Lying],
    shown: Sequence[Lying],
    zones: Sequence[Zone],
) -> tuple[Unread, ...]:
    """Those that lie there `now`, each with what it could be in every picture that it lay in.

    `shown` are the cards in plain sight, and `before` is what this gave for the last picture.
    """
    there = [card for card in now if not is_read(card) and in_claim_zone(card, zones)]
    away = out_of_place(frozen, shown, zones) if there else ()
    known = tuple(before)
    return tuple(_narrowed(Unread(card.at_mm, away), known) for card in there)


def may_be_of(unread: Iterable[Unread], card: Lying) -> tuple[Moved, ...] | None:
    """What a card that is not read can be; None where nothing is known of it yet."""
    return next((one.may_be for one in unread if dist(one.at_mm, card.at_mm) < NEAR_MM), None)


def _narrowed(card: Unread, before: Iterable[Unread]) -> Unread:
    old = next((one for one in before if dist(one.at_mm, card.at_mm) < NEAR_MM), None)
    return card if old is None else replace(card, may_be=tuple(m for m in card.may_be if m in old.may_be))
