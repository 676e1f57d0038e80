"""A log of a game of the protocol played again."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.verdict import Ruling, Verdict
from companion.table.anew import Replayed, Rules, played_through
from companion.table.log import Entry
from companion.table.played.claims import weighed
from companion.table.played.events import Claim, Event, NextGame, SetUp, kind_of
from companion.table.played.play import State, judge, step
from companion.table.played.reasons import reason


def play_again(entries: Sequence[Entry]) -> Replayed[State]:
    """Play a log from its first event on; never raises. Verdicts are kept as logged, and compared."""
    return played_through(entries, State(), Rules(_judged, step, kind_of, _anew))


def _judged(state: State, event: Event) -> Verdict:
    verdict = judge(state, event)
    if (
        verdict.ruling is not Ruling.LEGAL
        or not isinstance(event, SetUp | NextGame)
        or event.position is not None
    ):
        return verdict
    # One that is entered gets its position as it is written down.
    lacks = reason("readable", "The log lacks the position that the game begins with.")
    return Verdict.weigh([lacks], (), ())


def _anew(state: State, event: Event) -> Verdict | None:
    if not isinstance(event, Claim) or state.table is None:
        return None
    return weighed(state.table, event).verdict
