"""Troubles that all simulated games have in common: pictures that stay away, hands that stay, light that goes out."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Protocol

from tests.live.sim_time import Act

Range = tuple[float, float]


class Filmed(Protocol):
    """A game under a camera."""

    chance: Random
    blind: bool


class Lit(Protocol):
    """A game in a room."""

    chance: Random
    dark: float


class Reached(Protocol):
    """A game that hands come over."""

    chance: Random
    hands: dict[str, tuple[float, float, float, float]]


def no_picture(a_second: float, pauses_s: tuple[float, ...]) -> Callable[[Filmed], Act]:
    """No picture comes for a while, so many times a second."""

    def stopped(game: Filmed) -> Act:
        while True:
            yield game.chance.expovariate(a_second)
            game.blind = True
            yield game.chance.choice(pauses_s)
            game.blind = False

    return stopped


burst = no_picture(0.25, (0.6, 1.5, 4.0))


def hand_that_stays(left: Range, top: Range, wide: Range, high: Range) -> Callable[[Reached], Act]:
    """A hand rests over what lies there for a while, again and again."""

    def resting(game: Reached) -> Act:
        while True:
            yield game.chance.expovariate(0.3)
            x, y, across, down = (game.chance.uniform(*each) for each in (left, top, wide, high))
            game.hands["resting"] = x, y, x + across, y + down
            yield game.chance.choice((0.3, 1.5, 4.0, 8.0))
            game.hands.pop("resting")

    return resting


def lights_out(game: Lit) -> Act:
    """A lamp goes off: for a while things are read at times, or not at all."""
    while True:
        yield game.chance.expovariate(0.3)
        game.dark = game.chance.choice((0.1, 0.5, 1.0))
        yield game.chance.choice((0.3, 1.0, 4.0))
        game.dark = 0.0


def nothing(_game: object) -> Act:
    """What players do by themselves, where it is among the troubles."""
    return iter(())
