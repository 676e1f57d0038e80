"""Grids within a margin, by edges that are drawn as numbers: a sheet's edge, and the outlines of pieces on the grid."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.board.cells import RIM, SIDE
from vision.board.grid.inset import InsetConfig, within_margin
from vision.board.grid.register import RegisterConfig, View, register
from vision.board.grid.weigh import Candidate, WeighConfig, weigh
from vision.plane import Floats, apply

SIZE_PX = (1280, 720)
PIECES = (
    ((0, 1), (1, 1), (1, 2), (0, 2)),
    ((1, 3), (3, 3), (2.5, 3.5), (1.5, 3.5)),
    ((2, 1), (3, 2), (4, 1)),
    ((1.5, 1.5), (2, 2), (1, 3), (1, 2)),
)
"""Outlines, in board units."""
SEEN = np.array([[-0.2, -0.16], [0.19, -0.14], [0.23, 0.2], [-0.24, 0.17]])
"""Where the sheet's corners lie in the photo, from its middle, over its longer side."""


def ring(corners: Floats) -> Floats:
    return np.stack([corners, np.roll(corners, -1, axis=0)], 1)


def sheet(margin: float) -> Floats:
    """The corners (4, 2) of a sheet with such a margin about the grid, in board units."""
    return RIM + margin * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])


def photo(margin: float, lines: list[Floats], seed: int) -> tuple[Floats, Floats]:
    """Segments in centred coordinates, a little off, and the map (3, 3) from board units to these."""
    to_photo, _ = cv2.findHomography(sheet(margin), SEEN)
    flat = np.concatenate([ring(sheet(margin)), *lines])
    off = np.random.default_rng(seed).normal(0, 0.0002, flat.shape)
    return apply(np.asarray(to_photo, float), flat) + off, np.asarray(to_photo, float)


def outlines() -> list[Floats]:
    return [ring(np.array(piece, float)) for piece in PIECES]


def grid_lines() -> list[Floats]:
    ends = [((k, 0), (k, SIDE)) for k in range(SIDE + 1)] + [((0, k), (SIDE, k)) for k in range(SIDE + 1)]
    return [np.array([pair], float) for pair in ends]


def at_the_edge(segments: Floats) -> Candidate:
    """The place that takes the sheet's edge for the grid's rim."""
    rough, _ = cv2.findHomography(SEEN, RIM)
    view = register(segments, np.asarray(rough, float), SIZE_PX, RegisterConfig())
    return weigh(
        segments,
        np.ones(len(segments)),
        view or View(np.asarray(rough, float), 0.0, 0, SIZE_PX),
        WeighConfig(),
    )


def within(segments: Floats, place: Candidate) -> Candidate:
    return within_margin(
        segments,
        np.ones(len(segments)),
        place,
        RegisterConfig(),
        WeighConfig(),
        InsetConfig(),
    )


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("margin", [0.1, 0.12, 0.18, 0.25, 0.33, 0.42])
def test_pieces_tell_the_margin_of_a_board_without_lines(margin: float, seed: int) -> None:
    segments, to_photo = photo(margin, outlines(), seed)
    found = within(segments, at_the_edge(segments))
    middle = np.array([(side - 1) / 2 for side in SIZE_PX])
    want = apply(to_photo, RIM) * max(SIZE_PX) + middle
    assert np.abs(found.view.to_px(RIM) - want).max() < 4.0
    assert found.framed > 0.9


def test_no_margin_is_taken_without_an_edge_around_it() -> None:
    """Whatever explains the pieces, nothing says that the board does not go on where the place ends."""
    segments, to_photo = photo(0.2, outlines(), 1)
    edge = apply(to_photo, ring(sheet(0.2)))
    at_edge = np.abs(segments[:, None] - edge).max((2, 3)).min(1) < 0.002
    place = at_the_edge(segments)
    assert at_edge.sum() == 4
    assert within(segments[~at_edge], place) is place
    assert within(segments, place) is not place


def test_the_edge_counts_as_two_of_the_directions() -> None:
    """No side of a piece need run up the files."""
    aslant = (
        ((2, 2), (4, 2), (3, 3)),
        ((2, 2), (0, 2), (1, 3)),
        ((1, 1), (3, 1), (2, 0)),
        ((2, 4), (4, 4), (3, 3)),
    )
    segments, _ = photo(0.25, [ring(np.array(piece, float)) for piece in aslant], 2)
    place = at_the_edge(segments)
    found = within(segments, place)
    assert found is not place
    assert found.least_share == place.least_share > 0


def test_a_grid_that_ends_at_the_edge_stays_where_it_is() -> None:
    for lines in (grid_lines(), outlines(), [*grid_lines(), *outlines()]):
        segments, _ = photo(0.0, lines, 1)
        place = at_the_edge(segments)
        assert within(segments, place) is place


def test_an_empty_sheet_has_no_margin() -> None:
    segments, _ = photo(0.2, [np.repeat(ring(RIM), 4, axis=0)[:, ::-1] * 0.01 + 2.0], 1)
    place = at_the_edge(segments)
    assert within(segments, place) is place
