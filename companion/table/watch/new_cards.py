"""Solitaire: new cards for a stuck centre are entered while the old ones may still lie there, or none may be seen."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.zangle import CENTRE
from companion.table.watch.watching import Watching
from companion.table.zangle import events as ev
from companion.table.zangle.play import State


def with_stale(watching: Watching, state: State) -> Watching:
    """The watching with what lay in the centre in the picture before new cards were entered: until it has gone, the
    centre is not told to show it.
    """
    last = state.to_undo
    seq = last.seq if last is not None and isinstance(last.event, ev.Stuck) else None
    stale = watching.stale if seq == watching.stuck else watching.lay if seq is not None else frozenset()
    lay = frozenset(card.seen.key for card in watching.at(CENTRE))
    return replace(watching, stuck=seq, stale=stale & lay if seq == watching.stuck else stale, lay=lay)
