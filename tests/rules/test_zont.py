"""Zont beside its naive twin: whole games, all turns that can be thought of, every clause broken and kept."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.errors import BadInput
from companion.rules.seeds import seed
from companion.rules.verdict import Ruling
from companion.rules.zont import (
    Art,
    Change,
    Favors,
    Position,
    Record,
    Rules,
    Turn,
    clauses,
    judge,
    judge_json,
    parse,
    play,
    position_from_line,
    position_to_line,
    record_from_text,
    replay,
    score_of,
    shuffled,
    start,
    turns,
    view,
    winners,
)
from companion.rules.zont.cards import all_cards, card_from, suits
from companion.rules.zont.judging import report
from companion.rules.zont.position import first_piles
from tests.rules.zont_twin import ALL, SUITS, Power, Refused, Table

COUNT = 55


def begun(seed_: int, players: int = 3) -> tuple[Position, Table]:
    cards = shuffled(random.Random(seed_))
    return start(players, cards), Table.dealt(players, [str(card) for card in cards])


def as_turn(middle: str | None, power: Power, score: str | None) -> Turn:
    return Turn(
        None if middle is None else card_from(middle),
        _power(power),
        None if score is None else card_from(score),
    )


def _power(power: Power) -> Art | Change | Favors | None:
    if not power:
        return None
    if power[0] == "art":
        return Art(card_from(power[1]))
    return (Change if power[0] == "change" else Favors)(SUITS.index(power[1]), card_from(power[2]))


def as_twin(turn: Turn) -> tuple[str | None, Power, str | None]:
    power: Power = ()
    if isinstance(turn.power, Art):
        power = ("art", str(turn.power.card))
    elif turn.power is not None:
        word = "change" if isinstance(turn.power, Change) else "favors"
        power = (word, SUITS[turn.power.pile], str(turn.power.shows))
    middle, score = (None if card is None else str(card) for card in (turn.middle, turn.score))
    return middle, power, score


def same(position: Position, table: Table) -> bool:
    return (
        [[str(card) for card in pile.laid] for pile in position.piles] == list(table.piles.values())
        and [{str(card) for card in pile.mixed} for pile in position.piles] == list(table.unknown.values())
        and [sorted(map(str, cards)) for cards in position.hands] == [sorted(cards) for cards in table.hands]
        and [[str(card) for card in cards] for cards in position.scores] == table.scores
        and [str(card) for card in position.deck] == table.deck
        and (position.to_move, position.over) == (table.turn, table.over)
        and position.final == (table.last_round or table.over)
    )


def played(position: Position, table: Table, chance: random.Random, most: int) -> tuple[Position, Table]:
    for _ in range(most):
        if position.over:
            break
        turn = chance.choice(list(turns(position)))
        position, table = play(position, turn), table.played(*as_twin(turn))
    return position, table


def test_the_cards_are_those_of_the_twin() -> None:
    assert sorted(map(str, all_cards())) == sorted(ALL)
    assert [suit["code"] for suit in suits()] == list(SUITS)


@given(st.integers(0, 2**32), st.integers(2, 8))
@settings(max_examples=30, deadline=None)
def test_games_to_the_end_beside_the_twin(seed_: int, players: int) -> None:
    chance = random.Random(seed_)
    position, table = begun(seed_, players)
    for _ in range(200):
        if position.over:
            break
        turn = chance.choice(list(turns(position)))
        judged = judge(position, turn)
        assert judged.ruling is Ruling.LEGAL
        assert parse(str(turn)) == turn
        table = table.played(*as_twin(turn))
        position = judged.after
        assert same(position, table)
        everything = [card for pile in position.piles for card in pile.cards]
        everything += [card for cards in (*position.hands, *position.scores, position.deck) for card in cards]
        assert (len(everything), len(set(everything))) == (COUNT, COUNT)
        assert position_from_line(position_to_line(position)) == position
        assert [score_of(cards, position.piles).total for cards in position.scores] == table.points()
    assert position.over
    best = max(table.points())
    assert winners(position) == tuple(n for n, points in enumerate(table.points()) if points == best)
    assert list(turns(position)) == []


@pytest.mark.no_cover
@pytest.mark.parametrize("four_any", [True, False])
def test_every_turn_that_can_be_thought_of(four_any: bool) -> None:
    """No legal turn is missing, and every other one is refused with a clause."""
    chance, rules = random.Random(3), Rules(four_any)
    broken: Counter[str] = Counter()
    legal = asked = 0
    for round_ in range(8):
        position, table = played(*begun(round_, 2 + round_ % 3), chance, chance.choice((0, 4, 9, 14, 30)))
        if position.over:
            continue
        expected = set()
        offered = set(turns(position, rules))
        for middle, power, score in table.conceivable():
            turn = as_turn(middle, power, score)
            if chance.random() > 0.12 and turn not in offered:
                continue
            asked += 1
            judged = judge(position, turn, rules)
            try:
                table.played(middle, power, score, four_any)
                expected.add(turn)
                assert judged.ruling is Ruling.LEGAL, (position_to_line(position), str(turn), judged.reasons)
            except Refused:
                assert judged.ruling is Ruling.ILLEGAL, (position_to_line(position), str(turn))
                broken.update({reason.clause for reason in judged.reasons})
        assert len(offered) == len(list(turns(position, rules)))
        assert expected <= offered
        legal += len(expected)
        for turn in offered:
            table.played(*as_twin(turn), four_any)
    assert asked > 7_000
    assert legal > 200
    assert broken.keys() >= {
        f"zont/{name}"
        for name in ("order", "own-hand", "own-power", "art", "change", "change-not-played", "change-not-last",
                     "great-zonts", "shows", "final-one-card")
    }  # fmt: skip


# --- one clause at a time -------------------------------------------------------------------------


def at(
    hand: str, piles: str = "A0/C0/F0/Z0/G0", *, deck: str = "Z1rZ1bZ1yZ2r", stage: str = "running"
) -> Position:
    return position_from_line(f"{piles} {hand}/F1rF1bF1yF2rF2b -/- {deck} 1 {stage}")


def broken(position: Position, turn: str, rules: Rules | None = None) -> set[str]:
    judged = judge(position, parse(turn), rules)
    assert judged.ruling is Ruling.ILLEGAL
    assert judged.after == position
    return {reason.clause.removeprefix("zont/") for reason in judged.reasons}


def kept(position: Position, turn: str) -> set[str]:
    judged = judge(position, parse(turn))
    assert judged.ruling is Ruling.LEGAL, judged.reasons
    return {reason.clause.removeprefix("zont/") for reason in judged.reasons}


def test_the_rulebooks_turn() -> None:
    position = at("A2rC3rG1bZ4F3y")
    assert kept(position, "play A2r, art C3r, score Z4") == {
        "order", "own-hand", "matching-pile", "art", "refill"
    }  # fmt: skip
    after = play(position, parse("play A2r, art C3r, score Z4"))
    assert after.values == (2, 3, 0, 0, 0)
    assert len(after.hands[0]) == 5
    assert score_of(after.scores[0], after.piles).total == 0
    assert score_of((card_from("A1b"), card_from("C1b"), card_from("C2b")), after.piles).total == 8


def test_a_turn_has_its_order() -> None:
    position = at("A2rC3rG1bZ4F3y")
    assert broken(position, "score Z4") == {"order"}
    assert broken(position, "play A2r") == {"order"}
    assert broken(position, "art C3r, score Z4") == {"order"}
    assert broken(position, "nothing") == {"order"}


def test_cards_come_from_the_hand_and_go_onto_their_pile() -> None:
    position = at("A2rC3rG1bZ4F3y")
    assert broken(position, "play A3r, score A1r") == {"own-hand"}
    assert broken(position, "play A2r on C, score Z4") == {"matching-pile"}
    assert broken(position, "play A2r, art C3r on F, score Z4") == {"matching-pile"}
    assert broken(position, "play A2r, score A2r") == {"own-hand"}


def test_art_wants_the_same_colour() -> None:
    position = at("A2rC3bG1rA4Z2b")
    assert broken(position, "play A2r, art C3b, score Z2b") == {"art"}
    assert "four-any-colour" in kept(position, "play A2r, art A4, score Z2b")
    assert "four-any-colour" in kept(position, "play A4, art C3b, score Z2b")
    assert broken(position, "play A4, art C3b, score Z2b", Rules(False)) == {"art"}
    judged = judge(position, parse("play A4, art C3b, score Z2b"), Rules(False))
    assert judged.reasons[0].option == "four-any-colour"


def test_change_takes_a_top_card_of_the_same_colour() -> None:
    position = at("C2rC3bG1rA4Z2b", "A0A1rA3r/C0/F0F3b/Z0Z3r/G0")
    assert "change" in kept(position, "play C2r, change A shows A1r, score A3r")
    assert "change" in kept(position, "play C2r, change A, score A3r"), "what shows is the one that it can be"
    assert broken(position, "play C2r, change A shows A0, score Z2b") == {"shows"}
    assert broken(position, "play C3b, change A shows A1r, score Z2b") == {"change"}
    assert broken(position, "play C2r, change Z shows Z0, score Z2b") == {"great-zonts"}
    assert broken(position, "play C2r, change C shows C0, score Z2b") == {"change-not-played"}
    assert broken(position, "play C2r, change G, score Z2b") == {"change", "change-not-last"}
    assert "giglets" in kept(position, "play G1r, change A shows A1r, score A3r")
    assert broken(position, "play G1r, change Z shows Z0, score Z2b") == {"great-zonts"}
    assert broken(position, "play G1r, change G shows G0, score Z2b") == {"change-not-played"}
    # A 4 has its own colour or none: what stands against taking it back is that it was just played, and nothing else.
    four = at("C4C3bG1rA4Z2b", "A0A1rA3r/C0/F0F3b/Z0Z3r/G0")
    for rules in (Rules(True), Rules(False)):
        assert broken(four, "play C4, change C shows C0, score Z2b", rules) == {"change-not-played"}


def test_favors_turns_up_a_card_of_the_pile_and_hides_the_others() -> None:
    position = at("F2yC3bG1rA4Z2b", "A0A1rA3r/C0/F0F3b/Z0Z3r/G0")
    assert "favors" in kept(position, "play F2y, favors Z shows Z0, score Z2b")
    after = play(position, parse("play F2y, favors A shows A0, score Z2b"))
    assert [str(card) for card in after.piles[0].mixed] == ["A1r", "A3r"]
    assert broken(position, "play F2y, favors A shows A2r, score Z2b") == {"shows"}
    assert judge(position, parse("play F2y, favors A, score Z2b")).ruling is Ruling.UNDECIDED
    assert "shows" in judge(position, parse("play F2y, favors A, score Z2b")).reasons[0].clause


def test_powers_are_those_of_the_suit() -> None:
    position = at("Z1rC3bG1rA4F2y", deck="-")
    assert broken(position, "play Z1r, art A4, score F2y") == {"own-power"}
    assert broken(position, "play C3b, favors A shows A0, score F2y") == {"own-power"}
    assert "giglets" in kept(position, "play G1r, favors A, score F2y")


def test_the_final_round() -> None:
    position = at("Z1rC3bG1rA4F2y", deck="A1r")
    cited = kept(position, "play Z1r, score F2y")
    assert {"refill", "final-round"} <= cited
    final = at("Z1rA4", deck="-", stage="final")
    assert broken(final, "play Z1r, score A4") == {"final-one-card"}
    assert broken(final, "nothing") == {"final-one-card"}
    assert kept(final, "score A4") == {"final-one-card", "own-hand"}
    ends = judge(final, parse("play A4, art Z1r"))
    assert {"over", "score"} <= {reason.clause.removeprefix("zont/") for reason in ends.reasons}
    assert ends.after.over
    assert broken(ends.after, "score F1r") >= {"over"}


def test_a_turn_that_begins_the_final_round_and_leaves_no_card_ends_the_game() -> None:
    position = position_from_line("A0/C0/F0/Z0/G0 A2rA3b/C3rC2b -/- - 1 running")
    judged = judge(position, parse("play A2r, score A3b"))
    assert {"zont/final-round", "zont/over", "zont/score"} <= {reason.clause for reason in judged.reasons}
    assert (judged.after.final, judged.after.over, judged.after.to_move) == (True, True, 0)


def test_a_tie_is_shared() -> None:
    position = position_from_line("A0A3r/C0/F0/Z0/G0 A1r/C1r A1bC2r/A1yC2b - 1 final")
    judged = judge(position, parse("score A1r"))
    assert winners(judged.after) == (0,)
    shared = judge(position, parse("play A1r"))
    assert winners(shared.after) == (0, 1)
    assert "share the win" in shared.reasons[-1].says


def test_what_is_hidden_is_in_no_view() -> None:
    position, _ = played(*begun(5), random.Random(5), 12)
    for seat in (None, 0, 1, 2):
        shown = repr(view(position, seat))
        hidden = [card for n, cards in enumerate(position.hands) if n != seat for card in cards]
        hidden += [
            *position.deck,
            *(card for pile in position.piles for card in pile.cards if card != pile.top),
        ]
        hidden += [card for cards in position.scores for card in cards[:-1]]
        assert not any(repr(card) in shown for card in hidden)


def test_the_documents_examples_are_what_the_program_takes() -> None:
    text = (Path(__file__).resolve().parents[2] / "docs" / "zont.md").read_text(encoding="utf-8")
    claim, line = re.findall(r"```(?:json)?\n(.*?)```", text, re.DOTALL)
    assert judge_json(json.loads(claim))["ruling"] == "legal"
    assert position_to_line(position_from_line(line)) == line.strip()
    for turn in re.findall(r"`((?:play|score) [^`]+)`", text):
        assert str(parse(turn)) == turn


@pytest.mark.parametrize(
    ("hand", "turn", "final", "over"),
    [
        (["A1r"], "score A1r", True, True),
        (["A1r"], "play A1r", True, True),
        (["A1r", "C1r"], "score A1r", True, False),
        (None, "score A1r", True, False),
        (["A1r", "C1r"], "play A1r, score C1r", False, False),
    ],
)
def test_the_last_card_of_the_final_round_ends_the_game(
    hand: list[str] | None, turn: str, final: bool, over: bool
) -> None:
    answer = judge_json({"hand": hand, "turn": turn, "final": final})
    assert answer["ruling"] == "legal"
    assert ("zont/over" in [reason["clause"] for reason in answer["reasons"]]) is over


def test_what_the_piles_are_worth_has_the_keys_of_a_turn() -> None:
    asked, turned = judge_json({}), judge_json({"turn": "score A1r", "final": True})
    assert list(asked) == list(turned)
    assert (asked["turn"], asked["left_out"]) == (None, [])


def test_a_score_pile_that_is_not_there_is_told_of_an_illegal_turn_too() -> None:
    for turn in ("play A2r, score Z4", "play A2r, art C1b, score Z4"):
        for player in ("zed", 3):
            with pytest.raises(BadInput, match="no score pile"):
                judge_json({"turn": turn, "player": player, "scores": {"ann": []}})


@pytest.mark.parametrize(
    ("claim", "says"),
    [
        ({"turn": "play A2r, score G3b", "scores": {"ann": ["A2r"]}, "player": "ann"}, "A2r lies in ann's score pile"),
        ({"turn": "play A2r, score G3b", "scores": {"ann": ["G3b"], "ben": []}, "player": "ben"}, "G3b lies in ann's"),
        ({"turn": "play A2r, art C3r, score G3b", "scores": {"ann": ["C3r"]}}, "C3r lies in ann's score pile"),
        ({"piles": {"art": ["A0"], "A": ["A0", "A1r"]}}, "The art pile is told twice"),
        ({"piles": {"art": {"mixed": ["A0"], "laid": ["A1r"], "top": "A3b"}}}, "ends with A1r, and its top is another"),
        ({"turn": {"pile": "art", "score": "G3b"}, "final": True}, "A pile is told, and no card"),
    ],
)  # fmt: skip
def test_what_contradicts_itself_is_refused(claim: dict[str, object], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        judge_json(claim)


def test_a_pile_is_taken_as_it_is_answered() -> None:
    answer = judge_json({"piles": {"art": {"mixed": ["A0"], "laid": ["A1r"], "top": "A1r"}}})
    assert judge_json({"piles": answer["piles"]})["piles"] == answer["piles"]


@pytest.mark.parametrize("options", [[], 0, "", False])
def test_options_that_are_no_object(options: object) -> None:
    with pytest.raises(BadInput, match="options must be an object"):
        judge_json({"options": options})


def test_every_clause_has_a_sentence_and_every_sentence_a_clause() -> None:
    known = {
        value for value in vars(clauses).values() if isinstance(value, str) and value.startswith("zont/")
    }
    assert known == {f"zont/{name}" for name in seed("zont")["clauses"]}
    assert [reason.clause for reason in report(first_piles()).reasons] == ["zont/set-up", "zont/score"]


# --- records --------------------------------------------------------------------------------------


@given(st.integers(0, 2**32), st.booleans())
@settings(max_examples=20, deadline=None)
def test_a_record_comes_back_as_it_was(seed_: int, four_any: bool) -> None:
    chance = random.Random(seed_)
    cards, rules = shuffled(chance), Rules(four_any)
    position = start(3, cards)
    done: list[Turn] = []
    while not position.over and len(done) < 60:
        turn = chance.choice(list(turns(position, rules)))
        done.append(turn)
        position = play(position, turn, rules)
    record = Record(3, cards, tuple(done), rules, {"Evening": "Friday"})
    again = record_from_text(record.to_text())
    assert again == record
    ended, judged, stop = again.replay()
    assert (ended, len(judged), stop) == (position, len(done), None)


def test_an_illegal_turn_stops_a_replay_and_raises_in_play() -> None:
    position, _ = begun(1)
    with pytest.raises(match="zont/order"):
        play(position, parse("nothing"))
    state, done, stop = replay(position, [parse("nothing")])
    assert (state, done) == (position, ())
    assert stop is not None


@pytest.mark.parametrize(
    "text",
    ["", "play", "play A9r", "play A2r on", "score A2r, play A1r", "art A2r, art A1r", "change A shows", "dance A2r",
     "favors X", "play A2r on Q", "play A2r A1r"],
)  # fmt: skip
def test_a_text_that_is_no_turn_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse(text)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "line",
    ["", "A0/C0/F0/Z0 - - - 1 running", "A0/C0/F0/Z0/G0 A1r/- -/- A1r 1 running", "C0/A0/F0/Z0/G0 -/- -/- - 1 running",
     "A0/C0/F0/Z0/G0 -/- -/- - 3 running", "A0/C0/F0/Z0/G0 -/- -/- - 1 resting", "A0/C0/F0/Z0/G0 xx/- -/- - 1 running",
     "()A0/C0/F0/Z0/G0 -/- -/- - 1 running", "-/C0/F0/Z0/G0 -/- -/- - 1 running",
     "(A0)-/C0/F0/Z0/G0 -/- -/- - 1 running", "A1r/C0/F0/Z0/G0 -/- -/- - 1 running"],
)  # fmt: skip
def test_a_line_that_is_no_position_is_refused_in_one_sentence(line: str) -> None:
    with pytest.raises(BadInput) as refused:
        position_from_line(line)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "text",
    ["", '[Game "Chess"]', '[Game "Zont"]\n1. play A2r', '[Game "Zont"]\n[Players "3"]\n2. nothing',
     '[Game "Zont"]\n[Players "9"]\n[Deck "A1r"]', '[Game "Zont"]\n[Players "3"]\n[Deck "A1r"]\n1. dance'],
)  # fmt: skip
def test_a_text_that_is_no_record_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(BadInput) as refused:
        record_from_text(text)
    assert "\n" not in str(refused.value)
