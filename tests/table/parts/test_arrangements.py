"""Which cards are a set, which are piles: arrangements of sightings made by hand, turned and shifted at will."""

from __future__ import annotations

from dataclasses import replace
from math import cos, radians, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.zigity.contract import judge_json
from companion.table.stacks import in_order, lies_over
from companion.table.zigity.laid import NO_CARD, NO_PLAY, NO_SET, zigity_table
from companion.table.zigity.photo import judge_set
from companion.table.zont.laid import NO_PILES, zont_table
from companion.table.zont.photo import judge_piles
from tests.table.parts.sightings import back, card, seen, unread
from vision.parts.sighting import PartSighting, PartsSeen
from vision.parts.unmarked import NO_MARKER
from vision.sighting import Point, Quad

SET = ("DE9cd", "CA1lp", "free-1")


def _z(
    ident: str, x: float, y: float = 0.0, turn: float = 0.0, marks: tuple[int, ...] = (0, 1)
) -> PartSighting:
    return card("zigity", ident, (x, y), turn, marks)


def _row(*idents: str, y: float = 60.0, step: float = 70.0) -> list[PartSighting]:
    return [_z(ident, k * step, y) for k, ident in enumerate(idents)]


def _turned(table: PartsSeen, degrees: float, shift: Point) -> PartsSeen:
    c, s = cos(radians(degrees)), sin(radians(degrees))

    def moved(quad: Quad) -> Quad:
        a, b, d, e = ((x * c - y * s + shift[0], x * s + y * c + shift[1]) for x, y in quad)
        return a, b, d, e

    parts = tuple(
        replace(p, corners_px=moved(p.corners_px), corners_mm=moved(p.corners_px)) for p in table.parts
    )
    return replace(table, parts=parts)


def test_the_single_card_apart_is_the_play_card_and_the_row_is_the_set() -> None:
    table = zigity_table(seen("zigity", *_row(*SET), _z("DW2rd", 60, -70)))
    assert table.play is not None
    assert table.play.name == "DW2rd"
    assert [one.name for one in table.laid] == ["DE9cd", "CA1lp", "free"]
    assert table.doubts == ()
    assert table.claim() == {"play_card": "DW2rd", "turn": {"set": ["DE9cd", "CA1lp", "free"]}}


@given(
    st.permutations([0, 1, 2, 3]), st.floats(0, 360), st.tuples(st.floats(-400, 400), st.floats(-400, 400))
)
@settings(max_examples=40, deadline=None)
def test_turning_the_table_or_naming_cards_in_another_order_changes_nothing(
    order: list[int], degrees: float, shift: Point
) -> None:
    parts = [*_row(*SET), _z("DW2rd", 60, -70)]
    table = zigity_table(_turned(seen("zigity", *(parts[k] for k in order)), degrees, shift))
    assert table.claim() == {"play_card": "DW2rd", "turn": {"set": ["DE9cd", "CA1lp", "free"]}}


def test_a_fan_is_a_set_with_its_top_card_last() -> None:
    fan = [_z("DE9cd", 0, 60, marks=(0,)), _z("DL5rg", 26, 60, marks=(0,)), _z("WB4rg", 52, 60)]
    table = zigity_table(seen("zigity", *reversed(fan), _z("DW2rd", 20, -75)))
    assert [one.name for one in table.laid] == ["DE9cd", "DL5rg", "WB4rg"]
    assert table.doubts == ()


def test_the_draw_pile_tells_which_of_two_single_cards_is_the_play_card() -> None:
    two = [_z("DW2rd", 0, 0), _z("DE9cd", 0, 140)]
    assert zigity_table(seen("zigity", *two)).doubts == (NO_PLAY,)
    table = zigity_table(seen("zigity", *two, back((95, 4))))
    assert table.claim() == {"play_card": "DW2rd", "turn": {"set": ["DE9cd"]}}
    assert judge_set(table)["ruling"] == "legal"


def test_a_play_card_that_is_known_by_name_needs_no_place_of_its_own() -> None:
    table = zigity_table(seen("zigity", *_row("DE9cd", "DW2rd")), play="DW2rd")
    assert table.claim() == {"play_card": "DW2rd", "turn": {"set": ["DE9cd"]}}
    assert "not seen" in zigity_table(seen("zigity", *_row("DE9cd", "DW2rd")), play="SE8cp").doubts[0]


def test_an_action_card_alone_is_played_as_one() -> None:
    table = zigity_table(seen("zigity", _z("DW2rd", 0), _z("dodge-2", 0, 140), back((95, 0))))
    assert table.claim() == {"play_card": "DW2rd", "turn": {"action": "dodge"}}
    assert judge_set(table)["ruling"] == "legal"


def test_two_rows_beside_the_play_card_are_in_doubt() -> None:
    rows = [*_row("DE9cd", "CA1lp"), *_row("WB4rg", "SE8cp", y=260.0)]
    table = zigity_table(seen("zigity", *rows, _z("DW2rd", 30, -75)))
    assert table.doubts[0] in (NO_SET, NO_PLAY)
    assert judge_set(table)["ruling"] == "undecided"


def test_what_is_unread_beside_the_set_leaves_the_verdict_open_and_far_away_does_not() -> None:
    parts = [*_row("DE9cd"), _z("DW2rd", 0, -70), back((95, -70))]
    near = zigity_table(seen("zigity", *parts, unread=(unread((75, 60)),)))
    assert "no marker" in near.doubts[0]
    assert judge_set(near)["ruling"] == "undecided"
    far = zigity_table(seen("zigity", *parts, unread=(unread((400, 300)),)))
    assert far.doubts == ()


