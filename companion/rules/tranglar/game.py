"""Tranglar as `companion.rules.game` asks it of every game."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from companion.rules.errors import BadInput
from companion.rules.game import Game
from companion.rules.tranglar.actions import Action, parse
from companion.rules.tranglar.contract import judge_json
from companion.rules.tranglar.generate import actions
from companion.rules.tranglar.judging import TranglarVerdict, judge
from companion.rules.tranglar.kinds import PLAYERS
from companion.rules.tranglar.options import Rules, default_rules
from companion.rules.tranglar.position import Position, start
from companion.rules.tranglar.record import position_from_line, position_to_line


@dataclass(frozen=True)
class Tranglar:
    """Tranglar under some options."""

    rules: Rules = field(default_factory=default_rules)
    name = "tranglar"
    seats = (len(PLAYERS), len(PLAYERS))

    to_line = staticmethod(position_to_line)
    from_line = staticmethod(position_from_line)
    parse = staticmethod(parse)
    judge_json = staticmethod(judge_json)

    def under(self, options: Mapping[str, Any]) -> Self:
        """The same with some options switched."""
        return replace(self, rules=Rules.of(options))

    def start(self, seats: int, chance: random.Random) -> Position:
        """An empty board; chance says who begins."""
        if seats != len(PLAYERS):
            raise BadInput(f"Tranglar is for {len(PLAYERS)} players, not {seats}.")
        return start(chance.randrange(seats))

    def moves(self, state: Position) -> Iterator[Action]:
        """Every legal action."""
        return actions(state, self.rules)

    def kind(self, move: Action) -> Hashable:
        """The action itself: all are offered."""
        return move

    def settled(self, state: Position, move: Action, chance: random.Random) -> Action:
        """The action itself: chance has no part in the game."""
        return move

    def judge(self, state: Position, move: Action) -> TranglarVerdict:
        """Judge an action of the player to move."""
        return judge(state, move, self.rules)

    def view(self, state: Position, seat: int | None) -> Position:
        """The position: nothing is hidden."""
        return state

    def unseen(self, state: Position, seat: int | None, chance: random.Random) -> Position:
        """The position: nothing is hidden."""
        return state


GAME: Game[Position, Action] = Tranglar()
