"""Which pieces are trapped, and what turns over when: the one part of the rules that looks at sides."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache

from companion.rules.tranglar.kinds import Spot, kinds, other_hands, spots
from companion.rules.tranglar.position import Masks, Position, Two
from companion.rules.tranglar.supply import count, one


@dataclass(frozen=True, slots=True)
class Flip:
    """A piece that changed its colour where it lies."""

    mask: int
    to: int
    """The player whose colour shows now."""
    swapped: bool
    """Whether it is a trapeze that another one replaced."""
    by: int
    """The captor's cells when it turned: some of them touch more than half of its sides."""


@dataclass(frozen=True, slots=True)
class Short:
    """A trapped trapeze that stayed for want of one in its captor's supply."""

    mask: int
    rivals: Masks
    """Those that its captor exchanged at the same time, with all that it had of that hand; none if it had none."""


@dataclass(frozen=True, slots=True)
class Settled:
    """The board after everything turned over that had to."""

    pieces: tuple[Masks, Masks]
    supply: Two
    flips: tuple[Flip, ...]
    short: tuple[Short, ...] = ()


def touched(spot: Spot, opponent: int) -> int:
    """How many of a piece's sides touch the opponent's cells."""
    return sum([1 for beyond in spot.beyond if beyond & opponent])


def is_trapped(mask: int, opponent: int) -> bool:
    """Whether a player's piece on these cells is trapped by the opponent's cells."""
    spot = spots()[mask]
    return touched(spot, opponent) >= spot.needs


def trapped(masks: Iterable[int], opponent: int) -> list[int]:
    """Those of a player's pieces that the opponent's cells trap, in their order."""
    table = spots()
    found = []
    for mask in masks:
        spot = table[mask]
        sides = 0
        for beyond in spot.beyond:
            if beyond & opponent:
                sides += 1
        if sides >= spot.needs:
            found.append(mask)
    return found


@lru_cache(maxsize=1)
def trapezes() -> frozenset[int]:
    """The numbers of the trapeze's hands."""
    return frozenset(number for number, kind in enumerate(kinds()) if kind.name == "trapeze")


@lru_cache(maxsize=1)
def parallelograms() -> frozenset[int]:
    """The numbers of the parallelogram's hands."""
    return frozenset(number for number, kind in enumerate(kinds()) if kind.name == "parallelogram")


def stuck_trapezes(position: Position) -> frozenset[int]:
    """The trapezes that are trapped as a turn begins: they are exchanged by an action or not at all."""
    table, hands = spots(), trapezes()
    return frozenset(
        mask
        for player in (0, 1)
        for mask in trapped(position.pieces[player], position.held[1 - player])
        if table[mask].kind in hands
    )


def settle(
    pieces: tuple[Collection[int], Collection[int]],
    supply: Two,
    mover: int,
    stuck: Collection[int],
    prefer: Collection[int] = (),
    *,
    own_too: bool = True,
) -> Settled:
    """Turn over what is trapped after an action of the mover's.

    All trapped pieces of the opponent's at once, again until there is none; then the mover's own,
    once. No piece turns over twice. `stuck` are the trapezes that were trapped before. Where a
    captor has too few trapezes for all that are trapped at once, those in `prefer` come first and
    then those on the first cells. Without `own_too` it ends before the mover's own turn over.
    """
    board = [set(pieces[0]), set(pieces[1])]
    stock = list(supply)
    flips: list[Flip] = []
    turned = set(stuck)
    short: dict[int, Masks] = {}
    while _turn_over(board, stock, mover, turned, prefer, flips, short):
        pass
    if own_too:
        _turn_over(board, stock, 1 - mover, turned, prefer, flips, short)
    left = tuple(Short(mask, rivals) for mask, rivals in short.items() if mask not in turned)
    sides = (tuple(sorted(board[0])), tuple(sorted(board[1])))
    return Settled(sides, (stock[0], stock[1]), tuple(flips), left)


def _turn_over(
    board: list[set[int]],
    stock: list[int],
    captor: int,
    turned: set[int],
    prefer: Collection[int],
    flips: list[Flip],
    short: dict[int, Masks],
) -> bool:
    """Turn over at once all that the captor has trapped; whether there was any."""
    table, hands, fixed = spots(), trapezes(), parallelograms()
    prey = board[1 - captor]
    held = sum(board[captor])
    found = [mask for mask in trapped(prey, held) if mask not in turned]
    have = stock[captor]
    round_: list[Flip] = []
    for mask in sorted(found, key=lambda mask: (mask not in prefer, _first_cell(mask))):
        kind = table[mask].kind
        if kind in fixed:
            continue
        if kind in hands:
            if not count(have, kind):
                rivals = tuple(flip.mask for flip in round_ if table[flip.mask].kind == kind)
                short[mask] = rivals or short.get(mask, ())
                continue
            have -= one(kind)
        round_.append(Flip(mask, captor, kind in hands, held))
    round_.sort(key=lambda flip: _first_cell(flip.mask))
    for flip in round_:
        kind = table[flip.mask].kind
        if flip.swapped:
            stock[captor] += one(other_hands()[kind]) - one(kind)
        prey.discard(flip.mask)
        board[captor].add(flip.mask)
        turned.add(flip.mask)
    flips += round_
    return bool(round_)


def _first_cell(mask: int) -> int:
    return mask & -mask
