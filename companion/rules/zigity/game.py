"""Zigity as `companion.rules.game` asks it of every game."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from companion.rules.game import Game
from companion.rules.zigity.cards import by_name
from companion.rules.zigity.contract import judge_json
from companion.rules.zigity.generate import turns
from companion.rules.zigity.judging import ZigityVerdict, judge
from companion.rules.zigity.lexicon import Lexicon, english_lexicon
from companion.rules.zigity.options import Rules, default_rules
from companion.rules.zigity.position import Position, limits, shuffled, start, view, with_shuffles
from companion.rules.zigity.record import position_from_line, position_to_line
from companion.rules.zigity.turn import Turn, parse


@dataclass(frozen=True)
class Zigity:
    """Zigity under some options, with some words; without any, those of the English list."""

    rules: Rules = field(default_factory=default_rules)
    words: Lexicon | None = None
    name = "zigity"

    view = staticmethod(view)
    to_line = staticmethod(position_to_line)
    from_line = staticmethod(position_from_line)
    parse = staticmethod(parse)
    judge_json = staticmethod(judge_json)

    @property
    def seats(self) -> tuple[int, int]:
        """At least, at most."""
        return limits()

    @property
    def lexicon(self) -> Lexicon:
        """The words that count."""
        return english_lexicon() if self.words is None else self.words

    def under(self, options: Mapping[str, Any]) -> Self:
        """The same with some options switched."""
        return replace(self, rules=Rules.of(options))

    def with_words(self, words: tuple[str, ...]) -> Self:
        """The same with other words."""
        return replace(self, words=Lexicon(words))

    def start(self, seats: int, chance: random.Random) -> Position:
        """A new game."""
        return start(seats, shuffled(chance))

    def moves(self, state: Position) -> Iterator[Turn]:
        """Every legal turn, with one order of the cards under the top."""
        return turns(state, self.rules, self.lexicon)

    def kind(self, move: Turn) -> Hashable:
        """The turn without its word, which may be left to the cards, the order of those under the top, and shuffles."""
        laid = None if move.laid is None else (tuple(sorted(map(str, move.laid))), move.laid[-1:])
        return laid, move.actions, move.draws

    def settled(self, state: Position, move: Turn, chance: random.Random) -> Turn:
        """The turn with the order of the cards that must be shuffled in it."""
        return with_shuffles(state, move, chance)

    def judge(self, state: Position, move: Turn) -> ZigityVerdict:
        """Judge a turn of the player to move."""
        return judge(state, move, self.rules, self.lexicon)

    def unseen(self, state: Position, seat: int | None, chance: random.Random) -> Position:
        """Other hands, the draw pile and the played cards under the top exchanged."""
        hidden = [card for n, hand in enumerate(state.hands) if n != seat for card in hand]
        hidden += [*state.draw, *state.played[:-1]]
        chance.shuffle(hidden)
        left = iter(hidden)
        hands = tuple(
            hand if n == seat else by_name(next(left) for _ in hand) for n, hand in enumerate(state.hands)
        )
        draw = tuple(next(left) for _ in state.draw)
        return replace(state, hands=hands, draw=draw, played=(*left, state.play_card))


GAME: Game[Position, Turn] = Zigity()
