"""The engine beside the naive twin on polygons: placements, traps, flips, legality, and lists of all actions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString

from companion.rules.tranglar import Position, Rules, actions, judge
from companion.rules.tranglar.actions import Action, Concede, Pass, Place, Replace
from companion.rules.tranglar.kinds import PLAYERS, kinds, neutral_kinds, neutral_spots, spots
from companion.rules.tranglar.trapping import touched, trapped
from companion.rules.verdict import Ruling
from tests.rules import tranglar_twin as twin
from tests.rules.tranglar_games import (
    allowed,
    as_twin_says,
    cells,
    game,
    scattered,
    some_action,
    some_nonsense,
    to_twin,
)

# Placements on an empty board: of each hand, where there are two; of a neutral piece both ways up together.
COUNTS = {
    "small triangle": 64,
    "large triangle": 64,
    "medium square": 24,
    "trapeze L": 48,
    "trapeze R": 48,
    "five-sided": 64,
    "large square": 16,
    "rectangle": 36,
    "parallelogram L": 24,
    "parallelogram R": 24,
}
NEUTRAL_COUNTS = {"small triangle": 64, "neutral trapeze": 2 * 36, "neutral five-sided": 48}
SIDES = {"small triangle": (3, 2), "large triangle": (3, 2), "five-sided": (5, 3)}


def test_placements_on_an_empty_board() -> None:
    for number, kind in enumerate(kinds()):
        own = {cells(mask) for mask, spot in spots().items() if spot.kind == number}
        assert len(own) == COUNTS[kind.label]
        assert own == twin.places(kind.name, kind.hand)
    for number, kind in enumerate(neutral_kinds()):
        own = {cells(mask) for mask, spot in neutral_spots().items() if spot.kind == number}
        assert len(own) == NEUTRAL_COUNTS[kind.name]
        assert own == twin.places(kind.name, None, True)


def test_the_hands_are_those_of_the_contract() -> None:
    assert twin.labels()[frozenset({"a1S", "a1E", "b1W"})] == "trapeze R"
    for named, drawn in (("trapeze R", "a1S a1E b1W"), ("parallelogram R", "a1S a1E b1W b1N")):
        spot = next(s for mask, s in spots().items() if cells(mask) == frozenset(drawn.split()))
        assert kinds()[spot.kind].label == named


def test_sides_and_how_many_of_them_trap() -> None:
    for mask, spot in spots().items():
        name = kinds()[spot.kind].name
        assert (len(spot.sides), spot.needs) == SIDES.get(name, (4, 3))
        assert len(twin.side_lines(cells(mask))) == len(spot.sides) == twin.OUTLINES[name][2]


def test_the_cells_beyond_every_side() -> None:
    for mask, spot in spots().items():
        for side in spot.sides:
            line = LineString([(x / 2, y / 2) for x, y in side.line])
            near = {
                name
                for name, cell in twin.CELLS.items()
                if name not in cells(mask) and cell.intersection(line).length > twin.SLACK
            }
            assert near == cells(side.beyond)


def asked(count: int, seed: int) -> Iterator[tuple[Position, Action]]:
    """Positions of games and scattered ones, each with an action; about half of them legal."""
    chance = random.Random(seed)
    made = 0
    while made < count:
        if chance.random() < 0.5:
            position = scattered(chance)
            for _ in range(4):
                yield position, some_nonsense(position, chance)
            yield position, some_action(position, chance)
            made += 5
        else:
            for before, action, _ in game(chance, 40):
                if before.large:
                    continue
                yield before, action
                yield before, some_nonsense(before, chance)
                made += 2


def duplicated(action: Action) -> bool:
    """Whether an action lists a piece twice, which a set of the twin's would not show."""
    place = getattr(action, "place", ())
    return len(set(place)) < len(place)


