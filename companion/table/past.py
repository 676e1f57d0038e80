"""What has happened at a table, and looking back along it: undo, redo, and the claim that can still be overruled.

Undo and overrule are events like the others. They look back along what is in effect, so a past keeps
the tables before each event; tables share what did not change.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol, TypeVar

from companion.rules.errors import BadInput
from companion.rules.verdict import Reason, Ruling, Verdict
from companion.table.clauses import Clauses, Reasons
from companion.table.happenings import Overrule

E = TypeVar("E")
"""The events of a table."""
T = TypeVar("T")
"""A table as it stands between two of them."""


@dataclass(frozen=True, slots=True)
class Done(Generic[E, T]):
    """An event in effect, and the table before it."""

    seq: int
    event: E
    before: T | None = field(repr=False)
    earlier: Done[E, T] | None = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Undone(Generic[E, T]):
    """An undo that can be taken back, and what it would bring back."""

    seq: int
    table: T | None = field(repr=False)
    done: Done[E, T] | None = field(repr=False, compare=False)
    earlier: Undone[E, T] | None = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Past(Generic[E, T]):
    """A game after some events."""

    version: int = 0
    """How many events there were; a command carries it to say which table it is about."""
    table: T | None = None
    """None before the game is set up."""
    done: Done[E, T] | None = field(default=None, repr=False, compare=False)
    undone: Undone[E, T] | None = field(default=None, repr=False, compare=False)

    @property
    def in_effect(self) -> Iterator[Done[E, T]]:
        """What is in effect, the last event first."""
        node = self.done
        while node is not None:
            yield node
            node = node.earlier

    @property
    def to_redo(self) -> int | None:
        """The undo that could be undone."""
        return None if self.undone is None else self.undone.seq


class Refused(BadInput):
    """An event that may not happen was to be folded in; carries the verdict."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(" ".join(f"{one.says} [{one.clause}]" for one in verdict.reasons))
        self.verdict = verdict


def timely(verdict: Verdict, about: int | None, since: int, now: int, clauses: Clauses) -> Verdict:
    """The verdict on a command that was given at version `about`: illegal where that is not from `since` to `now`."""
    if about is None or since <= about <= now:
        return verdict
    says = f"The table has moved on: this was about version {about}, it is at {now}. Look again."
    against = () if verdict.ruling is Ruling.LEGAL else verdict.reasons
    return Verdict(Ruling.ILLEGAL, (clauses.reason("stale", says), *against))


def cannot_undo(last: tuple[int, str] | None, back: int | None, clauses: Clauses) -> Reason:
    """Why something else than the `last` event, by its number and kind, or the undo `back` is not undone."""
    can = [] if last is None else [f"number {last[0]} ({last[1]})"]
    can += [] if back is None else [f"the undo number {back}"]
    says = f"Only {' or '.join(can)} can be undone now." if can else "There is nothing to undo."
    return clauses.reason("undo", says)


P = TypeVar("P", bound=Past[Any, Any])


def undone(past: P, of: int, seq: int) -> P:
    """The past without the event `of` and all that came after it, or before the undo `of`, by the undo `seq`."""
    if past.undone is not None and of == past.undone.seq:
        back = past.undone
        return replace(past, table=back.table, done=back.done, undone=back.earlier)
    node = next(node for node in past.in_effect if node.seq == of)
    return replace(
        past, table=node.before, done=node.earlier, undone=Undone(seq, past.table, past.done, past.undone)
    )


class Ruled(Protocol):
    """A claim, with the verdict that it had at the time."""

    @property
    def ruling(self) -> Ruling | None:
        """None before it was judged."""


C = TypeVar("C", bound=Ruled)
Found = tuple[Done[E, T], C, Ruling | None]
"""A claim where it stands in the past, and the ruling that is in effect."""


def last_claim(past: Past[E, T], claim: type[C], follows: tuple[type, ...]) -> Found[E, T, C] | None:
    """The last claim, if nothing has happened since but what only `follows` from it."""
    ruling = None
    for node in past.in_effect:
        if isinstance(node.event, claim):
            return node, node.event, ruling or node.event.ruling
        if not isinstance(node.event, follows):
            return None
        if isinstance(node.event, Overrule):
            ruling = ruling or node.event.ruling
    return None


def overrule_broken(
    found: Found[Any, Any, Any] | None, event: Overrule, clauses: Clauses, *, paused: bool
) -> Reasons:
    """What stands against overruling the claim that was found."""
    if paused:
        yield clauses.reason("paused", "The game is paused: resume it first.")
    if event.ruling is Ruling.UNDECIDED:
        yield clauses.reason("overrule", "The table rules legal or illegal.")
    if found is None:
        says = f"Number {event.of} is no claim, or play went on since: undo up to it first."
        yield clauses.reason("overrule", says)
    elif found[2] is event.ruling:
        yield clauses.reason("overrule", f"That claim is ruled {event.ruling.value} already.")
