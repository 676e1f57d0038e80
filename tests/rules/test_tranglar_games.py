"""Whole games: what never changes, records and position lines that come back as they were, counts of nodes."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.errors import BadInput
from companion.rules.tranglar import (
    Position,
    Record,
    Rules,
    actions,
    judge,
    parse,
    play,
    position_from_line,
    position_to_line,
    record_from_text,
    start,
)
from companion.rules.tranglar.actions import Concede, Pass
from companion.rules.tranglar.kinds import kinds, neutral_spots, spots
from companion.rules.tranglar.playing import after
from companion.rules.tranglar.supply import counted
from companion.rules.verdict import Ruling
from tests.rules.tranglar_games import game, scattered, some_action

COUNTS = Path(__file__).with_name("tranglar_counts.tsv")


def triangles(position: Position) -> int:
    """Of the players' pieces, on the board and beside it."""
    held = sum(position.score)
    beside = sum(kinds()[kind].shape.size * n for supply in position.supply for kind, n in counted(supply))
    return held + beside


def pieces_of(position: Position) -> Counter[str]:
    there = Counter(kinds()[spots()[mask].kind].name for masks in position.pieces for mask in masks)
    for supply in position.supply:
        for kind, number in counted(supply):
            there[kinds()[kind].name] += number
    return there


def neutral_triangles(position: Position) -> int:
    lies = sum(mask.bit_count() for mask in position.neutral)
    return lies + sum(position.whites) + 5 * len(position.large)


