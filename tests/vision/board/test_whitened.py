"""The third look at a board: which cells it is asked of, and what it says moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.vision.board.painted_cells import painted
from tests.vision.board.photos import PHOTOS
from tests.vision.board.seen_boards import LARGE, SMALL, SURE, seen, spot
from tests.vision.board.third_looks import C4N, CONFIG, NOTHING, look, odds_of, said, unsure
from vision.board.cells import CELLS, NUMBER, edges
from vision.board.first_look.doubts import Look, Unread
from vision.board.laying.packing import ENDS
from vision.board.laying.pieces import NEUTRAL
from vision.board.laying.reading import Reading
from vision.board.second_look.again import Again, AgainConfig, Glimpse, weighed_again
from vision.board.second_look.agreed_config import AgreedConfig
from vision.board.second_look.likelihood import Likelihood
from vision.board.see import see_board
from vision.board.third_look.cell_looks import CellLooks
from vision.board.third_look.whitened import Whitened, WhitenedConfig, whitened
from vision.photo import load_photo

ALIKE = painted(np.full((64, 3), 150.0))

"""Nothing tells it from the board."""


def test_cells_of_which_no_look_is_in_doubt_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    noted = said(monkeypatch, 5.0)
    board = seen(LARGE)
    assert look(board, NOTHING).seen is board
    assert not noted


def test_cells_are_asked_that_either_look_doubts_or_that_they_disagree_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    noted = said(monkeypatch, 0.0)
    first = Look({LARGE: 1.0, SMALL: 1.0}, (Unread(1 << NUMBER["d1S"], "why"),))
    look(unsure(seen(LARGE), "b4N", 0.1), first)
    # Of d1S the first is in doubt, of b4N the network, and a4N is white to the first alone.
    assert sorted(noted[0]) == ["a4N", "b4N", "d1S"]


def test_where_nothing_tells_white_from_bare_every_cell_is_asked_and_may_become_less_sure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    noted = said(monkeypatch, -1.0)
    board = unsure(seen(LARGE), "a1N", 0.005)
    found = look(board, NOTHING, flat=ALIKE)
    assert found.hardly
    assert len(noted[0]) == 64 - len(LARGE[1].cells)
    bare = -np.log(0.995 / 0.005)
    assert odds_of(found.seen, "a1N") == pytest.approx(CONFIG.network * bare - CONFIG.third + CONFIG.bias)
    # What is said for bare makes nothing surer of which no look was in doubt.
    said(monkeypatch, -6.0)
    assert odds_of(look(board, NOTHING, flat=ALIKE).seen, "a1N") == pytest.approx(bare)
    assert not look(board, NOTHING).hardly


@pytest.mark.parametrize(
    ("apart", "hardly"),
    [
        ((11.0, 7.0, 1.5), True),
        ((11.0, 7.0, 2.5), False),
        ((12.0, 1.0, 1.5), False),
        ((6.0, 1.0, 2.5), True),  # the sides alone tell a little
        ((6.0, 1.0, 3.5), False),
        ((6.0, 3.0, 2.5), False),
        ((7.0, 1.0, 2.5), False),
    ],
)
def test_white_is_hardly_told_from_bare_where_nothing_differs_by_much(
    monkeypatch: pytest.MonkeyPatch, apart: tuple[float, float, float], hardly: bool
) -> None:
    monkeypatch.setattr("vision.board.third_look.whitened.told_apart", lambda *_: apart)
    said(monkeypatch, 0.0)
    assert look(seen(LARGE), NOTHING).hardly == hardly


@pytest.mark.parametrize(
    ("apart", "alike"),
    [((6.0, 1.5, 0.5), True), ((7.0, 1.5, 0.5), False), ((6.0, 2.5, 0.5), False), ((6.0, 1.5, 1.5), False)],
)
def test_white_is_not_told_from_bare_where_not_even_the_sides_differ(
    monkeypatch: pytest.MonkeyPatch, apart: tuple[float, float, float], alike: bool
) -> None:
    monkeypatch.setattr("vision.board.third_look.whitened.told_apart", lambda *_: apart)
    said(monkeypatch, 0.0)
    found = look(seen(LARGE), NOTHING)
    assert found.alike == alike
    assert found.hardly >= found.alike


def test_no_part_of_a_large_piece_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    noted = said(monkeypatch, 0.0)
    board = unsure(unsure(seen(LARGE), "b2E", 0.9), "c4N", 0.5)
    look(board, NOTHING)
    assert noted == [["c4N"]]


def test_odds_are_weighed_together_and_sides_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    said(monkeypatch, 5.0)
    board = unsure(seen(LARGE), "c4N", 0.3)
    own = [
        k for k, edge in enumerate(edges()) if NUMBER["c4N"] in (edge.left, edge.right) and edge.right >= 0
    ]
    board.sides[own] = np.log([1e-6, 0.3, 0.7])
    found = look(board, NOTHING).seen
    assert odds_of(found, "c4N") == pytest.approx(
        CONFIG.network * np.log(0.3 / 0.7) + CONFIG.third * 5 + CONFIG.bias
    )
    assert np.exp(found.cells).sum(1) == pytest.approx(np.exp(board.cells).sum(1))
    assert np.exp(found.sides[own]).sum(1) == pytest.approx(1, abs=1e-4)
    assert (np.exp(found.sides[own, ENDS]) > 0.9).all()
    others = np.setdiff1d(np.arange(104), own)
    assert found.sides[others] == pytest.approx(board.sides[others], abs=1e-4)
    piece = (NEUTRAL, spot("c4N", neutral=True))
    assert weighed_again(found, 0, 0, AgainConfig()).belief(piece) > 0.9


def test_against_both_others_it_may_doubt_but_tells_no_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    said(monkeypatch, 6.0)
    own = [
        k for k, edge in enumerate(edges()) if NUMBER["c4N"] in (edge.left, edge.right) and edge.right >= 0
    ]
    board = unsure(seen(LARGE), "c4N", 0.1)
    board.sides[own] = np.log([1e-6, 0.1, 0.9])
    assert odds_of(look(board, NOTHING, likely=0.4).seen, "c4N") == pytest.approx(CONFIG.alone)
    told = weighed_again(look(board, NOTHING, likely=0.4).seen, 0, 0, AgainConfig())
    assert AgreedConfig().bare_borne_out > 1 - told.belief(C4N)
    assert told.belief(C4N) < AgreedConfig().white
    # Where either of them holds it for likelier, it is.
    assert odds_of(look(board, NOTHING).seen, "c4N") > CONFIG.alone + 0.5
    board = unsure(seen(LARGE), "c4N", 0.6)
    assert odds_of(look(board, NOTHING, likely=0.4).seen, "c4N") > CONFIG.alone + 1


def test_where_light_is_burnt_out_nothing_becomes_surer(monkeypatch: pytest.MonkeyPatch) -> None:
    cell = 1 << NUMBER["c4N"]
    said(monkeypatch, -6.0)
    board = unsure(seen(LARGE), "c4N", 0.1)
    assert odds_of(look(board, NOTHING).seen, "c4N") < odds_of(board, "c4N") - 2
    assert odds_of(look(board, NOTHING, burnt=cell).seen, "c4N") == pytest.approx(odds_of(board, "c4N"))
    said(monkeypatch, 6.0)
    assert odds_of(look(board, NOTHING, burnt=cell).seen, "c4N") > 0


def test_beside_a_hand_no_cell_becomes_surer_to_be_bare(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = 1 << NUMBER["c4E"]
    said(monkeypatch, -6.0)
    board = unsure(seen(LARGE), "c4N", 0.1)
    assert odds_of(look(board, NOTHING, covered=hand).seen, "c4N") == pytest.approx(odds_of(board, "c4N"))
    said(monkeypatch, 6.0)
    board = unsure(seen(LARGE), "c4N", 0.9)
    assert odds_of(look(board, NOTHING, covered=hand).seen, "c4N") > odds_of(board, "c4N")


def players(board: Likelihood, quarters: str) -> Likelihood:
    """The same with petrol on all bare cells of these quarters."""
    for cell, name in enumerate(CELLS):
        if name[2] in quarters and cell not in LARGE[1].cells:
            board.cells[cell] = [-SURE, np.log(1 - 3e-6), -SURE, -SURE, -SURE]
    return board


def test_where_all_known_bare_cells_are_of_the_other_quarters_white_becomes_no_surer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A board's two tints may be its pieces' white and another."""
    said(monkeypatch, 6.0)
    board = unsure(players(seen(LARGE), "NS"), "c4N", 0.7)
    found = look(board, NOTHING)
    assert [CELLS[cell] for cell in range(64) if found.unlike >> cell & 1] == [
        name for name in CELLS if name[2] in "NS"
    ]
    assert odds_of(found.seen, "c4N") == pytest.approx(odds_of(board, "c4N"))
    doubted = unsure(players(seen(LARGE), "NS"), "c4N", 0.3)
    assert odds_of(look(doubted, NOTHING).seen, "c4N") == pytest.approx(0.0)
    said(monkeypatch, -6.0)
    assert odds_of(look(board, NOTHING).seen, "c4N") < 0
    # One bare cell of its own is enough; where none is known at all nobody can tell of tints.
    said(monkeypatch, 6.0)
    assert look(unsure(board, "a1N", 0.01), NOTHING).unlike == 0
    assert odds_of(look(board, NOTHING).seen, "c4N") > odds_of(board, "c4N") + 2
    assert look(players(seen(LARGE), "NESW"), NOTHING).unlike == 0


