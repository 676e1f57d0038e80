"""Bonus rounds: two of three players tie and get four cards each, and the third sits out with cards of their own lying
there; in Speedster or in Turn-Style, after rounds that were ended by hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from companion.rules.zangle.modes import SPEEDSTER, mode_named
from companion.table.watch.zones import Use, Zone
from companion.table.zangle import events as ev
from companion.table.zangle.table import Phase
from companion.table.zangle.table import Table as Now
from tests.live.sim_players import Game
from tests.live.sim_table import AREAS, CARDS, SEATS, ZONES, Box, around, zone
from tests.live.sim_time import Act

OUT = "cid"
MOST = 6
"""Cards that fit into a row of half the table's width."""
HALVES: dict[str, Box] = {"ann": (0, 300, 480, 420), OUT: (520, 300, 1000, 420)}


@dataclass
class Bonus(Game):
    """One bonus round."""

    places: ClassVar[tuple[str, ...]] = (*SEATS, OUT)
    areas: ClassVar[dict[str, Box]] = {**AREAS, **HALVES}
    zones: ClassVar[tuple[Zone, ...]] = (
        *(one for one in ZONES if one.seat != "ann"),
        *(zone(Use.SEAT, box, name) for name, box in HALVES.items()),
    )

    def _round(self) -> Act:
        names = sorted(CARDS)
        self.chance.shuffle(names)
        self.stays = self.chance.random() < 0.7
        self.enter(ev.SetUp(self.mode, self.places))
        self.blind = True
        for number in range(mode_named(self.mode).rounds):
            if number:
                self.enter(ev.NextRound())
            self.enter(ev.Deal())
            self.enter(ev.Flip())
            if number == mode_named(self.mode).rounds - 1:
                yield from self._filmed(names)
            self._ended_by_hand()
        for seat in self.places:
            self.enter(ev.CorrectScore(number + 1, seat, 90 if seat == OUT else 5, "they tie"))
        yield self.chance.uniform(0.1, 2.0)
        if self.chance.random() < 0.5:
            yield from self._gathered_up(4)
        self.enter(ev.NextRound())
        if self.chance.random() < 0.5:
            self.begin(self._fiddles())
        yield from self._gathered_up(99)
        yield from self._dealt(names)
        for _ in range(self.turns):
            yield self.chance.uniform(0.5, 2.0)
            if self.wrong or self._now().phase is not Phase.PLAY:
                break
            yield from self._told_hits()
            self._agrees("before a turn")
            yield from self._turn(self._next())
        yield 2.0
        if not self.wrong and self._now().phase is Phase.PLAY:
            yield from self._told_hits()
            self._agrees("at the end")
        self.over = True

    def _now(self) -> Now:
        assert self.state.table is not None
        return self.state.table

    def _ended_by_hand(self) -> None:
        """A round of which nothing is seen."""
        pile, aside = ev.Place(ev.Kind.PILE), ev.Place(ev.Kind.ASIDE)
        self.enter(ev.CorrectCards(pile, aside, self._now().pile, "used up"))
        while (turn := self._now().turn) is not None and turn.idle < len(self.places):
            self.enter(ev.Pass(str(self._now().on_turn)))
        self.enter(ev.EndRound("stuck"))

    def _filmed(self, names: list[str]) -> Act:
        """The last of the rounds in the camera's sight, for a moment."""
        self.table.row = {place: [] for place in ("centre", *self.places)}
        self.table.draw = {seat: [] for seat in self.places}
        self.left = {place: [names.pop() for _ in range(4)] for place in ("centre", *self.places)}
        for place, cards in self.left.items():
            for name in cards:
                self.table.lay(name, self.table.free(place))
        self.table.row = {place: [*cards] for place, cards in self.left.items()}
        self.blind = False
        yield self.chance.uniform(1.5, 3.0)
        # Cards that were exchanged meanwhile are gathered up where they lie.
        self.left = {place: [*cards] for place, cards in self.table.row.items()}
        self.table.row = {place: [] for place in self.left}
        self.busy |= {name for cards in self.left.values() for name in cards}

    def _gathered_up(self, most: int) -> Act:
        """All but what lies before whoever sits out, at times; so many cards at most."""
        for place, cards in self.left.items():
            for name in cards if place != OUT or not self.stays else ():
                if name in self.table.lying and most:
                    most -= 1
                    self.table.hand("gathering", around(self.table.lying[name], 10))
                    yield self.chance.choice((0.05, 0.3))
                    if name in self.table.lying:
                        self.table.lift(name)
                    self.table.hand("gathering", None)

    def _dealt(self, names: list[str]) -> Act:
        self.table.draw = {seat: [names.pop() for _ in range(4)] for seat in SEATS} | {OUT: []}
        self.table.draw["pile"] = names
        yield from self._dealt_out(4)

    def _fiddles(self) -> Act:
        """Who sits out plays with cards of the last round."""
        while True:
            yield self.chance.expovariate(0.3)
            lying = [name for name in self.left[OUT] if name in self.table.lying]
            if self.chance.random() < 0.5 and lying:
                name = self.chance.choice(lying)
                self.table.hand(OUT, around(self.table.lying[name], 10))
                yield 0.2
                if name in self.table.lying:
                    self.table.lift(name)
            elif away := [name for name in self.left[OUT] if name not in self.table.lying]:
                at = self.table.free(OUT)
                self.table.hand(OUT, around(at, 10))
                self.table.lay(self.chance.choice(away), at)
                yield 0.2
            self.table.hand(OUT, None)

    def _hit(self, seat: str) -> Act:
        if len(self.table.row[seat]) < MOST:
            yield from super()._hit(seat)

    def _turn(self, seat: str) -> Act:
        """A card that was paid for a wrong claim fills up the own row first."""
        if self.mode == SPEEDSTER and self._now().due(seat):
            self.due = {("replenish", seat)}
            yield from self.drawn(seat, seat)
            yield from self._until(partial(self._full, seat), f"replenish {seat}", ev.Replenish(seat))
            self.due = set()
        yield from super()._turn(seat)

    def _cleared(self, seat: str, names: list[str], own: dict[str, str]) -> Act:
        """Who has used all cards has won, and nothing is filled up then."""
        if self._phase() == "play":
            yield from super()._cleared(seat, names, own)
            return
        yield from ()

    def _passed(self, seat: str) -> Act:
        if self._phase() == "play":
            yield from super()._passed(seat)
