"""Random rounds of each mode at a troubled table: nothing is stated as certain that is not so."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.zangle.modes import SPEEDSTER, TURN_STYLE
from tests.live.sim_bonus import Bonus
from tests.live.sim_families import HABITS, Family
from tests.live.sim_players import Game
from tests.live.sim_solitaire import Solitaire, WideSolitaire
from tests.live.sim_troubles import TROUBLES

quick = settings(deadline=None, derandomize=True)
"""The same rounds each time: more of them are played by raising `max_examples`, at some 400 ms each."""


@settings(quick, max_examples=10)
@given(trouble=st.sampled_from(sorted(TROUBLES)), seed=st.integers(0, 2**32), plain=st.booleans())
def test_a_round_comes_to_nothing_wrong(trouble: str, seed: int, plain: bool) -> None:
    game = Game(seed, plain, {trouble: TROUBLES[trouble]}, turns=2).play()
    assert game.wrong == [], "\n".join(game.log)


@pytest.mark.parametrize(
    ("troubles", "seed", "plain"),
    [
        (("glared", "hand", "rival"), 1317628517, True),
        (("rival", "unread"), 3141433359, False),
        (("dropped", "rival"), 882332988, True),
        (("crossed", "dropped"), 2306314167, False),
        (("dropped", "sorted", "stopped"), 2898712818, True),
        (("dropped", "rival", "unread"), 3367154974, False),
        (("dropped", "glared", "swapped"), 2269022599, False),
        (("dropped", "sorted", "swapped"), 1860895744, False),
        (("sorted", "tied"), 3997218451, True),
        (("midclaim", "rival", "swapped"), 275699567, True),
        (("dropped", "midclaim", "rival"), 2163766317, True),
    ],
)
def test_several_troubles_at_once_come_to_nothing_wrong(
    troubles: tuple[str, ...], seed: int, plain: bool
) -> None:
    game = Game(seed, plain, {name: TROUBLES[name] for name in troubles}, turns=2).play()
    assert game.wrong == [], "\n".join(game.log)


def test_cards_that_were_exchanged_while_the_program_began_anew_can_be_claimed_by_hand() -> None:
    troubles = {name: TROUBLES[name] for name in ("crossed", "restarted")}
    game = Game(1778990975, plain=True, troubles=troubles, turns=4).play()
    assert game.wrong == [], "\n".join(game.log)


@settings(quick, max_examples=4)
@given(habits=st.sets(st.sampled_from(sorted(HABITS))), seed=st.integers(0, 2**32), plain=st.booleans())
def test_a_familys_round_comes_to_nothing_wrong(habits: set[str], seed: int, plain: bool) -> None:
    game = Family(seed, plain, turns=3, habits=frozenset(habits)).play()
    assert game.wrong == [], "\n".join(game.log)


@pytest.mark.parametrize(("seed", "plain"), [(157685591, True), (2287649522, False), (1759561980, True)])
def test_a_row_that_is_filled_up_while_its_player_calls_again_takes_no_hits(seed: int, plain: bool) -> None:
    game = Family(seed, plain, turns=5, habits=frozenset({"refill"})).play()
    assert game.wrong == [], "\n".join(game.log)


def test_a_claim_that_was_entered_before_it_was_laid_down_and_is_undone_is_not_told_again() -> None:
    game = Family(2741582319, plain=False, turns=3, habits=frozenset({"phone", "undo"})).play()
    assert game.wrong == [], "\n".join(game.log)


@pytest.mark.parametrize(("seed", "plain", "turns"), [(1595977950, False, 5), (2998172391, True, 3)])
def test_a_hit_that_comes_as_the_row_is_filled_up_is_told_by_itself(
    seed: int, plain: bool, turns: int
) -> None:
    game = Family(seed, plain, turns=turns, habits=frozenset({"refill", "shout"})).play()
    assert (game.wrong, game.missed) == ([], []), "\n".join(game.log)


@settings(quick, max_examples=4)
@given(
    trouble=st.sampled_from(("hand", "hasty", "nudged", "slow", "sorted", "swapped")),
    seed=st.integers(0, 2**32),
    plain=st.booleans(),
)
def test_a_round_in_turns_comes_to_nothing_wrong(trouble: str, seed: int, plain: bool) -> None:
    game = Game(seed, plain, {trouble: TROUBLES[trouble]}, turns=3, mode=TURN_STYLE).play()
    assert game.wrong == [], "\n".join(game.log)


@settings(quick, max_examples=3)
@given(
    trouble=st.sampled_from(("hand", "hasty", "nudged", "slow", "stopped", "swapped")),
    seed=st.integers(0, 2**32),
    plain=st.booleans(),
    mode=st.sampled_from((SPEEDSTER, TURN_STYLE)),
)
def test_a_bonus_round_of_two_with_a_third_beside_them_comes_to_nothing_wrong(
    trouble: str, seed: int, plain: bool, mode: str
) -> None:
    game = Bonus(seed, plain, {trouble: TROUBLES[trouble]}, turns=1, mode=mode).play()
    assert game.wrong == [], "\n".join(game.log)


def test_a_card_that_lies_there_instead_of_one_that_was_put_elsewhere_is_no_hit_of_the_caller() -> None:
    game = Bonus(7, plain=True, troubles={"crossed": TROUBLES["crossed"]}, turns=6, mode=SPEEDSTER).play()
    assert game.wrong == [], "\n".join(game.log)


@settings(quick, max_examples=3)
@given(
    trouble=st.sampled_from(("hand", "hasty", "nudged", "slow")),
    seed=st.integers(0, 2**32),
    plain=st.booleans(),
    kind=st.sampled_from((Solitaire, WideSolitaire)),
)
def test_solitaire_comes_to_nothing_wrong(
    trouble: str, seed: int, plain: bool, kind: type[Solitaire]
) -> None:
    game = kind(seed, plain, {trouble: TROUBLES[trouble]}, turns=4).play()
    assert game.wrong == [], "\n".join(game.log)


@settings(quick, max_examples=2)
@given(seed=st.integers(0, 2**32), plain=st.booleans())
def test_solitaire_on_a_clear_table_needs_no_hand(seed: int, plain: bool) -> None:
    game = Solitaire(seed, plain, turns=5).play()
    assert (game.wrong, game.missed) == ([], []), "\n".join(game.log)


@settings(quick, max_examples=3)
@given(seed=st.integers(0, 2**32), plain=st.booleans())
def test_on_a_clear_table_nothing_is_entered_by_hand(seed: int, plain: bool) -> None:
    game = Game(seed, plain, turns=2).play()
    assert (game.wrong, game.missed) == ([], []), "\n".join(game.log)
