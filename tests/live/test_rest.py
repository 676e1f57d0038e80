"""A table is read when it lies still, once, and after a while though it never does."""

from __future__ import annotations

import numpy as np
import pytest

from companion.eyes.parts_looking import BOARD_REST
from vision.live.rest import Rest, same
from vision.photo import Pixels


def table(hand: int | None = None, card: bool = False, seed: int = 0) -> Pixels:
    """A table, a hand that reaches so far over it, and a card, as small and as even as they are compared."""
    picture = np.full((180, 320, 3), (60.0, 80.0, 110.0))
    if card:
        picture[60:110, 150:185] = (230, 232, 235)
    if hand is not None:
        picture[40:80, :hand] = (120, 150, 205)
    noise = np.random.default_rng(seed).normal(0, 0.7, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def reads(pictures: list[Pixels], fps: float = 10.0, rest: Rest | None = None) -> list[int]:
    """The pictures that are read, by their number."""
    rest, found = rest or Rest(), []
    for number, pixels in enumerate(pictures):
        rest, due = rest.saw(pixels, number / fps)
        found += [number] if due else []
    return found


def test_a_still_table_is_read_once() -> None:
    assert reads([table(seed=k) for k in range(20)]) == [0]


def test_a_card_is_read_once_the_hand_is_away() -> None:
    still = [table(seed=k) for k in range(2)]
    reaching = [table(hand, seed=hand) for hand in range(40, 200, 40)]
    leaving = [table(hand, card=True, seed=hand) for hand in range(200, 20, -40)]
    after = [table(card=True, seed=k) for k in range(10)]
    begun = len(still) + len(reaching) + len(leaving)
    assert reads([*still, *reaching, *leaving, *after]) == [0, begun + 1]


def test_a_hand_that_lingers_is_read_too_and_what_it_leaves_is_as_well() -> None:
    lingering = [table(120, seed=k) for k in range(6)]
    assert reads([table(), *lingering, *(table(seed=k) for k in range(5))]) == [0, 2, 8]


def test_what_a_hand_may_have_laid_is_read_though_nothing_shows() -> None:
    passing = [table(hand, seed=hand) for hand in (60, 120, 60)]
    pictures = [*(table(seed=k) for k in range(3)), *passing, *(table(seed=k) for k in range(4))]
    assert reads(pictures) == [0]
    assert reads(pictures, rest=Rest(after_hands=True)) == [0, 7]
    assert BOARD_REST.after_hands, "a white piece hardly shows on white"


@pytest.mark.parametrize("patience_s", [0.5, 2.0])
def test_a_table_that_never_lies_still_is_read_after_a_while(patience_s: float) -> None:
    shaken = [np.roll(table(card=True), 7 * k, axis=1) for k in range(41)]
    every = round(10 * patience_s)
    assert reads(shaken, rest=Rest(patience_s)) == list(range(0, 41, every))


def test_a_recording_that_begins_anew_is_read() -> None:
    rest, _ = Rest().saw(table(), 60.0)
    assert rest.saw(table(card=True), 0.0)[1]


def test_pictures_of_other_sizes_are_not_the_same() -> None:
    assert same(table(seed=1), table(seed=2))
    assert not same(table(), table()[:-20])
    assert not same(table(), table(card=True))
