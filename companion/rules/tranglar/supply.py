"""What lies beside the board, counted kind by kind in one integer: five bits a kind, the fifth kept clear.

Whether a supply holds what an action needs is then one subtraction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from companion.rules.tranglar.kinds import kinds, spots

BITS = 5
MOST = 15
"""More than there are of any kind, and less than the fifth bit."""


def one(kind: int) -> int:
    """One piece of a kind."""
    return 1 << BITS * kind


def count(supply: int, kind: int) -> int:
    """How many of a kind there are."""
    return supply >> BITS * kind & MOST


@lru_cache(maxsize=1)
def guard() -> int:
    """The fifth bit of every kind: it stays set in `(have | guard) - need` where there is enough."""
    return sum(1 << BITS * kind + 4 for kind in range(len(kinds())))


def holds(have: int, need: int) -> bool:
    """Whether a supply has all that is needed."""
    clear = guard()
    return ((have | clear) - need) & clear == clear


def packed(counts: Mapping[int, int]) -> int:
    """A supply from counts by kind."""
    return sum(number << BITS * kind for kind, number in counts.items())


def counted(supply: int) -> Iterator[tuple[int, int]]:
    """Every kind that there is at least one of, with its count."""
    for kind in range(len(kinds())):
        if number := count(supply, kind):
            yield kind, number


def worth(masks: Iterable[int]) -> int:
    """What pieces that lie on these cells count for in a supply."""
    table = spots()
    return sum([1 << BITS * table[mask].kind for mask in masks])


@lru_cache(maxsize=1)
def starting() -> tuple[int, int]:
    """What petrol and green start with."""
    petrol, green = (
        packed({number: kind.start[player] for number, kind in enumerate(kinds())}) for player in (0, 1)
    )
    return petrol, green