@given(st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_a_game_keeps_its_invariants(seed: int) -> None:
    begun = start()
    for before, action, following in game(random.Random(seed), 70):
        before_hash = hash(before)
        judged = judge(before, action)
        assert judged.ruling is Ruling.LEGAL
        assert judged.after == following
        assert hash(before) == before_hash
        assert triangles(following) == 39 + 39
        assert neutral_triangles(following) == 16
        assert pieces_of(following) == pieces_of(begun)
        everything = [*following.pieces[0], *following.pieces[1], *following.neutral]
        assert sum(everything).bit_count() == sum(mask.bit_count() for mask in everything)
        assert all(mask in neutral_spots() for mask in following.neutral)
        turned = [flip.mask for flip in judged.flips]
        assert len(set(turned)) == len(turned), "a piece turns over once a turn"
        assert following.to_move != before.to_move
        assert position_from_line(position_to_line(following)) == following
        assert parse(str(action)) == action


def test_games_reach_a_full_board_and_a_result() -> None:
    chance = random.Random(2)
    ends: Counter[str] = Counter()
    for _ in range(12):
        position = start()
        for _ in range(150):
            if position.over:
                break
            position, _ = after(position, some_action(position, chance))
        if position.over:
            petrol, green = position.score
            assert position.winner == (None if petrol == green else int(green > petrol))
            ends["full" if position.taken.bit_count() == 64 else "other"] += 1
            assert list(actions(position)) == []
            assert "tranglar/over" in {reason.clause for reason in judge(position, Pass()).reasons}
    assert ends["full"] > 1


@given(st.integers(0, 2**32), st.booleans())
@settings(max_examples=15, deadline=None)
def test_a_record_comes_back_as_it_was(seed: int, captures_first: bool) -> None:
    chance = random.Random(seed)
    played = [action for _, action, _ in game(chance, 25)]
    first = start(0)
    done = Record(first, (), Rules.of({"captures-first": captures_first}), {"Petrol": "Ann", "Green": "Bo"})
    position, kept = first, []
    for action in played:
        judged = judge(position, action)
        if judged.ruling is not Ruling.LEGAL:
            break
        kept.append(action)
        position = judged.after
    done = Record(first, tuple(kept), done.rules, done.tags)
    text = done.to_text()
    assert record_from_text(text) == done
    ended, verdicts, stop = record_from_text(text).replay()
    assert (len(verdicts), stop) == (len(kept), None)
    assert ended == position
    assert f"{ended.score[0]}-{ended.score[1]}" in text
    midway = Record(position, (Concede(),), Rules.of(), {})
    assert record_from_text(midway.to_text()) == midway
    assert "Position" in midway.to_text() or position == start(position.to_move)


@given(st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_a_positions_line_comes_back_as_it_was(seed: int) -> None:
    position = scattered(random.Random(seed))
    assert position_from_line(position_to_line(position)) == position


BAD_LINES = {
    "nothing": "",
    "too few fields": "a1N b1N",
    "no cells": "a1N b1X - petrol - - 3/3 - 0",
    "off the board": "a5N b1N - petrol - - 3/3 - 0",
    "overlapping": "a1N a1EN - petrol - - 3/3 - 0",
    "no kind": "a1NS - - petrol - - 3/3 - 0",
    "nobody to move": "a1N - - blue - - 3/3 - 0",
    "no supply": "a1N - - petrol 4X - 3/3 - 0",
    "none of a kind": "a1N - - petrol 0S - 3/3 - 0",
    "a count in other digits": "a1N - - petrol \u0663S - 3/3 - 0",
    "a kind twice": "a1N - - petrol 1S1S - 3/3 - 0",
    "too many": "a1N - - petrol 9S - 3/3 - 0",
    "too many whites": "a1N - - petrol - - 4/3 - 0",
    "passes": "a1N - - petrol - - 3/3 - 3",
    "more whites than the board leaves": "- - a1N,a1E,a1S,a1W,a2S petrol - - 3/3 - 0",
    "a seventh white": "- - a1N petrol - - 3/3 - 0",
    "a house laid and still to be laid": "- - b1ENSWc1W petrol 4S 4S 3/3 th 0",
    "a trapeze laid and still to be laid": "- - a1Nb1NWb2SW petrol 4S 4S 3/3 t 0",
}


@pytest.mark.parametrize("name", sorted(BAD_LINES))
def test_a_line_that_is_no_position_is_refused_in_one_sentence(name: str) -> None:
    with pytest.raises(BadInput) as refused:
        position_from_line(BAD_LINES[name])
    assert "\n" not in str(refused.value)


BAD_RECORDS = {
    "another game": '[Game "Chess"]\n1. petrol pass\n',
    "no number": '[Game "Tranglar"]\npetrol pass\n',
    "wrong number": '[Game "Tranglar"]\n2. petrol pass\n',
    "out of turn": '[Game "Tranglar"]\n1. petrol pass\n2. petrol pass\n',
    "no action": '[Game "Tranglar"]\n1. petrol jump a1N\n',
    "no player": '[Game "Tranglar"]\n[First "blue"]\n',
    "an option that is none": '[Game "Tranglar"]\n[Options "free-pass=maybe"]\n',
    "a bad position": '[Game "Tranglar"]\n[Position "a1N"]\n',
    "a line of the header twice": '[Game "Tranglar"]\n[First "green"]\n[First "petrol"]\n',
    "an option twice": '[Game "Tranglar"]\n[Options "free-pass=true, free-pass=false"]\n',
    "another player than the position's": '[Game "Tranglar"]\n[First "petrol"]\n[Position "- - - green - - 3/3 - 0"]\n',
    "a piece of no kind": '[Game "Tranglar"]\n1. petrol place a1Ed4W\n',
}


@pytest.mark.parametrize("name", sorted(BAD_RECORDS))
def test_a_text_that_is_no_record_is_refused_in_one_sentence(name: str) -> None:
    with pytest.raises(BadInput) as refused:
        record_from_text(BAD_RECORDS[name])
    assert "\n" not in str(refused.value)


def test_the_position_says_who_is_first_where_the_record_does_not() -> None:
    text = (
        '[Game "Tranglar"]\n[Position "- - - green 1S 1S 3/3 - 0"]\n1. green place a1N\n2. petrol place b1N\n'
    )
    record = record_from_text(text)
    assert record.start.to_move == 1
    assert record_from_text(record.to_text()) == record
    with pytest.raises(BadInput, match=r"Line 1\. of the record is not petrol's turn.*\[First \"petrol\"\]"):
        record_from_text(text.replace("1. green", "1. petrol"))


def test_the_last_white_triangles_come_back_from_their_lines() -> None:
    position = position_from_line("- - a1N,a1E,a1S,a1W petrol 1G 1G 1/1 - 0")
    for action in ("neutral a2S", "neutral a2N"):
        position = play(position, parse(action))
        assert position_from_line(position_to_line(position)) == position
    assert position.whites == (0, 0)


def test_a_remark_may_stand_behind_an_action() -> None:
    text = '[Game "Tranglar"]\n[Petrol "Ann #1"]\n# quick\n1. petrol neutral a1ENSWb1W # hi, 2. #\n2. green pass\t#\n'
    record = record_from_text(text)
    assert record.tags == {"Petrol": "Ann #1"}
    assert record.actions == (parse("neutral a1ENSWb1W"), Pass())
    for line in ("1. # petrol pass", "1. petrol pass#"):
        with pytest.raises(BadInput, match="Line 2 of the record"):
            record_from_text(f'[Game "Tranglar"]\n{line}\n')


def test_a_record_can_hold_an_illegal_action_and_says_where_it_stops() -> None:
    text = '[Game "Tranglar"]\n# ann was quick\n1. petrol neutral a1ENSWb1W\n2. green place d4N\n'
    ended, done, stop = record_from_text(text).replay()
    assert len(done) == 1
    assert stop is not None
    assert stop.before == ended


# --- counts of nodes ------------------------------------------------------------------------------


def nodes(position: Position, depth: int) -> int:
    """How many lines of play there are of so many actions, concessions left out."""
    offered = [action for action in actions(position) if not isinstance(action, Concede)]
    if depth == 1:
        return len(offered)
    return sum(nodes(after(position, action)[0], depth - 1) for action in offered)


def rows() -> list[tuple[str, int, int]]:
    lines = [line for line in COUNTS.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return [(a, int(b), int(c)) for a, b, c in (line.split("\t") for line in lines)]


@pytest.mark.parametrize(("line", "depth", "expected"), rows())
def test_counts_of_nodes(line: str, depth: int, expected: int) -> None:
    position = position_from_line(line)
    found = nodes(position, depth)
    if found != expected:
        kinds_found = Counter(type(action).__name__ for action in actions(position))
        pytest.fail(f"{found} nodes, not {expected}; by kind at the root: {dict(kinds_found)}")
