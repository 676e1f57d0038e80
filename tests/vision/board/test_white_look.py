"""How far each cell is like the white ones and the bare ones that are known, each asked as if it were not."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import vision.board.third_look.white_look
from tests.vision.board.painted_cells import painted
from tests.vision.board.seen_boards import LARGE
from vision.board.cells import CELLS, NUMBER, cell_corners
from vision.board.cells import tints as own_tints
from vision.board.flat import Flat
from vision.board.third_look.cell_looks import ACROSS, RIM, CellLooks, beyond, cell_looks, places
from vision.board.third_look.fitting import fitted, told_apart
from vision.board.third_look.leave_one_out import BARE, NOISE, PLAYERS, SCALE, UNITS, UNKNOWN, WHITE, fits
from vision.board.third_look.side_fits import side_fits
from vision.plane import Floats


def naive(
    values: Floats, states: NDArray[np.intp], scale: float, noise: float
) -> list[tuple[Floats, Floats]]:
    """What each cell would be if bare, and if white, by solving for it alone without that cell."""
    middles, tints = places(), own_tints()

    def field(cell: int) -> Floats:
        x, y = middles[cell]
        return np.array([1.0, 0.15 * x, 0.15 * y, 0.06 * x * x, 0.06 * x * y, 0.06 * y * y])

    def alike(one: int, other: int) -> tuple[float, float, float]:
        """The covariance of two cells of which one is white and one bare, of two white ones, of two bare ones."""
        far = float(((middles[one] - middles[other]) ** 2).sum())
        field_only = float(field(one) @ field(other)) + 0.03**2 * float(np.exp(-far / (2 * 0.8**2)))
        tinted = 0.05**2 * float(tints[:, one] @ tints[:, other])
        return scale**2 * field_only, scale**2 * (field_only + 0.6**2), scale**2 * (field_only + tinted)

    table = np.array([[alike(one, other) for other in range(64)] for one in range(64)])
    known = np.array([cell for cell in range(64) if states[cell] in (BARE, WHITE)])
    white_ones = states[known] == WHITE
    level = float(np.median(values[known]))

    def between(cells: NDArray[np.intp], whites: NDArray[np.bool_], others: NDArray[np.intp]) -> Floats:
        own = np.where(np.isin(others, known), states[others] == WHITE, False)
        which = np.where(whites[:, None] & own, 1, np.where(~whites[:, None] & ~own, 2, 0))
        out: Floats = np.take_along_axis(table[cells[:, None], others], which[..., None], 2)[..., 0]
        return out

    def conditioned(cell: int, white: bool, trust: Floats) -> tuple[float, float]:
        kept = known != cell
        rest = known[kept]
        matrix = between(rest, white_ones[kept], rest) + np.diag(noise**2 / trust[kept])
        towards = between(np.array([cell]), np.array([white]), rest)[0]
        mean = towards @ np.linalg.solve(matrix, values[rest] - level)
        spread = table[cell, cell, 1 if white else 2] - towards @ np.linalg.solve(matrix, towards)
        return float(mean + level), float(np.sqrt(max(spread, 0) + noise**2))

    even = np.ones(len(known))
    foreseen = [
        conditioned(int(cell), bool(own), even)[0] for cell, own in zip(known, white_ones, strict=True)
    ]
    off = np.abs(values[known] - foreseen)
    trust = 1 / np.maximum(1.0, off / (2 * max(1.5 * float(np.median(off)), noise))) ** 2
    found = []
    for white in (False, True):
        means, spreads = zip(*(conditioned(cell, white, trust) for cell in range(64)), strict=True)
        found.append((np.array(means), np.array(spreads)))
    return found


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 10**6))
def test_a_cell_is_foreseen_as_if_it_alone_were_not_known(seed: int) -> None:
    rng = np.random.default_rng(seed)
    states = rng.choice([BARE, WHITE, PLAYERS, UNKNOWN], 64, p=[0.5, 0.25, 0.15, 0.1])
    tones = rng.normal(0, 0.02, (64, 3)) + 0.03 * (states == WHITE)[:, None]
    looks = CellLooks(tones, np.zeros((64, 3, len(ACROSS), 3)), rng.normal(0, 0.3, (64, 6)), tones)
    found = fits(looks, states)
    for tone, unit in enumerate(UNITS):
        bare, white = naive(tones[:, tone], states, SCALE[tone], NOISE[tone])
        mine = found[:, 8 * tone : 8 * tone + 8]
        assert mine[:, 0] == pytest.approx(np.clip((tones[:, tone] - bare[0]) * unit, -4, 4), abs=1e-4)
        assert mine[:, 1] == pytest.approx(np.clip((tones[:, tone] - white[0]) * unit, -4, 4), abs=1e-4)
        plays, surprises = [], []
        for kind, (middle, spread) in zip((BARE, WHITE), (bare, white), strict=True):
            off = tones[:, tone] - middle
            plays.append(np.hypot(1.5 * np.median(np.abs(off[states == kind])), spread))
            surprises.append(2.5 * np.log(1 + (off / plays[-1]) ** 2 / 4) + np.log(plays[-1]))
            assert mine[:, 6 + kind] == pytest.approx(np.log(plays[-1] * unit), abs=1e-4)
            assert mine[:, 3 + kind] == pytest.approx(np.clip(off / plays[-1], -6, 6), abs=1e-3)
        better = np.clip(surprises[0] - surprises[1], -8, 8) / 2
        assert mine[:, 5] == pytest.approx(better, abs=1e-3)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6))
def test_grain_is_compared_with_the_median_of_the_others(seed: int) -> None:
    rng = np.random.default_rng(seed)
    states = rng.choice([BARE, WHITE, PLAYERS, UNKNOWN], 64)
    grain = rng.normal(-5, 0.5, (64, 6))
    looks = CellLooks(np.zeros((64, 3)), np.zeros((64, 3, len(ACROSS), 3)), grain, np.zeros((64, 3)))
    off_bare = fits(looks, states)[:, 24:30]
    bare, white = (np.flatnonzero(states == kind) for kind in (BARE, WHITE))
    varied = [1.4 * np.median(np.abs(grain[own] - np.median(grain[own], 0)), 0) for own in (bare, white)]
    play = np.sqrt(0.12**2 + varied[0] ** 2 + varied[1] ** 2)
    for cell in range(64):
        others = np.median(grain[bare[bare != cell]], 0)
        assert off_bare[cell] == pytest.approx(np.clip((grain[cell] - others) / play, -6, 6))


def test_nothing_is_said_where_nothing_is_known() -> None:
    looks = cell_looks(painted(np.full((64, 3), 150.0)))
    found = fits(looks, np.full(64, UNKNOWN))
    assert np.isfinite(found).all()
    assert not found[:, 24:].any()


def test_known_white_cells_are_told_apart_by_light_by_grain_or_by_their_sides() -> None:
    states = np.where(np.isin(np.arange(64), LARGE[1].cells), WHITE, BARE)
    own = states == WHITE

    def apart(flat: Flat) -> tuple[float, float, float]:
        return told_apart(fitted(cell_looks(flat), states), states)

    grey, rough = np.full((64, 3), 150.0), np.full(64, 1.0)
    same = apart(painted(grey, rough))
    lighter = apart(painted(grey + 6.0 * own[:, None], rough))
    smooth = apart(painted(grey, np.where(own, 1.0, 4.0)))
    assert max(same[0], smooth[0]) < 6
    assert lighter[0] > 15
    assert max(same[1], lighter[1]) < 5
    assert smooth[1] > 5
    edged = painted(grey, rough)
    for cell in LARGE[1].cells:
        for one, two in ((0, 1), (1, 2), (2, 0)):
            ends = edged.at(cell_corners()[cell][[one, two]]).round().astype(int)
            cv2.line(edged.pixels, ends[0], ends[1], (60, 60, 60), 2)
    assert apart(edged)[2] > 1.9 > abs(same[2])


def test_sides_tell_nothing_where_none_lies_between_two_bare_cells() -> None:
    states = np.full(64, PLAYERS)
    states[:4], states[60] = WHITE, BARE
    assert told_apart(fitted(cell_looks(painted(np.full((64, 3), 150.0))), states), states)[2] == 0.0


# What is made of that.

TRUTH = np.array(
    [WHITE if name in (*LARGE[1].names, "c3N", "c3E", "c3S", "c3W", "d3W") else BARE for name in CELLS]
)

"""Two large pieces, and what else is asked is laid by each test."""


def board(asked: dict[str, int], *, step: float, grain: float) -> tuple[CellLooks, NDArray[np.intp]]:
    """A board whose white is off the bare cells by so many grey levels, and has less grain; the asked cells are what is
    said of them, but nobody knows."""
    kinds = TRUTH.copy()
    for name, kind in asked.items():
        kinds[NUMBER[name]] = kind
    white = kinds == WHITE
    colours = np.full((64, 3), 190.0) + step * white[:, None]
    looks = cell_looks(painted(colours, np.where(white, 1.0, grain)))
    states = kinds.copy()
    states[[NUMBER[name] for name in asked]] = UNKNOWN
    return looks, states


@pytest.mark.parametrize(("step", "grain"), [(5.0, 1.0), (-5.0, 1.0), (0.0, 4.0), (3.0, 3.0)])
def test_a_cell_is_told_by_its_light_or_by_its_grain(step: float, grain: float) -> None:
    asked = {"a1N": WHITE, "d1E": BARE, "a4W": BARE, "d4S": WHITE}
    looks, states = board(asked, step=step, grain=grain)
    odds = odds_by(looks, states, np.array([NUMBER[name] for name in asked]))
    assert odds[0] > odds[1] + 1
    assert odds[3] > odds[2] + 1


def odds_by(looks: CellLooks, states: NDArray[np.intp], asked: NDArray[np.intp]) -> Floats:
    return vision.board.third_look.white_look.white_odds(looks, states, fitted(looks, states), asked)


def test_each_cell_is_asked_alone() -> None:
    looks, states = board({"a1N": WHITE, "d1E": BARE}, step=4.0, grain=2.0)
    every = odds_by(looks, states, np.arange(64))
    for some in ([5], [60, 2, 33], list(range(10, 30))):
        assert odds_by(looks, states, np.array(some)) == pytest.approx(every[some])


def test_what_is_held_of_a_cell_is_not_what_it_is_asked_by() -> None:
    looks, states = board({}, step=6.0, grain=1.0)
    cell = NUMBER["a1N"]
    held = [
        odds_by(looks, np.where(np.arange(64) == cell, kind, states), np.array([cell]))
        for kind in (BARE, WHITE)
    ]
    assert held[0] == pytest.approx(held[1], abs=1.0)
    assert max(held[0], held[1]) < 0


def test_odds_are_those_that_one_cell_and_one_pair_at_a_time_give() -> None:
    looks, states = board({"a1N": WHITE, "c2E": BARE}, step=4.0, grain=2.0)
    # Players' pieces beside some.
    states[[NUMBER["a1E"], NUMBER["d2W"]]] = PLAYERS
    weights, fitting = stored(), fits(looks, states)
    siding = side_fits(looks, states)
    free = np.array([alone(looks, states, cell, weights) for cell in range(64)])
    for cell in (NUMBER["a1N"], NUMBER["c2E"], NUMBER["d4N"], NUMBER["d3S"]):
        heard: list[float] = []
        for kind in (BARE, WHITE):
            total, parts = 1.0, np.zeros(16)
            for other in np.flatnonzero(states == kind):
                if other != cell:
                    heed, own = pair(looks, free, cell, int(other), kind, weights)
                    total += np.exp(heed)
                    parts += np.exp(heed) * own
            heard += [*(parts / total), 1 - 1 / total]
        sides = sides_of(looks, states, cell, "own_base", "own_slanted", weights, siding[cell])
        all_own = np.array([*sides, *shine_of(looks, cell), *fitting[cell]])
        made = layered(all_own, weights, "own.1", "own.4", last=True)
        odds = layered(np.array([*made, *heard]), weights, "out.0", "out.3", last=False)
        assert odds_by(looks, states, np.array([cell])) == pytest.approx(odds)


def alone(looks: CellLooks, states: NDArray[np.intp], cell: int, weights: dict[str, Floats]) -> Floats:
    """What is made of a cell that others are laid beside."""
    sides = sides_of(looks, states, cell, "free_base", "free_slanted", weights, None)
    return layered(np.array([*sides, *shine_of(looks, cell)]), weights, "free.0", "free.3", last=False)


def sides_of(
    looks: CellLooks,
    states: NDArray[np.intp],
    cell: int,
    base: str,
    slanted: str,
    weights: dict[str, Floats],
    siding: Floats | None,
) -> list[float]:
    made: list[float] = []
    for side, other in enumerate(beyond()[cell]):
        across = looks.across[cell, side].ravel()
        kind = (
            "rim"
            if other == RIM
            else {BARE: "bare", WHITE: "white", PLAYERS: "players"}.get(int(states[other]), "?")
        )
        if siding is not None:
            kinds = [float(kind == one) for one in ("bare", "white", "players", "?", "rim")]
            kinds += list(siding[side])
        else:
            kinds = [float(kind == "rim"), float(kind == "players"), float(kind in ("bare", "white", "?"))]
        value = np.array([*np.clip(5 * across, -2, 2), *np.clip(40 * across, -2, 2), *kinds])
        name = slanted if side else base
        made += [*np.maximum(weights[f"{name}.weight"] @ value + weights[f"{name}.bias"], 0)]
    return made


def shine_of(looks: CellLooks, cell: int) -> list[float]:
    return [*looks.pixel[cell], *np.clip((looks.pixel[cell] - 0.9) * 10, -1, 1)]


def layered(value: Floats, weights: dict[str, Floats], one: str, other: str, *, last: bool) -> Floats:
    value = np.maximum(weights[f"{one}.weight"] @ value + weights[f"{one}.bias"], 0)
    value = weights[f"{other}.weight"] @ value + weights[f"{other}.bias"]
    return np.maximum(value, 0) if last else value


def pair(
    looks: CellLooks, free: Floats, cell: int, other: int, kind: int, weights: dict[str, Floats]
) -> tuple[float, Floats]:
    tones = (looks.tones[cell] - looks.tones[other]) * [30, 100, 100]
    grain = looks.grain[cell] - looks.grain[other]
    apart = [
        np.clip(tones, -3, 3),
        np.clip(6 * tones, -3, 3),
        np.clip(grain, -2, 2),
        np.clip(4 * grain, -2, 2),
    ]
    away = places()[cell] - places()[other]
    turned = [float((cell - other) % 4 == k) for k in range(4)]
    lying = [*turned, *(away / 2), float(np.linalg.norm(away)) / 3]
    value = (
        weights["pair_asked.weight"] @ free[cell]
        + weights["pair_asked.bias"]
        + weights["pair_known.weight"] @ free[other]
    )
    value = (
        value
        + weights["pair_apart.weight"] @ np.concatenate(apart)
        + weights["pair_lying.weight"] @ np.array(lying)
    )
    value = np.maximum(value + weights["pair_kind"][kind], 0)
    value = np.maximum(weights["pair.1.weight"] @ value + weights["pair.1.bias"], 0)
    heed = weights["heed.weight"][kind] @ value + weights["heed.bias"][kind]
    said = weights["say.weight"] @ value + weights["say.bias"]
    return float(heed), said[16 * kind : 16 * kind + 16]


def stored() -> dict[str, Floats]:
    with np.load(Path(vision.board.third_look.white_look.__file__).with_name("white.npz")) as file:
        return {name: file[name].astype(float) for name in file.files}


# What follows for what the network has seen.
