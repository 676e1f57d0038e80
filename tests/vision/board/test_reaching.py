"""A large white piece beside a hand may lie in part under it, and bare board be taken for its other end."""

from __future__ import annotations

from dataclasses import replace

from vision.board.cells import NUMBER, edges
from vision.board.first_look.doubts import _may_go_on
from vision.board.first_look.labels import WHITE
from vision.board.laying.pieces import spots_by_cell
from vision.board.laying.reading import BoardRead

CELLS = ("b2E", "b2S", "c2N", "c2W", "c3S")
SPOT = next(spot for spot in spots_by_cell(neutral=True)[NUMBER["c2N"]] if set(spot.names) == set(CELLS))


def _read(*covered: str) -> BoardRead:
    labels = tuple(WHITE if cell in {NUMBER[name] for name in CELLS} else None for cell in range(64))
    return BoardRead((), sum(1 << NUMBER[name] for name in covered), 0, labels, 0.0, frozenset())


def test_it_may_lie_farther_under_what_covers_its_neighbour() -> None:
    assert _may_go_on(WHITE, SPOT, _read("b1N", "b1E"))


def test_it_may_not_where_nothing_lies_beside_it_or_a_seam_shows() -> None:
    assert not _may_go_on(WHITE, SPOT, _read("a4N", "d1E"))
    pair = {NUMBER["b2S"], NUMBER["b1N"]}
    seam = next(k for k, edge in enumerate(edges()) if {edge.left, edge.right} == pair)
    assert not _may_go_on(WHITE, SPOT, replace(_read("b1N", "b1E"), parted=frozenset({seam})))
