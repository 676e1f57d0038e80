"""What both looks agree on of white pieces."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.board.seen_boards import (
    LARGE,
    SMALL,
    again,
    between,
    bits,
    hardly,
    read,
    seen,
    spot,
)
from vision.board.cells import NUMBER
from vision.board.first_look.doubts import DoubtConfig, first_look
from vision.board.laying.pieces import NEUTRAL
from vision.board.laying.reading import Laid
from vision.board.second_look.agreed import agreed
from vision.board.second_look.agreed_config import AgreedConfig


def test_a_white_piece_that_only_the_second_look_believes_is_told_where_the_first_is_in_doubt() -> None:
    open_ones = read((0.7, (LARGE,)), (0.3, (LARGE, SMALL)))
    first = first_look(open_ones, DoubtConfig())
    assert first.open_cells == SMALL[1].mask
    look, readings = agreed(first, again(seen(LARGE, SMALL)), open_ones, AgreedConfig())
    assert (set(look.pieces), look.unread) == ({LARGE, SMALL}, ())
    assert [set(reading.laid) for reading in readings] == [{LARGE, SMALL}]
    for chance, told in ((0.6, False), (0.9, False), (0.97, True)):
        board = seen(LARGE, SMALL)
        board.cells[NUMBER["a4N"]] = np.log([1 - chance - 3e-6, 1e-6, 1e-6, chance, 1e-6])
        look, _ = agreed(first, again(board), open_ones, AgreedConfig())
        assert (SMALL in look.pieces, look.open_cells) == (told, 0 if told else SMALL[1].mask)


@pytest.mark.parametrize(
    ("likely", "chance", "told"), [(0.6, 0.6, False), (0.6, 0.8, True), (0.4, 0.8, False)]
)
def test_a_white_piece_that_both_looks_hold_for_likelier_is_told_sooner(
    *, likely: float, chance: float, told: bool
) -> None:
    open_ones = read((likely, (LARGE, SMALL)), (1 - likely, (LARGE,)))
    board = seen(LARGE, SMALL)
    board.cells[NUMBER["a4N"]] = np.log([1 - chance - 3e-6, 1e-6, 1e-6, chance, 1e-6])
    look, _ = agreed(first_look(open_ones, DoubtConfig()), again(board), open_ones, AgreedConfig())
    assert (SMALL in look.pieces, look.open_cells) == (told, 0 if told else SMALL[1].mask)


@pytest.mark.parametrize(("chance", "told"), [(0.6, False), (0.85, True)])
def test_where_one_white_piece_ends_has_to_be_borne_out_more(*, chance: float, told: bool) -> None:
    """Of a large one and a small one beside it, either of two cells may be the small one's."""
    small = (NEUTRAL, spot("c2W", neutral=True))
    board = between(seen(LARGE, small), "b2N", "b3S", chance)
    board = between(board, "b2E", "c2W", 1 - chance)
    known = read((1.0, (LARGE, small)))
    second = again(board)
    assert second.coloured(LARGE) > 0.99
    assert second.leads[LARGE] < AgreedConfig().rival_white
    look, _ = agreed(first_look(known, DoubtConfig()), second, known, AgreedConfig())
    assert (LARGE in look.pieces) == told


def test_a_large_white_piece_is_told_where_nothing_else_can_lie_there() -> None:
    """Whatever one of its sides says: four cells that hang together are of no other piece."""
    board = between(seen(LARGE), "b2N", "b3S", 0.05)
    second = again(board)
    assert second.belief(LARGE) < 0.06
    certain = read((1.0, (LARGE,)))
    look, _ = agreed(first_look(certain, DoubtConfig()), second, certain, AgreedConfig())
    assert (set(look.pieces), look.unread) == ({LARGE}, ())
    open_ones = read((0.6, ()), (0.4, (LARGE,)))
    look, readings = agreed(first_look(open_ones, DoubtConfig()), second, open_ones, AgreedConfig())
    assert (set(look.pieces), look.unread) == ({LARGE}, ())
    assert [set(reading.laid) for reading in readings] == [{LARGE}]
    assert look.pieces[LARGE] == AgreedConfig().placed
    # But not where another is not far behind, ...
    near = replace(second, leads={LARGE: 5.0})
    assert agreed(first_look(certain, DoubtConfig()), near, certain, AgreedConfig())[0].pieces == {}
    assert agreed(first_look(open_ones, DoubtConfig()), near, open_ones, AgreedConfig())[0].pieces == {}
    # ... against what colours and edges are certain of, or in tints that they take for something else's.
    fifth = (NEUTRAL, spot("b2N", "b2E", "b2W", "b2S", "c2W", neutral=True))
    other = read((1.0, (fifth,)))
    look, _ = agreed(first_look(other, DoubtConfig()), second, other, AgreedConfig())
    assert look.pieces == {}
    odd = replace(open_ones, odd=bits("b2N"))
    look, _ = agreed(first_look(open_ones, DoubtConfig()), second, odd, AgreedConfig())
    assert look.pieces == {}


@pytest.mark.parametrize(
    ("white", "covered", "told"), [(0.4, (), False), (0.6, (), True), (0.4, ("b3S",), True)]
)
def test_a_large_white_piece_is_told_only_where_all_of_it_that_shows_is_white(
    *, white: float, covered: tuple[str, ...], told: bool
) -> None:
    board = seen(LARGE)
    board.cells[NUMBER["b3S"]] = np.log([1 - white - 3e-6, 1e-6, 1e-6, white, 1e-6])
    second = replace(again(board), leads={LARGE: 6.0})
    open_ones = replace(read((0.6, ()), (0.4, (LARGE,))), covered=bits(*covered))
    look, _ = agreed(first_look(open_ones, DoubtConfig()), second, open_ones, AgreedConfig())
    assert (LARGE in look.pieces) is told


