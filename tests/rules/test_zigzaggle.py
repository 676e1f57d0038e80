"""Zig Zaggle's clauses one at a time, the book's examples, its JSON, its texts, and its document."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.errors import BadInput
from companion.rules.seeds import seed
from companion.rules.verdict import Ruling
from companion.rules.words import WordList
from companion.rules.zigzaggle import (
    Challenge,
    Pass,
    Position,
    Rules,
    clauses,
    judge,
    judge_json,
    own_profile,
    parse,
    play,
    position_from_line,
    position_to_line,
    profile_from,
    record_from_text,
    replay,
    shuffled,
    start,
    totals,
)
from companion.rules.zigzaggle.scoring import Line
from tests.conftest import Companion

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "zig-zaggle.md").read_text(encoding="utf-8")
NORMAL = Rules.of()


# --- one clause at a time -------------------------------------------------------------------------

SAME = "j9=Sb,j10=Ag,j11=Mr,j12=Eb"
cited: set[str] = set()


def at(rack: str, board: str = SAME, runway: str = "west", box: str = "TbTg", made: str = "-") -> Position:
    return position_from_line(f"{board} {rack}/EgZy {box} 30/40 1 {runway} 0 {made}")


def clauses_of(position: Position, turn: str, legal: bool, rules: Rules = NORMAL) -> set[str]:
    judged = judge(position, parse(turn), rules)
    assert (judged.ruling is Ruling.LEGAL) == legal, judged.reasons
    names = {reason.clause.removeprefix("zigzaggle/") for reason in judged.reasons}
    cited.update(names)
    return names


def test_every_clause_is_broken_or_kept_and_has_its_sentence() -> None:
    west, first = at("HgErNg***"), at("SbAbMbEb", "-")
    assert clauses_of(west, "lay j10=Hg", False) >= {"on-board"}
    assert clauses_of(west, "lay a1=Hg", False) >= {"on-board", "joins", "makes-word", "runway"}
    assert clauses_of(west, "lay i10=Tg h10=Eg", False) >= {"from-rack"}
    assert clauses_of(west, "lay i10=Hg f10=Er", False) >= {"one-line"}
    assert clauses_of(west, "lay", False) == {"makes-word"}
    assert clauses_of(first, "lay a10=Sb b10=Ab", False) >= {"start-cell", "word-list"}
    assert clauses_of(first, "lay j9=Sb j10=Ab j11=Mb j12=Eb", True) >= {"start-cell", "letters", "refill"}
    assert clauses_of(west, "lay i10=Hg", False) == {"runway"}
    assert clauses_of(west, "lay i10=Hg", True, Rules.of({"centre-directs": True})) >= {"runway", "joins"}
    henna = "lay f10=Hg g10=Er h10=Ng i10=*n"
    assert clauses_of(west, henna, True) >= {
        "joins",
        "runway",
        "one-free",
        "word-list",
        "from-rack",
        "one-line",
    }
    assert "one-free" in clauses_of(west, "lay f10=Hg g10=*e h10=Ng i10=*n", False)
    assert clauses_of(west, "exchange Hg", True) == {"exchange"}
    assert clauses_of(west, "exchange *", False) == {"exchange"}
    assert clauses_of(west, "exchange Hg Er Ng", False) == {"exchange"}
    assert clauses_of(west, "exchange Zb", False) == {"from-rack"}
    assert clauses_of(west, "challenge by 2", False) == {"challenge"}
    passed = play(west, Pass())
    assert clauses_of(passed, "pass", True) == {"pass", "emergency"}
    south = play(at("HgEr", runway="south"), Pass())
    assert clauses_of(south, "pass", True) == {"pass", "emergency", "over", "deduction"}
    ended = play(south, Pass())
    assert totals(ended) == (30 - 7, 40 - 12)
    assert clauses_of(ended, "pass", False) == {"over"}
    took = at("HgAgNgDg", f"{SAME},a9=Hy")
    assert "take-off" not in clauses_of(took, "lay a10=Ag", True)
    assert "take-off" in clauses_of(took, "lay a10=Ag", True, Rules.of({"line-along": True}))
    assert "set-up" in judge_json({})["reasons"][0]["clause"]
    cited.add("set-up")
    flush = at("HgAg", "c10=Ng,d10=Dg")
    assert clauses_of(flush, "lay a10=Hg b10=Ag", True) >= {"flush", "take-off"}
    assert play(flush, parse("lay a10=Hg b10=Ag")).scores[0] == 30 + 2 * (5 + 2 + 2 + 3) + 20
    assert play(flush, parse("lay a10=Hg b10=Ag")).runway == 1
    unchecked = Rules.of({"check-words": False})
    wrong = play(flush, parse("lay b10=Hg"), unchecked)
    assert clauses_of(wrong, "challenge by 2", True) == {"challenge-right"}
    back = play(wrong, Challenge(1))
    assert (back.board, back.racks, back.box) == (flush.board, flush.racks, flush.box)
    assert (back.scores, back.to_move) == ((30, 60), 1)
    assert clauses_of(wrong, "challenge by 1", False) == {"challenge"}
    good = play(flush, parse("lay a10=Hg b10=Ag"))
    assert clauses_of(good, "challenge by 2", True) == {"challenge-wrong"}
    assert play(good, Challenge(1)).scores == (good.scores[0] + 20, 20)
    assert cited == set(seed("zigzaggle")["clauses"])


def test_of_two_words_on_the_line_the_one_that_runs_up_to_it_takes_off() -> None:
    """The option that lets one along the line count has then decided nothing."""
    rules = Rules.of({"line-along": True, "check-words": False})

    def bonus(board: str) -> Line:
        score = judge(at("VyXy", board, runway="south"), parse("lay j22=Vy"), rules).score
        (line,) = (one for one in score if one.clause == "zigzaggle/take-off")
        return line

    both, along = bonus("j21=Ay,i22=Hg"), bonus("i22=Hg")
    assert (both.where, both.option) == (("j21", "j22"), None)
    assert (along.where, along.option) == (("i22", "j22"), "line-along")
    assert both.points == along.points == 50


def test_a_cell_holds_one_tile() -> None:
    rules = Rules.of({"check-words": False})
    assert clauses_of(at("HgAg", "c10=Ng,d10=Dg"), "lay b10=Ag b10=Hg", False, rules) == {"on-board"}


def test_where_a_tile_cannot_lie_no_word_is_spoken_of() -> None:
    """In its place stands the letter that lies there: what would be read is no word of anybody's."""
    assert "word-list" not in clauses_of(at("HgErNg***"), "lay j10=Hg", False)