def test_a_card_left_of_a_row_under_an_arm_is_no_play_card_while_another_is_unread() -> None:
    row, parted = _row("DE9cd", "CA1lp", "WB4rg"), _z("DW2rd", 300, 60)
    beneath = unread((70, -110), "its marker and its colour disagree")
    hidden = zigity_table(seen("zigity", *row, parted, unread=(beneath,)))
    assert any("disagree" in doubt for doubt in hidden.doubts)
    assert hidden.claim() is None
    foreign = zigity_table(seen("zigity", *row, parted, unread=(unread((70, -110), NO_MARKER),)))
    assert foreign.doubts == ()
    pile_by_it = zigity_table(seen("zigity", *row, parted, back((395, 60)), unread=(beneath,)))
    assert pile_by_it.doubts == ()
    pile_by_the_other = zigity_table(seen("zigity", *row, parted, back((165, -110)), unread=(beneath,)))
    assert pile_by_the_other.claim() is None


def test_nothing_open_is_said() -> None:
    assert zigity_table(seen("zigity")).doubts == (NO_CARD,)
    assert judge_set(zigity_table(seen("zigity")))["ruling"] == "undecided"


def test_the_play_card_alone_asks_what_it_is() -> None:
    table = zigity_table(seen("zigity", _z("DW2rd", 0)))
    assert table.claim() == {"play_card": "DW2rd"}
    assert judge_set(table)["ruling"] == judge_json({"play_card": "DW2rd"})["ruling"]


def test_a_word_that_is_said_is_the_one_that_is_judged() -> None:
    table = zigity_table(seen("zigity", *_row("WO7rp", "WE3lp"), _z("WN1lt", 30, -75)))
    assert judge_set(table, word="ONE")["ruling"] == "legal"
    assert judge_set(table, word="OWE")["ruling"] == "illegal"


@given(st.permutations(range(4)), st.integers(1, 3))
@settings(max_examples=30, deadline=None)
def test_the_order_of_a_fan_does_not_depend_on_the_order_of_sightings(order: list[int], apart: int) -> None:
    idents = ("DE9cd", "DL5rg", "WB4rg", "SE8cp")
    fan = [_z(one, 20.0 * apart * k, marks=(0, 1) if k == 3 else (0,)) for k, one in enumerate(idents)]
    assert [one.id for one in in_order([fan[k] for k in order])] == list(idents)
    assert lies_over(fan[1], fan[0])
    assert not lies_over(fan[0], fan[1])


SUITS = {"art": "A2r", "change": "C0", "favors": "F3y", "great zonts": "Z1b", "giglets": "G4"}


def _piles(without: str = "", step: float = 74.0) -> list[PartSighting]:
    kept = [ident for suit, ident in SUITS.items() if suit != without]
    return [card("zont", ident, (k * step, 0.0)) for k, ident in enumerate(kept)]


def _score(*idents: str, at: Point = (0.0, 140.0)) -> list[PartSighting]:
    last = len(idents) - 1
    return [
        card("zont", one, (at[0] + 24.0 * k, at[1]), marks=(0, 1) if k == last else (0,))
        for k, one in enumerate(idents)
    ]


@given(st.floats(0, 360), st.tuples(st.floats(-400, 400), st.floats(-400, 400)), st.randoms())
@settings(max_examples=30, deadline=None)
def test_five_suits_side_by_side_are_the_piles_and_the_rest_is_scored(
    degrees: float, shift: Point, rng: object
) -> None:
    parts = [*_piles(), *_score("A1y", "F1r", "C2b"), *_score("G2b", at=(240.0, 140.0))]
    rng.shuffle(parts)  # type: ignore[attr-defined]
    table = zont_table(_turned(seen("zont", *parts), degrees, shift))
    assert {suit: top.name for suit, top in table.tops} == SUITS
    assert sorted(sorted(str(one.name) for one in pile) for pile in table.scores) == [
        ["A1y", "C2b", "F1r"],
        ["G2b"],
    ]
    told = judge_piles(table)
    assert told["ruling"] == "legal"
    assert told["values"] == {"art": 2, "change": 0, "favors": 3, "great zonts": 1, "giglets": 4}
    assert sorted(one["total"] for one in told["points"].values()) == [4, 5]


def test_a_pile_that_is_not_seen_leaves_its_value_open() -> None:
    told = judge_piles(zont_table(seen("zont", *_piles("favors"), *_score("A1y"))))
    assert told["ruling"] == "undecided"
    assert told["values"] == {"art": 2, "change": 0, "favors": None, "great zonts": 1, "giglets": 4}
    assert any("favors pile" in reason["says"] for reason in told["reasons"])


def test_two_piles_of_a_suit_in_the_middle_are_in_doubt() -> None:
    table = zont_table(seen("zont", *_piles(), card("zont", "A3b", (5 * 74.0, 0.0))))
    assert "Two piles of art" in table.doubts[0]
    assert "art" not in dict(table.tops)
    assert table.claim() is None


@pytest.mark.parametrize("parts", [(), ("A1y",), ("A1y", "F1r")])
def test_without_five_piles_nothing_is_told(parts: tuple[str, ...]) -> None:
    table = zont_table(seen("zont", *(card("zont", one, (70.0 * k, 0)) for k, one in enumerate(parts))))
    assert table.doubts == (NO_PILES,)
    assert set(judge_piles(table)["values"].values()) == {None}
