"""Zigity's clauses one at a time, its JSON, its texts, and its document."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from companion.rules.errors import BadInput
from companion.rules.seeds import seed
from companion.rules.verdict import Ruling
from companion.rules.zigity import (
    Lexicon,
    Position,
    Rules,
    clauses,
    hints,
    judge,
    judge_json,
    parse,
    play,
    position_from_line,
    position_to_line,
    printed_deck,
    record_from_text,
    replay,
    start,
    turns,
)
from companion.rules.zigity.cards import card_from

WORDS = Lexicon(["cat", "act", "at", "cab", "a", "ten", "net"])
TEXT = (Path(__file__).resolve().parents[2] / "docs" / "zigity.md").read_text(encoding="utf-8")
OTHERS = "DE9cd,DD8rt"


def at(
    play_card: str, hand: str, *, debt: int = 0, draw: str = "SA3cg,SC2ld,SD5ct", players: int = 3
) -> Position:
    others = "/".join([OTHERS] * (players - 1))
    return position_from_line(f"{hand}/{others} {draw} CI2lp,{play_card} 1 + {debt} 0 running")


def clauses_of(
    ruling: Ruling, position: Position, turn: str, rules: Rules | None, words: Lexicon | None
) -> set[str]:
    judged = judge(position, parse(turn), rules, words)
    assert judged.ruling is ruling, judged.reasons
    assert (judged.after == position) is (ruling is not Ruling.LEGAL)
    return {reason.clause.removeprefix("zigity/") for reason in judged.reasons}


def broken(
    position: Position, turn: str, rules: Rules | None = None, words: Lexicon | None = WORDS
) -> set[str]:
    return clauses_of(Ruling.ILLEGAL, position, turn, rules, words)


def kept(
    position: Position, turn: str, rules: Rules | None = None, words: Lexicon | None = WORDS
) -> set[str]:
    return clauses_of(Ruling.LEGAL, position, turn, rules, words)


def open_(
    position: Position, turn: str, rules: Rules | None = None, words: Lexicon | None = WORDS
) -> set[str]:
    return clauses_of(Ruling.UNDECIDED, position, turn, rules, words)


def told(position: Position, turn: str) -> str:
    return str(judge(position, parse(turn), None, WORDS).turn)


# --- the four sets --------------------------------------------------------------------------------


def test_creative_cat_completes_the_puzzle() -> None:
    position = at("CA1lp", "WR8cd,WA3rt,WB4rg,dodge,free,free")
    assert kept(position, "set WR8cd WA3rt") == {"play-card", "creative-cat", "own-hand", "top-card"}
    assert broken(position, "set WA3rt WB4rg") == {"creative-cat"}
    assert broken(position, "set WR8cd") == {"creative-cat"}
    assert broken(position, "set WR8cd WA3rt WB4rg") == {"creative-cat"}
    assert "free-declared" in kept(position, "set free=centre free=right"), (
        "the book's set with two free cards"
    )
    assert told(position, "set free free") == "set free=centre free=right"
    assert told(position, "set WR8cd free") == "set WR8cd free=right"
    assert broken(position, "set WR8cd free=centre") == {"creative-cat"}
    assert broken(position, "set WR8cd free=7") == {"free-stands-for"}


def test_data_head_adds_up_to_eleven() -> None:
    position = at("DA1cp", "WA3rt,WR8cd,CT10cd,SS2lt,free,free,CR3cg")
    assert kept(position, "set WA3rt free=7") >= {"data-head", "free-declared"}, (
        "the book's set with a free card"
    )
    assert kept(position, "set CT10cd") >= {"data-head"}
    assert told(position, "set WR8cd free") == "set WR8cd free=2"
    assert told(position, "set WR8cd free free") == "set WR8cd free=1 free=1"
    assert open_(position, "set WA3rt free free") == {"free-declared"}
    assert broken(position, "set WR8cd SS2lt WA3rt") == {"data-head"}
    assert broken(position, "set CT10cd free") == {"data-head"}, "whatever the free card is"
    assert broken(position, "set WA3rt free=A") == {"free-stands-for"}
    assert broken(position, "set CT10cd word TEN") == {"play-card"}


def test_star_performer_matches_the_instrument() -> None:
    position = at("SA3cg", "WB4rg,WL9lg,WA3rt,free,free,free,dodge")
    assert kept(position, "set WB4rg") >= {"star-performer"}
    assert kept(position, "set WB4rg WL9lg free free=guitar free") >= {"star-performer", "turn-over"}
    assert told(position, "set free free free") == "set free=guitar free=guitar free=guitar"
    assert broken(position, "set WB4rg WA3rt") == {"star-performer"}
    assert broken(position, "set free=drum") == {"star-performer"}
    assert broken(position, "set") == {"star-performer"}
    assert broken(position, "set WB4rg dodge") == {"set-cards"}


def test_word_worm_spells_a_word() -> None:
    position = at("WA3rt", "CC6ld,CT10cd,DB9lg,free,free,dodge")
    assert kept(position, "set CC6ld CT10cd word CAT") >= {"word-worm", "word-list"}
    assert kept(position, "set CC6ld free=T word CAT") >= {"free-declared"}, (
        "the book's word with a free card"
    )
    assert told(position, "set CC6ld free word CAT") == "set CC6ld free=T word CAT"
    assert told(position, "set CC6ld CT10cd") == "set CC6ld CT10cd word ACT"
    assert open_(position, "set CC6ld free") == {"free-declared"}, "CAT or CAB"
    assert broken(position, "set CC6ld DB9lg CT10cd") == {"word-worm"}
    assert broken(position, "set CC6ld word CAT") == {"word-worm"}
    assert broken(position, "set CC6ld DB9lg word CAT") == {"word-worm"}
    assert broken(position, "set CC6ld free=Q word CAQ") == {"word-list"}
    assert broken(position, "set word A") == {"word-length"}
    assert broken(position, "set CC6ld word A") == {"word-length", "word-worm"}
    assert kept(position, "set word A", Rules(True, False)) >= {"word-length"}
    assert open_(position, "set CC6ld CT10cd word CAT", words=None) == {"word-list"}
    assert open_(position, "set CC6ld CT10cd", words=None) == {"word-list"}


# --- actions, debts and draws ---------------------------------------------------------------------


def test_debts_add_up_pass_on_and_turn_back() -> None:
    hand = "draw2,draw3,dodge,bounce,WB4rg"
    position = at("SA3cg", hand)
    assert kept(position, "play draw2") == {"one-action", "draw-cards", "own-hand"}
    owing = at("draw2", hand, debt=2)
    assert play(owing, parse("play draw3")).debt == 5
    passed = play(owing, parse("play dodge"))
    assert (passed.debt, passed.to_move, passed.direction) == (2, 1, 1)
    assert kept(owing, "play dodge") == {"one-action", "dodge", "own-hand"}
    back = play(owing, parse("play bounce"))
    assert (back.debt, back.to_move, back.direction) == (2, 2, -1)
    assert kept(owing, "play bounce") == {"one-action", "bounce", "own-hand"}
    drawn = play(owing, parse("draw 2"))
    assert (drawn.debt, len(drawn.hands[0]), str(drawn.play_card)) == (0, 7, "SD5ct")
    assert kept(owing, "draw 2") == {"debt", "turn-over"}
    assert broken(owing, "draw 1") == {"debt"}
    assert broken(owing, "set WB4rg") == {"debt", "play-card"}


def test_without_a_debt_an_action_ends_the_turn_and_a_set_card_is_turned_over() -> None:
    position = at("SA3cg", "dodge,bounce,WB4rg", draw="free,draw2,DL5rg")
    for action in ("dodge", "bounce"):
        assert kept(position, f"play {action}") == {"one-action", action, "own-hand", "turn-over"}
        assert str(play(position, parse(f"play {action}")).play_card) == "DL5rg"
    assert broken(position, "play WB4rg") == {"one-action"}
    assert broken(at("SA3cg", "free,dodge"), "play free") == {"one-action"}
    assert broken(position, "play dodge bounce") == {"one-action"}


def test_between_two_players_bounce_is_dodge() -> None:
    owing = at("draw2", "bounce,WB4rg", debt=2, players=2)
    assert kept(owing, "play bounce") == {"one-action", "two-players", "own-hand"}
    after = play(owing, parse("play bounce"))
    assert (after.debt, after.to_move, after.direction) == (2, 1, 1)


def test_one_draws_only_where_nothing_can_be_played() -> None:
    stuck = at("SA3cg", "WA3rt,WH8rt")
    assert kept(stuck, "draw 1") == {"draw-one"}
    assert broken(stuck, "draw 2") == {"draw-one"}
    for hand in ("WA3rt,dodge", "WA3rt,WB4rg", "free,WA3rt"):
        assert broken(at("SA3cg", hand), "draw 1") == {"draw-one"}
        assert kept(at("SA3cg", hand), "draw 1", Rules(False, True)) == {"voluntary-draw"}
    assert kept(at("WA3rt", "WV1ld,DF2cg"), "draw 1") == {"draw-one"}
    assert broken(at("WA3rt", "CT10cd,DF2cg"), "draw 1") == {"draw-one"}
    assert open_(at("WA3rt", "WV1ld,DF2cg"), "draw 1", words=None) == {"word-list"}


def test_a_set_of_the_play_card_alone_forbids_nobody_to_draw() -> None:
    """Or two players could be left with nothing but to say A, in turn and for ever."""
    alone = at("WA3rt", "WV1ld,DF2cg")
    one_letter = Rules(True, False)
    assert kept(alone, "draw 1", one_letter) == {"draw-one"}
    assert kept(alone, "set word A", one_letter) >= {"word-worm", "word-length"}
    assert {str(turn) for turn in turns(alone, one_letter, WORDS)} == {"draw 1", "set word A"}
    assert broken(at("WA3rt", "CT10cd,DF2cg"), "draw 1", one_letter) == {"draw-one"}
    used_up = at("WA3rt", "WV1ld,DF2cg", draw="-")
    spent = play(used_up, parse("draw 1, shuffled CI2lp"), one_letter, WORDS)
    assert spent.idle == 0


def test_a_turn_is_one_thing_with_ones_own_cards() -> None:
    position = at("SA3cg", "WB4rg,dodge,WH8rt")
    assert broken(position, "nothing") == {"turn"}
    assert broken(position, "set WB4rg, play dodge") == {"turn"}
    assert broken(position, "set WL9lg") == {"own-hand"}
    assert broken(position, "play bounce") == {"own-hand"}
    assert broken(position, "set WB4rg WB4rg") == {"own-hand"}
    assert broken(position, "set WL9lg WA3rt dodge") == {"own-hand", "star-performer", "set-cards"}


def test_the_last_card_wins_whichever_it_is() -> None:
    for play_card, hand, turn in (
        ("SA3cg", "WB4rg", "set WB4rg"),
        ("SA3cg", "free", "set free"),
        ("SA3cg", "draw3", "play draw3"),
        ("SA3cg", "dodge", "play dodge"),
    ):
        position = at(play_card, hand)
        cited = kept(position, turn)
        assert cited >= {"win", "over"}
        assert "turn-over" not in cited
        after = play(position, parse(turn))
        assert after.over
        assert after.draw == position.draw
        assert broken(after, "draw 1") >= {"over"}


def test_the_played_cards_are_shuffled_anew() -> None:
    position = at("SA3cg", "WA3rt,WH8rt", draw="-")
    assert open_(position, "draw 1") == {"reshuffle"}
    assert kept(position, "draw 1, shuffled CI2lp") == {"draw-one", "reshuffle"}
    assert broken(position, "draw 1, shuffled CA1lp") == {"reshuffle"}
    assert broken(at("SA3cg", "WA3rt,WH8rt"), "draw 1, shuffled CI2lp") == {"reshuffle"}


def test_where_nobody_can_play_or_draw_the_fewest_cards_win() -> None:
    line = "WA3rt,WH8rt/DD8rt - SA3cg 1 + 0 {} running"
    position = position_from_line(line.format(0))
    assert kept(position, "draw 0") == {"draw-one"}
    assert broken(position, "draw 1") == {"draw-one"}
    last = position_from_line(line.format(1))
    assert kept(last, "draw 0") == {"draw-one", "blocked"}
    assert play(last, parse("draw 0")).over


def test_nobody_who_could_play_says_draw_0_whatever_the_option() -> None:
    line = "{},SK8cp/DA1cp,SO1ct,CA1lp - DR10ld 1 + 0 0 running"
    voluntary = Rules(False, True)
    for held, play_ in (("DA1lp", "set DA1lp"), ("dodge", "play dodge")):
        able = position_from_line(line.format(held))
        judged = judge(able, parse("draw 0"), voluntary, WORDS)
        assert judged.ruling is Ruling.ILLEGAL
        assert {reason.clause for reason in judged.reasons} == {"zigity/draw-one"}
        assert [str(turn) for turn in turns(able, voluntary, WORDS)] == [play_]
    stuck = position_from_line(line.format("DE9cd"))
    assert kept(stuck, "draw 0", voluntary) == {"draw-one"}
    assert [str(turn) for turn in turns(stuck, voluntary, WORDS)] == ["draw 0"]
    unread = {"play_card": "DB6lg", "hand": ["?????"], "turn": {"draw": 0}, "available": 0}
    for options in ({}, {"voluntary-draw": True}):
        assert judge_json({**unread, "options": options})["ruling"] == "undecided"
        assert judge_json({**unread, "hand": ["free", "SA2lp"], "options": options})["ruling"] == "illegal"
        assert judge_json({**unread, "hand": None, "options": options})["ruling"] == "legal"


def test_a_set_of_the_play_card_alone_is_no_turn_in_which_nobody_could_play() -> None:
    line = "WV1ld,DF2cg/DD8rt - WA3rt {} + 0 {} running"
    one_letter = Rules(True, False)
    for said in (0, 1):
        position = position_from_line(line.format(1, said))
        assert "blocked" not in kept(position, "set word A", one_letter)
        assert play(position, parse("set word A"), one_letter, WORDS).idle == 0
    position = position_from_line(line.format(1, 0))
    for turn, idle in (("set word A", 0), ("set word A", 0), ("draw 0", 1), ("set word A", 0), ("draw 0", 1)):
        position = play(position, parse(turn), one_letter, WORDS)
        assert (position.idle, position.over) == (idle, False)
    assert play(position, parse("draw 0"), one_letter, WORDS).over


def test_who_pays_a_debt_with_nothing_may_be_able_to_play() -> None:
    position = position_from_line("dodge,SB2lg/SM9lg - draw2 1 + 2 0 running")
    for turn, idle in (("draw 0", 0), ("draw 0", 1)):
        position = play(position, parse(turn))
        assert (position.idle, position.over) == (idle, False)
    assert play(position, parse("play dodge")).idle == 0
    stuck = position_from_line("SB2lg/SM9lg - draw2 1 + 2 0 running")
    for turn in ("draw 0", "draw 0"):
        stuck = play(stuck, parse(turn))
    assert kept(stuck, "draw 0") == {"draw-one", "blocked"}


def test_without_a_set_card_to_turn_over_the_top_one_stays() -> None:
    position = position_from_line("dodge,WB4rg/DD8rt free SA3cg 1 + 0 0 running".replace("SA3cg", "bounce"))
    after = play(position, parse("play dodge"))
    assert str(after.play_card) == "dodge"
    assert broken(position, "set WB4rg") == {"play-card"}


def test_a_word_that_many_others_have_the_letters_of_leaves_its_free_card_open() -> None:
    position = at("WB5lg", "CC5lg,CD5lg,free")
    same = ["".join(letters) for letters in permutations("abcd")]
    assert open_(position, "set CC5lg CD5lg free", words=Lexicon([*same, "zcbd"])) == {"free-declared"}
    assert judge(position, parse("set CC5lg CD5lg free"), None, Lexicon(same)).ruling is Ruling.LEGAL


def test_where_nothing_can_be_played_no_option_lets_a_card_be_drawn() -> None:
    assert kept(at("SA3cg", "WA3rt,WH8rt"), "draw 1", Rules(False, True)) == {"draw-one"}
    assert kept(at("SA3cg", "WA3rt,free"), "draw 1", Rules(False, True)) == {"voluntary-draw"}


# --- JSON -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("hand", [["?????"] * 1200, ["free"] * 81])
def test_more_cards_than_a_deck_has_are_refused(hand: list[str]) -> None:
    for claim in ({"hand": hand}, {"turn": {"set": hand, "word": "at"}}, {"turn": {"action": hand}}):
        with pytest.raises(BadInput, match=f"has {len(hand)} cards, and a deck 80"):
            judge_json({"play_card": "WA7lg", **claim})
    assert judge_json({"play_card": "WA7lg", "hand": ["?????"] * 80})["ruling"] == "legal"


@pytest.mark.parametrize("play", ["free", "draw2"])
def test_what_shows_and_not_a_debt_keeps_a_set_from_being_played(play: str) -> None:
    for debt, clause in ((0, "zigity/play-card"), (2, "zigity/debt")):
        answer = judge_json({"play_card": play, "debt": debt})
        assert [reason["clause"] for reason in answer["reasons"]] == [clause]


def asked(**claim: Any) -> tuple[str, set[str], dict[str, Any]]:
    answer = judge_json({"words": ["cat", "act", "at"], **claim})
    return (
        answer["ruling"],
        {reason["clause"].removeprefix("zigity/") for reason in answer["reasons"]},
        answer,
    )


def test_the_documents_examples_are_what_the_program_takes() -> None:
    claim, line = re.findall(r"```(?:json)?\n(.*?)```", TEXT, re.DOTALL)
    answer = judge_json(json.loads(claim))
    assert answer["ruling"] == "legal"
    keys = set(re.findall(r"`(\w+)`", TEXT.split("Out, besides")[1].split("## Notation")[0]))
    assert set(answer) - {"ruling", "reasons"} <= keys
    assert position_to_line(position_from_line(line)) == line.strip()
    for turn in re.findall(r"`((?:set|play|draw) [^`]+)`", TEXT):
        assert str(parse(turn)) == turn


def test_what_was_not_read_is_never_guessed() -> None:
    assert asked(play_card="SA3c?", turn="set WB4rg")[:2] == ("undecided", {"read"})
    assert asked(play_card="?A3cg", turn="set WB4rg")[:2] == ("undecided", {"read"})
    assert asked(play_card="?A3cg", turn="set dodge")[:2] == ("illegal", {"set-cards"})
    assert asked(play_card="DA1cp", turn="set W?10rg")[0] == "legal", "the letter does not matter"
    assert asked(play_card="DA1cp", turn="set WB?rg CT10cd")[:2] == ("illegal", {"data-head"})
    assert asked(play_card="WA3rt", turn="set C?6ld word CAT")[:2] == ("illegal", {"word-worm"})
    assert asked(play_card="SA3cg", turn={"action": ["?????"]})[:2] == ("undecided", {"read"})
    assert asked(play_card="SA3cg", hand=["?????", "WA3rt"], turn="draw 1")[:2] == ("undecided", {"read"})
    assert asked(play_card="SA3cg", hand=["?????", "WA3rt"], turn="set WB4rg")[:2] == ("undecided", {"read"})
    assert asked(play_card="?A3cg", hand=["WB4rg"], turn="draw 1")[:2] == ("undecided", {"read"})


def test_the_corner_that_decides_is_asked_for_by_the_cards_name() -> None:
    (asked_for,) = judge_json({"play_card": "DA1cp", "turn": {"set": ["WB?rg"]}})["reasons"]
    assert asked_for["says"] == "Show the number of the Word Worm with B, a right part and a guitar."
    assert asked_for["where"] == ["WB?rg"]


@pytest.mark.parametrize(
    ("card", "named"),
    [
        ("SA3cg", "the Star Performer with A, 3, a centre part and a guitar"),
        ("WB10?t", "the Word Worm with B, 10 and a trumpet"),
        ("C????", "the Creative Cat"),
        ("??4?p", "the set card with 4 and a piano"),
        ("?????", "the set card that was not read"),
        ("draw3", "Draw 3"),
        ("dodge", "Dodge"),
    ],
)
def test_a_card_is_named_by_what_was_read_of_it(card: str, named: str) -> None:
    assert clauses.name_of(card_from(card)) == named
    asked = {"play_card": "DA1cp", "hand": ["WA3rt"], "turn": {"set": [card]}}
    says = [one["says"] for one in judge_json(asked)["reasons"] if one["clause"] == "zigity/own-hand"]
    # A card of which nothing was read may be one of the hand.
    assert (f"{named[0].upper()}{named[1:]} is not in the hand." in says) == (card != "?????")


@pytest.mark.parametrize(("hand", "asked"), [(None, False), (["WB4rg"], True)])
def test_a_draw_says_that_nothing_could_be_played_only_of_a_hand_that_is_known(
    hand: list[str] | None, asked: bool
) -> None:
    claim = {"play_card": "CA1lp", "turn": {"draw": 1}}
    answer = judge_json(claim if hand is None else {**claim, "hand": hand})
    assert answer["ruling"] == "legal"
    [says] = [reason["says"] for reason in answer["reasons"] if reason["clause"] == "zigity/draw-one"]
    assert ("Nothing could be played" in says) is asked
    assert ("zigity/draw-one" in answer["left_out"]) is not asked


def test_the_answer_says_what_follows() -> None:
    _, _, answer = asked(play_card="SA3cg", hand=["WB4rg", "free", "dodge"], turn={"set": ["WB4rg", "free"]})
    assert (answer["top"], answer["turn_over"], answer["hand"], answer["won"]) == (
        "free",
        True,
        ["dodge"],
        False,
    )
    _, _, answer = asked(play_card="draw2", debt=2, players=4, hand=["bounce", "dodge"], turn="play bounce")
    assert (answer["debt"], answer["turns_round"], answer["turn_over"]) == (2, True, False)
    for players, round_ in ((2, False), (3, True), (None, None)):
        claim = {"play_card": "draw2", "debt": 2, "hand": ["bounce", "dodge"], "turn": "play bounce"}
        assert asked(**claim, players=players)[2]["turns_round"] is round_
    assert asked(play_card="draw2", debt=2, hand=["dodge"], turn="play dodge")[2]["turns_round"] is False
    _, _, answer = asked(play_card="draw2", debt=2, turn="draw 2")
    assert (answer["debt"], answer["turn_over"], answer["hand"]) == (0, True, None)
    assert answer["left_out"] == ["zigity/own-hand", "zigity/draw-one"]
    _, cited, answer = asked(play_card="SA3cg", hand=["draw2"], turn={"action": "draw2"})
    assert answer["won"]
    assert "win" in cited
    assert asked(play_card="SA3cg")[1] == {"set-up", "play-card"}
    assert asked(play_card="draw2", debt=2)[1] == {"debt"}
    assert judge_json({"play_card": "WA3rt", "turn": "set CC6ld CT10cd word CAT"})["ruling"] == "legal"


def test_hints_shed_most_cards() -> None:
    hand = tuple(map(card_from, ["CC6ld", "CT10cd", "WB4rg", "WL9lg", "free", "dodge"]))
    found = hints(card_from("WA3cg"), hand, Rules.of(), WORDS)
    assert {name: len(turn.cards) for name, turn in found.items() if turn is not None} == {
        "creative cat": 2, "word worm": 2, "data head": 2, "star performer": 3
    }  # fmt: skip
    for turn in found.values():
        assert turn is not None
        assert turn.cards[-1].name == "set", "a set card is left on top"


def test_the_command_judges() -> None:
    turns = [{"play_card": "SA3cg", "turn": turn} for turn in ("set WB4rg", "set WA3rt")]
    claim = "\n".join(map(json.dumps, [*turns, {"play_card": 7}]))
    ran = subprocess.run(
        [sys.executable, "-m", "companion.cli", "judge", "zigity", "--json"],
        input=claim,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 2
    assert [json.loads(line)["ruling"] for line in ran.stdout.splitlines()] == ["legal", "illegal"]
    assert len(ran.stderr.splitlines()) == 1
    assert "There is no card 7" in ran.stderr


def test_every_clause_has_a_sentence_a_row_and_a_name() -> None:
    known = {
        value for value in vars(clauses).values() if isinstance(value, str) and value.startswith("zigity/")
    }
    assert known == {f"zigity/{name}" for name in seed("zigity")["clauses"]}
    assert known <= {f"zigity/{name}" for name in re.findall(r"`([a-z-]+)`", TEXT)}


# --- what is no input -----------------------------------------------------------------------------


def refused(ask: Any, *given: Any) -> None:
    with pytest.raises(BadInput) as wrong:
        ask(*given)
    assert "\n" not in str(wrong.value)


@pytest.mark.parametrize(
    "text",
    ["", "set XA1lp", "set WA3rt=5", "set free=99", "set word", "set word C4T", "play", "draw", "draw x", "draw 1 2",
     "draw 1, draw 1", "draw 1, set WA3rt", "dance", "draw 1, shuffled", "set word CAT WA3rt", "set WA3rz",
     "draw 9999"],
)  # fmt: skip
def test_a_text_that_is_no_turn(text: str) -> None:
    refused(parse, text)


@pytest.mark.parametrize(
    "line",
    ["", "a b c", "-/- - - 1 + 0 0 running", "- - CA1lp 1 + 0 0 running", "-/- - CA1lp 3 + 0 0 running",
     "-/- - CA1lp 1 x 0 0 running", "-/- - CA1lp 1 + x 0 running", "-/- - CA1lp 1 + 0 0 resting",
     "-/- - CA?lp 1 + 0 0 running"],
)  # fmt: skip
def test_a_line_that_is_no_position(line: str) -> None:
    refused(position_from_line, line)


@pytest.mark.parametrize(
    "text",
    ["", '[Game "Zont"]', '[Game "Zigity"]\n1. draw 1', '[Game "Zigity"]\n[Players "3"]\n2. draw 1',
     '[Game "Zigity"]\n[Players "9"]', '[Game "Zigity"]\n[Players "2"]\n[Deck "free"]',
     '[Game "Zigity"]\n[Players "2"]\n[Options "x"]', '[Game "Zigity"]\n1. dance'],
)  # fmt: skip
def test_a_text_that_is_no_record(text: str) -> None:
    refused(record_from_text, text)


@pytest.mark.parametrize(
    "claim",
    [[], {}, {"play_card": "WA3rt", "colour": 1}, {"play_card": {"letter": "AB"}}, {"play_card": {"number": True}},
     {"play_card": "WA3rt", "hand": "WA3rt"}, {"play_card": "WA3rt", "hand": [7]}, {"play_card": "WA3rt", "players": 9},
     {"play_card": "WA3rt", "debt": -1}, {"play_card": "WA3rt", "words": "cat"}, {"play_card": "WA3rt", "turn": 5},
     {"play_card": "WA3rt", "turn": {"set": "x"}}, {"play_card": "WA3rt", "turn": {"word": "CAT"}},
     {"play_card": "WA3rt", "turn": "draw 1, shuffled free"}, {"play_card": "WA3rt", "options": 3},
     {"play_card": "WA3rt", "options": {"x": True}}, {"play_card": "WA3rt", "options": {"voluntary-draw": 1}},
     {"play_card": "WA3rt", "options": []}, {"play_card": "WA3rt", "options": 0},
     {"play_card": "WA3rt", "turn": {"set": [{"free": [1]}]}}, {"play_card": {"letter": []}}],
)  # fmt: skip
def test_a_claim_that_cannot_be_judged(claim: object) -> None:
    refused(judge_json, claim)


def test_an_illegal_turn_stops_a_replay_and_raises_in_play() -> None:
    position = at("SA3cg", "WB4rg,dodge,WH8rt")
    with pytest.raises(match="zigity/turn"):
        play(position, parse("nothing"))
    state, done, stop = replay(position, [parse("nothing")])
    assert (state, done) == (position, ())
    assert stop is not None
    refused(start, 9, printed_deck())
    refused(start, 2, [card_from("free")] * 20)
    refused(start, 2, [card_from("?????")] * 20)
