"""A game as a fold over its events: `step(state, event)`, and `judge`, which refuses. Both pure.

Undo and overrule look back, as `companion.table.past` and `overruling` tell.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.rules.verdict import Ruling, Verdict
from companion.rules.zangle import CENTRE
from companion.table import past
from companion.table.past import Done, Refused
from companion.table.zangle import events as ev
from companion.table.zangle.claim_ruled import stamped
from companion.table.zangle.judging import judge_play
from companion.table.zangle.overruling import claim_to_overrule, overruled
from companion.table.zangle.reasons import CLAUSES, Reasons, allowed_by
from companion.table.zangle.stepping import apply
from companion.table.zangle.table import Table

LEAVES_CALLS = (ev.Seen, ev.Call, ev.Replenish, ev.Hit)
"""What decides nothing about who may call: a caller need not have seen it, and does not wait for it."""


@dataclass(frozen=True, slots=True)
class State(past.Past[ev.Event, Table]):
    """A game after some events."""

    moved: int = 0
    """The version at which something other than a look last happened."""
    moved_for_calls: int = 0
    """The version at which something that matters to calls last happened."""
    opened: int = 0
    """The version since which what lies open may be called for: no call for it was made before."""

    @property
    def to_undo(self) -> Done[ev.Event, Table] | None:
        """What an undo would undo: the last event that is more than a look."""
        return next((node for node in self.in_effect if not isinstance(node.event, ev.Seen)), self.done)


def judge(state: State, event: ev.Event, version: int | None = None) -> Verdict:
    """Whether an event may happen now: legal, or illegal with every clause against it. Never raises.

    With `version`, somebody enters it now: nothing is let pass that only logs may hold, and what the sender
    saw must still be the table. Looks do not matter to that, and to a call neither do other calls nor cards
    that were filled up or drawn.
    """
    verdict = _judge(state, event, new=version is not None)
    since = state.moved_for_calls if isinstance(event, ev.Call) else state.moved
    return past.timely(verdict, version, since, state.version, CLAUSES)


def step(state: State, event: ev.Event) -> State:
    """The state after an event. Raises Refused where `judge` does not call it legal."""
    verdict = _judge(state, event)
    if verdict.ruling is not Ruling.LEGAL:
        raise Refused(verdict)
    seq = state.version + 1
    looks, leaves_calls = isinstance(event, ev.Seen), isinstance(event, LEAVES_CALLS)
    opens = not leaves_calls or (state.table is not None and _fills_the_centre_for_calls(state.table, event))
    state = replace(
        state,
        version=seq,
        moved=state.moved if looks else seq,
        moved_for_calls=state.moved_for_calls if leaves_calls else seq,
        opened=seq if opens else state.opened,
    )
    if isinstance(event, ev.Undo):
        return past.undone(state, event.of, seq)
    event = event if state.table is None else with_verdict(state.table, event)
    after = overruled(state, event) if isinstance(event, ev.Overrule) else apply(state.table, event, seq)
    done = Done(seq, event, state.table, state.done)
    return replace(state, table=after, done=done, undone=state.undone if looks else None)


def with_verdict(table: Table, event: ev.Event) -> ev.Event:
    """The event as it goes to the log: a claim with the rules' verdict on it, unless it has one."""
    return stamped(table, event) if isinstance(event, ev.Claim) and event.ruling is None else event


def _fills_the_centre_for_calls(table: Table, event: ev.Event) -> bool:
    """Whether nobody could call before: what one calls for is whole only now."""
    return isinstance(event, ev.Replenish) and event.place == CENTRE and not table.calls


def _judge(state: State, event: ev.Event, *, new: bool = False) -> Verdict:
    if isinstance(event, ev.Undo):
        return Verdict.weigh(_undo_broken(state, event), (), (allowed_by("undo"),))
    if isinstance(event, ev.Overrule):
        return Verdict.weigh(_overrule_broken(state, event), (), (allowed_by("overrule"),))
    return judge_play(state.table, event, new=new)


def _undo_broken(state: State, event: ev.Undo) -> Reasons:
    last, back = state.to_undo, state.to_redo
    if event.of == back or (state.done and event.of in (state.done.seq, last.seq if last else None)):
        return
    yield past.cannot_undo(None if last is None else (last.seq, ev.kind_of(last.event)), back, CLAUSES)


def _overrule_broken(state: State, event: ev.Overrule) -> Reasons:
    found = claim_to_overrule(state, event.of)
    paused = state.table is not None and state.table.paused
    return past.overrule_broken(found, event, CLAUSES, paused=paused)