@pytest.mark.parametrize(("also", "told"), [((), True), (((NEUTRAL, spot("d4N", neutral=True)),), False)])
def test_of_a_look_that_took_a_bare_cell_for_white_no_more_is_believed(
    *, also: tuple[Laid, ...], told: bool
) -> None:
    """Colours and edges are certain of a white piece where the network half is, and of another where it sees none."""
    second = again(hardly(NEUTRAL, 0.6))
    assert second.belief(SMALL) == pytest.approx(0.6, abs=0.01)
    # Its sides would leave no doubt otherwise.
    second = replace(second, leads={})
    certain = read((1.0, (LARGE, SMALL, *also)))
    look, _ = agreed(first_look(certain, DoubtConfig()), second, certain, AgreedConfig())
    assert (SMALL in look.pieces) == told
    assert LARGE in look.pieces
    assert not set(also) & set(look.pieces)


@pytest.mark.parametrize(("chance", "told"), [(0.95, True), (0.8, False)])
def test_a_small_white_piece_without_a_rival_still_has_to_be_white(*, chance: float, told: bool) -> None:
    """Where white is hardly told from bare: its sides leave nothing else, though one of them is weak."""
    board = between(hardly(NEUTRAL, chance), "a4N", "a4E", 0.4)
    second = replace(again(board), hardly=True)
    assert second.leads[SMALL] >= AgreedConfig().rival_white
    assert second.belief(SMALL) < 0.61
    known = read((1.0, (LARGE, SMALL)))
    look, _ = agreed(first_look(known, DoubtConfig()), second, known, AgreedConfig())
    assert (SMALL in look.pieces) == told


@pytest.mark.parametrize(
    ("likely", "chance", "told"), [(1.0, 0.98, False), (0.6, 0.98, False), (1.0, 0.995, True)]
)
def test_a_small_white_piece_has_to_be_as_good_as_certain_where_no_bare_cell_is_like_it(
    *, likely: float, chance: float, told: bool
) -> None:
    """Whether colours and edges are certain of it or not; on any other board less will do."""
    board = seen(LARGE, SMALL)
    board.cells[SMALL[1].cells[0]] = np.log([1 - chance - 3e-6, 1e-6, 1e-6, chance, 1e-6])
    known = read((likely, (LARGE, SMALL)), (1 - likely, (LARGE,)))
    first = first_look(known, DoubtConfig())
    assert SMALL in agreed(first, again(board), known, AgreedConfig())[0].pieces
    for laid, apart in ((SMALL, told), (LARGE, True)):
        unlike = replace(again(board), unlike=laid[1].mask)
        assert (laid in agreed(first, unlike, known, AgreedConfig())[0].pieces) == apart


@pytest.mark.parametrize(("bare", "chance", "told"), [(3, 0.36, True), (2, 0.36, False), (2, 0.6, True)])
def test_where_hardly_a_bare_cell_is_known_a_small_white_piece_must_not_be_likelier_bare(
    *, bare: int, chance: float, told: bool
) -> None:
    """On a board that is nearly full, colours and edges have nothing to lay it beside."""
    board = seen(LARGE, SMALL)
    others = [cell for cell in range(64) if board.cells[cell].argmax() == 0]
    for cell in others[bare:]:
        board.cells[cell] = np.log([0.9, 0.1 - 3e-6, 1e-6, 1e-6, 1e-6])
    board.cells[SMALL[1].cells[0]] = np.log([1 - chance - 3e-6, 1e-6, 1e-6, chance, 1e-6])
    known = read((1.0, (LARGE, SMALL)))
    look, _ = agreed(first_look(known, DoubtConfig()), again(board), known, AgreedConfig())
    assert (SMALL in look.pieces) == told


@pytest.mark.parametrize(
    ("laid", "chance", "told"), [(SMALL, 0.85, False), (SMALL, 0.92, True), (LARGE, 0.85, True)]
)
def test_a_small_white_piece_has_to_be_surer_where_white_is_hardly_told_from_bare(
    *, laid: Laid, chance: float, told: bool
) -> None:
    board = seen(LARGE, SMALL)
    board.cells[laid[1].cells[0]] = np.log([1 - chance - 3e-6, 1e-6, 1e-6, chance, 1e-6])
    known = read((1.0, (LARGE, SMALL)))
    first = first_look(known, DoubtConfig())
    assert laid in agreed(first, again(board), known, AgreedConfig())[0].pieces
    hardly_told = replace(again(board), hardly=True)
    assert (laid in agreed(first, hardly_told, known, AgreedConfig())[0].pieces) == told


@pytest.mark.parametrize(
    ("owner", "chance", "told"), [(NEUTRAL, 0.005, False), (NEUTRAL, 0.0003, True), ("petrol", 0.0003, False)]
)
def test_of_a_small_white_piece_for_certain_the_second_look_may_know_better(
    *, owner: str, chance: float, told: bool
) -> None:
    """But where light is burnt out, or white is hardly told from bare, nobody knows better."""
    small = (owner, spot("a4N", neutral=owner == NEUTRAL))
    certain = read((1.0, (LARGE, small)))
    first = first_look(certain, DoubtConfig())
    assert small in first.pieces
    second = again(hardly(NEUTRAL, chance))
    look, readings = agreed(first, second, certain, AgreedConfig())
    assert look.open_cells == (0 if told else bits("a4N"))
    assert [small in reading.laid for reading in readings] == [False]
    for spoilt in (replace(second, burnt=bits("a4N")), replace(second, hardly=True)):
        assert agreed(first, spoilt, certain, AgreedConfig())[0].open_cells == bits("a4N")
