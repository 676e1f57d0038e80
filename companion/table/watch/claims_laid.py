"""Claims as they are laid down: told once they lie there, and paid for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

from companion.rules.verdict import Ruling
from companion.rules.zangle import CENTRE
from companion.rules.zangle.modes import SPEEDSTER, TURN_STYLE
from companion.table.watch.amending import Told
from companion.table.watch.arrivals import compared
from companion.table.watch.claimed import Claimed
from companion.table.watch.claiming import (
    Call,
    as_in_hand,
    doubtful,
    drawn_early,
    in_hand,
    keys,
    laid,
    laying,
    missing,
    of_no_column,
    strangers,
    taken_later,
    wait_s,
)
from companion.table.watch.frozen_call import at_rest, called, frozen_for
from companion.table.watch.ownership import Moved, with_exchanged, without_gone
from companion.table.watch.placed import out_of_sight
from companion.table.watch.telling import face_of
from companion.table.watch.undone import is_undone
from companion.table.watch.unread_laid import Unread, unread_laid
from companion.table.watch.watching import Watching
from companion.table.zangle import events as ev
from companion.table.zangle.play import with_verdict
from companion.table.zangle.table import Table
from vision.live.things import How


def claim(watching: Watching, table: Table, caller: str) -> tuple[Watching, ev.Event | None]:
    """What the caller's cards come to, if it is time to say so: a claim, or the payment for a wrong one."""
    scene = watching.scene
    assert scene is not None
    if (anew := called(watching, table, caller)) is not None:
        return anew, None
    watching, call = _followed(watching)
    claimed = watching.claimed(caller)
    down = laid(claimed, watching.zones)
    if table.mode != SPEEDSTER and not down and at_rest(watching, table, caller):
        # Other cards may lie there than before, as after new ones for a stuck centre.
        return frozen_for(watching, table, caller, watching.cards), None
    # What is told while something is unsure must be right with it and without.
    either_way = bool(claimed.unsure)
    if down and not call.unseen:
        claimed = as_in_hand(claimed)
    busy = laying(scene, watching.cards, watching.zones, watching.config)
    call = _with_put(watching, call, claimed, down, busy=busy)
    watching = replace(watching, call=call)
    if table.pending is not None and table.pending.ruling is Ruling.ILLEGAL:
        return _paid(watching, call, table, claimed)
    if busy or not _is_the_callers(watching, call, table, claimed):
        return watching, None
    return _told(watching, call, table, claimed, either_way=either_way)


def _followed(watching: Watching) -> tuple[Watching, Call]:
    """With what became of the cards that were frozen, and what lies in the claim zone unread."""
    assert watching.call is not None
    call = watching.call
    kept = without_gone(call.frozen, watching.lying, watching.zones)
    call = replace(call, frozen=with_exchanged(kept, watching.lying, watching.zones))
    call = replace(call, unread=_unread(watching, call))
    return replace(watching, call=call), call


def _with_put(
    watching: Watching, call: Call, claimed: Claimed, down: tuple[Moved, ...], *, busy: bool
) -> Call:
    """The call with what the claim comes to now, and since when; as long as the caller is busy it is no claim yet."""
    now_s, config = watching.now_s, watching.config
    away = bool(claimed.cards or claimed.unsure)
    call = replace(call, moved=True) if away else replace(call, told=None, cleared=True)
    held = in_hand(claimed, down)
    call = replace(missing(call, held, now_s), laid=down)
    later = taken_later(call, held, down, watching.cards, config.later_s)
    put = keys(moved for moved in claimed.cards if moved not in later)
    # What happened while no picture came, nobody saw.
    call = replace(call, since_s=min(now_s, call.since_s + max(0.0, watching.gap_s - config.gap_s)))
    stays = put == call.put and not claimed.unsure and not busy
    return call if stays else replace(call, put=put, since_s=now_s)


def _is_the_callers(watching: Watching, call: Call, table: Table, claimed: Claimed) -> bool:
    """Whether there is a claim that was not told yet, all of it is sure, and nothing of it may be another's."""
    if not claimed.cards or claimed.unsure or call.put == call.told:
        return False
    return not (
        strangers(claimed, call.seat)
        or of_no_column(claimed, watching.seats)
        or drawn_early(table, call.seat, watching.told_of(claimed.cards, call.seat))
        or _may_have_strayed(watching, call, table)
    )


def _told(
    watching: Watching, call: Call, table: Table, claimed: Claimed, *, either_way: bool
) -> tuple[Watching, ev.Claim | None]:
    """The claim once it has stayed as it is for long enough; with `either_way` only what the rules call a Zangle."""
    moved, event, least_s = _put_forward(watching, table, call.seat, claimed)
    legal = event.ruling is Ruling.LEGAL
    if either_way and not legal:
        return replace(watching, call=replace(call, since_s=watching.now_s)), None
    lain_s = watching.now_s - call.since_s
    if not moved or lain_s < least_s or (not legal and _only_taken_up(table, call)):
        return watching, None
    if lain_s < watching.config.spare_s and _one_too_many(watching, table, call.seat, moved, event):
        return watching, None
    if not call.cleared and is_undone(watching.undone, event):
        return replace(watching, call=replace(call, told=call.put)), None
    event = replace(event, ruling=None, reasons=())
    told = Told(call, event, keys(moved), watching.now_s) if legal else None
    return replace(watching, call=replace(call, told=call.put, unpaid=False), told=told), event


