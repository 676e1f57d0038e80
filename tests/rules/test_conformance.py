"""What every game has to keep, of whatever rules: `companion.rules.game` says what it offers, these hold it to that."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.errors import BadInput
from companion.rules.game import (
    Playthrough,
    game_named,
    games,
    play,
    playthrough_from_text,
    replay,
)
from companion.rules.judged import IllegalMove
from companion.rules.seeds import seed
from companion.rules.verdict import Reason, Ruling
from tests.rules.playouts import Case, Step, cases, clauses_of, elsewhere, every_case, key, playout, small

PLAYOUTS, LOOKED_AT, ASKED = 6, 30, 25
every_game = pytest.mark.parametrize("name", games())


def steps_of(name: str) -> list[Step]:
    return [step for number in range(PLAYOUTS) for step in playout(name, number)]


def some(chance: random.Random, of: Any, most: int) -> list[Any]:
    found = [*of]
    return found if len(found) <= most else chance.sample(found, most)


def readable(name: str, reasons: tuple[Reason, ...]) -> None:
    """A verdict has reasons, each with a clause of the game and one sentence."""
    assert reasons
    for reason in reasons:
        assert reason.clause in clauses_of(name)
        assert reason.says
        assert reason.says[-1] in ".!?"
        assert "\n" not in reason.says
        assert reason.option is None or reason.option in seed(name)["options"]


def test_there_are_five_games_or_more() -> None:
    assert {"zangle", "tranglar", "zigity", "zigzaggle", "zont"} <= set(games())
    with pytest.raises(BadInput):
        game_named("chess")


@every_game
def test_a_game_bears_its_name_and_has_its_clauses(name: str) -> None:
    game, data = game_named(name), seed(name)
    assert game.name == name
    assert all(says.strip() for says in data["clauses"].values())
    for option in data.get("options", {}):
        for value in (True, False):
            game.under({option: value})
        with pytest.raises(BadInput):
            game.under({option: "perhaps"})
    with pytest.raises(BadInput):
        game.under({"no such option": True})
    least, most = game.seats
    for seats in (least - 1, most + 1):
        with pytest.raises(BadInput):
            game.start(seats, random.Random(1))


@every_game
def test_every_position_and_move_comes_back_from_its_text(name: str) -> None:
    game = small(name)
    for step in steps_of(name):
        line = game.to_line(step.state)
        again = game.from_line(line)
        assert (again, hash(again), game.to_line(again)) == (step.state, hash(step.state), line)
        assert "\n" not in line
        for move in some(random.Random(line), [*step.offered, *([step.move] if step.offered else [])], ASKED):
            assert game.parse(str(move)) == move


@every_game
def test_what_is_offered_is_legal_and_changes_no_position(name: str) -> None:
    game, chance = small(name), random.Random(name)
    for step in some(chance, steps_of(name), LOOKED_AT):
        before = hash(step.state)
        kinds = [key(game, move) for move in step.offered]
        assert len(set(step.offered)) == len(step.offered)
        assert len(set(kinds)) <= len(step.offered)
        for move in some(chance, step.offered, ASKED):
            judged = game.judge(step.state, game.settled(step.state, move, chance))
            assert judged.ruling is Ruling.LEGAL, (game.to_line(step.state), str(move), judged.reasons)
            readable(name, judged.reasons)
            assert hash(step.state) == before
            assert judged.after != step.state


@every_game
def test_what_is_not_offered_is_refused_with_a_clause(name: str) -> None:
    """Moves of other positions, most of them of other deals: legal only if moves of their kind are offered."""
    game, chance = small(name), random.Random(name)
    steps = [step for step in steps_of(name) if len(step.offered) < 400]
    pool = sorted({move for step in steps for move in some(chance, step.offered, 8)}, key=str)
    refused = 0
    for step in some(chance, steps, LOOKED_AT):
        offered = {key(game, move) for move in step.offered}
        for move in some(chance, pool, ASKED):
            judged = game.judge(step.state, move)
            readable(name, judged.reasons)
            if key(game, move) not in offered:
                assert judged.ruling is not Ruling.LEGAL, (game.to_line(step.state), str(move))
            if judged.ruling is not Ruling.LEGAL:
                assert judged.after == step.state
                refused += 1
                with pytest.raises(IllegalMove, match=judged.reasons[0].clause):
                    play(game, step.state, move)
    assert refused > 50


@every_game
def test_a_game_that_is_over_takes_no_move(name: str) -> None:
    game, chance = small(name), random.Random(name)
    steps = steps_of(name)
    pool = [move for step in steps for move in some(chance, step.offered, 2)]
    for step in steps:
        if not step.offered:
            for move in some(chance, pool, ASKED):
                assert game.judge(step.state, move).ruling is Ruling.ILLEGAL


@every_game
def test_views_leak_nothing(name: str) -> None:
    """A seat sees the same whatever lies hidden from it, and so does the big screen."""
    game, chance = small(name), random.Random(name)
    for step in some(chance, steps_of(name), LOOKED_AT):
        for seat in (None, *range(game.seats[0])):
            seen = game.view(step.state, seat)
            for _ in range(3):
                other = game.unseen(step.state, seat, chance)
                assert game.view(other, seat) == seen
                assert repr(game.view(other, seat)) == repr(seen)


@every_game
def test_what_is_hidden_is_something_or_everything_is_open(name: str) -> None:
    """Without this a game could call all of it hidden, or none: a seat sees what is its own, or the whole position."""
    game, chance = small(name), random.Random(name)
    steps = some(chance, steps_of(name), LOOKED_AT)
    hidden = [step for step in steps if game.unseen(step.state, None, chance) != step.state]
    if not hidden:
        assert all(game.view(step.state, None) == step.state for step in steps)
        return
    assert len(hidden) > len(steps) / 2
    own = [step for step in steps if game.view(step.state, 0) != game.view(step.state, None)]
    seen = [
        step
        for step in own
        if any(
            game.view(game.unseen(step.state, None, chance), 0) != game.view(step.state, 0) for _ in range(8)
        )
    ]
    assert len(seen) >= len(own) / 2


@every_game
def test_replay_equals_play(name: str) -> None:
    game = game_named(name)
    for number in range(PLAYOUTS):
        steps = [step for step in playout(name, number) if step.judged is not None]
        state, done, stop = replay(small(name), steps[0].state, [step.move for step in steps])
        assert (len(done), stop) == (len(steps), None)
        assert [one.after for one in done] == [step.judged.after for step in steps if step.judged]
        written = Playthrough(name, (), steps[0].state, tuple(step.move for step in steps))
        again = playthrough_from_text(written.to_text())
        assert again == written
        assert again.game == game
        wrong = next((one for one in (steps[-1].move, steps[0].move) if _refused(name, state, one)), None)
        if wrong is not None:
            state, done, stop = replay(small(name), steps[0].state, [*(step.move for step in steps), wrong])
            assert len(done) == len(steps)
            assert stop is not None
            assert stop.after == state


def _refused(name: str, state: Any, move: Any) -> bool:
    return small(name).judge(state, move).ruling is not Ruling.LEGAL


@pytest.mark.parametrize("case", every_case(), ids=lambda case: f"{case.game}:{case.line}")
def test_the_cases(case: Case) -> None:
    ruling, reasons = case.answered()
    readable(case.game, reasons)
    cited = {reason.clause.removeprefix(f"{case.game}/") for reason in reasons}
    assert (ruling, set(case.clauses) - cited) == (case.ruling, set()), reasons


@every_game
def test_every_clause_and_every_option_is_reached(name: str) -> None:
    """By a case, or in a game by chance. Each ruling that a game gives has its cases."""
    reasons = [reason for step in steps_of(name) if step.judged for reason in step.judged.reasons]
    told = [case.answered() for case in cases(name)]
    reasons += [reason for _, found in told for reason in found]
    wanted = {f"{name}/{clause}" for clause in seed(name)["clauses"]}
    for clause, file in elsewhere(name).items():
        assert f"{name}/{clause}" in file.read_text(encoding="utf-8")
        wanted.remove(f"{name}/{clause}")
    assert wanted - {reason.clause for reason in reasons} == set()
    assert set(seed(name).get("options", {})) - {reason.option for reason in reasons} == set()
    assert {ruling for ruling, _ in told} >= {"legal", "illegal"}


NONSENSE = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 70) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


@every_game
@given(data=NONSENSE, text=st.text(max_size=30))
@settings(max_examples=40, deadline=None)
def test_nonsense_is_refused_in_one_sentence(name: str, data: Any, text: str) -> None:
    game = game_named(name)
    for ask, given_ in ((game.judge_json, data), (game.from_line, text), (game.parse, text)):
        says = "an answer"
        try:
            ask(given_)
        except BadInput as wrong:
            says = str(wrong)
        assert says
        assert "\n" not in says


@pytest.mark.parametrize(
    "text",
    ["", '[Game "chess"]', '[Game "zont"]', '[Game "zont"]\n2. pass', '[Game "zont"]\n[Options "x"]',
     '[Game "zont"]\nnothing'],
)  # fmt: skip
def test_a_text_that_is_no_playthrough(text: str) -> None:
    with pytest.raises(BadInput) as wrong:
        playthrough_from_text(text)
    assert "\n" not in str(wrong.value)
