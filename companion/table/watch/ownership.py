"""Whose card is it? A call freezes who owns what, and a claim is what has moved since.

Plain values in and out: what lies where in millimetres, and the zones of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import dist

from companion.table.watch.zones import Use, Xy, Zone, zone_at

CENTRE = "centre"
NEAR_MM = 12.0
"""A card that was not read is taken for the same one where it lies this close to where it lay."""
INSTEAD_MM = 30.0
"""A card that lies this close to where another one lay was put down in its stead: half a card's width."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A card on the table as it was seen."""

    at_mm: Xy
    """Its middle."""
    look: str | None = None
    """Equal for cards that show the same, such as a shape's key, or "Z"; None where it was not read."""
    id: str | None = None
    """Which card it is, where a marker tells."""


@dataclass(frozen=True, slots=True)
class Frozen:
    """Who owned what at a call."""

    owned: tuple[tuple[str, Lying], ...]
    """Owner and card; the owner is "centre" or a player's name."""
    in_claim: tuple[Lying, ...] = ()
    """What lay in the claim zone before, such as the last Zangle."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A card of a claim, with whom it belonged to when the call came; None where that was not seen."""

    owner: str | None
    card: Lying
    guessed: bool = False
    """Whether it is not read, and may as well be another card that is out of sight where it lay."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """What a caller puts forward."""

    cards: tuple[Moved, ...]
    unsure: tuple[Moved, ...]
    """Cards that lie under a hand or an arm, or may be one that cannot be read: they may be there, or gone; and those
    of `cards` that may as well be another player's."""


def owner_of(card: Lying, zones: Sequence[Zone]) -> str | None:
    """ "centre" or a player's name; None for a card in the claim zone, in no zone, or in several."""
    zone = zone_at(zones, card.at_mm)
    if zone is None or zone.use is Use.CLAIM:
        return None
    return CENTRE if zone.use is Use.CENTRE else zone.seat


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


def with_more(frozen: Frozen, owner: str, there: Sequence[Lying]) -> Frozen:
    """What was frozen, with those cards that lie at an owner's place now and did not then."""
    before = [card for whose, card in frozen.owned if whose == owner]
    came = tuple((owner, card) for card in _unmatched(there, before))
    return replace(frozen, owned=(*frozen.owned, *came))


def without_gone(frozen: Frozen, now: Iterable[Lying], zones: Sequence[Zone]) -> Frozen:
    """What was frozen, without what lay unread in the claim zone and lies there no more: another card that comes to
    its place is a new one."""
    there = [card for card in now if in_claim_zone(card, zones)]
    gone = [card for card in _unmatched(frozen.in_claim, there) if card.look is None and card.id is None]
    return replace(frozen, in_claim=tuple(card for card in frozen.in_claim if card not in gone))


def out_of_place(frozen: Frozen, shown: Sequence[Lying], zones: Sequence[Zone]) -> tuple[Moved, ...]:
    """What of all that is owned is not among the cards in plain sight at its place (`shown`). Something that is not
    read there may be what lay beneath a card that was read.
    """
    away: list[Moved] = []
    for owner in dict.fromkeys(owner for owner, _ in frozen.owned):
        there = [card for card in shown if owner_of(card, zones) == owner]
        for read in (True, False):
            before = [card for whose, card in frozen.owned if whose == owner and is_read(card) == read]
            could_be = [card for card in there if is_read(card)] if read else there
            away += [Moved(owner, card) for card in _unmatched(before, could_be)]
    return tuple(away)


def with_exchanged(frozen: Frozen, now: Sequence[Lying], zones: Sequence[Zone]) -> Frozen:
    """What was frozen, but that two cards which lie in each other's stead belong where they lie: they were put down the
    wrong way round when the call came, and nobody holds them.
    """
    gone: list[tuple[str, Lying]] = []
    came: list[tuple[str, Lying]] = []
    for owner, left, new in _changes(frozen, now, zones):
        gone += [(owner, card) for card in left]
        came += [(owner, card) for card in new]
    instead: dict[tuple[str, Lying], tuple[str, Lying]] = {}
    for one, other in combinations(gone, 2):
        pair = _put_instead(one, other[1], came), _put_instead(other, one[1], came)
        if pair[0] and pair[1]:
            instead |= {one: pair[0], other: pair[1]}
    return replace(frozen, owned=tuple(instead.get(owned, owned) for owned in frozen.owned))


def _changes(
    frozen: Frozen,
    now: Sequence[Lying],
    zones: Sequence[Zone],
    came: Iterable[Lying] = (),
    left: Collection[Moved] = (),
) -> Iterator[tuple[str, list[Lying], list[Lying]]]:
    """Each owner with the cards that have left their place since, and those that lie there and did not. Cards with the
    identity of one that `came` to the claim zone, and those that `left`, are none of what is not read there."""
    ids = {card.id for card in came if card.id}
    for owner in dict.fromkeys(owner for owner, _ in frozen.owned):
        before = [card for whose, card in frozen.owned if whose == owner]
        there = [card for card in now if owner_of(card, zones) == owner]
        gone = [card for card in before if card.id in ids or Moved(owner, card) in left]
        stayed = [card for card in before if card not in gone]
        yield owner, [*gone, *_unmatched(stayed, there)], _unmatched(there, stayed)


