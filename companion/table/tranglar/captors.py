"""Who may hold the trapezes that a board does not show: whether one changes hands hangs on that, and so does all that
turns over after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from companion.rules.tranglar.kinds import kinds, other_hands, spot_at
from companion.rules.tranglar.laid import Laid
from companion.rules.tranglar.stock import Stock
from companion.rules.tranglar.supply import count, one
from companion.rules.tranglar.trapping import trapezes


def all_held(stock: Stock, laid: Laid) -> Stock:
    """As if each player held every trapeze that the board does not show: where none changes hands with that, none does,
    whoever holds them."""
    supply = stock.supply
    for kind, left in _left(laid):
        supply = _with(supply, kind, left, left)
    return replace(stock, supply=supply)


def otherwise_held(stock: Stock, laid: Laid) -> Iterator[Stock]:
    """Every other way in which the players may hold the trapezes that the board does not show.

    A trapeze is petrol's in one hand and green's in the other: turned over it is the captor's.
    """
    left = list(_left(laid))
    for petrols in product(*(range(number + 1) for _, number in left)):
        supply = stock.supply
        for (kind, number), petrol in zip(left, petrols, strict=True):
            supply = _with(supply, kind, petrol, number - petrol)
        if supply != stock.supply:
            yield replace(stock, supply=supply)


def _left(laid: Laid) -> Iterator[tuple[int, int]]:
    """For each hand of a trapeze as petrol shows it, how many of these pieces the board does not show."""
    shown = [Counter(spot_at(mask).kind for mask in masks) for masks in (laid.petrol, laid.green)]
    for kind in sorted(trapezes()):
        turned = other_hands()[kind]
        number = kinds()[kind].start[0] + kinds()[turned].start[1]
        yield kind, max(0, number - shown[0][kind] - shown[1][turned])


def _with(supply: tuple[int, int], kind: int, petrol: int, green: int) -> tuple[int, int]:
    """Supplies with so many of the pieces that are of this kind where petrol shows them."""
    turned = other_hands()[kind]
    return (
        supply[0] + one(kind) * (petrol - count(supply[0], kind)),
        supply[1] + one(turned) * (green - count(supply[1], turned)),
    )
