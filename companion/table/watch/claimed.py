"""What a caller puts forward: what has moved since the call, and what of it may be something else."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from math import dist
from typing import TypeVar

from companion.table.watch.lying import NEAR_MM, Lying, is_read, matches, reads_alike, unmatched
from companion.table.watch.ownership import (
    CENTRE,
    Frozen,
    Moved,
    changes,
    in_claim_zone,
    out_of_place,
    owner_of,
)
from companion.table.watch.zones import Xy, Zone

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Claimed:
    """What a caller puts forward."""

    cards: tuple[Moved, ...]
    unsure: tuple[Moved, ...]
    """Cards that lie under a hand or an arm, or may be one that cannot be read: they may be there, or gone; and those
    of `cards` that may as well be another player's."""


@dataclass(frozen=True, slots=True)
class _Laid:
    """A card that came to the claim zone, with what it is taken for."""

    was: Moved
    """As it lay before."""
    moved: Moved
    """As it lies now."""
    others: tuple[Moved, ...]
    """What else it can be where it is not read."""


def claim_of(
    frozen: Frozen,
    now: Sequence[Lying],
    zones: Sequence[Zone],
    caller: str,
    *,
    covered: Callable[[Xy], bool] = lambda _at_mm: False,
    columns: Collection[str] = (),
    lay: Sequence[Moved] = (),
    may_be: Callable[[Lying], Sequence[Moved] | None] = lambda _card: None,
) -> Claimed:
    """What left the centre and the caller's row since the call, and what came to the claim zone.

    `covered` tells whether a place cannot be seen now, and `columns` are those of Solitaire, which are the caller's. A
    card in the claim zone that left neither the centre nor the caller's places belongs to whom it left, or
    to None where nothing like it left; one that `lay` there before still is whose it was, whatever like it
    has left elsewhere since.
    What `may_be` gives for a card there that is not read are all that it can be, or None for anything.
    """
    mine = {CENTRE, caller, *columns}
    down = [card for card in now if in_claim_zone(card, zones)]
    came = unmatched(down, frozen.in_claim)
    changed = list(changes(frozen, now, zones, came))
    away = [Moved(owner, card) for owner, gone, _ in changed for card in gone]
    unread_in_place = () if columns else _unread_in_place(frozen, now, zones, away)
    found = _laid_of(unread_in_place, away, came)
    missing, strange = _missed(list(changes(frozen, now, zones, came, found)) if found else changed)
    pairs = _paired(missing, came, mine, lay, may_be)
    laid = _laid(missing, came, pairs, may_be)
    left = _all_but(missing, {gone for gone, _ in pairs})
    held = [moved for moved in left if moved.owner in mine]
    # One that was pushed along its row is there, though it cannot be read there.
    unsure = tuple(moved for moved in held if moved.owner in strange or covered(moved.card.at_mm))
    either = _may_lie_pushed(held, frozen, down)
    unsure += tuple(moved for moved in either if moved not in unsure)
    nobodys = _all_but(came, {new for _, new in pairs})
    cards = (
        *(one.moved for one in laid),
        *_off_columns(frozen, now, zones, columns, nobodys),
        *(moved for moved in held if moved in either or moved not in unsure),
    )
    stayed = [moved for moved in unread_in_place if moved.owner in mine and moved not in found]

    def may_be_anothers(one: _Laid) -> bool:
        return (
            _seems_anothers(one, frozen, mine, left)
            or _is_another_unread(one, mine, missing)
            or _like_another_of(one, stayed)
        )

    return Claimed(cards, unsure + tuple(one.moved for one in laid if may_be_anothers(one)))


def _missed(changed: Iterable[tuple[str, list[Lying], list[Lying]]]) -> tuple[list[Moved], set[str]]:
    """What has left its place, and the owners at whose places something lies instead that is not read."""
    missing: list[Moved] = []
    strange: set[str] = set()
    for owner, gone, new_there in changed:
        missing += [Moved(owner, card) for card in gone]
        if gone and any(card.look is None for card in new_there):
            strange.add(owner)
    return missing, strange


def _paired(
    missing: Sequence[Moved],
    came: Sequence[Lying],
    mine: Collection[str],
    lay: Iterable[Moved],
    may_be: Callable[[Lying], Sequence[Moved] | None],
) -> list[tuple[int, int]]:
    """Pairs (missing, came) of what is one card. Of two cards alike, nobody is accused without need."""
    foreign = {gone for gone, moved in enumerate(missing) if moved.owner not in mine}
    never = {
        (gone, new)
        for new, card in enumerate(came)
        if not is_read(card) and (could := may_be(card)) is not None
        for gone, moved in enumerate(missing)
        if moved not in could
    }
    as_before = _as_before(missing, came, lay)
    gone_cards = [moved.card for moved in missing]
    more = matches(gone_cards, came, anywhere=True, rather_not=foreign, known=as_before, never=never)
    return as_before + more


