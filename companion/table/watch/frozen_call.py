"""What is frozen at a call: how all lay before it, or what the game knows where that was not seen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.rules.zangle import CENTRE
from companion.rules.zangle.modes import SOLITAIRE, SPEEDSTER
from companion.table.watch.as_known import as_known, as_read, looks_of
from companion.table.watch.claiming import Before, Call
from companion.table.watch.drawing import held_of, is_column, stage_of
from companion.table.watch.ownership import freeze, with_hidden
from companion.table.watch.placed import Card, without_ghosts, without_strays
from companion.table.watch.watching import Watching
from companion.table.watch.zones import Use
from companion.table.zangle.table import Table
from vision.live.things import How


def before_a_call(watching: Watching, table: Table) -> Before | None:
    """How all lies before anybody calls, where no card is missed."""
    return Before(watching.cards, held_of(table)) if _whole(watching, table, *watching.seats) else None


def called(watching: Watching, table: Table, caller: str) -> Watching | None:
    """With what is frozen for the caller, where nothing was yet at this stage of the game, or how all lay is seen only
    now; None where the call goes on.
    """
    call = watching.call
    fresh = call is None or (call.seat, call.stage) != (caller, stage_of(table))
    if call is None or fresh or call.unseen:
        cards = _called_over(watching, table, caller)
        if cards is not None:
            return frozen_for(watching, table, caller, cards)
        if fresh:
            return _as_known(watching, table, caller)
    return None


def frozen_for(watching: Watching, table: Table, caller: str, cards: Iterable[Card]) -> Watching:
    """From now on a claim of the caller's is what has left where these cards lie."""
    places = (CENTRE, *watching.seats)
    cards = without_strays([*cards], table, places)
    frozen = freeze(as_read(cards, table, places), watching.zones)
    remembered = {card.lying.at_mm for card in cards if card.seen.how is not How.SEEN}
    frozen = with_hidden(frozen, remembered)
    before, stage = watching.call, stage_of(table)
    same = before if before is not None and (before.seat, before.stage) == (caller, stage) else None
    # What was claimed before the camera looked may have been laid down then.
    moved = table.pending is not None or (same is not None and same.moved)
    call = Call(caller, frozen, stage, since_s=watching.now_s, moved=moved, frozen_s=watching.now_s)
    return replace(watching, call=call, faces={**looks_of(table, places), **watching.faces})


def _as_known(watching: Watching, table: Table, caller: str) -> Watching:
    """From now on a claim is what lies in the claim zone of all that the game knows to lie elsewhere, if it does."""
    places = (CENTRE, *(watching.seats if table.mode == SOLITAIRE else table.lap))
    frozen = as_known(table, watching.cards, watching.zones, places)
    if frozen is None:
        return replace(watching, call=None)
    call = Call(
        caller,
        frozen,
        stage_of(table),
        since_s=watching.now_s,
        unseen=True,
        frozen_s=watching.now_s,
    )
    return replace(watching, call=call, faces={**looks_of(table, places), **watching.faces})


def _called_over(watching: Watching, table: Table, caller: str) -> tuple[Card, ...] | None:
    """The cards as they lay at the call: as they lie, or as they lay just before where the caller was faster than
    the pictures. None where that was not seen.
    """
    if table.mode != SPEEDSTER:
        return watching.cards if at_rest(watching, table, caller) else None
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


def at_rest(watching: Watching, table: Table, caller: str) -> bool:
    """Whether as many cards lie open in the centre and before the caller as the game says."""
    own = [name for name in watching.seats if is_column(name)] or [caller]
    return all(len(watching.settled(place)) == len(table.faces(place) or ()) for place in (CENTRE, *own))
