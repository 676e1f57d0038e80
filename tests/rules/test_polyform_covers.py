"""Exact covers and dissections, against a brute force that shares no code."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.polyform import (
    ABOLO,
    IAMOND,
    QUARTER,
    Cover,
    Lattice,
    Shape,
    covers,
    first_cover,
    free_shapes,
    placements,
)
from companion.rules.polyform.dissect import dissection_keys, dissection_keys_within
from tests.rules import twin
from tests.rules.strategies import DECKS, motions, polyforms


def _assert_tiles(cover: Cover, target: Shape, parts: list[Shape]) -> None:
    """The witness, checked by the twin: each part rigidly moved, together the target and nothing else."""
    name = target.lattice.name
    laid = [twin.littles(name, placement.triangles) for placement in cover.placements]
    assert [placement.part for placement in cover.placements] == list(range(len(parts)))
    assert sum(map(len, laid)) == len(frozenset().union(*laid))
    assert frozenset().union(*laid) == twin.littles(name, target.triangles)
    for placement, region, part in zip(cover.placements, laid, parts, strict=True):
        assert twin.same(name, region, twin.littles(name, part.triangles))
        # Triangle by triangle the part's own: nothing was cut anew.
        assert placement.triangles == part.moved(placement.motion).triangles


@st.composite
def puzzles(draw: st.DrawFn, lattice: Lattice) -> tuple[Shape, list[Shape]]:
    """A target and parts of as many triangles, often pieces of it."""
    target = draw(polyforms(lattice, 5))
    parts: list[Shape] = []
    left = target.size
    while left:
        size = draw(st.integers(1, left))
        parts.append(draw(st.sampled_from(free_shapes(lattice, size))).moved(draw(motions(lattice))))
        left -= size
    return target, parts


@settings(max_examples=150, deadline=None)
@given(data=st.data(), lattice=DECKS)
def test_covers_are_exactly_those_of_the_brute_force(data: st.DataObject, lattice: Lattice) -> None:
    target, parts = data.draw(puzzles(lattice))
    name = lattice.name
    expected = list(
        twin.all_fillings(
            name, twin.littles(name, target.triangles), [twin.littles(name, p.triangles) for p in parts]
        )
    )
    labelled = list(covers(target, parts, labelled=True))
    assert {
        tuple(twin.littles(name, placement.triangles) for placement in cover.placements) for cover in labelled
    } == set(expected)
    assert len(labelled) == len(expected)
    plain = list(covers(target, parts))
    repeats = 1
    for count in Counter(part.key for part in parts).values():
        for factor in range(2, count + 1):
            repeats *= factor
    assert len(plain) * repeats == len(expected)
    first = first_cover(target, parts)
    assert (first is not None) == bool(expected)
    for cover in [*plain, *([first] if first else [])]:
        _assert_tiles(cover, target, parts)


@given(data=st.data(), lattice=DECKS)
def test_whether_parts_fill_a_target_does_not_hang_on_how_they_are_drawn(
    data: st.DataObject, lattice: Lattice
) -> None:
    target, parts = data.draw(puzzles(lattice))
    turned = target.moved(data.draw(motions(lattice)))
    shuffled = data.draw(st.permutations([part.moved(data.draw(motions(lattice))) for part in parts]))
    assert (first_cover(target, parts) is None) == (first_cover(turned, shuffled) is None)
    assert sum(1 for _ in covers(target, parts)) == sum(1 for _ in covers(turned, shuffled))


def test_the_dissections_of_equilateral_shapes() -> None:
    counts = [[len(dissection_keys(shape.key)) for shape in free_shapes(IAMOND, n)] for n in range(2, 6)]
    assert [sorted(row) for row in counts] == [[1], [2], [3, 4, 4], [6, 6, 7, 8]]
    large = Shape.of(
        IAMOND,
        [
            ((0, 0), (1, 0), (0, 1)),
            ((1, 0), (2, 0), (1, 1)),
            ((0, 1), (1, 1), (0, 2)),
            ((1, 0), (0, 1), (1, 1)),
        ],
    )
    assert len(dissection_keys(large.key)) == 3


def test_the_dissections_of_right_isosceles_shapes() -> None:
    totals = [sum(len(dissection_keys(shape.key)) for shape in free_shapes(ABOLO, n)) for n in range(2, 6)]
    assert totals == [3, 11, 86, 427]


@pytest.mark.parametrize(("lattice", "size"), [(IAMOND, 5), (ABOLO, 4)], ids=["iamond", "abolo"])
def test_dissections_are_the_multisets_that_the_brute_force_can_lay(lattice: Lattice, size: int) -> None:
    name = lattice.name
    smaller = [shape for n in range(1, size) for shape in free_shapes(lattice, n)]
    regions = {shape.key: twin.littles(name, shape.triangles) for shape in smaller}
    candidates = [
        parts
        for count in range(2, size + 1)
        for parts in combinations_with_replacement(smaller, count)
        if sum(part.size for part in parts) == size
    ]
    for target in free_shapes(lattice, size):
        whole = twin.littles(name, target.triangles)
        expected = {
            tuple(sorted(part.key for part in parts))
            for parts in candidates
            if twin.fills(name, whole, tuple(regions[part.key] for part in parts))
        }
        assert set(dissection_keys(target.key)) == expected


def _row(lattice: Lattice, length: int) -> Shape:
    """A straight strip of triangles."""
    if lattice == ABOLO:
        pairs = [[((x, 0), (x + 1, 0), (x, 1)), ((x + 1, 1), (x + 1, 0), (x, 1))] for x in range(length)]
    else:
        pairs = [[((x, 0), (x + 1, 0), (x, 1)), ((x + 1, 0), (x, 1), (x + 1, 1))] for x in range(length)]
    return Shape.of(lattice, [t for pair in pairs for t in pair][:length])


@pytest.mark.parametrize("lattice", [IAMOND, ABOLO], ids=["iamond", "abolo"])
def test_home_made_targets_of_twenty_triangles_are_decided(lattice: Lattice) -> None:
    target = _row(lattice, 20)
    ones, bars = free_shapes(lattice, 1) * 20, [_row(lattice, 4)] * 5
    for parts in (list(ones), bars, [_row(lattice, 7), _row(lattice, 7), _row(lattice, 6)]):
        cover = first_cover(target, parts)
        assert cover is not None
        _assert_tiles(cover, target, parts)
    # A ring about a point fits no strip, however small the rest is cut.
    if lattice == IAMOND:
        ring = Shape.of(
            IAMOND,
            [
                ((0, 0), (1, 0), (0, 1)), ((0, 0), (0, 1), (-1, 1)), ((0, 0), (-1, 1), (-1, 0)),
                ((0, 0), (-1, 0), (0, -1)), ((0, 0), (0, -1), (1, -1)), ((0, 0), (1, -1), (1, 0)),
            ],
        )  # fmt: skip
        assert first_cover(target, [ring, *free_shapes(lattice, 1) * 14]) is None
    big = free_shapes(lattice, 4)
    mixed = [*big, *big][:5]
    found = next(covers(target, mixed), None)
    if found is not None:
        _assert_tiles(found, target, mixed)
    assert (found is None) == (first_cover(target, mixed) is None)


def test_parts_of_another_lattice_or_the_wrong_size_cover_nothing() -> None:
    one, red = free_shapes(IAMOND, 1)[0], free_shapes(IAMOND, 2)[0]
    foreign = free_shapes(ABOLO, 1)[0]
    for target, parts in ((red, [one]), (red, [one] * 3), (red, [foreign] * 2), (red, []), (one, [red])):
        assert list(covers(target, parts)) == []
        assert first_cover(target, parts) is None
    assert placements(red, foreign) == ()
    assert first_cover(red, [red]) is not None


def _board() -> Shape:
    """Four by four cells, each cut by both diagonals."""
    cells = []
    for x in range(0, 8, 2):
        for y in range(0, 8, 2):
            corners = [(x, y), (x + 2, y), (x + 2, y + 2), (x, y + 2)]
            cells += [(corners[i], corners[(i + 1) % 4], (x + 1, y + 1)) for i in range(4)]
    return Shape.of(QUARTER, cells)


def test_a_board_of_quarter_cells_stands_on_the_same_engine() -> None:
    board = _board()
    assert board.size == 64
    assert board.area == 16.0
    found = sorted(
        (piece.size, len(placements(board, piece, mirrored=False)), piece.chiral)
        for n in range(1, 5)
        for piece in free_shapes(QUARTER, n)
    )
    # Small; large triangle, diamond; trapeze a hand, five-sided; of four: the parallelogram a hand is 24,
    # the rectangle 36, the whole cell 16.
    assert found[:5] == [(1, 64, False), (2, 24, False), (2, 64, False), (3, 48, True), (3, 64, False)]
    assert {(4, 24, True), (4, 36, False), (4, 16, False)} <= set(found[5:])
    for n in (3, 4):
        for piece in free_shapes(QUARTER, n):
            both, one = placements(board, piece), placements(board, piece, mirrored=False)
            assert len(both) == (2 if piece.chiral else 1) * len(one)
            assert all(set(board.atoms) >= piece.moved(p.motion).atoms for p in both)
            assert not any(p.motion.mirrors for p in one)


def test_dissections_out_of_a_few_parts_use_no_more_than_there_are() -> None:
    one, two = (free_shapes(IAMOND, n)[0].key for n in (1, 2))
    target = _row(IAMOND, 6).key
    assert dissection_keys_within(target, {one: 2, two: 3}) == (
        tuple(sorted([two] * 3)),
        tuple(sorted([one, one, two, two])),
    )
    assert dissection_keys_within(target, {one: 5}) == ()