def _put_instead(
    gone: tuple[str, Lying], like: Lying, came: Iterable[tuple[str, Lying]]
) -> tuple[str, Lying] | None:
    """What came to where an owner's card lay, if what is read of it is like this one."""
    owner, card = gone
    for whose, new in came:
        if whose == owner and dist(new.at_mm, card.at_mm) < INSTEAD_MM and _reads_alike(new, like):
            return whose, new
    return None


def claim_of(
    frozen: Frozen,
    now: Sequence[Lying],
    zones: Sequence[Zone],
    caller: str,
    covered: Callable[[Xy], bool] = lambda _at_mm: False,
    own: Collection[str] = (),
    lay: Sequence[Moved] = (),
    may_be: Callable[[Lying], Sequence[Moved] | None] = lambda _card: None,
) -> Claimed:
    """What left the centre and the caller's row since the call, and what came to the claim zone.

    `covered` tells whether a place cannot be seen now, and `own` are more places that are the caller's. A
    card in the claim zone that left neither the centre nor the caller's places belongs to whom it left, or
    to None where nothing like it left; one that `lay` there before still is whose it was, whatever like it
    has left elsewhere since.
    What `may_be` gives for a card there that is not read are all that it can be, or None for anything.
    """
    mine = {CENTRE, caller, *own}
    zone = [card for card in now if in_claim_zone(card, zones)]
    came = _unmatched(zone, frozen.in_claim)
    unread_in_place = () if own else _unread_in_place(frozen, now, zones, came)
    found = _laid_of(unread_in_place, frozen, now, zones, came)
    missing: list[Moved] = []
    strange: set[str] = set()
    for owner, gone, new_there in _changes(frozen, now, zones, came, found):
        missing += [Moved(owner, card) for card in gone]
        if gone and any(card.look is None for card in new_there):
            strange.add(owner)
    # Of two cards alike, nobody is accused without need.
    foreign = {gone for gone, moved in enumerate(missing) if moved.owner not in mine}
    pairs = _as_before(missing, came, lay)
    never = {
        (gone, new)
        for new, card in enumerate(came)
        if not is_read(card) and (could := may_be(card)) is not None
        for gone, moved in enumerate(missing)
        if moved not in could
    }
    gone_cards = [moved.card for moved in missing]
    pairs += _matches(gone_cards, came, anywhere=True, rather_not=foreign, known=pairs, never=never)
    others_of = _others_that_may_be(missing, came, pairs, may_be)
    claimed = [
        replace(_seen_better(missing[gone], came[new]), guessed=bool(others_of[new])) for gone, new in pairs
    ]
    matched_gone = {gone for gone, _ in pairs}
    matched_new = {new for _, new in pairs}
    nobodys = [card for new, card in enumerate(came) if new not in matched_new]
    claimed += (
        _off_columns(frozen, now, zones, own, nobodys) if own else [Moved(None, card) for card in nobodys]
    )
    left = [moved for gone, moved in enumerate(missing) if gone not in matched_gone and moved.owner in mine]
    # One that was pushed along its row is there, though it cannot be read there.
    unsure = tuple(moved for moved in left if moved.owner in strange or covered(moved.card.at_mm))
    # A card that nobody has read of the caller's may be it, and so may one like it that another player misses; what is
    # not read may be one of which nobody can say that it has left. One that another player misses may also have fallen
    # to where the card lay that was put down, which then seems to be back.
    others = {missing[gone].card.look for gone in foreign - matched_gone}
    either = tuple(
        moved
        for (gone, new), moved in zip(pairs, claimed, strict=False)
        if (missing[gone].card.look is None and moved.card.look in others - {None})
        or (
            moved.card.look in others - {None}
            and moved.owner not in (None, *_alone_with(frozen, mine, moved))
        )
        or any(other.owner not in mine or other not in missing for other in others_of[new])
        or any(
            other not in found
            and other.owner in mine - {moved.owner}
            and _reads_alike(other.card, moved.card)
            for other in unread_in_place
        )
    )
    return Claimed((*claimed, *(moved for moved in left if moved not in unsure)), unsure + either)


def _alone_with(frozen: Frozen, owners: Collection[str], moved: Moved) -> set[str]:
    """Those of the owners that alone have a card which looks so; none where several do, or a marker tells."""
    if moved.card.id is not None:
        return {moved.owner or ""}
    like = {owner for owner, card in frozen.owned if owner in owners and card.look == moved.card.look}
    return like if len(like) == 1 else set()


def _unread_in_place(
    frozen: Frozen, now: Sequence[Lying], zones: Sequence[Zone], came: Sequence[Lying]
) -> tuple[Moved, ...]:
    """What was read where it lay, and is there still only if it is what lies there and is not read."""
    missing = {Moved(owner, card) for owner, gone, _ in _changes(frozen, now, zones, came) for card in gone}
    away = out_of_place(frozen, now, zones)
    return tuple(moved for moved in away if moved not in missing and is_read(moved.card))


