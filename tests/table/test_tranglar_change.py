"""Two looks at a board: the action, its legality, forgotten and false flips, and what stays open."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.errors import BadInput
from companion.rules.tranglar.actions import Pass, Place, PlaceNeutral, Swap
from companion.rules.tranglar.answer import pieces_to_json
from companion.rules.tranglar.cells import CELLS, FULL, mask_of, names
from companion.rules.tranglar.kinds import PLAYERS, neutral_spot_at, spots
from companion.rules.tranglar.laid import laid_from
from companion.rules.tranglar.position import LARGE, WHITE, Position
from companion.table.tranglar import BoardLook, judge_change
from tests.rules.tranglar_cases import CASES, Case
from tests.rules.tranglar_games import game, supply_of
from tests.rules.tranglar_pieces import piece, turned
from tests.table.board_looks import look


def asked(case: Case, **more: Any) -> dict[str, Any]:
    before, after = look(pieces_to_json(case.before)), look(pieces_to_json(case.after))
    known = {"to_move": PLAYERS[case.before.to_move], "supply": supply_of(case.before)}
    return judge_change(before, after, **{**known, **more})


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case.action))
def test_every_kind_of_action_step_by_step(case: Case) -> None:
    told = asked(case)
    if isinstance(case.action, Swap) and told["ruling"] == "undecided":
        return  # a pass with a false flip looks alike
    assert (told["ruling"], told["action"]) == ("legal", str(case.action))
    assert told["forgotten"] == told["wrong"] == []
    steps = told["steps"]
    assert [tuple(step["lit"]) for step in steps[2:]] == [names(mask) for mask in case.flips]
    for step, following in pairwise(steps[1:]):
        turning = next(one for one in step["trapped"] if one["cells"] == following["lit"])
        sides = [bool(side["touched_by"]) for side in turning["sides"]]
        assert 2 * sum(sides) > len(sides)

    def owners(pieces: list[dict[str, Any]]) -> set[tuple[str, ...]]:
        return {(one["owner"], *one["cells"]) for one in pieces}

    assert owners(steps[0]["pieces"]) == owners(told["before"]) == owners(pieces_to_json(case.before))
    assert owners(steps[-1]["pieces"]) == owners(told["after"]) == owners(pieces_to_json(case.after))


@pytest.mark.parametrize("case", [case for case in CASES if case.flips], ids=lambda case: str(case.action))
def test_forgotten_flips_are_told_and_the_action_stays_legal(case: Case) -> None:
    after = turned(pieces_to_json(case.after), case.flips[0])
    told = judge_change(
        look(pieces_to_json(case.before)),
        look(after),
        to_move=PLAYERS[case.before.to_move],
        supply=supply_of(case.before),
    )
    if told["action"] == str(case.action):
        assert {"cells": list(names(case.flips[0]))} == {
            key: value for key, value in told["forgotten"][0].items() if key == "cells"
        }


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case.action))
def test_without_who_and_supply_nothing_wrong_is_certain(case: Case) -> None:
    """What a board cannot tell may be left open; what is told as certain is what happened."""
    told = asked(case, to_move=None, supply=None)
    assert told["supply_known"] is False
    if told["ruling"] != "undecided":
        assert (told["ruling"], told["action"]) == ("legal", str(case.action))
    if isinstance(case.action, Pass | PlaceNeutral):
        assert told["ruling"] == "undecided"


def test_most_placements_need_no_more_than_two_photos() -> None:
    placed = [case for case in CASES if isinstance(case.action, Place)]
    told = [asked(case, to_move=None, supply=None) for case in placed]
    assert sum(one["ruling"] == "legal" for one in told) >= len(placed) // 2


TRAP = [piece("green", "b2E"), piece("green", "b2W")]


def test_an_illegal_placement_is_illegal_whatever_was_held() -> None:
    told = judge_change(look(TRAP), look([*TRAP, piece("petrol", "b2N")]))
    assert (told["ruling"], told["by"]) == ("illegal", "petrol")
    assert [reason["clause"] for reason in told["reasons"]] == ["tranglar/no-trap"]


def test_who_acts_out_of_turn_is_told_unless_a_piece_may_lie_the_wrong_way_up() -> None:
    before = [piece("petrol", "b2E"), piece("green", "b2N")]
    laid = [piece("petrol", "d4N"), *before]
    told = judge_change(look(before), look(laid), to_move="green")
    assert told["ruling"] == "undecided"
    assert "wrong way up" in told["reasons"][0]["says"]
    # That a green piece turned with it shows whose action it was.
    taken = [piece("petrol", "b2E"), piece("petrol", "b2N"), piece("petrol", "b2W")]
    sure = judge_change(look(before), look(taken), to_move="green")
    assert (sure["ruling"], sure["by"]) == ("illegal", "petrol")
    assert "tranglar/turns" in {reason["clause"] for reason in sure["reasons"]}


def test_an_attack_laid_half_the_wrong_way_up_may_be_a_replacement() -> None:
    before = [piece("petrol", "b3E", "b3N"), piece("green", "d1S")]
    after = [piece("petrol", "b3E"), piece("green", "b3N"), piece("green", "d1S")]
    told = judge_change(look(before), look(after))
    assert told["ruling"] == "undecided"
    assert "Say who was to move" in told["reasons"][0]["says"]
    sure = judge_change(look(before), look(after), to_move="green")
    assert (sure["ruling"], sure["action"]) == ("legal", "attack b3EN by b3E b3N")
    assert sure["forgotten"] == [{"cells": ["b3E"], "to": "green"}]


def test_nobody_is_named_where_either_player_can_have_done_it() -> None:
    house = piece("neutral", "a1E", "a1N", "a1S", "a1W", "b1W")
    told = judge_change(look([]), look([house]))
    assert (told["ruling"], told["by"]) == ("legal", None)
    assert told["says"] == [
        "Petrol or green places the neutral five-sided piece on a1E, a1N, a1S, a1W, b1W: legal."
    ]
    assert judge_change(look([]), look([house]), to_move="green")["by"] == "green"


def test_only_the_supply_forbids_it_so_it_is_asked_for() -> None:
    four = [piece("petrol", *(f"{square}{q}" for q in "ENSW")) for square in ("a1",)]
    told = judge_change(look(four), look([*four, piece("petrol", *(f"c3{q}" for q in "ENSW"))]))
    assert told["ruling"] == "undecided"
    assert "Say what each player held." in told["reasons"][0]["says"]
    sure = judge_change(
        look(four),
        look([*four, piece("petrol", *(f"c3{q}" for q in "ENSW"))]),
        to_move="petrol",
        supply={"petrol": {"large square": 1}, "green": {}},
    )
    assert sure["ruling"] == "legal"


def test_two_turns_at_once_are_no_ruling() -> None:
    told = judge_change(look([]), look([piece("petrol", "a1N"), piece("green", "d4N")]))
    assert (told["ruling"], told["action"], told["steps"]) == ("undecided", None, [])
    assert "after every single turn" in told["says"][0]


def test_readings_that_make_another_action_are_open_and_others_are_not() -> None:
    before = [piece("green", "d4E", "d4N")]
    one, two = [piece("petrol", "a1E", "a1N")], [piece("petrol", "a1E")]
    told = judge_change(look(before), look(before, one, two))
    assert told["ruling"] == "undecided"
    assert told["reasons"][0]["where"] == ["a1E", "a1N"]
    # Two small triangles laid at once are no action, so that it was the large one.
    both = [piece("petrol", "a1E"), piece("petrol", "a1N")]
    sure = judge_change(look(before), look(before, one, both))
    assert (sure["ruling"], sure["action"]) == ("legal", "place a1EN")


def test_a_likely_reading_outweighs_one_that_hardly_explains_the_board() -> None:
    whole, parts = [piece("petrol", "a1E", "a1N")], [piece("petrol", "a1E"), piece("petrol", "a1N")]
    known = [piece("green", "d4E", "d4N")]
    before = look([*known, *whole])
    after = replace(look(known, whole, parts), odds=(0.9, 0.1))
    # A seam that may be there after a turn in which nothing moved is no replacement.
    told = judge_change(before, after, to_move="petrol", supply=None)
    assert told["action"] == "pass"
    assert not any("Read otherwise" in reason["says"] for reason in told["reasons"])
    as_likely = judge_change(before, replace(after, odds=(0.5, 0.5)), to_move="petrol")
    assert (as_likely["action"], as_likely["ruling"]) == ("pass", "undecided")
    assert "Read otherwise" in as_likely["reasons"][0]["says"]
    likelier = judge_change(before, replace(after, odds=(0.001, 0.999)), to_move="petrol")
    assert likelier["action"].startswith("replace")


def test_without_odds_all_readings_have_to_agree() -> None:
    far = [piece("petrol", cell) for cell in ("a1E", "b2N", "c3S", "d1W")]
    told = judge_change(look([]), look([], [piece("petrol", "a1N")], far[:1]), to_move="petrol")
    assert told["ruling"] == "undecided"


def test_hidden_cells_leave_it_open() -> None:
    told = judge_change(look([]), look([piece("petrol", "a1N")], hidden=("c3N",)), to_move="petrol")
    assert told["ruling"] == "undecided"
    assert told["action"] == "place a1N"
    assert "c3N" in told["reasons"][0]["says"]


def pale(pieces: list[dict[str, Any]], asked: set[str]) -> BoardLook:
    """A look at these pieces of which no more is told of the cells asked than that they are white or bare, if so."""
    players = {cell for one in pieces if one["owner"] != "neutral" for cell in one["cells"]}
    return veiled(pieces, set(), asked - players)


def veiled(pieces: list[dict[str, Any]], dark: set[str], light: set[str]) -> BoardLook:
    """A look at these pieces of which nothing is told of the cells in the dark, and of those in the light no more than
    that they are white or bare; nor of the pieces that lie on them."""
    gone = [one for one in pieces if (dark | light) & set(one["cells"])]
    for one in gone:
        (dark if one["owner"] != "neutral" or dark & set(one["cells"]) else light).update(one["cells"])
    seen = look([one for one in pieces if one not in gone], hidden=tuple(sorted(dark | light)))
    return replace(seen, white_or_bare=tuple(sorted(light - dark)))


BOTH_LARGE = [
    piece("neutral", "b4E", "c3E", "c3N", "c4S", "c4W"),
    piece("neutral", "d1N", "d2E", "d2N", "d2S", "d2W"),
]
SAID = ("ruling", "action", "by", "flips", "forgotten", "wrong")


@given(st.integers(0, 2**32), st.data())
@settings(max_examples=200, deadline=None)
def test_what_is_hidden_makes_nothing_certain_wrong_and_leaves_open_what_hangs_on_it(
    seed: int, data: st.DataObject
) -> None:
    chance = random.Random(seed)
    position, action, following = chance.choice(list(game(chance, 30)))
    then, now = pieces_to_json(position), pieces_to_json(following)
    if chance.random() < 0.3 and (turning := following.pieces[position.to_move]):
        now = turned(now, chance.choice(turning))
    known: dict[str, Any] = {"to_move": PLAYERS[position.to_move], "supply": supply_of(position)}
    whole = judge_change(look(then), look(now), **known)
    cells = st.sets(st.sampled_from(CELLS), max_size=8)
    dark = [data.draw(cells) for _ in range(2)] if data.draw(st.booleans()) else [set(), set()]
    players = [{c for p in board if p["owner"] != "neutral" for c in p["cells"]} for board in (then, now)]
    looks = [
        veiled(board, dark[k], data.draw(cells) - players[k] - dark[k]) for k, board in enumerate((then, now))
    ]
    if data.draw(st.booleans()):
        which = data.draw(st.integers(0, 1))
        looks[which] = reaching(looks[which], chance)
    told = judge_change(*looks, **known)
    same = {key: told[key] for key in SAID} == {key: whole[key] for key in SAID}
    assert same or told["ruling"] == "undecided"
    hidden = [mask_of(one.hidden) for one in looks]
    shown = all(not mask & hidden[0] | mask & hidden[1] for mask in _laid(position, following))
    large = sum(neutral_spot_at(mask).kind != WHITE for mask in laid_from(looks[0].pieces).neutral)
    begun = large == len(LARGE) and position.taken | hidden[0] != FULL
    elsewhere = not looks[0].dark & (hidden[1] | sum(map(sum, following.pieces)))
    elsewhere &= not looks[0].unsure + looks[1].unsure
    elsewhere &= not looks[1].dark & (hidden[0] | sum(map(sum, position.pieces)))
    if begun and shown and elsewhere and not isinstance(action, Pass | PlaceNeutral | Swap):
        assert same, "nothing that is not told can matter"


def reaching(seen: BoardLook, chance: random.Random) -> BoardLook:
    """The look with a part of one player's piece hidden, and the rest taken for a piece that may reach under that."""
    for one in chance.sample(seen.pieces, len(seen.pieces)):
        mask = mask_of(one["cells"])
        parts = [part for part in spots() if part & mask == part != mask]
        if one["owner"] == "neutral" or not parts:
            continue
        part = chance.choice(parts)
        rest = [other for other in seen.pieces if other is not one]
        shown = piece(one["owner"], *names(part))
        hidden = tuple(sorted((*seen.hidden, *names(mask & ~part))))
        return replace(seen, pieces=(*rest, shown), hidden=hidden, unsure=(*seen.unsure, part))
    return seen


