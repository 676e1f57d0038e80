"""The third look: what cells look like, how each fits those known besides it, and what follows for white and bare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import vision.board.third_look.white_look
from tests.vision.board.test_agreed import LARGE, SMALL, SURE, seen, spot
from tests.vision.board.test_board_photos import PHOTOS
from vision.board.cells import CELLS, NUMBER, cell_corners, edges
from vision.board.cells import tints as own_tints
from vision.board.first_look.doubts import Look, Unread
from vision.board.flat import Flat, linear
from vision.board.laying.packing import ENDS
from vision.board.laying.pieces import NEUTRAL
from vision.board.laying.reading import Reading
from vision.board.second_look.again import Again, AgainConfig, Glimpse, weighed_again
from vision.board.second_look.agreed_config import AgreedConfig
from vision.board.second_look.likelihood import FLAT, Likelihood
from vision.board.see import see_board
from vision.board.third_look.cell_looks import ACROSS, RIM, CellLooks, beyond, cell_looks, places
from vision.board.third_look.fitting import Fitting, fitted, told_apart
from vision.board.third_look.leave_one_out import BARE, NOISE, PLAYERS, SCALE, UNITS, UNKNOWN, WHITE, fits
from vision.board.third_look.side_fits import side_fits
from vision.board.third_look.whitened import Whitened, WhitenedConfig, whitened
from vision.photo import load_photo
from vision.plane import Floats

PX = FLAT.px_per_cell[0]
SIZE = round((4 + 2 * FLAT.border) * PX)
BLANK = Flat(np.full((SIZE, SIZE, 3), 128, np.float32), PX, FLAT.border)


def painted(colours: Floats, grain: Floats | None = None) -> Flat:
    """A flat board whose cells have these colours (64, 3), and grain of so many grey levels (64,)."""
    pixels = np.full((SIZE, SIZE, 3), 90, np.float32)
    noise = np.random.default_rng(3).standard_normal((SIZE, SIZE, 1)).astype(np.float32)
    own = np.zeros((SIZE, SIZE), np.int32)
    for cell, corners in enumerate(cell_corners()):
        points = np.round(BLANK.at(corners) * 16).astype(np.int32)
        cv2.fillConvexPoly(own, points, cell + 1, cv2.LINE_8, 4)
    inside = own > 0
    pixels[inside] = np.asarray(colours, np.float32)[own[inside] - 1]
    if grain is not None:
        pixels[inside] += (noise * np.append(0, grain)[own][..., None])[inside].astype(np.float32)
    return Flat(pixels, PX, FLAT.border)


# What cells look like.


def test_every_side_leads_to_the_cell_beyond_and_back() -> None:
    assert (beyond() == RIM).sum() == 16
    pairs = {frozenset((edge.left, edge.right)) for edge in edges() if edge.right >= 0}
    found = {frozenset((cell, int(other))) for cell in range(64) for other in beyond()[cell] if other != RIM}
    assert found == pairs
    # The base lies along a square's side: beyond it is another square, or none.
    assert all(other == RIM or other // 4 != cell // 4 for cell, other in enumerate(beyond()[:, 0]))


def test_the_tones_of_cells_are_logarithms_of_light() -> None:
    rng = np.random.default_rng(1)
    colours = rng.integers(60, 250, (64, 3)).astype(float)
    blue, green, red = np.log(linear(colours) + 0.004).T
    looks = cell_looks(painted(colours))
    assert looks.tones == pytest.approx(
        np.stack([(blue + green + red) / 3, red - green, blue - green], 1), abs=1e-4
    )
    assert looks.pixel == pytest.approx(colours / 255)


def test_across_a_side_the_cell_beyond_is_seen_first() -> None:
    rng = np.random.default_rng(2)
    looks = cell_looks(painted(rng.integers(60, 250, (64, 3)).astype(float)))
    for cell in range(64):
        for side, other in enumerate(beyond()[cell]):
            # Farther in the other sides come near.
            inside = (ACROSS > 0.03) & (ACROSS < 0.09)
            assert looks.across[cell, side, inside] == pytest.approx(0.0, abs=1e-3)
            if other != RIM:
                step = looks.tones[other] - looks.tones[cell]
                assert looks.across[cell, side, ACROSS < -0.03] == pytest.approx(
                    np.tile(step, ((ACROSS < -0.03).sum(), 1)), abs=0.02
                )


def test_a_rough_cell_has_more_grain_than_a_smooth_one() -> None:
    rough = np.arange(64) % 3 == 0
    grain = cell_looks(painted(np.full((64, 3), 150.0), np.where(rough, 6.0, 0.5))).grain
    assert grain[rough, 0].min() > grain[~rough, 0].max() + 1
    # The noise is grey: it is no grain of tint.
    assert np.median(grain[rough, 3]) < np.median(grain[rough, 1]) - 1


def test_stripes_are_told_from_noise_that_is_as_strong() -> None:
    flat = painted(np.full((64, 3), 150.0), np.full(64, 3.0))
    striped = np.arange(64) % 3 == 0
    rows = np.random.default_rng(4).standard_normal((SIZE, 1, 1)).astype(np.float32)
    rows = np.asarray(cv2.GaussianBlur(rows, (0, 0), sigmaX=1, sigmaY=1), np.float32).reshape(SIZE, 1, 1)
    own = painted(np.repeat(striped[:, None] * 1.0, 3, 1)).pixels[..., :1] == 1.0
    for pixels, along, across in (
        (flat.pixels + 2 * own * rows, 4, 5),
        (flat.pixels + 2 * own * rows.transpose(1, 0, 2), 5, 4),
    ):
        grain = cell_looks(Flat(pixels.astype(np.float32), PX, FLAT.border)).grain
        apart = np.median(grain[striped], 0) - np.median(grain[~striped], 0)
        assert apart[along] > 2 * max(apart[0], apart[across], 0.2)


def test_light_that_changes_slowly_is_no_grain() -> None:
    flat = painted(np.full((64, 3), 150.0), np.full(64, 3.0))
    falls = np.linspace(0.8, 1.2, SIZE, dtype=np.float32)[:, None]
    for fall in (falls, falls.T):
        pixels = flat.pixels * fall[..., None]
        grain = cell_looks(Flat(pixels.astype(np.float32), PX, FLAT.border)).grain
        assert np.abs(np.median(grain - cell_looks(flat).grain, axis=0)).max() < 0.15


# How cells fit those that are known.


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

CLEAR = painted(np.where(np.isin(np.arange(64), LARGE[1].cells)[:, None], 190.0, 150.0).repeat(3, 1))
"""The large piece is lighter than the board."""
ALIKE = painted(np.full((64, 3), 150.0))
"""Nothing tells it from the board."""
CONFIG = WhitenedConfig()


def unsure(board: Likelihood, name: str, white: float) -> Likelihood:
    """The same with a cell of which the network holds it for white with this chance, and else for bare."""
    board.cells[NUMBER[name]] = [np.log(1 - white), -SURE, -SURE, np.log(white), -SURE]
    return board


def odds_of(board: Likelihood, name: str) -> float:
    return float(board.cells[NUMBER[name], 3] - board.cells[NUMBER[name], 0])


def said(monkeypatch: pytest.MonkeyPatch, value: float) -> list[list[str]]:
    """The third look says this of every cell; which ones it was asked of is noted."""
    noted: list[list[str]] = []

    def answer(
        looks: CellLooks, states: NDArray[np.intp], fitting: Fitting, asked: NDArray[np.intp]
    ) -> Floats:
        noted.append([CELLS[cell] for cell in asked])
        return np.full(len(asked), value)

    monkeypatch.setattr("vision.board.third_look.whitened.white_odds", answer)
    return noted


def look(
    board: Likelihood,
    first: Look,
    *,
    burnt: int = 0,
    covered: int = 0,
    flat: Flat | None = None,
    likely: float = 0.6,
) -> Whitened:
    """What comes of it where colours and edges hold a small piece on c4N for so likely."""
    readings = (Reading((LARGE, C4N), likely), Reading((LARGE,), 1 - likely))
    shown = flat or CLEAR
    return whitened(Glimpse(board, burnt, shown), cell_looks(shown), first, readings, covered, CONFIG)


NOTHING = Look({LARGE: 1.0}, ())
C4N = (NEUTRAL, spot("c4N", neutral=True))


def test_cells_of_which_no_look_is_in_doubt_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    noted = said(monkeypatch, 5.0)
    board = seen(LARGE)
    assert look(board, NOTHING).seen is board
    assert not noted


def test_cells_are_asked_that_either_look_doubts_or_that_they_disagree_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    noted = said(monkeypatch, 0.0)
    first = Look({LARGE: 1.0, SMALL: 1.0}, (Unread(1 << NUMBER["d1S"], "why"),))
    look(unsure(seen(LARGE), "b4N", 0.1), first)
    # Of d1S the first is in doubt, of b4N the network, and a4N is white to the first alone.
    assert sorted(noted[0]) == ["a4N", "b4N", "d1S"]


def test_where_nothing_tells_white_from_bare_every_cell_is_asked_and_may_become_less_sure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    noted = said(monkeypatch, -1.0)
    board = unsure(seen(LARGE), "a1N", 0.005)
    found = look(board, NOTHING, flat=ALIKE)
    assert found.hardly
    assert len(noted[0]) == 64 - len(LARGE[1].cells)
    bare = -np.log(0.995 / 0.005)
    assert odds_of(found.seen, "a1N") == pytest.approx(CONFIG.network * bare - CONFIG.third + CONFIG.bias)
    # What is said for bare makes nothing surer of which no look was in doubt.
    said(monkeypatch, -6.0)
    assert odds_of(look(board, NOTHING, flat=ALIKE).seen, "a1N") == pytest.approx(bare)
    assert not look(board, NOTHING).hardly


@pytest.mark.parametrize(
    ("apart", "hardly"),
    [
        ((11.0, 7.0, 1.5), True),
        ((11.0, 7.0, 2.5), False),
        ((12.0, 1.0, 1.5), False),
        ((6.0, 1.0, 2.5), True),  # the sides alone tell a little
        ((6.0, 1.0, 3.5), False),
        ((6.0, 3.0, 2.5), False),
        ((7.0, 1.0, 2.5), False),
    ],
)
def test_white_is_hardly_told_from_bare_where_nothing_differs_by_much(
    monkeypatch: pytest.MonkeyPatch, apart: tuple[float, float, float], hardly: bool
) -> None:
    monkeypatch.setattr("vision.board.third_look.whitened.told_apart", lambda *_: apart)
    said(monkeypatch, 0.0)
    assert look(seen(LARGE), NOTHING).hardly == hardly


def test_no_part_of_a_large_piece_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    noted = said(monkeypatch, 0.0)
    board = unsure(unsure(seen(LARGE), "b2E", 0.9), "c4N", 0.5)
    look(board, NOTHING)
    assert noted == [["c4N"]]


def test_odds_are_weighed_together_and_sides_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    said(monkeypatch, 5.0)
    board = unsure(seen(LARGE), "c4N", 0.3)
    own = [
        k for k, edge in enumerate(edges()) if NUMBER["c4N"] in (edge.left, edge.right) and edge.right >= 0
    ]
    board.sides[own] = np.log([1e-6, 0.3, 0.7])
    found = look(board, NOTHING).seen
    assert odds_of(found, "c4N") == pytest.approx(
        CONFIG.network * np.log(0.3 / 0.7) + CONFIG.third * 5 + CONFIG.bias
    )
    assert np.exp(found.cells).sum(1) == pytest.approx(np.exp(board.cells).sum(1))
    assert np.exp(found.sides[own]).sum(1) == pytest.approx(1, abs=1e-4)
    assert (np.exp(found.sides[own, ENDS]) > 0.9).all()
    others = np.setdiff1d(np.arange(104), own)
    assert found.sides[others] == pytest.approx(board.sides[others], abs=1e-4)
    piece = (NEUTRAL, spot("c4N", neutral=True))
    assert weighed_again(found, 0, 0, AgainConfig()).belief(piece) > 0.9


def test_against_both_others_it_may_doubt_but_tells_no_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    said(monkeypatch, 6.0)
    own = [
        k for k, edge in enumerate(edges()) if NUMBER["c4N"] in (edge.left, edge.right) and edge.right >= 0
    ]
    board = unsure(seen(LARGE), "c4N", 0.1)
    board.sides[own] = np.log([1e-6, 0.1, 0.9])
    assert odds_of(look(board, NOTHING, likely=0.4).seen, "c4N") == pytest.approx(CONFIG.alone)
    told = weighed_again(look(board, NOTHING, likely=0.4).seen, 0, 0, AgainConfig())
    assert AgreedConfig().bare_borne_out > 1 - told.belief(C4N)
    assert told.belief(C4N) < AgreedConfig().white
    # Where either of them holds it for likelier, it is.
    assert odds_of(look(board, NOTHING).seen, "c4N") > CONFIG.alone + 0.5
    board = unsure(seen(LARGE), "c4N", 0.6)
    assert odds_of(look(board, NOTHING, likely=0.4).seen, "c4N") > CONFIG.alone + 1


def test_where_light_is_burnt_out_nothing_becomes_surer(monkeypatch: pytest.MonkeyPatch) -> None:
    cell = 1 << NUMBER["c4N"]
    said(monkeypatch, -6.0)
    board = unsure(seen(LARGE), "c4N", 0.1)
    assert odds_of(look(board, NOTHING).seen, "c4N") < odds_of(board, "c4N") - 2
    assert odds_of(look(board, NOTHING, burnt=cell).seen, "c4N") == pytest.approx(odds_of(board, "c4N"))
    said(monkeypatch, 6.0)
    assert odds_of(look(board, NOTHING, burnt=cell).seen, "c4N") > 0


def test_beside_a_hand_no_cell_becomes_surer_to_be_bare(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = 1 << NUMBER["c4E"]
    said(monkeypatch, -6.0)
    board = unsure(seen(LARGE), "c4N", 0.1)
    assert odds_of(look(board, NOTHING, covered=hand).seen, "c4N") == pytest.approx(odds_of(board, "c4N"))
    said(monkeypatch, 6.0)
    board = unsure(seen(LARGE), "c4N", 0.9)
    assert odds_of(look(board, NOTHING, covered=hand).seen, "c4N") > odds_of(board, "c4N")


def players(board: Likelihood, quarters: str) -> Likelihood:
    """The same with petrol on all bare cells of these quarters."""
    for cell, name in enumerate(CELLS):
        if name[2] in quarters and cell not in LARGE[1].cells:
            board.cells[cell] = [-SURE, np.log(1 - 3e-6), -SURE, -SURE, -SURE]
    return board


def test_where_all_known_bare_cells_are_of_the_other_quarters_white_becomes_no_surer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A board's two tints may be its pieces' white and another."""
    said(monkeypatch, 6.0)
    board = unsure(players(seen(LARGE), "NS"), "c4N", 0.7)
    found = look(board, NOTHING)
    assert [CELLS[cell] for cell in range(64) if found.unlike >> cell & 1] == [
        name for name in CELLS if name[2] in "NS"
    ]
    assert odds_of(found.seen, "c4N") == pytest.approx(odds_of(board, "c4N"))
    doubted = unsure(players(seen(LARGE), "NS"), "c4N", 0.3)
    assert odds_of(look(doubted, NOTHING).seen, "c4N") == pytest.approx(0.0)
    said(monkeypatch, -6.0)
    assert odds_of(look(board, NOTHING).seen, "c4N") < 0
    # One bare cell of its own is enough; where none is known at all nobody can tell of tints.
    said(monkeypatch, 6.0)
    assert look(unsure(board, "a1N", 0.01), NOTHING).unlike == 0
    assert odds_of(look(board, NOTHING).seen, "c4N") > odds_of(board, "c4N") + 2
    assert look(players(seen(LARGE), "NESW"), NOTHING).unlike == 0


