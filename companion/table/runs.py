"""What was written in several games, put into one row by its times."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from typing import Any


@dataclass(frozen=True, slots=True)
class Written:
    """That an entry is there: of which game, by which rules, its number, and when it was written."""

    game_id: str
    rules: str
    number: int
    at_s: Any
    """Seconds since 1970; a database may hold anything instead."""


@dataclass(frozen=True, slots=True)
class Run:
    """Entries of one game that nothing of another one came between."""

    game_id: str
    rules: str
    first: int
    last: int | None
    """None for as many as there are."""


def runs(written: Iterable[Written]) -> tuple[Run, ...]:
    """The runs of what is given game by game, in the order of their times.

    The entries of a game stay in their own order, also where a clock was set back between two of them.
    """
    latest: dict[str, float] = {}
    timed: list[tuple[float, Written]] = []
    for one in written:
        at_s = float(one.at_s) if isinstance(one.at_s, float | int) else inf
        latest[one.game_id] = max(at_s, latest.get(one.game_id, at_s))
        timed.append((latest[one.game_id], one))
    found: list[Run] = []
    for _, one in sorted(timed, key=lambda pair: pair[0]):
        if found and found[-1].game_id == one.game_id:
            found[-1] = Run(one.game_id, one.rules, found[-1].first, one.number)
        else:
            found.append(Run(one.game_id, one.rules, one.number, one.number))
    return tuple(found)
