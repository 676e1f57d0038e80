"""What was played between two looks at a board, whether it was legal, and what was turned over wrongly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp
from typing import Any

from companion.rules.errors import BadInput
from companion.rules.tranglar.actions import Action, Pass, PlaceNeutral, Swap
from companion.rules.tranglar.cells import mask_of, names
from companion.rules.tranglar.explain import Change, Explanation, explain
from companion.rules.tranglar.kinds import NEUTRAL, PLAYERS, kinds, other_hands, spot_at
from companion.rules.tranglar.laid import Laid, piece_to_json
from companion.rules.tranglar.options import Rules
from companion.rules.tranglar.position import LARGE, Position
from companion.rules.tranglar.stock import stock_from
from companion.rules.tranglar.trapping import trapezes
from companion.rules.verdict import Reason, Ruling
from companion.table.tranglar.between import filled, left_open
from companion.table.tranglar.look import Look
from companion.table.tranglar.steps import steps_of
from companion.table.tranglar.supplies import likely_supply

TURNS = "tranglar/turns"
MOST_PAIRS = 256
SURE = 0.97
"""A change is told if what it was in all likely pairs of readings is together at least so likely."""
MOVED = 0.5
"""What each piece that is new, gone or turned makes a pair of readings less likely, as a logarithm: between two
turns few pieces move, and where none did a seam that shows in one photo alone looks like a replacement."""
ODD = 1.0
"""The same for every rule that is broken, and for every piece turned wrongly."""
SUPPLY = {"tranglar/own-supply", "tranglar/white-last", "tranglar/pass"}
"""Clauses that only the supplies decide, which no photo of a board shows."""


_Key = tuple[Action, int, Ruling, Any, Any, Any]
"""What happened: the action, by whom, how it is ruled, what turned over, what did not and what did wrongly."""


@dataclass(frozen=True, slots=True)
class _Told:
    """The best explanation of one pair of readings."""

    before: Laid
    after: Laid
    change: Change
    supply: Mapping[str, Any]
    odds: float = 1.0
    """How likely the pair is beside the others, by its readings and by what had to happen."""
    rival: Explanation | None = None
    """What it was as likely if the other player was to move, where nobody says who was."""

    @property
    def best(self) -> Explanation:
        return self.change.explanations[0]

    @property
    def key(self) -> _Key:
        one = self.best
        flips = tuple((flip.mask, flip.to) for flip in one.flips)
        return one.action, one.mover, one.verdict.ruling, flips, one.forgotten, one.wrong


def judge_change(
    before: Look,
    after: Look,
    *,
    to_move: str | None = None,
    supply: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Say which action turned one board into the other: docs/tranglar.md describes the answer.

    Without `to_move` whoever explains the change best was. Without `supply` (what was held before) it is
    taken from the board, and a ruling that hangs on it is undecided. Raises BadInput.
    """
    if to_move is not None and to_move not in PLAYERS:
        raise BadInput("Say who was to move: petrol or green, or leave it out.")
    if supply is not None and not isinstance(supply, Mapping):
        raise BadInput("The supply must be an object with what petrol and green hold, or be left out.")
    rules = Rules.of(options)
    if not (before.found and after.found):
        which = "first" if not before.found else "second"
        return _open(f"No board is seen in the {which} photo: show its whole grid.", before, after, supply)
    pairs = [
        (likely * likely_too, then, now)
        for then, likely in before.weighed()
        for now, likely_too in after.weighed()
    ]
    pairs.sort(key=lambda pair: -pair[0])
    told = [
        _weighed(_told(*filled(then, now, before, after), to_move, supply, rules), odds)
        for odds, then, now in pairs[:MOST_PAIRS]
    ]
    # A reading that no single action explains is left out where another one can be explained.
    explained = [one for one in told if one.change.explanations]
    if not explained:
        hidden = tuple(sorted({*before.hidden, *after.hidden}))
        cells = hidden or told[0].change.unexplained
        # Two turns may lie between the photos: that nothing explains them makes nobody's action illegal.
        says = f"{told[0].change.says[0]} Show the board after every single turn."
        if hidden or len(told) > 1:
            says = f"No single action explains the change as it was read: show {', '.join(cells)}."
        return _open(says, before, after, supply)
    shares = _shares(explained)
    first = min(explained, key=lambda one: (-shares[one.key], *_rank(one)))
    # Where nobody says how likely the readings are, all of them have to agree.
    told_odds = all(look.odds or len(look.readings) == 1 for look in (before, after))
    hidden = names(left_open(first.best.action, first.before, first.after, before, after))
    if hidden and isinstance(first.best.action, Pass):
        says = f"Nothing was laid that both photos show: show {', '.join(hidden)}."
        return _open(says, before, after, supply, hidden)
    doubts = _doubts(explained, first, supply, hidden, SURE if told_odds else 1.0)
    return _answer(first, doubts, supply)


