"""Congruence, counts, outlines and the reading of shapes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.errors import BadInput
from companion.rules.polyform import (
    ABOLO,
    IAMOND,
    QUARTER,
    Lattice,
    Motion,
    Shape,
    free_shapes,
    lattice_named,
)
from companion.rules.polyform.lattice import Matrix
from tests.rules import twin
from tests.rules.strategies import DECKS, LATTICES, motions, polyforms

COUNTS = {"iamond": [1, 1, 1, 3, 4, 12], "abolo": [1, 3, 4, 14, 30]}
ONE_SIDED = {"iamond": [1, 1, 1, 4, 6, 19], "abolo": [1, 4, 6, 22, 56]}


def one_sided(lattice: Lattice, n: int) -> int:
    """How many there are where mirror images count as two."""
    return sum(2 if shape.chiral else 1 for shape in free_shapes(lattice, n))


@pytest.mark.parametrize("lattice", [IAMOND, ABOLO], ids=lambda lattice: lattice.name)
def test_there_are_as_many_shapes_as_the_literature_and_a_naive_count_say(lattice: Lattice) -> None:
    known = COUNTS[lattice.name]
    assert [len(free_shapes(lattice, n)) for n in range(1, len(known) + 1)] == known
    assert [one_sided(lattice, n) for n in range(1, len(known) + 1)] == ONE_SIDED[lattice.name]
    assert twin.free_counts(lattice.name, 4) == known[:4]
    assert free_shapes(lattice, 0) == ()


def test_the_quarter_board_has_the_pieces_of_its_game() -> None:
    # Small triangle; large triangle and diamond; trapeze (two hands) and five-sided.
    assert [one_sided(QUARTER, n) for n in (1, 2, 3)] == [1, 2, 3]


@pytest.mark.parametrize("lattice", [IAMOND, ABOLO, QUARTER], ids=lambda lattice: lattice.name)
def test_shapes_of_a_size_differ_and_are_drawn_in_their_canonical_place(lattice: Lattice) -> None:
    for n in range(1, 5):
        shapes = free_shapes(lattice, n)
        assert len({shape.key for shape in shapes}) == len(shapes)
        for shape in shapes:
            assert shape.size == n
            assert shape.moved(shape.frame).atoms == shape.atoms


@given(data=st.data(), lattice=DECKS)
def test_congruence_agrees_with_the_naive_twin(data: st.DataObject, lattice: Lattice) -> None:
    a, b = data.draw(polyforms(lattice, 5)), data.draw(polyforms(lattice, 5))
    name = lattice.name
    assert (a.key == b.key) == twin.same(
        name, twin.littles(name, a.triangles), twin.littles(name, b.triangles)
    )


@given(data=st.data(), lattice=LATTICES)
def test_turning_mirroring_and_sliding_change_no_shape(data: st.DataObject, lattice: Lattice) -> None:
    shape, motion = data.draw(polyforms(lattice)), data.draw(motions(lattice))
    moved = shape.moved(motion)
    assert shape.key == moved.key
    assert moved.moved(motion.inverse()) == shape
    assert (shape.handed_key == moved.handed_key) == (not motion.mirrors or not shape.chiral)


@given(data=st.data(), lattice=LATTICES)
def test_motions_keep_every_length(data: st.DataObject, lattice: Lattice) -> None:
    motion = data.draw(motions(lattice))
    points = data.draw(st.tuples(*[st.tuples(st.integers(-9, 9), st.integers(-9, 9))] * 2))
    before = math.dist(*map(lattice.cartesian, points))
    after = math.dist(*(lattice.cartesian(motion(point)) for point in points))
    assert after == pytest.approx(before)


def test_a_square_is_the_same_region_whichever_diagonal_cuts_it() -> None:
    one = Shape.of(ABOLO, [((0, 0), (1, 0), (1, 1)), ((0, 0), (0, 1), (1, 1))])
    other = Shape.of(ABOLO, [((1, 0), (1, 1), (0, 1)), ((0, 0), (1, 0), (0, 1))])
    assert one != other
    assert one.atoms == other.atoms
    assert one.key == other.key


def _twice_area(loop: Sequence[tuple[float, float]]) -> float:
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(loop, [*loop[1:], loop[0]], strict=True))


def _length(loop: Sequence[tuple[float, float]]) -> float:
    return sum(math.dist(a, b) for a, b in zip(loop, [*loop[1:], loop[0]], strict=True))


@settings(max_examples=200)
@given(data=st.data(), lattice=LATTICES)
def test_an_outline_bounds_the_area_in_simple_loops(data: st.DataObject, lattice: Lattice) -> None:
    shape = data.draw(polyforms(lattice, 14))
    outer, *holes = shape.outline()
    assert _twice_area(outer) > 0
    assert all(_twice_area(hole) < 0 for hole in holes)
    assert sum(map(_twice_area, (outer, *holes))) / 2 == pytest.approx(shape.area)
    assert sum(abs(_twice_area(t)) for t in shape.cartesian()) / 2 == pytest.approx(shape.area)
    for loop in (outer, *holes):
        assert len(set(loop)) == len(loop)
        for a, b, c in zip(loop, [*loop[1:], loop[0]], [*loop[2:], *loop[:2]], strict=True):
            turn = (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
            assert abs(turn) > 1e-9
    around = sum(_length(loop) for loop in (outer, *holes))
    sides = sum(map(_length, shape.cartesian()))
    assert around + 2 * sum(math.dist(*edge) for edge in shape.inner_edges()) == pytest.approx(sides)


def test_a_ring_that_closes_at_a_vertex_has_a_hole_of_its_own() -> None:
    # Five of the six triangles about a point, and a way round the gap that meets itself at a vertex.
    six = [
        ((0, 0), (1, 0), (0, 1)), ((0, 0), (0, 1), (-1, 1)), ((0, 0), (-1, 1), (-1, 0)),
        ((0, 0), (-1, 0), (0, -1)), ((0, 0), (0, -1), (1, -1)),
    ]  # fmt: skip
    more = [((1, 0), (0, 1), (1, 1)), ((1, 0), (1, 1), (2, 0)), ((1, 0), (2, 0), (2, -1))]
    closing = [((2, -1), (1, 0), (1, -1))]
    touching = Shape.of(IAMOND, [*six, *more])
    assert len(touching.outline()) == 1
    with pytest.raises(BadInput, match="overlaps"):
        Shape.of(IAMOND, [*six, *more, more[0]])
    filled = Shape.of(IAMOND, [*six, *more, *closing])
    assert len(filled.outline()) == 2
    assert [len(loop) for loop in filled.outline()][1] == 3


@pytest.mark.parametrize(
    ("lattice", "size", "touching"), [(IAMOND, 9, 1), (ABOLO, 7, 2)], ids=["iamond", "abolo"]
)
def test_every_small_shape_that_touches_itself_closes_a_hole_in_simple_loops(
    lattice: Lattice, size: int, touching: int
) -> None:
    closed = 0
    for shape in free_shapes(lattice, size):
        for matrix in lattice.symmetries:
            outer, *holes = shape.moved(Motion(matrix, (0, 0))).outline()
            assert all(len(set(loop)) == len(loop) for loop in (outer, *holes))
            assert sum(map(_twice_area, (outer, *holes))) / 2 == pytest.approx(shape.area)
            closed += len(holes)
    # Of these sizes no hole is closed but by touching.
    assert closed == touching * len(lattice.symmetries)


@pytest.mark.parametrize("matrix", ABOLO.symmetries, ids=str)
def test_a_ring_of_squares_that_meets_at_a_corner_has_a_square_hole(matrix: Matrix) -> None:
    squares = [(0, 0), (0, -1), (1, -1), (2, -1), (2, 0), (2, 1), (1, 1)]
    halves = [
        half
        for x, y in squares
        for half in (((x, y), (x + 1, y), (x, y + 1)), ((x + 1, y + 1), (x + 1, y), (x, y + 1)))
    ]
    outer, hole = Shape.of(ABOLO, halves).moved(Motion(matrix, (0, 0))).outline()
    assert (len(outer), len(hole)) == (6, 4)
    assert _twice_area(outer) == 16
    assert _twice_area(hole) == -2
    assert len(set(outer) & set(hole)) == 1


@given(data=st.data(), lattice=LATTICES)
def test_a_shape_survives_json(data: st.DataObject, lattice: Lattice) -> None:
    shape = data.draw(polyforms(lattice))
    assert Shape.from_json(shape.to_json()) == shape


TRIANGLE = [[0, 0], [1, 0], [0, 1]]
BAD_SHAPES: list[tuple[Any, str]] = [
    ("a square", "must be an object"),
    ({"triangles": [TRIANGLE]}, "must name its lattice"),
    ({"lattice": 7, "triangles": [TRIANGLE]}, "must name its lattice"),
    ({"lattice": "hex", "triangles": [TRIANGLE]}, "There is no lattice 'hex'; use one of iamond"),
    ({"lattice": "iamond", "triangles": [TRIANGLE], "hue": 1}, "no 'hue'"),
    ({"lattice": "iamond"}, "must be a list of triangles"),
    ({"lattice": "iamond", "triangles": "none"}, "must be a list of triangles"),
    ({"lattice": "iamond", "triangles": []}, "at least one triangle"),
    ({"lattice": "iamond", "triangles": [[[0, 0], [1, 0]]]}, "Triangle 1 .* three vertices"),
    ({"lattice": "iamond", "triangles": [[[0, 0], [1, 0], 5]]}, "Triangle 1 .* three vertices"),
    ({"lattice": "iamond", "triangles": [[[0, 0], [1, 0], [0, 1, 2]]]}, "three vertices"),
    ({"lattice": "iamond", "triangles": [[[0, 0], [1, 0], [0, 1.0]]]}, "whole numbers"),
    ({"lattice": "iamond", "triangles": [[[0, 0], [True, 0], [0, 1]]]}, "whole numbers"),
    ({"lattice": "iamond", "triangles": [[[0, 0], [2, 0], [0, 2]]]}, "equilateral triangle with unit sides"),
    ({"lattice": "iamond", "triangles": [[[0, 0], [1, 0], [1, 1]]]}, "equilateral"),
    ({"lattice": "iamond", "triangles": [[[0, 0], [0, 0], [0, 1]]]}, "equilateral"),
    (
        {"lattice": "abolo", "triangles": [[[0, 0], [2, 0], [1, 1]]]},
        "right isosceles triangle with unit legs",
    ),
    ({"lattice": "quarter", "triangles": [[[1, 1], [3, 1], [2, 2]]]}, "quarter of a cell"),
    ({"lattice": "iamond", "triangles": [TRIANGLE, TRIANGLE]}, "Triangle 2 of the shape overlaps"),
    ({"lattice": "abolo", "triangles": [TRIANGLE, [[0, 0], [1, 0], [1, 1]]]}, "Triangle 2 .* overlaps"),
    ({"lattice": "iamond", "triangles": [TRIANGLE, [[5, 5], [6, 5], [5, 6]]]}, "falls apart"),
    ({"lattice": "iamond", "triangles": [TRIANGLE, [[1, 0], [2, 0], [1, 1]]]}, "falls apart"),
    ({"lattice": "iamond", "triangles": [[[x, 0], [x + 1, 0], [x, 1]] for x in range(65)]}, "at most 64"),
]


@pytest.mark.parametrize(("data", "says"), BAD_SHAPES, ids=[says for _, says in BAD_SHAPES])
def test_what_is_no_polyform_is_refused_in_one_sentence(data: Any, says: str) -> None:
    with pytest.raises(BadInput, match=says) as refused:
        Shape.from_json(data)
    assert "\n" not in str(refused.value)
    assert str(refused.value).endswith(".")


def test_a_shape_of_another_lattice_is_refused_where_one_is_asked_for() -> None:
    with pytest.raises(BadInput, match="give one of lattice abolo"):
        Shape.from_json({"lattice": "iamond", "triangles": [TRIANGLE]}, ABOLO)
    assert Shape.from_json({"triangles": [TRIANGLE]}, ABOLO).lattice is ABOLO


def test_lattices_are_found_by_name() -> None:
    assert [lattice_named(name) for name in ("iamond", "abolo", "quarter")] == [IAMOND, ABOLO, QUARTER]
    assert [len(lattice.symmetries) for lattice in (IAMOND, ABOLO, QUARTER)] == [12, 8, 8]
    assert Motion((1, 0, 0, 1), (0, 0)).after(Motion((0, -1, 1, 0), (2, 3))) == Motion((0, -1, 1, 0), (2, 3))
