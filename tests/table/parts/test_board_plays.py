"""Tiles to cells, and two looks at a board to a play, against twins that only count."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.errors import BadInput
from companion.rules.words import WordList
from companion.rules.zigzaggle.contract import judge_json
from companion.rules.zigzaggle.profile import own_profile
from companion.table.zigzaggle.laid import NO_BOARD, change_between, laid_claim, zigzaggle_table
from companion.table.zigzaggle.play import NOTHING_LAID, judge_play
from tests.table.parts.sightings import card, on_cell, tiles_seen
from vision.parts.sighting import BoardPlace, PartsSeen

CELLS = [
    f"{chr(97 + c)}{r + 1}"
    for r, row in enumerate(own_profile().rows)
    for c, kind in enumerate(row)
    if kind != "."
]
NAMES = ["Ag", "Eb", "Sr", "Ty", "Ng", "*"]
BOARDS = st.dictionaries(st.sampled_from(CELLS[:60]), st.sampled_from(NAMES), max_size=6).filter(
    lambda board: all(list(board.values()).count(name) <= 2 for name in NAMES)
)
SAME = {"j9": "Sy", "j10": "Ag", "j11": "Mr", "j12": "Eb"}


def _look(tiles: dict[str, str], hidden: tuple[str, ...] = ()) -> Any:
    return zigzaggle_table(tiles_seen(tiles, hidden))


@given(st.sampled_from(CELLS), st.tuples(st.floats(-7, 7), st.floats(-7, 7)))
@settings(max_examples=60, deadline=None)
def test_a_tile_is_on_the_cell_whose_middle_is_nearest(cell: str, off: tuple[float, float]) -> None:
    x, y = on_cell(cell, off)
    nearest = min(
        CELLS, key=lambda name: sum((a - b) ** 2 for a, b in zip(on_cell(name), (x, y), strict=True))
    )
    place = BoardPlace(card("zigzaggle", "Ag-1", (0, 0)).corners_px, (2280,))
    table = zigzaggle_table(
        PartsSeen("zigzaggle", (640, 480), (card("zigzaggle", "Ag-1", (x, y)),), (), place)
    )
    assert nearest == cell
    assert table.cells() == {cell: "Ag"}


def test_a_tile_between_cells_or_upon_another_is_in_doubt_and_beside_the_board_is_not() -> None:
    place = tiles_seen({}).board
    parts = (
        card("zigzaggle", "Ag-1", on_cell("j10", (10.5, 0))),
        card("zigzaggle", "Eb-1", on_cell("c9")),
        card("zigzaggle", "Eb-2", on_cell("c9", (2, 2))),
        card("zigzaggle", "Sr-1", (500.0, 200.0)),
    )
    table = zigzaggle_table(PartsSeen("zigzaggle", (640, 480), parts, (), place))
    assert table.cells() == {}
    assert set(table.hidden) == {"j10", "c9"}
    assert len(table.doubts) == 2
    assert [tile.name for tile in table.beside] == ["Sr"]


@given(
    BOARDS,
    BOARDS,
    st.sets(st.sampled_from(CELLS[:60]), max_size=4),
    st.sets(st.sampled_from(CELLS[:60]), max_size=4),
)
@settings(max_examples=120, deadline=None)
def test_what_changed_is_what_comparing_cell_by_cell_finds(
    was: dict[str, str], now: dict[str, str], dark_before: set[str], dark_now: set[str]
) -> None:
    was = {cell: tile for cell, tile in was.items() if cell not in dark_before}
    now = {cell: tile for cell, tile in now.items() if cell not in dark_now}
    change = change_between(_look(was, tuple(dark_before)), _look(now, tuple(dark_now)))
    laid = {c: t for c, t in now.items() if was.get(c) != t and c not in dark_before}
    there = {part.id for part in tiles_seen(now).parts}
    ids = {c: part.id for c, part in zip(was, tiles_seen(was).parts, strict=True)}
    gone = {c: t for c, t in was.items() if now.get(c) != t and (c not in dark_now or ids[c] in there)}
    assert dict(change.laid) == laid
    assert dict(change.gone) == gone
    if any(cell in dark_before for cell in now):
        assert change.doubts
    if not dark_before and not dark_now:
        assert change.doubts == ()


def test_a_play_is_judged_as_the_rules_judge_it() -> None:
    lay = {"k12": "Ng", "l12": "Dr"}
    told = judge_play(_look(SAME), _look({**SAME, **lay}), runway="west")
    want = judge_json({"tiles": SAME, "runway": "west", "turn": {"lay": lay}})
    assert {key: told[key] for key in ("ruling", "reasons", "score", "words")} == {
        key: want[key] for key in ("ruling", "reasons", "score", "words")
    }
    assert told["laid"] == lay
    before, after = _look(SAME), _look({**SAME, **lay})
    assert laid_claim(before, change_between(before, after)) == {"tiles": SAME, "turn": {"lay": lay}}


def test_the_runway_is_the_one_under_which_alone_the_play_is_legal() -> None:
    told = judge_play(_look(SAME), _look({**SAME, "g10": "Tg", "h10": "Eg", "i10": "*"}), free={"i10": "N"})
    legal = [
        name
        for name in ("west", "east", "north", "south")
        if judge_json(
            {"tiles": SAME, "runway": name, "turn": {"lay": {"g10": "Tg", "h10": "Eg", "i10": "*n"}}}
        )["ruling"]
        == "legal"
    ]
    if len(legal) == 1:
        assert told["runway"] == legal[0]
    assert told["ruling"] in ("legal", "illegal", "undecided")


def test_a_free_tile_stands_for_the_one_letter_that_makes_a_word_or_for_any_that_does() -> None:
    looks = _look({"g9": "Ag"}), _look({"g9": "Ag", "g10": "*"})
    only = judge_play(*looks, words=WordList(["ax", "by"]))
    assert (only["ruling"], only["free"]) == ("legal", {"g10": "X"})
    words = WordList(["ax", "as", "at", "by"])
    said, open_one = judge_play(*looks, free={"g10": "S"}, words=words), judge_play(*looks, words=words)
    assert (said["ruling"], said["runway"], said["free"]) == ("legal", "west", {"g10": "S"})
    assert (open_one["ruling"], open_one["runway"], open_one["free"]) == ("legal", "west", {})
    assert open_one["score"]["total"] == said["score"]["total"]
    assert open_one["turn"] == "lay g10=*"
    assert open_one["words"] == [{"word": "a*", "where": ["g9", "g10"]}]
    says = [one["says"] for one in [*open_one["reasons"], *open_one["score"]["lines"]]]
    assert "A* counts 2." in says
    assert "The free tile on g10 may stand for S, T or X: it counts the same with each." in says
    assert not any(word in " ".join(says) for word in ("AS", "AT", "AX"))


def test_what_is_hidden_where_a_word_would_run_on_leaves_it_open() -> None:
    lay = {"k12": "Ng", "l12": "Dr"}
    told = judge_play(_look(SAME, ("m12",)), _look({**SAME, **lay}, ("m12",)), runway="west")
    assert told["ruling"] == "undecided"
    assert "m12" in told["reasons"][0]["says"]
    far = judge_play(_look(SAME, ("a9",)), _look({**SAME, **lay}, ("a9",)), runway="west")
    assert far["ruling"] == judge_play(_look(SAME), _look({**SAME, **lay}), runway="west")["ruling"]


def test_a_tile_that_is_gone_or_none_that_is_new_is_no_play() -> None:
    less = {cell: tile for cell, tile in SAME.items() if cell != "j12"}
    assert "gone" in judge_play(_look(SAME), _look(less))["reasons"][0]["says"]
    assert judge_play(_look(SAME), _look(SAME))["reasons"][0]["says"] == NOTHING_LAID
    # A tile that a hand covers is taken to lie there still.
    assert judge_play(_look(SAME), _look(less, ("j12",)))["reasons"][0]["says"] == NOTHING_LAID


def test_without_a_board_nothing_is_told() -> None:
    bare = zigzaggle_table(tiles_seen(SAME, board=False))
    assert not bare.found
    assert bare.doubts == (NO_BOARD,)
    assert judge_play(bare, bare)["ruling"] == "undecided"


def test_the_board_of_another_profile_has_other_cells() -> None:
    small = replace(own_profile(), rows=("ccc", "cSc", "ccc"))
    table = zigzaggle_table(tiles_seen({"b2": "Ag", "j10": "Eb"}), small)
    assert table.cells() == {"b2": "Ag"}
    assert [tile.name for tile in table.beside] == ["Eb"]


@pytest.mark.parametrize("runway", ["up", ""])
@pytest.mark.parametrize("after", [{**SAME, "k12": "Ng"}, SAME], ids=["laid", "nothing laid"])
def test_a_runway_that_is_none_is_refused(runway: str, after: dict[str, str]) -> None:
    with pytest.raises(BadInput, match="no runway"):
        judge_play(_look(SAME), _look(after), runway=runway)


@pytest.mark.parametrize(
    ("cell", "says"), [("j10", "No free tile lies on j10"), ("z99", "no cell z99"), ("j", "'j' is no cell")]
)
@pytest.mark.parametrize("after", [{**SAME, "k12": "*"}, SAME], ids=["laid", "nothing laid"])
def test_a_letter_of_no_free_tile_is_refused(cell: str, says: str, after: dict[str, str]) -> None:
    with pytest.raises(BadInput, match=says):
        judge_play(_look(SAME), _look(after), free={cell: "S"})


def test_a_letter_of_a_tile_that_is_not_seen_is_no_mistake() -> None:
    told = judge_play(_look(SAME, ("k12",)), _look(SAME, ("k12",)), free={"k12": "S"})
    assert told["ruling"] == "undecided"
    bare = zigzaggle_table(tiles_seen(SAME, board=False))
    assert judge_play(bare, bare, free={"j10": "S"})["ruling"] == "undecided"
