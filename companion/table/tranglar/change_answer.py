"""The answer about a change between two looks at a board, as docs/tranglar.md describes it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.rules.tranglar.actions import Pass
from companion.rules.tranglar.cells import names
from companion.rules.tranglar.kinds import PLAYERS
from companion.rules.tranglar.laid import Laid, piece_to_json
from companion.rules.tranglar.saying import in_words
from companion.rules.verdict import Reason
from companion.table.tranglar.look import BoardLook
from companion.table.tranglar.steps import steps_of
from companion.table.tranglar.supplies import likely_supply
from companion.table.tranglar.told import TURNS, Told

EITHER = " or ".join(PLAYERS)


def explained(first: Told, doubts: Iterable[Reason]) -> dict[str, Any]:
    """An answer with the likeliest explanation, undecided where there are doubts."""
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


def unexplained(
    says: str,
    before: BoardLook,
    after: BoardLook,
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
