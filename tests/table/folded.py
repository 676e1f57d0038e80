"""A game from its first event on, by nothing but what each event does: what is kept beside the log must agree."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from companion.table.played import events as played_events
from companion.table.played import play as played_play
from companion.table.zangle import events as zangle_events
from companion.table.zangle import play as zangle_play


def fold_zangle(
    events: Iterable[zangle_events.Event], start: zangle_play.State | None = None
) -> zangle_play.State:
    return reduce(zangle_play.step, events, start or zangle_play.State())


def fold_played(events: Iterable[played_events.Event]) -> played_play.State:
    return reduce(played_play.step, events, played_play.State())