def test_as_many_letters_are_exchanged_as_the_box_has() -> None:
    judged = judge(at("HgErNg", box="TrTg"), parse("exchange Hg Er"))
    assert judged.ruling is Ruling.LEGAL
    assert sorted(map(str, judged.after.racks[0])) == ["Ng", "Tg", "Tr"]
    assert sorted(map(str, judged.after.box)) == ["Er", "Hg"]


# --- the examples of the book, rebuilt ------------------------------------------------------------


def scored(position: Position, turn: str) -> dict[str, int]:
    """The points of each clause, added up."""
    points = Counter[str]()
    judged = judge(position, parse(turn))
    assert judged.ruling is Ruling.LEGAL, judged.reasons
    for line in judged.score:
        points[line.clause.removeprefix("zigzaggle/")] += line.points
    assert judged.after.scores[0] == position.scores[0] + points.total()
    return dict(points)


def test_four_blue_letters_on_the_blue_runway_count_double() -> None:
    same = at("SbMbEb", "o10=Ab", "east")
    assert scored(same, "lay n10=Sb p10=Mb q10=Eb") == {"letters": 12, "flush": 12}


def test_a_free_letter_makes_no_flush() -> None:
    assert scored(at("HbAb*", "p10=Nb", "east"), "lay n10=Hb o10=Ab q10=*d") == {"letters": 9}
    assert scored(at("HbAbDb", "p10=Nb", "east"), "lay n10=Hb o10=Ab q10=Db") == {"letters": 12, "flush": 12}


