"""A log played again: is everything in it still allowed, and are its verdicts still the rules' own?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.rules.verdict import Reason, Ruling
from companion.table.log import Entry
from companion.table.zangle.events import Claim, kind_of
from companion.table.zangle.play import State, judge, step, with_verdict
from companion.table.zangle.table import Table


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
class Replayed:
    """How far a log could be played, and what differs."""

    state: State
    claims: int
    """How many verdicts were judged anew."""
    differences: tuple[Difference, ...]
    stopped: bool
    """Whether an event may not happen, so that what comes after it was left out."""


def replay(entries: Sequence[Entry]) -> Replayed:
    """Play a log from its first event on; never raises. Verdicts are kept as logged, and compared."""
    state, claims, differences = State(), 0, []
    for entry in entries:
        verdict = judge(state, entry.event)
        if verdict.ruling is not Ruling.LEGAL:
            says = f"Entry {entry.seq} may not happen: {' '.join(one.says for one in verdict.reasons)}"
            kind = kind_of(entry.event)
            differences.append(Difference(entry.seq, kind, says, "legal", "illegal", verdict.reasons))
            return Replayed(state, claims, tuple(differences), stopped=True)
        if isinstance(entry.event, Claim) and state.table is not None:
            claims += 1
            differences += _judged_anew(state.table, entry.seq, entry.event)
        state = step(state, entry.event)
    return Replayed(state, claims, tuple(differences), stopped=False)


def _judged_anew(table: Table, seq: int, claim: Claim) -> list[Difference]:
    now = with_verdict(table, replace(claim, ruling=None, reasons=()))
    if not isinstance(now, Claim) or now.ruling is None:
        return []
    logged = "none" if claim.ruling is None else claim.ruling.value
    same = claim.ruling is now.ruling and _clauses(claim) == _clauses(now)
    if same:
        return []
    if claim.ruling is now.ruling:
        says = f"The claim of entry {seq} was {logged} by {_spoken(claim)} and is so by {_spoken(now)}."
    else:
        says = f"The claim of entry {seq} was ruled {logged}, and the rules say {now.ruling.value}."
    return [Difference(seq, "claim", says, logged, now.ruling.value, now.reasons)]


def _clauses(claim: Claim) -> set[str]:
    return {reason.clause for reason in claim.reasons}


def _spoken(claim: Claim) -> str:
    return ", ".join(sorted(_clauses(claim))) or "no clause"
