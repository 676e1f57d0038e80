"""What was played between two looks at a board, whether it was legal, and what was turned over wrongly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import exp
from typing import Any

from companion.rules.errors import BadInput
from companion.rules.tranglar.actions import Pass
from companion.rules.tranglar.cells import listed, names
from companion.rules.tranglar.kinds import PLAYERS
from companion.rules.tranglar.laid import Laid, piece_to_json
from companion.rules.tranglar.options import Rules
from companion.rules.tranglar.saying import in_words
from companion.rules.tranglar.stock import stock_from
from companion.rules.verdict import Reason
from companion.table.tranglar.between import filled, left_open
from companion.table.tranglar.doubts import doubts_of
from companion.table.tranglar.look import Look
from companion.table.tranglar.steps import steps_of
from companion.table.tranglar.supplies import likely_supply
from companion.table.tranglar.told import TURNS, Key, Told, out_of_turn, told_of

MOST_PAIRS = 256
SURE = 0.97
"""A change is told if what it was in all likely pairs of readings is together at least so likely."""
MOVED = 0.5
"""What each piece that is new, gone or turned makes a pair of readings less likely, as a logarithm: between two
turns few pieces move, and where none did a seam that shows in one photo alone looks like a replacement."""
ODD = 1.0
"""The same for every rule that is broken, and for every piece turned wrongly."""
EITHER = " or ".join(PLAYERS)
IN_DOUBT = "the {} cells in doubt"
UNEXPLAINED = 5.0
"""The same where no single action explains a pair: that two turns lie between the photos."""


def judge_change(
    before: Look,
    after: Look,
    *,
    to_move: str | None = None,
    supply: Mapping[str, Any] | None = None,
    supposed: bool = False,
    options: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Say which action turned one board into the other: docs/tranglar.md describes the answer.

    Without `to_move` whoever explains the change best was. Without `supply` (what was held before) it is taken from the
    board, and a ruling that hangs on it is undecided; so is one that hangs on the trapezes of a supply that is no more
    than `supposed`. Raises BadInput.
    """
    if to_move is not None and to_move not in PLAYERS:
        raise BadInput("Say who was to move: petrol or green, or leave it out.")
    if supply is not None and not isinstance(supply, Mapping):
        raise BadInput("The supply must be an object with what petrol and green hold, or be left out.")
    rules = Rules.of(options)
    if not (before.found and after.found):
        if supply is not None:
            # What is said wrongly is refused, whatever the photos show.
            stock_from(supply, before.boards()[0])
        which = "first" if not before.found else "second"
        return _open(f"No board is seen in the {which} photo: show its whole grid.", before, after, supply)
    before, after = before.possible(), after.possible()
    for which, look in (("first", before), ("second", after)):
        if excess := look.boards()[0].excess():
            raise BadInput(f"The {which} board cannot be right: {excess}")
    pairs = [
        (likely * likely_too, then, now)
        for then, likely in before.weighed()
        for now, likely_too in after.weighed()
    ]
    pairs.sort(key=lambda pair: -pair[0])
    told = [
        _weighed(told_of(*filled(then, now, before, after), to_move, supply, rules, supposed=supposed), odds)
        for odds, then, now in pairs[:MOST_PAIRS]
    ]
    explained = [one for one in told if one.change.explanations]
    if not explained:
        hidden = tuple(sorted({*before.hidden, *after.hidden}))
        cells = hidden or told[0].change.unexplained
        # Two turns may lie between the photos: that nothing explains them makes nobody's action illegal.
        says = f"{told[0].change.says[0]} Show the board after every single turn."
        if hidden or len(told) > 1:
            says = f"No single action explains the change as it was read: show {listed(cells, IN_DOUBT)}."
        return _open(says, before, after, supply, cells)
    # Where nobody says how likely the readings are, those that an action explains have to agree, and be all there are.
    told_odds = all(look.odds or len(look.readings) == 1 for look in (before, after))
    others = [one for one in told if told_odds and not one.change.explanations]
    beyond = sum(one.odds for one in others) + sum(odds for odds, *_ in pairs[MOST_PAIRS:])
    shares = _shares(explained, beyond)
    first = min(explained, key=lambda one: (-shares[one.key], *one.rank))
    open_ = left_open(first.best.action, first.before, first.after, before, after)
    if out_of_turn(first.best):
        # The turn that is missing may lie under anything that is hidden.
        open_ |= before.dark | after.dark
    hidden = names(open_)
    if hidden and isinstance(first.best.action, Pass):
        says = f"Nothing was laid that both photos show: show {listed(hidden, IN_DOUBT)}."
        return _open(says, before, after, supply, hidden)
    rest = [one for one in (*explained, *others) if one.key != first.key]
    sure = shares[first.key] >= (SURE if told_odds else 1.0 - 1e-9)
    return _answer(first, doubts_of(first, rest, hidden, sure=sure))