def test_one_letter_of_another_colour_makes_no_flush() -> None:
    assert scored(at("HbAbDr", "p10=Nb", "east"), "lay n10=Hb o10=Ab q10=Dr") == {"letters": 12}
    assert scored(at("HbAbDb", "l10=Nb", "east"), "lay j10=Hb k10=Ab m10=Db") == {"letters": 12}, (
        "part of it lies in the centre"
    )


def test_longer_flushes_count_three_and_five_times() -> None:
    assert scored(at("Pg", "d10=Lg,e10=Ag,f10=Ng,g10=Eg"), "lay c10=Pg") == {"letters": 14, "flush": 28}
    long = at("HgAgNgDg", "e9=Sg,e10=Og,e11=Mg,e12=Eg")
    assert scored(long, "lay e5=Hg e6=Ag e7=Ng e8=Dg") == {"letters": 24, "flush": 96}


def test_a_shaded_area_belongs_to_both_runways() -> None:
    for runway, code in (("west", "g"), ("north", "r")):
        position = at(f"T{code}A{code}", f"g5=N{code}", runway)
        assert scored(position, f"lay e5=T{code} f5=A{code}") == {"letters": 6, "flush": 6}
    assert scored(at("TgAg", "g5=Ng", "north"), "lay e5=Tg f5=Ag") == {"letters": 6}
    assert "runway" in clauses_of(at("TgAg", "g5=Ng", "south"), "lay e5=Tg f5=Ag", False)


@pytest.mark.parametrize(
    ("runway", "lies", "turn", "bonus", "then"),
    [
        ("west", "c10=Nb,d10=Db", "lay a10=Hr b10=Ar", 20, 1),
        ("east", "p10=Hg,q10=Ag", "lay r10=Nr s10=Dr", 30, 2),
        ("north", "j3=Nb,j4=Db", "lay j1=Hr j2=Ar", 40, 3),
        ("south", "j19=Hb,j20=Ab", "lay j21=Nr j22=Dr", 50, 4),
    ],
)
def test_each_take_off_line_has_its_bonus_and_ends_its_runway(
    runway: str, lies: str, turn: str, bonus: int, then: int
) -> None:
    position = at("HrArNrDr", lies, runway)
    assert scored(position, turn) == {"letters": 12, "take-off": bonus}
    after = play(position, parse(turn))
    assert (after.runway, after.over) == (then, then == 4)


def test_a_word_may_reach_other_runways_from_the_one_in_play() -> None:
    """One letter in the red runway's shaded area and one beyond it are enough for red; none in blue is too little."""
    position = at("EbAr", "l6=Tr,l7=Or", "north")
    assert scored(position, "lay m6=Eb n6=Ar") == {"letters": 6}
    assert "runway" in clauses_of(at("EbAr", "h9=Tr", "east"), "lay g9=Ar", False)


def test_the_first_word_brings_ten_more() -> None:
    assert scored(at("HgAgNgDg", "-"), "lay g10=Hg h10=Ag i10=Ng j10=Dg") == {"letters": 12, "start-cell": 10}


# --- challenges, and the end ----------------------------------------------------------------------


def test_the_last_play_can_be_challenged_and_its_end_of_the_game_taken_back() -> None:
    unchecked = Rules.of({"check-words": False})
    position = at("XyVy", "j21=Ay", "south")
    ended = play(position, parse("lay j22=Vy"), unchecked)
    assert ended.over
    assert totals(ended) == (ended.scores[0] - 9, 40 - 12), "the letters left are taken off"
    assert ended.box == position.box, "nobody draws any more"
    back = play(ended, Challenge(1), unchecked)
    assert (back.over, back.runway, back.board, back.racks) == (False, 3, position.board, position.racks)
    assert back.scores == (30, 60)
    assert back.to_move == 1, "the player has lost the turn"
    assert clauses_of(back, "challenge by 2", False) == {"challenge"}, "once"


def test_a_right_word_costs_the_challenger_and_stays() -> None:
    position = at("HgAg", "c10=Ng,d10=Dg")
    good = play(position, parse("lay a10=Hg b10=Ag"))
    after = play(good, Challenge(1))
    assert after.board == good.board
    assert after.scores == (good.scores[0] + 20, good.scores[1] - 20)
    assert after.pending is None


