"""Why pieces that are trapped as a turn ends have not turned over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.rules.sentences import sentence
from companion.rules.tranglar import clauses
from companion.rules.tranglar.actions import Action, Concede, Pass, Swap
from companion.rules.tranglar.cells import named, names
from companion.rules.tranglar.kinds import PLAYERS, kinds, spot_at
from companion.rules.tranglar.position import Position
from companion.rules.tranglar.supply import count
from companion.rules.tranglar.trapping import (
    Flip,
    Settled,
    Short,
    parallelograms,
    stuck_trapezes,
    trapped,
)
from companion.rules.verdict import Reason

_NUMBERS = ("no", "one", "two", "three", "four")


def stays(position: Position, action: Action, after: Position, settled: Settled) -> Iterator[Reason]:
    """A reason for every piece that is trapped after an action and stays, where there is anything to say of it."""
    if isinstance(action, Concede):
        return
    # What an exchange has laid was not there before.
    stuck = stuck_trapezes(position) - {action.cells if isinstance(action, Swap) else 0}
    short = {one.mask: one for one in settled.short}
    turned = {flip.mask for flip in settled.flips}
    for player in (0, 1):
        captor = 1 - player
        for mask in trapped(after.pieces[player], after.held[captor]):
            kind = spot_at(mask).kind
            if kind in parallelograms():
                says = (
                    f"The parallelogram on {named(mask)} is trapped and stays: its other side does not fit."
                )
                yield Reason(clauses.PARALLELOGRAM_STAYS, says, names(mask))
            elif mask in stuck:
                if count(after.supply[captor], kind):
                    yield _later(mask, PLAYERS[captor])
            elif mask in short:
                yield _short(short[mask], captor, settled.flips, settled.short)
            else:
                yield _once(mask, player, action, again=mask in turned)


def _later(mask: int, captor: str) -> Reason:
    says = f"The trapeze on {named(mask)} was trapped before: to exchange it is an action of {captor}'s own."
    return Reason(clauses.SWAP_LATER, says, names(mask))


def _short(one: Short, captor: int, flips: Sequence[Flip], every: Sequence[Short]) -> Reason:
    """What became of the trapezes that the captor had of that hand, if there were any."""
    kind = spot_at(one.mask).kind
    who, label = PLAYERS[captor], kinds()[kind].label
    says = f"The trapeze on {named(one.mask)} is trapped and stays: {who}"
    gone = [
        flip.mask for flip in flips if flip.swapped and flip.to == captor and spot_at(flip.mask).kind == kind
    ]
    if one.rivals:
        number = len(one.rivals) + sum(other.rivals == one.rivals for other in every)
        had = f"only {label}" if len(one.rivals) == 1 else f"{_NUMBERS[len(one.rivals)]} pieces {label}"
        first = f", the first of the {_NUMBERS[number]}" if _come_first(one) else ""
        says = f"{says}'s {had} went to {_those_on(one.rivals)}{first}; {who} might have chosen this one instead."
    elif gone:
        says = f"{says} had no {label} left, after the exchange of {_those_on(gone)}."
    else:
        says = f"{says} had no {label} for it."
    return Reason(clauses.TRAPEZE_SWAP, says, names(one.mask))


def _come_first(one: Short) -> bool:
    """Whether those that gave way lie on earlier cells: if not, somebody chose them."""
    return all(mask & -mask < one.mask & -one.mask for mask in one.rivals)


def _those_on(masks: Sequence[int]) -> str:
    return f"the {'one' if len(masks) == 1 else 'ones'} on {clauses.several(masks)}"


def _once(mask: int, player: int, action: Action, *, again: bool) -> Reason:
    says = f"{sentence(clauses.a_piece(mask))} stays although it is trapped now"
    if isinstance(action, Pass):
        why = "a pass turns nothing over"
    elif again:
        why = "it has turned over already, and a piece does so once a turn"
    else:
        why = f"{PLAYERS[player]} was to move, and one's own pieces turn over last, together and once"
    return Reason(clauses.FLIPS, f"{says}: {why}.", names(mask))
