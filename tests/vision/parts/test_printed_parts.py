"""What vision is told of the printed parts is what is printed: ids, markers, colours, backs, the board's cells."""

from __future__ import annotations

import numpy as np
import pytest

from companion.printing.zigzaggle import panels, tiles
from companion.table.parts import GAMES, printed_parts
from tests.vision.parts.drawn import PX_PER_MM, board_face, editions, face
from vision.parts.deck import MarkedPart


@pytest.mark.parametrize("game", ["zigity", "zont"])
def test_cards_have_the_ids_and_markers_of_the_print(game: str) -> None:
    told, printed = printed_parts(game), editions(game)
    assert told.size_mm == printed.size_mm
    assert [part.id for part in told.parts] == [thing.id for thing in printed.things]
    for part, thing in zip(told.parts, printed.things, strict=True):
        assert part.name == thing.facts.get("card", thing.id)
        for mark, drawn in zip(part.marks, thing.facts["markers"], strict=True):
            assert mark.number == drawn["id"]
            assert mark.at_mm == tuple(drawn["corners_mm"][0])
            assert mark.at_mm[0] + mark.side_mm == drawn["corners_mm"][2][0]


def test_tiles_and_board_have_those_of_the_print() -> None:
    told = printed_parts("zigzaggle")
    assert [(part.id, part.marks[0].number) for part in told.parts] == [
        (tile.id, tile.marker) for tile in tiles()
    ]
    marks = {
        corner.marker: (panel.at_mm[0] + corner.marker_at[0], panel.at_mm[1] + corner.marker_at[1])
        for panel in panels(plain=False)
        for corner in panel.corners
        if corner.marker is not None
    }
    assert told.board is not None
    assert {mark.number: mark.at_mm for mark in told.board.marks} == marks
    cells = {
        str(cell): (panel.at_mm[0] + at[0], panel.at_mm[1] + at[1])
        for panel in panels(plain=False)
        for cell, at in panel.cells().items()
    }
    assert {cell.name: cell.at_mm for cell in told.board.cells} == cells


def _samples() -> list[tuple[str, MarkedPart]]:
    picks = {
        "zigity": ("CA1lp", "WA3rt", "DA1cp", "SA3cg", "dodge-1", "draw3-2", "free-2"),
        "zont": ("A0", "C1b", "F2y", "Z3r", "G4"),
    }
    found = [
        (game, part) for game, ids in picks.items() for part in printed_parts(game).parts if part.id in ids
    ]
    tile_ids = ("Wg-1", "Qr-1", "Mb-1", "Wy-1", "Xy-1", "free-1", "Ig-1")
    return found + [("zigzaggle", part) for part in printed_parts("zigzaggle").parts if part.id in tile_ids]


@pytest.mark.parametrize(
    ("game", "part"), _samples(), ids=lambda one: one if isinstance(one, str) else one.id
)
def test_patches_show_the_colour_that_is_told(game: str, part: MarkedPart) -> None:
    drawn = face(game, part.id)
    for patch in part.patches:
        left, top = (round(value * PX_PER_MM) for value in patch.at_mm)
        right, bottom = (round((a + b) * PX_PER_MM) for a, b in zip(patch.at_mm, patch.size_mm, strict=True))
        inside = drawn[top:bottom, left:right, :3].reshape(-1, 3).astype(int)
        near = np.abs(inside - np.array(patch.srgb)).max(1) < 12
        assert near.mean() > 0.9


@pytest.mark.parametrize("game", GAMES)
def test_backs_have_the_colour_and_the_rim_that_are_told(game: str) -> None:
    told, drawn = printed_parts(game), face(game, "back").astype(int)
    rim = round(told.back_rim_mm * PX_PER_MM)
    middle = drawn.shape[1] // 2
    assert np.abs(drawn[rim - 3, middle, :3] - 255).max() < 12
    ground = drawn[rim + 4 : -rim - 4, rim + 4 : -rim - 4, :3].reshape(-1, 3)
    assert float((np.abs(ground - np.array(told.back_srgb)).max(1) < 14).mean()) > 0.5


def test_cells_have_the_tints_that_are_told() -> None:
    board, drawn = printed_parts("zigzaggle").board, board_face().astype(int)
    assert board is not None
    for cell in board.cells:
        (x, y), side = cell.at_mm, cell.side_mm
        corners = (
            (x + 3.6, y + 3.6),
            (x + side - 3.6, y + 3.6),
            (x + side - 3.6, y + side - 3.6),
            (x + 3.6, y + side - 3.6),
        )
        for tint, (a, b) in zip(cell.corners, corners, strict=True):
            if tint is not None:
                shown = drawn[round(b * PX_PER_MM), round(a * PX_PER_MM), :3]
                assert np.abs(shown - np.array(tint)).max() < 6, (cell.name, shown, tint)


def test_a_white_line_lies_around_the_plain_cells() -> None:
    board, drawn = printed_parts("zigzaggle").board, board_face().astype(int)
    assert board is not None
    plain = [cell for cell in board.cells if len(set(cell.corners)) == 1 and cell.middle == cell.corners[0]]
    assert len(plain) == 24
    for cell in plain:
        (x, y), half = cell.at_mm, cell.side_mm / 2
        for a, b in ((x, y + half), (x + half, y), (x + 2 * half, y + half), (x + half, y + 2 * half)):
            near = drawn[
                round(b * PX_PER_MM) - 2 : round(b * PX_PER_MM) + 2,
                round(a * PX_PER_MM) - 2 : round(a * PX_PER_MM) + 2,
                :3,
            ]
            assert near.min(2).max() > 245, cell.name


def test_no_two_parts_share_a_marker() -> None:
    numbers = [mark.number for game in GAMES for part in printed_parts(game).parts for mark in part.marks]
    board = printed_parts("zigzaggle").board
    numbers += [mark.number for mark in board.marks] if board is not None else []
    assert len(set(numbers)) == len(numbers)