def test_play_goes_on_once_somebody_lays_or_exchanges_between_passes() -> None:
    position = play(at("HgErNg***"), Pass())
    for turn in ("exchange Eg", "lay f10=Yg g10=Er"):
        judged = judge(position, parse(turn), Rules.of({"check-words": False}))
        assert judged.after.runway == 0
    assert play(position, parse("exchange Eg")).passes == 0


# --- JSON -----------------------------------------------------------------------------------------


def test_the_documents_examples_are_what_the_program_takes() -> None:
    claim, line = re.findall(r"```(?:json)?\n(.*?)```", TEXT, re.DOTALL)
    answer = judge_json(json.loads(claim))
    assert answer["ruling"] == "legal"
    assert answer["score"]["total"] == sum(one["points"] for one in answer["score"]["lines"])
    assert position_to_line(position_from_line(line)) == line.strip()
    told = set(re.findall(r"`(\w+)`", TEXT.split("Out, besides")[1].split("## Word list")[0]))
    assert set(answer) - {"ruling", "reasons"} <= told
    for turn in re.findall(r"`((?:lay|exchange|challenge) [^`]+)`", TEXT.split("## Notation")[1]):
        assert str(parse(turn)) == turn


def test_every_clause_has_a_row_and_a_name() -> None:
    known = {
        value for value in vars(clauses).values() if isinstance(value, str) and value.startswith("zigzaggle/")
    }
    names = {f"zigzaggle/{name}" for name in seed("zigzaggle")["clauses"]}
    assert known == names
    assert names <= {f"zigzaggle/{name}" for name in re.findall(r"`([a-z-]+)`", TEXT)}
    assert set(seed("zigzaggle")["options"]) <= set(re.findall(r"`([a-z-]+)`", TEXT))


def test_the_answer_says_what_is_there_afterwards() -> None:
    claim = {
        "tiles": {"c10": "Ng", "d10": "Dg"},
        "rack": ["Hg", "Ag", "Zy"],
        "turn": {"lay": {"a10": "Hg", "b10": "Ag"}},
    }
    answer = judge_json(claim)
    assert answer["ruling"] == "legal"
    assert answer["tiles"] == {"a10": "Hg", "b10": "Ag", "c10": "Ng", "d10": "Dg"}
    assert (answer["rack"], answer["runway"], answer["score"]["total"]) == (["Zy"], "east", 44)
    assert answer["words"] == [{"word": "hand", "where": ["a10", "b10", "c10", "d10"]}]
    assert answer["left_out"] == []
    again = judge_json({**claim, "tiles": answer["tiles"], "rack": ["Zy"], "turn": "pass"})
    assert again["ruling"] == "legal"
    unknown = judge_json({"tiles": claim["tiles"], "turn": claim["turn"]})
    assert (unknown["ruling"], unknown["left_out"]) == ("legal", ["zigzaggle/from-rack"])
    over = judge_json(
        {"tiles": {"j20": "Ty", "j21": "Oy"}, "runway": "south", "turn": {"lay": {"j22": "Ny"}}}
    )
    assert (over["ruling"], over["runway"]) == ("legal", None)
    exchanged = judge_json({"rack": ["Hg", "*"], "turn": {"exchange": ["Hg"]}})
    assert (exchanged["ruling"], exchanged["left_out"]) == ("legal", ["zigzaggle/exchange"])
    assert exchanged["rack"] == ["*"]
    refused = judge_json({"rack": ["Hg"], "box": 0, "turn": {"exchange": ["Hg"]}})
    assert (refused["ruling"], refused["rack"]) == ("illegal", ["Hg"])


