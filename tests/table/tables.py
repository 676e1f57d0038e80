"""The table of a game."""

from __future__ import annotations

from companion.table.played.play import State
from companion.table.played.table import Table


def table_of(state: State) -> Table:
    """The table, which is set up."""
    assert state.table is not None
    return state.table
