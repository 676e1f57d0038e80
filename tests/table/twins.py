"""A scripted game, played once more with real cards."""

from __future__ import annotations

from tests.table.naive import Naive
from tests.table.script import Script


def twin(game: Script) -> Naive:
    """The same log, played with real cards."""
    other, state = Naive(1), Script()
    for event in game.log:
        before = len(state.table.results) if state.state.table else 0
        state.do(event)
        other.happen(event, len(state.table.results) > before)
    return other