def _weighed(told: Told, odds: float) -> Told:
    """The same with how likely it is: `odds` are those of its readings."""
    moved = len({*told.before.pieces()} ^ {*told.after.pieces()})
    if not told.change.explanations:
        return replace(told, odds=odds * exp(-MOVED * moved - UNEXPLAINED))
    best = told.best
    # That nothing moved is no rule broken yet: a page may just look again.
    odd = (not told.allowed and not isinstance(best.action, Pass)) + best.deviations
    return replace(told, odds=odds * exp(-MOVED * moved - ODD * odd))


def _shares(explained: Sequence[Told], beyond: float) -> dict[Key | None, float]:
    """How likely each thing that may have happened is, over all pairs of readings; `beyond` are the odds of others."""
    total = sum(one.odds for one in explained) + beyond
    shares: dict[Key | None, float] = {}
    for one in explained:
        shares[one.key] = shares.get(one.key, 0.0) + one.odds / total
    return shares


def _answer(first: Told, doubts: Iterable[Reason]) -> dict[str, Any]:
    best = first.best
    open_, either = list(doubts), first.either
    ruling = "undecided" if open_ else best.verdict.ruling.value
    reasons = list(best.verdict.reasons)
    if open_:
        reasons = [*open_, *(() if best.legal else _if_so(best.verdict.reasons, open_))]
    return {
        "ruling": ruling,
        "reasons": [reason.to_json() for reason in reasons],
        "says": _perhaps(first) if open_ else list(first.change.told(EITHER if either else None)),
        "action": str(best.action),
        "by": None if either else PLAYERS[best.mover],
        "flips": [{"cells": list(names(flip.mask)), "to": PLAYERS[flip.to]} for flip in best.flips],
        "forgotten": [{"cells": list(names(mask)), "to": colour} for mask, colour in best.forgotten],
        "wrong": [{"cells": list(names(mask)), "to": colour} for mask, colour in best.wrong],
        "others": _others(first),
        "steps": steps_of(first.before, best),
        "before": _pieces(first.before),
        "after": _pieces(first.after),
        "supply": dict(first.supply),
        "supply_known": not first.guessed,
    }


def _if_so(reasons: Iterable[Reason], doubts: Sequence[Reason]) -> list[Reason]:
    """What would stand against the action if it was as it seems; what a doubt says already is not said again."""
    return [
        replace(reason, says=f"If so: {reason.says}")
        for reason in reasons
        if not any(reason.says in doubt.says for doubt in doubts)
    ]


def _others(first: Told) -> list[str]:
    """The other actions that fit, each once; the same one of the other player is none."""
    found = dict.fromkeys(str(one.action) for one in first.change.explanations)
    return [action for action in found if action != str(first.best.action)]


def _perhaps(first: Told) -> list[str]:
    """What it seems to have been, where that is open: nothing of it is said as if it were certain."""
    best = first.best
    who = EITHER if first.either else PLAYERS[best.mover]
    if isinstance(best.action, Pass):
        says = [f"Nothing was laid: perhaps {who} passed."]
    else:
        says = [f"Perhaps {who} {in_words(best.action)}."]
    if first.hangs is None:
        says += [f"If so, {odd}." for odd in best.oddities]
    return says


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
    return [piece_to_json(owner, mask) for owner, mask in laid.pieces()]
