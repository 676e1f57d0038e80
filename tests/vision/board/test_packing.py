"""All layings that explain what is seen, against trying every set of pieces."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.board.cells import CELLS, NUMBER, edges, neighbours
from vision.board.laying.packing import (
    ENDS,
    INNER,
    NONE,
    STATES,
    PackingConfig,
    Packings,
    TooMany,
    chances,
    packings,
)
from vision.board.laying.pieces import KINDS, NEUTRAL, PLAYERS, Spot, spots
from vision.plane import Floats

FAR = 40.0
Whole = frozenset[tuple[str, frozenset[str]]]


def grown(start: int, picks: list[int], size: int) -> list[int]:
    """A region of cells that hang together."""
    region = [start]
    for pick in itertools.islice(itertools.cycle(picks), size - 1):
        beyond = sorted({other for cell in region for _, other in neighbours()[cell]} - set(region))
        region.append(beyond[pick % len(beyond)])
    return region


def told(region: list[int], seed: int) -> tuple[Floats, Floats]:
    """Likelihoods at random inside a region; everything else is bare without any doubt."""
    rng = np.random.default_rng(seed)
    cells = np.full((64, 4), -FAR)
    cells[:, 0] = 0.0
    sides = np.full((104, 3), -FAR)
    sides[:, NONE] = 0.0
    cells[region] = -rng.exponential(2.0, (len(region), 4))
    for number, edge in enumerate(edges()):
        if edge.left in region or edge.right in region:
            sides[number] = -rng.exponential(2.0, 3)
    return cells, sides


def tried(region: list[int]) -> Iterator[list[tuple[str, Spot]]]:
    """Every set of pieces within a region that do not overlap."""
    inside = sum(1 << cell for cell in region)
    places = [
        (owner, spot)
        for spot in spots()
        if not spot.mask & ~inside
        for owner in ((NEUTRAL,) if KINDS[spot.kind].neutral else PLAYERS)
    ]

    def further(start: int, taken: int, laid: list[tuple[str, Spot]]) -> Iterator[list[tuple[str, Spot]]]:
        yield laid
        for number in range(start, len(places)):
            if not places[number][1].mask & taken:
                yield from further(number + 1, taken | places[number][1].mask, [*laid, places[number]])

    yield from further(0, 0, [])


def lost(laid: list[tuple[str, Spot]], cells: Floats, sides: Floats, turned: float) -> float | None:
    """What a laying falls short of the likeliest of every cell and side, counted cell by cell and side by side."""
    owner_at: dict[int, tuple[str, int]] = {}
    for number, (owner, spot) in enumerate(laid):
        for cell in spot.cells:
            owner_at[cell] = (owner, number)
    short = 0.0
    asked = [k for k in range(64) if k in owner_at or cells[k, 0] < 0]
    for cell in asked:
        state = STATES.index(owner_at[cell][0]) if cell in owner_at else 0
        short += cells[cell].max() - cells[cell, state]
    for number, edge in enumerate(edges()):
        # What is bare without any doubt loses nothing.
        if edge.right < 0 or (edge.left not in asked and edge.right not in asked):
            continue
        left, right = owner_at.get(edge.left), owner_at.get(edge.right)
        state = NONE if left is None and right is None else INNER if left == right else ENDS
        short += sides[number].max() - sides[number, state]
    held = Counter((owner, KINDS[spot.kind]) for owner, spot in laid)
    for kind in KINDS:
        if kind.neutral and held[NEUTRAL, kind] > kind.count:
            return None
        if not kind.neutral:
            if held["petrol", kind] + held["green", kind] > 2 * kind.count:
                return None
            short += turned * sum(max(0, held[owner, kind] - kind.count) for owner in PLAYERS)
    return float(short)


def named(laid: object) -> Whole:
    return frozenset((owner, frozenset(spot.names)) for owner, spot in laid)  # type: ignore[attr-defined]


def near(cells: Floats, sides: Floats, covered: int = 0, config: PackingConfig | None = None) -> Packings:
    found = packings(cells, sides, covered, config or PackingConfig())
    assert found is not None
    return found


@settings(max_examples=8, deadline=None)
@given(
    st.integers(0, 63),
    st.lists(st.integers(0, 9), min_size=1, max_size=6),
    st.integers(1, 6),
    st.integers(0, 10**6),
)
def test_all_that_come_near_are_found(start: int, picks: list[int], size: int, seed: int) -> None:
    region = grown(start, picks, size)
    cells, sides = told(region, seed)
    config = PackingConfig(effort=10**6, kept=10**6)
    losses = {
        named(laid): loss
        for laid in tried(region)
        if (loss := lost(laid, cells, sides, config.turned)) is not None
    }
    best = min(losses.values())
    within = {laid: loss for laid, loss in losses.items() if loss < best + config.windows[-1]}
    found = near(cells, sides, 0, config)
    assert found.layings[0].loss == pytest.approx(best)
    got = {named(packing.laid): packing.loss for packing in found.layings}
    assert len(got) == len(found.layings)
    assert got == pytest.approx(within)
    assert found.within == config.windows[-1]
    # What the best without a piece, or with one on a cell, loses more.
    top = min(within, key=lambda laid: within[laid])
    leads = {
        piece: min((loss - best for laid, loss in within.items() if piece not in laid), default=found.within)
        for piece in top
    }
    assert {next(iter(named([laid]))): lead for laid, lead in found.leads().items()} == pytest.approx(leads)
    for far in (1.0, config.windows[-1]):
        laid_on = {
            cell for laid, loss in within.items() if loss - best <= far for _, cells in laid for cell in cells
        }
        assert {CELLS[cell] for cell in range(64) if not found.bare(far) >> cell & 1} == laid_on
    # Where not all of them are kept it is known how near the others come.
    few = near(cells, sides, 0, PackingConfig(effort=10**6, kept=3))
    ranked = sorted(within.values())
    assert few.within == pytest.approx(ranked[3] - best if len(ranked) > 3 else config.windows[-1])
    assert few.bare(few.within + 0.1) == 0


def test_a_piece_may_reach_under_what_covers_the_board() -> None:
    cells, sides = told([], 1)
    shown, hidden = NUMBER["b2N"], NUMBER["b2E"]
    cells[shown] = (-9.0, 0.0, -9.0, -9.0)
    for side, other in neighbours()[shown]:
        sides[side] = (0.0, 0.0, 0.0) if other == hidden else (-9.0, 0.0, -9.0)
    for side, _ in neighbours()[hidden]:
        sides[side] = (0.0, 0.0, 0.0)
    found = near(cells, sides, 1 << hidden).layings
    seen = {named(packing.laid) for packing in found}
    assert frozenset({("petrol", frozenset({"b2N"}))}) in seen
    assert frozenset({("petrol", frozenset({"b2N", "b2E"}))}) in seen
    share = chances(found)
    assert max(share) < 0.7


def test_sides_between_covered_cells_tell_nothing() -> None:
    cells, sides = told([], 1)
    shown, hidden = NUMBER["b2N"], [NUMBER["b2E"], NUMBER["b2S"]]
    cells[shown] = (-9.0, 0.0, -9.0, -9.0)
    for side, other in neighbours()[shown]:
        sides[side] = (0.0, 0.0, 0.0) if other in hidden else (-9.0, 0.0, -9.0)
    for cell in hidden:
        for side, other in neighbours()[cell]:
            sides[side] = (-9.0, -9.0, 0.0) if other in hidden else (0.0, 0.0, 0.0)
    found = near(cells, sides, sum(1 << cell for cell in hidden)).layings
    whole = frozenset({("petrol", frozenset({"b2N", "b2E", "b2S"}))})
    assert whole in {named(packing.laid) for packing in found}
    assert next(packing.loss for packing in found if named(packing.laid) == whole) == pytest.approx(0.0)


def test_a_board_that_shows_nothing_says_so() -> None:
    with pytest.raises(TooMany):
        packings(np.zeros((64, 4)), np.zeros((104, 3)), 0, PackingConfig(effort=2000))


def test_more_than_a_game_holds_is_no_laying() -> None:
    def seen_on(names: list[str]) -> tuple[Floats, Floats]:
        cells, sides = told([], 1)
        for name in names:
            cells[NUMBER[name]] = (-30.0, 0.0, -30.0, -30.0)
            for side, _ in neighbours()[NUMBER[name]]:
                sides[side] = (-30.0, 0.0, -30.0)
        return cells, sides

    every = [f"{column}{rank}N" for rank in "1234" for column in "abcd"]
    assert packings(*seen_on(every), 0, PackingConfig()) is None
    # Four of them have the other player's colour beneath.
    found = near(*seen_on(every[:8])).layings
    assert [len(packing.laid) for packing in found] == [8]
    assert found[0].loss == pytest.approx(4 * PackingConfig().turned)


def test_the_chances_of_all_are_one_together() -> None:
    cells, sides = told([NUMBER[name] for name in ("a1N", "a1E", "b1W", "b1S")], 5)
    share = chances(near(cells, sides).layings)
    assert sum(share) == pytest.approx(1.0)
    assert share == sorted(share, reverse=True)
    assert len(CELLS) == 64
