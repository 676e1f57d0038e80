"""The second look at a board: what it believes of pieces and cells."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.board.photos import PHOTOS, truth_of
from tests.vision.board.seen_boards import (
    DIAMOND,
    HALVES,
    LARGE,
    SMALL,
    SQUARE,
    again,
    between,
    read,
    seen,
    spot,
)
from vision.board.cells import CELLS, NUMBER
from vision.board.first_look.doubts import DoubtConfig, first_look
from vision.board.flat import Flat, FlatConfig, flatten
from vision.board.grid.find import FindConfig, find_views
from vision.board.laying.packing import STATES, PackingConfig
from vision.board.laying.pieces import NEUTRAL
from vision.board.second_look.again import AgainConfig, Glimpse, weighed_again
from vision.board.second_look.agreed import agreed
from vision.board.second_look.agreed_config import AgreedConfig
from vision.board.second_look.likelihood import COVERED, FLAT, Likelihood, likelihood
from vision.board.settle import SettleConfig, settled
from vision.photo import load_photo


def test_plain_is_what_is_surely_something_and_not_covered() -> None:
    board = seen(LARGE, DIAMOND, covered=("a1N",))
    doubtful, half = NUMBER["d1N"], NUMBER["d1S"]
    board.cells[doubtful] = np.log([0.96, 1e-4, 1e-4, 1e-4, 0.0397])
    board.cells[half] = np.log([0.6, 1e-4, 1e-4, 0.3987, 1e-3])
    flat = Flat(np.zeros((304, 304, 3), np.float32), 64, 0.375)
    plain = Glimpse(board, 0, flat).plain(AgainConfig())
    assert [cell for cell in range(64) if not plain >> cell & 1] == sorted([NUMBER["a1N"], doubtful, half])


def test_a_piece_is_believed_as_far_as_the_weakest_of_its_cells_and_sides() -> None:
    told = again(seen(LARGE, DIAMOND))
    assert set(told.pieces) == {LARGE, DIAMOND}
    assert min(told.pieces.values()) > 0.99
    weak = seen(LARGE, DIAMOND)
    weak.cells[NUMBER["b3S"]] = np.log([0.3, 1e-6, 1e-6, 0.7 - 3e-6, 1e-6])
    told = again(weak)
    # The sides around the cell would leave no doubt, but they are seen in the same pixels.
    assert told.pieces[LARGE] == pytest.approx(0.7, abs=0.01)
    assert told.pieces[DIAMOND] > 0.99
    assert told.bare[NUMBER["b3S"]] < 0.31
    pale = seen(LARGE)
    pale.cells[NUMBER["a4N"]] = np.log([0.7 - 3e-6, 1e-6, 1e-6, 0.3, 1e-6])
    assert again(pale).bare[NUMBER["a4N"]] == pytest.approx(0.7, abs=0.01)


def test_a_board_that_shows_nothing_says_nothing() -> None:
    nothing = Likelihood(np.zeros((64, 5)) - np.log(5), np.zeros((104, 3)) - np.log(3))
    told = weighed_again(nothing, 0, 0, AgainConfig(packing=PackingConfig(effort=3000)))
    assert told.pieces == {}
    assert not told.bare.any()


def test_a_bare_cell_without_a_rival_is_in_no_doubt() -> None:
    board = seen(LARGE)
    board.cells[NUMBER["a4N"]] = np.log([0.9, 1e-6, 1e-6, 0.1 - 3e-6, 1e-6])
    second = again(board)
    assert second.belief_bare(NUMBER["a4N"]) < AgreedConfig().bare_borne_out
    certain = read((1.0, (LARGE,)))
    look, _ = agreed(first_look(certain, DoubtConfig()), second, certain, AgreedConfig())
    assert look.unread == ()
    # Where not all that comes near was looked through, no rival is known to be far.
    near = weighed_again(board, 0, 0, AgainConfig(packing=PackingConfig(windows=(1.0, 3.0))))
    assert (max(near.leads.values()), near.surely_bare) == (3.0, 0)
    # Where white is hardly told from bare, it is a rival anywhere.
    hardly_told = weighed_again(board, 0, 0, AgainConfig(), hardly=True)
    assert (second.surely_bare & SMALL[1].mask, hardly_told.surely_bare) == (SMALL[1].mask, 0)
    look, _ = agreed(first_look(certain, DoubtConfig()), near, certain, AgreedConfig())
    assert look.open_cells == SMALL[1].mask


def test_what_may_lie_over_a_part_of_a_cell_says_nothing_of_its_state() -> None:
    board = seen(LARGE, DIAMOND)
    for name, state in (("c3E", STATES.index("petrol")), ("a1N", 0)):
        board.cells[NUMBER[name]] = np.log([1e-6] * 5)
        board.cells[NUMBER[name], [state, COVERED]] = np.log([0.6, 0.4 - 3e-6])
    told = again(board)
    assert told.pieces[DIAMOND] > 0.99
    assert told.bare[NUMBER["a1N"]] > 0.99
    assert replace(told, explained=False).belief_bare(NUMBER["a1N"]) > 0.99


def test_a_piece_that_could_not_go_on_beneath_a_hand_need_not_show_its_end() -> None:
    half, whole = HALVES[0], again(between(seen(LARGE, SQUARE, covered=("c1E",)), "d1W", "c1E", 0.4))
    assert whole.belief(SQUARE) > 0.99
    # It is a whole triangle that may; beside a cell that shows, every end counts.
    assert again(between(seen(LARGE, half, covered=("d3W",)), "c3E", "d3W", 0.4)).belief(half) < 0.61
    assert again(between(seen(LARGE, SQUARE), "d1W", "c1E", 0.4)).belief(SQUARE) < 0.61
    # All that a white triangle may be a part of has cells that show.
    small = (NEUTRAL, spot("a1S", neutral=True))
    assert again(between(seen(LARGE, small, covered=("a1W",)), "a1S", "a1W", 0.4)).belief(small) > 0.99
    within = seen(LARGE, small, covered=("a1W", "a1N", "a1E", "b1W"))
    assert again(between(within, "a1S", "a1W", 0.4)).belief(small) < 0.61
    # A piece of two may be one of four if the hand hides all that lacks, and not if a part of that is bare.
    two = ("petrol", spot("d1E", "d1N"))
    open_side = between(seen(LARGE, two, covered=("d1S",)), "d1E", "d1S", 0.4)
    assert again(open_side).belief(two) < 0.61
    far = between(seen(LARGE, two, covered=("c1N",)), "d1N", "d1W", 0.1)
    assert again(far).belief(two) == pytest.approx(0.9, abs=0.01)


def flat_of(name: str) -> Flat:
    photo = load_photo(PHOTOS / f"{name}.jpg")
    view = find_views(photo, FindConfig())[0].view
    return flatten(photo, settled(flatten(photo, view, FlatConfig()), view, SettleConfig()), FLAT)


def test_the_network_sees_what_lies_there() -> None:
    """On boards that it was not trained on: nearly every cell at once, and most sides."""
    right = asked = 0
    for name in ("board-06", "board-08", "board-17"):
        found = likelihood(flat_of(name), views=2)
        assert found.cells.shape == (64, 5)
        assert found.sides.shape == (104, 3)
        assert np.allclose(np.exp(found.cells).sum(1), 1)
        assert np.allclose(np.exp(found.sides).sum(1), 1)
        true = np.zeros(64, int)
        for piece in truth_of(name)["pieces"]:
            true[[NUMBER[cell] for cell in piece["cells"]]] = STATES.index(piece["owner"])
        right += int((found.cells.argmax(1) == true).sum())
        asked += len(CELLS)
    assert right >= 0.97 * asked


def test_a_turned_board_is_seen_turned() -> None:
    """With all eight views the turn of the picture makes no difference but where things are."""
    flat = flat_of("board-07")
    pixels = np.ascontiguousarray(cv2.rotate(flat.pixels, cv2.ROTATE_180))
    upright = likelihood(flat, views=8)
    turned = likelihood(Flat(np.asarray(pixels, np.float32), flat.px, flat.border), views=8)
    opposite = [
        NUMBER[f"{'dcba'['abcd'.index(name[0])]}{5 - int(name[1])}{'SWNE'['NESW'.index(name[2])]}"]
        for name in CELLS
    ]
    assert np.abs(np.exp(upright.cells) - np.exp(turned.cells[opposite])).max() < 1e-3
