"""The second look at a board: what both looks agree on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.board.seen_boards import (
    DIAMOND,
    HALVES,
    LARGE,
    PAIR,
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
from vision.board.first_look.doubts import COVERED as OVER
from vision.board.first_look.doubts import DoubtConfig, Look, Unread, first_look
from vision.board.laying.packing import PackingConfig
from vision.board.laying.pieces import NEUTRAL
from vision.board.laying.reading import Reading
from vision.board.second_look.again import Again, AgainConfig, weighed_again
from vision.board.second_look.agreed import DISAGREED, agreed
from vision.board.second_look.agreed_config import AgreedConfig
from vision.board.second_look.likelihood import Likelihood


def test_what_is_likeliest_by_the_first_look_and_believed_by_the_second_is_told() -> None:
    open_ones = read((0.7, (LARGE, DIAMOND)), (0.3, (LARGE, *HALVES)))
    first = first_look(open_ones, DoubtConfig())
    assert set(first.pieces) == {LARGE}
    assert first.open_cells == DIAMOND[1].mask
    look, readings = agreed(first, again(seen(LARGE, DIAMOND)), open_ones, AgreedConfig())
    assert set(look.pieces) == {LARGE, DIAMOND}
    assert look.unread == ()
    assert [set(reading.laid) for reading in readings] == [{LARGE, DIAMOND}]
    assert readings[0].probability == pytest.approx(1.0)


def test_a_players_piece_that_only_the_second_look_believes_is_told_where_the_first_is_in_doubt() -> None:
    open_ones = read((0.7, (LARGE, DIAMOND)), (0.3, (LARGE, *HALVES)))
    first = first_look(open_ones, DoubtConfig())
    look, readings = agreed(first, again(seen(LARGE, *HALVES)), open_ones, AgreedConfig())
    assert set(look.pieces) == {LARGE, *HALVES}
    assert look.unread == ()
    assert [set(reading.laid) for reading in readings] == [{LARGE, *HALVES}]
    # Whether the first holds it for possible at all makes no difference.
    never = read((0.5, (LARGE, DIAMOND)), (0.5, (LARGE,)))
    look, readings = agreed(
        first_look(never, DoubtConfig()), again(seen(LARGE, *HALVES)), never, AgreedConfig()
    )
    assert set(look.pieces) == {LARGE, *HALVES}
    assert {frozenset(reading.laid): reading.probability for reading in readings} == {
        frozenset((LARGE, *HALVES)): pytest.approx(1.0)
    }
    unsure = again(between(seen(LARGE, DIAMOND), "c3E", "d3W", 0.85))
    assert agreed(first, unsure, open_ones, AgreedConfig())[0] == first


def test_nothing_is_told_upon_what_is_told_though_that_may_go_on() -> None:
    certain = read((1.0, (LARGE, DIAMOND)))
    first = first_look(certain, DoubtConfig())
    going_on = replace(first, unread=(Unread(DIAMOND[1].mask, "This piece may go on."),))
    config = AgreedConfig(borne_out=0.3, piece=0.6, seamless=0.0)
    unsure = again(between(seen(LARGE, DIAMOND), "c3E", "d3W", 0.35))
    assert [unsure.belief(laid) for laid in (DIAMOND, HALVES[0])] == pytest.approx([0.35, 0.65], abs=0.01)
    look, _ = agreed(going_on, unsure, certain, config)
    assert set(look.pieces) == {LARGE, DIAMOND}


def test_no_two_pieces_are_told_on_one_cell_however_little_is_asked_for() -> None:
    open_ones = read((0.6, (LARGE, DIAMOND)), (0.4, (LARGE, *HALVES)))
    either = again(between(seen(LARGE, DIAMOND), "c3E", "d3W", 0.4))
    assert min(either.belief(laid) for laid in (DIAMOND, *HALVES)) > 0.35
    look, _ = agreed(first_look(open_ones, DoubtConfig()), either, open_ones, AgreedConfig(piece=0.3))
    assert set(look.pieces) == {LARGE, *HALVES}


@pytest.mark.parametrize(
    ("owner", "chance", "told"),
    [
        ("petrol", 0.76, False),
        ("petrol", 0.82, True),
        (NEUTRAL, 0.25, True),
        (NEUTRAL, 0.15, False),
    ],
)
def test_the_second_look_has_to_bear_out_what_the_first_is_certain_of(
    *, owner: str, chance: float, told: bool
) -> None:
    laid = (owner, SMALL[1] if owner == NEUTRAL else spot("a4N"))
    known = read((1.0, (LARGE, laid)))
    look, _ = agreed(
        first_look(known, DoubtConfig()), again(hardly(owner, chance)), known, AgreedConfig(against=1.1)
    )
    assert (laid in look.pieces) == told
    assert look.open_cells == (0 if told else SMALL[1].mask)


@pytest.mark.parametrize(("weak", "told"), [(("c3E", "c3N"), True), (("c3E", "d3W"), False)])
def test_a_players_piece_is_borne_out_where_nothing_else_is_likely(
    *, weak: tuple[str, str], told: bool
) -> None:
    """One of its ends may hardly show, if no piece goes on there; where it may be two, either is likely."""
    board = between(seen(LARGE, DIAMOND), *weak, 0.6)
    second = again(board)
    assert second.belief(DIAMOND) < 0.61
    certain = read((1.0, (LARGE, DIAMOND)))
    look, _ = agreed(first_look(certain, DoubtConfig()), second, certain, AgreedConfig())
    assert (DIAMOND in look.pieces) == told


@pytest.mark.parametrize(("within", "told"), [(0.987, False), (0.999, True)])
def test_a_piece_in_tints_that_the_first_look_does_not_know_is_told_if_the_second_has_no_doubt(
    *, within: float, told: bool
) -> None:
    board = between(seen(LARGE, DIAMOND, *PAIR), "c3E", "d3W", within)
    found = read((1.0, (LARGE, *PAIR)))
    first = Look(dict.fromkeys((LARGE, *PAIR), 1.0), (Unread(DIAMOND[1].mask, OVER),))
    look, readings = agreed(first, again(board), replace(found, odd=DIAMOND[1].mask), AgreedConfig())
    assert (DIAMOND in look.pieces, look.open_cells) == (told, 0 if told else DIAMOND[1].mask)
    assert [set(one.laid) for one in readings] == [{LARGE, *PAIR} | ({DIAMOND} if told else set())]
    # Where that is no question of tints, less is enough.
    likely = read((0.9, (LARGE, DIAMOND, *PAIR)), (0.1, (LARGE, *PAIR)))
    assert DIAMOND in agreed(first, again(board), likely, AgreedConfig())[0].pieces


def test_no_board_that_is_open_lacks_what_is_told() -> None:
    open_ones = read((0.6, (LARGE, DIAMOND)), (0.36, (LARGE, DIAMOND, SMALL)), (0.04, (LARGE, SMALL)))
    first = first_look(open_ones, DoubtConfig())
    assert set(first.pieces) == {LARGE, DIAMOND}
    unsure = seen(LARGE, DIAMOND)
    unsure.cells[NUMBER["a4N"]] = np.log([0.5 - 3e-6, 1e-6, 1e-6, 0.5, 1e-6])
    look, readings = agreed(first, again(unsure), open_ones, AgreedConfig())
    assert look.open_cells == SMALL[1].mask
    chances = {frozenset(one.laid): one.probability for one in readings}
    assert chances == {
        frozenset((LARGE, DIAMOND)): pytest.approx(0.625),
        frozenset((LARGE, DIAMOND, SMALL)): pytest.approx(0.375),
    }


def test_what_is_guessed_is_no_open_reading() -> None:
    """Glare shows what lies under it as white in every reading: anything may lie there."""
    certain = read((0.9, (LARGE, SMALL)), (0.1, (LARGE, DIAMOND, SMALL)))
    shining = replace(certain, glaring=bits("a4N"))
    first = first_look(shining, DoubtConfig())
    unsure = seen(LARGE, DIAMOND)
    unsure.cells[NUMBER["a4N"]] = np.log([0.3, 0.3, 0.1, 0.299, 0.001])
    _, readings = agreed(first, again(unsure), shining, AgreedConfig())
    assert all(SMALL not in reading.laid for reading in readings)
    assert any(
        SMALL in reading.laid for reading in agreed(first, again(seen(SMALL)), certain, AgreedConfig())[1]
    )


def test_what_the_first_look_is_certain_of_is_in_doubt_where_the_second_sees_something_else() -> None:
    certain = read((1.0, (LARGE, DIAMOND)))
    first = first_look(certain, DoubtConfig())
    assert set(first.pieces) == {LARGE, DIAMOND}
    assert first.unread == ()
    parted = again(between(seen(LARGE, DIAMOND), "c3E", "d3W", 0.1))
    look, readings = agreed(first, parted, certain, AgreedConfig())
    assert set(look.pieces) == {LARGE}
    assert [(place.cells, place.why) for place in look.unread] == [(DIAMOND[1].mask, DISAGREED)]
    # Anything may lie there: no board that is open has a piece in its place.
    assert readings == (Reading((LARGE,), 1.0),)
    open_ones = read((0.5, (LARGE, DIAMOND)), (0.5, (LARGE, DIAMOND, SMALL)))
    look, readings = agreed(first_look(open_ones, DoubtConfig()), parted, open_ones, AgreedConfig())
    assert set(look.pieces) == {LARGE}
    # Where the second is sure that nothing lies, nothing does.
    assert [set(one.laid) for one in readings] == [{LARGE}]
    assert readings[0].probability == pytest.approx(1.0)
    # What it is next to certain of is told all the same.
    look, readings = agreed(first, again(seen(LARGE, *HALVES)), certain, AgreedConfig())
    assert (set(look.pieces), look.unread) == ({LARGE, *HALVES}, ())
    assert [set(one.laid) for one in readings] == [{LARGE, *HALVES}]
    within = read((0.6, (LARGE, *HALVES)), (0.4, (LARGE, DIAMOND)))
    merged = agreed(
        replace(
            first_look(within, DoubtConfig()),
            pieces={LARGE: 1.0, DIAMOND: 1.0, HALVES[0]: 1.0, HALVES[1]: 1.0},
        ),
        again(seen(LARGE)),
        within,
        AgreedConfig(),
    )[1]
    assert merged == (Reading((LARGE,), 1.0),)
    unsure = again(between(seen(LARGE, DIAMOND), "c3E", "d3W", 0.85))
    assert agreed(first, unsure, certain, AgreedConfig(seamless=0.0)) == (first, certain.readings)


@pytest.mark.parametrize(("chance", "told"), [(0.985, False), (0.992, True)])
def test_against_what_the_first_look_is_certain_of_a_piece_has_to_be_surer(
    *, chance: float, told: bool
) -> None:
    certain = read((1.0, (LARGE, *HALVES, *PAIR)))
    board = between(seen(LARGE, DIAMOND, *PAIR), "c3E", "d3W", chance)
    look, _ = agreed(first_look(certain, DoubtConfig()), again(board), certain, AgreedConfig())
    assert (DIAMOND in look.pieces, set(HALVES) & look.pieces.keys()) == (told, set())


def test_where_no_layings_are_known_cells_and_sides_speak_alone() -> None:
    certain = read((1.0, (LARGE, DIAMOND)))
    first = first_look(certain, DoubtConfig())

    def in_a_few_steps(board: Likelihood) -> Again:
        found = weighed_again(board, 0, 0, AgainConfig(packing=PackingConfig(effort=3)))
        assert not found.explained
        return found

    same = in_a_few_steps(seen(LARGE, DIAMOND))
    assert agreed(first, same, certain, AgreedConfig()) == (first, certain.readings)
    # Without layings no piece is told that the first look does not hold for one.
    look, _ = agreed(first, in_a_few_steps(seen(LARGE, *HALVES)), certain, AgreedConfig())
    assert look.open_cells == DIAMOND[1].mask
    look, _ = agreed(first, in_a_few_steps(seen(LARGE, DIAMOND, SMALL)), certain, AgreedConfig())
    assert look.open_cells == SMALL[1].mask
    # Nor is a doubtful cell told to be bare.
    open_ones = read((0.7, (LARGE, DIAMOND)), (0.3, (LARGE, DIAMOND, SMALL)))
    unsure = first_look(open_ones, DoubtConfig())
    assert unsure.open_cells == SMALL[1].mask
    assert agreed(unsure, same, open_ones, AgreedConfig())[0].open_cells == SMALL[1].mask