@pytest.mark.parametrize("seed", range(4))
def test_10000_positions_and_actions_beside_the_twin(seed: int) -> None:
    compared = legal = flipped = 0
    for position, action in asked(2900, seed):
        if position.over or isinstance(action, Pass | Concede) or duplicated(action):
            continue
        compared += 1
        naive = to_twin(position)
        for player, name in enumerate(PLAYERS):
            opponent = position.held[1 - player]
            own = set(trapped(position.pieces[player], opponent))
            assert set(map(cells, own)) == naive.all_trapped(name)
            for mask in own:
                assert touched(spots()[mask], opponent) == naive.touched(cells(mask), name)
        judged = judge(position, action)
        assert (judged.ruling is Ruling.LEGAL) == allowed(naive, action), (position, str(action))
        if judged.ruling is Ruling.LEGAL:
            legal += 1
            flips = naive.do(*as_twin_says(action))
            assert [(cells(flip.mask), PLAYERS[flip.to]) for flip in judged.flips] == flips
            then = to_twin(judged.after)
            assert (then.pieces, then.neutral, then.whites) == (naive.pieces, naive.neutral, naive.whites)
            assert all(+then.supply[name] == +naive.supply[name] for name in PLAYERS)
            flipped += bool(flips)
    assert compared >= 2500
    assert legal > 600
    assert flipped > 40


@given(
    st.lists(st.sampled_from(sorted(spots())), min_size=1, max_size=3),
    st.lists(st.sampled_from(sorted(spots())), min_size=1, max_size=3),
    st.randoms(use_true_random=False),
)
def test_pieces_that_overlap_are_named_by_their_own_cells(
    remove: list[int], place: list[int], chance: random.Random
) -> None:
    position = scattered(chance)
    counted = [Counter(name for mask in masks for name in cells(mask)) for masks in (remove, place)]
    odd = {name for name in counted[0] | counted[1] if (counted[0][name], counted[1][name]) != (1, 1)}
    reasons = judge(position, Replace(tuple(sorted(remove)), tuple(sorted(place)))).reasons
    named = {reason.clause: set(reason.where) for reason in reasons}
    assert named.get("tranglar/replace-same-area", set()) == odd
    foreign = {mask for mask in remove if mask not in position.pieces[position.to_move]}
    assert named.get("tranglar/replace-own", set()) == {name for mask in foreign for name in cells(mask)}


def test_placing_with_captures_first_beside_the_twin() -> None:
    chance, rules = random.Random(11), Rules.of({"captures-first": True})
    freed = 0
    for _ in range(40):
        position = scattered(chance)
        naive = to_twin(position)
        offered = {action for action in actions(position, rules) if isinstance(action, Place)}
        plain = set(actions(position))
        for mask in spots():
            action = Place(mask)
            legal = judge(position, action, rules).ruling is Ruling.LEGAL
            assert legal == naive.may_place(cells(mask), captures_first=True) == (action in offered)
            freed += legal and action not in plain
    assert freed > 0


def test_all_legal_actions_beside_the_twin() -> None:
    """No action is missing and none is too many, replacements of any number of pieces included."""
    chance = random.Random(5)
    several = 0
    for round_ in range(24):
        position = scattered(chance)
        if round_ % 3 == 0:
            for before, _, _ in game(chance, 26):
                position = before
        if position.large or position.over or len(position.pieces[position.to_move]) > 6:
            continue
        offered = [action for action in actions(position) if not isinstance(action, Pass | Concede)]
        assert len(set(offered)) == len(offered)
        expected = set(to_twin(position).every_action())
        assert {as_twin_says(action) for action in offered} == expected
        several += sum(kind == "replace" and len(gone) > 1 for kind, gone, _ in expected)
        assert all(judge(position, action).ruling is Ruling.LEGAL for action in offered[:40])
        passing = judge(position, Pass()).ruling is Ruling.LEGAL
        assert passing == (not expected) == (Pass() in list(actions(position)))
    assert several > 10
