"""Turns drawn for photographs before and after are of the kind that they are named by, and are told as such."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from benchmarks.board_pairs.scenes import scenes_of, turn_to_json
from benchmarks.board_pairs.score import compared
from benchmarks.board_pairs.turns import TURNS, drawn
from companion.rules.tranglar.laid import laid_from
from companion.table.tranglar import judge_change
from companion.table.tranglar.look import look_of_boards

RARE = {"exchanged"}
"""Kinds that games played at random meet once in some hundred."""


def told_of(turn: dict[str, Any]) -> dict[str, Any]:
    looks = [look_of_boards([turn[which]], (), (), found=True) for which in ("before", "after")]
    return judge_change(*looks, to_move=turn["mover"])


WORDS = {
    "replaced": "replace",
    "attacked": "attack",
    "exchanged": "swap",
    "a white": "neutral",
    "nothing": "pass",
}


@pytest.mark.parametrize("name", sorted(set(TURNS) - RARE))
@pytest.mark.parametrize("seed", range(3))
def test_a_drawn_turn_is_of_its_kind(name: str, seed: int) -> None:
    turn = turn_to_json(drawn(np.random.default_rng([seed, 5]), name))
    told = told_of(turn)
    word = next((word for start, word in WORDS.items() if name.startswith(start)), "place")
    assert told["action"].split()[0] == word
    assert bool(told["forgotten"]) == ("forgotten" in name)
    assert bool(told["wrong"]) == (name == "turned wrongly")
    if name == "placed into a trap":
        assert told["ruling"] == "illegal"
    assert compared(turn, told) == "same"


@pytest.mark.parametrize("seed", range(8))
def test_another_answer_is_not_the_same(seed: int) -> None:
    turn = turn_to_json(drawn(np.random.default_rng([seed, 6]), "placed, one turns"))
    told = told_of(turn)
    assert compared(turn, told) == "same"
    for ruling in {"undecided", "illegal", "legal"} - {told["ruling"]}:
        assert compared(turn, {**told, "ruling": ruling}) == (
            "undecided" if ruling == "undecided" else "wrong"
        )
    told = {**told, "ruling": "legal"}
    assert compared(turn, {**told, "flips": []}) == "wrong"
    (flip,) = told["flips"]
    assert compared(turn, {**told, "forgotten": [flip]}) == "wrong"


def test_both_scenes_show_the_same_pieces_where_nothing_was_played() -> None:
    rng = np.random.default_rng(7)
    scenes, _ = scenes_of(rng, drawn(rng, "nothing"), hands=1.0)
    before, after = (scene["objects"][1:] for scene in scenes)
    same = ("cells", "owner", "color", "thickness_mm", "outline_mm")
    assert [[piece[key] for key in same] for piece in before] == [
        [piece[key] for key in same] for piece in after
    ]
    assert scenes[0]["camera"] != scenes[1]["camera"]
    assert all(scene["occluders"] for scene in scenes)


def test_scenes_show_the_boards_of_the_turn() -> None:
    rng = np.random.default_rng(8)
    turn = drawn(rng, "attacked")
    scenes, _ = scenes_of(rng, turn, hands=0.0)
    for scene, laid in zip(scenes, (turn.before, turn.after), strict=True):
        pieces = [{"owner": one["owner"], "cells": one["cells"]} for one in scene["objects"][1:]]
        assert laid_from(pieces) == laid
