"""Whose card is it? A call freezes who owns what, and a claim is what has moved since.

Plain values in and out: what lies where in millimetres, and the zones of the table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import dist

from companion.table.watch.lying import Lying, is_read, reads_alike, unmatched
from companion.table.watch.zones import Use, Xy, Zone, zone_at

CENTRE = "centre"
INSTEAD_MM = 30.0
"""A card that lies this close to where another one lay was put down in its stead: half a card's width."""


@dataclass(frozen=True, slots=True)
class Frozen:
    """Who owned what at a call."""

    owned: tuple[tuple[str, Lying], ...]
    """Owner and card; the owner is "centre" or a player's name."""
    in_claim: tuple[Lying, ...] = ()
    """What lay in the claim zone before, such as the last Zangle ..."""
    hidden: tuple[Lying, ...] = ()
    """... and those of it that were only remembered there: they may have been taken away under a hand."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A card of a claim, with whom it belonged to when the call came; None where that was not seen."""

    owner: str | None
    card: Lying
    guessed: bool = False
    """Whether it is not read, and may as well be another card that is out of sight where it lay."""


def owner_of(card: Lying, zones: Sequence[Zone]) -> str | None:
    """ "centre" or a player's name; None for a card in the claim zone, in no zone, or in several."""
    zone = zone_at(zones, card.at_mm)
    if zone is None or zone.use is Use.CLAIM:
        return None
    return CENTRE if zone.use is Use.CENTRE else zone.seat


def by_owner(cards: Iterable[Lying], zones: Sequence[Zone]) -> dict[str | None, list[Lying]]:
    """The cards that lie at each owner's place, in their order; under None those that are nobody's."""
    there: dict[str | None, list[Lying]] = {}
    for card in cards:
        there.setdefault(owner_of(card, zones), []).append(card)
    return there


def in_claim_zone(card: Lying, zones: Sequence[Zone]) -> bool:
    """Whether a card lies in the claim zone, and in no other."""
    zone = zone_at(zones, card.at_mm)
    return zone is not None and zone.use is Use.CLAIM


def freeze(cards: Iterable[Lying], zones: Sequence[Zone]) -> Frozen:
    """Who owns which of the cards that lie on the table."""
    owned: list[tuple[str, Lying]] = []
    in_claim: list[Lying] = []
    for card in cards:
        zone = zone_at(zones, card.at_mm)
        owner = owner_of(card, zones)
        if owner is not None:
            owned.append((owner, card))
        elif zone is not None:
            in_claim.append(card)
    return Frozen(tuple(owned), tuple(in_claim))


def with_hidden(frozen: Frozen, remembered: Collection[Xy]) -> Frozen:
    """What was frozen, with which cards of the claim zone were not in plain sight then, by where they lay."""
    return replace(frozen, hidden=tuple(card for card in frozen.in_claim if card.at_mm in remembered))


def with_more(frozen: Frozen, owner: str, there: Sequence[Lying]) -> Frozen:
    """What was frozen, with those cards that lie at an owner's place now and did not then."""
    before = [card for whose, card in frozen.owned if whose == owner]
    came = tuple((owner, card) for card in unmatched(there, before))
    return replace(frozen, owned=(*frozen.owned, *came))


def without_gone(frozen: Frozen, now: Iterable[Lying], zones: Sequence[Zone]) -> Frozen:
    """What was frozen, without what lay unread in the claim zone and lies there no more: another card that comes to
    its place is a new one."""
    there = [card for card in now if in_claim_zone(card, zones)]
    gone = [card for card in unmatched(frozen.in_claim, there) if card.look is None and card.id is None]
    return replace(frozen, in_claim=tuple(card for card in frozen.in_claim if card not in gone))


def out_of_place(frozen: Frozen, shown: Sequence[Lying], zones: Sequence[Zone]) -> tuple[Moved, ...]:
    """What of all that is owned is not among the cards in plain sight at its place (`shown`). Something that is not
    read there may be what lay beneath a card that was read.
    """
    away: list[Moved] = []
    lying = by_owner(shown, zones)
    for owner in dict.fromkeys(owner for owner, _ in frozen.owned):
        there = lying.get(owner, [])
        for read in (True, False):
            before = [card for whose, card in frozen.owned if whose == owner and is_read(card) == read]
            could_be = [card for card in there if is_read(card)] if read else there
            away += [Moved(owner, card) for card in unmatched(before, could_be)]
    return tuple(away)


def with_exchanged(frozen: Frozen, now: Sequence[Lying], zones: Sequence[Zone]) -> Frozen:
    """What was frozen, but that two cards which lie in each other's stead belong where they lie: they were put down the
    wrong way round when the call came, and nobody holds them.
    """
    gone: list[tuple[str, Lying]] = []
    came: list[tuple[str, Lying]] = []
    for owner, left, new in changes(frozen, now, zones):
        gone += [(owner, card) for card in left]
        came += [(owner, card) for card in new]
    instead: dict[tuple[str, Lying], tuple[str, Lying]] = {}
    for one, other in combinations(gone, 2):
        pair = _put_instead(one, other[1], came), _put_instead(other, one[1], came)
        if pair[0] and pair[1]:
            instead |= {one: pair[0], other: pair[1]}
    return replace(frozen, owned=tuple(instead.get(owned, owned) for owned in frozen.owned))


def changes(
    frozen: Frozen,
    now: Sequence[Lying],
    zones: Sequence[Zone],
    came: Iterable[Lying] = (),
    left: Collection[Moved] = (),
) -> Iterator[tuple[str, list[Lying], list[Lying]]]:
    """Each owner with the cards that have left their place since, and those that lie there and did not. Cards with the
    identity of one that `came` to the claim zone, and those that `left`, are none of what is not read there."""
    ids = {card.id for card in came if card.id}
    lying = by_owner(now, zones)
    for owner in dict.fromkeys(owner for owner, _ in frozen.owned):
        before = [card for whose, card in frozen.owned if whose == owner]
        there = lying.get(owner, [])
        gone = [card for card in before if card.id in ids or Moved(owner, card) in left]
        stayed = [card for card in before if card not in gone]
        yield owner, [*gone, *unmatched(stayed, there)], unmatched(there, stayed)


def _put_instead(
    gone: tuple[str, Lying], like: Lying, came: Iterable[tuple[str, Lying]]
) -> tuple[str, Lying] | None:
    """What came to where an owner's card lay, if what is read of it is like this one."""
    owner, card = gone
    for whose, new in came:
        if whose == owner and dist(new.at_mm, card.at_mm) < INSTEAD_MM and reads_alike(new, like):
            return whose, new
    return None
