"""Whatever JSON or text comes in, the answer is a verdict or one sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules import tranglar, zigity, zigzaggle, zont
from companion.rules.errors import BadInput
from companion.rules.words import WordList
from companion.table.tranglar import judge_board, judge_change, look_from
from companion.table.tranglar.correct import corrected

WORDS = st.sampled_from(
    ["art", "A", "A0", "A1r", "C2b", "G4", "petrol", "green", "neutral", "a1N", "a1E", "b1W", "place",
     "attack", "remove", "swap", "pass", "play A1r, score C2b", "mixed", "laid", "small triangle",
     "trapeze L", "piles", "hand", "turn", "pieces", "owner", "cells", "readings", "hidden", "unsure",
     "found", "supply", "to_move", "action", "options", "middle", "power", "score", "change", "favors",
     "shows", "pile", "scores", "player", "final", "", "é"]
)  # fmt: skip
FEW = WordList(["at", "eat", "tea"])
LEAVES = st.none() | st.booleans() | st.integers(-3, 70) | st.floats(allow_nan=False) | WORDS
ANYTHING = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=5),
    max_leaves=16,
)
PIECE = st.fixed_dictionaries(
    {
        "owner": st.sampled_from(["petrol", "green", "neutral"]),
        "cells": st.lists(st.sampled_from(["a1N", "a1E", "a1S", "b1W"]), max_size=3, unique=True),
    }
)
PIECES = st.lists(PIECE, max_size=3) | ANYTHING
BOARD = {"pieces": PIECES, "readings": st.lists(PIECES, max_size=3) | ANYTHING}
SUPPLY = st.just({"petrol": {"small triangle": 2}, "green": {}}) | ANYTHING
TRANGLAR = st.fixed_dictionaries(
    {},
    optional={
        **BOARD,
        "supply": SUPPLY,
        "passed": st.booleans() | ANYTHING,
        "action": st.fixed_dictionaries({"place": PIECES}) | ANYTHING,
        "to_move": st.just("petrol") | ANYTHING,
        "options": ANYTHING,
    },
)
ZONT = st.fixed_dictionaries(
    {},
    optional={
        "piles": st.dictionaries(st.just("art"), ANYTHING) | ANYTHING,
        "hand": st.just(["A1r", "C2b"]) | ANYTHING,
        "turn": st.fixed_dictionaries({"middle": st.just("A1r"), "power": ANYTHING, "score": ANYTHING})
        | ANYTHING,
        "final": ANYTHING,
        "scores": ANYTHING,
        "player": ANYTHING,
        "options": ANYTHING,
    },
)
ZIGITY = st.fixed_dictionaries(
    {"play_card": st.sampled_from(["WA3rt", "D?4cp", "draw2"]) | ANYTHING},
    optional={
        "hand": st.just(["CC6ld", "free", "dodge"]) | ANYTHING,
        "turn": st.fixed_dictionaries({"set": ANYTHING, "word": ANYTHING}) | ANYTHING,
        "debt": ANYTHING,
        "players": ANYTHING,
        "available": ANYTHING,
        "words": st.just(["cat"]) | ANYTHING,
        "options": ANYTHING,
    },
)
LAID = st.dictionaries(st.sampled_from(["j10", "k10", "a1"]), st.sampled_from(["Ag", "Tr", "*e", "Q"]))
ZIGZAGGLE = st.fixed_dictionaries(
    {},
    optional={
        "tiles": LAID | ANYTHING,
        "rack": st.just(["Ag", "Tr", "*"]) | ANYTHING,
        "turn": st.fixed_dictionaries({"lay": LAID | ANYTHING}) | ANYTHING,
        "profile": st.fixed_dictionaries({"grid": ANYTHING}) | ANYTHING,
        "runway": ANYTHING,
        "box": ANYTHING,
        "hints": ANYTHING,
        "options": ANYTHING,
    },
)
LOOK = st.fixed_dictionaries(
    {}, optional={**BOARD, "hidden": ANYTHING, "unsure": ANYTHING, "found": ANYTHING}
)


def answered(ask: Callable[[], Any]) -> None:
    says = "an answer"
    try:
        ask()
    except BadInput as refused:
        says = str(refused)
    assert says
    assert "\n" not in says


@given(TRANGLAR | ANYTHING)
@settings(max_examples=150, deadline=None)
def test_judge_tranglar(data: object) -> None:
    answered(lambda: tranglar.judge_json(data))


@given(ZONT | ANYTHING)
@settings(max_examples=150, deadline=None)
def test_judge_zont(data: object) -> None:
    answered(lambda: zont.judge_json(data))


@given(ZIGITY | ANYTHING)
@settings(max_examples=150, deadline=None)
def test_judge_zigity(data: object) -> None:
    answered(lambda: zigity.judge_json(data))


@given(ZIGZAGGLE | ANYTHING)
@settings(max_examples=150, deadline=None)
def test_judge_zigzaggle(data: object) -> None:
    answered(lambda: zigzaggle.judge_json(data, FEW))


@given(LOOK | ANYTHING, LOOK, SUPPLY)
@settings(max_examples=100, deadline=None)
def test_looks_at_a_board(one: object, two: object, supply: Any) -> None:
    answered(lambda: judge_board(look_from(one)))
    answered(lambda: corrected(look_from(two), ["a1N"], "petrol"))
    answered(lambda: judge_change(look_from(one), look_from(two), supply=supply))


@pytest.mark.parametrize(
    "read",
    [
        tranglar.parse, tranglar.position_from_line, tranglar.record_from_text,
        zont.parse, zont.position_from_line, zont.record_from_text,
        zigity.parse, zigity.position_from_line, zigity.record_from_text,
        zigzaggle.parse, zigzaggle.position_from_line, zigzaggle.record_from_text,
    ],
)  # fmt: skip
@given(text=st.text(max_size=40) | st.text('aA1rNbpl/()- ,sc[]"=.\n', max_size=60))
@settings(max_examples=120, deadline=None)
def test_texts(read: Callable[[str], Any], text: str) -> None:
    answered(lambda: read(text))
