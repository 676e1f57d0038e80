"""A game as a fold over its events: `step(state, event)`, and `judge`, which refuses. Both pure.

What chance decides is in the events already: `prepared` puts it there before they are judged and written down.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.rules.errors import BadInput
from companion.rules.verdict import Reason, Ruling, Verdict
from companion.table import past
from companion.table.past import Done, Refused
from companion.table.played import events as ev
from companion.table.played.checks import broken, set_up
from companion.table.played.claims import arranged, forced, led, parsed, stamped, weighed
from companion.table.played.desk import After
from companion.table.played.desks import desk_for
from companion.table.played.reasons import CLAUSES, Reasons, allowed_by, reason
from companion.table.played.table import Correction, Result, Table

FOLLOWS_A_CLAIM = (ev.Show, ev.Overrule, ev.CorrectScore)
"""What an overrule takes back with the claim; corrections are kept."""

_ALLOWED: dict[type, str] = {
    ev.SetUp: "players",
    ev.Join: "late-players",
    ev.Show: "show",
    ev.Claim: "turns",
    ev.NextGame: "next-game",
    ev.End: "end",
    ev.Pause: "paused",
    ev.Resume: "paused",
    ev.Undo: "undo",
    ev.Overrule: "overrule",
    ev.CorrectScore: "correction",
    ev.CorrectCards: "cards-add-up",
}


@dataclass(frozen=True, slots=True)
class State(past.Past[ev.Event, Table]):
    """A game after some events."""


def prepared(state: State, event: ev.Event, chance: random.Random) -> ev.Event:
    """The event with what chance decides in it: a shuffled deck, cards turned up. Raises BadInput."""
    table = state.table
    if isinstance(event, ev.SetUp) and event.position is None:
        desk = desk_for(event.game, dict(event.options), dealt=event.dealt)
        begun = desk.start(len(event.players), chance, _number_of(event.first, event.players))
        return replace(event, position=desk.game.to_line(begun.position))
    if table is None:
        return event
    if isinstance(event, ev.NextGame) and event.position is None:
        names = (*table.names, *table.waiting)
        begun = table.desk.start(len(names), chance, _number_of(event.first, names))
        return replace(event, position=table.desk.game.to_line(begun.position))
    if isinstance(event, ev.Claim) and event.seat in table.names and event.ruling is None:
        move = parsed(table, event)
        where = arranged(table, event)
        return replace(event, move=str(table.desk.chanced(where, move, chance)))
    return event


def with_verdict(state: State, event: ev.Event) -> ev.Event:
    """The event as it goes to the log: a claim with the rules' verdict on it, unless it has one."""
    if isinstance(event, ev.Claim) and event.ruling is None and state.table is not None:
        return stamped(state.table, event)
    return event


def judge(state: State, event: ev.Event, version: int | None = None) -> Verdict:
    """Whether an event may happen now: legal, or illegal with every clause against it. Never raises.

    With `version`, somebody enters it now: what the sender saw must still be the table, new names be such as any
    page can show, and no points be corrected that are cards.
    """
    verdict = _judge(state, event, new=version is not None)
    return past.timely(verdict, version, state.version, state.version, CLAUSES)


def _judge(state: State, event: ev.Event, *, new: bool = False) -> Verdict:
    if isinstance(event, ev.Undo):
        against: Iterable[Reason] = _undo_broken(state, event)
    elif isinstance(event, ev.Overrule):
        against = _overrule_broken(state, event)
    elif state.table is not None:
        against = broken(state.table, event, new=new)
    elif isinstance(event, ev.SetUp):
        against = set_up(event, new=new)
    else:
        against = (reason("set-up-once", "There is no game yet: set one up first."),)
    return Verdict.weigh(against, (), (allowed_by(_ALLOWED[type(event)]),))


def step(state: State, event: ev.Event) -> State:
    """The state after an event. Raises Refused where `judge` does not call it legal."""
    verdict = _judge(state, event)
    if verdict.ruling is not Ruling.LEGAL:
        raise Refused(verdict)
    seq = state.version + 1
    state = replace(state, version=seq)
    if isinstance(event, ev.Undo):
        return past.undone(state, event.of, seq)
    event = with_verdict(state, event)
    table = _overruled(state, event) if isinstance(event, ev.Overrule) else _apply(state.table, event)
    return replace(state, table=table, done=Done(seq, event, state.table, state.done), undone=None)


# --- what events do -----------------------------------------------------------------------------------


