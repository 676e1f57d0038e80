"""What a page has missed: the rest of the game that it saw last, and all games that were played since."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.table.runs import Run

Id = tuple[str, int]
"""Of an entry: its game and its number."""


@dataclass(frozen=True, slots=True)
class Turn:
    """That a game came to be played."""

    game_id: str
    rules: str
    version: int
    """How many entries its log had by then."""
    kept: bool = True
    """Not so where it was only shown: nothing is told of that once it is over."""


@dataclass(frozen=True, slots=True)
class Missed:
    """What to tell before the game that is played now, and after which entry of that one to go on."""

    before: tuple[Run, ...] = ()
    after: int = 0


def turn_of(turns: Sequence[Turn], seen: Id) -> int | None:
    """At which turn an entry was told: the latest that had come no further when it began. None for none of these."""
    game, number = seen
    return next(
        (at for at, one in reversed([*enumerate(turns)]) if one.game_id == game and one.version <= number),
        None,
    )


def missed(turns: Sequence[Turn], seen: Id, turn: int, now: str | None) -> Missed:
    """What came between an entry, told at a turn, and the last of the turns, at which `now` is played.

    Games between are told from their beginning, as to a page that looked all the while; so is `now` after them.
    """
    last = len(turns) - 1
    if turn == last:
        return Missed(after=seen[1] if seen[0] == now else 0)
    before = []
    if turn >= 0 and turns[turn].game_id == seen[0]:
        before.append(Run(seen[0], turns[turn].rules, seen[1] + 1, None))
    before += [Run(one.game_id, one.rules, 1, None) for one in turns[turn + 1 : last] if one.kept]
    return Missed(tuple(run for run in before if run.game_id != now))


def missed_before(since: Callable[[Id], tuple[Run, ...] | None], seen: Id, now: str | None) -> Missed:
    """The same of an entry of which no turn is known, since the server was started anew: as it was written down."""
    written = since(seen)
    if written is None:
        return Missed()
    others = tuple(run for run in written if run.game_id != now)
    return Missed(others, seen[1] if seen[0] == now and not others else 0)
