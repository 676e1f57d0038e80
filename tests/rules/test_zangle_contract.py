"""The JSON of `companion judge zangle`: what goes in, what comes out, what is refused in which words."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest

from companion.rules.errors import BadInput
from companion.rules.polyform import ABOLO, IAMOND, free_shapes
from companion.rules.seeds import seed
from companion.rules.zangle import judge_json

ONE, TWO, THREE = (free_shapes(IAMOND, n)[0].to_json() for n in (1, 2, 3))
GOOD: dict[str, Any] = {
    "claimant": "ann",
    "profile": "iamond",
    "cards": [
        {"from": "centre", "triangles": 1, "shape": ONE},
        {"from": "ann", "triangles": 2, "shape": TWO},
        {"from": "ann", "triangles": 3, "shape": THREE},
    ],
    "options": {},
}


def changed(*path: str | int, to: Any) -> dict[str, Any]:
    """The good claim with one value replaced."""
    data = deepcopy(GOOD)
    at: Any = data
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = to
    return data


def without(*path: str | int) -> dict[str, Any]:
    data = changed(*path, to=None)
    at: Any = data
    for step in path[:-1]:
        at = at[step]
    del at[path[-1]]
    return data


def test_a_legal_claim_comes_back_with_its_target_and_arrangement() -> None:
    verdict = json.loads(json.dumps(judge_json(GOOD)))
    assert verdict["ruling"] == "legal"
    assert verdict["target"] == 2
    assert {part["card"] for part in verdict["arrangement"]} == {0, 1}
    laid = [frozenset(map(tuple, t)) for part in verdict["arrangement"] for t in part["triangles"]]
    assert set(laid) == {frozenset(map(tuple, t)) for t in THREE["triangles"]}
    assert verdict["left_out"] == []
    for reason in verdict["reasons"]:
        assert reason["clause"].startswith("zangle/")
        assert set(reason) == {"clause", "says", "where"}


@pytest.mark.parametrize("name", ["Ann", " ann", "ANN "])
def test_a_name_is_the_same_however_it_is_typed(name: str) -> None:
    """No card is another player's for a capital, and the centre is the centre."""
    plain = judge_json(GOOD)
    sources = {"ann": name, "centre": "Centre "}
    cards = [{**card, "from": sources[card["from"]]} for card in GOOD["cards"]]
    assert judge_json({**GOOD, "cards": cards}) == plain
    assert judge_json({**GOOD, "claimant": name}) == plain
    decomposed = {
        **GOOD,
        "claimant": "Rene\u0301",
        "cards": [{**card, "from": card["from"].replace("ann", "Ren\u00e9")} for card in GOOD["cards"]],
    }
    assert judge_json(decomposed) == plain
    with pytest.raises(BadInput, match="where the shared cards lie"):
        judge_json({**GOOD, "claimant": "CENTRE"})


def test_an_illegal_claim_lists_every_clause_and_still_shows_what_fits() -> None:
    verdict = judge_json(changed("cards", 0, "from", to="bob"))
    assert verdict["ruling"] == "illegal"
    clauses = [reason["clause"] for reason in verdict["reasons"]]
    assert clauses == ["zangle/no-other-players-cards", "zangle/both-locations"]
    assert verdict["target"] == 2


def test_an_undecided_claim_says_which_card_to_show() -> None:
    abolo = [free_shapes(ABOLO, n)[0].to_json() for n in (1, 2, 3)]
    data = deepcopy(GOOD)
    data["profile"] = "abolo"
    for card, shape in zip(data["cards"], abolo, strict=True):
        card["shape"] = shape
    data["cards"][2]["shape"] = None
    verdict = judge_json(data)
    assert verdict["ruling"] == "undecided"
    assert [reason["where"] for reason in verdict["reasons"]] == [[2]]
    assert "show its shape" in verdict["reasons"][0]["says"]
    assert verdict["target"] is None
    assert verdict["arrangement"] == []


def test_an_option_that_decided_is_named() -> None:
    data = changed("options", to={"z-fills-location": False})
    data["cards"] = [
        {"from": "centre", "triangles": 0, "shape": None},
        *({**card, "from": "ann"} for card in GOOD["cards"]),
    ]
    (reason,) = judge_json(data)["reasons"]
    assert reason["option"] == "z-fills-location"


