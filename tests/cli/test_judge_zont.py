"""`companion judge zont` as other programs run it, and its contract called straight."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.rules.errors import BadInput
from companion.rules.zont import judge_json
from tests.conftest import Companion

PILES = {"art": ["A0", "A1r", "A3r"], "favors": {"mixed": ["F0", "F2b"], "laid": ["F1y"]}}
HAND = ["C2r", "C3b", "G1r", "A4", "Z2b"]


def claim(turn: object = None, **more: Any) -> dict[str, Any]:
    value = {"piles": PILES, "hand": HAND, **more}
    return value if turn is None else {**value, "turn": turn}


def test_a_legal_turn_with_all_that_follows(companion: Companion) -> None:
    asked = claim(
        {"middle": "C2r", "power": {"change": "art", "shows": "A1r"}, "score": "A3r"},
        scores={"ann": ["G2b"], "ben": []}, player="ann",
    )  # fmt: skip
    ran = companion("judge", "zont", "--json", stdin=json.dumps(asked))
    verdict = json.loads(ran.out)
    assert (ran.status, ran.err, verdict["ruling"]) == (0, "", "legal")
    assert verdict["turn"] == "play C2r, change A shows A1r, score A3r"
    assert verdict["values"] == {"art": 1, "change": 2, "favors": 1, "great zonts": 0, "giglets": 0}
    assert verdict["hand"] == ["A4", "C3b", "Z2b", "G1r"]
    assert verdict["scores"]["ann"] == ["G2b", "A3r"]
    ann = verdict["points"]["ann"]
    assert ann["total"] == sum(line["points"] for line in ann["lines"]) == 1
    assert verdict["left_out"] == []


@pytest.mark.parametrize("score", ["C2r", "A4"])
def test_who_takes_back_the_card_just_played_breaks_a_rule(score: str) -> None:
    verdict = judge_json(claim({"middle": "C2r", "power": {"change": "change"}, "score": score}))
    assert verdict["ruling"] == "illegal"
    assert {reason["clause"] for reason in verdict["reasons"]} >= {"zont/change-not-played"}


def test_one_card_is_not_played_twice() -> None:
    with pytest.raises(BadInput, match="C2r is played twice"):
        judge_json(claim({"middle": "C2r", "score": "C2r"}))


def test_the_answers_piles_can_be_asked_with_again() -> None:
    first = judge_json(claim("play C2r, change A, score A3r"))
    again = judge_json(
        {"piles": first["piles"], "hand": first["hand"], "turn": "play G1r, favors F shows F2b, score Z2b"}
    )
    assert again["ruling"] == "legal"
    assert again["piles"]["favors"] == {"top": "F2b", "mixed": ["F0", "F1y"], "laid": ["F2b"]}


def test_every_clause_broken_is_named(companion: Companion) -> None:
    ran = companion("judge", "zont", stdin=json.dumps(claim("play C3b, change A")))
    assert ran.status == 1
    assert "[zont/change]" in ran.out
    assert "[zont/order]" in ran.out


def test_without_a_hand_nobody_asks_where_the_cards_came_from() -> None:
    verdict = judge_json({"turn": "play A2r, score Z4"})
    assert (verdict["ruling"], verdict["left_out"], verdict["hand"]) == ("legal", ["zont/own-hand"], None)


def test_what_shows_must_be_shown_where_it_can_be_several_cards() -> None:
    verdict = judge_json(claim("play G1r, favors F, score Z2b"))
    assert verdict["ruling"] == "undecided"
    assert verdict["reasons"][0]["where"] == ["favors"]


def test_without_a_turn_it_says_what_the_piles_are_worth() -> None:
    verdict = judge_json({"piles": PILES, "scores": {"ann": ["A2r", "A2b"]}})
    assert verdict["ruling"] == "legal"
    assert verdict["points"]["ann"]["total"] == 6
    assert judge_json({})["reasons"][0]["clause"] == "zont/set-up"


def test_the_final_round_and_options() -> None:
    assert judge_json(claim("score Z2b", final=True))["ruling"] == "legal"
    assert judge_json(claim("score Z2b"))["ruling"] == "illegal"
    four = claim("play A4, art C3b, score Z2b")
    assert judge_json(four)["ruling"] == "legal"
    assert judge_json({**four, "options": {"four-any-colour": False}})["ruling"] == "illegal"


BAD: dict[str, tuple[object, str]] = {
    "nothing": (None, "object"),
    "a list": ([], "object"),
    "an unknown key": ({"deck": []}, "deck"),
    "an unknown suit": ({"piles": {"swords": []}}, "swords"),
    "a card of no kind": ({"hand": ["A9r"]}, "A9r"),
    "a card of another suit": ({"piles": {"art": ["A0", "C1r"]}}, "C1r"),
    "an empty pile": ({"piles": {"art": []}}, "0"),
    "a pile without its 0": ({"piles": {"art": ["A1r"]}}, "A0"),
    "a card twice": ({"hand": ["A1r", "A1r"]}, "A1r"),
    "a card in two places": ({"hand": ["G2b"], "scores": {"ann": ["G2b"]}}, "G2b"),
    "a card that lies in the middle": (claim("play A3r, score Z2b"), "A3r"),
    "a card played twice": (claim("play Z2b, score Z2b"), "Z2b"),
    "a turn of no form": (claim("dance"), "no turn"),
    "a turn that is a number": (claim(7), "turn"),
    "two powers": (claim({"middle": "G1r", "power": {"art": "A4", "change": "art"}}), "one of"),
    "a power that is none": (claim({"middle": "G1r", "power": {"fly": 1}}), "one of"),
    "nobody's score pile": (claim("play C2r, score Z2b", player="zoe", scores={"ann": []}), "zoe"),
    "an unknown option": ({"options": {"magic": True}}, "magic"),
    "an option that is none": ({"options": {"four-any-colour": 1}}, "true or false"),
    "a final that is none": ({"final": "yes"}, "final"),
    "scores that are a list": ({"scores": []}, "scores"),
    "piles that are a list": ({"piles": []}, "piles"),
    "a hand that is a word": ({"hand": "A1r"}, "hand"),
}


@pytest.mark.parametrize("name", sorted(BAD))
def test_what_cannot_be_judged_is_named_exactly(name: str) -> None:
    asked, word = BAD[name]
    with pytest.raises(BadInput) as refused:
        judge_json(asked)
    assert "\n" not in str(refused.value)
    assert word in str(refused.value)


def test_it_is_one_line_on_standard_error_and_exit_2(companion: Companion) -> None:
    ran = companion("judge", "zont", "--json", stdin=json.dumps({"hand": ["A9r"]}))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("companion: ")
    assert ran.err.count("\n") == 1
