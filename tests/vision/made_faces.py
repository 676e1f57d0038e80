"""Faces as they come out of a picture, made here: which shapes fit their print how well, and its colour."""

from __future__ import annotations

import numpy as np

from companion.rules.polyform import Shape, free_shapes, lattice_named
from vision.cards.face.blob import Blob
from vision.cards.face.faces import Face
from vision.cards.face.fit import Fit
from vision.plane import Floats

FIVES = [s for s in free_shapes(lattice_named("abolo"), 5) if len(s.outline()[0]) >= 5]
SQUARE = next(s for s in free_shapes(lattice_named("abolo"), 2) if len(s.outline()[0]) == 4)
UNIT_MM = 13.0
GREEN, RED = np.array([0.1, 0.5, 0.15]), np.array([0.8, 0.08, 0.1])
KINDS = {1: free_shapes(lattice_named("abolo"), 1)[0], 2: SQUARE, 5: FIVES[0]}
COLOURS = {1: np.array([0.1, 0.3, 0.8]), 2: RED, 5: GREEN}


def fit_of(shape: Shape, error: float, turn: float = 0.0) -> Fit:
    """A shape that fits a print but for `error`, a share of its size; turned by radians."""
    loop = np.array(shape.outline()[0], float)
    c, s = np.cos(turn), np.sin(turn)
    size = UNIT_MM * (shape.size / 2) ** 0.5
    outline = loop @ np.array([[c, s], [-s, c]]) * UNIT_MM + 40
    return Fit(shape, error * size / UNIT_MM, UNIT_MM, 0.005, outline, error * size, 0.0, size)


def face_of(fits: list[Fit], colour: Floats, solid: float = 1.0) -> Face:
    """A face whose print these shapes fit; colour (3,) 0..1 beside its paper."""
    blob = Blob(
        200.0, np.array([31.5, 44.0]), np.zeros((4, 2)), colour, np.zeros((2, 2)), np.zeros((4, 4), np.float32), False,
        0.85, True, solid,
    )  # fmt: skip
    return Face(
        np.eye(3), 4.0, blob, {"abolo": tuple(fits)}, 0.0, 1.0, 1.0, np.array([0.6, 0.6, 0.6]), 0.9, 0.9
    )