def test_without_known_white_cells_nothing_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    noted = said(monkeypatch, 5.0)
    board = unsure(seen(SMALL), "c4N", 0.3)
    assert look(board, Look({SMALL: 1.0}, ())).seen is board
    hidden = sum(1 << cell for cell in LARGE[1].cells)
    covered = unsure(seen(LARGE), "c4N", 0.3)
    assert look(covered, NOTHING, covered=hidden).seen is covered
    assert not noted


def test_the_network_s_own_answer_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    said(monkeypatch, 5.0)
    board = unsure(seen(LARGE), "c4N", 0.3)
    before = replace(board, cells=board.cells.copy(), sides=board.sides.copy())
    look(board, NOTHING)
    assert (board.cells == before.cells).all()
    assert (board.sides == before.sides).all()


def test_what_the_network_alone_sees_something_over_is_covered_and_what_is_hardly_told_handed_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hidden, unlike, told, handed = 0b1011, 0b110, [], []

    def noting(
        second: Glimpse,
        looks: CellLooks,
        first: Look,
        readings: Sequence[Reading],
        covered: int,
        config: WhitenedConfig,
    ) -> Whitened:
        told.append(covered)
        found = whitened(second, looks, first, readings, covered, config)
        return replace(found, hardly=True, unlike=unlike)

    def weighing(*args: Any, **named: Any) -> Again:
        again = weighed_again(*args, **named)
        handed.append((again.hardly, again.unlike))
        return again

    monkeypatch.setattr("vision.board.told.whitened", noting)
    monkeypatch.setattr("vision.board.told.weighed_again", weighing)
    monkeypatch.setattr(Glimpse, "over", lambda self, config: hidden)
    see_board(load_photo(PHOTOS / "board-00.jpg"))
    assert [covered & hidden for covered in told] == [hidden]
    assert handed == [(True, unlike)]
