"""What stands against hits, calls, claims, replenishing and turns while a round is played."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, isfinite

from companion.rules.verdict import Reason, Ruling
from companion.rules.zangle import CENTRE, profile_named
from companion.rules.zangle.modes import SOLITAIRE, SPEEDSTER, TURN_STYLE
from companion.table.zangle import events as ev
from companion.table.zangle.calls import precedence, surely_before
from companion.table.zangle.cards import matched, misnamed
from companion.table.zangle.reasons import Reasons, reason
from companion.table.zangle.table import Table


def _plays(table: Table, name: str) -> Reasons:
    seat = table.seat(name)
    if seat is None:
        yield reason("at-the-table", f"Nobody called {name!r} sits at the table.")
    elif not seat.playing:
        yield reason("at-the-table", f"{name} was not dealt in and waits for the next deal.")


def _only(table: Table, mode: str, clause: str, what: str) -> Reasons:
    if table.mode != mode:
        yield reason(clause, f"{what}, and this is {table.options.mode.title}.")


def _has_turn(table: Table, name: str) -> Reasons:
    if table.mode == TURN_STYLE and table.on_turn != name:
        yield reason("turns", f"It is {table.on_turn}'s turn.")


def hit(table: Table, event: ev.Hit) -> Reasons:
    """Who may take a hit: it needs a card in the pile, and in Turn-Style the turn."""
    yield from _plays(table, event.seat)
    yield from _has_turn(table, event.seat)
    if table.mode == SOLITAIRE:
        yield reason("hit", "There are no hits in Solitaire.")
    elif table.pile == 0:
        yield reason("hit", "The centre pile is used up: there is no card to take.")
    if table.turn is not None:
        if table.turn.hit:
            yield reason("one-hit", "A turn has one hit, and it is taken.")
        if table.turn.claimed:
            yield reason("turns", "The Zangle of this turn is made: replenish.")


def call(table: Table, event: ev.Call) -> Reasons:
    """A call needs Speedster, a replenished centre, and nobody who surely called before."""
    yield from _plays(table, event.seat)
    yield from _only(table, SPEEDSTER, "calls", "Calls belong to Speedster")
    if not (isfinite(event.at_s) and 0 <= event.uncertainty_s < inf):
        yield reason("calls", "A call has a time in seconds, and an uncertainty of 0 or more.")
        return
    if any(call.seat == event.seat for call in table.calls):
        yield reason("calls", f"{event.seat} has called already.")
    if table.pending is not None:
        yield reason("calls", f"{table.pending.seat} has laid down cards: that is settled first.")
    elif table.settled is not None:
        yield reason("calls", f"The table gave the centre to {table.settled}.")
    elif earlier := [call for call in table.calls if surely_before(call, event)]:
        first = precedence(earlier)
        ms = round(1000 * (event.at_s - min(call.at_s for call in earlier)))
        yield reason("calls", f"{first.first or ' and '.join(first.tied)} called {ms} ms before.")
    if not table.calls and table.due(CENTRE):
        yield reason("centre-first", "The centre is replenished before the next call.")


def settle(table: Table, event: ev.Settle) -> Reasons:
    """The table can give the centre to a caller until cards are laid down."""
    if event.seat not in {call.seat for call in table.calls}:
        yield reason("ties", f"{event.seat} has not called.")
    if table.pending is not None:
        yield reason("one-verdict", f"{table.pending.seat} has laid down cards: overrule that, or undo.")


def claim(table: Table, event: ev.Claim) -> Reasons:
    """A claim needs the centre, or the turn, and cards that lie open where they are said to lie."""
    yield from _plays(table, event.seat)
    if table.tied and table.mode == SPEEDSTER:
        yield reason("ties", f"{' and '.join(table.tied)} called at once: settle who was first.")
    elif table.control != event.seat:
        yield reason("control", _who_has_control(table))
    if table.pending is not None:
        if table.pending.seat != event.seat:
            yield reason("one-verdict", f"The claim of {table.pending.seat} is settled first.")
        elif table.pending.ruling is Ruling.ILLEGAL:
            yield reason("one-verdict", f"{event.seat} takes a penalty card, or the table overrules.")
    if table.turn is not None and table.turn.claimed:
        yield reason("turns", "The Zangle of this turn is made: replenish.")
    if table.mode == SOLITAIRE and table.due(CENTRE):
        yield reason("centre-first", "The centre is replenished before the next Zangle.")
    yield from _lies_there(table, event)


def named_rightly(table: Table, event: ev.Claim) -> Reasons:
    """No card of a claim is named twice, nor by an id of the printed deck that is another's."""
    for says in misnamed([taken.face for taken in event.cards], table.options.profile):
        yield reason("cards-lie-there", says)