def test_a_challenge_and_hints_as_json() -> None:
    asked = {"challenge": {"j10": "Xy", "k10": "Vy"}}
    answer = judge_json({"turn": asked}, WordList(["on"]))
    assert answer["challenge"] == {"succeeds": True, "player": 0, "challenger": 20}
    right = judge_json({"turn": {"challenge": {"j10": "Or", "k10": "Ng"}}}, WordList(["on"]))
    assert right["challenge"] == {"succeeds": False, "player": 20, "challenger": -20}
    # Another runway may be in play by the time, and the rack is filled up again.
    later = {
        "tiles": {"j10": "Or", "k10": "Ng"},
        "runway": "south",
        "rack": [],
        "turn": {"challenge": {"l10": "Eb"}},
    }
    assert judge_json(later, WordList(["on"]))["challenge"]["succeeds"]
    hints = judge_json({"rack": ["Or", "Ng"], "hints": 3}, WordList(["on", "no"]))["hints"]
    assert len(hints) == 3
    assert {hint["points"] for hint in hints} == {14}


@pytest.mark.parametrize(
    ("tiles", "doubted", "also"),
    [
        ({}, {}, None),
        ({}, {"a1": "Ag"}, "on-board"),
        ({}, {"j10": "Ag"}, "makes-word"),
        ({}, {"j10": "Ag", "j13": "Tg"}, "one-line"),
        ({}, {"j11": "Ag", "j12": "Tg"}, "start-cell"),
        ({}, {"j10": "*a", "j11": "*t"}, "one-free"),
        ({"j10": "Ag", "k10": "Tg"}, {"j10": "Ag"}, "on-board"),
        ({"j10": "Ag", "k10": "Tg"}, {"j12": "Og", "k12": "Ng"}, "joins"),
    ],
)
def test_what_cannot_have_been_played_cannot_be_challenged(
    tiles: dict[str, str], doubted: dict[str, str], also: str | None
) -> None:
    answer = judge_json({"tiles": tiles, "turn": {"challenge": doubted}}, WordList(["at", "on"]))
    assert (answer["ruling"], answer["challenge"]) == ("illegal", None)
    broken = [reason["clause"] for reason in answer["reasons"]]
    assert broken[0] == "zigzaggle/challenge"
    assert also is None or f"zigzaggle/{also}" in broken


@pytest.mark.parametrize(
    "claim",
    [[], {"colour": 1}, {"tiles": 3}, {"tiles": {"a1": "Ag"}}, {"tiles": {"j10": "Xb"}}, {"tiles": {"j10": "*"}},
     {"tiles": {"j10": "Zy", "j11": "Zy"}}, {"rack": "Ag"}, {"rack": ["Ax"]}, {"rack": ["*"] * 21}, {"runway": "up"},
     {"turn": 4}, {"turn": "hop"}, {"turn": "challenge by 1"}, {"turn": {}}, {"turn": {"lay": []}},
     {"turn": {"lay": {"j10": "Xb"}}}, {"turn": {"hop": {}}}, {"turn": {"exchange": "Ag"}}, {"box": -1}, {"box": True},
     {"hints": 99, "rack": []}, {"hints": "many", "turn": "pass"}, {"profile": {"tiles": {}}, "tiles": {"j10": "Sb"}},
     {"options": 3}, {"options": {"x": True}}, {"options": {"check-words": 1}},
     {"tiles": []}, {"tiles": ""}, {"tiles": False}, {"options": []}, {"options": 0},
     {"profile": "x"}, {"profile": {"values": {"A": 3}}}],
)  # fmt: skip
def test_a_claim_that_cannot_be_judged(claim: object) -> None:
    with pytest.raises(BadInput) as wrong:
        judge_json(claim)
    assert "\n" not in str(wrong.value)


def test_more_tiles_of_a_kind_than_there_are() -> None:
    words = WordList(["jo", "joj"])
    lay = {"j10": "Jy", "j11": "Og", "j12": "Jy"}
    for claim, what in (
        ({"turn": {"lay": lay}}, "Jy"),
        ({"tiles": {"j10": "Jy", "j11": "Og"}, "turn": {"lay": {"j12": "Jy"}}}, "Jy"),
        ({"rack": ["Og"], "turn": {"challenge": lay}}, "Jy"),
        ({"turn": {"exchange": ["Jy", "Jy"]}}, "Jy"),
        ({"profile": {"free": 1}, "turn": {"lay": {"j10": "*j", "j11": "*o"}}}, "free tiles"),
        ({"rack": ["*"] * 13}, "free tiles"),
    ):
        with pytest.raises(BadInput, match=f"There are more {what} than the profile has"):
            judge_json(claim, words)
    off_the_rack = judge_json({"rack": ["Jy", "Og"], "turn": {"lay": lay}}, words)
    assert [reason["clause"] for reason in off_the_rack["reasons"]] == ["zigzaggle/from-rack"]


