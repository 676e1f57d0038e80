"""Deck profiles: which shapes a deck has. Data of `seeds/zangle.toml`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from companion.rules.errors import BadInput, quoted
from companion.rules.polyform import Lattice, Shape, free_shapes, lattice_named
from companion.rules.seeds import seed

MOST_TRIANGLES = 20
"""On one card of a home-made deck."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A kind of deck: its lattice, how many of each shape are printed, where its markers start."""

    name: str
    lattice: Lattice
    copies: tuple[int, ...]
    """Of each free shape of 1, 2, ... triangles."""
    zs: int
    first_marker: int

    @property
    def largest(self) -> int:
        """The most triangles on a card of the deck; home-made cards may have more."""
        return len(self.copies)

    def shapes(self, triangles: int) -> tuple[Shape, ...]:
        """What a card of that many triangles can show."""
        return free_shapes(self.lattice, triangles)


@lru_cache(maxsize=16)
def profile_named(name: str) -> Profile:
    """The profile of that name; BadInput lists the names there are."""
    known = seed("zangle")["profiles"]
    if name not in known:
        raise BadInput(f"There is no profile {quoted(name)}; use one of {', '.join(known)}.")
    data = known[name]
    return Profile(
        name, lattice_named(data["lattice"]), tuple(data["copies"]), data["zs"], data["first_marker"]
    )