def _laid_of(
    unread_in_place: Sequence[Moved],
    frozen: Frozen,
    now: Sequence[Lying],
    zones: Sequence[Zone],
    came: Sequence[Lying],
) -> tuple[Moved, ...]:
    """Which of those must have come to the claim zone, since no other card that may be it has left its place."""
    left = [card for _, gone, _ in _changes(frozen, now, zones, came) for card in gone]
    paired = {new for _, new in _matches(left, came, anywhere=True)}
    found: list[Moved] = []
    for new, card in enumerate(came):
        if new in paired or not is_read(card):
            continue
        like = (moved for moved in unread_in_place if moved not in found and _reads_alike(moved.card, card))
        moved = next(like, None)
        found += [] if moved is None else [moved]
    return tuple(found)


def _others_that_may_be(
    missing: Sequence[Moved],
    came: Sequence[Lying],
    pairs: Iterable[tuple[int, int]],
    may_be: Callable[[Lying], Sequence[Moved] | None],
) -> dict[int, list[Moved]]:
    """For each card of a pair (missing, came) that is not read: what else it can be, and is not laid down elsewhere."""
    paired = {missing[gone] for gone, _ in pairs}
    others: dict[int, list[Moved]] = {}
    for gone, new in pairs:
        own = missing[gone]
        could = () if is_read(came[new]) else may_be(came[new]) or ()
        others[new] = [
            other
            for other in could
            if other not in paired and (other.owner, other.card.look) != (own.owner, own.card.look)
        ]
    return others


def _off_columns(
    frozen: Frozen,
    now: Sequence[Lying],
    zones: Sequence[Zone],
    columns: Collection[str],
    came: Iterable[Lying],
) -> list[Moved]:
    """Cards that came to the claim zone, each from the column whose top it was, though something that is not read lies
    there: what lay beneath it."""
    left = [
        Moved(owner, card)
        for owner, card in frozen.owned
        if owner in columns and not any(owner_of(one, zones) == owner and (one.look or one.id) for one in now)
    ]
    moved: list[Moved] = []
    for card in came:
        top = next((one for one in left if _reads_alike(one.card, card)), None)
        if top is not None:
            left.remove(top)
        moved.append(Moved(None if top is None else top.owner, card))
    return moved


def _as_before(
    missing: Sequence[Moved], came: Sequence[Lying], lay: Iterable[Moved]
) -> list[tuple[int, int]]:
    """Pairs (missing, came) of cards that lie in the claim zone where they `lay` before, with what they left then."""
    pairs: list[tuple[int, int]] = []
    for old in lay:
        here = (new for new, card in enumerate(came) if dist(card.at_mm, old.card.at_mm) < NEAR_MM)
        new = next((new for new in here if _reads_alike(came[new], old.card)), None)
        left = (gone for gone, moved in enumerate(missing) if moved.owner == old.owner)
        taken = {gone for gone, _ in pairs}
        gone = next(
            (gone for gone in left if gone not in taken and _reads_alike(missing[gone].card, old.card)), None
        )
        if new is not None and gone is not None and new not in {one for _, one in pairs}:
            pairs.append((gone, new))
    return pairs


def _seen_better(moved: Moved, now: Lying) -> Moved:
    """A card as it lies now, with what was read of it before where it is not read now."""
    card = Lying(now.at_mm, now.look or moved.card.look, now.id or moved.card.id)
    return Moved(moved.owner, card)


def _unmatched(cards: Sequence[Lying], others: Sequence[Lying]) -> list[Lying]:
    """The cards that are none of the others."""
    known = {index for index, _ in _matches(cards, others, anywhere=False)}
    return [card for index, card in enumerate(cards) if index not in known]


def _matches(
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
    for rank, held_back in ((0, set[int]()), (1, late), (2, late), (1, set[int]()), (2, set[int]())):
        options = sorted(
            (dist(cards[one].at_mm, others[other].at_mm), one, other)
            for one, other in _alike(cards, others, free_cards - held_back, free_others, rank)
        )
        for apart, one, other in options:
            far = rank == 2 and not anywhere and apart > NEAR_MM
            if one in free_cards and other in free_others and not far and (one, other) not in never:
                free_cards.discard(one)
                free_others.discard(other)
                pairs.append((one, other))
    return pairs


def is_read(card: Lying) -> bool:
    """Whether anything of it was read."""
    return card.look is not None or card.id is not None


def _reads_alike(card: Lying, other: Lying) -> bool:
    """Whether two cards are one by identity or by look."""
    return any(True for rank in (0, 1) for _ in _alike([card], [other], {0}, {0}, rank))


def _alike(
    cards: Sequence[Lying], others: Sequence[Lying], free: set[int], free_others: set[int], rank: int
) -> Iterator[tuple[int, int]]:
    for one in free:
        for other in free_others:
            a, b = cards[one], others[other]
            if a.id is not None and b.id is not None:
                if rank == 0 and a.id == b.id:
                    yield one, other
            elif a.look is not None and b.look is not None:
                if rank == 1 and a.look == b.look:
                    yield one, other
            elif rank == 2:
                yield one, other
