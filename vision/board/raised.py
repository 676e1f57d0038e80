"""Thick pieces: their tops lie beside the squares that they lie on, farther from the camera.

Where something is in doubt the grid is laid on the tops, too. Both are looks at one board.
"""

from __future__ import annotations

import numpy as np

from vision.board.board_config import BoardConfig
from vision.board.cells import SIDE
from vision.board.first_look.doubts import Look
from vision.board.flat import flatten
from vision.board.grid.register import View
from vision.board.places import place_at
from vision.board.raised_config import RaisedConfig
from vision.board.settle import settled
from vision.board.told import Told, told_at
from vision.photo import Pixels
from vision.plane import Floats


def with_raised(image: Pixels, told: Told, config: BoardConfig) -> Told:
    """What is told of a board, or what is told with the grid on the tops, if that leaves fewer cells in doubt and
    contradicts nothing."""
    view = beside(told.view, config.raised)
    if view is None:
        return told
    on_tops = settled(flatten(image, view, config.flat), view, config.settle)
    # Few pieces on many lines: these draw the grid back to themselves.
    if moved_by(told.view, on_tops) >= config.raised.least_moved:
        view = on_tops
    other = told_at(place_at(image, view, config), config)
    return other if _clearer(other.look, told.look) else told


def _clearer(one: Look, other: Look) -> bool:
    """Whether a look tells all that another does and more pieces, leaves fewer cells in doubt, and lays nothing where
    the other is certain of bare board."""
    if one.open_cells.bit_count() >= other.open_cells.bit_count():
        return False
    more = one.pieces.keys() - other.pieces.keys()
    return (
        bool(more)
        and other.pieces.keys() <= one.pieces.keys()
        and all(laid[1].mask & other.open_cells for laid in more)
    )


def beside(view: View, config: RaisedConfig) -> View | None:
    """The view with its grid moved to where the tops of thick pieces show; None where these hide nothing."""
    away = _away(view, config)
    return None if float(np.linalg.norm(away)) < config.least else view.moved(float(away[0]), float(away[1]))


def moved_by(view: View, other: View) -> float:
    """How far two grids lie apart in the middle of the board, in cells."""
    middle = np.array([[SIDE / 2, SIDE / 2]])
    step = np.array([[SIDE / 2 + 1, SIDE / 2], [SIDE / 2, SIDE / 2 + 1]])
    cell_px = np.linalg.norm(view.to_px(step) - view.to_px(middle), axis=1).mean()
    return float(np.linalg.norm(view.to_px(middle) - other.to_px(middle)) / cell_px)


def _away(view: View, config: RaisedConfig) -> Floats:
    """By how much the tops lie beside the middle of the board, in cells, y down.

    A point's depth is what the map from the board divides by: it grows along the board as the sine of the tilt.
    """
    back = np.linalg.inv(view.matrix)
    middle = np.array([SIDE / 2, SIDE / 2, 1.0])
    depth = float(back[2] @ middle)
    slope = back[2, :2] / depth
    corner = np.array([[SIDE / 2, SIDE / 2], [SIDE / 2 + 1, SIDE / 2], [SIDE / 2, SIDE / 2 + 1]])
    px = view.to_px(corner) / max(view.size_px)
    # The tilt foreshortens a cell one way, and not across it.
    cell = float(np.linalg.norm(px[1:] - px[0], ord=2))
    sine = float(np.linalg.norm(slope)) * config.focal / max(cell, 1e-9)
    if sine < 1e-6:
        return np.zeros(2)
    tan = min(config.most_tan, sine / float(np.sqrt(max(1 - sine**2, 1e-6))))
    found: Floats = config.thick * tan * slope / np.linalg.norm(slope)
    return found