def test_the_command_judges_with_a_word_list_of_ones_own(companion: Companion, tmp_path: Path) -> None:
    lists = tmp_path / "words.txt"
    lists.write_text("xq\nqx\n", encoding="utf-8")
    claim = json.dumps({"turn": {"lay": {"j10": "Xy", "k10": "Qr"}}})
    ran = companion("judge", "zigzaggle", "--json", "--words", str(lists), stdin=claim)
    assert (ran.status, json.loads(ran.out)["ruling"]) == (0, "legal")
    ran = companion("judge", "zigzaggle", "--json", stdin=claim)
    assert (ran.status, json.loads(ran.out)["ruling"]) == (1, "illegal")
    for words in (str(tmp_path), str(tmp_path / "none.txt")):
        ran = companion("judge", "zigzaggle", "--words", words, stdin=claim)
        assert (ran.status, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    ran = companion("judge", "zont", "--words", str(lists), stdin=claim)
    assert (ran.status, len(ran.err.splitlines())) == (2, 1)


def test_a_profile_of_ones_own() -> None:
    values = {**seed("zigzaggle")["profiles"]["own"]["values"], "S": 50}
    assert profile_from({"values": values}).value("S") == 50
    assert own_profile().value("S") == 3
    bad: object
    for bad in (
        "x",
        3,
        {"x": 1},
        {"grid": ["c"]},
        {"grid": 3},
        {"values": {"A": -1}},
        {"areas": {}},
        {"runways": [{}]},
    ):
        with pytest.raises(BadInput):
            profile_from(bad)


RUNWAY = {"name": "west", "colour": "green", "code": "g", "bonus": 20, "line": {"column": 1}}


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        ({"flushes": {}}, "The profile's flushes must be a list of objects with letters and times, not {}."),
        ({"flushes": [3]}, "The profile's flushes must each be an object with letters and times, not 3."),
        (
            {"flushes": [{"letters": 1}]},
            'The profile\'s flushes must each be an object with letters and times, not {"letters": 1}.',
        ),
        (
            {"flushes": [{"letters": "a", "times": 2}]},
            "The profile's letters in flushes must be a whole number from 0 to 10000, not 'a'.",
        ),
        ({"grid": 3}, "The profile's grid must be a list of rows, each a text, not 3."),
        ({"grid": "cSc"}, "The profile's grid must be a list of rows, each a text, not 'cSc'."),
        ({"grid": [3]}, "The profile's rows in grid must be a text, not 3."),
        (
            {"areas": ["g"]},
            "The profile's areas must be an object of letters of the grid with lists of runways",
        ),
        (
            {"areas": {"g": "west"}},
            "The profile's areas must be a list of runways for each letter, not 'west'.",
        ),
        ({"areas": {"g": [["west"]]}}, "The profile's names in areas must be a text"),
        ({"runways": {}}, "The profile's runways must be a list of objects, not {}."),
        (
            {"runways": [None]},
            "The profile's runways must each be an object with name, colour, code, bonus and line",
        ),
        ({"runways": [{**RUNWAY, "code": 5}]}, "The profile's code in runways must be a text, not 5."),
        ({"runways": [{**RUNWAY, "name": []}]}, "The profile's name in runways must be a text, not []."),
        (
            {"runways": [{**RUNWAY, "line": 1}]},
            "The profile's line in runways must be an object of one column or row",
        ),
        (
            {"runways": [{**RUNWAY, "line": {"row": "x"}}]},
            "The profile's row in runways must be a whole number",
        ),
        ({"runways": [{**RUNWAY, "line": {"row": 0}}]}, "The profile's row in runways counts from 1."),
        ({"tiles": []}, "The profile's tiles must be an object of colours with their letters"),
        ({"tiles": {"pink": "A"}}, "The profile's tiles name 'pink', which is the colour of no runway."),
        ({"tiles": {"green": 3}}, "The profile's green in tiles must be a text, not 3."),
        ({"values": 3}, "The profile's values must be an object of letters with points"),
        (
            {"values": {"A": None}},
            "The profile's 'A' in values must be a whole number from 0 to 10000, not null.",
        ),
        ({"free": "12"}, "The profile's free must be a whole number from 0 to 10000, not '12'."),
    ],
)
def test_a_profile_of_a_wrong_shape_is_told_which_key_and_what_it_should_be(bad: object, says: str) -> None:
    with pytest.raises(BadInput) as wrong:
        profile_from(bad)
    assert str(wrong.value).startswith(says)


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=2),
    lambda of: st.lists(of, max_size=2) | st.dictionaries(st.text(max_size=2), of, max_size=2),
    max_leaves=5,
)


