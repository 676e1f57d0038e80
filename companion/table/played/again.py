"""A log of a game of the protocol played again."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.verdict import Verdict
from companion.table.anew import Replayed, Rules, played_through
from companion.table.log import Entry
from companion.table.played.claims import weighed
from companion.table.played.events import Claim, Event, kind_of
from companion.table.played.play import State, judge, step


def play_again(entries: Sequence[Entry]) -> Replayed[State]:
    """Play a log from its first event on; never raises. Verdicts are kept as logged, and compared."""
    return played_through(entries, State(), Rules(judge, step, kind_of, _anew))


def _anew(state: State, event: Event) -> Verdict | None:
    if not isinstance(event, Claim) or state.table is None:
        return None
    return weighed(state.table, event).verdict
