"""What both looks agree on of bare cells."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.vision.board.seen_boards import (
    LARGE,
    SMALL,
    again,
    bits,
    hardly,
    read,
    seen,
    spot,
)
from vision.board.cells import NUMBER
from vision.board.first_look.doubts import COVERED as OVER
from vision.board.first_look.doubts import DoubtConfig, Look, Unread, first_look
from vision.board.laying.pieces import NEUTRAL
from vision.board.second_look.again import AgainConfig, weighed_again
from vision.board.second_look.agreed import agreed
from vision.board.second_look.agreed_config import AgreedConfig


def test_a_bare_cell_that_only_the_second_look_believes_is_told_where_the_first_is_in_doubt() -> None:
    open_ones = read((0.3, (LARGE,)), (0.7, (LARGE, SMALL)))
    first = first_look(open_ones, DoubtConfig())
    assert first.open_cells == SMALL[1].mask
    look, readings = agreed(first, again(seen(LARGE)), open_ones, AgreedConfig())
    assert (set(look.pieces), look.unread) == ({LARGE}, ())
    assert [(set(reading.laid), reading.probability) for reading in readings] == [({LARGE}, 1.0)]
    # Where colours are sure, or nearly, that something lies, it stays in doubt.
    hardly_bare = read((0.05, (LARGE,)), (0.55, (LARGE, SMALL)), (0.4, (LARGE, ("green", SMALL[1]))))
    first = first_look(hardly_bare, DoubtConfig())
    assert first.open_cells == SMALL[1].mask
    assert agreed(first, again(seen(LARGE)), hardly_bare, AgreedConfig())[0] == first
    never = read((0.6, (LARGE, SMALL)), (0.4, (LARGE, ("green", SMALL[1]))))
    first = first_look(never, DoubtConfig())
    assert first.open_cells == SMALL[1].mask
    assert agreed(first, again(seen(LARGE)), never, AgreedConfig())[0] == first


@pytest.mark.parametrize(
    ("chance", "open_cells"),
    [(0.005, 0), (0.03, SMALL[1].mask), (0.5, SMALL[1].mask), (0.96, SMALL[1].mask), (0.98, 0)],
)
def test_a_cell_that_only_the_first_look_holds_for_bare(*, chance: float, open_cells: int) -> None:
    """It is told if the second does not object, in doubt if it does, and a piece if it is next to certain of one."""
    bare = read((1.0, (LARGE,)))
    look, _ = agreed(first_look(bare, DoubtConfig()), again(hardly(NEUTRAL, chance)), bare, AgreedConfig())
    assert look.open_cells == open_cells
    assert (SMALL in look.pieces) == (chance > 0.97)


@pytest.mark.parametrize(
    ("chance", "less", "alike", "told"),
    [
        (0.02, False, False, False),
        (0.007, False, False, True),
        (0.007, True, False, False),
        (0.003, True, False, True),
        (0.003, True, True, False),
        (0.001, True, True, True),
    ],
)
def test_a_bare_cell_of_which_the_first_look_is_in_doubt_has_to_be_as_sure(
    *, chance: float, less: bool, alike: bool, told: bool
) -> None:
    """And surer still where white is hardly told from bare, or not at all."""
    unsure = read((0.8, (LARGE,)), (0.2, (LARGE, SMALL)))
    second = replace(again(hardly(NEUTRAL, chance)), hardly=less, alike=alike)
    look, _ = agreed(first_look(unsure, DoubtConfig()), second, unsure, AgreedConfig())
    assert look.open_cells == (0 if told else SMALL[1].mask)


@pytest.mark.parametrize(
    ("chance", "alike", "told"), [(0.005, False, True), (0.005, True, False), (0.001, True, True)]
)
def test_where_nothing_tells_white_from_bare_a_bare_cell_has_to_be_surer_whatever_the_first_look_says(
    *, chance: float, alike: bool, told: bool
) -> None:
    bare = read((1.0, (LARGE,)))
    second = replace(again(hardly(NEUTRAL, chance)), hardly=True, alike=alike)
    look, _ = agreed(first_look(bare, DoubtConfig()), second, bare, AgreedConfig())
    assert look.open_cells == (0 if told else SMALL[1].mask)


@pytest.mark.parametrize(("chance", "told"), [(0.005, False), (1e-5, True)])
def test_a_bare_cell_in_tints_that_the_first_look_does_not_know(*, chance: float, told: bool) -> None:
    found = read((1.0, (LARGE,)))
    first = Look({LARGE: 1.0}, (Unread(SMALL[1].mask, OVER),))
    second = again(hardly(NEUTRAL, chance))
    look, _ = agreed(first, second, replace(found, odd=SMALL[1].mask), AgreedConfig())
    assert look.open_cells == (0 if told else SMALL[1].mask)
    assert agreed(first, second, found, AgreedConfig())[0].open_cells == 0


def test_a_cell_is_told_to_be_bare_only_where_colours_and_edges_say_something() -> None:
    open_ones = read((0.8, (LARGE,)), (0.2, (LARGE, SMALL)))
    first = first_look(open_ones, DoubtConfig())
    assert first.open_cells == SMALL[1].mask
    bare = again(seen(LARGE))
    look, readings = agreed(first, bare, open_ones, AgreedConfig())
    assert look.unread == ()
    assert [set(reading.laid) for reading in readings] == [{LARGE}]
    shining = replace(open_ones, glaring=bits("a4N"))
    dim = first_look(shining, DoubtConfig())
    assert dim.open_cells >> NUMBER["a4N"] & 1
    unsure = again(hardly(NEUTRAL, 0.002))
    assert agreed(dim, unsure, shining, AgreedConfig())[0].open_cells >> NUMBER["a4N"] & 1


@pytest.mark.parametrize(("chance", "told"), [(0.002, False), (0.0002, True)])
@pytest.mark.parametrize("spoilt", ["glaring", "washed"])
def test_what_glare_seems_to_wash_out_is_bare_if_the_second_look_is_certain(
    *, spoilt: str, chance: float, told: bool
) -> None:
    """In a shadow under the open sky a bare cell is as blue as a pale piece, and beside dark ground as light as glare;
    where light is burnt out that says nothing."""
    small = ("petrol", spot("a4N"))
    likely = (0.8, (LARGE,)), (0.2, (LARGE, small))
    found = read(*likely) if spoilt == "glaring" else read((1.0, (LARGE, small)))
    bits_there = bits("a4N")
    glaring, washed = (bits_there, ()) if spoilt == "glaring" else (0, (bits_there,))
    shining = replace(found, glaring=glaring, washed=washed)
    first = first_look(shining, DoubtConfig())
    assert first.open_cells == bits_there
    second = again(hardly("petrol", chance))
    look, readings = agreed(first, second, shining, AgreedConfig())
    assert look.open_cells == (0 if told else bits_there)
    assert not any(small in reading.laid for reading in readings) or not told
    burnt = replace(second, burnt=bits_there)
    assert agreed(first, burnt, shining, AgreedConfig())[0].open_cells == bits_there


def test_where_light_is_burnt_out_the_second_look_has_to_be_surer_of_a_bare_cell() -> None:
    everywhere = (1 << 64) - 1
    open_ones = read((0.8, (LARGE,)), (0.2, (LARGE, SMALL)))
    unsure = first_look(open_ones, DoubtConfig())
    nearly = weighed_again(hardly(NEUTRAL, 0.005), 0, everywhere, AgainConfig())
    assert agreed(unsure, nearly, open_ones, AgreedConfig())[0] == unsure
    assert agreed(unsure, replace(nearly, burnt=0), open_ones, AgreedConfig())[0].unread == ()
    sure = weighed_again(seen(LARGE), 0, everywhere, AgainConfig())
    assert agreed(unsure, sure, open_ones, AgreedConfig())[0].unread == ()
    # A white piece that shows all the same is.
    white = weighed_again(seen(LARGE, SMALL), 0, everywhere, AgainConfig())
    look, _ = agreed(unsure, white, open_ones, AgreedConfig())
    assert (set(look.pieces), look.unread) == ({LARGE, SMALL}, ())
