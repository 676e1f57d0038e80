"""What the network is taught: a flat picture shows the cells and sides that its labels are of."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from benchmarks.board_model.camera import Camera
from benchmarks.board_model.fingers import IGNORED
from benchmarks.board_model.samples import SIZE, Faults
from tests.vision.board.training_boards import MARGIN, PX, sample
from vision.board.cells import cell_corners, edge_ends, edges
from vision.board.flat import Flat
from vision.board.second_look.likelihood import COVERED, FLAT


class Faultless(Camera):
    """A camera that shows what is there."""

    def photo(self, light: Any, along: float, *, clear: bool) -> NDArray[np.uint8]:
        return np.asarray(np.clip(light, 0, 1) * 255 + 0.5, np.uint8)


class Clear(Faults):
    """A camera without faults, every board and every piece as it is, and nobody's fingers."""

    held = tinted = elsewhere = grained = 0.0

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.camera = Faultless(self.rng)


@pytest.mark.parametrize("beside", [0.0, 1.0])
def test_what_is_shown_is_what_is_labelled(beside: float) -> None:
    camera = Clear(3)
    camera.beside = beside
    outside = 0
    for seed in range(12):
        flat, cells, sides = camera.seen(sample(seed))
        assert flat.shape == (SIZE, SIZE, 3)
        picture = Flat(flat.astype(np.float32), FLAT.px_per_cell[0], FLAT.border)
        shown = picture.sample(cell_corners().mean(1))[:, 0]
        expected = np.where(cells == COVERED, 0, 60 + 60 * cells)
        assert np.abs(shown - expected).max() < 15
        outside += int((cells == COVERED).sum())
        for side, edge in enumerate(edges()):
            if sides[side] != IGNORED:
                assert sides[side] == cells[edge.left] + cells[edge.right]
        assert len(sides) == len(edge_ends())
    assert (outside > 0) == bool(beside)


def changes(camera: Clear) -> tuple[list[float], list[float]]:
    """By how much the light of bare cells, and of pieces, is off at most, on each of twelve boards."""
    bare, laid = [], []
    for seed in range(12):
        flat, cells, _ = camera.seen(sample(seed))
        picture = Flat(flat.astype(np.float32), FLAT.px_per_cell[0], FLAT.border)
        off = np.abs(picture.sample(cell_corners().mean(1)) - (60 + 60 * cells)[:, None]).max(1)
        bare.append(float(off[cells == 0].max()))
        laid.append(float(off[cells > 0].max()))
    return bare, laid


def test_a_board_may_be_of_another_tint_and_pieces_stay() -> None:
    camera = Clear(3)
    camera.elsewhere, camera.beside = 1.0, 0.0
    bare, laid = changes(camera)
    assert max(laid) < 15
    assert np.median(bare) > 15


def test_pieces_may_have_a_grain_and_the_board_stays() -> None:
    camera = Clear(3)
    camera.grained, camera.beside = 1.0, 0.0
    bare, laid = changes(camera)
    assert max(bare) < 15
    assert np.median(laid) > 15


def test_a_grid_is_laid_beside_only_where_the_photo_shows_so_much() -> None:
    near = sample(1)
    cut = round((MARGIN - 0.5) * PX)
    corners = near.low - cut
    camera = Clear(4)
    camera.beside = 1.0
    small = replace(near, pixels=near.pixels[cut:-cut, cut:-cut], low=corners, high=corners)
    for _ in range(8):
        assert (camera.seen(small)[1] != COVERED).all()
