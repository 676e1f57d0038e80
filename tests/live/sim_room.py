"""Troubles that all simulated games have in common: pictures that stay away, and light that goes out."""

from __future__ import annotations

from random import Random
from typing import Protocol

from tests.live.sim_time import Act


class Filmed(Protocol):
    """A game under a camera."""

    chance: Random
    blind: bool


class Lit(Protocol):
    """A game in a room."""

    chance: Random
    dark: float


def burst(game: Filmed) -> Act:
    """No picture comes for a while."""
    while True:
        yield game.chance.expovariate(0.25)
        game.blind = True
        yield game.chance.choice((0.6, 1.5, 4.0))
        game.blind = False


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
