"""Somebody who plays Solitaire at a true table, and the log laid beside the truth."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import ClassVar

from companion.rules.polyform import Shape
from companion.rules.zangle import find_zangles
from companion.rules.zangle.modes import SOLITAIRE
from companion.table.watch.zones import Use, Zone
from companion.table.zangle import events as ev
from tests.live.sim_players import Game
from tests.live.sim_table import CARDS, COLUMNS, STAIR_ZONES, STAIRS, Box, around, zone
from tests.live.sim_time import Act

PLAYER = "ann"
OPEN, PILE = 3, 10


def _look(shape: Shape | None) -> str:
    return "Z" if shape is None else shape.key


class Solitaire(Game):
    """One game: columns of one to five cards with the top one open, and a centre that is filled up to three."""

    places: ClassVar[tuple[str, ...]] = COLUMNS
    areas: ClassVar[dict[str, Box]] = STAIRS
    zones: ClassVar[tuple[Zone, ...]] = STAIR_ZONES

    def __post_init__(self) -> None:
        super().__post_init__()
        self.mode = SOLITAIRE

    def _agrees(self, where: str) -> None:
        """Lay what is known to lie open, and how much lies beneath, beside the truth."""
        now = self.state.table
        assert now is not None
        for place in ("centre", *self.places):
            faces, truth = now.faces(place) or (), self.table.row[place]
            shown = Counter(_look(face.shape) for face in faces if face.known)
            true = Counter(_look(CARDS[name].shape) for name in truth)
            if len(faces) != len(truth) or shown - true:
                self.wrong.append(f"{self.table.now_s:.1f}: {place} is told to show {faces} {where}: {truth}")
        for name, column in zip(self.places, now.columns, strict=True):
            if column.hidden != len(self.table.draw[name]):
                self.wrong.append(f"{self.table.now_s:.1f}: {column.hidden} are told beneath {name} {where}")

    def _round(self) -> Act:
        names = sorted(CARDS)
        self.chance.shuffle(names)
        self.enter(ev.SetUp(SOLITAIRE, (PLAYER,), options=(("columns", len(self.places)),)))
        yield 0.5
        self.table.row = {place: [] for place in ("centre", *self.places)}
        self.table.draw = {name: [names.pop() for _ in range(at)] for at, name in enumerate(self.places, 1)}
        self.table.draw["pile"] = [names.pop() for _ in range(PILE)]
        self.due = {("deal", None), ("flip", None)}
        for name in self.places:
            yield from self.drawn(name, name)
        yield from self._until(lambda: self._phase() != "gathered", "deal", ev.Deal())
        for _ in range(OPEN):
            yield from self.drawn("centre", "pile")
        yield from self._until(lambda: self._phase() != "dealt", "flip", ev.Flip())
        self.due = set()
        for _ in range(self.turns):
            yield self.chance.uniform(0.5, 3.0)
            self._agrees("before a turn")
            if self.wrong:
                break
            yield from self._turn(PLAYER)
            if self._phase() != "play":
                break
        yield 2.0
        if not self.wrong and self._phase() == "play":
            self._agrees("at the end")
        self.over = True

    def _turn(self, seat: str) -> Act:
        """A right claim where there is one, else a wrong one or new cards for the centre."""
        centre = self.table.row["centre"]
        tops = [self.table.row[name][0] for name in self.places if self.table.row[name]]
        own = [card for name in self.places for card in self._cards(name)]
        zangles = find_zangles(self._cards("centre"), own)
        chosen: list[str] = []
        if zangles and self.chance.random() < 0.85:
            one = self.chance.choice(zangles)
            chosen = [*(centre[at] for at in one.centre), *(tops[at] for at in one.own)]
        elif centre and len(tops) > 1 and self.chance.random() < 0.4:
            chosen = [self.chance.choice(centre), *self.chance.sample(tops, 2)]
        if not chosen or self.busy & set(chosen):
            yield from self._stuck()
            return
        self.chance.shuffle(chosen)
        yield from self._claimed(seat, chosen)

    def _stuck(self) -> Act:
        """New open cards, which is entered before the old ones are cleared away."""
        old = list(self.table.row["centre"])
        if len(self.table.draw["pile"]) < OPEN or self.busy & set(old):
            return
        self.enter(ev.Stuck())
        for name in old:
            yield from self._gathered(name)
        self.table.row["centre"] = []
        for _ in range(OPEN):
            yield from self.drawn("centre", "pile")
        yield 1.0

    def _gathered(self, name: str) -> Act:
        if name in self.table.lying:
            self.table.hand(PLAYER, around(self.table.lying[name], 10))
            yield 0.1
            self.table.lift(name)
            self.table.hand(PLAYER, None)

    def _cleared(self, seat: str, names: list[str], own: dict[str, str]) -> Act:
        """The Zangle is gathered up, the centre filled and columns turned up, at times the other way round."""
        for name in names:
            self.table.row[own[name]].remove(name)
        self.due = {("replenish", "centre")}
        leave = self.chance.random() < 0.3
        yield self.chance.uniform(0.2, 2.0)
        for name in [] if leave else names:
            yield from self._gathered(name)
        steps = [
            "centre",
            *(name for name in self.places if not self.table.row[name] and self.table.draw[name]),
        ]
        if self.chance.random() < 0.3:
            self.chance.shuffle(steps)
        for place in steps:
            yield from self._filled_up(place)
        for name in names if leave else []:
            yield from self._gathered(name)
        for name in self.places:
            if self._phase() == "play" and not self.table.row[name] and self.chance.random() < 0.7:
                yield from self._taken_over(name)

    def _filled_up(self, place: str) -> Act:
        if place != "centre":
            yield from self.drawn(place, place)
            return
        drew = False
        while len(self.table.row["centre"]) < OPEN and self.table.draw["pile"]:
            yield from self.drawn("centre", "pile")
            drew = True
        if drew:
            yield from self._until(partial(self._full, "centre"), "replenish", ev.Replenish("centre"))

    def _taken_over(self, to: str) -> Act:
        """An empty column takes the top of another, whose next card is turned up."""
        sources = [name for name in self.places if self.table.row[name] and self.table.draw[name]]
        sources = [name for name in sources if not self.busy & set(self.table.row[name])]
        if not sources:
            return
        yield 0.5
        source = self.chance.choice(sources)
        card = self.table.row[source][0]
        self.busy.add(card)
        self.due.add(("fill-column", None))
        yield from self._gathered(card)
        yield 0.2
        at = self.table.free(to)
        self.table.hand(PLAYER, around(at, 20))
        self.table.lay(card, at)
        yield 0.2
        self.table.hand(PLAYER, None)
        self.table.row[source].remove(card)
        self.table.row[to].append(card)
        yield self.chance.choice((0.1, 1.0))
        yield from self.drawn(source, source)
        event = ev.FillColumn(self.places.index(source) + 1, self.places.index(to) + 1)
        yield from self._until(lambda: self._held(to) > 0 or self._phase() != "play", "fill column", event)
        self.busy.discard(card)


WIDE: dict[str, Box] = {ev.column_name(at + 1): (100.0 * at, 300, 100.0 * at + 100, 420) for at in range(7)}


class WideSolitaire(Solitaire):
    """The same with two columns more, which is an option."""

    places: ClassVar[tuple[str, ...]] = tuple(WIDE)
    areas: ClassVar[dict[str, Box]] = {**{name: STAIRS[name] for name in ("centre", "claim")}, **WIDE}
    zones: ClassVar[tuple[Zone, ...]] = (
        *STAIR_ZONES[:2],
        *(zone(Use.SEAT, box, name) for name, box in WIDE.items()),
    )