def _weighed(told: _Told, odds: float) -> _Told:
    """The same with how likely it is: `odds` are those of its readings."""
    if not told.change.explanations:
        return told
    best = told.best
    moved = len(_owned(told.before) ^ _owned(told.after))
    # That nothing moved is no rule broken yet: a page may just look again.
    odd = (not best.legal and not isinstance(best.action, Pass)) + best.deviations
    return replace(told, odds=odds * exp(-MOVED * moved - ODD * odd))


def _owned(laid: Laid) -> set[tuple[int, int]]:
    """Every piece as its cells and whose it is."""
    return {(number, mask) for number, masks in enumerate(_three(laid)) for mask in masks}


def _shares(explained: Sequence[_Told]) -> dict[_Key, float]:
    """How likely each thing that may have happened is, over all pairs of readings."""
    total = sum(one.odds for one in explained)
    shares: dict[_Key, float] = {}
    for one in explained:
        shares[one.key] = shares.get(one.key, 0.0) + one.odds / total
    return shares


def _told(
    then: Laid, now: Laid, to_move: str | None, supply: Mapping[str, Any] | None, rules: Rules
) -> _Told:
    held = likely_supply(then) if supply is None else supply
    told = _explained(then, now, to_move, held, rules)
    if supply is None and told.change.explanations and (shown := _exchanged(told)):
        # A trapeze that shows another colour where it lies came from its captor's supply: turned over it does not fit.
        told = _explained(then, now, to_move, _with(held, shown), rules)
    return told


def _exchanged(told: _Told) -> list[tuple[int, str]]:
    """The kind of every trapeze that is held to be turned wrongly, and whose colour it shows."""
    found = []
    for mask, colour in told.best.wrong:
        if (kind := spot_at(mask).kind) in trapezes():
            found.append((kind, PLAYERS[1 - PLAYERS.index(colour)]))
    return found


def _with(supply: Mapping[str, Any], more: Iterable[tuple[int, str]]) -> dict[str, Any]:
    """A supply with further trapezes, each in the place of one that was only supposed to be there."""
    found = {name: dict(counts) for name, counts in supply.items()}
    for kind, captor in more:
        label, other = (kinds()[one].label for one in (kind, other_hands()[kind]))
        rest = PLAYERS[1 - PLAYERS.index(captor)]
        for name, supposed in ((captor, other), (rest, other), (rest, label)):
            if found[name][supposed]:
                found[name][supposed] -= 1
                break
        found[captor][label] += 1
    return found


