"""What one way to read both looks comes to: the best explanation of one board that became another.

Nobody photographs what lies beside the board. Where nobody says what the players held either, an action that nothing
but the supposed supplies forbids counts as one that was allowed, and what happened is held against every way in which
they may have held the trapezes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.rules.tranglar.actions import Action, Swap
from companion.rules.tranglar.explain import Change, Explanation, explain
from companion.rules.tranglar.kinds import PLAYERS, kinds, spot_at
from companion.rules.tranglar.laid import Laid
from companion.rules.tranglar.options import Rules
from companion.rules.tranglar.position import LARGE, Masks, Position
from companion.rules.tranglar.stock import Stock, stock_from
from companion.rules.tranglar.supply import count
from companion.rules.tranglar.trapping import trapezes
from companion.rules.verdict import Ruling
from companion.table.tranglar.captors import all_held, otherwise_held
from companion.table.tranglar.supplies import likely_supply

TURNS = "tranglar/turns"
SUPPLY = {"tranglar/own-supply", "tranglar/white-last", "tranglar/pass"}
"""Clauses that only the supplies decide, which no photo of a board shows."""

Key = tuple[Action, int, Ruling, Any, Any, Any]
"""What happened: the action, by whom, how it is ruled, what turned over, what did not and what did wrongly."""


@dataclass(frozen=True, slots=True)
class Told:
    """The best explanation of one pair of readings."""

    before: Laid
    after: Laid
    change: Change
    supply: Mapping[str, Any]
    guessed: bool
    """Whether nobody said what the players held."""
    hangs: Masks | None = None
    """The trapezes that had to be exchanged or not, by what the players may have held, where that makes another ruling
    or turns other pieces over; None where it makes none."""
    odds: float = 1.0
    """How likely the pair is beside the others, by its readings and by what had to happen."""
    rival: Explanation | None = None
    """What it was as likely if the other player was to move, where nobody says who was."""

    @property
    def best(self) -> Explanation:
        """The likeliest explanation, where there is one."""
        return self.change.explanations[0]

    @property
    def key(self) -> Key | None:
        """What happened; None where nothing explains it."""
        if not self.change.explanations:
            return None
        one = self.best
        flips = tuple((flip.mask, flip.to) for flip in one.flips)
        return one.action, one.mover, one.verdict.ruling, flips, one.forgotten, one.wrong

    @property
    def allowed(self) -> bool:
        """Whether it was legal, as far as anybody knows."""
        return allowed(self.best, guessed=self.guessed)

    @property
    def either(self) -> bool:
        """Whether it comes to the same, whichever of the two players it was."""
        one, other = self.best, self.rival
        if other is None:
            return False
        ends = (one.action, one.verdict.ruling, one.forgotten, one.wrong)
        return ends == (other.action, other.verdict.ruling, other.forgotten, other.wrong)

    @property
    def rank(self) -> tuple[bool, bool, bool, int, bool]:
        """What is likelier comes first."""
        if not self.change.explanations:
            return True, True, True, 0, True
        return False, *_likelier(self.before, self.best, guessed=self.guessed)


def told_of(
    then: Laid,
    now: Laid,
    to_move: str | None,
    supply: Mapping[str, Any] | None,
    rules: Rules,
    *,
    supposed: bool = False,
) -> Told:
    """What turned one board into the other, by whoever explains it best where nobody says who was to move.

    Without `supply` it is taken from the board. Of one that is `supposed` the trapezes may be held otherwise.
    """
    guessed = supply is None
    held = likely_supply(then) if supply is None else supply
    stock = stock_from(held, then)
    told = _explained(then, now, to_move, stock, held, rules, guessed=guessed)
    if not (guessed or supposed):
        return told
    most = _explained(then, now, to_move, all_held(stock, then), held, rules, guessed=guessed)
    if not any(_exchanges(one) for one in most.change.explanations):
        return told
    others = (
        _explained(then, now, to_move, one, _as_json(one, held), rules, guessed=guessed)
        for one in otherwise_held(stock, then)
    )
    possible = [one for one in (told, *others) if _was_held(one)]
    if not possible:
        return told
    # A trapeze that shows another colour where it lies came from its captor's supply: turned over it does not fit.
    least = min(map(_trapezes_turned, possible))
    possible = [one for one in possible if _trapezes_turned(one) == least]
    best = min(possible, key=lambda one: (one.rank, one.best.deviations))
    if all(one.key == best.key for one in possible):
        return best
    exchanged = Counter(flip.mask for one in possible for flip in one.best.flips if flip.swapped)
    hangs = sorted(mask for mask, ways in exchanged.items() if ways < len(possible))
    return replace(best, hangs=tuple(hangs))


def _exchanges(one: Explanation) -> bool:
    """Whether a trapeze had to change hands."""
    return isinstance(one.action, Swap) or any(flip.swapped for flip in one.flips)


def _was_held(told: Told) -> bool:
    """Whether an action explains the change and whoever laid something may have had it."""
    if not told.change.explanations:
        return False
    return told.best.legal or not {reason.clause for reason in told.best.verdict.reasons} <= SUPPLY


def _trapezes_turned(told: Told) -> int:
    """How many trapezes would have been turned over where they lie."""
    return sum(spot_at(mask).kind in trapezes() for mask, _ in told.best.wrong)


def _as_json(stock: Stock, supposed: Mapping[str, Any]) -> dict[str, Any]:
    """A supply in the form of the one that is supposed, with the trapezes of another."""
    found = {name: dict(counts) for name, counts in supposed.items()}
    for player, name in enumerate(PLAYERS):
        for kind in trapezes():
            found[name][kinds()[kind].label] = count(stock.supply[player], kind)
    return found


def _explained(
    then: Laid,
    now: Laid,
    to_move: str | None,
    stock: Stock,
    supply: Mapping[str, Any],
    rules: Rules,
    *,
    guessed: bool = False,
) -> Told:
    large = stock.large
    if not (then.petrol or then.green):
        large = tuple(kind for kind in LARGE if kind not in then.large)
    found = []
    for mover in range(len(PLAYERS)) if to_move is None else (PLAYERS.index(to_move),):
        position = Position((then.petrol, then.green), then.neutral, stock.supply, stock.whites, large, mover)
        change = explain(position, now, rules)
        ranked = sorted(
            ((_likelier(then, one, guessed=guessed), one) for one in change.explanations),
            key=lambda pair: pair[0],
        )
        ordered = [one for _, one in ranked]
        alike = len(ranked) > 1 and ranked[0][0] == ranked[1][0]
        change = replace(change, explanations=tuple(ordered), ambiguous=alike)
        found.append(_without_guesses(Told(then, now, change, supply, guessed)))
    # Of two players who may as well have done it, the one who was surely allowed to is named first.
    found.sort(key=lambda one: (one.rank, one.rank[0] or not one.best.legal))
    first, second = found[0].rank, found[-1].rank
    # Where somebody must have laid a piece the wrong way up, its colour does not tell who.
    if len(found) == 2 and not second[0] and (first == second or (first[1] and second[1])):
        return replace(found[0], rival=found[1].best)
    return found[0]


def _without_guesses(told: Told) -> Told:
    """The same, of an action that was not allowed, without what hangs on supplies that nobody said: whether a forgotten
    trapeze had to be exchanged at all, and all that turns over after it."""
    if not (told.guessed and told.change.explanations) or told.allowed:
        return told
    best, missed = told.best, {mask for mask, _ in told.best.forgotten}
    order = [flip.mask for flip in best.flips]
    open_ones = (k for k, mask in enumerate(order) if mask in missed and spot_at(mask).kind in trapezes())
    stop = next(open_ones, len(order))
    forgotten = tuple(one for one in best.forgotten if one[0] not in order[stop:])
    best = replace(best, flips=best.flips[:stop], forgotten=forgotten)
    return replace(told, change=replace(told.change, explanations=(best, *told.change.explanations[1:])))


def _likelier(before: Laid, one: Explanation, *, guessed: bool) -> tuple[bool, bool, int, bool]:
    """A piece shows the colour of who laid it: that somebody laid one the wrong way up comes last."""
    there = {*before.petrol, *before.green, *(flip.mask for flip in one.flips)}
    laid_wrongly = any(mask not in there for mask, _ in one.forgotten)
    return laid_wrongly, not allowed(one, guessed=guessed), one.deviations, out_of_turn(one)


def allowed(one: Explanation, *, guessed: bool) -> bool:
    """Whether an action was legal, or forbidden by nothing but supplies that are `guessed`."""
    return one.legal or (guessed and {reason.clause for reason in one.verdict.reasons} <= SUPPLY)


def out_of_turn(one: Explanation) -> bool:
    """Whether the other player was to move."""
    return any(reason.clause == TURNS for reason in one.verdict.reasons)