def _of_this_deck(table: Table, faces: Sequence[ev.Face], clause: str) -> Reasons:
    lattice = profile_named(table.options.profile).lattice
    if any(face.shape is not None and face.shape.lattice != lattice for face in faces):
        yield reason(clause, f"A card shows a shape that no {table.options.profile} deck has.")


def _who_has_control(table: Table) -> str:
    if table.control is not None:
        return f"{table.control} has the centre."
    return "Nobody has called."


def _lies_there(table: Table, event: ev.Claim) -> Reasons:
    yield from _of_this_deck(table, [taken.face for taken in event.cards], "cards-lie-there")
    for source in dict.fromkeys(taken.source for taken in event.cards):
        asked = tuple(taken.face for taken in event.cards if taken.source == source)
        lying = table.faces(source)
        if lying is None:
            yield reason("cards-lie-there", f"There is no place called {source!r} on the table.")
        elif len(asked) > len(lying):
            yield reason(
                "cards-lie-there",
                f"{len(asked)} cards are claimed from {source}, and {len(lying)} lie there.",
            )
        elif matched(asked, lying) is None:
            yield reason("cards-lie-there", f"Cards are claimed from {source} that were not seen there.")


def penalty(table: Table, event: ev.Penalty) -> Reasons:
    """A penalty card is for whoever has the centre and lays down no Zangle."""
    yield from _plays(table, event.seat)
    yield from _only(table, SPEEDSTER, "penalty", "Penalty cards belong to Speedster")
    owes = table.pending.seat if table.pending else table.control
    if table.mode == SPEEDSTER and owes != event.seat:
        if table.tied:
            yield reason("ties", f"{' and '.join(table.tied)} called at once: settle who was first.")
        else:
            yield reason("penalty", f"{event.seat} has not called, so there is nothing to pay for.")


def replenish(table: Table, event: ev.Replenish) -> Reasons:
    """The centre comes first; nothing is filled above its cap or from an empty pile."""
    if event.place == CENTRE:
        if table.due(CENTRE) == 0:
            yield reason("replenish", "The centre needs no card, or its pile is used up.")
        if table.pending is not None:
            yield reason("one-verdict", f"The claim of {table.pending.seat} is settled first.")
        if table.turn is not None and not table.turn.claimed:
            yield reason("turns", "In Turn-Style replenishing follows a Zangle.")
        return
    if table.mode == SOLITAIRE:
        yield reason("replenish", "In Solitaire only the centre is replenished.")
        return
    unknown = list(_plays(table, event.place))
    yield from unknown
    if unknown:
        return
    yield from _has_turn(table, event.place)
    if table.due(CENTRE):
        yield reason("centre-first", "The centre is replenished first.")
    if table.due(CENTRE) or table.turn is not None:
        # By itself this is let pass in Speedster's logs: an overrule of another's claim once took the cards back.
        yield from misses_cards(table, event)
    if table.turn is not None and not table.turn.claimed:
        yield reason("turns", "In Turn-Style replenishing follows a Zangle.")