def _explained(then: Laid, now: Laid, to_move: str | None, held: Mapping[str, Any], rules: Rules) -> _Told:
    stock = stock_from(held, then)
    large = stock.large
    if not (then.petrol or then.green):
        large = tuple(kind for kind in LARGE if kind not in then.large)
    found = []
    for mover in range(len(PLAYERS)) if to_move is None else (PLAYERS.index(to_move),):
        position = Position((then.petrol, then.green), then.neutral, stock.supply, stock.whites, large, mover)
        change = explain(position, now, rules)
        ordered = sorted(change.explanations, key=lambda one: _likelier(then, one))
        alike = len(ordered) > 1 and _likelier(then, ordered[0]) == _likelier(then, ordered[1])
        found.append(_Told(then, now, replace(change, explanations=tuple(ordered), ambiguous=alike), held))
    found.sort(key=_rank)
    first, second = _rank(found[0]), _rank(found[-1])
    # Where somebody must have laid a piece the wrong way up, its colour does not tell who.
    if len(found) == 2 and not second[0] and (first == second or (first[1] and second[1])):
        return replace(found[0], rival=found[1].best)
    return found[0]


def _rank(told: _Told) -> tuple[bool, bool, bool, int, bool]:
    """What is likelier comes first."""
    if not told.change.explanations:
        return True, True, True, 0, True
    return False, *_likelier(told.before, told.best)


def _likelier(before: Laid, one: Explanation) -> tuple[bool, bool, int, bool]:
    """A piece shows the colour of who laid it: that somebody laid one the wrong way up comes last."""
    there = {*before.petrol, *before.green, *(flip.mask for flip in one.flips)}
    laid_wrongly = any(mask not in there for mask, _ in one.forgotten)
    return laid_wrongly, not one.legal, one.deviations, _out_of_turn(one)


def _out_of_turn(one: Explanation) -> bool:
    return any(reason.clause == TURNS for reason in one.verdict.reasons)


def _doubts(
    explained: list[_Told],
    first: _Told,
    supply: Mapping[str, Any] | None,
    hidden: tuple[str, ...],
    sure: float,
) -> list[Reason]:
    found = []
    best = first.best
    if hidden:
        found.append(
            Reason(
                TURNS,
                f"{', '.join(hidden)} cannot be told in both photos: uncover them, or come closer.",
                hidden,
            )
        )
    shares = _shares(explained)
    if len(shares) > 1 and shares[first.key] < sure:
        other = max((one for one in explained if one.key != first.key), key=lambda one: shares[one.key])
        odd = _odd(first, other)
        says = f"Read otherwise, it was: {other.change.says[0]} Show {', '.join(odd) or 'the board'}."
        found.append(Reason(TURNS, says, odd))
    if _out_of_turn(best) and (other_way := _wrong_way_up(first)):
        says = f"{PLAYERS[other_way.mover].capitalize()} may as well have laid it the wrong way up."
        found.append(Reason(TURNS, says))
    if first.rival and not _whoever(first):
        says = f"It may as well have been {PLAYERS[first.rival.mover]}: {first.rival.action}. Say who was to move."
        found.append(Reason(TURNS, says))
    if first.change.ambiguous:
        found.append(Reason(TURNS, f"It may as well have been: {first.change.explanations[1].action}."))
    if supply is None and (reason := _hangs_on_supply(best, first.before)):
        found.append(reason)
    return found


def _whoever(told: _Told) -> bool:
    """Whether it comes to the same, whichever of the two players it was."""
    one, other = told.best, told.rival
    if other is None:
        return False
    ends = (one.action, one.verdict.ruling, one.forgotten, one.wrong)
    return ends == (other.action, other.verdict.ruling, other.forgotten, other.wrong)


def _wrong_way_up(told: _Told) -> Explanation | None:
    """A legal action that differs from what was seen in nothing but that what it laid shows the other colour."""
    for one in told.change.explanations:
        laid = {mask for mask, _ in one.forgotten} - {*told.before.petrol, *told.before.green}
        if one.legal and laid and one.deviations == len(laid):
            return one
    return None


