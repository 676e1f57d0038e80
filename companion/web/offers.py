"""The buttons of a table: everything that can be entered by hand, and what stands against it now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from companion.rules.verdict import Ruling
from companion.rules.zangle import CENTRE
from companion.rules.zangle.modes import SOLITAIRE, SPEEDSTER, TURN_STYLE
from companion.table.zangle import events as ev
from companion.table.zangle.events import event_to_json, kind_of
from companion.table.zangle.play import State, judge
from companion.table.zangle.table import Phase, Table
from companion.web.undo_words import FILL_UP_CENTRE, undo_words


@dataclass(frozen=True, slots=True)
class Offer:
    """A button: what it says, and the event that it enters."""

    says: str
    event: ev.Event
    seat: str | None = None
    """Whose button it is; None for the table's."""
    name: str = ""
    """What it is called by, if not by its event: two buttons may enter events of one kind."""


def offers(state: State) -> list[dict[str, Any]]:
    """`[{"id", "says", "seat", "event", "allowed", "why"}]`, judged by the engine; the next step comes first."""
    table = state.table
    if table is None:
        return []
    again = [_judged(State(), offer) for offer in _again(state, table)]
    here = [_judged(state, offer) for offer in (*_of_table(table), *_of_seats(table), *_backwards(state))]
    return [*again, *here]


def _judged(state: State, offer: Offer) -> dict[str, Any]:
    verdict = judge(state, offer.event, state.version)
    allowed = verdict.ruling is Ruling.LEGAL
    event = event_to_json(offer.event)
    marks = [
        str(event[name]) for name in ("seat", "place", "correct", "ruling", "source", "to") if name in event
    ]
    return {
        "id": "-".join((offer.name or kind_of(offer.event), *marks)),
        "says": offer.says,
        "seat": offer.seat,
        "event": event,
        "allowed": allowed,
        "why": " ".join(dict.fromkeys(reason.says for reason in verdict.reasons)) if not allowed else "",
    }


def _of_table(table: Table) -> Iterator[Offer]:
    if table.paused:
        yield Offer("Go on", ev.Resume())
    yield Offer("Deal", ev.Deal())
    yield Offer("Turn up the centre", ev.Flip())
    yield Offer(FILL_UP_CENTRE, ev.Replenish(CENTRE))
    if table.mode == SOLITAIRE:
        yield from _columns(table)
        yield Offer("Stuck: new cards" if table.pile else "Stuck: the round is lost", ev.Stuck())
    if table.phase is Phase.CHECK:
        yield Offer("The Zangles are right", ev.RoundCheck(True))
        yield Offer("Not all are right", ev.RoundCheck(False))
    if table.equalizer_due is not None:
        yield Offer(f"Equalizer for {table.equalizer_due}", ev.Equalize(table.equalizer_due))
    yield Offer("Nobody can go on", ev.EndRound())
    if table.mode != SOLITAIRE:
        tie_break = not table.more_rounds and not table.decided
        yield Offer("Bonus round" if tie_break else "Next round", ev.NextRound())
    yield Offer("End the game", ev.End())
    if not table.paused:
        yield Offer("Pause", ev.Pause())


def _again(state: State, table: Table) -> Iterator[Offer]:
    """Once a game is over, another one as this was set up: a game of its own, with all who sat here at the end."""
    begun = next((node.event for node in state.in_effect if isinstance(node.event, ev.SetUp)), None)
    if table.phase is Phase.OVER and begun is not None:
        left = table.names[(table.names.index(table.dealer) + 1) % len(table.names)]
        yield Offer("Another game", replace(begun, players=table.names, dealer=left))


def _columns(table: Table) -> Iterator[Offer]:
    for to, column in enumerate(table.columns, 1):
        if column.top is not None:
            continue
        for source, other in enumerate(table.columns, 1):
            if other.top is not None and other.hidden:
                yield Offer(f"Column {source} to {to}", ev.FillColumn(source, to))


def _of_seats(table: Table) -> Iterator[Offer]:
    if table.mode == SOLITAIRE:
        return
    for seat in table.seats:
        if seat.name in table.tied:
            yield Offer("Was first", ev.Settle(seat.name), seat.name)
        yield Offer("Hit", ev.Hit(seat.name), seat.name)
        yield Offer("Fill up", ev.Replenish(seat.name), seat.name)
        if table.mode == SPEEDSTER:
            yield Offer("Penalty", ev.Penalty(seat.name), seat.name)
        if table.mode == TURN_STYLE:
            yield Offer("Pass", ev.Pass(seat.name), seat.name)


def _backwards(state: State) -> Iterator[Offer]:
    claim = next((node for node in state.in_effect if isinstance(node.event, ev.Claim)), None)
    if claim is not None:
        yield Offer("Overrule: a Zangle", ev.Overrule(claim.seq, Ruling.LEGAL))
        yield Offer("Overrule: no Zangle", ev.Overrule(claim.seq, Ruling.ILLEGAL))
    last = state.to_undo
    what = "" if last is None else f": {undo_words(last.event)}"
    if last is None or not isinstance(last.event, ev.SetUp):
        yield Offer(f"Undo{what}", ev.Undo(0 if last is None else last.seq))
    if state.to_redo is not None:
        yield Offer("Redo", ev.Undo(state.to_redo), name="redo")
