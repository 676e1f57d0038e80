"""Wood's grain runs everywhere: a line no clearer than that beside it parts no pieces."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.board.plain_cells import COLOURS, PX, flat_of
from vision.board.cells import NUMBER, edges
from vision.board.first_look.flanks import FlankConfig, grain_beside, look_at, sampled
from vision.board.first_look.labels import GREEN
from vision.board.first_look.read_config import ReadConfig
from vision.board.first_look.sides import inner_weights
from vision.board.flat import Flat

ASKED = next(k for k, edge in enumerate(edges()) if {edge.left, edge.right} == {NUMBER["b2N"], NUMBER["b3S"]})


def wooden(lines: list[float]) -> Flat:
    """A board all of one green, with seams round each square but b2 and b3, and thin dark lines in these two, at these
    heights in cells."""
    flat = flat_of([GREEN] * 64, None)
    picture = np.full(flat.pixels.shape, COLOURS[GREEN], np.uint8)
    for k in range(5):
        for a, b in (((0, k), (4, k)), ((k, 0), (k, 4))):
            ends = np.round(flat.at(np.array([a, b], float))).astype(int)
            cv2.line(picture, tuple(ends[0].tolist()), tuple(ends[1].tolist()), (30, 60, 40), 1, cv2.LINE_AA)
    low, high = np.round(flat.at(np.array([[1.03, 1.03], [1.97, 2.97]]))).astype(int)
    picture[high[1] : low[1], low[0] : high[0]] = COLOURS[GREEN]
    for y in lines:
        ends = np.round(flat.at(np.array([[1.03, y], [1.97, y]]))).astype(int)
        cv2.line(picture, tuple(ends[0].tolist()), tuple(ends[1].tolist()), (30, 60, 40), 1, cv2.LINE_AA)
    noise = np.random.default_rng(5).normal(0, 1, picture.shape)
    return Flat(np.asarray(np.clip(picture + noise, 0, 255), np.float32), PX, 0.4)


@pytest.mark.parametrize(("lines", "parted"), [([2.0], True), ([1.62, 1.81, 2.0, 2.2, 2.37], False)])
def test_a_line_among_others_of_its_kind_is_no_seam(lines: list[float], parted: bool) -> None:
    config, flat = ReadConfig(), wooden(lines)
    flanks = replace(look_at(sampled(flat), FlankConfig()), grain=grain_beside(flat))
    weight = inner_weights(flanks, (1 << 64) - 1, 0, 100.0, config)[ASKED]
    assert (weight < -config.clear) == parted
    without = replace(flanks, grain=np.zeros(104))
    assert inner_weights(without, (1 << 64) - 1, 0, 100.0, config)[ASKED] < -config.clear
