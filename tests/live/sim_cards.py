"""Cards as they really lie in piles and rows at a game that people deal, and what a camera reads of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar

from companion.table.parts import printed_parts
from tests.live.sim_laid import Box, LaidGame
from tests.live.sim_room import burst, hand_that_stays, lights_out, nothing
from tests.live.sim_time import Act
from tests.table.parts.sightings import card, seen, unread
from vision.parts.sighting import PartsSeen

GLARE = "glare lies over it"


@dataclass
class CardsGame(LaidGame[str]):
    """A game of cards in piles and rows."""

    game: ClassVar[str]
    places: ClassVar[Mapping[str, tuple[float, float]]]
    """The middle of each pile, in millimetres."""
    stacks: dict[str, list[str]] = field(default_factory=dict, init=False)
    """What lies where, the card on top last."""
    askew: set[str] = field(default_factory=set, init=False)
    """Cards that lie crooked, and cannot be read."""
    slid: dict[str, tuple[float, float]] = field(default_factory=dict, init=False)
    """Cards that have slid off their pile, and by how many millimetres."""

    def _tops(self) -> set[str]:
        """The cards that lie on top as the companion has it."""
        raise NotImplementedError

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

    # --- players ----

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
        self.busy.add(place)
        self._reach(whose, place)
        yield self.chance.uniform(0.1, 0.4)
        self.stacks[place].pop()
        self.hands.pop(whose)
        self.busy.discard(place)
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
    "hand": hand_that_stays((0, 400), (0, 260), (40, 200), (40, 150)),
    "hasty": nothing,
    "lifted": _lifted,
    "light": lights_out,
    "slid": _slid,
    "takenback": nothing,
}
