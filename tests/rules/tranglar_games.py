"""Positions and games to try Tranglar with, and the way from the engine's position to the twin's."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

from companion.rules.tranglar.actions import Action, Attack, Concede, Place, PlaceNeutral, Replace, Swap
from companion.rules.tranglar.cells import names
from companion.rules.tranglar.covers import covers
from companion.rules.tranglar.generate import actions
from companion.rules.tranglar.kinds import PLAYERS, kinds, neutral_spots, spots
from companion.rules.tranglar.playing import after
from companion.rules.tranglar.position import Position, start
from companion.rules.tranglar.supply import counted, packed
from tests.rules.tranglar_twin import Naive, Piece

MOST = 600


def cells(mask: int) -> Piece:
    return frozenset(names(mask))


def to_twin(position: Position) -> Naive:
    return Naive(
        {name: set(map(cells, position.pieces[player])) for player, name in enumerate(PLAYERS)},
        set(map(cells, position.neutral)),
        {
            name: Counter({kinds()[kind].label: n for kind, n in counted(position.supply[player])})
            for player, name in enumerate(PLAYERS)
        },
        PLAYERS[position.to_move],
        dict(zip(PLAYERS, position.whites, strict=True)),
    )


def as_twin_says(action: Action) -> tuple[str, frozenset[Piece], frozenset[Piece]]:
    nothing: frozenset[Piece] = frozenset()
    if isinstance(action, Place):
        return "place", nothing, frozenset([cells(action.cells)])
    if isinstance(action, PlaceNeutral):
        return "white", nothing, frozenset([cells(action.cells)])
    if isinstance(action, Attack):
        return "attack", frozenset([cells(action.remove)]), frozenset(map(cells, action.place))
    if isinstance(action, Swap):
        return "swap", frozenset([cells(action.cells)]), frozenset([cells(action.cells)])
    assert isinstance(action, Replace)
    return "replace", frozenset(map(cells, action.remove)), frozenset(map(cells, action.place))


def allowed(naive: Naive, action: Action) -> bool:
    """Whether the twin allows an action."""
    kind, gone, come = as_twin_says(action)
    if kind == "place":
        return naive.may_place(next(iter(come)))
    if kind == "white":
        return naive.may_place_white(*come)
    if kind == "attack":
        return naive.may_attack(next(iter(gone)), come)
    if kind == "swap":
        return naive.may_swap(*gone)
    return naive.may_replace(gone, come)


def some_action(position: Position, chance: random.Random) -> Action:
    """A legal action; every kind that there is is as likely as the others, and nobody concedes.

    Replacements come last and can be many thousands, of which some hundreds are enough to choose from.
    """
    by_kind: dict[type[Action], list[Action]] = {}
    for action in islice(actions(position), MOST):
        if not isinstance(action, Concede):
            by_kind.setdefault(type(action), []).append(action)
    return chance.choice(by_kind[chance.choice(sorted(by_kind, key=lambda kind: kind.__name__))])


def game(chance: random.Random, most: int = 60) -> Iterator[tuple[Position, Action, Position]]:
    """A game of random actions: before, action, after."""
    position = start(chance.randrange(2))
    for _ in range(most):
        if position.over:
            return
        action = some_action(position, chance)
        following, _ = after(position, action)
        yield position, action, following
        position = following


def scattered(chance: random.Random) -> Position:
    """Pieces of all kinds thrown on the board where they fit, traps and all, and what is left beside it."""
    position = start()
    left = [{number: kind.start[player] for number, kind in enumerate(kinds())} for player in (0, 1)]
    every = sorted(spots().values(), key=lambda spot: spot.mask)
    large = [spot.mask for spot in neutral_spots().values() if spot.kind in (1, 2)]
    taken = 0
    neutral: list[int] = []
    for mask in chance.sample(large, chance.choice((0, 6))):
        if not taken & mask and neutral_spots()[mask].kind not in [neutral_spots()[n].kind for n in neutral]:
            neutral.append(mask)
            taken |= mask
    pieces: list[list[int]] = [[], []]
    for spot in chance.sample(every, chance.randint(20, 200)):
        player = chance.randrange(2)
        if not taken & spot.mask and left[player][spot.kind]:
            left[player][spot.kind] -= 1
            pieces[player].append(spot.mask)
            taken |= spot.mask
    for player in (0, 1):
        if chance.random() < 0.3:
            left[player][0] = 0
    return Position(
        (tuple(sorted(pieces[0])), tuple(sorted(pieces[1]))),
        tuple(sorted(neutral)),
        (packed(left[0]), packed(left[1])),
        position.whites,
        (),
        chance.randrange(2),
    )


def some_nonsense(position: Position, chance: random.Random) -> Action:
    """An action that is mostly illegal, yet near enough to a legal one to be worth asking about."""
    masks = sorted(spots())
    mover, other = position.to_move, position.other
    form = chance.randrange(8)
    if form == 0 or not position.pieces[0] or not position.pieces[1]:
        return Place(chance.choice(masks))
    if form == 1:
        return PlaceNeutral(1 << chance.randrange(64))
    if form == 2:
        return Swap(chance.choice(position.pieces[chance.randrange(2)]))
    offered = [a for a in islice(actions(position), MOST) if isinstance(a, Attack | Replace)]
    if form <= 4 and offered:
        action = chance.choice(offered)
        at = chance.randrange(len(action.place))
        place = tuple(sorted((*action.place[:at], chance.choice(masks), *action.place[at + 1 :])))
        return Attack(action.remove, place) if isinstance(action, Attack) else Replace(action.remove, place)
    victim = chance.choice(position.pieces[other])
    own = chance.choice(position.pieces[mover])
    if form == 5:
        return Attack(victim, chance.choice(covers(victim))[1])
    if form == 6:
        return Replace((own,), chance.choice(covers(own))[1])
    two = tuple(sorted({own, chance.choice(position.pieces[mover])}))
    return Replace(two, chance.choice(covers(sum(two)))[1])


def supply_of(position: Position) -> dict[str, Any]:
    """What lies beside the board, as JSON names it."""
    return {
        name: {kinds()[kind].label: n for kind, n in counted(position.supply[player])}
        for player, name in enumerate(PLAYERS)
    } | {"neutral": dict(zip(PLAYERS, position.whites, strict=True))}
