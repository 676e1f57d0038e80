"""Zig Zaggle as `companion.rules.game` asks it of every game."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from companion.rules.game import Game
from companion.rules.words import WordList, english
from companion.rules.zigzaggle.contract import judge_json
from companion.rules.zigzaggle.finding import plays
from companion.rules.zigzaggle.judging import Judged, facts_of, judge
from companion.rules.zigzaggle.options import Rules, default_rules
from companion.rules.zigzaggle.position import Position, limits, shuffled, start, view
from companion.rules.zigzaggle.record import position_from_line, position_to_line
from companion.rules.zigzaggle.turn import Challenge, Exchange, Lay, Pass, Turn, parse


@dataclass(frozen=True)
class ZigZaggle:
    """Zig Zaggle on the printed board under some options, with some words; without any, those of the English list."""

    rules: Rules = field(default_factory=default_rules)
    words: WordList | None = None
    name = "zigzaggle"

    view = staticmethod(view)
    to_line = staticmethod(position_to_line)
    from_line = staticmethod(position_from_line)
    parse = staticmethod(parse)
    judge_json = staticmethod(judge_json)

    @property
    def seats(self) -> tuple[int, int]:
        """At least, at most."""
        own = limits()
        return own.least, own.most

    @property
    def known(self) -> WordList:
        """The words that count."""
        return english() if self.words is None else self.words

    def under(self, options: Mapping[str, Any]) -> Self:
        """The same with some options switched."""
        return replace(self, rules=Rules.of(options))

    def with_words(self, words: tuple[str, ...]) -> Self:
        """The same with other words."""
        return replace(self, words=WordList(words))

    def start(self, seats: int, chance: random.Random) -> Position:
        """A new game."""
        return start(seats, shuffled(chance))

    def moves(self, state: Position) -> Iterator[Turn]:
        """Words of the list at every place with the tiles that score most, exchanges, a pass, challenges.

        Where words are not checked as they are laid, others are legal too.
        """
        if play := state.pending:
            yield from (Challenge(by) for by in range(len(state.racks)) if by != play.player)
        if state.over:
            return
        yield Pass()
        letters = [tile for tile in state.rack if not tile.free]
        for count in range(1, min(len(letters), len(state.box)) + 1):
            yield Exchange(tuple(letters[:count]))
        for found in plays(facts_of(state, self.rules, self.known)):
            yield found.turn

    def kind(self, move: Turn) -> Hashable:
        """A lay but for the colours of its tiles, an exchange but for its letters."""
        if isinstance(move, Lay):
            return tuple((cell, tile.letter) for cell, tile in move.placed)
        return len(move.tiles) if isinstance(move, Exchange) else move

    def settled(self, state: Position, move: Turn, chance: random.Random) -> Turn:
        """The turn itself: what is drawn lies in the box already."""
        return move

    def judge(self, state: Position, move: Turn) -> Judged:
        """Judge a turn of the player to move, or anybody's challenge."""
        return judge(state, move, self.rules, self.known)

    def unseen(self, state: Position, seat: int | None, chance: random.Random) -> Position:
        """Other racks and the box exchanged."""
        hidden = [tile for n, rack in enumerate(state.racks) if n != seat for tile in rack]
        hidden += state.box
        chance.shuffle(hidden)
        left = iter(hidden)
        racks = tuple(
            rack if n == seat else tuple(sorted(next(left) for _ in rack))
            for n, rack in enumerate(state.racks)
        )
        return replace(state, racks=racks, box=tuple(left))


GAME: Game[Position, Turn] = ZigZaggle()
