"""Choices of white pieces weighed together beside a twin that takes one at a time, and the places of printed lines."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.board.cells import NUMBER, edges, neighbours
from vision.board.first_look.lines import by_place
from vision.board.first_look.worth import Sides, WorthConfig, bound, withheld, worth
from vision.board.laying.pieces import KINDS, Spot, spots
from vision.board.middle import largest, median, quantile

CONFIG = WorthConfig()
WHITES = [spot for spot in spots() if KINDS[spot.kind].neutral]


def _sides(seed: int) -> Sides:
    dice = np.random.default_rng(seed)
    hollows = dice.normal(0, 2, (len(edges()), 2, 2))
    hollows[:, 0, 0] = 0.0
    inside, border, empty, moved = dice.normal(0, 3, (4, len(edges())))
    return Sides(inside, border, empty, hollows, moved)


def _twin(chosen: tuple[Spot, ...], sides: Sides, white: np.ndarray) -> float:
    """The same, side by side."""
    covered = {cell for spot in chosen for cell in spot.cells}
    large = {cell for spot in chosen if len(spot.cells) > 1 for cell in spot.cells}
    score = sum(CONFIG.large_prior if len(spot.cells) > 1 else CONFIG.small_prior for spot in chosen)
    score += 0.0 if large else CONFIG.first_prior
    score += sum(white[cell] for cell in covered) - np.maximum(white, 0).sum()
    for k, edge in enumerate(edges()):
        ends = {edge.left, edge.right}
        if any(ends <= set(spot.cells) for spot in chosen):
            score += sides.inside[k] - sides.empty[k] + sides.walls[k, 1, 1]
        elif ends & covered:
            say = sides.border[k] - sides.empty[k]
            if not ends & large:
                low = -CONFIG.rim_say if edge.right < 0 else -1.5 * CONFIG.lone_say
                say = min(max(say, low), CONFIG.lone_say)
            score += say + sides.moved[k]
            score += sides.walls[k, int(edge.left in covered), int(edge.right in covered)]
    return float(score)


@settings(max_examples=40, deadline=None)
@given(
    st.integers(0, 10**6),
    st.lists(st.lists(st.integers(0, len(WHITES) - 1), max_size=5), min_size=1, max_size=5),
)
def test_many_choices_are_worth_what_each_is(seed: int, numbers: list[list[int]]) -> None:
    choices = []
    for picks in numbers:
        chosen: tuple[Spot, ...] = ()
        for pick in picks:
            if not any(spot.mask & WHITES[pick].mask for spot in chosen):
                chosen = (*chosen, WHITES[pick])
        choices.append(chosen)
    sides, white = _sides(seed), np.random.default_rng(seed + 1).normal(0, 2, 64)
    assert worth(choices, sides, white, CONFIG) == pytest.approx([_twin(c, sides, white) for c in choices])


@settings(max_examples=200, deadline=None)
@given(
    st.integers(0, 10**6),
    st.lists(st.integers(0, len(WHITES) - 1), max_size=9),
    st.lists(st.sampled_from([k for k, spot in enumerate(WHITES) if len(spot.cells) == 1]), max_size=9),
)
def test_no_choice_is_worth_more_than_is_within_reach(
    seed: int, anything: list[int], small: list[int]
) -> None:
    chosen: tuple[Spot, ...] = ()
    for spot in [WHITES[pick] for pick in [*anything, *small]]:
        count = sum(other.kind == spot.kind for other in chosen)
        if count < KINDS[spot.kind].count and not any(spot.mask & other.mask for other in chosen):
            chosen = (*chosen, spot)
    large = tuple(spot for spot in chosen if len(spot.cells) > 1)
    cells = sum(spot.mask for spot in chosen)
    sides, white = _sides(seed), np.random.default_rng(seed + 1).normal(0, 2, 64)
    least = worth([chosen], sides, white, CONFIG)[0]
    for within in (cells, (1 << 64) - 1):
        reach = bound(sides, within, CONFIG)
        assert least <= reach.with_small(large) + 1e-9
        assert reach.with_small(large) <= reach.every + 1e-9
    assert bound(sides, 0, CONFIG).every == bound(sides, 0, CONFIG).with_small(()) == 0.0


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6))
def test_a_large_piece_of_which_all_speaks_is_worth_what_is_within_reach(seed: int) -> None:
    whole = [spot for spot in WHITES if len(spot.cells) > 1]
    large, sides = whole[seed % len(whole)], _sides(seed)
    walls = np.abs(sides.walls[:, 1:, 1:]) * [[0, 1], [1, 1]]
    border, moved = sides.empty + np.abs(sides.border), np.abs(sides.moved)
    sides = Sides(sides.inside, border, sides.empty, walls, moved)
    alone = worth([(large,)], sides, np.zeros(64), CONFIG)[0]
    assert bound(sides, large.mask, CONFIG).with_small((large,)) == pytest.approx(alone)
    assert bound(sides, 0, CONFIG).with_small((large,)) == pytest.approx(alone)


def test_what_sides_are_not_let_say_counts_for_lone_pieces_alone() -> None:
    sides = _sides(7)
    small = next(spot for spot in WHITES if spot.names == ["c2N"])
    beside = next(
        spot
        for spot in WHITES
        if len(spot.cells) > 1 and NUMBER["c2E"] in spot.cells and not spot.mask & small.mask
    )
    over = np.maximum(sides.border - sides.empty - CONFIG.lone_say, 0)
    around = [k for k, _ in neighbours()[NUMBER["c2N"]]]
    assert withheld((small,), sides, CONFIG) == pytest.approx(float(over[around].sum()))
    assert withheld((small, beside), sides, CONFIG) <= withheld((small,), sides, CONFIG)


def test_a_line_off_its_place_speaks_for_a_piece_and_one_at_its_place_against() -> None:
    dice = np.random.default_rng(3)
    place = 0.002 + dice.normal(0, 0.0004, len(edges()))
    way = np.array([[e.end[0] - e.start[0], e.end[1] - e.start[1]] for e in edges()], float)
    # The whole grid lies a little to the right: each side is moved across itself.
    place = 0.002 * -way[:, 1] / np.hypot(*way.T) + dice.normal(0, 0.0004, len(edges()))
    place[[4, 9]] += 0.006
    asked = np.ones(len(edges()), bool)
    asked[50] = False
    say = by_place(place, asked, np.zeros(len(edges())))
    assert min(say[4], say[9]) > 1.5
    assert say[50] == 0.0
    assert median(np.delete(say, [4, 9, 50])) < -1.0
    assert not by_place(place, asked, np.full(len(edges()), 0.5)).any()


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=30), st.floats(0, 1))
def test_quantiles_are_numpys(values: list[float], share: float) -> None:
    assert float(quantile(np.array(values), share)) == pytest.approx(np.quantile(values, share), abs=1e-6)


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=40), st.integers(1, 50))
def test_the_largest_are_those_that_come_first_when_all_are_in_order(numbers: list[int], count: int) -> None:
    values = np.array(numbers, float)
    assert largest(values, count).tolist() == np.argsort(-values, kind="stable")[:count].tolist()
