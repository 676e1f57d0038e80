"""Games played by chance, and the cases of `cases/GAME.txt`, for the tests that every game has to pass.

Lines of a case file:

- `at POSITION; OPTIONS` says where the moves below it are made; options, if any, as in `free-pass=true`.
- `MOVE -> RULING CLAUSES` says what becomes of a move there, and `{...} -> RULING CLAUSES` of a claim as JSON. The
  clauses are among those that the verdict cites.
- `elsewhere CLAUSE: FILE` names the tests of a clause that neither of these can reach.
"""

from __future__ import annotations

import json
import random
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from companion.rules.game import AnyGame, game_named, games
from companion.rules.judged import Judged
from companion.rules.seeds import seed
from companion.rules.switches import from_text
from companion.rules.verdict import Reason

CASES = Path(__file__).parent / "cases"
ROOT = Path(__file__).resolve().parents[2]
ELSEWHERE = "elsewhere "
MOST_OFFERED, MOST_MOVES = 400, 60
TEXT = (
    "same hand ate tea eat in on no it to at as is so sea tan ten tie toe one ear are her he re "
    "cat act rat star net ice age ago do go red led end dune tune"
)
WORDS = TEXT.split(" ")


@lru_cache(maxsize=16)
def small(name: str) -> AnyGame:
    """A game under its default options, with few words where it has words."""
    game = game_named(name)
    return game.with_words(tuple(WORDS)) if hasattr(game, "with_words") else game


@dataclass(frozen=True)
class Step:
    """A position of a game played by chance, with what was offered there and what was done."""

    state: Any
    offered: tuple[Any, ...]
    move: Any
    judged: Judged[Any] | None
    """None where the game ended."""


def played(game: AnyGame, chance: random.Random, most: int = MOST_MOVES) -> tuple[Step, ...]:
    """A game by chance, to its end or for so many moves."""
    least, many = game.seats
    state = game.start(chance.randint(least, many), chance)
    steps: list[Step] = []
    while len(steps) < most:
        offered = tuple(islice(game.moves(state), MOST_OFFERED))
        if not offered:
            return (*steps, Step(state, (), None, None))
        move = game.settled(state, chance.choice(offered), chance)
        steps.append(Step(state, offered, move, game.judge(state, move)))
        state = steps[-1].judged.after  # type: ignore[union-attr]
    return tuple(steps)


@lru_cache(maxsize=64)
def playout(name: str, number: int) -> tuple[Step, ...]:
    """The game by chance of that number; the tests share it."""
    return played(small(name), random.Random(f"{name} {number}"))


@dataclass(frozen=True)
class Case:
    """A move at a position, or a claim as JSON, with what becomes of it."""

    game: str
    line: int
    options: str
    at: str
    asks: str
    ruling: str
    clauses: tuple[str, ...]

    def answered(self) -> tuple[str, tuple[Reason, ...]]:
        """The ruling and the reasons that the game gives."""
        game = game_named(self.game)
        if self.asks.startswith("{"):
            told = game.judge_json(json.loads(self.asks))
            return told["ruling"], tuple(
                Reason(one["clause"], one["says"], tuple(one["where"]), one.get("option"))
                for one in told["reasons"]
            )
        game = game.under(from_text(self.options))
        judged = game.judge(game.from_line(self.at), game.parse(self.asks))
        return judged.ruling.value, judged.reasons


def cases(name: str) -> Iterator[Case]:
    """The cases of a game's file."""
    at = options = ""
    for number, line in enumerate((CASES / f"{name}.txt").read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("at "):
            at, _, options = line.removeprefix("at ").partition("; ")
        elif line.strip() and not line.startswith(("#", ELSEWHERE)):
            asks, _, told = line.rpartition(" -> ")
            ruling, *clauses = told.split()
            yield Case(name, number, options, at, asks, ruling, tuple(clauses))


def elsewhere(name: str) -> dict[str, Path]:
    """The clauses of a game that other tests reach, with the file of those tests."""
    lines = (CASES / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    told = (line.removeprefix(ELSEWHERE).partition(": ") for line in lines if line.startswith(ELSEWHERE))
    return {clause: ROOT / file for clause, _, file in told}


def every_case() -> list[Case]:
    """Those of all games."""
    return [case for name in games() for case in cases(name)]


def clauses_of(name: str) -> set[str]:
    """Every clause of a game that a verdict may cite, those of its table included."""
    data = seed(name)
    names = {*data["clauses"], *data.get("table", {}).get("clauses", {})}
    return {f"{name}/{clause}" for clause in names}


def key(game: AnyGame, move: Any) -> Hashable:
    """The kind of a move."""
    kind: Hashable = game.kind(move)
    return kind
