"""Partitions of a region, against a search that tries everything and shares no code with theirs."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from vision.board.cells import edges, neighbours
from vision.board.laying.covers import connected, partitions
from vision.board.laying.pieces import KINDS, spots

EDGES = edges()


@st.composite
def regions(draw: st.DrawFn) -> int:
    """Up to six cells that hang together."""
    cells = {draw(st.integers(0, 63))}
    for _ in range(draw(st.integers(0, 5))):
        border = sorted({other for cell in cells for _, other in neighbours()[cell]} - cells)
        cells.add(draw(st.sampled_from(border)))
    return sum(1 << cell for cell in cells)


def _naive(region: int, weights: dict[int, float]) -> dict[frozenset[int], float]:
    """Every set of places that fills the region exactly, by trying all sets, and what it ignores of the weights."""
    inside = [s for s in spots() if not KINDS[s.kind].neutral and not s.mask & ~region]
    found = {}
    for count in range(1, region.bit_count() + 1):
        for chosen in combinations(inside, count):
            if (
                sum(s.mask for s in chosen) == region
                and sum(len(s.cells) for s in chosen) == region.bit_count()
            ):
                piece_of = {cell: k for k, s in enumerate(chosen) for cell in s.cells}
                loss = 0.0
                for k, weight in weights.items():
                    together = piece_of[EDGES[k].left] == piece_of[EDGES[k].right]
                    loss += max(0.0, -weight if together else weight)
                found[frozenset(s.mask for s in chosen)] = loss
    return found


@settings(max_examples=40, deadline=None)
@given(region=regions(), data=st.data())
def test_partitions_are_those_of_a_naive_search(region: int, data: st.DataObject) -> None:
    inner = [
        k for k, e in enumerate(EDGES) if e.right >= 0 and region >> e.left & 1 and region >> e.right & 1
    ]
    weights = {k: data.draw(st.sampled_from([-5.0, -1.0, 0.5, 4.0])) for k in inner}
    window = 6.0
    expected = {masks: loss for masks, loss in _naive(region, weights).items() if loss <= window}
    found = partitions(region, weights, neutral=False, window=window, most=10**6, effort=10**6)
    assert [p.loss for p in found] == sorted(p.loss for p in found)
    assert {frozenset(s.mask for s in p.spots): round(p.loss, 6) for p in found} == {
        masks: round(loss, 6) for masks, loss in expected.items()
    }


@given(cells=st.sets(st.integers(0, 63), max_size=40))
def test_parts_hang_together_and_make_up_the_region(cells: set[int]) -> None:
    region = sum(1 << cell for cell in cells)
    parts = list(connected(region))
    assert sum(parts) == region
    for a, b in combinations(parts, 2):
        assert not a & b
        assert not any(
            b >> other & 1 for cell in range(64) if a >> cell & 1 for _, other in neighbours()[cell]
        )
