"""Fingers drawn over a training photo: what they hide is no longer asked for, and nothing else is."""

from __future__ import annotations

import numpy as np

from benchmarks.board_model.fingers import IGNORED, in_part, told, with_fingers
from vision.board.cells import CELLS, RIM, SIDE, beside_edges
from vision.board.flat import inner_points
from vision.board.second_look.likelihood import COVERED

PX, MARGIN = 60.0, 1.0
LENGTH = round((SIDE + 2 * MARGIN) * PX)


def at(board: np.ndarray) -> np.ndarray:
    return np.stack([board[..., 0] + MARGIN, SIDE - board[..., 1] + MARGIN], -1) * PX


def test_what_is_said_to_be_hidden_is_where_the_picture_changed() -> None:
    blue = np.zeros((LENGTH, LENGTH, 3), np.uint8)
    blue[..., 0] = 200
    points = at(inner_points(0.04, 9)).round().astype(int)
    hidden = 0
    for seed in range(20):
        photo, shown = with_fingers(blue, at(RIM), np.random.default_rng(seed))
        skin = photo[..., 2] > 40  # A shadow leaves blue blue.
        covered = skin[points[..., 1], points[..., 0]].mean(1)
        assert np.abs(covered - (1 - shown)).max() < 0.15
        hidden += int((shown < 0.3).sum())
        assert (photo[..., 0][~skin] <= 200).all()
    assert hidden > 20


def test_hidden_cells_are_covered_those_in_part_keep_their_states_and_sides_that_nobody_sees_are_not_asked_for() -> (
    None
):
    cells, sides = np.ones(len(CELLS), np.int64), np.ones(104, np.int64)
    shown = np.ones(len(CELLS))
    left, right = beside_edges()
    one, two = (int(side) for side in np.flatnonzero(right >= 0)[[0, -1]])
    shown[left[one]], shown[right[one]] = 0.1, 0.5
    shown[left[two]], shown[right[two]] = 0.1, 0.2
    said, asked = told(cells, sides, shown)
    assert (said[[left[one], left[two], right[two]]] == COVERED).all()
    assert np.flatnonzero(in_part(said)).tolist() == [right[one]]
    assert ~said[right[one]] == 1
    assert (said == 1).sum() == len(CELLS) - 4
    assert asked[one] == 1
    hidden = (right < 0) | ((shown[left] < 0.3) & (shown[right] < 0.3))
    assert ((asked == IGNORED) == hidden).all()
    assert hidden.sum() == 16 + 1
    # More fingers over the same board hide more, and show nothing again.
    again, _ = told(said, asked, np.ones(len(CELLS)))
    assert (again == said).all()
    assert told(said, asked, np.full(len(CELLS), 0.5))[0][left[one]] == COVERED