def _laid(before: Position, after: Position) -> set[int]:
    """The players' pieces that came."""
    return {mask for masks in after.pieces for mask in masks} - {
        mask for masks in before.pieces for mask in masks
    }


def test_what_was_laid_on_cells_that_were_white_or_bare_is_open() -> None:
    board = [*BOTH_LARGE, piece("green", "d4N")]
    before = pale(board, {"a1N", "c3S"})
    told = judge_change(before, look([*board, piece("petrol", "a1N")]), to_move="petrol")
    assert (told["ruling"], told["action"]) == ("undecided", "place a1N")
    assert told["reasons"][0]["where"] == ["a1N"]
    told = judge_change(before, look([*board, piece("petrol", "b1N")]), to_move="petrol")
    assert told["ruling"] == "legal"


def test_a_large_white_piece_that_is_not_told_may_have_still_to_be_laid() -> None:
    board = [BOTH_LARGE[0], piece("green", "d4N")]
    told = judge_change(pale(board, {"a1N"}), look([*board, piece("petrol", "b1N")]), to_move="petrol")
    assert told["ruling"] == "undecided"
    assert told["reasons"][0]["where"] == ["a1N"]


def test_a_white_piece_on_cells_that_were_white_or_bare_may_have_been_laid() -> None:
    board = [*BOTH_LARGE, piece("green", "d4N"), piece("neutral", "a1N")]
    told = judge_change(pale(board, {"a1N", "c3S"}), look(board), to_move="petrol")
    assert (told["ruling"], told["action"]) == ("undecided", None)
    assert told["says"] == ["Nothing was laid that both photos show: show a1N, c3S."]
    assert told["reasons"][0]["where"] == ["a1N", "c3S"]
    # Somebody did something else, so that it lay there before.
    more = [*board, piece("petrol", "b1N")]
    told = judge_change(pale(board, {"a1N", "c3S"}), pale(more, {"c3S", "d1S"}), to_move="petrol")
    assert (told["ruling"], told["action"]) == ("legal", "place b1N")


