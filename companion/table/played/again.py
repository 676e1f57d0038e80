"""A log played again: is everything in it still allowed, and are its verdicts still the rules' own?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.verdict import Ruling
from companion.table.log import Entry
from companion.table.played.claims import weighed
from companion.table.played.events import Claim, kind_of
from companion.table.played.play import State, judge, step
from companion.table.replay import Difference


@dataclass(frozen=True, slots=True)
class PlayedAgain:
    """How far a log could be played, and what differs."""

    state: State
    claims: int
    """How many verdicts were judged anew."""
    differences: tuple[Difference, ...]
    stopped: bool
    """Whether an event may not happen, so that what comes after it was left out."""


def play_again(entries: Sequence[Entry]) -> PlayedAgain:
    """Play a log from its first event on; never raises. Verdicts are kept as logged, and compared."""
    state, claims = State(), 0
    differences: list[Difference] = []
    for entry in entries:
        verdict = judge(state, entry.event)
        if verdict.ruling is not Ruling.LEGAL:
            says = f"Entry {entry.seq} may not happen: {' '.join(one.says for one in verdict.reasons)}"
            kind = kind_of(entry.event)
            differences.append(Difference(entry.seq, kind, says, "legal", "illegal", verdict.reasons))
            return PlayedAgain(state, claims, tuple(differences), stopped=True)
        if isinstance(entry.event, Claim):
            claims += 1
            differences += _judged_anew(state, entry.seq, entry.event)
        state = step(state, entry.event)
    return PlayedAgain(state, claims, tuple(differences), stopped=False)


def _judged_anew(state: State, seq: int, claim: Claim) -> list[Difference]:
    if state.table is None:
        return []
    now = weighed(state.table, claim).verdict
    logged = "none" if claim.ruling is None else claim.ruling.value
    clauses = [{reason.clause for reason in reasons} for reasons in (claim.reasons, now.reasons)]
    if claim.ruling is now.ruling and clauses[0] == clauses[1]:
        return []
    if claim.ruling is now.ruling:
        old, new = (", ".join(sorted(one)) or "no clause" for one in clauses)
        says = f"The claim of entry {seq} was {logged} by {old} and is so by {new}."
    else:
        says = f"The claim of entry {seq} was ruled {logged}, and the rules say {now.ruling.value}."
    return [Difference(seq, "claim", says, logged, now.ruling.value, now.reasons)]
