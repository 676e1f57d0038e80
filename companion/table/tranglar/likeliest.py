"""What most likely happened between two looks at a board, over all likely pairs of their readings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import exp
from typing import Any

from companion.rules.tranglar.actions import Pass
from companion.rules.tranglar.options import Rules
from companion.table.tranglar.between import filled
from companion.table.tranglar.look import BoardLook
from companion.table.tranglar.told import Key, Told, told_of

MOST_PAIRS = 256
SURE = 0.97
"""A change is told if what it was in all likely pairs of readings is together at least so likely."""
MOVED = 0.5
"""What each piece that is new, gone or turned makes a pair of readings less likely, as a logarithm: between two
turns few pieces move, and where none did a seam that shows in one photo alone looks like a replacement."""
ODD = 1.0
"""The same for every rule that is broken, and for every piece turned wrongly."""
UNEXPLAINED = 5.0
"""The same where no single action explains a pair: that two turns lie between the photos."""


@dataclass(frozen=True)
class Possible:
    """What may have happened, a pair of readings each; `left_out` are the odds of pairs that are too many."""

    told: tuple[Told, ...]
    left_out: float
    odds_known: bool
    """Whether somebody says how likely the readings are, or there is but one of each look. Where not, those that an
    action explains have to agree, and be all there are."""

    @cached_property
    def explained(self) -> tuple[Told, ...]:
        """Those that a single action explains."""
        return tuple(one for one in self.told if one.change.explanations)

    @cached_property
    def first(self) -> Told:
        """The likeliest of those that are explained."""
        return min(self.explained, key=lambda one: (-self._shares[one.key], *one.rank))

    @property
    def rest(self) -> list[Told]:
        """What else than the first it may have been."""
        return [one for one in (*self.explained, *self._others) if one.key != self.first.key]

    @property
    def sure(self) -> bool:
        """Whether the first is likely enough to be told."""
        return self._shares[self.first.key] >= (SURE if self.odds_known else 1.0 - 1e-9)

    @property
    def _others(self) -> list[Told]:
        return [one for one in self.told if self.odds_known and not one.change.explanations]

    @cached_property
    def _shares(self) -> dict[Key | None, float]:
        """How likely each thing that may have happened is, over all pairs of readings."""
        beyond = sum(one.odds for one in self._others) + self.left_out
        total = sum(one.odds for one in self.explained) + beyond
        shares: dict[Key | None, float] = {}
        for one in self.explained:
            shares[one.key] = shares.get(one.key, 0.0) + one.odds / total
        return shares


def possible_changes(
    before: BoardLook,
    after: BoardLook,
    to_move: str | None,
    supply: Mapping[str, Any] | None,
    rules: Rules,
    *,
    supposed: bool,
) -> Possible:
    """What may have happened by the likeliest pairs of readings; the arguments are those of `told_of`."""
    pairs = [
        (likely * likely_too, then, now)
        for then, likely in before.weighed()
        for now, likely_too in after.weighed()
    ]
    pairs.sort(key=lambda pair: -pair[0])
    told = tuple(
        _weighed(told_of(*filled(then, now, before, after), to_move, supply, rules, supposed=supposed), odds)
        for odds, then, now in pairs[:MOST_PAIRS]
    )
    odds_known = all(look.odds or len(look.readings) == 1 for look in (before, after))
    return Possible(told, sum(odds for odds, *_ in pairs[MOST_PAIRS:]), bool(odds_known))


def _weighed(told: Told, odds: float) -> Told:
    """The same with how likely it is: `odds` are those of its readings."""
    moved = len({*told.before.pieces()} ^ {*told.after.pieces()})
    if not told.change.explanations:
        return replace(told, odds=odds * exp(-MOVED * moved - UNEXPLAINED))
    best = told.best
    # That nothing moved is no rule broken yet: a page may just look again.
    odd = (not told.allowed and not isinstance(best.action, Pass)) + best.deviations
    return replace(told, odds=odds * exp(-MOVED * moved - ODD * odd))
