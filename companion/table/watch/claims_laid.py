"""Claims as they are laid down: frozen at the call, told once they lie there, and paid for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations

from companion.rules.verdict import Ruling
from companion.rules.zangle import CENTRE
from companion.rules.zangle.modes import SOLITAIRE, SPEEDSTER, TURN_STYLE
from companion.table.watch.amending import Told
from companion.table.watch.arrivals import compared
from companion.table.watch.as_known import as_known, as_read, looks_of
from companion.table.watch.claimed import Claimed
from companion.table.watch.claiming import (
    Before,
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
from companion.table.watch.drawing import held_of, is_column, stage_of
from companion.table.watch.ownership import Moved, freeze, with_exchanged, with_hidden, without_gone
from companion.table.watch.placed import Card, out_of_sight, without_ghosts, without_strays
from companion.table.watch.telling import face_of
from companion.table.watch.undone import is_undone
from companion.table.watch.unread_laid import Unread, unread_laid
from companion.table.watch.watching import Watching
from companion.table.watch.zones import Use
from companion.table.zangle import events as ev
from companion.table.zangle.play import with_verdict
from companion.table.zangle.table import Table
from vision.live.things import How


def claim(watching: Watching, table: Table, caller: str) -> tuple[Watching, ev.Event | None]:
    """What the caller's cards come to, if it is time to say so: a claim, or the payment for a wrong one."""
    scene = watching.scene
    assert scene is not None
    now_s = scene.at_s
    stage = stage_of(table)
    call = watching.call
    fresh = call is None or (call.seat, call.stage) != (caller, stage)
    if call is None or fresh or call.unseen:
        cards = _called_over(watching, table, caller)
        if cards is not None:
            return _frozen(watching, table, caller, cards), None
        if call is None or fresh:
            return _as_known(watching, table, caller), None
    frozen = without_gone(call.frozen, watching.lying, watching.zones)
    call = replace(call, frozen=with_exchanged(frozen, watching.lying, watching.zones))
    call = replace(call, unread=_unread(watching, call))
    watching = replace(watching, call=call)
    claimed = watching.claimed(caller)
    down = laid(claimed, watching.zones)
    away = bool(claimed.cards or claimed.unsure)
    call = replace(call, moved=True) if away else replace(call, told=None, cleared=True)
    # What is told while something is unsure must be right with it and without.
    either_way = bool(claimed.unsure)
    if down and not call.unseen:
        claimed = as_in_hand(claimed)
    if table.mode != SPEEDSTER and not down and _at_rest(watching, table, caller):
        # Other cards may lie there than before, as after new ones for a stuck centre.
        return _frozen(watching, table, caller, watching.cards), None
    held = in_hand(claimed, down)
    call = replace(missing(call, held, now_s), laid=down)
    later = taken_later(call, held, down, watching.cards, watching.config.later_s)
    put = keys(moved for moved in claimed.cards if moved not in later)
    busy = laying(scene, watching.cards, watching.zones, watching.config)
    # What happened while no picture came, nobody saw.
    call = replace(call, since_s=min(now_s, call.since_s + max(0.0, watching.gap_s - watching.config.gap_s)))
    if put != call.put or claimed.unsure or busy:
        call = replace(call, put=put, since_s=now_s)
    watching = replace(watching, call=call)
    lain_s = now_s - call.since_s
    if table.pending is not None and table.pending.ruling is Ruling.ILLEGAL:
        return _paid(watching, table, caller, claimed, lain_s)
    strange = strangers(claimed, caller) or of_no_column(claimed, watching.seats)
    early = drawn_early(table, caller, watching.told_of(claimed.cards, caller))
    strayed = _may_have_strayed(watching, table, caller, call.frozen_s)
    if not claimed.cards or claimed.unsure or strange or strayed or early or put == call.told or busy:
        return watching, None
    moved, event, least_s = _put_forward(watching, table, caller, claimed)
    if either_way and event.ruling is not Ruling.LEGAL:
        return replace(watching, call=replace(call, since_s=now_s)), None
    if not moved or lain_s < least_s or _only_taken_up(table, down, event):
        return watching, None
    if lain_s < watching.config.spare_s and _one_too_many(watching, table, caller, moved, event):
        return watching, None
    if not call.cleared and is_undone(watching.undone, event):
        return replace(watching, call=replace(call, told=put)), None
    legal = event.ruling is Ruling.LEGAL
    event = replace(event, ruling=None, reasons=())
    told = Told(call, event, keys(moved), now_s) if legal else None
    return replace(watching, call=replace(call, told=put, unpaid=False), told=told), event


def _may_have_strayed(watching: Watching, table: Table, caller: str, frozen_s: float) -> bool:
    """Whether a card that came to the centre or the caller's row since the call may be one that is missed in another
    player's row: what belongs there and looks alike may lie in the claim zone.
    """
    shown = [card for card in watching.cards if card.seen.how is How.SEEN]
    came = [
        face_of(card.seen) for card in shown if card.place in (CENTRE, caller) and card.since_s > frozen_s
    ]
    if not came:
        return False
    missed = out_of_sight(shown, table, [seat for seat in table.lap if seat != caller])
    return any(face.known and one.known and face.agrees(one) for face in missed for one in came)


