"""Zont as `companion.rules.game` asks it of every game."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from companion.rules.game import Game
from companion.rules.seeds import seed
from companion.rules.zont.contract import judge_json
from companion.rules.zont.generate import turns
from companion.rules.zont.judging import ZontVerdict, judge
from companion.rules.zont.options import Rules, default_rules
from companion.rules.zont.piles import Pile, by_name
from companion.rules.zont.position import Position, shuffled, start, view
from companion.rules.zont.record import position_from_line, position_to_line
from companion.rules.zont.turn import Turn, parse


@dataclass(frozen=True)
class Zont:
    """Zont under some options."""

    rules: Rules = field(default_factory=default_rules)
    name = "zont"

    view = staticmethod(view)
    to_line = staticmethod(position_to_line)
    from_line = staticmethod(position_from_line)
    parse = staticmethod(parse)
    judge_json = staticmethod(judge_json)

    @property
    def seats(self) -> tuple[int, int]:
        """At least, at most."""
        players = seed("zont")["players"]
        return players["least"], players["most"]

    def under(self, options: Mapping[str, Any]) -> Self:
        """The same with some options switched."""
        return replace(self, rules=Rules.of(options))

    def start(self, seats: int, chance: random.Random) -> Position:
        """A new game."""
        return start(seats, shuffled(chance))

    def moves(self, state: Position) -> Iterator[Turn]:
        """Every legal turn, with every card that chance can turn up."""
        return turns(state, self.rules)

    def kind(self, move: Turn) -> Hashable:
        """The turn itself: all are offered."""
        return move

    def settled(self, state: Position, move: Turn, chance: random.Random) -> Turn:
        """The turn itself: what chance turned up is in it."""
        return move

    def judge(self, state: Position, move: Turn) -> ZontVerdict:
        """Judge a turn of the player to move."""
        return judge(state, move, self.rules)

    def unseen(self, state: Position, seat: int | None, chance: random.Random) -> Position:
        """Other hands, the deck and what is covered on score piles exchanged; piles shuffled under their tops."""
        hidden = [card for n, hand in enumerate(state.hands) if n != seat for card in hand]
        hidden += [*state.deck, *(card for cards in state.scores for card in cards[:-1])]
        chance.shuffle(hidden)
        left = iter(hidden)
        hands = tuple(
            hand if n == seat else by_name(next(left) for _ in hand) for n, hand in enumerate(state.hands)
        )
        scores = tuple((*(next(left) for _ in cards[:-1]), *cards[-1:]) for cards in state.scores)
        piles = tuple(
            Pile(by_name(card for card in pile.cards if card != pile.top), (pile.top,))
            for pile in state.piles
        )
        return replace(state, hands=hands, scores=scores, deck=tuple(left), piles=piles)


GAME: Game[Position, Turn] = Zont()