@given(st.sampled_from(sorted(seed("zigzaggle")["profiles"]["own"])), ANY_JSON)
def test_whatever_a_profile_holds_is_read_or_refused(key: str, value: object) -> None:
    with suppress(BadInput):
        profile_from({key: value})


@pytest.mark.parametrize(
    "text", ["", "lay j=Sb", "lay j10", "lay j10=*", "exchange s", "pass on", "challenge by x"]
)
def test_a_text_that_is_no_turn_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(BadInput, match="is no"):
        parse(text)


@pytest.mark.parametrize(
    "line",
    ["", "- - - 0 1 west 0 -", "- Hg - 0 1 west 0 -", "a1=Hg Hg/Hg - 0/0 1 west 0 -", "- Hg/Hg - 0 1 west 0 -",
     "- Hg/Hg - 0/0 3 west 0 -", "- Hg/Hg - 0/0 1 up 0 -", "- Hg/Hg - 0/0 1 west x -", "- Hg/Hg - 0/0 1 west 0 x",
     "- Xb/Hg - 0/0 1 west 0 -", "j9=Xy Xy/Hg - 0/0 1 west 0 -", "- ***************/Hg - 0/0 1 west 0 -",
     "j10=Sb,k10=Sb SbAr/Eg* - 0/0 2 west 0 1;5;west;j10=Sb,k10=Sb;ZyZy",
     "j10=Sb,k10=Sb Ar/Eg* - 0/0 2 west 0 1;5;west;l10=Sb;-",
     "j9=Hg,j9=Ag Hg/Hg - 0/0 1 west 0 -", "- H/H - 0/0 1 west 0 -"],
)  # fmt: skip
def test_a_line_that_is_no_position(line: str) -> None:
    with pytest.raises(BadInput) as wrong:
        position_from_line(line)
    assert "\n" not in str(wrong.value)


@pytest.mark.parametrize(
    "text",
    ["", '[Game "Zont"]', '[Game "Zig Zaggle"]\n2. pass', '[Game "Zig Zaggle"]\n1. hop', '[Game "Zig Zaggle"]',
     '[Game "Zig Zaggle"]\n[Letters "-"]\n[Players "x"]', '[Game "Zig Zaggle"]\n[Letters "Hg"]\n[Players "2"]',
     '[Game "Zig Zaggle"]\n[Profile "{"]', '[Game "Zig Zaggle"]\n[Profile "{"x": 1}"]',
     '[Game "Zig Zaggle"]\n[Letters "-"]\n[Players "2"]\n[Options "x"]'],
)  # fmt: skip
def test_a_text_that_is_no_record(text: str) -> None:
    with pytest.raises(BadInput) as wrong:
        record_from_text(text)
    assert "\n" not in str(wrong.value)


def test_who_can_play_a_game() -> None:
    for players in (1, 5):
        with pytest.raises(BadInput):
            start(players, shuffled(random.Random(1)))
    with pytest.raises(BadInput):
        start(2, shuffled(random.Random(1))[1:])
    with pytest.raises(match="zigzaggle/makes-word"):
        play(at("Hg"), parse("lay"))
    state, done, stop = replay(at("Hg"), [Pass(), parse("lay")])
    assert (len(done), state.passes) == (1, 1)
    assert stop is not None
