"""What every game offers, and what follows from it for all: which games there are, playing, replaying, records."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from importlib.resources import files
from typing import Any, Protocol, Self, TypeVar

from companion.rules.errors import BadInput, quoted
from companion.rules.verdict import Reason, Ruling

S = TypeVar("S", bound=Hashable)
"""A position: frozen, hashable, with all that is hidden."""
S_co = TypeVar("S_co", bound=Hashable, covariant=True)
M = TypeVar("M", bound=Hashable)
"""A move: frozen; `str(move)` is its notation."""
AnyGame = Any
"""A game of positions and moves that the caller knows nothing of: a `Game`."""
_CLAUSES = re.compile(r"^\[clauses\]$", re.MULTILINE)
_HEADER = re.compile(r'\[(\w+) "(.*)"\]')
_LINE = re.compile(r"(\d{1,6})\.\s+(.+)", re.ASCII)


class Judged(Protocol[S_co]):
    """A judged move; `after` is the position as it was, unless the move is legal."""

    @property
    def ruling(self) -> Ruling:
        """Legal, illegal or undecided."""

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Every clause that decided, never none."""

    @property
    def after(self) -> S_co:
        """The position that the move leads to."""


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


class IllegalMove(ValueError):
    """A move that cannot be played; `judged` says why."""

    def __init__(self, judged: Judged[Any]) -> None:
        super().__init__("; ".join(f"{reason.says} [{reason.clause}]" for reason in judged.reasons))
        self.judged = judged


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
    judged = game.judge(state, move)
    if judged.ruling is not Ruling.LEGAL:
        raise IllegalMove(judged)
    return judged.after


def replay(
    game: Game[S, M], state: S, moves: Iterable[M]
) -> tuple[S, tuple[Judged[S], ...], Judged[S] | None]:
    """Play moves one after another for as long as they are legal: (state, done, stop); never raises."""
    done: list[Judged[S]] = []
    for move in moves:
        judged = game.judge(state, move)
        if judged.ruling is not Ruling.LEGAL:
            return state, tuple(done), judged
        done.append(judged)
        state = judged.after
    return state, tuple(done), None


@dataclass(frozen=True, slots=True)
class Playthrough:
    """A game from a position on, as text that any game can be written to: what was hidden is in it."""

    name: str
    options: tuple[tuple[str, bool], ...]
    start: Any
    moves: tuple[Any, ...]

    @property
    def game(self) -> AnyGame:
        """The game that it is of, under its options."""
        return game_named(self.name).under(dict(self.options))

    def replay(self) -> tuple[Any, tuple[Judged[Any], ...], Judged[Any] | None]:
        """What `replay` gives: (state, done, stop)."""
        return replay(self.game, self.start, self.moves)

    def to_text(self) -> str:
        """A header in brackets, and a line for each move."""
        told = ", ".join(f"{name}={str(value).lower()}" for name, value in self.options)
        lines = [f'[Game "{self.name}"]', *([f'[Options "{told}"]'] if told else [])]
        lines.append(f'[Position "{self.game.to_line(self.start)}"]')
        lines += [f"{number}. {move}" for number, move in enumerate(self.moves, 1)]
        return "\n".join(lines) + "\n"


def playthrough_from_text(text: str) -> Playthrough:
    """Read what `Playthrough.to_text` wrote; nothing is judged. Raises BadInput that names the line."""
    tags: dict[str, str] = {}
    moves: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if tag := _HEADER.fullmatch(line.strip()):
            tags[tag[1]] = tag[2]
        elif line.strip():
            found = _LINE.fullmatch(line.strip())
            if found is None or int(found[1]) != len(moves) + 1:
                raise BadInput(f"Line {number} must begin with {len(moves) + 1}. and go on with a move.")
            moves.append(found[2])
    options = options_from(tags.get("Options", ""))
    game = game_named(tags.get("Game", "")).under(options)
    state = game.from_line(tags.get("Position", ""))
    return Playthrough(game.name, tuple(options.items()), state, tuple(map(game.parse, moves)))


def options_from(text: str) -> dict[str, bool]:
    """Read options such as `free-pass=true, captures-first=false`. Raises BadInput."""
    found = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, value = part.partition("=")
        if value not in ("true", "false"):
            raise BadInput(f"The option {quoted(part)} must end in =true or =false.")
        found[name] = value == "true"
    return found