def misses_cards(table: Table, event: ev.Replenish) -> Reasons:
    """A player's row is filled up where cards are missing, as far as the draw pile goes."""
    if event.place != CENTRE and table.due(event.place) == 0:
        cap = table.cap(event.place)
        yield reason("replenish", f"{event.place} has {cap} cards face up, or no draw pile left.")


def end_turn(table: Table, event: ev.Pass) -> Reasons:
    """A turn without a Zangle ends after a hit, or where there is no card for one."""
    yield from _plays(table, event.seat)
    yield from _only(table, TURN_STYLE, "turns", "Turns belong to Turn-Style")
    yield from _has_turn(table, event.seat)
    if table.turn is not None:
        if table.turn.claimed:
            yield reason("turns", "The Zangle of this turn is made: replenish.")
        elif not table.turn.hit and table.pile:
            yield reason("hit-before-pass", f"{event.seat} takes a hit and tries once more.")


def seen(table: Table, event: ev.Seen) -> Reasons:
    """No more cards can be seen at a place than lie there."""
    yield from _of_this_deck(table, event.cards, "seen")
    faces = table.faces(event.place)
    if faces is None:
        yield reason("seen", f"There is no place called {event.place!r} on the table.")
    elif len(event.cards) > len(faces):
        yield reason(
            "seen",
            f"{len(event.cards)} cards are seen at {event.place} and {len(faces)} lie there by the count: "
            "correct the count if it is wrong.",
        )


def fill_column(table: Table, event: ev.FillColumn) -> Reasons:
    """An empty column takes the top of one that has another card to turn up."""
    yield from _only(table, SOLITAIRE, "staircase", "The staircase belongs to Solitaire")
    if table.mode != SOLITAIRE:
        return
    if not (1 <= event.source <= len(table.columns) and 1 <= event.to <= len(table.columns)):
        yield reason("staircase", f"The columns count from 1 to {len(table.columns)}.")
        return
    source, to = table.columns[event.source - 1], table.columns[event.to - 1]
    # Logs may hold one that a correction had brought cards to, when none of them was turned up.
    if to.top not in (None, ev.Face()):
        yield _not_empty(event.to)
    if source.top is None or source.hidden == 0:
        yield reason("staircase", f"Column {event.source} has no card to give that would turn up another.")


def column_is_empty(table: Table, event: ev.FillColumn) -> Reasons:
    """A column with a card is not filled, whatever that shows."""
    if table.columns[event.to - 1].top is not None:
        yield _not_empty(event.to)


def _not_empty(column: int) -> Reason:
    return reason("staircase", f"Column {column} is not empty.")


def stuck(table: Table, _event: ev.Stuck) -> Reasons:
    """New open cards are for Solitaire alone."""
    yield from _only(table, SOLITAIRE, "stuck", "New cards for the centre belong to Solitaire")
    if table.mode == SOLITAIRE and table.due(CENTRE):
        yield reason("centre-first", "The centre is replenished first.")


def end_round(table: Table, _event: ev.EndRound) -> Reasons:
    """A round is stuck when the pile is used up and nobody is about to lay down a Zangle."""
    if table.mode == SOLITAIRE:
        return
    if table.pile:
        yield reason("stuck-round", "There are cards left in the centre pile: take a hit.")
    if table.calls:
        yield reason("calls", "A call is not settled yet.")
    if table.turn is not None and table.turn.idle < len(table.lap):
        yield reason("stuck-round", "Somebody may still make a Zangle: all pass once first.")


def in_a_try(table: Table, _event: ev.EndRound) -> Reasons:
    """In Turn-Style nobody loses a try that is begun: it ends with a Zangle or a pass, and then the round may."""
    if table.turn is None:
        return
    if table.pending is not None:
        says = (
            f"{table.pending.seat} has laid down cards: overrule that, or {table.pending.seat} passes first."
        )
        yield reason("one-verdict", says)
    elif table.turn.hit:
        yield reason("stuck-round", f"{table.on_turn} tries once more after the hit, or passes first.")
