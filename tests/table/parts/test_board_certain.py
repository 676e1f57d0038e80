"""What a play between two looks at a board breaks for certain, and what no look can tell."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.rules.words import WordList
from companion.table.zigzaggle.laid import BETWEEN, change_between, zigzaggle_table
from companion.table.zigzaggle.play import judge_play
from tests.table.parts.sightings import card, on_cell, tiles_seen

SAME = {"j9": "Sy", "j10": "Ag", "j11": "Mr", "j12": "Eb"}
WORDS = WordList(["same", "safe", "sames", "at", "eat", "seat", "tea", "te", "et"])


def _look(tiles: dict[str, str], hidden: tuple[str, ...] = ()) -> Any:
    return zigzaggle_table(tiles_seen(tiles, hidden))


def _told(
    before: dict[str, str], lay: dict[str, str], hidden: tuple[str, ...] = (), **known: Any
) -> dict[str, Any]:
    return judge_play(_look(before), _look({**before, **lay}, hidden), words=WORDS, **known)


def _says(told: dict[str, Any]) -> list[str]:
    return [reason["says"] for reason in told["reasons"]]


def test_what_is_illegal_on_every_runway_names_none() -> None:
    told = _told(SAME, {"j13": "Qr"})
    assert (told["ruling"], told["runway"]) == ("illegal", None)
    assert _says(told) == ["SAMEQ is not in the word list."]
    given = _told(SAME, {"j13": "Qr"}, runway="west")
    assert given["runway"] == "west"
    assert len(given["reasons"]) == 2


def test_tiles_in_the_centre_alone_are_laid_in_no_runway() -> None:
    told = _told(SAME, {"k12": "Ty"})
    assert (told["ruling"], told["runway"]) == ("illegal", None)
    assert told["reasons"][0]["clause"] == "zigzaggle/runway"
    assert "whichever runway" in told["reasons"][0]["says"]
    assert told["reasons"][0]["option"] == "centre-directs"


def test_two_free_tiles_in_a_word_are_one_too_many_whatever_they_stand_for() -> None:
    for lay in ({"j13": "*", "j14": "*"}, {"j13": "*", "j14": "*", "j15": "*"}):
        told = _told(SAME, lay)
        assert told["ruling"] == "illegal"
        assert "free tiles; a word has at most one" in _says(told)[0]
        assert "SAME**" in _says(told)[0]
        assert (told["free"], told["turn"].count("*")) == ({}, len(lay))


def test_a_gap_is_one_whatever_a_free_tile_stands_for() -> None:
    told = _told(SAME, {"j13": "*", "j15": "Ty"})
    assert told["ruling"] == "illegal"
    assert _says(told) == ["There is a gap in the word at j14."]


def test_a_free_tile_that_makes_no_word_is_told_no_letter() -> None:
    told = _told({"g9": "Qr"}, {"g10": "*"})
    assert (told["ruling"], told["free"]) == ("illegal", {})
    assert _says(told) == ["Q* is not in the word list, whatever its free tile stands for."]
    assert told["words"] == [{"word": "q*", "where": ["g9", "g10"]}]


def test_a_free_tile_that_two_words_want_otherwise_is_said_so() -> None:
    # E*: T alone; *A down from the same cell: none with T.
    words = WordList(["et", "sa"])
    before = {"f10": "Eg", "g11": "Ag"}
    told = judge_play(_look(before), _look({**before, "g10": "*"}), words=words)
    assert told["ruling"] == "illegal"
    assert _says(told) == ["No letters of the free tiles make words of E* and *A together."]


def test_a_free_tile_from_before_has_a_letter_that_the_play_does_not_choose() -> None:
    before = {**SAME, "j11": "*"}
    told = _told(before, {"j13": "Sr"})
    assert told["ruling"] == "undecided"
    assert "has stood for" in _says(told)[0]
    assert "j11" in _says(told)[0]
    assert _told(before, {"j13": "Sr"}, free={"j11": "M"})["ruling"] == "legal"
    assert _told(before, {"j13": "Sr"}, free={"j11": "F"})["ruling"] == "illegal"
    only = WordList(["same", "sames"])
    sure = judge_play(_look(before), _look({**before, "j13": "Sr"}), words=only)
    assert (sure["ruling"], sure["runway"]) == ("legal", "south")


def test_what_is_broken_whatever_lies_on_a_hidden_cell_is_broken() -> None:
    lines = _told(SAME, {"j13": "Sr", "k9": "Ty"}, ("j14",))
    assert lines["ruling"] == "illegal"
    assert "in no one row or column" in _says(lines)[0]
    ended = _told(SAME, {"k9": "Qr", "k10": "Ty"}, ("k11",))
    assert _says(ended) == ["SQ is not in the word list."]
    # QS would run on over the hidden cell, and may become a word there; so may what joins no runway yet.
    assert _told(SAME, {"k11": "Qr"}, ("l11",))["ruling"] == "undecided"


def test_a_gap_that_is_hidden_is_none_for_certain() -> None:
    assert _told(SAME, {"j13": "Sr", "j15": "Ty"}, ("j14",))["ruling"] == "undecided"


def test_a_tile_that_is_seen_elsewhere_lies_on_a_hidden_cell_no_more() -> None:
    before = {"j9": "Sy", "j10": "Ag", "j11": "Mr", "j12": "Eb", "k9": "Ty"}
    after = {cell: tile for cell, tile in before.items() if cell != "k9"}
    change = change_between(_look(before), _look({**after, "j13": "Ty"}, ("k9",)))
    assert dict(change.gone) == {"k9": "Ty"}
    rack = tiles_seen({**after, "a1": "Ty"}, ("k9",))
    assert dict(change_between(_look(before), zigzaggle_table(rack)).gone) == {"k9": "Ty"}
    assert change_between(_look(before), _look(after, ("k9",))).gone == ()


def test_a_tile_half_off_the_board_lies_between_cells() -> None:
    look = tiles_seen(SAME)
    for off, doubts in ((12.0, 1), (21.0, 0)):
        # West of a9 there is no cell: a tile there may lie askew on it, or beside the board.
        tile = card("zigzaggle", "Rr-1", on_cell("a9", (-off, 0)), marks=(0,))
        table = zigzaggle_table(replace(look, parts=(*look.parts, tile)))
        assert table.doubts == (BETWEEN.format(tile="Rr", cell="a9"),) * doubts
        assert len(table.beside) == 1 - doubts


def test_what_a_free_tile_stood_for_is_not_told_by_a_word_that_runs_on_over_a_hidden_cell() -> None:
    """DROWN lies there, its D a free tile and its O unseen: what shows of it, *R, was no word by itself."""
    words = WordList(["drown", "dull", "ar", "er"])
    before = {"f10": "*", "g10": "Ry", "i10": "Wg", "j10": "Ny"}
    after = {**before, "f11": "Uy", "f12": "Ly", "f13": "Lb"}
    seen = _look(before, ("h10",)), _look(after, ("h10",))
    assert judge_play(*seen, runway="west", words=words)["ruling"] == "undecided"
    said = judge_play(*seen, runway="west", words=words, free={"f10": "D"})
    assert said["ruling"] == "legal"
    # Seen bare afterwards it was bare before: then *R was a word, and *ULL can be none.
    bare = judge_play(_look(before, ("h10",)), _look(after), runway="west", words=words)
    assert bare["ruling"] == "illegal"