def test_a_photo_without_a_board_is_said() -> None:
    told = judge_change(BoardLook((), ((),), found=False), look([]))
    assert told["ruling"] == "undecided"
    assert "first photo" in told["says"][0]


def test_an_unknown_player_is_refused() -> None:
    with pytest.raises(BadInput, match="petrol or green"):
        judge_change(look([]), look([]), to_move="blue")


def test_where_nothing_was_laid_nobody_is_said_to_have_passed() -> None:
    board = [piece("petrol", "b2E"), piece("green", "d4N")]
    supply = {"petrol": {"small triangle": 3}, "green": {"small triangle": 3}}
    told = judge_change(look(board), look(board), to_move="petrol", supply=supply)
    assert told["action"] == "pass"
    assert told["says"] == [
        "Nothing was laid. If petrol passed, that is not allowed: another action is left."
    ]
    free = judge_change(
        look(board), look(board), to_move="petrol", supply=supply, options={"free-pass": True}
    )
    assert free["says"] == ["Nothing was laid. If petrol passed, that is allowed."]
    assert judge_change(look(board), look(board), to_move="petrol")["says"] == [
        "Nothing was laid: perhaps petrol passed."
    ]


def test_sentences_name_every_cell_as_a_player_finds_it_on_the_board() -> None:
    before = [piece("petrol", "b2E"), piece("green", "b2N"), piece("petrol", "a1E", "a1S")]
    after = [*before, piece("petrol", "b2W")]
    told = judge_change(look(before), look(after))
    assert told["action"] == "place b2W"
    assert told["says"] == [
        "Petrol places the small triangle on b2W: legal.",
        "The small triangle on b2N should show petrol and does not.",
    ]
    large = judge_change(
        look([]), look([piece("neutral", "a1E", "a1N", "a1S", "a1W", "b1W")]), to_move="green"
    )
    told_of_it = [*large["says"], *(step["says"] for step in large["steps"])]
    assert not [says for says in told_of_it if re.search(r"[a-d][1-4][NESW]{2}", says)]
    assert large["action"] == "neutral a1ENSWb1W"
