"""The pieces' places on the board, against the counts that follow from their shapes alone."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from vision.board.cells import CELLS, NUMBER, bits_of, cell_corners, chosen_of, edges, neighbours
from vision.board.laying.covers import inner_sides, outer_sides
from vision.board.laying.incidence import incidence
from vision.board.laying.pieces import KINDS, shape_of, spots

PLACES = {
    ("small triangle", None, False): 64,
    ("large triangle", None, False): 64,
    ("medium square", None, False): 24,
    ("trapeze", "L", False): 48,
    ("trapeze", "R", False): 48,
    ("five-sided", None, False): 64,
    ("large square", None, False): 16,
    ("rectangle", None, False): 36,
    ("parallelogram", "L", False): 24,
    ("parallelogram", "R", False): 24,
    ("small triangle", None, True): 64,
    ("neutral trapeze", None, True): 72,
    ("neutral five-sided", None, True): 48,
}


def test_every_kind_has_its_places() -> None:
    found = Counter((KINDS[s.kind].name, s.hand, KINDS[s.kind].neutral) for s in spots())
    assert found == PLACES


def test_a_place_is_the_kinds_own_shape_and_hand() -> None:
    for spot in spots():
        kind = KINDS[spot.kind]
        shape, drawn = shape_of(spot.names), shape_of(kind.drawn)
        assert shape.key == drawn.key
        if spot.hand:
            assert (shape.handed_key == drawn.handed_key) == (spot.hand == "R")


def test_each_player_has_seventeen_pieces_and_eight_are_neutral() -> None:
    assert sum(kind.count for kind in KINDS if not kind.neutral) == 17
    assert sum(kind.count for kind in KINDS if kind.neutral) == 8


def test_cells_lie_where_their_names_say() -> None:
    middles = cell_corners().mean(1)
    x, y = middles[NUMBER["c2E"]]
    assert (2.5 < x < 3, 1 < y < 2) == (True, True)
    for name in CELLS:
        column, rank, quarter = name[0], name[1], name[2]
        x, y = middles[NUMBER[name]]
        assert (int(x), int(y)) == ("abcd".index(column), int(rank) - 1)
        off = x % 1 - 0.5, y % 1 - 0.5
        way = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}[quarter]
        assert abs(off[0] - way[0] / 3) < 1e-9
        assert abs(off[1] - way[1] / 3) < 1e-9


def test_sides_are_shared_by_two_cells_or_lie_on_the_rim() -> None:
    assert len(edges()) == 104
    assert sum(edge.right < 0 for edge in edges()) == 16
    assert sum(len(sides) for sides in neighbours()) == 2 * 88


@given(st.sets(st.integers(0, 63)))
def test_cells_are_bits_and_back(cells: set[int]) -> None:
    chosen = chosen_of(sum(1 << cell for cell in cells))
    assert {cell for cell in range(64) if chosen[cell]} == cells
    assert not chosen[64]
    assert not chosen[-1]
    assert bits_of(chosen[:64]) == sum(1 << cell for cell in cells)


def test_rows_of_places_have_their_cells_the_sides_within_and_all_around() -> None:
    rows = incidence(spots())
    rim = [(k, edge.left) for k, edge in enumerate(edges()) if edge.right < 0]
    for spot, cells, inner, outer in zip(spots(), rows.cells, rows.inner, rows.outer, strict=True):
        assert set(cells.nonzero()[0]) == set(spot.cells)
        assert set(inner.nonzero()[0]) == set(inner_sides(spot))
        beyond = {k for k, _ in outer_sides(spot)} | {k for k, cell in rim if cell in spot.cells}
        assert set(outer.nonzero()[0]) == beyond
        assert max(*cells, *inner, *outer) == 1
