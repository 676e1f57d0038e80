"""Zangle as `companion.rules.game` asks it of every game: a round of open cards, with Zangles and hits."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from companion.rules.game import Game
from companion.rules.seeds import seed
from companion.rules.zangle.claim import CENTRE, Rules, default_rules
from companion.rules.zangle.contract import judge_json
from companion.rules.zangle.finding import find_zangles
from companion.rules.zangle.round import (
    Hit,
    Labels,
    Move,
    Round,
    Take,
    Taken,
    Z,
    card_of,
    deal,
    from_line,
    judge,
    parse,
    to_line,
)


@dataclass(frozen=True)
class Zangle:
    """Zangle under some options."""

    rules: Rules = field(default_factory=default_rules)
    name = "zangle"

    to_line = staticmethod(to_line)
    from_line = staticmethod(from_line)
    parse = staticmethod(parse)
    judge_json = staticmethod(judge_json)

    @property
    def seats(self) -> tuple[int, int]:
        """At least, at most."""
        mode = seed("zangle")["modes"]["speedster"]
        return mode["least"], mode["most"]

    def under(self, options: Mapping[str, Any]) -> Self:
        """The same with some options switched."""
        return replace(self, rules=Rules.of(options))

    def start(self, seats: int, chance: random.Random) -> Round:
        """A round of the printed deck."""
        return deal(seats, chance)

    def moves(self, state: Round) -> Iterator[Move]:
        """For each player every kind of Zangle, with all Zs that lie there, and a hit."""
        if state.over:
            return
        for seat, row in enumerate(state.rows):
            there, own = (
                [card_of(state.profile, label, CENTRE) for label in cards] for cards in (state.centre, row)
            )
            for found in find_zangles(there, own, self.rules):
                yield Take(seat, _picked(state.centre, found.centre), _picked(row, found.own))
            if state.pile:
                yield Hit(seat)

    def kind(self, move: Move) -> Hashable:
        """A Zangle by its shapes: wherever each comes from, and with however many Zs."""
        if isinstance(move, Hit):
            return move
        return move.seat, tuple(sorted(label for label in (*move.centre, *move.own) if label != Z))

    def settled(self, state: Round, move: Move, chance: random.Random) -> Move:
        """The move itself: what is drawn lies in the piles already."""
        return move

    def judge(self, state: Round, move: Move) -> Taken:
        """Judge a move of any player."""
        return judge(state, move, self.rules)

    def view(self, state: Round, seat: int | None) -> Hashable:
        """What lies open, and how many cards lie face down: the same for everybody."""
        return state.profile, state.centre, len(state.pile), state.rows, tuple(map(len, state.draws))

    def unseen(self, state: Round, seat: int | None, chance: random.Random) -> Round:
        """All that lies face down exchanged."""
        hidden = [*state.pile, *(label for draw in state.draws for label in draw)]
        chance.shuffle(hidden)
        left = iter(hidden)
        draws = tuple(tuple(next(left) for _ in draw) for draw in state.draws)
        return replace(state, draws=draws, pile=tuple(left))


def _picked(cards: Labels, places: tuple[int, ...]) -> Labels:
    return tuple(sorted(cards[place] for place in places))


GAME: Game[Round, Move] = Zangle()
