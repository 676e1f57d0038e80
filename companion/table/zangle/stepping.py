"""The table after an event. What an event does takes for granted that it may happen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.table.zangle import events as ev
from companion.table.zangle import play_effects as play
from companion.table.zangle import round_effects as rounds
from companion.table.zangle.moving import put
from companion.table.zangle.table import Phase, Table
from companion.table.zangle.turns import turned_on


def apply(table: Table | None, event: ev.Event, seq: int) -> Table:
    """The table after an event, which is number `seq` of its game."""
    if isinstance(event, ev.SetUp):
        return rounds.set_up(event)
    if table is None:
        raise ValueError("a game is set up first")
    after: Table = _EFFECTS[type(event)](table, event, seq)
    return turned_on(after) if after.phase is Phase.PLAY else after


def _pause(table: Table, _event: ev.Pause, _seq: int) -> Table:
    return replace(table, paused=True)


def _resume(table: Table, _event: ev.Resume, _seq: int) -> Table:
    return replace(table, paused=False)


def _correct_cards(table: Table, event: ev.CorrectCards, _seq: int) -> Table:
    return put(put(table, event.source, -event.count), event.to, event.count)


_EFFECTS: dict[type, Callable[[Table, Any, int], Table]] = {
    **rounds.EFFECTS,
    **play.EFFECTS,
    ev.Pause: _pause,
    ev.Resume: _resume,
    ev.CorrectCards: _correct_cards,
}
