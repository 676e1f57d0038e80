"""An option is named exactly where the other setting makes another verdict."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from companion.rules.tranglar import Position, Rules, actions, judge, parse, position_from_line
from companion.rules.tranglar.actions import Action, Pass
from companion.rules.tranglar.options import default_rules
from companion.rules.verdict import Ruling
from tests.rules.tranglar_games import game, scattered, some_nonsense

NAMES = tuple(default_rules()._asdict())
ALL = tuple(Rules(first, free) for first in (False, True) for free in (False, True))


def named(position: Position, action: Action, rules: Rules) -> set[str]:
    return {one.option.replace("-", "_") for one in judge(position, action, rules).reasons if one.option}


def decided(position: Position, action: Action, rules: Rules) -> set[str]:
    """The options without which, as they are set, the ruling would be another one."""
    ruling = judge(position, action, rules).ruling
    return {
        name
        for name in NAMES
        if judge(position, action, rules._replace(**{name: not getattr(rules, name)})).ruling is not ruling
    }


def asked() -> Iterator[tuple[Position, Action]]:
    chance = random.Random(8)
    for _ in range(40):
        position = scattered(chance)
        freed = set(actions(position, Rules(True, False))) - set(actions(position))
        yield from ((position, action) for action in sorted(freed, key=str)[:6])
        yield from ((position, some_nonsense(position, chance)) for _ in range(12))
        yield from ((position, action) for action in islice(actions(position), 4))
        yield position, Pass()
    for before, action, _ in game(chance, 40):
        yield before, action
        yield before, Pass()


HAND_MADE = (
    ("- b2E,b2W a3ENSWa4S petrol 4S 2S 3/3 - 0", "place b2N"),
    ("b3W,c2W,b2S b2E,b2W - petrol 1S 1S 3/3 - 0", "place b2N"),
    # What is broken besides decides as well.
    ("b3W,c2W,b2S b2E,b2W - petrol - 1S 3/3 - 0", "place b2N"),
    ("- - - petrol 4S 4S 3/3 th 0", "pass"),
    ("- - - petrol 4S 4S 3/3 th 0", "place b2N"),
    ("a1N b1N - petrol - - 0/0 - 0", "pass"),
    ("a1N b1N - petrol 1S - 0/0 - 0", "pass"),
    ("a1N b1N - petrol 1S - 0/0 - 2", "pass"),
)


@pytest.mark.parametrize(("line", "action"), HAND_MADE)
@pytest.mark.parametrize("rules", ALL)
def test_what_an_option_decides_names_it(line: str, action: str, rules: Rules) -> None:
    position, move = position_from_line(line), parse(action)
    assert named(position, move, rules) == decided(position, move, rules)


@pytest.mark.parametrize("rules", ALL)
def test_an_option_is_named_where_it_decides_and_nowhere_else(rules: Rules) -> None:
    found: set[tuple[str, Ruling]] = set()
    for position, action in asked():
        expected = decided(position, action, rules)
        assert named(position, action, rules) == expected, (position, str(action))
        found |= {(name, judge(position, action, rules).ruling) for name in expected}
    assert ("captures_first", Ruling.LEGAL if rules.captures_first else Ruling.ILLEGAL) in found
    assert ("free_pass", Ruling.LEGAL if rules.free_pass else Ruling.ILLEGAL) in found


ONLY_BREAKS = (
    "a1ENSW,a2S,a4ENW,b1ES,b2EN,b3W,b3Nb4SW,c2S,b3Ec3NWc4S,c4NW,d1Nd2ES,d3N "
    "a3ENSW,a4S,b1NW,a2ENb2SW,b4EN,c1EN,c1SW,c2W,c2Nc3ES,d1E,d3E,c2Ed2NWd3S,d4ENS,c4Ed4W - petrol 1G - 0/0 - 0"
)
"""Petrol's large triangle fits on d1SW alone, into a trap that it breaks."""


@pytest.mark.parametrize("rules", ALL)
def test_a_pass_where_the_only_other_action_breaks_its_own_trap(rules: Rules) -> None:
    position = position_from_line(ONLY_BREAKS)
    assert parse("place d1SW") in set(actions(position, Rules(True, False)))
    assert named(position, Pass(), rules) == decided(position, Pass(), rules)
    legal = judge(position, Pass(), rules).ruling is Ruling.LEGAL
    assert legal == (rules.free_pass or not rules.captures_first)


def test_a_trapeze_that_lies_in_a_trap_is_not_exchanged_for_what_traps_it() -> None:
    line = "c3E,d2E d1E,d1W,d2Nd3SW - petrol {}TR - 3/3 - 0"
    ruled = {
        held: judge(position_from_line(line.format(held)), parse("place d1Nd2SW"), Rules(True, False)).ruling
        for held in (1, 2)
    }
    assert ruled == {1: Ruling.ILLEGAL, 2: Ruling.LEGAL}
