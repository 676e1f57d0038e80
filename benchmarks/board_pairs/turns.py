"""Turns of every kind that a table disputes, met in games played at random: legal ones and wrongly finished ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from companion.rules.tranglar import (
    Action,
    Attack,
    Concede,
    Pass,
    Place,
    PlaceNeutral,
    Position,
    Replace,
    Swap,
    actions,
    start,
)
from companion.rules.tranglar.generate import large_neutrals
from companion.rules.tranglar.kinds import NEUTRAL, PLAYERS, spots
from companion.rules.tranglar.laid import Laid
from companion.rules.tranglar.placing import in_supply, own_places
from companion.rules.tranglar.playing import after
from companion.rules.tranglar.trapping import Flip, Settled, is_trapped, parallelograms, trapezes

FEWEST, MOST = 8, 26
"""Pieces on the board before a turn."""
OFTEN = {Place: 0.7, PlaceNeutral: 0.06, Replace: 0.08, Attack: 0.1, Swap: 0.06}
"""How often games take which actions, where there are some."""
LOOKED_AT = 300
"""So many actions of one position are tried at most."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What the table shows before and after somebody's turn."""

    name: str
    mover: str
    before: Laid
    after: Laid


Maker = Callable[[np.random.Generator, Position], Laid | None]
"""The board after a turn of one kind from a position; None where there is none."""


def drawn(rng: np.random.Generator, name: str) -> Turn:
    """A turn of the kind `name`, one of TURNS."""
    while True:
        position = _played(rng)
        if position is not None and (then := TURNS[name](rng, position)) is not None:
            return Turn(name, PLAYERS[position.to_move], laid_of(position), then)


def laid_of(position: Position) -> Laid:
    """What lies on the board in a position."""
    return Laid(*position.pieces, position.neutral)


def _played(rng: np.random.Generator) -> Position | None:
    """A position of a game played at random, with as many pieces as chance says; None if the game ends before."""
    position, wanted = start(int(rng.integers(2))), int(rng.integers(FEWEST, MOST + 1))
    while not position.over:
        if sum(map(len, (*position.pieces, position.neutral))) >= wanted:
            return position
        if position.large:
            there: list[Action] = list(large_neutrals(position))
        else:
            there = [one for one in actions(position) if not isinstance(one, Pass | Concede)]
        kinds = sorted({type(one) for one in there}, key=lambda kind: kind.__name__)
        if not kinds:
            return None
        odds = np.array([OFTEN[kind] for kind in kinds])
        kind = kinds[int(rng.choice(len(kinds), p=odds / odds.sum()))]
        there = [one for one in there if type(one) is kind]
        position, _ = after(position, there[int(rng.integers(len(there)))])
    return None


def _where(kind: type[Action], fits: Callable[[Position, Action, Settled], bool]) -> Maker:
    """A legal turn by an action of one kind of which something is asked, all that had to turn over turned."""

    def make(rng: np.random.Generator, position: Position) -> Laid | None:
        found = _one(rng, position, kind, fits)
        return None if found is None else laid_of(found[0])

    return make


def _one(
    rng: np.random.Generator,
    position: Position,
    kind: type[Action],
    fits: Callable[[Position, Action, Settled], bool],
) -> tuple[Position, Settled] | None:
    there = [one for one in actions(position) if isinstance(one, kind)]
    for number in rng.permutation(len(there))[:LOOKED_AT]:
        now, settled = after(position, there[int(number)])
        if fits(position, there[int(number)], settled):
            return now, settled
    return None


def _turned(settled: Settled) -> int:
    return len(settled.flips)


def _exchanges(settled: Settled) -> bool:
    return any(flip.swapped for flip in settled.flips)


