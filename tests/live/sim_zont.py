"""Zont as it is really played by two at a table, with all that goes wrong between, and what a camera reads of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from companion.rules.zont.cards import suits
from companion.rules.zont.generate import turns
from companion.rules.zont.position import Position, after, shuffled, start
from companion.rules.zont.record import position_to_line
from companion.rules.zont.turn import Art, Change, Favors, Turn
from companion.table.played import events as ev
from companion.table.played.play import State, step
from tests.live.sim_cards import CardsGame
from tests.live.sim_laid import SEATS
from tests.live.sim_time import Act

PILES = tuple(f"pile {number}" for number in range(len(suits())))
SCORES = tuple(f"score {number}" for number in range(len(SEATS)))
PLACES = {
    **{name: (70.0 + 76.0 * at, 80.0) for at, name in enumerate(PILES)},
    **{name: (110.0 + 240.0 * at, 240.0) for at, name in enumerate(SCORES)},
}
"""The middle of each pile, in millimetres."""


class ZontGame(CardsGame):
    """A game."""

    game: ClassVar[str] = "zont"
    places: ClassVar[Mapping[str, tuple[float, float]]] = PLACES
    position: Position

    def _laid_out(self) -> None:
        self.position = start(len(SEATS), shuffled(self.chance))
        for _ in range(self.before):
            self.position = after(self.position, self._chosen())
        self.state = step(State(), ev.SetUp("zont", SEATS, position=position_to_line(self.position)))
        for name, pile in zip(PILES, self.position.piles, strict=True):
            self.stacks[name] = [str(one) for one in (*pile.mixed, *pile.laid)]
        for name, cards in zip(SCORES, self.position.scores, strict=True):
            self.stacks[name] = list(map(str, cards))

    def _chosen(self) -> Turn:
        every = list(turns(self.position))
        with_power = [one for one in every if one.power is not None]
        return self.chance.choice(with_power if with_power and self.chance.random() < 0.6 else every)

    def _as_true(self, _told: str, _move: str, position: Position) -> bool:
        has: Position = self.table.position
        piles = all(
            (one.top, one.cards) == (other.top, other.cards)
            for one, other in zip(has.piles, position.piles, strict=True)
        )
        return piles and [one[-1:] for one in has.scores] == [one[-1:] for one in position.scores]

    def _tops(self) -> set[str]:
        position: Position = self.table.position
        scored = [card for one in position.scores for card in one[-1:]]
        return set(map(str, [*(pile.top for pile in position.piles), *scored]))

    # --- players --------------------------------------------------------------------------------------

    def _game(self) -> Act:
        yield self.chance.uniform(0.5, 1.5)
        for _ in range(self.turns):
            if self.wrong or self.position.over:
                break
            yield from self._turn(self._chosen())
            if "hasty" in self.troubles and self.chance.random() < 0.5:
                yield self.chance.choice((0.3, 1.0))
                continue
            yield from self._told()
        yield from self._told()
        self.over = True

    def _turn(self, turn: Turn) -> Act:
        seat = self.position.to_move
        later = after(self.position, turn)
        if turn.score is None:
            self._played(turn, later)
        if turn.middle is not None:
            pile = PILES[turn.middle.suit]
            if "takenback" in self.troubles and self.chance.random() < 0.6:
                yield from self._tried(seat)
            yield from self.laid(str(turn.middle), pile)
        power = turn.power
        if isinstance(power, Art):
            # A card that nobody has seen before another covers it is not known.
            yield 0.5
            yield from self.laid(str(power.card), PILES[power.card.suit])
        elif isinstance(power, Change | Favors):
            yield from self._turned_up(power)
        if turn.score is not None:
            self._played(turn, later)
            yield from self.laid(str(turn.score), SCORES[seat])
        self.position = later

    def _tried(self, seat: int) -> Act:
        """Another card of the hand is laid first, and taken back."""
        other = self.chance.choice(self.position.hands[seat])
        yield from self.laid(str(other), PILES[other.suit])
        yield self.chance.choice((0.3, 1.5, 4.0))
        yield from self.lifted(PILES[other.suit])

    def _turned_up(self, power: Change | Favors) -> Act:
        place = PILES[power.pile]
        yield from self._free(place)
        cards = self.stacks[place]
        if isinstance(power, Change):
            yield from self.lifted(place)
            shows = str(power.shows) if power.shows is not None else cards[-1]
        else:
            self.busy.add(place)
            self._reach("mover", place)
            self.stacks[place] = []
            yield self.chance.uniform(0.5, 2.0)
            shows = str(power.shows) if power.shows is not None else cards[0]
            self.stacks[place] = cards
        if shows in cards:
            # Of what a shuffle has mixed any may come to lie there.
            cards.remove(shows)
            cards.append(shows)
        yield self.chance.uniform(0.1, 0.5)
        self.hands.pop("mover", None)
        self.busy.discard(place)