def _laid(
    missing: Sequence[Moved],
    came: Sequence[Lying],
    pairs: Sequence[tuple[int, int]],
    may_be: Callable[[Lying], Sequence[Moved] | None],
) -> list[_Laid]:
    """The card of each pair (missing, came). What else it can be is what is not laid down elsewhere."""
    paired = {missing[gone] for gone, _ in pairs}
    laid: list[_Laid] = []
    for gone, new in pairs:
        was, card = missing[gone], came[new]
        could = () if is_read(card) else may_be(card) or ()
        others = tuple(
            other
            for other in could
            if other not in paired and (other.owner, other.card.look) != (was.owner, was.card.look)
        )
        laid.append(_Laid(was, replace(_seen_better(was, card), guessed=bool(others)), others))
    return laid


def _seems_anothers(laid: _Laid, frozen: Frozen, mine: Collection[str], left: Iterable[Moved]) -> bool:
    """Whether a card may be one like it that another player misses: nobody had read it where it lay, or what the other
    misses may have fallen to where it lay, which then seems to be back.
    """
    card = laid.moved.card
    if card.look is None or all(moved.owner in mine or moved.card.look != card.look for moved in left):
        return False
    return laid.was.card.look is None or not _only_its_owners(laid.moved, frozen, mine)


def _may_lie_pushed(held: Iterable[Moved], frozen: Frozen, down: Sequence[Lying]) -> list[Moved]:
    """Those of the cards that left that may be one of the claim zone which looks like one that was hidden there at the
    call, and lies elsewhere: that one was pushed, or it was taken away and this one came. A marker tells.
    """
    pushed = [
        down[new]
        for new, old in matches(down, frozen.in_claim, anywhere=False)
        if (was := frozen.in_claim[old]) in frozen.hidden
        and dist(down[new].at_mm, was.at_mm) > NEAR_MM
        and (down[new].id is None or was.id is None)
    ]
    return [moved for moved in held if any(reads_alike(moved.card, card) for card in pushed)]


def _like_another_of(laid: _Laid, stayed: Iterable[Moved]) -> bool:
    """Whether a card looks like one of another place that is not read there, and may be that one."""
    own = laid.moved
    return any(other.owner != own.owner and reads_alike(other.card, own.card) for other in stayed)


def _only_its_owners(moved: Moved, frozen: Frozen, owners: Collection[str]) -> bool:
    """Whether of these owners its own alone has a card which looks so, or a marker tells."""
    if moved.card.id is not None:
        return True
    like = {owner for owner, card in frozen.owned if owner in owners and card.look == moved.card.look}
    return like == {moved.owner}


def _is_another_unread(laid: _Laid, mine: Collection[str], missing: Collection[Moved]) -> bool:
    """Whether a card that is not read may be another player's, or one of which nobody can say that it has left."""
    return any(other.owner not in mine or other not in missing for other in laid.others)


def _unread_in_place(
    frozen: Frozen, now: Sequence[Lying], zones: Sequence[Zone], away: Collection[Moved]
) -> tuple[Moved, ...]:
    """What was read where it lay, and is there still only if it is what lies there and is not read."""
    missing = set(away)
    unseen = out_of_place(frozen, now, zones)
    return tuple(moved for moved in unseen if moved not in missing and is_read(moved.card))


def _laid_of(
    unread_in_place: Sequence[Moved], away: Iterable[Moved], came: Sequence[Lying]
) -> tuple[Moved, ...]:
    """Which of those must have come to the claim zone, since no other card that may be it has left its place."""
    paired = {new for _, new in matches([moved.card for moved in away], came, anywhere=True)}
    found: list[Moved] = []
    for new, card in enumerate(came):
        if new in paired or not is_read(card):
            continue
        like = (moved for moved in unread_in_place if moved not in found and reads_alike(moved.card, card))
        moved = next(like, None)
        found += [] if moved is None else [moved]
    return tuple(found)


def _off_columns(
    frozen: Frozen,
    now: Sequence[Lying],
    zones: Sequence[Zone],
    columns: Collection[str],
    came: Iterable[Lying],
) -> list[Moved]:
    """Cards that came to the claim zone, each from the column whose top it was, though something that is not read lies
    there: what lay beneath it. Those of no column are nobody's."""
    left = [
        Moved(owner, card)
        for owner, card in frozen.owned
        if owner in columns and not any(owner_of(one, zones) == owner and (one.look or one.id) for one in now)
    ]
    moved: list[Moved] = []
    for card in came:
        top = next((one for one in left if reads_alike(one.card, card)), None)
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
        new = next((new for new in here if reads_alike(came[new], old.card)), None)
        left = (gone for gone, moved in enumerate(missing) if moved.owner == old.owner)
        taken = {gone for gone, _ in pairs}
        gone = next(
            (gone for gone in left if gone not in taken and reads_alike(missing[gone].card, old.card)), None
        )
        if new is not None and gone is not None and new not in {one for _, one in pairs}:
            pairs.append((gone, new))
    return pairs


def _seen_better(moved: Moved, now: Lying) -> Moved:
    """A card as it lies now, with what was read of it before where it is not read now."""
    card = Lying(now.at_mm, now.look or moved.card.look, now.id or moved.card.id)
    return Moved(moved.owner, card)


def _all_but(items: Iterable[T], taken: Collection[int]) -> list[T]:
    """The items whose index is not among the taken ones."""
    return [item for index, item in enumerate(items) if index not in taken]
