"""Two legal turns that lead to a board: every pair beside trying them all, each replayed on the twin's polygons."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from companion.rules.tranglar import Position, Rules, actions
from companion.rules.tranglar.actions import Action, Concede, Pass, Place, PlaceNeutral, Replace, area_of
from companion.rules.tranglar.kinds import PLAYERS
from companion.rules.tranglar.laid import Laid
from companion.rules.tranglar.options import default_rules
from companion.rules.tranglar.playing import after
from companion.rules.tranglar.several_turns import several_turns
from tests.rules.tranglar_games import allowed, as_twin_says, cells, game, some_action, to_twin
from tests.rules.tranglar_twin import OTHER, Naive

RULES = default_rules()
MOST = 150
"""First actions of a position of which all pairs are tried."""


def board(position: Position) -> Laid:
    return Laid(*position.pieces, position.neutral)


def every_pair(position: Position, now: Laid) -> set[tuple[Action, ...]]:
    """All pairs, played one by one, but those whose first action shows nowhere."""
    odd = board(position).differing(now)
    found: set[tuple[Action, ...]] = set()
    for first in actions(position, RULES):
        between, _ = after(position, first)
        if between.over or area_of(first) & ~odd:
            continue
        for second in actions(between, RULES):
            if not isinstance(second, Pass | Concede) and board(after(between, second)[0]) == now:
                found.add((first, second))
    return found


def played(naive: Naive, action: Action) -> None:
    if not isinstance(action, Pass):
        kind, gone, come = as_twin_says(action)
        assert allowed(naive, action)
        naive.do(kind, gone, come)
    naive.mover = OTHER[naive.mover]


def owned(now: Laid) -> dict[str, set[frozenset[str]]]:
    return {name: set(map(cells, masks)) for name, masks in zip(PLAYERS, now.by_owner(), strict=False)}


@pytest.mark.parametrize("seed", range(3))
def test_every_pair_of_turns_is_found_and_none_that_is_not_one(seed: int) -> None:
    chance = random.Random(seed)
    compared = known = 0
    while compared < 30:
        before = next(p for p, *_ in reversed([*game(chance, chance.randrange(4, 30))]))
        if before.large or before.over or len([*islice(actions(before), MOST + 1)]) > MOST:
            continue
        first = some_action(before, chance)
        between, _ = after(before, first)
        if between.over:
            continue
        second = some_action(between, chance)
        now = board(after(between, second)[0])
        found = set(several_turns(before, now, RULES))
        expected = every_pair(before, now)
        assert expected <= found, (before, now)
        for one, other in found - expected:
            # A captor with too few trapezes for all chose others than the engine does by itself.
            assert "trapeze" in str(to_twin(before).supply), (one, other)
        if not isinstance(second, Pass) and not area_of(first) & ~board(before).differing(now):
            assert (first, second) in found
        for one, other in sorted(expected, key=str)[:3]:
            naive = to_twin(before)
            played(naive, one)
            played(naive, other)
            assert naive.pieces == owned(now)
        compared += 1
        known += bool(expected)
    assert known > 20


def test_a_board_that_one_wrong_turn_alone_explains_is_none_of_two() -> None:
    """A piece more of the player to move, and nothing of the other's."""
    chance = random.Random(4)
    before = next(p for p, *_ in reversed([*game(chance, 8)]))
    (first, second), *_ = (
        (one, other)
        for one in actions(before)
        if isinstance(one, Place)
        for other in actions(after(before, one)[0])
        if isinstance(other, Place) and not one.cells & other.cells
    )
    both = board(after(after(before, first)[0], second)[0])
    assert set(several_turns(before, both, RULES))
    mine = list(before.pieces)
    mine[before.to_move] = tuple(sorted((*mine[before.to_move], first.cells, second.cells)))
    alone = Laid(mine[0], mine[1], before.neutral)
    assert not set(several_turns(before, alone, RULES, 3))


def test_three_turns_are_found_where_so_many_are_asked_for() -> None:
    chance = random.Random(6)
    before = next(p for p, *_ in reversed([*game(chance, 9)]))
    position, turns = before, []
    for _ in range(3):
        action = next(one for one in actions(position) if isinstance(one, Place))
        position, settled = after(position, action)
        assert not settled.flips
        turns.append(action)
    assert tuple(turns) in set(several_turns(before, board(position), RULES, 3))
    assert not set(several_turns(before, board(position), RULES))


def test_passing_first_counts_where_it_is_allowed() -> None:
    chance = random.Random(9)
    before = next(p for p, *_ in reversed([*game(chance, 10)]))
    passed, _ = after(before, Pass())
    theirs = next(one for one in actions(passed) if isinstance(one, Place))
    now = board(after(passed, theirs)[0])
    assert (Pass(), theirs) not in set(several_turns(before, now, RULES))
    assert (Pass(), theirs) in set(several_turns(before, now, Rules.of({"free-pass": True})))


def test_the_large_neutral_pieces_of_the_set_up_are_several_turns() -> None:
    before = next(p for p, *_ in game(random.Random(1), 1))
    first = next(iter(actions(before)))
    second = next(one for one in actions(after(before, first)[0]) if isinstance(one, PlaceNeutral))
    now = board(after(after(before, first)[0], second)[0])
    assert (first, second) in set(several_turns(before, now, RULES))
    assert not isinstance(first, Replace)