def _only_taken_up(table: Table, down: Sequence[Moved], event: ev.Claim) -> bool:
    """Whether cards are taken up, and no more: without a call one may look at one's own, and that is no claim."""
    return table.mode == TURN_STYLE and not down and event.ruling is not Ruling.LEGAL


def _unread(watching: Watching, call: Call) -> tuple[Unread, ...]:
    """What lies in the claim zone unread, and what it can be. While no picture came, it may have become another."""
    before = call.unread if watching.gap_s <= watching.config.gap_s else ()
    shown = [card.lying for card in watching.cards if card.seen.how is How.SEEN]
    return unread_laid(before, call.frozen, watching.lying, shown, watching.zones)


def before_a_call(watching: Watching, table: Table) -> Before | None:
    """How all lies before anybody calls, where no card is missed."""
    return Before(watching.cards, held_of(table)) if _whole(watching, table, *watching.seats) else None


def _frozen(watching: Watching, table: Table, caller: str, cards: Iterable[Card]) -> Watching:
    """From now on a claim of the caller's is what has left where these cards lie."""
    assert watching.scene is not None
    places = (CENTRE, *watching.seats)
    cards = without_strays([*cards], table, places)
    frozen = freeze(as_read(cards, table, places), watching.zones)
    remembered = {card.lying.at_mm for card in cards if card.seen.how is not How.SEEN}
    frozen = with_hidden(frozen, remembered)
    before, stage = watching.call, stage_of(table)
    same = before if before is not None and (before.seat, before.stage) == (caller, stage) else None
    # What was claimed before the camera looked may have been laid down then.
    moved = table.pending is not None or (same is not None and same.moved)
    call = Call(caller, frozen, stage, since_s=watching.scene.at_s, moved=moved, frozen_s=watching.scene.at_s)
    return replace(watching, call=call, faces={**looks_of(table, places), **watching.faces})


def _as_known(watching: Watching, table: Table, caller: str) -> Watching:
    """From now on a claim is what lies in the claim zone of all that the game knows to lie elsewhere, if it does."""
    assert watching.scene is not None
    places = (CENTRE, *(watching.seats if table.mode == SOLITAIRE else table.lap))
    frozen = as_known(table, watching.cards, watching.zones, places)
    if frozen is None:
        return replace(watching, call=None)
    call = Call(
        caller,
        frozen,
        stage_of(table),
        since_s=watching.scene.at_s,
        unseen=True,
        frozen_s=watching.scene.at_s,
    )
    return replace(watching, call=call, faces={**looks_of(table, places), **watching.faces})


def _called_over(watching: Watching, table: Table, caller: str) -> tuple[Card, ...] | None:
    """The cards as they lay at the call: as they lie, or as they lay just before where the caller was faster than
    the pictures. None where that was not seen.
    """
    if table.mode != SPEEDSTER:
        return watching.cards if _at_rest(watching, table, caller) else None
    before = watching.before
    known = None if before is None or before.held != held_of(table) else before.cards
    whole = _whole(watching, table, caller) and not (known and _laid_since(watching, known))
    cards = watching.cards if whole else known
    return None if cards is None else without_ghosts(cards, table, (CENTRE, *watching.seats))


def _laid_since(watching: Watching, cards: Iterable[Card]) -> bool:
    """Whether a card lies in the claim zone that did not yet: what it left may still be remembered where it lay."""
    lay = {card.seen.key for card in cards if card.place == Use.CLAIM.value}
    return any(card.seen.key not in lay for card in watching.at(Use.CLAIM.value))


def _whole(watching: Watching, table: Table, *seats: str) -> bool:
    """Whether no card of the centre and of these players' rows is missed yet, as after a start in the midst of a call.

    What left them before nobody saw leave, and a claim would be told by half.
    """
    return all(len(watching.at(place)) >= len(table.faces(place) or ()) for place in (CENTRE, *seats))


def _at_rest(watching: Watching, table: Table, caller: str) -> bool:
    """Whether as many cards lie open in the centre and before the caller as the game says."""
    own = [name for name in watching.seats if is_column(name)] or [caller]
    return all(len(watching.settled(place)) == len(table.faces(place) or ()) for place in (CENTRE, *own))


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
    watching: Watching, table: Table, caller: str, claimed: Claimed, lain_s: float
) -> tuple[Watching, ev.Penalty | None]:
    """The payment for a wrong claim once its cards are back, unless the table has undone it. One that somebody entered,
    and of which nothing was seen to be laid down, is paid for by hand.
    """
    own = set(claimed.cards) - set(strangers(claimed, caller))
    penalty, call = ev.Penalty(caller), watching.call
    if call is not None and watching.undone == penalty:
        call = replace(call, unpaid=True)
        watching = replace(watching, call=call)
    unpaid = call is not None and (call.unpaid or not call.moved)
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