def test_without_known_white_cells_nothing_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    noted = said(monkeypatch, 5.0)
    board = unsure(seen(SMALL), "c4N", 0.3)
    assert look(board, Look({SMALL: 1.0}, ())).seen is board
    hidden = sum(1 << cell for cell in LARGE[1].cells)
    covered = unsure(seen(LARGE), "c4N", 0.3)
    assert look(covered, NOTHING, covered=hidden).seen is covered
    assert not noted


def test_the_network_s_own_answer_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    said(monkeypatch, 5.0)
    board = unsure(seen(LARGE), "c4N", 0.3)
    before = replace(board, cells=board.cells.copy(), sides=board.sides.copy())
    look(board, NOTHING)
    assert (board.cells == before.cells).all()
    assert (board.sides == before.sides).all()


def test_what_the_network_alone_sees_something_over_is_covered_and_what_is_hardly_told_handed_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hidden, unlike, told, handed = 0b1011, 0b110, [], []

    def noting(
        second: Glimpse,
        looks: CellLooks,
        first: Look,
        readings: Sequence[Reading],
        covered: int,
        config: WhitenedConfig,
    ) -> Whitened:
        told.append(covered)
        found = whitened(second, looks, first, readings, covered, config)
        return replace(found, hardly=True, alike=True, unlike=unlike)

    def weighing(*args: Any, **named: Any) -> Again:
        again = weighed_again(*args, **named)
        handed.append((again.hardly, again.alike, again.unlike))
        return again

    monkeypatch.setattr("vision.board.told.whitened", noting)
    monkeypatch.setattr("vision.board.told.weighed_again", weighing)
    monkeypatch.setattr(Glimpse, "over", lambda self, config: hidden)
    see_board(load_photo(PHOTOS / "board-00.jpg"))
    assert [covered & hidden for covered in told] == [hidden]
    assert handed == [(True, True, unlike)]
