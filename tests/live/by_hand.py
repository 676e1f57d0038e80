"""A table on which cards are put by hand, told scene by scene without a picture."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import numpy as np
from numpy.typing import NDArray

from companion.rules.verdict import Ruling
from companion.rules.zangle.deck import deck
from companion.table.watch.eye import Eye
from companion.table.watch.zones import Use, Zone
from companion.table.zangle import events as ev
from companion.table.zangle.events import kind_of
from companion.table.zangle.live import Answer
from companion.table.zangle.play import State, judge, step
from vision.live.things import How, Scene, SeenCard, SeenMark
from vision.sighting import CardSighting, Quad

CARDS = {card.id: card for card in deck("iamond")}


def box(left: float, top: float, right: float, bottom: float) -> tuple[tuple[float, float], ...]:
    """The corners of an area, left, top, right and bottom in pixels."""
    return ((left, top), (right, top), (right, bottom), (left, bottom))


ZONES = (
    Zone(Use.CENTRE, box(0, 100, 400, 200)),
    Zone(Use.CLAIM, box(500, 100, 900, 200)),
    Zone(Use.SEAT, box(0, 210, 900, 300), "ann"),
    Zone(Use.SEAT, box(0, 0, 900, 90), "ben"),
)
Y = {"centre": 150.0, "claim": 150.0, "ann": 250.0, "ben": 45.0}
"""At which height cards lie at each place."""


def quad(x: float, y: float) -> Quad:
    """The corners of a card about a place."""
    return ((x - 30, y - 40), (x + 30, y - 40), (x + 30, y + 40), (x - 30, y + 40))


@dataclass
class Played:
    """A table on which cards are put by hand, a tenth of a second a frame."""

    lying: dict[str, tuple[float, float]] = field(default_factory=dict)
    hidden: set[str] = field(default_factory=set)
    moving: set[str] = field(default_factory=set)
    unread: set[str] = field(default_factory=set)
    buttons: dict[str, tuple[float, float]] = field(default_factory=dict)
    state: State = field(default_factory=State)
    log: list[ev.Event] = field(default_factory=list)
    refused: list[ev.Event] = field(default_factory=list)
    eye: Eye = field(default_factory=lambda: Eye(ZONES))
    frames: int = 0
    mode: str = "speedster"
    chance: Random | None = None
    """Shakes places by millimetres, and mixes keys and the order in which cards are told."""
    keys: dict[str, int] = field(default_factory=dict)
    restless: NDArray[np.bool_] = field(default_factory=lambda: np.zeros((300, 900), bool))
    """Where something moves."""
    over: NDArray[np.bool_] = field(default_factory=lambda: np.zeros((300, 900), bool))
    """Where something is that was not looked at."""
    size_px: tuple[int, int] = (900, 300)
    plain: bool = False
    """Whether cards bear no markers, so that those that look alike are alike."""

    def submit(self, event: ev.Event, version: int, by: str | None) -> Answer:
        verdict = judge(self.state, event, version)
        if verdict.ruling is not Ruling.LEGAL:
            self.refused.append(event)
            return Answer(verdict, self.state, None)
        self.state = step(self.state, event)
        done = self.state.done
        self.log.append(event if done is None or isinstance(event, ev.Undo) else done.event)
        return Answer(verdict, self.state, None)

    def scene(self) -> Scene:
        cards = []
        for name, at in self.lying.items():
            known = CARDS[name]
            off = (
                (0.0, 0.0)
                if self.chance is None
                else (self.chance.uniform(-4, 4), self.chance.uniform(-4, 4))
            )
            x, y = at[0] + off[0], at[1] + off[1]
            own = None if self.plain else name
            sighting = CardSighting(own, known.triangles, known.shape, quad(x, y), 0.99, ("marker",))
            how = How.REMEMBERED if name in self.hidden else How.SEEN
            shown = None if name in self.unread else sighting
            key = self.keys.get(name) or sorted(CARDS).index(name) + 1
            cards.append(SeenCard(key, shown, quad(x, y), how, name in self.moving, "", (x, y)))
        marks = tuple(
            SeenMark(name, quad(*at), How.SEEN, False, quad(*at)) for name, at in self.buttons.items()
        )
        if self.chance is not None:
            self.chance.shuffle(cards)
        time_s, plane = self.frames / 10, np.eye(3)
        return Scene(
            self.frames,
            time_s,
            self.size_px,
            tuple(cards),
            marks,
            plane,
            self.over,
            self.restless,
            1.0,
            False,
        )

    def look(self, frames: int = 8) -> list[str]:
        """Let time pass; the kinds of what was made of it."""
        before = len(self.log)
        for _ in range(frames):
            self.frames += 1
            # An answer without an entry is refused to the eye: give it one that was accepted.
            self.eye.look(self.scene(), self.state, self._accepted)
        return [kind_of(event) for event in self.log[before:] if not isinstance(event, ev.Seen)]

    def _accepted(self, event: ev.Event, version: int, by: str | None) -> Answer:
        from companion.table.log import Entry

        answer = self.submit(event, version, by)
        if answer.verdict.ruling is not Ruling.LEGAL:
            return answer
        return Answer(answer.verdict, self.state, Entry(self.state.version, 0.0, by, event))

    def put(self, place: str, *names: str) -> None:
        for name in names:
            taken = {x for other, (x, y) in self.lying.items() if y == Y[place] and other != name}
            start = 540.0 if place == "claim" else 40.0
            self.lying[name] = (
                next(x for x in (start + 70 * k for k in range(12)) if x not in taken),
                Y[place],
            )

    def take(self, *names: str) -> None:
        for name in names:
            del self.lying[name]
