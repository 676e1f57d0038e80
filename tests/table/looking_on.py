"""A camera that looks on at a table of cards or tiles: what it makes of looks that are held for a while."""

from __future__ import annotations

from companion.rules.verdict import Ruling
from companion.table.played import events as ev
from companion.table.played.play import State, step
from companion.table.played.watching import Watch
from vision.parts.sighting import PartsSeen


def moves_of(state: State, *looks: tuple[PartsSeen, float] | ev.Event) -> list[tuple[str, Ruling | None]]:
    """The claims that looks come to, each held for so many seconds at four in a second, and how they are ruled; an
    event among the looks is entered by hand."""
    watch, at_s = Watch(), 0.0
    told = []
    for look in looks:
        if not isinstance(look, tuple):
            state = step(state, look)
            continue
        seen, held_s = look
        for _ in range(round(held_s * 4)):
            assert state.table is not None
            watch, event = watch.looked(state.table, seen, at_s)
            at_s += 0.25
            if event is not None:
                state = step(state, event)
                assert state.done is not None
                done = state.done.event
                assert isinstance(done, ev.Claim)
                told.append((done.move, done.ruling))
    return told
