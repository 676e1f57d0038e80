"""Cards as they really lie in piles and rows at a game that people deal, and what a camera reads of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any, ClassVar

from companion.rules.verdict import Ruling
from companion.table.parts import printed_parts
from companion.table.played import events as ev
from companion.table.played.play import State, step
from companion.table.played.table import Table
from companion.table.played.watching import Watch
from tests.live.sim_room import burst, lights_out, nothing
from tests.live.sim_time import Act, Acted
from tests.table.parts.sightings import card, seen, unread
from vision.parts.sighting import PartsSeen

SEATS = ("Ann", "Ben")
WAIT_S = 14.0
"""How long people wait for the companion before they enter something by hand."""
GLARE = "glare lies over it"
Box = tuple[float, float, float, float]


@dataclass
class CardsGame(Acted):
    """A game, its truth beside what the companion makes of it."""

    game: ClassVar[str]
    places: ClassVar[Mapping[str, tuple[float, float]]]
    """The middle of each pile, in millimetres."""
    seed: int
    troubles: Mapping[str, Callable[[CardsGame], Act]] = field(default_factory=dict)
    turns: int = 4
    before: int = 4
    """Turns that were played before the camera looks on."""
    rate: float = 5.0
    stacks: dict[str, list[str]] = field(default_factory=dict, init=False)
    """What lies where, the card on top last."""
    askew: set[str] = field(default_factory=set, init=False)
    """Cards that lie crooked, and cannot be read."""
    slid: dict[str, tuple[float, float]] = field(default_factory=dict, init=False)
    """Cards that have slid off their pile, and by how many millimetres."""
    hands: dict[str, Box] = field(default_factory=dict, init=False)
    dark: float = field(default=0.0, init=False)
    """How likely a card is not to be read, for want of light."""
    blind: bool = field(default=False, init=False)
    fiddled: set[str] = field(default_factory=set, init=False)
    """Piles that somebody plays with who is not on turn."""
    busy: set[str] = field(default_factory=set, init=False)
    """Piles of the turn that is played."""
    done: list[tuple[str, Any]] = field(default_factory=list, init=False)
    """Turns that were played and are not told yet, and the position after each."""
    wrong: list[str] = field(default_factory=list, init=False)
    missed: list[str] = field(default_factory=list, init=False)
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

    def _as_true(self, move: str, position: Any) -> bool:
        """Whether all that lies open is as the companion has it."""
        raise NotImplementedError

    def _tops(self) -> set[str]:
        """The cards that lie on top as the companion has it."""
        raise NotImplementedError

    def _game(self) -> Act:
        """What the players do."""
        raise NotImplementedError

    @property
    def table(self) -> Table:
        """As the companion has it."""
        assert self.state.table is not None
        return self.state.table

    def play(self) -> CardsGame:
        """All of it."""
        self.begin(self._film())
        self.begin(self._game())
        for _, trouble in sorted(self.troubles.items()):
            self.begin(trouble(self))
        self.run()
        return self

    # --- the camera -----------------------------------------------------------------------------------

    def _film(self) -> Act:
        while True:
            if not self.blind:
                self.watch, event = self.watch.looked(self.table, self._seen(), self.now_s)
                if event is not None:
                    self._entered(event)
            yield self.chance.uniform(0.9, 1.2) / self.rate

    def _seen(self) -> PartsSeen:
        parts, strange = [], []
        for place, cards in self.stacks.items():
            for depth, name in enumerate(reversed(cards)):
                x, y = self.places[place]
                off = self.slid.get(name, (0.0, 0.0))
                at = x + off[0] + self.chance.uniform(-1, 1), y + off[1] + self.chance.uniform(-1, 1)
                covered = max((_share(at, box) for box in self.hands.values()), default=0.0)
                if covered > 0.15 or name in self.askew or self.chance.random() < self.dark:
                    strange += [unread(at, GLARE)] if covered < 0.7 else []
                else:
                    parts.append(
                        card(self.game, _ident(self.game, name), at, marks=(0, 1) if not depth else (0,))
                    )
                if name not in self.slid:
                    break
        return seen(self.game, *parts, unread=tuple(strange))

    def _entered(self, event: ev.Event) -> None:
        assert isinstance(event, ev.Claim)
        self.log.append(f"{self.now_s:.1f} camera {event.move}")
        self.state = step(self.state, event)
        done = self.state.done
        assert done is not None
        assert isinstance(done.event, ev.Claim)
        self.told += 1
        if not self.done or done.event.ruling is not Ruling.LEGAL or not self._as_true(*self.done[0]):
            true = [move for move, _ in self.done]
            self.wrong.append(f"{self.now_s:.1f}: told {event.move} ({done.event.ruling}), and it is {true}")
        self.done = self.done[1:]

    # --- players ----

    def _told(self) -> Act:
        begun_s = self.now_s
        while self.done and not self.wrong:
            if self.now_s - begun_s > WAIT_S:
                self.missed.append(f"{self.now_s:.1f}: {self.done[0][0]}")
                for move, _ in self.done:
                    self.log.append(f"{self.now_s:.1f} by hand {move}: {self.watch.says}")
                    self.state = step(self.state, ev.Claim(str(self.table.on_turn), move))
                self.done = []
            yield 0.2
        yield self.chance.choice((0.1, 0.5, 2.0))

    def resting(self) -> list[str]:
        """Piles that nobody has to do with now, on which nothing lies that is not told yet."""
        known = self._tops()
        return [
            place
            for place, cards in self.stacks.items()
            if cards and cards[-1] in known and place not in self.busy | self.fiddled
        ]

    def _free(self, place: str) -> Act:
        while place in self.fiddled:
            yield 0.1

    def _reach(self, whose: str, place: str) -> None:
        x, y = self.places[place]
        self.hands[whose] = x - 25, y - 40, x + 25, y + 60

    def laid(self, name: str, place: str, whose: str = "mover") -> Act:
        """A hand lays a card, at times crooked at first."""
        if whose == "mover":
            yield from self._free(place)
        self.busy.add(place)
        self._reach(whose, place)
        yield self.chance.uniform(0.1, 0.4)
        self.stacks[place].append(name)
        yield self.chance.uniform(0.1, 0.4)
        self.hands.pop(whose)
        if "crooked" in self.troubles and whose == "mover" and self.chance.random() < 0.6:
            if self.chance.random() < 0.5:
                self.askew.add(name)
            else:
                self.slid[name] = self.chance.uniform(-40, 40), self.chance.uniform(-40, 40)
            yield self.chance.choice((0.4, 1.5, 2.5))
            self._reach(whose, place)
            yield self.chance.uniform(0.1, 0.4)
            self.askew.discard(name)
            self.slid.pop(name, None)
            self.hands.pop(whose)
        self.busy.discard(place)
        yield self.chance.choice((0.1, 0.5, 1.2))

    def lifted(self, place: str, whose: str = "mover") -> Act:
        """A hand takes the card on top."""
        if whose == "mover":
            yield from self._free(place)
        self._reach(whose, place)
        yield self.chance.uniform(0.1, 0.4)
        self.stacks[place].pop()
        self.hands.pop(whose)
        yield self.chance.choice((0.1, 0.3, 0.8))


@lru_cache(maxsize=256)
def _ident(game: str, name: str) -> str:
    """A printed card of that name."""
    return next(part.id for part in printed_parts(game).parts if part.name == name)


def _share(at: tuple[float, float], box: Box) -> float:
    """How much of a card a box covers."""
    left, top, right, bottom = at[0] - 31.5, at[1] - 44.0, at[0] + 31.5, at[1] + 44.0
    across = min(right, box[2]) - max(left, box[0])
    down = min(bottom, box[3]) - max(top, box[1])
    return max(0.0, across) * max(0.0, down) / (63.0 * 88.0)


def _hand(game: CardsGame) -> Act:
    while True:
        yield game.chance.expovariate(0.3)
        left, top = game.chance.uniform(0, 400), game.chance.uniform(0, 260)
        wide, high = game.chance.uniform(40, 200), game.chance.uniform(40, 150)
        game.hands["resting"] = left, top, left + wide, top + high
        yield game.chance.choice((0.3, 1.5, 4.0, 8.0))
        game.hands.pop("resting")


def _lifted(game: CardsGame) -> Act:
    """The card on top of a pile is taken up, looked at, and put back."""
    while True:
        yield game.chance.expovariate(0.3)
        places = [one for one in game.resting() if len(game.stacks[one]) > 1]
        if not places:
            continue
        place = game.chance.choice(places)
        name = game.stacks[place][-1]
        game.fiddled.add(place)
        yield from game.lifted(place, "fiddler")
        yield game.chance.choice((0.2, 1.0, 3.0, 7.0))
        yield from game.laid(name, place, "fiddler")
        game.fiddled.discard(place)


def _slid(game: CardsGame) -> Act:
    """A sleeve takes the card on top of a pile along."""
    while True:
        yield game.chance.expovariate(0.3)
        places = game.resting()
        if not places:
            continue
        place = game.chance.choice(places)
        name = game.stacks[place][-1]
        game.fiddled.add(place)
        game.slid[name] = game.chance.uniform(-80, 80), game.chance.uniform(-60, 60)
        yield game.chance.choice((0.5, 2.0, 6.0))
        game.slid.pop(name, None)
        game.fiddled.discard(place)


CARD_TROUBLES: Mapping[str, Callable[[CardsGame], Act]] = {
    "burst": burst,
    "crooked": nothing,
    "hand": _hand,
    "hasty": nothing,
    "lifted": _lifted,
    "light": lights_out,
    "slid": _slid,
    "takenback": nothing,
}
