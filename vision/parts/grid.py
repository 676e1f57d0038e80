"""A board found by the tiles on it, where too few of its own markers show.

All tiles lie upright on cells of one size, so together they tell the grid to a fraction of a millimetre, and not which
of its cells is which: that is read off the colours that are printed around them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.parts.bodies import Body, TablePlane, laid_over, pose_of
from vision.parts.cells import MIDDLE, tints_of, zones_at
from vision.parts.deck import MarkedBoard
from vision.photo import Pixels
from vision.plane import Floats, apply


@dataclass(frozen=True, slots=True)
class GridConfig:
    """When tiles tell a board."""

    least_tiles: int = 4
    askew: float = 0.25
    """How far, in radians, a tile may be turned from most of the others."""
    off: float = 0.3
    """How far, over a cell's side, a tile's middle may be from its cell's."""
    agreeing: float = 0.7
    """The share of the tiles that must lie so."""
    hue: float = 0.2
    """How far a zone's colour over its print may be from that of most, as logarithms of the channels ..."""
    light: float = 0.7
    """... and how far its lightness."""
    least_zones: int = 60
    most_odd: float = 0.3
    """The share of zones that may look otherwise: hands, tiles that were not read, shadows."""
    margin: float = 0.06
    """By how much of the zones the runner-up must be worse ..."""
    least_margin: int = 8
    """... and by so many at least."""


def board_by_tiles(
    image: Pixels, bodies: Sequence[Body], plane: TablePlane, board: MarkedBoard, config: GridConfig
) -> Floats | None:
    """The map (3, 3) from the board's millimetres to the plane's; None where tiles and colours do not tell it."""
    grid = _grid_of(bodies, plane, board.cells[0].side_mm, config)
    if grid is None:
        return None
    to_plane, places = grid
    offset = _which_cells(image, plane.moved(to_plane), places, board, config)
    if offset is None:
        return None
    shift = np.eye(3)
    shift[:2, 2] = -offset * board.cells[0].side_mm
    found: Floats = to_plane @ shift
    return found


def middle_on(body: Body, plane: TablePlane) -> Floats:
    """The middle (2,) of a tile in the plane's millimetres."""
    pose, _ = pose_of(body, plane)
    width, height = body.size_mm
    middle: Floats = apply(pose, np.array([[width / 2, height / 2]]))[0]
    return middle


def _grid_of(
    bodies: Sequence[Body], plane: TablePlane, side: float, config: GridConfig
) -> tuple[Floats, NDArray[np.int64]] | None:
    """The map from a grid's millimetres to the plane's, and the cells (n, 2) of the tiles on it."""
    if len(bodies) < config.least_tiles:
        return None
    poses = [pose_of(body, plane)[0] for body in bodies]
    ways = np.array([complex(pose[0, 0], pose[1, 0]) for pose in poses])
    alike = np.abs(np.angle(ways[:, None] / ways[None])) < config.askew
    most = alike[int(alike.sum(1).argmax())]
    if most.mean() < config.agreeing or most.sum() < config.least_tiles:
        return None
    turn = ways[most].mean()
    turn /= abs(turn)
    middles = np.array([middle_on(body, plane) for body in bodies])[most]
    turned = middles @ np.array([1, 1j]) / turn / side
    flat = np.stack([turned.real, turned.imag], -1)
    phase = np.angle(np.exp(2j * np.pi * flat).mean(0)) / (2 * np.pi)
    places = np.round(flat - phase)
    near = np.abs(flat - phase - places).max(1) < config.off
    if near.mean() < config.agreeing or near.sum() < config.least_tiles:
        return None
    whole = places[near].astype(np.int64)
    whole -= whole[0]
    return laid_over((whole + 0.5) * side, middles[near]), whole


def _which_cells(
    image: Pixels, plane: TablePlane, places: NDArray[np.int64], board: MarkedBoard, config: GridConfig
) -> Floats | None:
    """What is to be added to the cells (n, 2) of a grid to have the board's own, if one way alone fits the colours."""
    side = board.cells[0].side_mm
    own = np.array([np.round(np.array(cell.at_mm) / side) for cell in board.cells]).astype(np.int64)
    known = {(int(x), int(y)) for x, y in own}
    low, high = own.min(0) - places.min(0), own.max(0) - places.max(0)
    offsets = [
        np.array([x, y])
        for x in range(int(low[0]), int(high[0]) + 1)
        for y in range(int(low[1]), int(high[1]) + 1)
        if all((int(a) + x, int(b) + y) in known for a, b in places)
    ]
    if not offsets:
        return None
    # Every cell that some offset asks for, looked at once.
    first = own.min(0) - np.max(offsets, axis=0)
    last = own.max(0) - np.min(offsets, axis=0)
    columns, rows = (np.arange(first[k], last[k] + 1) for k in (0, 1))
    lattice = np.stack(np.meshgrid(columns, rows, indexing="ij"), -1)
    _, light, inside = zones_at(image, lattice.reshape(-1, 2) * side, side, plane)
    shape = (len(columns), len(rows), MIDDLE)
    seen, shown = light[:, :MIDDLE].reshape(*shape, 3), inside[:, :MIDDLE].reshape(shape)
    for x, y in places - first:
        shown[x, y] = False
    tints = tints_of(board)[:, :MIDDLE]
    scores = []
    for offset in offsets:
        at = own - offset - first
        scores.append(_fit(seen[at[:, 0], at[:, 1]], shown[at[:, 0], at[:, 1]], tints, config))
    order = np.argsort([odd - 0.5 * good for good, odd in scores])
    good, odd = scores[int(order[0])]
    if good + odd < config.least_zones or odd > config.most_odd * (good + odd):
        return None
    if len(order) > 1:
        second_good, second_odd = scores[int(order[1])]
        lead = (second_odd - 0.5 * second_good) - (odd - 0.5 * good)
        if lead < max(config.least_margin, config.margin * (good + odd)):
            return None
    return offsets[int(order[0])].astype(float)


def _fit(seen: Floats, shown: NDArray[np.bool_], tints: Floats, config: GridConfig) -> tuple[int, int]:
    """How many zones have the light that most have, if they are printed so, and how many look otherwise."""
    use = shown & np.isfinite(tints).all(-1)
    if use.sum() < config.least_zones:
        return 0, 0
    light = np.log(np.maximum(seen[use], 1e-3) / np.maximum(tints[use], 1e-3))
    hue = light - light.mean(1, keepdims=True)
    off = np.abs(hue - np.median(hue, axis=0)).max(1) > config.hue
    off |= np.abs(light.mean(1) - np.median(light.mean(1))) > config.light
    return int((~off).sum()), int(off.sum())
