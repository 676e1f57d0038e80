"""Several legal turns, one after the other, that lead from a position to a board.

Of a board that was not looked at between them nobody's turn is known to have been wrong.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.tranglar.actions import Action, Pass, area_of
from companion.rules.tranglar.explain import explain
from companion.rules.tranglar.generate import (
    attacks,
    can_act,
    large_neutrals,
    placements,
    swaps,
    whites,
)
from companion.rules.tranglar.laid import Laid
from companion.rules.tranglar.options import Rules
from companion.rules.tranglar.playing import after
from companion.rules.tranglar.position import Position
from companion.rules.tranglar.replacing import replacements


def several_turns(position: Position, now: Laid, rules: Rules, most: int = 2) -> Iterator[tuple[Action, ...]]:
    """Every two legal actions, up to `most`, after each of which everything was turned over that had to be and nothing
    else; left out are those of whose first ones the others leave no trace, and a last pass."""
    then = Laid(*position.pieces, position.neutral)
    odd = then.differing(now)
    turned = {mask for _, mask in {*then.pieces()} ^ {*now.pieces()}}
    for first in _within(position, odd, rules):
        between, _ = after(position, first, turned)
        if between.over:
            continue
        for last in explain(between, now, rules).explanations:
            in_turn = last.mover == between.to_move
            if in_turn and last.legal and not last.deviations and not isinstance(last.action, Pass):
                yield first, last.action
        if most > 2:
            for rest in several_turns(between, now, rules, most - 1):
                yield first, *rest


def _within(position: Position, odd: int, rules: Rules) -> Iterator[Action]:
    """The legal actions that touch nothing but those cells."""
    if position.over:
        return
    if position.large:
        found: list[Action] = [*large_neutrals(position)]
    else:
        own = tuple(mask for mask in position.pieces[position.to_move] if not mask & ~odd)
        found = [
            *placements(position, rules),
            *whites(position),
            *attacks(position),
            *swaps(position),
            *replacements(own, position.supply[position.to_move]),
        ]
        if rules.free_pass or not can_act(position, rules):
            found.append(Pass())
    yield from (action for action in found if not area_of(action) & ~odd)