def test_profile_options_and_the_count_beside_a_shape_may_be_left_out() -> None:
    short = {key: value for key, value in GOOD.items() if key in ("claimant", "cards")}
    assert judge_json(short) == judge_json(GOOD)
    assert judge_json(without("cards", 0, "triangles")) == judge_json(GOOD)


BAD_CLAIMS: list[tuple[Any, str]] = [
    ([], "A claim must be an object with a claimant and cards"),
    ("ann", "A claim must be an object"),
    (None, "A claim must be an object"),
    (without("claimant"), "must name its claimant"),
    (changed("claimant", to=3), "must name its claimant"),
    (changed("claimant", to="  "), "must name its claimant"),
    (changed("claimant", to="centre"), 'A player cannot be called "centre"'),
    (changed("profile", to="hexes"), "no profile 'hexes'; use one of iamond, abolo"),
    (changed("profile", to=["iamond"]), "The profile must be a name"),
    (changed("profile", to="abolo"), "Card 1: A shape of lattice 'iamond' .* give one of lattice abolo"),
    (
        changed("cards", 1, "shape", "lattice", to="hex"),
        "Card 2: A shape of lattice 'hex' .* give one of lattice iamond",
    ),
    (changed("options", to=[]), "The options must be an object"),
    (changed("options", to={"z-flies": True}), "no option 'z-flies' in Zangle; use one of z-fills-location"),
    (changed("options", to={"z-as-target": 1}), "The option z-as-target must be true or false"),
    (changed("colour", to="red"), "A claim has no 'colour'; use cards, claimant"),
    (without("cards"), "must have a list of cards"),
    (changed("cards", to={}), "must have a list of cards"),
    (changed("cards", to=[GOOD["cards"][0]] * 121), "at most 120 cards, not 121"),
    (changed("cards", 1, to=7), "Card 2 must be an object"),
    (changed("cards", 1, "hue", to=7), "Card 2 has no 'hue'"),
    (without("cards", 1, "from"), "Card 2 must say where it is from"),
    (changed("cards", 1, "from", to=None), "Card 2 must say where it is from"),
    (changed("cards", 1, "from", to=""), "Card 2 must say where it is from"),
    (changed("cards", 1, "from", to="center"), "Card 2 is from 'center': write \"centre\""),
    (changed("cards", 1, "from", to=" Center"), "Card 2 is from ' Center': write \"centre\""),
    (changed("cards", 1, "triangles", to="two"), "triangles of card 2 must be a whole number or null"),
    (changed("cards", 1, "triangles", to=2.0), "triangles of card 2 must be a whole number or null"),
    (changed("cards", 1, "triangles", to=True), "triangles of card 2 must be a whole number or null"),
    (changed("cards", 1, "triangles", to=-1), "Card 2: A card has 0 to 20 triangles, not -1"),
    (changed("cards", 1, "triangles", to=21), "Card 2: A card has 0 to 20 triangles, not 21"),
    (changed("cards", 1, "triangles", to=4), "Card 2: A card with 4 triangles cannot show a shape of 2"),
    (changed("cards", 1, "triangles", to=0), "Card 2: A card with 0 triangles cannot show a shape of 2"),
    (changed("cards", 1, "shape", to="rhombus"), "Card 2: A shape must be an object"),
    (changed("cards", 1, "shape", "triangles", to=[]), "Card 2: A shape needs at least one triangle"),
    (
        changed("cards", 1, "shape", "triangles", to=[[[0, 0], [1, 0], [0, 1]], [[9, 9], [10, 9], [9, 10]]]),
        "Card 2: The shape falls apart",
    ),
]


@pytest.mark.parametrize(("data", "says"), BAD_CLAIMS, ids=[says for _, says in BAD_CLAIMS])
def test_what_is_no_claim_is_refused_in_one_sentence(data: Any, says: str) -> None:
    with pytest.raises(BadInput, match=says) as refused:
        judge_json(data)
    assert "\n" not in str(refused.value)
    assert str(refused.value).endswith(".")


def test_a_game_without_a_seed_is_refused() -> None:
    with pytest.raises(BadInput, match="There is no game 'chess'"):
        seed("chess")