def _hangs_on_supply(one: Explanation, before: Laid) -> Reason | None:
    """Why the ruling is open as long as nobody says what the players held; None where it is not."""
    clauses = {reason.clause for reason in one.verdict.reasons}
    if not one.legal:
        if clauses <= SUPPLY:
            says = " ".join(reason.says for reason in one.verdict.reasons)
            return Reason(
                "tranglar/own-supply", f"As far as the board tells: {says} Say what each player held."
            )
        return None
    if isinstance(one.action, Pass) or (
        isinstance(one.action, PlaceNeutral) and "tranglar/white-last" in clauses
    ):
        return Reason(
            "tranglar/own-supply",
            "Whether that was allowed hangs on what was held: say what each player held.",
        )
    if isinstance(one.action, Swap) or any(
        reason.clause == "tranglar/trapeze-swap" and mask_of(map(str, reason.where)) not in _changed(one)
        for reason in one.verdict.reasons
    ):
        says = (
            "Whether a trapeze had to be exchanged hangs on what its captor held: say what each player held."
        )
        return Reason("tranglar/trapeze-swap", says)
    return None


def _changed(one: Explanation) -> set[int]:
    """What had to turn over and did."""
    return {flip.mask for flip in one.flips} - {mask for mask, _ in one.forgotten}


def _odd(first: _Told, other: _Told) -> tuple[str, ...]:
    """The cells where two pairs of readings differ."""
    odd = 0
    for one, two in ((first.before, other.before), (first.after, other.after)):
        for a, b in zip(_three(one), _three(two), strict=True):
            for mask in set(a) ^ set(b):
                odd |= mask
    return names(odd)


def _three(laid: Laid) -> tuple[tuple[int, ...], ...]:
    return laid.petrol, laid.green, laid.neutral


def _answer(first: _Told, doubts: Iterable[Reason], supply: Mapping[str, Any] | None) -> dict[str, Any]:
    best = first.best
    open_, either = list(doubts), _whoever(first)
    ruling = "undecided" if open_ else best.verdict.ruling.value
    reasons = [*open_, *(() if open_ and best.legal else best.verdict.reasons)]
    return {
        "ruling": ruling,
        "reasons": [reason.to_json() for reason in reasons],
        "says": [_somebody(says) if either else says for says in first.change.says],
        "action": str(best.action),
        "by": None if either else PLAYERS[best.mover],
        "flips": [{"cells": list(names(flip.mask)), "to": PLAYERS[flip.to]} for flip in best.flips],
        "forgotten": [{"cells": list(names(mask)), "to": colour} for mask, colour in best.forgotten],
        "wrong": [{"cells": list(names(mask)), "to": colour} for mask, colour in best.wrong],
        "others": [str(one.action) for one in first.change.explanations[1:]],
        "steps": steps_of(first.before, best),
        "before": _pieces(first.before),
        "after": _pieces(first.after),
        "supply": dict(first.supply),
        "supply_known": supply is not None,
    }


def _somebody(says: str) -> str:
    """A sentence that begins with who did it, without that."""
    _, colon, rest = says.partition(": ")
    return f"{rest[:1].upper()}{rest[1:]}" if colon else says


def _open(
    says: str,
    before: Look,
    after: Look,
    supply: Mapping[str, Any] | None,
    where: tuple[str, ...] = (),
) -> dict[str, Any]:
    """An answer without an explanation."""
    then, now = before.boards()[0], after.boards()[0]
    return {
        "ruling": "undecided",
        "reasons": [Reason(TURNS, says, where).to_json()],
        "says": [says],
        "action": None,
        "by": None,
        "flips": [],
        "forgotten": [],
        "wrong": [],
        "others": [],
        "steps": [],
        "before": _pieces(then),
        "after": _pieces(now),
        "supply": dict(likely_supply(then) if supply is None else supply),
        "supply_known": supply is not None,
    }


def _pieces(laid: Laid) -> list[dict[str, Any]]:
    groups = zip((*PLAYERS, NEUTRAL), _three(laid), strict=True)
    return [piece_to_json(owner, mask) for owner, masks in groups for mask in masks]
