"""A log played again: is everything in it still allowed, and are its verdicts still the rules' own?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from companion.rules.verdict import Reason, Ruling, Verdict
from companion.table.log import Entry

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Difference:
    """Where the log says one thing and the rules say another."""

    seq: int
    kind: str
    """Of the event."""
    says: str
    """One sentence."""
    logged: str
    """The ruling that the log holds."""
    now: str
    """The ruling of the rules."""
    reasons: tuple[Reason, ...]
    """Of the rules."""

    def to_json(self) -> dict[str, Any]:
        """`{"seq", "kind", "says", "logged", "now", "reasons"}`."""
        return {
            "seq": self.seq,
            "kind": self.kind,
            "says": self.says,
            "logged": self.logged,
            "now": self.now,
            "reasons": [reason.to_json() for reason in self.reasons],
        }


@dataclass(frozen=True, slots=True)
class Replayed(Generic[S]):
    """How far a log could be played, and what differs."""

    state: S
    claims: int = 0
    """How many verdicts were judged anew."""
    differences: tuple[Difference, ...] = ()
    stopped: bool = False
    """Whether an event may not happen, so that what comes after it was left out."""


@dataclass(frozen=True, slots=True)
class Rules(Generic[S]):
    """What a table says of its events."""

    judge: Callable[[S, Any], Verdict]
    step: Callable[[S, Any], S]
    kind_of: Callable[[Any], str]
    anew: Callable[[S, Any], Verdict | None]
    """The rules' own verdict of a claim, whatever was logged; None for anything else."""


def played_through(entries: Sequence[Entry], start: S, rules: Rules[S]) -> Replayed[S]:
    """Play a log from its first event on; never raises. Verdicts are kept as logged, and compared."""
    found = Replayed(start)
    for entry in entries:
        verdict = rules.judge(found.state, entry.event)
        if verdict.ruling is not Ruling.LEGAL:
            says = f"Entry {entry.seq} may not happen: {' '.join(one.says for one in verdict.reasons)}"
            kind = rules.kind_of(entry.event)
            stop = Difference(entry.seq, kind, says, "legal", "illegal", verdict.reasons)
            return replace(found, differences=(*found.differences, stop), stopped=True)
        now = rules.anew(found.state, entry.event)
        if now is not None:
            differs = (*found.differences, *_compared(entry, now))
            found = replace(found, claims=found.claims + 1, differences=differs)
        found = replace(found, state=rules.step(found.state, entry.event))
    return found


def _compared(entry: Entry, now: Verdict) -> list[Difference]:
    claim = entry.event
    logged = "none" if claim.ruling is None else claim.ruling.value
    old, new = ({reason.clause for reason in reasons} for reasons in (claim.reasons, now.reasons))
    if claim.ruling is not now.ruling:
        says = f"The claim of entry {entry.seq} was ruled {logged}, and the rules say {now.ruling.value}."
    elif old != new:
        says = f"The claim of entry {entry.seq} was {logged} by {_spoken(old)} and is so by {_spoken(new)}."
    else:
        return []
    return [Difference(entry.seq, "claim", says, logged, now.ruling.value, now.reasons)]


def _spoken(clauses: set[str]) -> str:
    return ", ".join(sorted(clauses)) or "no clause"
