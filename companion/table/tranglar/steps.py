"""An explained change step by step, for a screen to show: what was laid, and then each piece as it turns over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.rules.sentences import sentence
from companion.rules.tranglar.actions import Attack, Concede, Pass, Place, PlaceNeutral, Replace, Swap
from companion.rules.tranglar.cells import names
from companion.rules.tranglar.clauses import a_piece
from companion.rules.tranglar.explain import Explanation
from companion.rules.tranglar.kinds import NEUTRAL, PLAYERS, spot_at
from companion.rules.tranglar.laid import Laid
from companion.rules.tranglar.saying import in_words
from companion.rules.tranglar.trapping import Flip, is_trapped, touched


def steps_of(before: Laid, one: Explanation) -> list[dict[str, Any]]:
    """The board after each step, as the rules have it: `{"says", "pieces", "lit", "trapped"}`.

    The first is the board before; then the action; then a step for every piece that turns over, in order.
    `lit` are the cells that the step is about; `trapped` are those pieces that are trapped now and turn
    over in a later step, each with its sides and what touches them.
    """
    owners: dict[int, str] = {}
    for owner, masks in zip((*PLAYERS, NEUTRAL), (before.petrol, before.green, before.neutral), strict=True):
        owners |= dict.fromkeys(masks, owner)
    steps = [_step("Before.", owners, 0, ())]
    action, own = one.action, PLAYERS[one.mover]
    gone: tuple[int, ...] = ()
    come: dict[int, str] = {}
    if isinstance(action, Place | Swap):
        come = {action.cells: own}
    elif isinstance(action, PlaceNeutral):
        come = {action.cells: NEUTRAL}
    elif isinstance(action, Replace):
        gone, come = action.remove, dict.fromkeys(action.place, own)
    elif isinstance(action, Attack):
        gone, come = (action.remove,), dict.fromkeys(action.place, own)
    if not isinstance(action, Pass | Concede):
        owners = {mask: owner for mask, owner in owners.items() if mask not in gone} | come
    steps.append(_step(f"{own.capitalize()} {in_words(action)}.", owners, sum(come), one.flips))
    for number, flip in enumerate(one.flips, 1):
        owners = {**owners, flip.mask: PLAYERS[flip.to]}
        steps.append(_step(_turning(flip), owners, flip.mask, one.flips[number:]))
    return steps


def _turning(flip: Flip) -> str:
    spot, colour = spot_at(flip.mask), PLAYERS[flip.to]
    count = f"{touched(spot, flip.by)} of its {len(spot.sides)} sides touch {colour}"
    done = f"gives way to a trapeze of {colour}'s" if flip.swapped else f"turns {colour}"
    return f"{sentence(a_piece(flip.mask))} {done}: {count}."


def _step(says: str, owners: Mapping[int, str], lit: int, coming: Sequence[Flip]) -> dict[str, Any]:
    pieces = [{"owner": owner, "cells": list(names(mask))} for mask, owner in sorted(owners.items())]
    held = [sum(mask for mask, owner in owners.items() if owner == name) for name in PLAYERS]
    trapped = [
        _witness(flip.mask, PLAYERS[1 - flip.to], held[flip.to])
        for flip in coming
        if is_trapped(flip.mask, held[flip.to])
    ]
    return {"says": says, "pieces": pieces, "lit": list(names(lit)), "trapped": trapped}


def _witness(mask: int, owner: str, opponent: int) -> dict[str, Any]:
    sides = [
        {"line": [[x / 2, y / 2] for x, y in side.line], "touched_by": list(names(side.beyond & opponent))}
        for side in spot_at(mask).sides
    ]
    return {"cells": list(names(mask)), "owner": owner, "sides": sides}
