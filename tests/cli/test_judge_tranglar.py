"""`companion judge tranglar` as other programs run it, and its contract called straight."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest

from companion.rules.errors import BadInput
from companion.rules.tranglar import judge_json
from tests.conftest import Companion
from tests.rules.tranglar_pieces import piece

PETROL = {"small triangle": 2, "trapeze L": 1, "trapeze R": 1, "parallelogram R": 1}
GREEN = {"small triangle": 1}


def claim(*pieces: dict[str, Any], action: object = None, **more: Any) -> dict[str, Any]:
    value = {"to_move": "petrol", "pieces": list(pieces), "options": {}, **more}
    value.setdefault("supply", {"petrol": dict(PETROL), "green": dict(GREEN)})
    return value if action is None else {**value, "action": action}


TAKES = claim(piece("petrol", "b2E"), piece("green", "b2N"), action={"place": ["b2W"]})
TRAP = claim(piece("green", "b2E"), piece("green", "b2W"), action={"place": ["b2N"]})


def test_a_legal_action_with_all_that_follows(companion: Companion) -> None:
    ran = companion("judge", "tranglar", "--json", stdin=json.dumps(TAKES))
    verdict = json.loads(ran.out)
    assert (ran.status, ran.err, verdict["ruling"]) == (0, "", "legal")
    assert verdict["flips"] == [{"cells": ["b2N"], "to": "petrol"}]
    assert {(one["owner"], *one["cells"]) for one in verdict["pieces"]} == {
        ("petrol", "b2E"),
        ("petrol", "b2N"),
        ("petrol", "b2W"),
    }
    assert verdict["supply"]["petrol"] == {**PETROL, "small triangle": 1}
    assert verdict["supply"]["green"] == GREEN
    assert verdict["score"] == {"petrol": 3, "green": 0}
    assert verdict["trapped"] == []
    assert (verdict["to_move"], verdict["over"], verdict["winner"]) == ("green", False, None)
    # The witness: the sides of what was laid and of what turned, each with what touches it.
    by_cells = {tuple(one["cells"]): one["sides"] for one in verdict["witness"]}
    assert sorted(cell for side in by_cells["b2N",] for cell in side["touched_by"]) == ["b2E", "b2W"]


def test_pieces_that_overlap_are_no_crash(companion: Companion) -> None:
    crossed = {"replace": {"remove": [["d4W"], ["d4S", "d4W"]], "place": [["a1N"]]}}
    lines = [json.dumps(claim(piece("petrol", "a1N"), action=crossed)), json.dumps(TAKES)]
    ran = companion("judge", "tranglar", "--json", stdin="\n".join(lines))
    assert (ran.status, ran.err) == (1, "")
    assert [json.loads(line)["ruling"] for line in ran.out.splitlines()] == ["illegal", "legal"]


def test_the_text_names_the_option_that_decides(companion: Companion) -> None:
    breaks = claim(
        *(piece("green", cell) for cell in ("b2N", "b2S")),
        *(piece("petrol", cell) for cell in ("b3S", "b1N")),
        action={"place": ["b2E"]},
    )
    for switched in (False, True):
        ran = companion(
            "judge", "tranglar", stdin=json.dumps({**breaks, "options": {"captures-first": switched}})
        )
        assert ran.status == (0 if switched else 1)
        assert "[tranglar/no-trap, by the option captures-first]" in ran.out


def test_an_illegal_action_exits_1_and_leaves_everything(companion: Companion) -> None:
    ran = companion("judge", "tranglar", stdin=json.dumps(TRAP))
    assert (ran.status, ran.err) == (1, "")
    assert ran.out.startswith("ILLEGAL\n")
    assert "[tranglar/no-trap]" in ran.out
    verdict = judge_json(TRAP)
    assert verdict["flips"] == []
    assert len(verdict["pieces"]) == 2
    assert verdict["supply"]["petrol"] == PETROL
    assert verdict["reasons"][0]["where"] == ["b2N"]


def test_every_clause_broken_is_named() -> None:
    verdict = judge_json(
        claim(piece("green", "b2N"), action={"attack": {"remove": ["b2N"], "place": [["b2E"]]}})
    )
    assert {reason["clause"] for reason in verdict["reasons"]} == {
        "tranglar/attack-whom",
        "tranglar/attack-two",
    }


def test_without_an_action_it_reports_who_is_trapped(companion: Companion) -> None:
    asked = claim(
        piece("green", "b2E"), piece("green", "b2W"), piece("petrol", "b2N"), piece("petrol", "d4N", "d4E")
    )
    del asked["to_move"], asked["supply"]
    ran = companion("judge", "tranglar", "--json", stdin=json.dumps(asked))
    verdict = json.loads(ran.out)
    assert (ran.status, verdict["ruling"]) == (0, "legal")
    assert verdict["trapped"] == [{"cells": ["b2N"], "owner": "petrol", "sides": 3, "touched": 2}]
    assert verdict["reasons"][0]["clause"] == "tranglar/trapped"
    assert judge_json(claim(piece("green", "b2E")))["reasons"][0]["says"] == "No piece is trapped."


def test_a_swap_a_replacement_an_attack_and_a_pass() -> None:
    around = [piece("petrol", cell) for cell in ("c1N", "c1S", "b1N")]
    swap = judge_json(
        claim(*around, piece("green", "b1E", "b1S", "c1W"), action={"swap": ["b1E", "b1S", "c1W"]})
    )
    assert swap["ruling"] == "legal"
    assert swap["supply"]["petrol"]["trapeze L"] == 2
    assert swap["supply"]["petrol"]["trapeze R"] == 0
    two = {"remove": [["a1E", "a1N"]], "place": [["a1E"], ["a1N"]]}
    replaced = judge_json(claim(piece("petrol", "a1E", "a1N"), action={"replace": two}))
    assert replaced["ruling"] == "legal"
    assert replaced["supply"]["petrol"]["large triangle"] == 1
    attack = {"remove": ["a1E", "a1N"], "place": [["a1E"], ["a1N"]]}
    assert judge_json(claim(piece("green", "a1E", "a1N"), action={"attack": attack}))["ruling"] == "legal"
    assert judge_json(claim(action="pass"))["ruling"] == "illegal"
    assert judge_json(claim(action="pass", options={"free-pass": True}))["ruling"] == "legal"
    assert judge_json(claim(action="concede"))["winner"] == "green"
    assert judge_json(claim(action="place a1N"))["ruling"] == "legal", "the record's notation is read too"


@pytest.mark.parametrize(
    ("neutral", "left"),
    [
        (None, {"petrol": {"small triangle": 2}, "green": {"small triangle": 3}}),
        ({"petrol": 3, "green": 3}, {"petrol": 2, "green": 3}),
        ({"small triangle": 6}, {"small triangle": 5}),
        ({"small triangle": {"petrol": 3, "green": 3}}, {"small triangle": {"petrol": 2, "green": 3}}),
        (
            {"petrol": {"small triangle": 1}},
            {"petrol": {"small triangle": 0}, "green": {"small triangle": 3}},
        ),
    ],
)
def test_white_triangles_in_every_form_of_the_supply(neutral: Any, left: Any) -> None:
    supply = {"petrol": {"large square": 1}, "green": GREEN} | (
        {} if neutral is None else {"neutral": neutral}
    )
    verdict = judge_json(claim(action={"place": ["b2N"], "neutral": True}, supply=supply))
    assert verdict["ruling"] == "legal"
    assert verdict["supply"]["neutral"] == left
    early = judge_json(claim(action={"place": ["b2N"], "neutral": True}))
    assert [reason["clause"] for reason in early["reasons"]] == ["tranglar/white-last"]


def test_white_triangles_that_nobody_counts_are_no_more_than_the_board_leaves() -> None:
    lies = [piece("neutral", f"a1{quarter}") for quarter in "NESW"]
    bare = {"petrol": {"large square": 1}, "green": {"large square": 1}}
    action = {"place": ["d4N"], "neutral": True}
    first = judge_json(claim(*lies, action=action, supply=bare))
    assert first["ruling"] == "legal"
    assert first["supply"]["neutral"] == {"petrol": {"small triangle": 1}, "green": {"small triangle": 0}}
    # What it answers is input that can be judged again.
    again = {"pieces": first["pieces"], "supply": first["supply"], "to_move": "green", "action": "concede"}
    assert judge_json(again)["winner"] == "petrol"
    told = {**bare, "neutral": {"petrol": 1}}
    assert judge_json(claim(*lies, supply=told))["supply"]["neutral"] == {"petrol": 1, "green": 1}


def test_readings_with_more_whites_than_the_supplies_leave_are_ruled_out() -> None:
    supply = {"petrol": {}, "green": {}, "neutral": {"petrol": 3, "green": 2}}
    two = [piece("neutral", "b1N"), piece("neutral", "b1S")]
    verdict = judge_json(claim(readings=[two, [piece("neutral", "b1N")]], supply=supply))
    assert (verdict["readings"], verdict["doubtful"]) == (1, [])


def test_the_set_up_with_and_without_its_pieces_in_the_supply() -> None:
    cells = ["a1E", "a1N", "a1S", "a1W", "b1W"]
    house = {"place": cells, "neutral": True}
    assert judge_json(claim(action=house))["ruling"] == "legal"
    supply = {"petrol": PETROL, "green": GREEN, "neutral": {"neutral trapeze": 1, "neutral five-sided": 1}}
    verdict = judge_json(claim(action=house, supply=supply))
    assert verdict["supply"]["neutral"]["neutral five-sided"] == 0
    assert verdict["supply"]["neutral"]["neutral trapeze"] == 1
    early = judge_json(claim(action={"place": ["b2N"]}, supply=supply))
    assert [reason["clause"] for reason in early["reasons"]] == ["tranglar/set-up"]
    assert judge_json(claim(piece("neutral", *cells), action=house))["ruling"] == "illegal"


# --- boards that can be read in several ways ------------------------------------------------------


def test_readings_that_agree_give_the_verdict() -> None:
    one = [piece("green", "d4E", "d4N")]
    two = [piece("green", "d4E"), piece("green", "d4N")]
    verdict = judge_json({**deepcopy(TAKES), "readings": [one, two]})
    assert verdict["ruling"] == "legal"
    assert verdict["flips"] == [{"cells": ["b2N"], "to": "petrol"}]
    assert (verdict["doubtful"], verdict["readings"]) == (["d4E", "d4N"], 2)
    assert ["d4E"] not in [one["cells"] for one in verdict["pieces"]]
    illegal = judge_json({**deepcopy(TRAP), "readings": [one, two]})
    assert illegal["ruling"] == "illegal"
    assert illegal["reasons"][0]["clause"] == "tranglar/no-trap"


def test_readings_that_differ_are_undecided_and_name_the_cells(companion: Companion) -> None:
    # Petrol traps the two cells as one large triangle; of two small ones it traps a1N alone.
    around = [piece("petrol", "a1W"), piece("petrol", "a2S")]
    readings = [[piece("green", "a1E", "a1N")], [piece("green", "a1E"), piece("green", "a1N")]]
    elsewhere = judge_json(claim(*around, readings=readings, action={"place": ["d4N"]}))
    assert (elsewhere["ruling"], elsewhere["flips"]) == ("undecided", [])
    attack = {"attack": {"remove": ["a1E", "a1N"], "place": [["a1E"], ["a1N"]]}}
    asked = claim(*around, readings=readings, action=attack)
    ran = companion("judge", "tranglar", "--json", stdin=json.dumps(asked))
    verdict = json.loads(ran.out)
    assert (ran.status, verdict["ruling"]) == (1, "undecided")
    assert verdict["doubtful"] == ["a1E", "a1N"]
    assert all(reason["where"] == ["a1E", "a1N"] for reason in verdict["reasons"])


def test_a_reading_decides_whether_something_is_trapped() -> None:
    readings = [[piece("petrol", "b2W")], [piece("neutral", "b2W")]]
    asked = claim(piece("green", "b2N"), piece("petrol", "b2E"), readings=readings)
    verdict = judge_json(asked)
    assert verdict["ruling"] == "undecided"
    assert verdict["doubtful"] == ["b2W"]
    assert verdict["reasons"][0]["where"] == ["b2W"]


def test_a_reading_with_more_pieces_than_the_game_has_is_ruled_out() -> None:
    squares = [piece("petrol", *(f"{cell}{q}" for q in "ENSW")) for cell in ("a1", "b1")]
    third = [f"c1{q}" for q in "ENSW"]
    split = [piece("petrol", "c1E", "c1N"), piece("petrol", "c1S", "c1W")]
    verdict = judge_json(claim(*squares, readings=[[piece("petrol", *third)], split]))
    assert (verdict["readings"], verdict["doubtful"]) == (1, [])


# --- input that cannot be used --------------------------------------------------------------------

GOOD = TAKES
BAD: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "overlapping": (claim(piece("green", "a1N"), piece("petrol", "a1N", "a1E")), ("overlaps", "a1N")),
    "off the board": (claim(piece("green", "e5N")), ("e5N",)),
    "no cell": (claim(piece("green", "a1X")), ("a1X",)),
    "a cell twice": (claim(piece("green", "a1N", "a1N")), ("a1N", "twice")),
    "a piece of no kind": (claim(piece("green", "a1N", "a1S")), ("a1N, a1S",)),
    "a neutral piece of no kind": (claim(piece("neutral", "a1N", "a1E")), ("a1E, a1N",)),
    "an action's piece of no kind": (claim(action={"place": ["a1N", "c3S"]}), ("a1N, c3S",)),
    "more than the game has": (
        claim(*(piece("green", *(f"{c}{q}" for q in "ENSW")) for c in ("a1", "b1", "c1"))),
        ("large square", "3", "2"),
    ),
    "more in the supply than the game has": (
        claim(supply={"petrol": {"large square": 3}, "green": {}}),
        ("large square", "3"),
    ),
    "more than the supply holds": (
        claim(
            piece("green", "a1E", "a1N", "a1S"),
            action={"attack": {"remove": ["a1E", "a1N", "a1S"], "place": [["a1E"], ["a1N"], ["a1S"]]}},
        ),
        ("only 2", "3 needed", "small triangle"),
    ),
    "a hand that the supply lacks": (
        claim(
            action={"place": ["a1E", "a1S", "b1N", "b1W"]},
            supply={"petrol": {"parallelogram L": 1}, "green": {}},
        ),
        ("parallelogram R",),
    ),
    "a label without its hand": (
        claim(supply={"petrol": {"trapeze": 1}, "green": {}}),
        ("trapeze L or trapeze R",),
    ),
    "a label of nothing": (claim(supply={"petrol": {"hexagon": 1}, "green": {}}), ("hexagon",)),
    "a count that is none": (
        claim(supply={"petrol": {"small triangle": -1}, "green": {}}),
        ("small triangle",),
    ),
    "a supply that lacks a player": (claim(supply={"petrol": {}}), ("green",)),
    "no supply": ({**TAKES, "supply": None}, ("supply",)),
    "nobody to move": ({**TAKES, "to_move": "blue"}, ("petrol or green",)),
    "an unknown owner": (claim(piece("white", "a1N")), ("owner",)),
    "an unknown option": ({**TAKES, "options": {"anything-goes": True}}, ("anything-goes",)),
    "options that are no object": ({**TAKES, "options": []}, ("object of names",)),
    "an unknown key": ({**TAKES, "extra": 1}, ("extra",)),
    "two actions": (
        {**TAKES, "action": {"place": ["a1N"], "swap": ["a1N"]}},
        ("place, replace, attack or swap",),
    ),
    "an action of no form": ({**TAKES, "action": {"jump": ["a1N"]}}, ("place, replace, attack or swap",)),
    "an empty action": ({**TAKES, "action": {"place": []}}, ("cells",)),
    "a wrong word": ({**TAKES, "action": "jump a1N"}, ("no action",)),
    "a wrong kind": (claim({**piece("green", "a1N"), "kind": "large triangle"}), ("small triangle",)),
    "no pieces": ({key: value for key, value in TAKES.items() if key != "pieces"}, ("pieces are missing",)),
    "pieces that are no list": ({**TAKES, "pieces": 7}, ("list",)),
    "cells that are no list": (claim({"owner": "green", "cells": "a1N"}), ("names",)),
    "readings that are no list": ({**TAKES, "readings": 7}, ("list of lists",)),
    "no readings": ({**TAKES, "readings": []}, ("list of lists",)),
    "a key of a player's neutral supply": (
        claim(supply={"petrol": {}, "green": {}, "neutral": {"petrol": {"a": 1}, "green": {}}}),
        ("Petrol's neutral supply", "'a'", "small triangle"),
    ),
    "a neutral label with a word too many": (
        claim(supply={"petrol": {}, "green": {}, "neutral": {"green": {"neutral small triangle": 1}}}),
        ("Green's neutral supply", "'neutral small triangle'"),
    ),
    "whites of nobody": (
        claim(supply={"petrol": {}, "green": {}, "neutral": {"small triangle": {"petrol": 1, "gren": 1}}}),
        ("'gren'",),
    ),
    "a large neutral piece twice": (
        claim(supply={"petrol": {}, "green": {}, "neutral": {"trapeze": 1, "neutral trapeze": 1}}),
        ("one neutral trapeze",),
    ),
    "too many whites": (claim(supply={"petrol": {}, "green": {}, "neutral": {"petrol": 4}}), ("3",)),
    "seven whites": (
        claim(*(piece("neutral", f"a{r}{q}") for r in "12" for q in "ENSW"[: 5 - int(r)])),
        ("7", "6"),
    ),
}


@pytest.mark.parametrize("name", sorted(BAD))
def test_what_cannot_be_judged_is_named_exactly(name: str) -> None:
    asked, words = BAD[name]
    with pytest.raises(BadInput) as refused:
        judge_json(asked)
    said = str(refused.value)
    assert "\n" not in said
    assert all(word in said for word in words), said


@pytest.mark.parametrize(
    "name",
    ["overlapping", "a hand that the supply lacks", "more than the supply holds", "whites of nobody"],
)
def test_it_is_one_line_on_standard_error_and_exit_2(companion: Companion, name: str) -> None:
    ran = companion("judge", "tranglar", "--json", stdin=f"{json.dumps(TAKES)}\n{json.dumps(BAD[name][0])}\n")
    assert (ran.status, ran.out.count("\n")) == (2, 1)
    assert ran.err.startswith("companion: line 2: ")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    "value", [None, [], 7, "pass", {"pieces": [None]}, {"pieces": [{"owner": [], "cells": [[]]}]}]
)
def test_any_json_is_answered_in_a_sentence(value: object) -> None:
    with pytest.raises(BadInput):
        judge_json(value)
