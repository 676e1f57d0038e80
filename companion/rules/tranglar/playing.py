"""What an action does to a position. Nothing is checked here: `judge` has been asked, or `play` asks it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from companion.rules.tranglar.actions import Action, Attack, Concede, Pass, Place, PlaceNeutral, Replace, Swap
from companion.rules.tranglar.kinds import neutral_spots, other_hands, spots
from companion.rules.tranglar.position import WHITE, Masks, Position, Two
from companion.rules.tranglar.supply import one, worth
from companion.rules.tranglar.trapping import Settled, settle, stuck_trapezes

WHITES = 6
"""Small neutral triangles of both players together."""


def after(position: Position, action: Action, prefer: Collection[int] = ()) -> tuple[Position, Settled]:
    """The position after an action of the player to move, and what turned over.

    `prefer` are trapezes to exchange first where the captor has too few for all.
    """
    mover = position.to_move
    if isinstance(action, Concede):
        return _next(position, conceded=mover), _unsettled(position)
    if isinstance(action, Pass):
        return _next(position, passed=position.passed + 1), _unsettled(position)
    if isinstance(action, PlaceNeutral):
        position = _with_neutral(position, action.cells)
        added: Masks = ()
    stuck = stuck_trapezes(position)
    own, other = set(position.pieces[mover]), set(position.pieces[1 - mover])
    stock = list(position.supply)
    if isinstance(action, Place):
        added = (action.cells,)
    elif isinstance(action, Replace):
        own.difference_update(action.remove)
        stock[mover] += worth(action.remove)
        added = action.place
    elif isinstance(action, Attack):
        other.discard(action.remove)
        stock[mover] += _turned_over(action.remove)
        added = action.place
    elif isinstance(action, Swap):
        other.discard(action.cells)
        stock[mover] += _turned_over(action.cells)
        added = (action.cells,)
        stuck -= {action.cells}
    stock[mover] -= worth(added)
    own.update(added)
    sides = (own, other) if mover == 0 else (other, own)
    settled = settle(sides, (stock[0], stock[1]), mover, stuck, prefer)
    return _next(position, settled), settled


def _turned_over(mask: int) -> int:
    return one(other_hands()[spots()[mask].kind])


def _with_neutral(position: Position, mask: int) -> Position:
    kind = neutral_spots()[mask].kind
    neutral = tuple(sorted((*position.neutral, mask)))
    whites, large = position.whites, position.large
    if kind == WHITE:
        left = WHITES - sum(1 for lies in neutral if neutral_spots()[lies].kind == WHITE)
        mover = position.to_move
        whites = _pair(mover, whites[mover] - 1, min(whites[1 - mover], left))
    else:
        large = tuple(waiting for waiting in large if waiting != kind)
    return Position(position.pieces, neutral, position.supply, whites, large, position.to_move)


def _pair(mover: int, own: int, other: int) -> Two:
    return (own, other) if mover == 0 else (other, own)


def _unsettled(position: Position) -> Settled:
    return Settled(position.pieces, position.supply, ())


def _next(
    position: Position, settled: Settled | None = None, *, passed: int = 0, conceded: int | None = None
) -> Position:
    return Position(
        position.pieces if settled is None else settled.pieces,
        position.neutral,
        position.supply if settled is None else settled.supply,
        position.whites,
        position.large,
        1 - position.to_move,
        passed,
        conceded,
    )


def common_area(masks: Iterable[int]) -> int | None:
    """The cells of pieces that do not overlap; None if they do."""
    area = 0
    for mask in masks:
        if area & mask:
            return None
        area |= mask
    return area