def _may_have_strayed(watching: Watching, call: Call, table: Table) -> bool:
    """Whether a card that came to the centre or the caller's row since the call may be one that is missed in another
    player's row: what belongs there and looks alike may lie in the claim zone.
    """
    shown = [card for card in watching.cards if card.seen.how is How.SEEN]
    came = [
        face_of(card.seen)
        for card in shown
        if card.place in (CENTRE, call.seat) and card.since_s > call.frozen_s
    ]
    if not came:
        return False
    missed = out_of_sight(shown, table, [seat for seat in table.lap if seat != call.seat])
    return any(face.known and one.known and face.agrees(one) for face in missed for one in came)


def _only_taken_up(table: Table, call: Call) -> bool:
    """Whether cards are taken up, and no more: without a call one may look at one's own, and that is no claim."""
    return table.mode == TURN_STYLE and not call.laid


def _unread(watching: Watching, call: Call) -> tuple[Unread, ...]:
    """What lies in the claim zone unread, and what it can be. While no picture came, it may have become another."""
    before = call.unread if watching.gap_s <= watching.config.gap_s else ()
    shown = [card.lying for card in watching.cards if card.seen.how is How.SEEN]
    return unread_laid(before, call.frozen, watching.lying, shown, watching.zones)


def _put_forward(
    watching: Watching, table: Table, caller: str, claimed: Claimed
) -> tuple[tuple[Moved, ...], ev.Claim, float]:
    """What a claim is told of, the verdict on that, and for how long it stays as it is before.

    Who has a card of the centre that nobody has laid down, and what for, does not show: another may have taken it. What
    hangs on it has to wait until it lies there, or back: a Zangle, unless nothing was laid down yet, and that what was
    laid down is none. Nothing is told either where whose cards were put down does not show.
    """
    config = watching.config
    put = laid(claimed, watching.zones)
    held = in_hand(claimed, put)
    # What nobody saw leave may be one that the centre misses, and another card than was thought to lie there.
    unclear = doubtful(claimed, put) or (held and any(moved.owner is None for moved in put))
    grabbed = put and not unclear and len(put) + len(held) == len(claimed.cards)
    if grabbed and (alone := _judged(watching, table, caller, put)).ruling is Ruling.LEGAL:
        return put, alone, wait_s(claimed, watching.cards, watching.zones, config)
    whole = _judged(watching, table, caller, claimed.cards)
    if whole.ruling is Ruling.LEGAL:
        told = () if put and held else claimed.cards
        return told, whole, wait_s(claimed, watching.cards, watching.zones, config)
    least_s = config.unread_s if whole.ruling is Ruling.UNDECIDED else config.patience_s
    if len(put) == len(claimed.cards):
        return claimed.cards, whole, least_s
    if unclear:
        return (), whole, least_s
    if (alone := _judged(watching, table, caller, put)).ruling is Ruling.LEGAL:
        return put, alone, least_s
    sure = tuple(moved for moved in claimed.cards if moved not in held)
    if not sure or whole.ruling is not Ruling.ILLEGAL:
        return claimed.cards, whole, least_s
    some = (own for count in range(1, len(held)) for own in combinations(held, count))
    if any(_judged(watching, table, caller, (*sure, *own)).ruling is Ruling.LEGAL for own in some):
        return (), whole, least_s
    return sure, _judged(watching, table, caller, sure), least_s


def _one_too_many(
    watching: Watching, table: Table, caller: str, moved: tuple[Moved, ...], event: ev.Claim
) -> bool:
    """Whether a claim is no Zangle, and would be one without one of its cards, which may have fallen there."""
    return event.ruling is Ruling.ILLEGAL and any(
        _judged(watching, table, caller, (*moved[:at], *moved[at + 1 :])).ruling is Ruling.LEGAL
        for at in range(len(moved))
    )


def _judged(watching: Watching, table: Table, caller: str, cards: Iterable[Moved]) -> ev.Claim:
    """A claim of these cards with the rules' verdict on it."""
    judged = with_verdict(table, ev.Claim(caller, watching.told_of(cards, caller)))
    assert isinstance(judged, ev.Claim)
    return judged


def _paid(
    watching: Watching, call: Call, table: Table, claimed: Claimed
) -> tuple[Watching, ev.Penalty | None]:
    """The payment for a wrong claim once its cards are back, unless the table has undone it. One that somebody entered,
    and of which nothing was seen to be laid down, is paid for by hand.
    """
    own = set(claimed.cards) - set(strangers(claimed, call.seat))
    penalty = ev.Penalty(call.seat)
    if watching.undone == penalty:
        call = replace(call, unpaid=True)
        watching = replace(watching, call=call)
    lain_s = watching.now_s - call.since_s
    unpaid = call.unpaid or not call.moved
    if own or lain_s < watching.config.settled_s or table.mode != SPEEDSTER or unpaid:
        return watching, None
    return _returned(watching, table), penalty


def _returned(watching: Watching, table: Table) -> Watching:
    """Something was made of every card that the game has where it lies; of one drawn meanwhile nothing yet."""
    for place in (CENTRE, *watching.seats):
        there = sorted(watching.at(place), key=watching.fresh)
        _, came = compared(table.faces(place) or (), [face_of(card.seen) for card in there])
        watching = watching.accounted_for([card for at, card in enumerate(there) if at not in came])
    return watching