def _forgotten(fewest: int, most: int) -> Maker:
    """A placement of whose flips one was not made: there are `fewest` to `most`, none an exchange."""

    def make(rng: np.random.Generator, position: Position) -> Laid | None:
        found = _one(
            rng,
            position,
            Place,
            lambda _, __, settled: fewest <= _turned(settled) <= most and not _exchanges(settled),
        )
        if found is None:
            return None
        now, settled = found
        # A flip that others follow from would leave these to be forgotten too; the last one has none after it.
        return _laid_the_other_way(now, settled.flips[-1])

    return make


def _laid_the_other_way(now: Position, flip: Flip) -> Laid:
    sides = [set(masks) for masks in now.pieces]
    sides[flip.to].discard(flip.mask)
    sides[1 - flip.to].add(flip.mask)
    return Laid(tuple(sorted(sides[0])), tuple(sorted(sides[1])), now.neutral)


def _turned_wrongly(rng: np.random.Generator, position: Position) -> Laid | None:
    """A placement after which a piece of the opponent's was turned that is not trapped."""
    found = _one(rng, position, Place, lambda _, __, settled: not _exchanges(settled))
    if found is None:
        return None
    now, settled = found
    mover, had_to = position.to_move, {flip.mask for flip in settled.flips}
    never = trapezes() | parallelograms()
    free = [
        mask
        for mask in now.pieces[1 - mover]
        if mask in position.pieces[1 - mover]
        and mask not in had_to
        and spots()[mask].kind not in never
        and not is_trapped(mask, now.held[mover])
    ]
    if not free:
        return None
    mask = free[int(rng.integers(len(free)))]
    return _laid_the_other_way(now, Flip(mask, 1 - mover, False, 0))


def _into_a_trap(rng: np.random.Generator, position: Position) -> Laid | None:
    """A placement that is refused, left lying."""
    places = own_places()
    mover = position.to_move
    free = places.free(position.taken) & in_supply(position.supply[mover])
    there = places.of(free & places.traps(position.held[1 - mover]))
    if not there:
        return None
    action = there[int(rng.integers(len(there)))]
    sides = [*position.pieces]
    sides[mover] = tuple(sorted((*sides[mover], action.cells)))
    return Laid(sides[0], sides[1], position.neutral)


def _nothing(rng: np.random.Generator, position: Position) -> Laid:
    return laid_of(position)


TURNS: dict[str, Maker] = {
    "placed": _where(Place, lambda _, __, settled: _turned(settled) == 0),
    "placed, one turns": _where(
        Place, lambda _, __, settled: _turned(settled) == 1 and not _exchanges(settled)
    ),
    "placed, several turn": _where(
        Place, lambda _, __, settled: _turned(settled) >= 2 and not _exchanges(settled)
    ),
    "placed, a trapeze is exchanged": _where(Place, lambda _, __, settled: _exchanges(settled)),
    "a white triangle": _where(PlaceNeutral, lambda _, __, ___: True),
    "replaced by more": _where(
        Replace, lambda _, one, __: isinstance(one, Replace) and len(one.place) > len(one.remove)
    ),
    "replaced by fewer": _where(
        Replace, lambda _, one, __: isinstance(one, Replace) and len(one.place) < len(one.remove)
    ),
    "attacked": _where(Attack, lambda _, __, settled: _turned(settled) == 0),
    "attacked, some turn": _where(Attack, lambda _, __, settled: _turned(settled) > 0),
    "exchanged": _where(Swap, lambda _, __, ___: True),
    "the only flip forgotten": _forgotten(1, 1),
    "one of several flips forgotten": _forgotten(2, 9),
    "turned wrongly": _turned_wrongly,
    "placed into a trap": _into_a_trap,
    "nothing": _nothing,
}
"""Each kind of turn by its name, and how it is made from a position."""


def pieces_of(laid: Laid) -> list[tuple[str, int]]:
    """Whose each piece is, and its cells as bits."""
    groups = zip((*PLAYERS, NEUTRAL), (laid.petrol, laid.green, laid.neutral), strict=True)
    return [(owner, mask) for owner, masks in groups for mask in masks]
