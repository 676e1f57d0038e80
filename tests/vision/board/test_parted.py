"""Cells that are surely one player's are parted in every way that they may."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.board.seen_boards import DIAMOND, HALVES, LARGE, again, between, bits, read, seen
from vision.board.cells import CELLS, NUMBER
from vision.board.first_look.doubts import Look, Unread
from vision.board.laying.pieces import Spot, spots_by_cell
from vision.board.laying.reading import BoardRead, Laid
from vision.board.second_look.again import Again
from vision.board.second_look.parted import PartedConfig, with_parted

IN_DOUBT = Look({LARGE: 1.0}, (Unread(DIAMOND[1].mask, "not seen"),))


def labelled(found: BoardRead, **cells: str) -> BoardRead:
    """The same where colours hold these cells for somebody's."""
    return replace(found, labels=tuple(cells.get(str(name)) for name in CELLS))


FOUND = labelled(read((1.0, (LARGE,))), c3E="petrol", d3W="petrol")


def open_boards(
    look: Look, second: Again, found: BoardRead, config: PartedConfig | None = None
) -> dict[frozenset[Laid], float]:
    readings = with_parted(look, found.readings, second, found, config or PartedConfig())
    return {frozenset(one.laid): one.probability for one in readings}


@pytest.mark.parametrize("inner", [0.9, 0.3])
def test_two_cells_are_one_piece_or_two_as_likely_as_the_side_between_says(inner: float) -> None:
    boards = open_boards(IN_DOUBT, again(between(seen(LARGE, DIAMOND), "c3E", "d3W", inner)), FOUND)
    assert boards == {
        frozenset((LARGE, DIAMOND)): pytest.approx(inner),
        frozenset((LARGE, *HALVES)): pytest.approx(1 - inner),
    }


def test_however_sure_the_network_is_a_side_misleads_at_times() -> None:
    boards = open_boards(IN_DOUBT, again(seen(LARGE, DIAMOND)), FOUND)
    assert boards[frozenset((LARGE, *HALVES))] > 0.03


def test_what_may_be_nobodys_or_go_on_beyond_stays_unknown() -> None:
    plain = {frozenset((LARGE,)): 1.0}
    second = again(seen(LARGE, DIAMOND))
    # The network is not sure whose a cell is; it has to be surer where colours say something else.
    for chance, label, sure in ((0.96, "petrol", False), (0.995, "petrol", True), (0.995, "board", False)):
        unsure = seen(LARGE, DIAMOND)
        unsure.cells[NUMBER["d3W"]] = np.log([1 - chance - 1e-3, chance, 4e-4, 3e-4, 3e-4])
        boards = open_boards(IN_DOUBT, again(unsure), labelled(FOUND, c3E="petrol", d3W=label))
        assert (boards != plain) == sure
    assert open_boards(IN_DOUBT, second, labelled(FOUND, c3E="petrol")) != plain
    # Something lies beside it, or more of the same may.
    hidden = again(seen(LARGE, DIAMOND, covered=("d3N",)))
    assert open_boards(IN_DOUBT, hidden, FOUND) == plain
    assert open_boards(IN_DOUBT, second, replace(FOUND, covered=bits("d3N"))) == plain
    assert open_boards(IN_DOUBT, second, replace(FOUND, covered=DIAMOND[1].mask)) == plain
    beside = seen(LARGE, DIAMOND)
    beside.cells[NUMBER["d3N"]] = np.log([0.9, 0.096, 1e-3, 1e-3, 2e-3])
    wider = Look({LARGE: 1.0}, (Unread(DIAMOND[1].mask | bits("d3N"), "not seen"),))
    assert open_boards(wider, again(beside), FOUND) == plain
    # Nothing is in doubt, or a reading has it already.
    assert open_boards(Look({LARGE: 1.0}, ()), second, FOUND) == plain
    taken = replace(FOUND, readings=read((1.0, (LARGE, DIAMOND))).readings)
    assert open_boards(IN_DOUBT, second, taken) == {frozenset((LARGE, DIAMOND)): 1.0}


def test_where_there_are_too_many_ways_none_is_given() -> None:
    second = again(between(seen(LARGE, DIAMOND), "c3E", "d3W", 0.6))
    plain = {frozenset((LARGE,)): 1.0}
    assert open_boards(IN_DOUBT, second, FOUND, PartedConfig(most_ways=1)) == plain
    assert open_boards(IN_DOUBT, second, FOUND, PartedConfig(most_readings=1)) == plain
    assert len(open_boards(IN_DOUBT, second, FOUND, PartedConfig(most_readings=1, least_kept=0.5))) == 1


def test_many_regions_in_doubt_are_parted_as_far_as_boards_are_few() -> None:
    """Each square of the board may be parted in many ways: all of them together in more than anybody can count."""
    owners = np.add.outer(range(4), range(4)) % 2
    board = seen()
    board.cells[:] = -12.0
    board.sides[:] = np.log([0.5, 0.49, 0.01])
    labels: list[str | None] = []
    for cell, name in enumerate(CELLS):
        player = int(owners["abcd".index(name[0]), int(name[1]) - 1])
        board.cells[cell, 1 + player] = 0.0
        labels.append(("petrol", "green")[player])
    second = Again({}, np.zeros(len(CELLS)), 0, 0, explained=False, seen=board)
    found = replace(read((1.0, ())), labels=tuple(labels))
    boards = open_boards(Look({}, (Unread((1 << 64) - 1, "not seen"),)), second, found)
    # Two squares have more ways together than boards are kept: one is parted, and the others stay unknown.
    assert {sum(len(spot.cells) for _, spot in laid) for laid in boards} == {4}
    assert 1 < len(boards) <= PartedConfig().most_readings


CORNER = tuple(NUMBER[f"{square}{side}"] for square in ("b2", "b3") for side in "NESW")


def fillings(region: int) -> set[frozenset[Spot]]:
    """Every way to fill cells with a player's pieces, tried piece by piece."""
    if not region:
        return {frozenset()}
    cell = (region & -region).bit_length() - 1
    return {
        rest | {own}
        for own in spots_by_cell(neutral=False)[cell]
        if not own.mask & ~region
        for rest in fillings(region & ~own.mask)
    }


@settings(deadline=None)
@given(st.sets(st.sampled_from(CORNER), min_size=1, max_size=7))
def test_every_way_to_fill_the_cells_is_open(cells: set[int]) -> None:
    region = sum(1 << cell for cell in cells)
    board = seen()
    for cell in cells:
        board.cells[cell] = -12.0
        board.cells[cell, 1] = 0.0
    board.sides[:] = np.log([0.5, 0.49, 0.01])
    found = replace(
        read((1.0, ())), labels=tuple("petrol" if cell in cells else None for cell in range(len(CELLS)))
    )
    look = Look({}, (Unread(region, "not seen"),))
    config = PartedConfig(most_ways=1000, most_readings=1000)
    second = Again({}, np.zeros(len(CELLS)), 0, 0, explained=False, seen=board)
    boards = open_boards(look, second, found, config)
    assert {frozenset(own for _, own in laid) for laid in boards} == fillings(region)
    assert sum(boards.values()) == pytest.approx(1.0)
