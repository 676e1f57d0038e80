"""A game that people lay at a table card by card or tile by tile, and what the companion makes of it by a camera."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, TypeVar

from companion.rules.verdict import Ruling
from companion.table.played import events as ev
from companion.table.played.play import State, step
from companion.table.played.table import Table
from companion.table.played.watching import Watch
from tests.live.sim_time import Act, Acted
from vision.parts.sighting import PartsSeen

SEATS = ("Ann", "Ben")
WAIT_S = 14.0
"""How long people wait for the companion before they enter something by hand."""
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Place = TypeVar("Place", bound=Hashable)
"""Where something is laid: a pile, or a cell."""


@dataclass
class LaidGame(Acted, Generic[Place]):
    """A game, its truth beside what the companion has of it."""

    seed: int
    troubles: Mapping[str, Callable[[Any], Act]] = field(default_factory=dict)
    turns: int = 4
    before: int = 4
    """Turns that were played before the camera looks on."""
    rate: float = 5.0
    hands: dict[str, Box] = field(default_factory=dict, init=False)
    dark: float = field(default=0.0, init=False)
    """How likely a thing is not to be read, for want of light."""
    blind: bool = field(default=False, init=False)
    busy: set[Place] = field(default_factory=set, init=False)
    """Places of the turn that is played."""
    fiddled: set[Place] = field(default_factory=set, init=False)
    """Places that somebody plays with who is not on turn."""
    done: list[tuple[str, Any]] = field(default_factory=list, init=False)
    """Turns that were played and are not told yet, and the position after each."""
    wrong: list[str] = field(default_factory=list, init=False)
    missed: list[str] = field(default_factory=list, init=False)
    tapped: list[str] = field(default_factory=list, init=False)
    """Turns that the companion asked for and that are among those it offers: a button enters them."""
    told: int = field(default=0, init=False)
    log: list[str] = field(default_factory=list, init=False)
    state: State = field(init=False)
    position: Any = field(init=False)
    """As it truly is."""

    def __post_init__(self) -> None:
        self.chance = Random(self.seed)
        self.watch = Watch()
        self._laid_out()

    def _laid_out(self) -> None:
        """Begin, after some turns."""
        raise NotImplementedError

    def _seen(self) -> PartsSeen:
        """What a picture shows now."""
        raise NotImplementedError

    def _as_true(self, told: str, move: str, position: Any) -> bool:
        """Whether what was told is the move that was played, and all that lies open as the companion has it."""
        raise NotImplementedError

    def _game(self) -> Act:
        """What the players do."""
        raise NotImplementedError

    @property
    def table(self) -> Table:
        """As the companion has it."""
        assert self.state.table is not None
        return self.state.table

    def play(self) -> LaidGame[Place]:
        """All of it."""
        beside = (trouble(self) for _, trouble in sorted(self.troubles.items()))
        self.act_out(self._film(), self._game(), *beside)
        return self

    def _film(self) -> Act:
        while True:
            if not self.blind:
                self.watch, event = self.watch.looked(self.table, self._seen(), self.now_s)
                if event is not None:
                    self._entered(event)
            yield self.chance.uniform(0.9, 1.2) / self.rate

    def _entered(self, event: ev.Event) -> None:
        """What the camera says, laid beside the truth."""
        assert isinstance(event, ev.Claim)
        self.log.append(f"{self.now_s:.1f} camera {event.move}")
        self.state = step(self.state, event)
        done = self.state.done
        assert done is not None
        assert isinstance(done.event, ev.Claim)
        self.told += 1
        legal = done.event.ruling is Ruling.LEGAL
        if not self.done or not legal or not self._as_true(event.move, *self.done[0]):
            true = [move for move, _ in self.done]
            self.wrong.append(f"{self.now_s:.1f}: told {event.move} ({done.event.ruling}), and it is {true}")
        self.done = self.done[1:]

    def _played(self, move: object, later: Any) -> None:
        """From here on it may be told."""
        self.done.append((str(move), later))
        self.log.append(f"{self.now_s:.1f} played {move}")

    def _told(self) -> Act:
        """Wait until all is told, and enter by hand what is not."""
        begun_s = self.now_s
        while self.done and not self.wrong:
            if self._asked():
                self._tapped()
                continue
            if self.now_s - begun_s > WAIT_S:
                self.missed.append(f"{self.now_s:.1f}: {self.done[0][0]}: {self.watch.says}")
                for move, _ in self.done:
                    self.log.append(f"{self.now_s:.1f} by hand {move}: {self.watch.says}")
                    self.state = step(self.state, ev.Claim(str(self.table.on_turn), move))
                self.done = []
            yield 0.2
        yield self.chance.choice((0.1, 0.5, 2.0))

    def _asked(self) -> bool:
        """Whether one of the buttons is of the turn that was played."""
        news = self.watch.news
        return news is not None and self.done[0][0] in [way.move for way in news.ways]

    def _tapped(self) -> None:
        """The button is pressed."""
        move, _ = self.done.pop(0)
        self.tapped.append(f"{self.now_s:.1f}: {move}: {self.watch.says}")
        self.log.append(f"{self.now_s:.1f} tapped {move}")
        self.state = step(self.state, ev.Claim(str(self.table.on_turn), move))
