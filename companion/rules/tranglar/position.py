"""A position: what lies on the board and beside it, and whose turn it is. Frozen, hashable, judged by nobody here."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Self

from companion.rules.seeds import seed
from companion.rules.tranglar.cells import FULL
from companion.rules.tranglar.supply import starting

Two = tuple[int, int]
Masks = tuple[int, ...]
PETROL, GREEN = 0, 1
WHITE, LARGE = 0, (1, 2)
"""Numbers of the neutral kinds: the small triangle, and the trapeze and the house of the set-up."""


@dataclass(frozen=True, slots=True)
class Position:
    """All that the rules ask of a game in progress. Players are 0 (petrol) and 1 (green)."""

    pieces: tuple[Masks, Masks]
    """The cells of each piece that shows petrol, and of each that shows green, sorted."""
    neutral: Masks
    supply: Two
    """What each player holds, packed as `supply` has it."""
    whites: Two
    """The small neutral triangles that each player may still place."""
    large: Masks
    """The large neutral kinds that the set-up has still to place."""
    to_move: int
    passed: int = 0
    """How many players have passed in a row."""
    conceded: int | None = None
    """Who has conceded."""
    held: Two = field(init=False, compare=False, repr=False)
    """The cells that show petrol, and those that show green."""
    taken: int = field(init=False, compare=False, repr=False)
    """All cells that a piece covers."""

    def __post_init__(self) -> None:
        petrol, green = self.pieces
        held = (sum(petrol), sum(green))
        object.__setattr__(self, "held", held)
        object.__setattr__(self, "taken", held[0] | held[1] | sum(self.neutral))

    @property
    def other(self) -> int:
        """Who is not to move."""
        return 1 - self.to_move

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.conceded is not None or self.passed >= 2 or self.taken == FULL

    @property
    def score(self) -> Two:
        """How many triangles show petrol, and how many green."""
        return self.held[0].bit_count(), self.held[1].bit_count()

    @property
    def winner(self) -> int | None:
        """Who has won; None for a draw, and as long as the game goes on."""
        if self.conceded is not None:
            return 1 - self.conceded
        petrol, green = self.score
        if not self.over or petrol == green:
            return None
        return PETROL if petrol > green else GREEN

    def turned(self) -> Self:
        """The same position with the other player to move."""
        return replace(self, to_move=self.other)


@lru_cache(maxsize=2)
def start(first: int = PETROL) -> Position:
    """An empty board; `first` lays the first large neutral piece."""
    each = int(seed("tranglar")["neutral"]["whites_each"])
    return Position(((), ()), (), starting(), (each, each), LARGE, first)
