"""A log of Zangle played again."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.verdict import Verdict
from companion.table.anew import Replayed, Rules, played_through
from companion.table.log import Entry
from companion.table.zangle.claim_ruled import stamped
from companion.table.zangle.events import Claim, Event, kind_of
from companion.table.zangle.play import State, judge, step


def replay(entries: Sequence[Entry]) -> Replayed[State]:
    """Play a log from its first event on; never raises. Verdicts are kept as logged, and compared."""
    return played_through(entries, State(), Rules(judge, step, kind_of, _anew))


def _anew(state: State, event: Event) -> Verdict | None:
    if not isinstance(event, Claim) or state.table is None:
        return None
    now = stamped(state.table, event)
    return None if now.ruling is None else Verdict(now.ruling, now.reasons)
