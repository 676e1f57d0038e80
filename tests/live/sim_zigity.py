"""Zigity as it is really played by two at a table: sets laid beside the play pile and gathered onto it; draws are
entered on a phone.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import ClassVar

from companion.rules.zigity.cards import SET
from companion.rules.zigity.generate import turns
from companion.rules.zigity.position import Position, after, shuffled, start, with_shuffles
from companion.rules.zigity.record import position_to_line
from companion.rules.zigity.turn import Turn, parse
from companion.table.played import events as ev
from companion.table.played.play import State, step
from tests.live.sim_cards import CardsGame
from tests.live.sim_laid import SEATS
from tests.live.sim_time import Act

PILE = "pile"
ROW = tuple(f"row {number}" for number in range(4))
PLACES = {PILE: (130.0, 110.0), **{name: (290.0 + 72.0 * at, 106.0) for at, name in enumerate(ROW)}}
WORDS = "W"
"""A play card of this letter asks for a word, which hands seldom have: then players draw and draw."""
MOST = 400
"""So many turns are chosen among."""


class ZigityGame(CardsGame):
    """A game."""

    game: ClassVar[str] = "zigity"
    places: ClassVar[Mapping[str, tuple[float, float]]] = PLACES
    position: Position

    def _laid_out(self) -> None:
        self.position = start(len(SEATS), shuffled(self.chance))
        while str(self.position.play_card).startswith(WORDS):
            self.position = start(len(SEATS), shuffled(self.chance))
        for _ in range(self.before):
            self._goes_on(self._chosen())
        line = position_to_line(self.position)
        self.state = step(State(), ev.SetUp("zigity", SEATS, position=line))
        self.state = step(self.state, ev.Show(ev.MIDDLE, (str(self.position.play_card),)))
        self.stacks = {PILE: list(map(str, self.position.played)), **{name: [] for name in ROW}}

    def _goes_on(self, turn: Turn) -> Position:
        before = self.position
        self.position = after(before, with_shuffles(before, turn, self.chance))
        return self.position

    def _chosen(self) -> Turn:
        """A set of no free cards that fits into the row; else a draw."""
        every = list(islice(turns(self.position), MOST))
        sets = [one for one in every if one.laid and len(one.laid) <= len(ROW) and not _free(one)]
        goes_on = [one for one in sets if not str((one.laid or ())[-1].card).startswith(WORDS)]
        return self.chance.choice(goes_on or sets) if sets else Turn(draws=1)

    def _as_true(self, told: str, move: str, position: Position) -> bool:
        has: Position = self.table.position
        laid = [sorted(str(one.card) for one in parse(turn).laid or ()) for turn in (told, move)]
        return has.play_card == position.play_card and laid[0] == laid[1]

    def _tops(self) -> set[str]:
        return {str(self.table.position.play_card)}

    def _game(self) -> Act:
        yield self.chance.uniform(0.5, 1.5)
        for _ in range(self.turns):
            if self.wrong or self.position.over:
                break
            yield from self._turn(self._chosen())
        yield from self._told()
        self.over = True

    def _turn(self, turn: Turn) -> Act:
        if turn.laid is None:
            # What was played is told before anybody draws.
            yield from self._told()
            self._goes_on(turn)
            self.log.append(f"{self.now_s:.1f} by hand {turn}")
            self.state = step(self.state, ev.Claim(str(self.table.on_turn), str(turn)))
            return
        names = [str(one.card) for one in turn.laid]
        if "takenback" in self.troubles and self.chance.random() < 0.6:
            yield from self._tried(names)
        later = self._goes_on(turn)
        for at, name in enumerate(names):
            if at == len(names) - 1:
                self._played(turn, later)
            yield from self.laid(name, ROW[at])
        if "hasty" in self.troubles and self.chance.random() < 0.6:
            yield self.chance.choice((0.2, 0.6, 1.2))
        else:
            yield from self._told()
        for at, name in enumerate(names):
            yield from self.lifted(ROW[at])
            yield from self.laid(name, PILE)
        yield self.chance.choice((1.2, 3.0)) if self.done else 0.1

    def _tried(self, names: list[str]) -> Act:
        """Another card of the hand is laid first, and taken back."""
        others = [one for one in self.position.hand if str(one) not in names and one.power == SET]
        if others:
            yield from self.laid(str(self.chance.choice(others)), ROW[0])
            yield self.chance.choice((0.3, 1.0, 2.0))
            yield from self.lifted(ROW[0])


def _free(turn: Turn) -> bool:
    return any(one.stands_for is not None for one in turn.laid or ())
