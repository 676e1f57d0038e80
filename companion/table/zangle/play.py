"""A game as a fold over its events: `step(state, event)`, `fold(events)`, and `judge`, which refuses.

Undo and overrule are events like the others. They look back along what is in effect, so a state keeps
the tables before each event; tables share what did not change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from companion.rules.errors import BadInput
from companion.rules.verdict import Reason, Ruling, Verdict
from companion.table.zangle import events as ev
from companion.table.zangle.judging import judge_play
from companion.table.zangle.reasons import allowed_by, reason
from companion.table.zangle.stepping import apply, stamped
from companion.table.zangle.table import Table

FOLLOWS_A_CLAIM = (ev.Replenish, ev.Penalty, ev.Seen, ev.Overrule)
"""What an overrule takes back with the claim, for it only followed from it."""

LEAVES_CALLS = (ev.Seen, ev.Call, ev.Replenish, ev.Hit)
"""What decides nothing about who may call: a caller need not have seen it, and does not wait for it."""


@dataclass(frozen=True, slots=True)
class Done:
    """An event in effect, and the table before it."""

    seq: int
    event: ev.Event
    before: Table | None = field(repr=False)
    earlier: Done | None = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Undone:
    """An undo that can be taken back, and what it would bring back."""

    seq: int
    table: Table | None = field(repr=False)
    done: Done | None = field(repr=False, compare=False)
    earlier: Undone | None = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class State:
    """A game after some events."""

    version: int = 0
    """How many events there were; a command carries it to say which table it is about."""
    table: Table | None = None
    """None before the game is set up."""
    moved: int = 0
    """The version at which something other than a look last happened."""
    moved_for_calls: int = 0
    """The version at which something that matters to calls last happened."""
    done: Done | None = field(default=None, repr=False, compare=False)
    undone: Undone | None = field(default=None, repr=False, compare=False)

    @property
    def in_effect(self) -> Iterator[Done]:
        """What is in effect, the last event first."""
        node = self.done
        while node is not None:
            yield node
            node = node.earlier

    @property
    def to_undo(self) -> Done | None:
        """What an undo would undo: the last event that is more than a look."""
        return next((node for node in self.in_effect if not isinstance(node.event, ev.Seen)), self.done)

    @property
    def to_redo(self) -> int | None:
        """The undo that could be undone."""
        return None if self.undone is None else self.undone.seq


class Refused(BadInput):
    """An event that may not happen was to be folded in; carries the verdict."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(" ".join(f"{one.says} [{one.clause}]" for one in verdict.reasons))
        self.verdict = verdict


def judge(state: State, event: ev.Event, version: int | None = None) -> Verdict:
    """Whether an event may happen now: legal, or illegal with every clause against it. Never raises.

    With `version`, what the sender saw must still be the table: looks do not matter to that, and to a
    call neither do other calls nor cards that were filled up or drawn.
    """
    verdict = _judge(state, event)
    since = state.moved_for_calls if isinstance(event, ev.Call) else state.moved
    if version is None or since <= version <= state.version:
        return verdict
    says = f"The table has moved on: this was about version {version}, it is at {state.version}. Look again."
    broken = () if verdict.ruling is Ruling.LEGAL else verdict.reasons
    return Verdict(Ruling.ILLEGAL, (reason("stale", says), *broken))


def step(state: State, event: ev.Event) -> State:
    """The state after an event. Raises Refused where `judge` does not call it legal."""
    verdict = _judge(state, event)
    if verdict.ruling is not Ruling.LEGAL:
        raise Refused(verdict)
    seq = state.version + 1
    looks = isinstance(event, ev.Seen)
    state = replace(
        state,
        version=seq,
        moved=state.moved if looks else seq,
        moved_for_calls=state.moved_for_calls if isinstance(event, LEAVES_CALLS) else seq,
    )
    if isinstance(event, ev.Undo):
        return _undone(state, event, seq)
    event = event if state.table is None else with_verdict(state.table, event)
    after = _overruled(state, event) if isinstance(event, ev.Overrule) else apply(state.table, event, seq)
    done = Done(seq, event, state.table, state.done)
    return replace(state, table=after, done=done, undone=state.undone if looks else None)


def fold(events: Iterable[ev.Event], start: State | None = None) -> State:
    """The state after all of them in turn, from an empty table or from `start`. Raises Refused."""
    state = start or State()
    for event in events:
        state = step(state, event)
    return state


def with_verdict(table: Table, event: ev.Event) -> ev.Event:
    """The event as it goes to the log: a claim with the rules' verdict on it, unless it has one."""
    return stamped(table, event) if isinstance(event, ev.Claim) and event.ruling is None else event


def _judge(state: State, event: ev.Event) -> Verdict:
    if isinstance(event, ev.Undo):
        return Verdict.weigh(_undo_broken(state, event), (), (allowed_by("undo"),))
    if isinstance(event, ev.Overrule):
        return Verdict.weigh(_overrule_broken(state, event), (), (allowed_by("overrule"),))
    return judge_play(state.table, event)


def _undo_broken(state: State, event: ev.Undo) -> Iterator[Reason]:
    last, back = state.to_undo, state.to_redo
    if event.of == back or (state.done and event.of in (state.done.seq, last.seq if last else None)):
        return
    can = [] if last is None else [f"number {last.seq} ({ev.kind_of(last.event)})"]
    can += [] if back is None else [f"the undo number {back}"]
    says = f"Only {' or '.join(can)} can be undone now." if can else "There is nothing to undo."
    yield reason("undo", says)


def _undone(state: State, event: ev.Undo, seq: int) -> State:
    if state.undone is not None and event.of == state.undone.seq:
        back = state.undone
        return replace(state, table=back.table, done=back.done, undone=back.earlier)
    node = next(node for node in state.in_effect if node.seq == event.of)
    undone = Undone(seq, state.table, state.done, state.undone)
    return replace(state, table=node.before, done=node.earlier, undone=undone)


def _claim_to_overrule(state: State, of: int) -> tuple[Done, ev.Claim, Ruling | None] | None:
    """The claim of that number if nobody has played on, with the ruling that is in effect."""
    ruling = None
    for node in state.in_effect:
        if isinstance(node.event, ev.Claim):
            return (node, node.event, ruling or node.event.ruling) if node.seq == of else None
        if not isinstance(node.event, FOLLOWS_A_CLAIM):
            return None
        if isinstance(node.event, ev.Overrule):
            ruling = ruling or node.event.ruling
    return None


def _overrule_broken(state: State, event: ev.Overrule) -> Iterator[Reason]:
    found = _claim_to_overrule(state, event.of)
    if state.table is not None and state.table.paused:
        yield reason("paused", "The game is paused: resume it first.")
    if event.ruling is Ruling.UNDECIDED:
        yield reason("overrule", "The table rules legal or illegal.")
    if found is None:
        yield reason(
            "overrule", f"Number {event.of} is no claim, or play went on since: undo up to it first."
        )
    elif found[2] is event.ruling:
        yield reason("overrule", f"That claim is ruled {event.ruling.value} already.")


def _overruled(state: State, event: ev.Overrule) -> Table:
    found = _claim_to_overrule(state, event.of)
    if found is None or found[0].before is None:
        raise ValueError("nothing to overrule")
    node, claim, _ = found
    return apply(node.before, replace(claim, ruling=event.ruling), node.seq)