def _apply(table: Table | None, event: ev.Event) -> Table:
    if table is None:
        assert isinstance(event, ev.SetUp)
        fresh = Table(event.game, event.players, event.dealt, event.options, None, ())
        return _begun(fresh, event.position, event.first)
    if isinstance(event, ev.Claim):
        found = led(table, event)
        return table if found is None else _led_to(table, found)
    if isinstance(event, ev.Show):
        return _shown(table, event)
    if isinstance(event, ev.NextGame):
        names = (*table.names, *table.waiting)
        results = (*table.results, Result(table.number, table.places, table.winners))
        following = Table(table.game, names, table.dealt, table.options, None, (), results=results)
        return _begun(following, event.position, event.first)
    if isinstance(event, ev.Join):
        return replace(table, waiting=(*table.waiting, event.seat))
    if isinstance(event, ev.CorrectScore):
        written = Correction(event.seat, event.points, event.why)
        return replace(table, corrections=(*table.corrections, written))
    if isinstance(event, ev.CorrectCards):
        return _recounted(table, table.names.index(event.seat), event.count)
    if isinstance(event, ev.End):
        return replace(table, ended=True, paused=False)
    return replace(table, paused=isinstance(event, ev.Pause))


def _begun(table: Table, line: str | None, first: str | None) -> Table:
    desk = table.desk
    if line is None:
        raise BadInput("A game begins with a position: prepare the event first.")
    begun = desk.begun(desk.from_log(line), _number_of(first, table.names))
    return replace(
        table,
        position=begun.position,
        tally=begun.lines,
        due=begun.due,
        pinned=((),) * len(table.names),
        paused=False,
        supposed=desk.supposes(begun.position),
    )


def _number_of(first: str | None, names: tuple[str, ...]) -> int | None:
    """Who begins, as a number; None where nobody was named who plays."""
    return names.index(first) if first in names else None


def _led_to(table: Table, after: After) -> Table:
    # A hand that lies open is not asked for again, unless play goes on after all: then it changes.
    opened = table.open_hands if table.desk.over(after.position) else frozenset()
    return replace(
        table,
        position=after.position,
        tally=(*table.tally, *after.lines),
        due=tuple(one for one in after.due if one not in opened),
        open_hands=opened,
        pinned=table.pinned if after.pinned is None else after.pinned,
        played=True,
        ruled=False,
    )


def _shown(table: Table, event: ev.Show) -> Table:
    at = None if event.place == ev.MIDDLE else table.names.index(event.place)
    position = table.desk.shown(table.position, at, event.things, table.pinned)
    due = tuple(one for one in table.due if one != (ev.MIDDLE if at is None else at))
    opened = table.open_hands if at is None else table.open_hands | {at}
    pinned = table.pinned
    if at is not None:
        pinned = (*pinned[:at], event.things, *pinned[at + 1 :])
    return replace(table, position=position, due=due, open_hands=opened, pinned=pinned)


def _recounted(table: Table, at: int, count: int) -> Table:
    known = table.pinned[at]
    position = table.desk.recounted(table.position, at, count, known)
    if Counter(known) - Counter(map(str, table.desk.hands(position)[at])):
        # Fewer than it was known to hold: nobody knows which of them are left.
        known = ()
    return replace(table, position=position, pinned=(*table.pinned[:at], known, *table.pinned[at + 1 :]))


# --- looking back -------------------------------------------------------------------------------------


def _undo_broken(state: State, event: ev.Undo) -> Reasons:
    back = state.to_redo
    last = None if state.done is None or isinstance(state.done.event, ev.SetUp) else state.done
    if event.of == back or (last is not None and event.of == last.seq):
        return
    yield past.cannot_undo(None if last is None else (last.seq, ev.kind_of(last.event)), back, CLAUSES)


def last_claim(state: State) -> past.Found[ev.Event, Table, ev.Claim] | None:
    """The last claim if nobody has played on, with the ruling that is in effect."""
    return past.last_claim(state, ev.Claim, FOLLOWS_A_CLAIM)


def _overrule_broken(state: State, event: ev.Overrule) -> Reasons:
    found = last_claim(state)
    if found is not None and (found[0].seq != event.of or found[0].before is None):
        found = None
    paused = state.table is not None and state.table.paused
    yield from past.overrule_broken(found, event, CLAUSES, paused=paused)
    if found is None or found[2] is event.ruling or event.ruling is not Ruling.LEGAL:
        return
    before, claim = found[0].before, found[1]
    if before is not None and weighed(before, claim).after is None and forced(before, claim) is None:
        says = "What was claimed cannot be done on this table: correct the score, or undo and enter it anew."
        yield reason("overrule", says)


def _overruled(state: State, event: ev.Overrule) -> Table:
    found = last_claim(state)
    if found is None or found[0].before is None or state.table is None:
        raise ValueError("nothing to overrule")
    node, claim, _ = found
    ruled = _apply(node.before, replace(claim, ruling=event.ruling))
    return replace(ruled, corrections=state.table.corrections, ruled=True)
