"""Random games of Tranglar and of cards and tiles under a camera, with all that goes wrong at a table."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.live.sim_board import BoardGame
from tests.live.sim_board_troubles import BOARD_TROUBLES
from tests.live.sim_cards import CARD_TROUBLES
from tests.live.sim_zigity import ZigityGame
from tests.live.sim_zigzaggle import TILE_TROUBLES, TilesGame
from tests.live.sim_zont import ZontGame

quick = settings(deadline=None, derandomize=True)
"""The same games each time: more of them are played by raising `max_examples`, at some 500 ms each."""
SEEN = sorted(CARD_TROUBLES.keys() - {"burst", "lifted"})
"""Troubles that hide no card that was laid, and show none that is not of the turn."""


@settings(quick, max_examples=8)
@given(
    troubles=st.sets(st.sampled_from(sorted(BOARD_TROUBLES)), min_size=1, max_size=2),
    seed=st.integers(0, 2**32),
    begun=st.sampled_from((2, 8, 14)),
)
def test_on_a_board_nothing_is_told_that_was_not_played(troubles: set[str], seed: int, begun: int) -> None:
    game = BoardGame(seed, {name: BOARD_TROUBLES[name] for name in troubles}, turns=3, begun=begun).play()
    assert game.wrong == [], "\n".join(game.log)


@settings(quick, max_examples=3)
@given(seed=st.integers(0, 2**32), begun=st.sampled_from((2, 8, 14)))
def test_on_a_clear_board_nothing_is_entered_by_hand(seed: int, begun: int) -> None:
    game = BoardGame(seed, turns=3, begun=begun).play()
    assert game.told > 0
    assert (game.wrong, game.missed) == ([], []), "\n".join(game.log)


@settings(quick, max_examples=6)
@given(trouble=st.sampled_from(SEEN), seed=st.integers(0, 2**32), before=st.sampled_from((0, 3, 6)))
def test_of_zont_nothing_is_told_that_was_not_played(trouble: str, seed: int, before: int) -> None:
    game = ZontGame(seed, {trouble: CARD_TROUBLES[trouble]}, turns=2, before=before).play()
    assert game.wrong == [], "\n".join(game.log)


@settings(quick, max_examples=4)
@given(seed=st.integers(0, 2**32), before=st.sampled_from((0, 3, 6)))
def test_at_a_clear_table_of_zont_no_more_is_asked_than_a_press_answers(seed: int, before: int) -> None:
    game = ZontGame(seed, turns=3, before=before).play()
    assert game.told + len(game.tapped) > 0
    assert (game.wrong, game.missed) == ([], []), "\n".join(game.log)


@pytest.mark.parametrize(
    ("troubles", "seed", "turns", "before"),
    [
        (("lifted",), 2758633299, 1, 0),
        (("hand", "lifted", "slid"), 438297593, 1, 3),
        (("light", "lifted", "slid"), 2355095800, 1, 3),
        (("hand", "lifted"), 1404978977, 3, 0),
    ],
)
def test_of_zont_nothing_is_told_of_what_is_lifted_or_lies_beneath(
    troubles: tuple[str, ...], seed: int, turns: int, before: int
) -> None:
    game = ZontGame(seed, {name: CARD_TROUBLES[name] for name in troubles}, turns=turns, before=before).play()
    assert game.log
    assert game.wrong == [], "\n".join(game.log)


@settings(quick, max_examples=8)
@given(troubles=st.sets(st.sampled_from((*SEEN, "burst")), max_size=2), seed=st.integers(0, 2**32))
def test_of_zigity_nothing_is_told_that_was_not_played(troubles: set[str], seed: int) -> None:
    game = ZigityGame(seed, {name: CARD_TROUBLES[name] for name in troubles}, turns=5, before=0).play()
    assert game.wrong == [], "\n".join(game.log)


def test_a_free_card_from_which_the_play_card_slid_is_none_of_the_set() -> None:
    game = ZigityGame(7, {name: CARD_TROUBLES[name] for name in ("light", "slid")}, turns=1, before=0).play()
    assert game.log
    assert game.wrong == [], "\n".join(game.log)


def test_sets_that_are_gathered_card_by_card_leave_the_last_one_on_top() -> None:
    for seed in (9113, 9151, 9265):
        game = ZigityGame(seed, {"hasty": CARD_TROUBLES["hasty"]}, turns=5, before=0).play()
        assert game.told > 0
        assert game.wrong == [], "\n".join(game.log)


@settings(quick, max_examples=5)
@given(troubles=st.sets(st.sampled_from(sorted(TILE_TROUBLES)), max_size=2), seed=st.integers(0, 2**32))
def test_of_zig_zaggle_nothing_is_told_that_was_not_laid(troubles: set[str], seed: int) -> None:
    game = TilesGame(seed, {name: TILE_TROUBLES[name] for name in troubles}, turns=2).play()
    assert game.wrong == [], "\n".join(game.log)
