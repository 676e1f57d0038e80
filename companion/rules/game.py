"""What every game offers, and what follows from it for all: which games there are, playing, replaying, records."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from importlib.resources import files
from typing import Any, Protocol, Self

from companion.rules import record_text, switches
from companion.rules.errors import BadInput, quoted
from companion.rules.judged import Judged, M, S, played, replayed

AnyGame = Any
"""A game of positions and moves that the caller knows nothing of: a `Game`."""
_CLAUSES = re.compile(r"^\[clauses\]$", re.MULTILINE)


class Game(Protocol[S, M]):
    """The rules of a game under some options: `GAME` of the module `companion.rules.NAME`."""

    @property
    def name(self) -> str:
        """That of its module and of its file in `seeds/`."""

    @property
    def seats(self) -> tuple[int, int]:
        """For how many players it is: at least, at most."""

    def under(self, options: Mapping[str, Any]) -> Self:
        """The same with some options switched, by name. Raises BadInput."""

    def start(self, seats: int, chance: random.Random) -> S:
        """A new game, dealt by chance. Raises BadInput for a number of players that it is not for."""

    def moves(self, state: S) -> Iterator[M]:
        """The legal moves, one of each kind; none once the game is over."""

    def kind(self, move: M) -> Hashable:
        """What of a move is asked of it: `moves` offers one of those whose kinds are equal."""

    def settled(self, state: S, move: M, chance: random.Random) -> M:
        """A legal move with what chance has to decide in it, such as a shuffle; the move itself where nothing has."""

    def judge(self, state: S, move: M) -> Judged[S]:
        """Judge a move against every clause; never raises for an illegal one."""

    def view(self, state: S, seat: int | None) -> Hashable:
        """What a seat may see; None is the big screen, which everybody sees."""

    def unseen(self, state: S, seat: int | None, chance: random.Random) -> S:
        """The same position with what a seat cannot see exchanged by chance."""

    def to_line(self, state: S) -> str:
        """The position as one line of text."""

    def from_line(self, line: str) -> S:
        """Read what `to_line` wrote. Raises BadInput for anything else."""

    def parse(self, text: str) -> M:
        """Read what `str(move)` wrote. Raises BadInput for anything else."""

    def judge_json(self, data: object) -> dict[str, Any]:
        """Judge a claim as `companion judge NAME` reads it. Raises BadInput for what is none."""


@lru_cache(maxsize=1)
def games() -> tuple[str, ...]:
    """The names of the games there are: those of the files in `seeds/` that have clauses, sorted."""
    found = (one for one in files("seeds").iterdir() if one.name.endswith(".toml"))
    return tuple(
        sorted(
            one.name.removesuffix(".toml")
            for one in found
            if _CLAUSES.search(one.read_text(encoding="utf-8"))
        )
    )


def game_named(name: str) -> AnyGame:
    """The game of that name, under its default options. Raises BadInput where there is none."""
    if name not in games():
        raise BadInput(f"There is no game {quoted(name)}; use {', '.join(games())}.")
    return import_module(f"companion.rules.{name}").GAME


def json_judge(name: str) -> Callable[..., dict[str, Any]]:
    """What `companion judge NAME` asks. Raises BadInput where there is no such game."""
    judge: Callable[..., dict[str, Any]] = game_named(name).judge_json
    return judge


def play(game: Game[S, M], state: S, move: M) -> S:
    """The position after a move. Raises IllegalMove, with the verdict, where it is not legal."""
    return played(game.judge(state, move))


def replay(
    game: Game[S, M], state: S, moves: Iterable[M]
) -> tuple[S, tuple[Judged[S], ...], Judged[S] | None]:
    """Play moves one after another for as long as they are legal: (state, done, stop); never raises."""
    return replayed(game.judge, state, moves)


@dataclass(frozen=True, slots=True)
class Playthrough:
    """A game from a position on, as text that any game can be written to: what was hidden is in it."""

    name: str
    options: tuple[tuple[str, bool], ...]
    start: Any
    moves: tuple[Any, ...]
    tags: Mapping[str, str] = field(default_factory=dict)
    """Further lines of the header, such as the players' names."""

    @property
    def game(self) -> AnyGame:
        """The game that it is of, under its options."""
        return game_named(self.name).under(dict(self.options))

    def replay(self) -> tuple[Any, tuple[Judged[Any], ...], Judged[Any] | None]:
        """What `replay` gives: (state, done, stop)."""
        return replay(self.game, self.start, self.moves)

    def to_text(self) -> str:
        """A header in brackets, and a line for each move."""
        options = {"Options": switches.to_text(dict(self.options))} if self.options else {}
        header = {"Game": self.name, **self.tags, **options, "Position": self.game.to_line(self.start)}
        return record_text.written(header, self.moves)


def playthrough_from_text(text: str) -> Playthrough:
    """Read what `Playthrough.to_text` wrote; nothing is judged. Raises BadInput that names the line.

    Records in a game's own form, whose header has the game's name as people write it, are read too.
    """
    tags, moves = record_text.read(text, str)
    title = tags.pop("Game", "")
    if (own := _own_record(title)) is not None:
        found: Playthrough = own(text).playthrough()
        return found
    options = switches.from_text(tags.pop("Options", ""))
    game = game_named(title).under(options)
    state = game.from_line(tags.pop("Position", ""))
    return Playthrough(game.name, tuple(options.items()), state, tuple(map(game.parse, moves)), tags)


def _own_record(title: str) -> Callable[[str], Any] | None:
    """What reads the records of a game that people call so; None where it has no form of its own."""
    name = title.lower().replace(" ", "")
    if name == title or name not in games():
        return None
    read: Callable[[str], Any] | None = getattr(
        import_module(f"companion.rules.{name}"), "record_from_text", None
    )
    return read
