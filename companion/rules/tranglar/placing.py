"""Which placements a position allows, all at once: sets of places as bits of one long integer.

Place number i of a player's pieces is bit i. For every byte of a board's mask and every value of
that byte a table knows which places it blocks, and which side of which places it touches; eight
looks per question and a few additions bit by bit across all places then tell which of them are free
and which are traps, instead of asking some four hundred places one by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from companion.rules.tranglar.actions import Place, PlaceNeutral
from companion.rules.tranglar.kinds import Spot, kinds, neutral_kinds, neutral_spots, spots
from companion.rules.tranglar.supply import BITS, MOST

BYTES = 8
MOST_SIDES = 5
Table = tuple[tuple[int, ...], ...]
"""By byte of a board's mask, by that byte's value: a set of places."""


@dataclass(frozen=True, slots=True)
class Places:
    """Every place of some kinds, as bits, with what can be asked of all of them at once."""

    actions: tuple[Place | PlaceNeutral, ...]
    of_kind: tuple[int, ...]
    """By kind, its places."""
    two: int
    """The places that two touched sides trap; three trap the others."""
    blocked: Table
    touched: tuple[Table, ...]
    """By number of a side."""

    def free(self, taken: int) -> int:
        """The places without a taken cell."""
        return ~_look(self.blocked, taken.to_bytes(BYTES, "little"))

    def traps(self, opponent: int) -> int:
        """The places where a piece is trapped by the opponent's cells."""
        cells = opponent.to_bytes(BYTES, "little")
        a, b, c, d, e = [_look(table, cells) for table in self.touched]
        # Two full adders: the count of touched sides is ones + 2 (twos + more).
        ones = a ^ b ^ c
        twos = (a & b) | (c & (a | b))
        more = (ones & d) | (e & (ones | d))
        ones ^= d ^ e
        return (twos & more) | ((twos | more) & (ones | self.two))

    def of(self, chosen: int) -> list[Place | PlaceNeutral]:
        """The actions of a set of places, in the order of their bits."""
        found: list[Place | PlaceNeutral] = []
        for at, value in enumerate(chosen.to_bytes(len(self.actions) // 8 + 1, "little")):
            if value:
                found += _few(self, at, value)
        return found

    def __hash__(self) -> int:
        return id(self)


def _look(table: Table, cells: bytes) -> int:
    a, b, c, d, e, f, g, h = table
    return (
        a[cells[0]] | b[cells[1]] | c[cells[2]] | d[cells[3]]
        | e[cells[4]] | f[cells[5]] | g[cells[6]] | h[cells[7]]
    )  # fmt: skip


@lru_cache(maxsize=1 << 15)
def _few(places: Places, at: int, value: int) -> tuple[Place | PlaceNeutral, ...]:
    return tuple(places.actions[8 * at + bit] for bit in range(8) if value >> bit & 1)


@lru_cache(maxsize=1)
def own_places() -> Places:
    """Every place of every kind of the players' pieces."""
    every = sorted(spots().values(), key=lambda spot: (spot.kind, spot.mask))
    return _places(every, [Place(spot.mask) for spot in every], len(kinds()))


@lru_cache(maxsize=1)
def neutral_places() -> Places:
    """Every place of the neutral pieces; no side is ever asked about."""
    every = sorted(neutral_spots().values(), key=lambda spot: (spot.kind, spot.mask))
    return _places(every, [PlaceNeutral(spot.mask) for spot in every], len(neutral_kinds()))


def _places(every: list[Spot], actions: list[Place] | list[PlaceNeutral], kind_count: int) -> Places:
    of_kind = [0] * kind_count
    two = 0
    cells: list[int] = [0] * 64
    beside: list[list[int]] = [[0] * 64 for _ in range(MOST_SIDES)]
    for number, spot in enumerate(every):
        bit = 1 << number
        of_kind[spot.kind] |= bit
        two |= bit if spot.needs == 2 else 0
        for cell in range(64):
            if spot.mask >> cell & 1:
                cells[cell] |= bit
            for side, beyond in enumerate(spot.beyond):
                if beyond >> cell & 1:
                    beside[side][cell] |= bit
    return Places(tuple(actions), tuple(of_kind), two, _table(cells), tuple(_table(side) for side in beside))


def _table(by_cell: list[int]) -> Table:
    rows = []
    for byte in range(BYTES):
        row = [0] * 256
        for value in range(1, 256):
            low = value & -value
            row[value] = row[value ^ low] | by_cell[8 * byte + low.bit_length() - 1]
        rows.append(tuple(row))
    return tuple(rows)


@lru_cache(maxsize=1 << 12)
def in_supply(supply: int) -> int:
    """The places of the kinds that a supply has."""
    found = 0
    for kind, places in enumerate(own_places().of_kind):
        if supply >> BITS * kind & MOST:
            found |= places
    return found
